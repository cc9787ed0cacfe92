use crate::{Color, Move, Point};

/// A single action on the board: a move, a setup stone, or a change of turn.
///
/// A record of any format is a sequence of actions. The effect of an action on a position depends on the rules, not
/// on this type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Action {
    /// A player moves (SGF's `B` and `W`).
    Play(Color, Move),
    /// A stone is placed on a point, or the point is cleared, without a move (SGF's `AB`, `AW` and `AE`).
    Put(Point, Option<Color>),
    /// The player to move is set (SGF's `PL`).
    ToPlay(Color),
}
