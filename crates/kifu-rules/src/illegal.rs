use core::fmt;

use kifu_core::Color;

/// Why the rules forbid a move. The position is as it was before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Illegal {
    /// The point is not on the board.
    OffBoard,
    /// A stone of this colour stands there.
    Occupied(Color),
    /// So many of the player's own stones would be left without a liberty, the new
    /// one among them.
    Suicide {
        /// How many, at least 1.
        stones: u16,
    },
    /// It takes a ko back at once.
    Ko,
    /// It repeats an earlier position.
    Superko {
        /// After how many actions that position stood; 0 is the start. The latest,
        /// if there are several.
        ply: usize,
    },
    /// It is the other player's turn.
    NotYourTurn,
    /// The players have passed, and the game is over.
    GameOver,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::OffBoard => f.write_str("the point is not on the board"),
            Illegal::Occupied(color) => write!(f, "a {} stone stands there", lower(*color)),
            Illegal::Suicide { stones: 1 } => {
                f.write_str("suicide: the stone would have no liberty")
            }
            Illegal::Suicide { stones } => {
                write!(f, "suicide: {stones} stones would have no liberty")
            }
            Illegal::Ko => f.write_str("ko: it may not be taken back at once"),
            Illegal::Superko { ply: 0 } => f.write_str("superko: it repeats the starting position"),
            Illegal::Superko { ply } => {
                write!(f, "superko: it repeats the position after move {ply}")
            }
            Illegal::NotYourTurn => f.write_str("it is the other player's turn"),
            Illegal::GameOver => f.write_str("the game is over"),
        }
    }
}

impl core::error::Error for Illegal {}

pub(crate) const fn lower(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
