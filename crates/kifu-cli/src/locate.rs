//! The game and the line of moves that options such as `--game`, `--path` and `--move` name.

use kifu::Record;
use kifu::figure::{Line, NoSuchPlace};
use kifu::replay::Replayer;
use kifu::rules::Rules;
use kifu::sgf::{Document, NodeId};

use crate::args::values::TreePath;
use crate::exit::Refusal;

/// A game of a document by its number from 1, if it is one of Go, before its root. The document is
/// what the record is as SGF.
pub(crate) fn game<'d>(
    record: &Record,
    document: &'d Document,
    number: usize,
    rules: &Rules,
) -> Result<(NodeId, Replayer<'d>), Refusal> {
    game_behind(0, record, document, number, rules)
}

/// The same of a document that is behind so many other games of its file.
pub(crate) fn game_behind<'d>(
    before: usize,
    record: &Record,
    document: &'d Document,
    number: usize,
    rules: &Rules,
) -> Result<(NodeId, Replayer<'d>), Refusal> {
    let Some(root) = document.roots().nth(number - before - 1) else {
        return Err(Refusal::Negative(match before + document.roots().count() {
            0 => "no game found".to_owned(),
            1 => format!("there is no game {number}, only one"),
            games => format!("there is no game {number}, the last is {games}"),
        }));
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
pub(crate) fn drawable(record: &Record, number: u64) -> Result<(), Refusal> {
    let document = match record {
        Record::Jgf(document) => document,
        Record::Sgf(_) | Record::Positions(_) => return Ok(()),
    };
    let at = usize::try_from(number).map_or(0, |number| number.saturating_sub(1));
    let why = match document.oversized_board(at) {
        Ok(None) => return Ok(()),
        Ok(Some(found)) => format!(
            "game {number} has a board that cannot be shown: {}",
            found.message
        ),
        Err(why) => why.to_string(),
    };
    Err(Refusal::Negative(why))
}

/// What is before the root of a game with this number, if it is one of Go.
pub(crate) fn replayer<'d>(
    document: &'d Document,
    root: NodeId,
    number: u64,
    rules: &Rules,
) -> Result<Replayer<'d>, Refusal> {
    let replayer = Replayer::to_show(document, root, rules);
    replayer.map_err(|why| Refusal::Negative(format!("game {number} {why}")))
}

/// The main line or the way that a path takes, up to a move if one is asked for.
pub(crate) fn line<'d>(
    document: &'d Document,
    root: NodeId,
    path: Option<&TreePath>,
    number: Option<u32>,
) -> Result<Line<'d>, Refusal> {
    Line::at(document, root, path, number).map_err(|why| match why {
        NoSuchPlace::Path(why) => Refusal::Negative(why.to_string()),
        NoSuchPlace::Move(why) => Refusal::Usage(why.to_string()),
    })
}
