use crate::{Color, Move, Point};

/// One thing that a record says about the board.
///
/// Records are sequences of these, whatever their format; what an action does to
/// a position is for the rules to say, not for this type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Action {
    /// A player moves (SGF's `B` and `W`).
    Play(Color, Move),
    /// A stone is put on a point, or the point is cleared, without anybody
    /// moving (SGF's `AB`, `AW` and `AE`).
    Put(Point, Option<Color>),
    /// Whose turn it is from here on (SGF's `PL`).
    ToPlay(Color),
}
