//! The game and the line of moves that options such as `--game`, `--path` and `--move` name.

use kifu::core::Size;
use kifu::figure::Line;
use kifu::replay::Replayer;
use kifu::rules::Rules;
use kifu::sgf::value::ValueErrorKind;
use kifu::sgf::{Document, NodeId};
use kifu::{Record, jgf};

use crate::args::values::TreePath;
use crate::exit::Refusal;

/// A game of a document by its number from 1, if it is one of Go, before its root. The document is
/// what the record is as SGF.
pub(crate) fn game<'d>(
    record: &Record,
    document: &'d Document,
    number: usize,
    rules: &Rules,
) -> Result<(NodeId, Replayer<'d>), String> {
    game_behind(0, record, document, number, rules)
}

/// The same of a document that is behind so many other games of its file.
pub(crate) fn game_behind<'d>(
    before: usize,
    record: &Record,
    document: &'d Document,
    number: usize,
    rules: &Rules,
) -> Result<(NodeId, Replayer<'d>), String> {
    let Some(root) = document.roots().nth(number - before - 1) else {
        return Err(match before + document.roots().count() {
            0 => "no game found".to_owned(),
            1 => format!("there is no game {number}, only one"),
            games => format!("there is no game {number}, the last is {games}"),
        });
    };
    drawable(record, number as u64)?;
    Ok((root, replayer(document, root, number as u64, rules)?))
}

/// Refuses a game of JGF whose board is larger than any that kifu has. As SGF such a game has no
/// size, and its moves are kept in private properties.
///
/// # Errors
///
/// What is wrong with the board.
pub(crate) fn drawable(record: &Record, number: u64) -> Result<(), String> {
    let document = match record {
        Record::Jgf(document) => document,
        Record::Sgf(_) | Record::Positions(_) => return Ok(()),
    };
    let found = |document: &jgf::Document| {
        let mut all = document.diagnostics().iter();
        all.find(|found| found.code == "jgf/bad-size").cloned()
    };
    let at = usize::try_from(number).map_or(0, |number| number.saturating_sub(1));
    let (Some(_), Some(record)) = (found(document), document.records.get(at)) else {
        return Ok(());
    };
    // The finding may be of another game of the file.
    let mut alone = jgf::Document::default();
    alone.records.push(record.clone());
    let text = alone.to_json(&jgf::Options::COMPACT);
    let read = jgf::Document::parse(text.as_bytes()).map_err(|why| why.to_string())?;
    let Some(found) = found(&read) else {
        return Ok(());
    };
    // A board without a size is taken for the usual one, as in SGF.
    let board = text.get(found.span.range()).unwrap_or_default();
    let board: serde_json::Value = serde_json::from_str(board).unwrap_or_default();
    let sides = ["size", "width", "height"].into_iter();
    let mut sides = sides.filter_map(|side| board.get(side)?.as_f64());
    match sides.all(|side| (1.0..=f64::from(Size::MAX)).contains(&side)) {
        true => Ok(()),
        false => Err(format!(
            "game {number} has a board that cannot be shown: {}",
            found.message
        )),
    }
}

/// What is before the root of a game with this number, if it is one of Go.
pub(crate) fn replayer<'d>(
    document: &'d Document,
    root: NodeId,
    number: u64,
    rules: &Rules,
) -> Result<Replayer<'d>, String> {
    let replayer = Replayer::forward(document, root, rules);
    if let Some(other) = replayer.other_game() {
        return Err(format!("game {number} is not Go, but {other}"));
    }
    let size = document.node(root).get("SZ").and_then(|size| size.value());
    let error = size.and_then(|value| kifu::sgf::value::size(value.raw()).err());
    if let Some(error) = error.filter(|error| error.kind == ValueErrorKind::OutOfRange) {
        return Err(format!(
            "game {number} has a board that cannot be shown: `SZ`: {error}"
        ));
    }
    Ok(replayer)
}

/// The main line or the way that a path takes, up to a move if one is asked for.
pub(crate) fn line<'d>(
    document: &'d Document,
    root: NodeId,
    path: Option<&TreePath>,
    number: Option<u32>,
) -> Result<Line<'d>, Refusal> {
    let line = match path {
        None => Line::main(document, root),
        Some(path) => {
            let end = follow(document, root, path).map_err(Refusal::Negative)?;
            Line::to(document, end)
        }
    };
    let Some(number) = number else {
        return Ok(line);
    };
    let last = line.last_move();
    line.up_to(number)
        .ok_or_else(|| Refusal::Usage(no_move(number, last)))
}

/// What to say to somebody who asks for a move past the end.
pub(crate) fn no_move(number: u32, last: u32) -> String {
    match last {
        0 => format!("there is no move {number}: the main line has no moves"),
        last => format!("there is no move {number}: the last is move {last}"),
    }
}

/// The end of a stretch: the variation of the path at each branching.
fn follow(document: &Document, root: NodeId, path: &TreePath) -> Result<NodeId, String> {
    let mut steps = path.0.iter().enumerate();
    let mut at = root;
    loop {
        let mut children = document
            .forest()
            .children(at)
            .filter(|&child| !document.node(child).is_empty_variation());
        let branches = children.clone().nth(1).is_some();
        let next = match (branches, children.clone().next()) {
            (false, Some(only)) => Some(only),
            (branches, _) => match steps.next() {
                None => return Ok(at),
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
            None => return Ok(at),
        }
    }
}
