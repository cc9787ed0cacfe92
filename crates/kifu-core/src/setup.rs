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

    /// The black and the white stones of a row, a bit for each column from the lowest on; none of a
    /// row that the board does not have.
    ///
    /// ```
    /// use kifu_core::{Color, Point, Setup, Size};
    ///
    /// let mut setup = Setup::empty(Size::square(9).unwrap());
    /// setup.put(Point::new(2, 6), Some(Color::White));
    /// assert_eq!(setup.row(6), (0, 0b100));
    /// ```
    pub fn row(&self, row: u8) -> (u64, u64) {
        if row >= self.size.rows() {
            return (0, 0);
        }
        let (from, shift) = self.place_of(row);
        let both = self.window(from) >> shift;
        (self.columns(both), self.columns(both >> 1))
    }

    /// Puts all stones of a row at once, as [`Setup::row`] gives them, and clears its other points; says
    /// whether the row is on the board. Columns off the board have no stones, and points that are
    /// black are not white.
    pub fn set_row(&mut self, row: u8, black: u64, white: u64) -> bool {
        if row >= self.size.rows() {
            return false;
        }
        let (from, shift) = self.place_of(row);
        let all = (1 << self.size.cols()) - 1;
        let both = spread(black & all) | spread(white & !black & all) << 1;
        let others = self.window(from) & !((spread(all) * 3) << shift);
        let bytes = (others | both << shift).to_le_bytes();
        let to = BYTES.min(from + bytes.len());
        self.points[from..to].copy_from_slice(&bytes[..to - from]);
        true
    }

    /// In which byte a row begins, and at which of its bits.
    fn place_of(&self, row: u8) -> (usize, usize) {
        let at = self.number(Point::new(0, row));
        (at / 4, at % 4 * 2)
    }

    /// The points from a byte on, as many as a row can have and more.
    fn window(&self, from: usize) -> u128 {
        let mut bytes = [0; size_of::<u128>()];
        let to = BYTES.min(from + bytes.len());
        bytes[..to - from].copy_from_slice(&self.points[from..to]);
        u128::from_le_bytes(bytes)
    }

    /// The lower bit of each point.
    fn columns(&self, both: u128) -> u64 {
        gather(both) & ((1 << self.size.cols()) - 1)
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

/// Where bits lie while they are spread: all together, in halves, in quarters, and at last
/// each with a bit above it.
const SPREAD: [u128; 7] = [
    0x0000_0000_0000_0000_FFFF_FFFF_FFFF_FFFF,
    0x0000_0000_FFFF_FFFF_0000_0000_FFFF_FFFF,
    0x0000_FFFF_0000_FFFF_0000_FFFF_0000_FFFF,
    0x00FF_00FF_00FF_00FF_00FF_00FF_00FF_00FF,
    0x0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F,
    0x3333_3333_3333_3333_3333_3333_3333_3333,
    0x5555_5555_5555_5555_5555_5555_5555_5555,
];

/// Puts a zero above each bit.
fn spread(bits: u64) -> u128 {
    (0..6).fold(u128::from(bits), |bits, step| {
        (bits | bits << (32 >> step)) & SPREAD[step + 1]
    })
}

/// Every second bit, from the lowest on.
fn gather(bits: u128) -> u64 {
    let bits = (0..6).rev().fold(bits & SPREAD[6], |bits, step| {
        (bits | bits >> (32 >> step)) & SPREAD[step]
    });
    bits as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_their_points() {
        let mut random = 1u64;
        for (cols, rows) in [(1, 1), (52, 52), (52, 1), (3, 5), (19, 19), (31, 52)] {
            let size = Size::new(cols, rows).unwrap();
            let mut setup = Setup::empty(size);
            for row in (0..rows).chain([0, rows - 1, rows]) {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let (black, white) = (random, random.rotate_left(20));
                let mut by_points = setup.clone();
                for col in 0..cols {
                    let stone = match (black >> col & 1, white >> col & 1) {
                        (1, _) => Some(Color::Black),
                        (_, 1) => Some(Color::White),
                        _ => None,
                    };
                    by_points.put(Point::new(col, row), stone);
                }
                assert_eq!(setup.set_row(row, black, white), row < rows);
                assert_eq!(setup, by_points);
                let all = (1 << cols) - 1;
                let there = if row < rows { all } else { 0 };
                assert_eq!(setup.row(row), (black & there, white & !black & there));
            }
        }
    }

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
