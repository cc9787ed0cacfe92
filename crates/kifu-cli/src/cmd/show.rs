//! `kifu show`: the board of a game, drawn.

use std::fmt::{self, Write as _};
use std::io::Write;

use kifu::core::{Color, Move, Point, Size};
use kifu::replay::Replayer;
use kifu::rules::Rules;
use kifu::sgf::{Document, NodeId};

use crate::args::{ShowArgs, Style, TreePath};
use crate::exit::{Outcome, Refusal, Refusals};
use crate::input::Input;
use crate::output;
use crate::run::each_file;

pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let mut refusals = Refusals::default();
    let work = |input: &Input, bytes: Vec<u8>| Ok((input.shown(), drawn(bytes, args)?));
    let outcome = each_file("show", &args.input, work, |(name, drawn)| {
        match drawn {
            Ok(text) => out.write_all(text.as_bytes())?,
            Err(refusal) => refusals.add(&name, refusal),
        }
        Ok(())
    })?;
    out.flush()?;
    refusals.end(outcome)
}

fn drawn(bytes: Vec<u8>, args: &ShowArgs) -> anyhow::Result<Result<String, Refusal>> {
    let record = kifu::read(bytes)?;
    let document = record.to_sgf()?;
    let (root, mut game) = match game(&document, args.game.get(), &Rules::LENIENT) {
        Ok(found) => found,
        Err(why) => return Ok(Err(Refusal::Negative(why))),
    };
    if let Some(path) = &args.path {
        if let Err(why) = follow(&document, root, path, &mut game) {
            return Ok(Err(Refusal::Negative(why)));
        }
    } else if let Some(number) = args.number {
        if let Err(why) = go_to(&document, root, number, &mut game) {
            return Ok(Err(Refusal::Usage(why)));
        }
    } else {
        while game.advance().is_some() {}
    }
    let mut text = String::new();
    let drawing = Drawing { game: &game };
    match args.style {
        Style::Plain => drawing.plain(&mut text)?,
        Style::Ascii => drawing.full(&mut text, ['.', 'X', 'O'], ['(', ')'])?,
        Style::Unicode => drawing.full(&mut text, ['·', '●', '○'], ['(', ')'])?,
    }
    Ok(Ok(text))
}

/// A game of a document by its number from 1, if it is one of Go, before its root.
pub(crate) fn game<'d>(
    document: &'d Document,
    number: usize,
    rules: &Rules,
) -> Result<(NodeId, Replayer<'d>), String> {
    let Some(root) = document.roots().nth(number - 1) else {
        return Err(match document.roots().count() {
            0 => "no game found".to_owned(),
            1 => format!("there is no game {number}, only one"),
            games => format!("there is no game {number}, the last is {games}"),
        });
    };
    let replayer = Replayer::forward(document, root, rules);
    match replayer.other_game() {
        Some(other) => Err(format!("game {number} is not Go, but {other}")),
        None => Ok((root, replayer)),
    }
}

/// Goes along the main line to the node with a move, or the last one before all moves.
fn go_to(
    document: &Document,
    root: NodeId,
    number: u32,
    game: &mut Replayer<'_>,
) -> Result<(), String> {
    for node in document.main_line(root) {
        if number == 0 && node.properties().any(|p| p.ident().player().is_some()) {
            return Ok(());
        }
        game.enter(node.id());
        if number > 0 && game.number() >= number {
            return Ok(());
        }
    }
    match game.number() {
        _ if number == 0 => Ok(()),
        0 => Err(format!(
            "there is no move {number}: the main line has no moves"
        )),
        last => Err(format!(
            "there is no move {number}: the last is move {last}"
        )),
    }
}

