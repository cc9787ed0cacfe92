//! `kifu dedupe`: copies of games among many.

mod act;
pub(crate) mod args;
mod judge;
mod keep;
mod read;

use std::io::Write;

use kifu::compare::{Comparison, Likeness, Moves, Side, clusters};
use serde::Serialize;

use self::act::Actor;
use self::args::{DedupeArgs, SameBy};
use self::read::{Collection, Copied};
use crate::exit::{Outcome, Usage};
use crate::json::{self, SCHEMA, Sequence};
use crate::output;
use crate::parallel::{self, Held};
use crate::printable::count;
use crate::run::jobs;
use kifu::compare::{Divergence, Orientation, SideBySide};

pub(crate) fn run(args: &DedupeArgs) -> anyhow::Result<Outcome> {
    let by_moves = args.by.moves && !args.by.bytes && !args.by.last;
    if !by_moves && (args.prefix || args.near > 0) {
        let why = "--prefix and --near go by moves: leave --by out";
        return Err(Usage(why.to_owned()).into());
    }
    let (collection, outcome) = Collection::read(args)?;
    let groups = groups(&collection, args);
    let mut out = output::stdout();
    let mut sequence = Sequence::asked(args.json, args.jsonl);
    let mut totals = Totals::default();
    let mut actor = Actor::new(args, &collection);
    let as_json = sequence.is_some();
    let told = |group: Group| -> anyhow::Result<(Cluster, Vec<u8>)> {
        let cluster = Cluster::of(&collection, group.0, args);
        let text = match as_json {
            true => json::line(&cluster.report(&collection))?,
            false => cluster.shown(&collection).into_bytes(),
        };
        Ok((cluster, text))
    };
    let groups = groups.into_iter().map(Group);
    parallel::in_order(jobs(&args.input), groups, told, |told| {
        let (cluster, text) = told?;
        totals.add(&cluster);
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
    output::line(format_args!("{}", totals.shown(&collection)));
    if let Some(done) = &done.shown {
        output::line(format_args!("{done}"));
    }
    Ok(Outcome {
        failed: outcome.failed + done.failed,
        ..outcome
    })
}

/// Games that belong together.
struct Group(Vec<usize>);

impl Held for Group {
    fn held(&self) -> usize {
        0
    }
}

/// The games that belong together.
fn groups(collection: &Collection, args: &DedupeArgs) -> Vec<Vec<usize>> {
    let likeness = Likeness {
        prefix: args.prefix,
        near: usize::from(args.near),
        least_alike: args.least,
        ..Likeness::default()
    };
    let games = &collection.games;
    let mut known = collection.pairs_of(|game| game.bytes);
    if !args.by.moves {
        known.extend(collection.pairs_of(|game| game.key));
        let none = vec![None; games.len()];
        return with_games_of_others(collection, clusters(&none, known, &likeness));
    }
    let groups = clusters(&collection.forms, known, &likeness);
    let groups: Vec<Vec<usize>> = groups
        .into_iter()
        .flat_map(|group| collection.split_problems(group))
        .collect();
    let only_moves = SameBy {
        moves: true,
        dyer: args.by.dyer,
        ..SameBy::default()
    };
    let groups = match args.by == only_moves {
        true => groups,
        false => groups
            .into_iter()
            .flat_map(|group| collection.split_by_key(group))
            .collect(),
    };
    with_games_of_others(collection, groups)
}

/// Those that are not all of the master's.
fn with_games_of_others(collection: &Collection, groups: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let is_masters = |game: &usize| collection.file_of(*game).master;
    let told = |group: &Vec<usize>| !group.iter().all(is_masters);
    groups.into_iter().filter(told).collect()
}

/// Copies of one game.
struct Cluster {
    kept: usize,
    copies: Vec<Copy>,
}

/// A copy, and how it differs from the game that is kept.
struct Copy {
    game: usize,
    kind: Kind,
    same_bytes: bool,
    compared: Option<Compared>,
}

/// Two games side by side.
struct Compared {
    found: Comparison,
    /// If there are differences to be told.
    pair: Option<SideBySide>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// The same moves, or bytes.
    Exact,
    /// The same moves on a board that is turned or mirrored, or with the colours exchanged.
    Turned,
    /// One ends sooner.
    Truncated,
    /// Some moves differ.
    Near,
}

impl Kind {
    fn of(found: &Comparison) -> Kind {
        match () {
            () if found.off() > 0 => Kind::Near,
            () if found.rest().is_some() => Kind::Truncated,
            () if Orientation::of(found.transform).words().is_some() => Kind::Turned,
            () => Kind::Exact,
        }
    }
}

impl Cluster {
    fn of(collection: &Collection, group: Vec<usize>, args: &DedupeArgs) -> Cluster {
        let kept = keep::best(collection, &group, args);
        let of_kept = collection.moves(kept);
        let copy = |game: usize| {
            let copied = &collection.games[game];
            let compared = compared(collection.moves(game), &of_kept);
            let same_bytes = copied.bytes.is_some() && copied.bytes == collection.games[kept].bytes;
            Copy {
                game,
                kind: match &compared {
                    Some(compared) if !same_bytes => Kind::of(&compared.found),
                    _ => Kind::Exact,
                },
                same_bytes,
                compared,
            }
        };
        // The master's are copies of nobody.
        let is_copy = |game: &usize| *game != kept && !collection.file_of(*game).master;
        let copies = group.into_iter().filter(is_copy).map(copy).collect();
        Cluster { kept, copies }
    }

    fn report<'a>(&'a self, collection: &'a Collection) -> Report<'a> {
        let copies = self.copies.iter().map(|copy| copy.report(collection));
        Report {
            kifu_schema: SCHEMA,
            keep: Entry::of(collection, self.kept),
            copies: copies.collect(),
        }
    }

    fn shown(&self, collection: &Collection) -> String {
        let mut text = format!("{}\n", Shown(collection, self.kept));
        for copy in &self.copies {
            text += &format!("  {}  {}\n", Shown(collection, copy.game), copy.shown());
        }
        text
    }
}

fn compared(copy: Option<Moves>, kept: &Option<Moves>) -> Option<Compared> {
    let (copy, kept) = (copy?, kept.as_ref()?);
    let found = Comparison::of(&copy, kept);
    let differ = !found.differences.is_empty();
    Some(Compared {
        pair: differ.then(|| SideBySide::new(&copy, kept, &found)),
        found,
    })
}

impl Copy {
    /// How it differs, for people.
    fn shown(&self) -> String {
        if self.same_bytes {
            return "the same bytes".to_owned();
        }
        let Some(Compared { found, pair }) = &self.compared else {
            return "the same".to_owned();
        };
        let mut words = Vec::new();
        words.extend(Orientation::of(found.transform).words());
        match found.rest() {
            Some((Side::First, more)) => {
                words.push(format!("{} longer", count(more as u64, "move")));
            }
            Some((Side::Second, less)) => {
                words.push(format!("ends {} sooner", count(less as u64, "move")));
            }
            None => {}
        }
        let off = found.off();
        if off > 0 {
            words.push(format!("{off} off"));
            let first = found.differences.first().zip(pair.as_ref());
            words.extend(
                first.map(|(first, pair)| pair.describe(first, ["this one", "the kept one"])),
            );
        }
        match words.is_empty() {
            true => "the same moves".to_owned(),
            false => words.join("; "),
        }
    }

    fn report<'a>(&'a self, collection: &'a Collection) -> CopyReport<'a> {
        let compared = self.compared.as_ref();
        let differences = compared.and_then(|Compared { found, pair }| {
            let pair = pair.as_ref()?;
            let places = found.differences.iter().map(|found| pair.divergence(found));
            Some(places.collect())
        });
        CopyReport {
            entry: Entry::of(collection, self.game),
            kind: self.kind,
            same_bytes: self.same_bytes,
            transform: compared.map(|compared| Orientation::of(compared.found.transform)),
            off: compared.map(|compared| compared.found.off()),
            differences: differences.unwrap_or_default(),
        }
    }
}

/// A cluster for programs.
#[derive(Serialize)]
struct Report<'a> {
    kifu_schema: u32,
    keep: Entry<'a>,
    copies: Vec<CopyReport<'a>>,
}

#[derive(Serialize)]
struct CopyReport<'a> {
    #[serde(flatten)]
    entry: Entry<'a>,
    kind: Kind,
    same_bytes: bool,
    transform: Option<Orientation>,
    off: Option<usize>,
    differences: Vec<Divergence>,
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
        let copied: &Copied = &collection.games[game];
        Entry {
            file: &collection.file_of(game).name,
            game: copied.number,
            moves: collection.move_count(game),
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
            _ => write!(f, "  game {}", collection.games[*game].number),
        }
    }
}

