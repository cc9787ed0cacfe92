//! Finding the game and the line of moves that `--game`, `--path` and `--move` select.

use kifu::Record;
use kifu::figure::{Line, NoSuchPlace};
use kifu::replay::Replayer;
use kifu::rules::Rules;
use kifu::sgf::{Document, NodeId};

use crate::args::values::TreePath;
use crate::exit::Refusal;

/// Returns the root of the game with this number, from 1, and a replayer at its start. The document
/// is the record as SGF.
///
/// # Errors
///
/// If the game does not exist or cannot be replayed on a Go board.
pub(crate) fn game<'d>(
    record: &Record,
    document: &'d Document,
    number: usize,
    rules: &Rules,
) -> Result<(NodeId, Replayer<'d>), Refusal> {
    game_after(0, record, document, number, rules)
}

/// The same as [`game`], for a chunk that comes after `before` other games of its file.
pub(crate) fn game_after<'d>(
    before: usize,
    record: &Record,
    document: &'d Document,
    number: usize,
    rules: &Rules,
) -> Result<(NodeId, Replayer<'d>), Refusal> {
    let Some(root) = document.roots().nth(number - before - 1) else {
        return Err(Refusal::Negative(match before + document.roots().count() {
            0 => "no game found".to_owned(),
            1 => format!("the file has no game {number}; it has only one game"),
            games => format!("the file has no game {number}; it has only {games} games"),
        }));
    };
    drawable(record, number as u64)?;
    Ok((root, replayer(document, root, number as u64, rules)?))
}

/// Refuses a JGF game whose board is larger than kifu supports. As SGF, such a game has no size,
/// and its moves are in private properties.
///
/// # Errors
///
/// If the board is too large.
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

/// Returns a replayer at the start of a game. `number` is used in messages.
///
/// # Errors
///
/// If it cannot be replayed on a Go board.
pub(crate) fn replayer<'d>(
    document: &'d Document,
    root: NodeId,
    number: u64,
    rules: &Rules,
) -> Result<Replayer<'d>, Refusal> {
    let replayer = Replayer::to_show(document, root, rules);
    replayer.map_err(|why| Refusal::Negative(format!("game {number} {why}")))
}

/// Returns the main line or the line that a path selects, up to a move if one is given.
pub(crate) fn line<'d>(
    document: &'d Document,
    root: NodeId,
    path: Option<&TreePath>,
    number: Option<u32>,
) -> Result<Line<'d>, Refusal> {
    Line::at(document, root, path, number).map_err(|why| match why {
        NoSuchPlace::Path(why) => Refusal::Negative(why.to_string()),
        NoSuchPlace::Move(why) => Refusal::Usage(why.to_string()),
        other => Refusal::Negative(other.to_string()),
    })
}