/// Goes to the end of a stretch: the variation of the path at each branching.
fn follow(
    document: &Document,
    root: NodeId,
    path: &TreePath,
    game: &mut Replayer<'_>,
) -> Result<(), String> {
    let mut steps = path.0.iter().enumerate();
    let mut at = root;
    loop {
        game.enter(at);
        let mut children = document
            .forest()
            .children(at)
            .filter(|&child| !document.node(child).is_empty_variation());
        let branches = children.clone().nth(1).is_some();
        let next = match (branches, children.clone().next()) {
            (false, Some(only)) => Some(only),
            (branches, _) => match steps.next() {
                None => return Ok(()),
                Some((n, &step)) => {
                    let branch = children.nth(step);
                    if branch.is_none() || !branches {
                        let way: Vec<_> = path.0[..=n].iter().map(usize::to_string).collect();
                        return Err(format!("there is no path {}", way.join(".")));
                    }
                    branch
                }
            },
        };
        match next {
            Some(next) => at = next,
            None => return Ok(()),
        }
    }
}

struct Drawing<'a> {
    game: &'a Replayer<'a>,
}

impl Drawing<'_> {
    fn plain(&self, out: &mut String) -> fmt::Result {
        let board = self.game.position().board();
        for row in 0..board.size().rows() {
            for col in 0..board.size().cols() {
                out.push(symbol(board.stone(Point::new(col, row)), ['.', 'X', 'O']));
            }
            out.push('\n');
        }
        Ok(())
    }

    fn full(&self, out: &mut String, symbols: [char; 3], around: [char; 2]) -> fmt::Result {
        let board = self.game.position().board();
        let size = board.size();
        let last = self.game.last().and_then(|(_, action)| action.point());
        // Columns past Z have two letters, the last of all three.
        let wide = match size.cols() {
            ..=25 => 2,
            26..=50 => 3,
            _ => 4,
        };
        let letters = |out: &mut String| {
            let mut line = String::from("  ");
            for col in 0..size.cols() {
                write!(line, "{:>wide$}", column(size, col))?;
            }
            writeln!(out, "{line}")
        };
        letters(out)?;
        for row in 0..size.rows() {
            let number = size.rows() - row;
            write!(out, "{number:>2}")?;
            let mut open = false;
            for col in 0..size.cols() {
                let point = Point::new(col, row);
                let is_last = last == Some(point);
                for gap in 1..wide {
                    out.push(match () {
                        () if is_last && gap == wide - 1 => around[0],
                        () if open && gap == 1 => around[1],
                        () => ' ',
                    });
                }
                out.push(symbol(board.stone(point), symbols));
                open = is_last;
            }
            out.push(if open { around[1] } else { ' ' });
            writeln!(out, "{number:>2}")?;
        }
        letters(out)?;
        self.captions(size, out)
    }

    fn captions(&self, size: Size, out: &mut String) -> fmt::Result {
        let number = self.game.number();
        match self.game.last() {
            _ if number == 0 => writeln!(out, "No moves yet")?,
            Some((color, action)) => {
                write!(out, "Move {number}: {color} ")?;
                match action {
                    Move::Pass => writeln!(out, "pass")?,
                    Move::Play(point) => match size.western(point) {
                        Some(point) => writeln!(out, "{point}")?,
                        None => writeln!(out, "off the board")?,
                    },
                }
            }
            None => writeln!(out, "Move {number}: unreadable")?,
        }
        writeln!(out, "{} to play", self.game.position().to_play())?;
        let prisoners = self.game.prisoners();
        writeln!(
            out,
            "Captures: Black {}, White {}",
            prisoners[Color::Black],
            prisoners[Color::White]
        )
    }
}

fn symbol(stone: Option<Color>, [empty, black, white]: [char; 3]) -> char {
    match stone {
        None => empty,
        Some(Color::Black) => black,
        Some(Color::White) => white,
    }
}

/// The letters of a column.
fn column(size: Size, col: u8) -> String {
    let name = size
        .western(Point::new(col, 0))
        .map(|name| name.to_string());
    let name = name.unwrap_or_default();
    name.trim_end_matches(|c: char| c.is_ascii_digit())
        .to_owned()
}
