use kifu_core::{Point, Size};

/// A rectangle of points.
///
/// Sides that are not at the edge of the board are open: lines continue beyond them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    // Invariant: `first` is neither right of nor below `last`.
    first: Point,
    last: Point,
}

impl View {
    /// Returns the view of the whole board.
    pub const fn whole(size: Size) -> View {
        View {
            first: Point::new(0, 0),
            last: Point::new(size.cols() - 1, size.rows() - 1),
        }
    }

    /// Returns the rectangle with two points at opposite corners.
    pub fn between(one: Point, other: Point) -> View {
        View {
            first: Point::new(one.col.min(other.col), one.row.min(other.row)),
            last: Point::new(one.col.max(other.col), one.row.max(other.row)),
        }
    }

    /// The upper left point.
    pub const fn first(self) -> Point {
        self.first
    }

    /// The lower right point.
    pub const fn last(self) -> Point {
        self.last
    }

    /// The number of columns.
    pub const fn cols(self) -> u8 {
        (self.last.col - self.first.col).saturating_add(1)
    }

    /// The number of rows.
    pub const fn rows(self) -> u8 {
        (self.last.row - self.first.row).saturating_add(1)
    }

    /// Whether the rectangle contains a point.
    pub const fn contains(self, point: Point) -> bool {
        self.first.col <= point.col
            && point.col <= self.last.col
            && self.first.row <= point.row
            && point.row <= self.last.row
    }

    /// Returns the smallest rectangle that contains this one and a point.
    #[must_use]
    pub fn with(self, point: Point) -> View {
        let one = View::between(self.first, point);
        let other = View::between(self.last, point);
        View {
            first: one.first.min_of(other.first),
            last: one.last.max_of(other.last),
        }
    }

    /// Returns the rectangle clipped to a board, with at least one point.
    #[must_use]
    pub fn on(self, size: Size) -> View {
        let last = View::whole(size).last;
        View {
            first: self.first.min_of(last),
            last: self.last.min_of(last),
        }
    }

    /// Extends the rectangle by a margin on each side, and up to an edge that would be at most two points away.
    pub(crate) fn grown(self, size: Size, margin: u8) -> View {
        let low = |n: u8| match n.saturating_sub(margin) {
            ..=2 => 0,
            within => within,
        };
        let high = |n: u8, last: u8| match n.saturating_add(margin).saturating_add(2) {
            beyond if beyond >= last => last,
            within => within - 2,
        };
        let edge = View::whole(size).last;
        View {
            first: Point::new(low(self.first.col), low(self.first.row)),
            last: Point::new(high(self.last.col, edge.col), high(self.last.row, edge.row)),
        }
    }

    /// The columns, from the left.
    pub(crate) fn columns(self) -> impl DoubleEndedIterator<Item = u8> + Clone {
        self.first.col..=self.last.col
    }

    /// The rows, from the top.
    pub(crate) fn lines(self) -> impl DoubleEndedIterator<Item = u8> + Clone {
        self.first.row..=self.last.row
    }

    /// The points, row by row.
    pub(crate) fn points(self) -> impl Iterator<Item = Point> + Clone {
        self.lines()
            .flat_map(move |row| self.columns().map(move |col| Point::new(col, row)))
    }
}

trait Corner {
    fn min_of(self, other: Point) -> Point;
    fn max_of(self, other: Point) -> Point;
}

impl Corner for Point {
    fn min_of(self, other: Point) -> Point {
        Point::new(self.col.min(other.col), self.row.min(other.row))
    }

    fn max_of(self, other: Point) -> Point {
        Point::new(self.col.max(other.col), self.row.max(other.row))
    }
}
