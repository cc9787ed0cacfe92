//! `kifu diff`: where two games differ.

pub(crate) mod args;

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use kifu::compare::{Moves, RecordComparison, RecordComparisonReport};
use kifu::sgf::{Document, NodeId};
use serde::Serialize;

use self::args::DiffArgs;
use crate::exit::{Outcome, Refusal, Refusals, Usage};
use crate::games;
use crate::input::{Input, reason};
use crate::json;
use crate::output;
use crate::printable::Printable;

pub(crate) fn run(args: &DiffArgs) -> anyhow::Result<Outcome> {
    let stdin = |path: &Path| path.as_os_str() == "-";
    if stdin(&args.first) && stdin(&args.second) {
        return Err(Usage("standard input cannot be both games".to_owned()).into());
    }
    let mut refusals = Refusals::default();
    let first = Game::read(&args.first, args.game.get(), &mut refusals)?;
    let second = Game::read(&args.second, args.with_game.get(), &mut refusals)?;
    let (Some(first), Some(second)) = (first, second) else {
        return refusals.end(Outcome::default());
    };
    let found = compared(&first, &second, args)?;
    let mut out = output::stdout();
    match (args.quiet, args.json || args.jsonl) {
        (true, _) => {}
        (_, true) => {
            let report = Report {
                same: found.is_same(),
                first: Entry::of(&first),
                second: Entry::of(&second),
                compared: found.report(),
            };
            out.write_all(&json::line(&report)?)?;
            out.write_all(b"\n")?;
        }
        _ => {
            let names = [first.input.shown(), second.input.shown()];
            for line in found.lines([&names[0], &names[1]]) {
                writeln!(out, "{}", Printable(&line))?;
            }
        }
    }
    out.flush()?;
    Ok(Outcome {
        read: 2,
        negative: !found.is_same(),
        ..Outcome::default()
    })
}

/// A game, read.
struct Game {
    input: Input,
    bytes: Vec<u8>,
    document: Document,
    root: NodeId,
    number: usize,
    moves: Moves,
}

impl Game {
    /// `None` if there is no such game, which is told.
    fn read(path: &Path, number: usize, refusals: &mut Refusals) -> anyhow::Result<Option<Game>> {
        let input = Input::of(path.to_owned());
        let name = input.shown();
        let read = || {
            let bytes = games::open_any(&input, usize::MAX)?.read_all()?;
            let document = kifu::read(bytes.as_slice())?.into_sgf()?;
            if document.roots().next().is_none() {
                anyhow::bail!("no game found");
            }
            Ok((bytes, document))
        };
        let read: anyhow::Result<_> = read();
        let read =
            read.map_err(|error| anyhow::anyhow!("{name}: {}", reason(format!("{error:#}"))));
        let (bytes, document) = read?;
        let Some(root) = document.roots().nth(number - 1) else {
            let why = format!("there is no game {number}");
            refusals.add(&name, Refusal::Negative(why));
            return Ok(None);
        };
        let moves = Moves::of(&document, root);
        let moves = moves.with_context(|| format!("{name}: game {number} is no game of Go"))?;
        Ok(Some(Game {
            input,
            bytes,
            root,
            number,
            moves,
            document,
        }))
    }
}

fn compared(first: &Game, second: &Game, args: &DiffArgs) -> anyhow::Result<RecordComparison> {
    let one = (&first.document, first.root);
    let other = (&second.document, second.root);
    let mut compared = RecordComparison::of(&first.moves, &second.moves);
    if args.meta {
        compared = compared.with_metadata(one, other)?;
    }
    if args.exact {
        let same_bytes = first.bytes == second.bytes && first.number == second.number;
        compared = compared.with_nodes(same_bytes, one, other);
    }
    Ok(compared)
}

/// Two games for programs.
#[derive(Serialize)]
struct Report<'a> {
    /// Of all that was asked for.
    same: bool,
    first: Entry,
    second: Entry,
    #[serde(flatten)]
    compared: RecordComparisonReport<'a>,
}

#[derive(Serialize)]
struct Entry {
    file: String,
    game: usize,
    moves: usize,
}

impl Entry {
    fn of(game: &Game) -> Entry {
        Entry {
            file: game.input.name(),
            game: game.number,
            moves: game.moves.count(),
        }
    }
}
