//! The options of `kifu next`.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use kifu::core::{Color, Move, Point, Size, Western};

use crate::args::input::InputArgs;
use crate::args::pattern::PatternArgs;

/// Show how games continue from a position or a pattern
///
/// Finds the position after --moves, in any orientation and with the moves in any order. For each
/// continuation, shows how often it was played, and in how many of those games Black and White won.
///
/// Without --moves or a pattern, the position is the empty board. With --swap, the position is also
/// found with the colours swapped. Continuations are shown in the orientation of --moves. For a
/// pattern, only moves in its rectangle are counted; for each of them, kifu also shows how often
/// moves elsewhere on the board were played first.
#[derive(Debug, Args)]
pub(crate) struct NextArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The moves that lead to the position, such as 'Q16 D4 pass R6'
    ///
    /// Black moves first; `W:D4` is always a move by White. Without moves, the position is the
    /// empty board.
    #[arg(
        long,
        value_name = "MOVES",
        allow_hyphen_values = true,
        conflicts_with_all = ["pattern", "text_pattern"]
    )]
    pub(crate) moves: Option<String>,

    /// The board size for --moves, such as 19 or 13x9
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "19",
        value_parser = parse_size,
        conflicts_with_all = ["pattern", "text_pattern"]
    )]
    pub(crate) size: Size,

    #[command(flatten)]
    pub(crate) pattern: PatternArgs,

    /// Show at most N continuations
    #[arg(long, value_name = "N", default_value = "10")]
    pub(crate) top: usize,

    /// List up to N games with each continuation; without N, 10
    ///
    /// Each game is shown with players and result.
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "10",
        conflicts_with = "index"
    )]
    pub(crate) games: Option<NonZeroUsize>,

    /// The order of the continuations
    #[arg(long, value_name = "KEY", value_enum, default_value_t)]
    pub(crate) by: By,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The order of continuations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum By {
    /// Most frequent first
    #[default]
    Count,
    /// Highest share of wins for Black first, among games with a winner
    Black,
    /// Highest share of wins for White first, among games with a winner
    White,
}

fn parse_size(text: &str) -> Result<Size, String> {
    let side = |text: &str| text.parse::<u8>().ok();
    let sides = match text.split_once(['x', ':']) {
        Some((cols, rows)) => side(cols).zip(side(rows)),
        None => side(text).map(|side| (side, side)),
    };
    let size = sides.and_then(|(cols, rows)| Size::new(cols, rows).ok());
    size.ok_or_else(|| "expected a board size such as `19` or `13x9`, from 1 to 52".to_owned())
}

impl NextArgs {
    /// Parses the moves of `--moves`. Returns `None` if a pattern is given instead.
    pub(crate) fn played(&self) -> Option<Result<Vec<(Color, Move)>, String>> {
        let has_pattern = self.pattern.pattern.is_some() || self.pattern.text_pattern.is_some();
        let text = match self.moves.as_deref() {
            None if has_pattern => return None,
            moves => moves.unwrap_or_default(),
        };
        let mut color = Color::Black;
        let separators = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
        let words = text.split(separators).filter(|word| !word.is_empty());
        let moves = words.map(|word| {
            let mut name = word;
            match word.get(..2).map(str::to_ascii_uppercase).as_deref() {
                Some("B:") => (color, name) = (Color::Black, &word[2..]),
                Some("W:") => (color, name) = (Color::White, &word[2..]),
                _ => {}
            }
            let played = (color, parse_move(name, self.size)?);
            color = !color;
            Ok(played)
        });
        Some(moves.collect())
    }
}

fn parse_move(name: &str, size: Size) -> Result<Move, String> {
    if name.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    let western = Western::parse(name, size).ok();
    let sgf = || Point::from_sgf(name.as_bytes()).filter(|&point| size.contains(point));
    let point = western.or_else(sgf);
    point.map(Move::Play).ok_or_else(|| {
        let name = name.escape_debug();
        format!(
            "`--moves`: `{name}` is not a point on a {size} board; expected a point such as `C3`"
        )
    })
}
