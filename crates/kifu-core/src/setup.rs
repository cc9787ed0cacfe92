use crate::{Color, Point, Size};

/// Anything that can be drawn on a board: stones, and perhaps whose turn it is.
///
/// A setup need not be legal: chains may stand without liberties. It holds two
/// bits a point in place, so it allocates nothing.
///
/// ```
/// use kifu_core::{Color, Point, Setup, Size};
///
/// let mut setup = Setup::empty(Size::square(9).unwrap());
/// setup.put(Point::new(2, 6), Some(Color::Black));
/// assert_eq!(setup.stone(Point::new(2, 6)), Some(Color::Black));
/// assert_eq!(setup.stones().count(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// Whose turn it is, where that is known.
    pub to_play: Option<Color>,
    /// The point that the side to move may not take because of a ko.
    pub ko: Option<Point>,
    size: Size,
    // Four points a byte, row by row; 0 empty, 1 black, 2 white, and 0 past the board.
    points: [u8; BYTES],
}

const BYTES: usize = (Size::MAX as usize * Size::MAX as usize).div_ceil(4);

impl Setup {
    /// An empty board.
    pub const fn empty(size: Size) -> Setup {
        Setup {
            to_play: None,
            ko: None,
            size,
            points: [0; BYTES],
        }
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point; `None` where there is none, and off the board.
    pub const fn stone(&self, point: Point) -> Option<Color> {
        if !self.size.contains(point) {
            return None;
        }
        let at = self.number(point);
        match self.points[at / 4] >> (at % 4 * 2) & 3 {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// Puts a stone on a point or clears it; says whether the point is on the board.
    pub const fn put(&mut self, point: Point, stone: Option<Color>) -> bool {
        if !self.size.contains(point) {
            return false;
        }
        let at = self.number(point);
        let bits = match stone {
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        };
        let shift = at % 4 * 2;
        self.points[at / 4] = self.points[at / 4] & !(3 << shift) | bits << shift;
        true
    }

    /// Every stone, row by row from the top, left to right.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        self.size
            .points()
            .filter_map(|point| Some((point, self.stone(point)?)))
    }

    const fn number(&self, point: Point) -> usize {
        point.row as usize * self.size.cols() as usize + point.col as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_its_own() {
        for (cols, rows) in [(1, 1), (52, 52), (52, 1), (3, 5)] {
            let size = Size::new(cols, rows).unwrap();
            let mut setup = Setup::empty(size);
            for (n, point) in size.points().enumerate() {
                setup.put(point, [None, Some(Color::Black), Some(Color::White)][n % 3]);
            }
            for (n, point) in size.points().enumerate() {
                let expected = [None, Some(Color::Black), Some(Color::White)][n % 3];
                assert_eq!(setup.stone(point), expected);
            }
            assert!(!setup.put(Point::new(cols, 0), None));
            assert_eq!(setup.stone(Point::new(0, rows)), None);
        }
    }
}
