//! What the arguments select, for still and for moving pictures.

use kifu::core::{Size, Western};
use kifu::diagram::{Coordinates, View};
use kifu::figure::{Line, Options, ViewMode};

use super::args::{CoordinateNames, RenderArgs, ViewArg};
use crate::printable::Printable;

/// Returns a message if the line ends before the first move of `--moves`.
pub(super) fn missing_moves(line: &Line<'_>, args: &RenderArgs) -> Option<String> {
    let number = *args.moves.as_ref()?.0.start();
    let is_missing = number > line.last_move();
    is_missing.then(|| format!("game {} has {}", args.game, line.no_move(number)))
}

/// Returns the options of figures on a board of this size.
pub(super) fn options(args: &RenderArgs, size: Size) -> Result<Options, String> {
    let point = |name: &str| {
        Western::parse(name, size).map_err(|why| format!("--view: `{}`: {why}", Printable(name)))
    };
    let view = match &args.view {
        None => ViewMode::Stated,
        Some(ViewArg::Whole) => ViewMode::Whole,
        Some(ViewArg::Auto) => ViewMode::Auto,
        Some(ViewArg::Between(one, other)) => {
            ViewMode::Part(View::between(point(one)?, point(other)?))
        }
    };
    let coordinates = args.coordinates.map(|names| match names {
        CoordinateNames::Western => Coordinates::Western,
        CoordinateNames::Sgf => Coordinates::Sgf,
        CoordinateNames::None => Coordinates::None,
    });
    Ok(Options {
        view,
        coordinates,
        ..Options::default()
    })
}
