use crate::{Color, Point, Size};

/// An arbitrary position on a board: stones, and optionally the player to move and a ko.
///
/// A setup need not be legal: chains may have no liberties. It stores two bits per point in place, and never allocates.
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
    /// The player to move, if known.
    pub to_play: Option<Color>,
    /// The point that the player to move must not take because of a ko.
    pub ko: Option<Point>,
    size: Size,
    // The layout is that of `words`, with zeros beyond the board.
    points: [u64; WORDS],
}

/// The number of points in a word.
const EACH: usize = 32;

const WORDS: usize = Size::LARGEST.area().div_ceil(EACH);

/// The lower bit of each point.
const LOWER: u64 = 0x5555_5555_5555_5555;

impl Setup {
    /// Creates an empty board.
    pub const fn empty(size: Size) -> Setup {
        Setup {
            to_play: None,
            ko: None,
            size,
            points: [0; WORDS],
        }
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point; `None` if the point is empty or off the board.
    pub const fn stone(&self, point: Point) -> Option<Color> {
        if !self.size.contains(point) {
            return None;
        }
        let at = self.number(point);
        match self.points[at / EACH] >> (at % EACH * 2) & 3 {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// Places a stone on a point or clears it. Returns false if the point is off the board.
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
        let shift = at % EACH * 2;
        self.points[at / EACH] = self.points[at / EACH] & !(3 << shift) | bits << shift;
        true
    }

    /// Creates a setup from the layout of [`Setup::words`]. A point that is both black and white becomes empty.
    /// Missing words are empty points, and bits beyond the board are ignored.
    ///
    /// ```
    /// use kifu_core::{Color, Point, Setup, Size};
    ///
    /// let setup = Setup::from_words(Size::square(9).unwrap(), &[0b10_01]);
    /// assert_eq!(setup.stone(Point::new(0, 0)), Some(Color::Black));
    /// assert_eq!(setup.stone(Point::new(1, 0)), Some(Color::White));
    /// assert_eq!(setup.stones().count(), 2);
    /// ```
    pub fn from_words(size: Size, words: &[u64]) -> Setup {
        let mut setup = Setup::empty(size);
        let whole = size.area() / EACH;
        let there = |at| {
            if at < whole {
                u64::MAX
            } else {
                (1 << (size.area() % EACH * 2)) - 1
            }
        };
        let places = setup.points[..size.area().div_ceil(EACH)].iter_mut();
        for (at, (place, word)) in places.zip(words).enumerate() {
            let both = word & word >> 1 & LOWER;
            *place = word & !(both * 3) & there(at);
        }
        setup
    }

    /// The points, row by row from the top, left to right, with 32 points in each word from the lowest bits up: 0
    /// is an empty point, 1 is black, 2 is white. Bits beyond the board are 0.
    ///
    /// ```
    /// use kifu_core::{Color, Point, Setup, Size};
    ///
    /// let mut setup = Setup::empty(Size::square(9).unwrap());
    /// setup.put(Point::new(2, 0), Some(Color::White));
    /// setup.put(Point::new(5, 3), Some(Color::Black));
    /// assert_eq!(setup.words(), [0b10_00_00, 1, 0]);
    /// ```
    pub fn words(&self) -> &[u64] {
        &self.points[..self.size.area().div_ceil(EACH)]
    }

    /// Returns an iterator over the stones, row by row from the top, left to right.
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
    fn words_are_their_points() {
        let mut random = 1u64;
        for (cols, rows) in [
            (1, 1),
            (52, 52),
            (52, 1),
            (3, 5),
            (19, 19),
            (8, 8),
            (31, 52),
        ] {
            let size = Size::new(cols, rows).unwrap();
            let words: [u64; WORDS] = core::array::from_fn(|_| {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                random ^ random >> 29
            });
            let mut by_points = Setup::empty(size);
            for (n, point) in size.points().enumerate() {
                by_points.put(
                    point,
                    match words[n / 32] >> (n % 32 * 2) & 3 {
                        1 => Some(Color::Black),
                        2 => Some(Color::White),
                        _ => None,
                    },
                );
            }
            assert_eq!(Setup::from_words(size, &words), by_points);
            assert_eq!(Setup::from_words(size, by_points.words()), by_points);
            let first = by_points.words().len().min(1);
            let cut = Setup::from_words(size, &words[..first]);
            assert_eq!(cut.words()[..first], by_points.words()[..first]);
            assert!(cut.words()[first..].iter().all(|&word| word == 0));
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

    #[test]
    fn stones_are_listed_row_by_row() {
        let size = Size::new(9, 13).unwrap();
        let mut setup = Setup::empty(size);
        assert_eq!((setup.size(), setup.to_play, setup.ko), (size, None, None));
        assert_eq!(setup.stones().count(), 0);
        for (col, row, stone) in [
            (2, 12, Some(Color::White)),
            (8, 0, Some(Color::Black)),
            (0, 12, Some(Color::Black)),
            (4, 4, Some(Color::White)),
            (4, 4, None),
        ] {
            assert!(setup.put(Point::new(col, row), stone));
        }
        let stones = [
            (Point::new(8, 0), Color::Black),
            (Point::new(0, 12), Color::Black),
            (Point::new(2, 12), Color::White),
        ];
        assert!(setup.stones().eq(stones));
    }

    #[test]
    fn a_stone_replaces_the_other_colour() {
        let mut setup = Setup::empty(Size::square(9).unwrap());
        let point = Point::new(3, 5);
        for stone in [
            Some(Color::Black),
            Some(Color::White),
            Some(Color::Black),
            None,
        ] {
            assert!(setup.put(point, stone));
            assert_eq!(setup.stone(point), stone);
        }
        assert_eq!(setup, Setup::empty(setup.size()));
    }
}
