use crate::Point;

/// A player's action on a turn: playing a stone or passing.
///
/// A move does not include its player, which callers keep separately.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Move {
    /// A stone is played on this point.
    Play(Point),
    /// The player passes.
    Pass,
}

impl Move {
    /// The point of the stone, or `None` for a pass.
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_played_stone_has_a_point() {
        assert_eq!(
            Move::Play(Point::new(3, 15)).point(),
            Some(Point::new(3, 15))
        );
        assert_eq!(Move::Pass.point(), None);
    }
}
