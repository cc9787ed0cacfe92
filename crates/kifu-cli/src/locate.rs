//! Finding the game and the line of moves that `--game`, `--path` and `--move` select.

use kifu::Record;
use kifu::figure::{Line, NoSuchPlace};
use kifu::problem::Problem;
use kifu::replay::Replayer;
use kifu::rules::Rules;
use kifu::sgf::{Document, NoAddress, NoLocation, NodeId};

use crate::args::values::{Location, MoveArg};
use crate::exit::{Refusal, Usage};

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

/// Returns the same as [`game`] for a chunk that comes after `before` other games of its file.
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
    let at = usize::try_from(number).map_or(0, |number| number.saturating_sub(1));
    let why = match record.oversized_board(at) {
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

/// Refuses a command line in which `--path` and `--move` both name an address.
pub(crate) fn refuse_two_places(
    path: Option<&Location>,
    number: Option<&MoveArg>,
) -> Result<(), Usage> {
    match (path, number) {
        (Some(_), Some(MoveArg::Address(_))) => Err(Usage(
            "`--path` and `--move` both name an address; use one of them, or a number in `--move`"
                .to_owned(),
        )),
        _ => Ok(()),
    }
}

/// Returns the location and the number of the move that `--path` and `--move` select.
pub(crate) fn place(
    path: Option<&Location>,
    number: Option<&MoveArg>,
) -> (Option<Location>, Option<u32>) {
    match (path, number) {
        (_, Some(MoveArg::Address(address))) => (Some(Location::Address(address.clone())), None),
        (path, Some(MoveArg::Number(number))) => (path.cloned(), Some(*number)),
        (path, None) => (path.cloned(), None),
    }
}

/// Returns the refusal of a game, with its number if messages need it, that lacks a place.
pub(crate) fn no_such_place(game: Option<u64>, why: &NoSuchPlace) -> Refusal {
    let game = game.map_or_else(|| "the game".to_owned(), |game| format!("game {game}"));
    let text = format!("{game} has {why}");
    match why {
        NoSuchPlace::Location(NoLocation::Address(NoAddress::Move { .. }))
        | NoSuchPlace::Move(_) => Refusal::Usage(text),
        _ => Refusal::Negative(text),
    }
}

/// Returns the line to the place that `--path` and `--move` select: the main line, the line to a place,
/// or the line through a place up to a move. `game` is the number of the game, if messages
/// need it.
pub(crate) fn line<'d>(
    document: &'d Document,
    (game, root): (Option<u64>, NodeId),
    path: Option<&Location>,
    number: Option<&MoveArg>,
) -> Result<Line<'d>, Refusal> {
    let (location, number) = place(path, number);
    Line::at(document, root, location.as_ref(), number).map_err(|why| no_such_place(game, &why))
}

/// Returns the line to the first position of a game if the game is a problem, because a problem is
/// drawn before its first move unless a place is selected. Returns `None` for other games.
pub(crate) fn start_of_problem(document: &Document, root: NodeId) -> Option<Line<'_>> {
    let is_problem = Problem::starts_with_stones(document, root);
    is_problem.then(|| Line::main(document, root).up_to(0))?
}

/// Returns the line that `--path` selects, for verbs that process a whole line: to the end of the
/// line through an address, or to the end of a path. Without a path it is the main line.
pub(crate) fn whole_line<'d>(
    document: &'d Document,
    (game, root): (Option<u64>, NodeId),
    path: Option<&Location>,
) -> Result<Line<'d>, Refusal> {
    Line::through_location(document, root, path).map_err(|why| no_such_place(game, &why))
}
