//! `kifu diff`: compare two games and show where they differ.

pub(crate) mod args;

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use kifu::compare::{Moves, RecordComparison, RecordComparisonReport};
use kifu::sgf::{Document, NodeId};
use kifu_files::OtherKind;
use kifu_files::games;
use kifu_files::{Input, reason};
use serde::Serialize;

use self::args::DiffArgs;
use crate::exit::{Outcome, Refusal, Refusals, Usage};
use crate::json;
use crate::output;
use crate::printable::{InputName, Printable};

pub(crate) fn run(args: &DiffArgs) -> anyhow::Result<Outcome> {
    let is_stdin = |path: &Path| path.as_os_str() == "-";
    if is_stdin(&args.first) && is_stdin(&args.second) {
        let why = "only one of the games can be read from standard input";
        return Err(Usage(why.to_owned()).into());
    }
    let mut refusals = Refusals::default();
    let first = ComparedGame::read(&args.first, args.game.get(), &mut refusals)?;
    let second = ComparedGame::read(&args.second, args.with_game.get(), &mut refusals)?;
    let (Some(first), Some(second)) = (first, second) else {
        return refusals.end(Outcome::default());
    };
    let comparison = compare(&first, &second, args)?;
    let mut out = output::stdout();
    if args.quiet {
        // The exit code reports the result.
    } else if args.json || args.jsonl {
        let report = DiffReport {
            same: comparison.is_same(),
            first: GameEntry::of(&first),
            second: GameEntry::of(&second),
            comparison: comparison.report(),
        };
        out.write_all(&json::line(&report)?)?;
        out.write_all(b"\n")?;
    } else {
        for line in comparison.lines(["the first", "the second"]) {
            writeln!(out, "{}", Printable(&line))?;
        }
    }
    out.flush()?;
    Ok(Outcome {
        read: 2,
        negative: !comparison.is_same(),
        ..Outcome::default()
    })
}

/// A game to compare, with its file.
struct ComparedGame {
    input: Input,
    bytes: Vec<u8>,
    document: Document,
    root: NodeId,
    number: usize,
    moves: Moves,
}

impl ComparedGame {
    /// Reads a game by its number. `None` if the file does not have it, which is reported.
    fn read(
        path: &Path,
        number: usize,
        refusals: &mut Refusals,
    ) -> anyhow::Result<Option<ComparedGame>> {
        let input = Input::of(path.to_owned());
        let name = input.shown();
        let read = || {
            let bytes = games::open_any(&input, usize::MAX)?.read_all()?;
            let document = kifu::read(bytes.as_slice())?.into_sgf()?;
            if document.roots().next().is_none() {
                anyhow::bail!(OtherKind::Unknown);
            }
            Ok((bytes, document))
        };
        let read: anyhow::Result<_> = read();
        let read =
            read.map_err(|error| anyhow::anyhow!("{name}: {}", reason(format!("{error:#}"))));
        let (bytes, document) = read?;
        let Some(root) = document.roots().nth(number - 1) else {
            let why = format!("the file has no game {number}");
            refusals.add(&name, Refusal::Negative(why));
            return Ok(None);
        };
        let moves = Moves::of(&document, root);
        let moves = moves.with_context(|| format!("{name}: game {number} is not a game of Go"))?;
        Ok(Some(ComparedGame {
            input,
            bytes,
            root,
            number,
            moves,
            document,
        }))
    }
}

fn compare(
    first: &ComparedGame,
    second: &ComparedGame,
    args: &DiffArgs,
) -> anyhow::Result<RecordComparison> {
    let one = (&first.document, first.root);
    let other = (&second.document, second.root);
    let mut comparison = RecordComparison::of(&first.moves, &second.moves);
    if args.meta {
        comparison = comparison.with_metadata(one, other)?;
    }
    if args.exact {
        let same_bytes = first.bytes == second.bytes && first.number == second.number;
        comparison = comparison.with_nodes(same_bytes, one, other);
    }
    Ok(comparison)
}

/// The comparison of two games as JSON.
#[derive(Serialize)]
struct DiffReport<'a> {
    /// Whether the games are the same in everything that was compared.
    same: bool,
    first: GameEntry,
    second: GameEntry,
    #[serde(flatten)]
    comparison: RecordComparisonReport<'a>,
}

#[derive(Serialize)]
struct GameEntry {
    file: String,
    game: usize,
    moves: usize,
}

impl GameEntry {
    fn of(game: &ComparedGame) -> GameEntry {
        GameEntry {
            file: game.input.name(),
            game: game.number,
            moves: game.moves.count(),
        }
    }
}
