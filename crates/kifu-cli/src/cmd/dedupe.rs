//! `kifu dedupe`: copies of games among many.

mod act;
pub(crate) mod args;
mod judge;
mod read;

use std::io::Write;

use kifu::compare::{Cluster, CopyCounts, CopyKind, Divergence, GameCopy, Orientation};
use serde::Serialize;

use self::act::Actor;
use self::args::DedupeArgs;
use self::read::Collection;
use crate::exit::{Outcome, Usage};
use crate::json::{self, Sequence};
use crate::output;
use crate::parallel::{self, MemorySize};
use crate::printable::count;
use crate::run::jobs;

pub(crate) fn run(args: &DedupeArgs) -> anyhow::Result<Outcome> {
    let by_moves = args.by.moves && !args.by.bytes && !args.by.last;
    if !by_moves && (args.prefix || args.near > 0) {
        let why = "--prefix and --near go by moves: leave --by out";
        return Err(Usage(why.to_owned()).into());
    }
    let (collection, outcome) = Collection::read(args)?;
    let candidates = &collection.candidates;
    let groups = candidates.groups(args.by, &args.criteria()).into_iter();
    let mut out = output::stdout();
    let mut sequence = Sequence::from_flags(args.json, args.jsonl);
    let mut counts = CopyCounts::default();
    let mut actor = Actor::new(args, &collection);
    let as_json = sequence.is_some();
    let report = |group: Group| -> anyhow::Result<(Cluster, Vec<u8>)> {
        let cluster = candidates.cluster(&group.0, &args.keep);
        let text = match as_json {
            true => json::line(&Report::of(&cluster, &collection))?,
            false => shown(&cluster, &collection).into_bytes(),
        };
        Ok((cluster, text))
    };
    let groups = groups.map(Group);
    parallel::in_order(jobs(&args.input), groups, report, |reported| {
        let (cluster, text) = reported?;
        counts.add(&cluster);
        actor.add(&cluster);
        match &mut sequence {
            Some(sequence) => sequence.write(&mut out, &text)?,
            None => out.write_all(&text)?,
        }
        anyhow::Ok(())
    })?;
    if let Some(sequence) = sequence {
        sequence.finish(&mut out)?;
    }
    out.flush()?;
    drop(out);
    if args.input.strict && outcome.failed > 0 && actor.verb().is_some() {
        // What could not be read may be what was to be kept.
        anyhow::bail!("not all files could be read, and nothing was done to files");
    }
    let done = actor.act()?;
    let games = count(candidates.games().len() as u64, "game");
    output::line(format_args!("{games}, {counts}"));
    if let Some(done) = &done.shown {
        output::line(format_args!("{done}"));
    }
    Ok(Outcome {
        failed: outcome.failed + done.failed,
        ..outcome
    })
}

/// The indices of games that are copies of one another.
struct Group(Vec<usize>);

impl MemorySize for Group {
    fn memory_size(&self) -> usize {
        0
    }
}

/// A cluster for people: the game that is kept, then its copies.
fn shown(cluster: &Cluster, collection: &Collection) -> String {
    let mut text = format!("{}\n", Shown(collection, cluster.kept));
    for copy in &cluster.copies {
        text += &format!("  {}  {}\n", Shown(collection, copy.game), copy.describe());
    }
    text
}

/// A cluster for programs.
#[derive(Serialize)]
struct Report<'a> {
    keep: Entry<'a>,
    copies: Vec<CopyReport<'a>>,
}

impl Report<'_> {
    fn of<'a>(cluster: &Cluster, collection: &'a Collection) -> Report<'a> {
        let copies = cluster.copies.iter();
        Report {
            keep: Entry::of(collection, cluster.kept),
            copies: copies
                .map(|copy| CopyReport::of(copy, collection))
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct CopyReport<'a> {
    #[serde(flatten)]
    entry: Entry<'a>,
    kind: CopyKind,
    same_bytes: bool,
    transform: Option<Orientation>,
    off: Option<usize>,
    differences: Vec<Divergence>,
}

impl CopyReport<'_> {
    fn of<'a>(copy: &GameCopy, collection: &'a Collection) -> CopyReport<'a> {
        let comparison = copy.comparison.as_ref();
        CopyReport {
            entry: Entry::of(collection, copy.game),
            kind: copy.kind,
            same_bytes: copy.same_bytes,
            transform: comparison.map(|found| Orientation::of(found.transform)),
            off: comparison.map(|found| found.distance()),
            differences: copy.divergences(),
        }
    }
}

/// A game for programs.
#[derive(Serialize)]
struct Entry<'a> {
    file: &'a str,
    game: usize,
    moves: Option<usize>,
}

impl Entry<'_> {
    fn of(collection: &Collection, game: usize) -> Entry<'_> {
        Entry {
            file: &collection.file_of(game).name,
            game: collection.number(game),
            moves: collection.candidates.move_count(game),
        }
    }
}

/// A game for people.
struct Shown<'a>(&'a Collection, usize);

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Shown(collection, game) = self;
        let file = collection.file_of(*game);
        f.write_str(&file.input.shown())?;
        match file.games {
            0 | 1 => Ok(()),
            _ => write!(f, "  game {}", collection.number(*game)),
        }
    }
}
