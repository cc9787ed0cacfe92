use alloc::boxed::Box;
use alloc::vec;
use core::fmt;

use kifu_core::{Point, Size};

/// A set of points of one board, such as dead stones, territory or liberties.
///
/// ```
/// use kifu_core::{Point, Size};
/// use kifu_rules::PointSet;
///
/// let mut dead = PointSet::new(Size::square(9).unwrap());
/// assert!(dead.insert(Point::new(2, 3)));
/// assert!(dead.contains(Point::new(2, 3)));
/// assert_eq!(dead.len(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PointSet {
    size: Size,
    words: Box<[u64]>,
}

impl PointSet {
    /// Creates an empty set for boards of a size.
    pub fn new(size: Size) -> PointSet {
        PointSet {
            size,
            words: vec![0; size.area().div_ceil(64)].into_boxed_slice(),
        }
    }

    /// Creates a set of points. Points off the board are ignored.
    pub fn of(size: Size, points: impl IntoIterator<Item = Point>) -> PointSet {
        let mut set = PointSet::new(size);
        for point in points {
            set.insert(point);
        }
        set
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Adds a point. Returns whether it is new; `false` if it is off the board.
    pub fn insert(&mut self, point: Point) -> bool {
        let Some((word, bit)) = self.place(point) else {
            return false;
        };
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Removes a point. Returns whether it was in the set.
    pub fn remove(&mut self, point: Point) -> bool {
        let Some((word, bit)) = self.place(point) else {
            return false;
        };
        let there = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        there
    }

    /// Whether the point is in the set.
    pub fn contains(&self, point: Point) -> bool {
        self.place(point)
            .is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// An iterator over the points, row by row from the top, and from left to right.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| self.contains(point))
    }

    fn place(&self, point: Point) -> Option<(usize, u64)> {
        let at = usize::from(point.row) * usize::from(self.size.cols()) + usize::from(point.col);
        self.size
            .contains(point)
            .then_some((at / 64, 1 << (at % 64)))
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut set = f.debug_set();
        for name in self.iter().filter_map(|point| self.size.western(point)) {
            set.entry(&format_args!("{name}"));
        }
        set.finish()
    }
}
