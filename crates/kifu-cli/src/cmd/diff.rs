//! `kifu diff`: where two games differ.

pub(crate) mod args;

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use kifu::compare::{
    Change, Comparison, Divergence, Moves, Orientation, PropertyDifference, Side, SideBySide,
    changes, metadata,
};
use kifu::sgf::{Document, NodeId};
use kifu::transform::{Transform, transform_game};
use serde::Serialize;

use self::args::DiffArgs;
use crate::exit::{Outcome, Refusal, Refusals, Usage};
use crate::games;
use crate::input::{Input, reason};
use crate::json::{self, SCHEMA};
use crate::output;
use crate::printable::{Printable, count};

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
    let found = Found::of(&first, &second, args)?;
    let mut out = output::stdout();
    match (args.quiet, args.json || args.jsonl) {
        (true, _) => {}
        (_, true) => {
            out.write_all(&json::line(&found.report(&first, &second))?)?;
            out.write_all(b"\n")?;
        }
        _ => found.show(&first, &second, &mut out)?,
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

/// What was found.
struct Found {
    compared: Comparison,
    pair: SideBySide,
    /// If they were asked for.
    metadata: Option<Vec<PropertyDifference>>,
    exact: Option<Exact>,
}

/// Whether bytes are the same, and where trees differ if not.
struct Exact {
    same_bytes: bool,
    changes: Vec<Change>,
}

impl Found {
    fn of(first: &Game, second: &Game, args: &DiffArgs) -> anyhow::Result<Found> {
        let compared = Comparison::of(&first.moves, &second.moves);
        let pair = SideBySide::new(&first.moves, &second.moves, &compared);
        let metadata = match args.meta {
            false => None,
            true => Some(differing(first, second, compared.transform)?),
        };
        let exact = args.exact.then(|| {
            let same_bytes = first.bytes == second.bytes && first.number == second.number;
            let both = || {
                changes(
                    (&first.document, first.root),
                    (&second.document, second.root),
                )
            };
            Exact {
                same_bytes,
                changes: if same_bytes { Vec::new() } else { both() },
            }
        });
        Ok(Found {
            compared,
            pair,
            metadata,
            exact,
        })
    }

    fn is_same(&self) -> bool {
        let metadata = self.metadata.as_ref().is_none_or(Vec::is_empty);
        match &self.exact {
            Some(exact) => exact.same_bytes,
            None => self.compared.is_same() && metadata,
        }
    }

    fn show(&self, first: &Game, second: &Game, out: &mut impl Write) -> anyhow::Result<()> {
        let names = [first.input.shown(), second.input.shown()];
        let names = [names[0].as_str(), names[1].as_str()];
        if !self.compared.same_board {
            let (one, other) = (first.moves.size(), second.moves.size());
            writeln!(out, "a board of {one} here, of {other} there")?;
        } else {
            writeln!(out, "{}", self.summary(first, second))?;
        }
        for difference in &self.compared.differences {
            writeln!(out, "{}", self.pair.describe(difference, names))?;
        }
        for field in self.metadata.iter().flatten() {
            writeln!(out, "{}", shown_field(field))?;
        }
        if let Some(exact) = &self.exact {
            exact.show(names, out)?;
        }
        Ok(())
    }

    fn summary(&self, first: &Game, second: &Game) -> String {
        let mut words = Vec::new();
        let steps = [&first.moves, &second.moves].map(|moves| moves.steps().len());
        words.push(match self.compared.differences.is_empty() {
            true => format!("the same {}", count(first.moves.count() as u64, "move")),
            false => {
                let same = self.compared.same;
                format!(
                    "the same in {same} of {} and {} moves and stones",
                    steps[0], steps[1]
                )
            }
        });
        words.extend(Orientation::of(self.compared.transform).words());
        words.join("; ")
    }

    fn report<'a>(&'a self, first: &'a Game, second: &'a Game) -> Report<'a> {
        let differences = self.compared.differences.iter();
        Report {
            kifu_schema: SCHEMA,
            same: self.is_same(),
            first: Entry::of(first),
            second: Entry::of(second),
            same_board: self.compared.same_board,
            transform: Orientation::of(self.compared.transform),
            same_steps: self.compared.same,
            off: self.compared.distance(),
            differences: differences
                .map(|found| self.pair.divergence(found))
                .collect(),
            metadata: self.metadata.as_deref(),
            same_bytes: self.exact.as_ref().map(|exact| exact.same_bytes),
            nodes: self.exact.as_ref().map(|exact| exact.changes.as_slice()),
        }
    }
}

/// What is said of the games as a whole, the first one as the second lies.
fn differing(
    first: &Game,
    second: &Game,
    by: Transform,
) -> anyhow::Result<Vec<PropertyDifference>> {
    let other = (&second.document, second.root);
    if by == Transform::IDENTITY {
        return Ok(metadata((&first.document, first.root), other));
    }
    let turned = transform_game(&first.document, first.root, by)?;
    let (turned, root) = turned.context("the game is not in its document")?;
    Ok(metadata((&turned, root), other))
}

impl Exact {
    fn show(&self, names: [&str; 2], out: &mut impl Write) -> anyhow::Result<()> {
        const MOST: usize = 40;
        match (self.same_bytes, self.changes.is_empty()) {
            (true, _) => writeln!(out, "the same bytes")?,
            (false, true) => writeln!(out, "other bytes, which say the same")?,
            (false, false) => {}
        }
        for change in self.changes.iter().take(MOST) {
            match change {
                Change::Nodes {
                    side,
                    depth,
                    count: nodes,
                    ..
                } => {
                    let name = if *side == Side::First {
                        names[0]
                    } else {
                        names[1]
                    };
                    let nodes = count(*nodes as u64, "node");
                    writeln!(out, "node {depth}: {nodes} only in {name}")?;
                }
                Change::Node { depth, fields, .. } => {
                    for field in fields {
                        writeln!(out, "node {depth}: {}", shown_field(field))?;
                    }
                }
            }
        }
        if self.changes.len() > MOST {
            writeln!(out, "and {} more", self.changes.len() - MOST)?;
        }
        Ok(())
    }
}

fn shown_field(field: &PropertyDifference) -> String {
    let shown = |values: &[String]| match values {
        [] => "nothing".to_owned(),
        values => {
            let values = values.iter().map(|value| format!("[{}]", Printable(value)));
            values.collect()
        }
    };
    let (first, second) = (shown(&field.first), shown(&field.second));
    format!("{}: {first} here, {second} there", field.ident)
}

/// Two games for programs.
#[derive(Serialize)]
struct Report<'a> {
    kifu_schema: u32,
    /// Of all that was asked for.
    same: bool,
    first: Entry,
    second: Entry,
    same_board: bool,
    transform: Orientation,
    same_steps: usize,
    off: usize,
    differences: Vec<Divergence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<&'a [PropertyDifference]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    same_bytes: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<&'a [Change]>,
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