#[derive(Default)]
struct Totals {
    clusters: u64,
    exact: u64,
    turned: u64,
    truncated: u64,
    near: u64,
}

impl Totals {
    fn add(&mut self, cluster: &Cluster) {
        self.clusters += 1;
        for copy in &cluster.copies {
            *match copy.kind {
                Kind::Exact => &mut self.exact,
                Kind::Turned => &mut self.turned,
                Kind::Truncated => &mut self.truncated,
                Kind::Near => &mut self.near,
            } += 1;
        }
    }

    fn shown(&self, collection: &Collection) -> String {
        let games = count(collection.games.len() as u64, "game");
        let copies = self.exact + self.turned + self.truncated + self.near;
        let copies = match copies {
            1 => "1 copy".to_owned(),
            copies => format!("{copies} copies"),
        };
        let clusters = count(self.clusters, "cluster");
        let kinds = [
            (self.exact, "exact"),
            (self.turned, "turned"),
            (self.truncated, "truncated"),
            (self.near, "near"),
        ];
        let kinds = kinds.iter().filter(|(number, _)| *number > 0);
        let kinds: Vec<String> = kinds
            .map(|(number, kind)| format!("{number} {kind}"))
            .collect();
        match kinds.is_empty() {
            true => format!("{games}, no copies"),
            false => format!("{games}, {copies} in {clusters}: {}", kinds.join(", ")),
        }
    }
}
