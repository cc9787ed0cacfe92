//! `kifu dedupe`: find copies of games.

pub(crate) mod args;
mod handle;

use std::io::Write;

use kifu::compare::{Cluster, CopyCounts, CopyKind, Divergence, GameCopy, Orientation};
use kifu_files::Input;
use kifu_files::duplicates::{Files, Handler, Reader};
use kifu_files::games::Chunks;
use kifu_files::parallel::{self, MemorySize};
use serde::Serialize;

use self::args::DedupeArgs;
use self::handle::Action;
use crate::args::input::InputArgs;
use crate::exit::{Outcome, Usage};
use crate::json::{self, Sequence};
use crate::output;
use crate::printable::{InputName, count};
use crate::run::{Inputs, jobs};

pub(crate) fn run(args: &DedupeArgs) -> anyhow::Result<Outcome> {
    let by_moves = args.by.moves && !args.by.bytes && !args.by.last;
    if !by_moves && (args.prefix || args.near > 0) {
        let why = "`--prefix` and `--near` compare moves and cannot be used with `--by`";
        return Err(Usage(why.to_owned()).into());
    }
    // Create the action before the files are read, so that their paths are kept.
    let action = Action::of(args);
    let (files, outcome) = read(args)?;
    let candidates = files.candidates();
    let groups = candidates.groups(args.by, &args.criteria()).into_iter();
    let mut out = output::stdout();
    let mut sequence = Sequence::from_flags(args.json, args.jsonl);
    let mut counts = CopyCounts::default();
    let mut handler = action
        .as_ref()
        .map(|action| Handler::new(&action.options, &files));
    let as_json = sequence.is_some();
    let report = |group: Group| -> anyhow::Result<(Cluster, Vec<u8>)> {
        let cluster = candidates.cluster(&group.0, &args.keep);
        let text = if as_json {
            json::line(&ClusterReport::of(&cluster, &files))?
        } else {
            shown(&cluster, &files).into_bytes()
        };
        Ok((cluster, text))
    };
    let groups = groups.map(Group);
    parallel::for_each_in_order(jobs(&args.input), groups, report, |reported| {
        let (cluster, text) = reported?;
        counts.add(&cluster);
        if let Some(handler) = &mut handler {
            handler.add(&cluster);
        }
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
    if args.input.strict && outcome.failed > 0 && action.is_some() {
        // A file that could not be read may contain the games to keep.
        anyhow::bail!("not all files could be read; no file was changed");
    }
    let acted = match (&action, handler) {
        (Some(action), Some(handler)) => Some(action.run(handler, &files)?),
        _ => None,
    };
    let games = count(candidates.games().len() as u64, "game");
    output::line(format_args!("{games}, {counts}"));
    if let Some(acted) = &acted {
        output::line(format_args!("{}", acted.summary));
    }
    Ok(Outcome {
        failed: outcome.failed + acted.map_or(0, |acted| acted.failed),
        ..outcome
    })
}

/// Reads the files of `--against`, then all others.
fn read(args: &DedupeArgs) -> anyhow::Result<(Files, Outcome)> {
    let reader = Reader::new(args.by, &args.keep);
    let mut files = Files::default();
    let mut outcome = Outcome::default();
    if !args.against.is_empty() {
        let master = InputArgs {
            paths: args.against.clone(),
            files_from: None,
            null: false,
            ..args.input.clone()
        };
        outcome = read_all(&reader, &master, true, &mut files)?;
    }
    let input = args.input.without(args.move_to.as_deref());
    let others = read_all(&reader, &input, false, &mut files)?;
    outcome.read += others.read;
    outcome.failed += others.failed;
    Ok((files, outcome))
}

fn read_all(
    reader: &Reader<'_>,
    inputs: &InputArgs,
    is_master: bool,
    files: &mut Files,
) -> anyhow::Result<Outcome> {
    let work = |input: &Input, chunks: &mut Chunks| Ok(reader.read(input, chunks)?);
    let mut repeated = 0;
    let inputs = Inputs::of("dedupe", inputs).split_within_lines();
    let outcome = inputs.each_collection(work, |read| {
        repeated += u64::from(!files.add(read, is_master));
        Ok(())
    })?;
    if repeated > 0 {
        let files = count(repeated, "repeated file");
        output::message(format_args!("{files} ignored"));
    }
    Ok(outcome)
}

/// The indices of games that are copies of each other.
struct Group(Vec<usize>);

impl MemorySize for Group {
    fn memory_size(&self) -> usize {
        0
    }
}

/// Formats a cluster as text: the kept game, then its copies.
fn shown(cluster: &Cluster, files: &Files) -> String {
    let mut text = format!("{}\n", DisplayGame(files, cluster.kept));
    for copy in &cluster.copies {
        text += &format!("  {}  {}\n", DisplayGame(files, copy.game), copy.describe());
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
    fn of<'a>(cluster: &Cluster, files: &'a Files) -> ClusterReport<'a> {
        let copies = cluster.copies.iter();
        ClusterReport {
            keep: GameEntry::of(files, cluster.kept),
            copies: copies.map(|copy| CopyReport::of(copy, files)).collect(),
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
    fn of<'a>(copy: &GameCopy, files: &'a Files) -> CopyReport<'a> {
        let comparison = copy.comparison.as_ref();
        CopyReport {
            entry: GameEntry::of(files, copy.game),
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
    fn of(files: &Files, game: usize) -> GameEntry<'_> {
        GameEntry {
            file: &files.file_of(game).name,
            game: files.number(game),
            moves: files.candidates().move_count(game),
        }
    }
}

/// Writes a game as text.
struct DisplayGame<'a>(&'a Files, usize);

impl std::fmt::Display for DisplayGame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let DisplayGame(files, game) = self;
        let file = files.file_of(*game);
        f.write_str(&file.input.shown())?;
        match file.games {
            0 | 1 => Ok(()),
            _ => write!(f, "  game {}", files.number(*game)),
        }
    }
}
