use core::fmt;

use kifu_core::Color;

/// The reason why the rules forbid a move. The position is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Illegal {
    /// The point is not on the board.
    OffBoard,
    /// The point is occupied by a stone of this colour.
    Occupied(Color),
    /// The move would leave the player's own stones without a liberty.
    Suicide {
        /// The number of these stones, including the new one.
        stones: u16,
    },
    /// The move retakes a ko immediately.
    Ko,
    /// The move repeats an earlier position.
    Superko {
        /// The number of plies after which that position occurred; 0 is the start. If it occurred several times, this
        /// is the latest.
        ply: usize,
    },
    /// It is the other player's turn.
    NotYourTurn,
    /// The game is over, because the players have passed.
    GameOver,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::OffBoard => f.write_str("the point is not on the board"),
            Illegal::Occupied(color) => {
                write!(f, "the point is occupied by a {} stone", lower(*color))
            }
            Illegal::Suicide { stones: 1 } => {
                f.write_str("suicide: the stone would have no liberty")
            }
            Illegal::Suicide { stones } => {
                write!(f, "suicide: {stones} stones would have no liberty")
            }
            Illegal::Ko => f.write_str("ko: it may not be retaken immediately"),
            Illegal::Superko { ply: 0 } => {
                f.write_str("superko: the move repeats the starting position")
            }
            Illegal::Superko { ply } => {
                write!(f, "superko: the move repeats the position after move {ply}")
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
