//! `kifu dedupe`: find copies of games.

mod actor;
pub(crate) mod args;
mod loss_check;
mod read;

use std::io::Write;

use kifu::compare::{Cluster, CopyCounts, CopyKind, Divergence, GameCopy, Orientation};
use kifu_files::parallel::{self, MemorySize};
use serde::Serialize;

use self::actor::Actor;
use self::args::DedupeArgs;
use self::read::Collection;
use crate::exit::{Outcome, Usage};
use crate::json::{self, Sequence};
use crate::output;
use crate::printable::{InputName, count};
use crate::run::jobs;

pub(crate) fn run(args: &DedupeArgs) -> anyhow::Result<Outcome> {
    let by_moves = args.by.moves && !args.by.bytes && !args.by.last;
    if !by_moves && (args.prefix || args.near > 0) {
        let why = "`--prefix` and `--near` compare moves and cannot be used with `--by`";
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
        let text = if as_json {
            json::line(&ClusterReport::of(&cluster, &collection))?
        } else {
            shown(&cluster, &collection).into_bytes()
        };
        Ok((cluster, text))
    };
    let groups = groups.map(Group);
    parallel::for_each_in_order(jobs(&args.input), groups, report, |reported| {
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
        // A file that could not be read may contain the games to keep.
        anyhow::bail!("not all files could be read; no file was changed");
    }
    let actions = actor.act()?;
    let games = count(candidates.games().len() as u64, "game");
    output::line(format_args!("{games}, {counts}"));
    if let Some(summary) = &actions.summary {
        output::line(format_args!("{summary}"));
    }
    Ok(Outcome {
        failed: outcome.failed + actions.failed,
        ..outcome
    })
}

/// The indices of games that are copies of each other.
struct Group(Vec<usize>);

impl MemorySize for Group {
    fn memory_size(&self) -> usize {
        0
    }
}

/// Formats a cluster as text: the kept game, then its copies.
fn shown(cluster: &Cluster, collection: &Collection) -> String {
    let mut text = format!("{}\n", DisplayGame(collection, cluster.kept));
    for copy in &cluster.copies {
        text += &format!(
            "  {}  {}\n",
            DisplayGame(collection, copy.game),
            copy.describe()
        );
    }
    text
}

/// A cluster as JSON.
#[derive(Serialize)]
struct ClusterReport<'a> {
    keep: GameEntry<'a>,
    copies: Vec<CopyReport<'a>>,
}

impl ClusterReport<'_> {
    fn of<'a>(cluster: &Cluster, collection: &'a Collection) -> ClusterReport<'a> {
        let copies = cluster.copies.iter();
        ClusterReport {
            keep: GameEntry::of(collection, cluster.kept),
            copies: copies
                .map(|copy| CopyReport::of(copy, collection))
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct CopyReport<'a> {
    #[serde(flatten)]
    entry: GameEntry<'a>,
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
            entry: GameEntry::of(collection, copy.game),
            kind: copy.kind,
            same_bytes: copy.same_bytes,
            transform: comparison.map(|found| Orientation::of(found.transform)),
            off: comparison.map(|found| found.distance()),
            differences: copy.divergences(),
        }
    }
}

/// A game as JSON.
#[derive(Serialize)]
struct GameEntry<'a> {
    file: &'a str,
    game: usize,
    moves: Option<usize>,
}

impl GameEntry<'_> {
    fn of(collection: &Collection, game: usize) -> GameEntry<'_> {
        GameEntry {
            file: &collection.file_of(game).name,
            game: collection.number(game),
            moves: collection.candidates.move_count(game),
        }
    }
}

/// Writes a game as text.
struct DisplayGame<'a>(&'a Collection, usize);

impl std::fmt::Display for DisplayGame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let DisplayGame(collection, game) = self;
        let file = collection.file_of(*game);
        f.write_str(&file.input.shown())?;
        match file.games {
            0 | 1 => Ok(()),
            _ => write!(f, "  game {}", collection.number(*game)),
        }
    }
}
