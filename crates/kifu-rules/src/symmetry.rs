use core::fmt;

use kifu_core::{Color, Point, Size};

use crate::{Board, SymmetricHashes};

/// One of the eight ways to turn and mirror a board.
///
/// A symmetry maps each point of a board to another point. Four of the eight exchange columns and rows, and so the
/// sides of a rectangular board.
///
/// ```
/// use kifu_core::{Point, Size};
/// use kifu_rules::Symmetry;
///
/// let size = Size::square(19).unwrap();
/// let hoshi = Point::new(15, 3);
/// let corners = Symmetry::ALL.map(|s| s.point(hoshi, size));
/// assert!(corners.contains(&Point::new(3, 15)));
/// for symmetry in Symmetry::ALL {
///     let there = symmetry.point(hoshi, size);
///     assert_eq!(symmetry.inverse().point(there, symmetry.size(size)), hoshi);
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    // Mirrors are applied before columns and rows are exchanged.
    mirrors_cols: bool,
    mirrors_rows: bool,
    transposes: bool,
}

impl Symmetry {
    /// Does not change the board.
    pub const IDENTITY: Symmetry = Symmetry::numbered(0);

    /// All eight symmetries: first the identity, and then the others that do not exchange the sides.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::numbered(0),
        Symmetry::numbered(1),
        Symmetry::numbered(2),
        Symmetry::numbered(3),
        Symmetry::numbered(4),
        Symmetry::numbered(5),
        Symmetry::numbered(6),
        Symmetry::numbered(7),
    ];

    /// Exchanges left and right.
    pub const MIRROR_COLUMNS: Symmetry = Symmetry::numbered(1);
    /// Exchanges top and bottom.
    pub const MIRROR_ROWS: Symmetry = Symmetry::numbered(2);
    /// Turns the board by 180 degrees.
    pub const HALF_TURN: Symmetry = Symmetry::numbered(3);
    /// Exchanges columns and rows. The top left and the bottom right corner stay.
    pub const TRANSPOSE: Symmetry = Symmetry::numbered(4);
    /// Turns the board counterclockwise by 90 degrees: the top right corner becomes the top left one.
    pub const TURN_LEFT: Symmetry = Symmetry::numbered(5);
    /// Turns the board clockwise by 90 degrees: the top left corner becomes the top right one.
    pub const TURN_RIGHT: Symmetry = Symmetry::numbered(6);
    /// Exchanges columns and rows in reverse. The top right and the bottom left corner stay.
    pub const ANTI_TRANSPOSE: Symmetry = Symmetry::numbered(7);

    const fn numbered(n: u8) -> Symmetry {
        Symmetry {
            mirrors_cols: n & 1 != 0,
            mirrors_rows: n & 2 != 0,
            transposes: n & 4 != 0,
        }
    }

    /// An iterator over the symmetries that keep the size of a board: eight for a square board, and four for others.
    pub fn of(size: Size) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL
            .into_iter()
            .filter(move |symmetry| symmetry.size(size) == size)
    }

    /// Whether the symmetry exchanges columns and rows.
    pub const fn transposes(self) -> bool {
        self.transposes
    }

    /// The size of a board after the symmetry.
    pub const fn size(self, size: Size) -> Size {
        if self.transposes {
            match Size::new(size.rows(), size.cols()) {
                Ok(size) => size,
                // Cannot happen: the sides are in bounds.
                Err(_) => size,
            }
        } else {
            size
        }
    }

    /// Maps a point of a board of this size. A point off the board is returned unchanged.
    pub const fn point(self, point: Point, size: Size) -> Point {
        if !size.contains(point) {
            return point;
        }
        let col = if self.mirrors_cols {
            size.cols() - 1 - point.col
        } else {
            point.col
        };
        let row = if self.mirrors_rows {
            size.rows() - 1 - point.row
        } else {
            point.row
        };
        if self.transposes {
            Point::new(row, col)
        } else {
            Point::new(col, row)
        }
    }

    /// Maps a point of a board of this size by all symmetries, in the order of [`Symmetry::ALL`].
    #[inline]
    pub(crate) const fn images(point: Point, size: Size) -> [Point; 8] {
        let (col, row) = (point.col, point.row);
        let (far_col, far_row) = (size.cols() - 1 - col, size.rows() - 1 - row);
        [
            Point::new(col, row),
            Point::new(far_col, row),
            Point::new(col, far_row),
            Point::new(far_col, far_row),
            Point::new(row, col),
            Point::new(row, far_col),
            Point::new(far_row, col),
            Point::new(far_row, far_col),
        ]
    }

    /// The place of the symmetry in [`Symmetry::ALL`].
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.mirrors_cols as usize
            | (self.mirrors_rows as usize) << 1
            | (self.transposes as usize) << 2
    }

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        if self.transposes {
            Symmetry {
                mirrors_cols: self.mirrors_rows,
                mirrors_rows: self.mirrors_cols,
                transposes: true,
            }
        } else {
            self
        }
    }

    /// The combination of this symmetry and then another one.
    pub const fn then(self, other: Symmetry) -> Symmetry {
        let (cols, rows) = if self.transposes {
            (other.mirrors_rows, other.mirrors_cols)
        } else {
            (other.mirrors_cols, other.mirrors_rows)
        };
        Symmetry {
            mirrors_cols: self.mirrors_cols != cols,
            mirrors_rows: self.mirrors_rows != rows,
            transposes: self.transposes != other.transposes,
        }
    }
}

impl fmt::Debug for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            match (self.mirrors_cols, self.mirrors_rows, self.transposes) {
                (false, false, false) => "Identity",
                (true, false, false) => "MirrorColumns",
                (false, true, false) => "MirrorRows",
                (true, true, false) => "HalfTurn",
                (false, false, true) => "Transpose",
                (true, false, true) => "TurnLeft",
                (false, true, true) => "TurnRight",
                (true, true, true) => "AntiTranspose",
            },
        )
    }
}

impl Board {
    /// Turns or mirrors the board.
    pub fn transformed(&self, symmetry: Symmetry) -> Board {
        let size = self.size();
        let mut board = Board::new(symmetry.size(size));
        let put = |(point, color)| (symmetry.point(point, size), Some(color));
        board.edit(self.stones().map(put));
        board
    }

    /// Exchanges the colours of all stones.
    pub fn colors_swapped(&self) -> Board {
        let mut board = Board::new(self.size());
        board.edit(self.stones().map(|(point, color)| (point, Some(!color))));
        board
    }

    /// A hash that is the same for all eight symmetries of the board: the smallest of their [`hash`](Board::hash)es. It
    /// is also the same for a rectangular board and its transpose.
    ///
    /// ```
    /// use kifu_core::{Color, Point, Size};
    /// use kifu_rules::{Board, Suicide};
    ///
    /// let mut board = Board::new(Size::square(9).unwrap());
    /// board.play(Color::Black, Point::new(2, 3), Suicide::Forbidden).unwrap();
    /// let mut turned = Board::new(Size::square(9).unwrap());
    /// turned.play(Color::Black, Point::new(5, 2), Suicide::Forbidden).unwrap();
    /// assert_ne!(board.hash(), turned.hash());
    /// assert_eq!(board.canonical_hash(), turned.canonical_hash());
    /// ```
    pub fn canonical_hash(&self) -> u128 {
        self.min_hash(|color| color)
    }

    /// A hash that is the same for all eight symmetries of the board, with and without the colours swapped.
    pub fn canonical_hash_of_either_color(&self) -> u128 {
        self.canonical_hash().min(self.min_hash(|color| !color))
    }

    fn min_hash(&self, recolor: impl Fn(Color) -> Color) -> u128 {
        let mut hashes = SymmetricHashes::new(self.size());
        for (point, color) in self.stones() {
            hashes.toggle(point, recolor(color));
        }
        hashes.canonical()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_a_group() {
        let size = Size::new(3, 5).unwrap();
        for a in Symmetry::ALL {
            assert_eq!(a.then(a.inverse()), Symmetry::IDENTITY);
            for b in Symmetry::ALL {
                for point in size.points() {
                    let one_by_one = b.point(a.point(point, size), a.size(size));
                    assert_eq!(a.then(b).point(point, size), one_by_one, "{a:?} {b:?}");
                }
            }
        }
        assert_eq!(Symmetry::of(size).count(), 4);
    }

    #[test]
    fn symmetries_match_their_names() {
        let size = Size::new(3, 5).unwrap();
        let at = |symmetry: Symmetry, col, row| symmetry.point(Point::new(col, row), size);
        for (symmetry, name, top_left, top_right) in [
            (Symmetry::IDENTITY, "Identity", (0, 0), (2, 0)),
            (Symmetry::MIRROR_COLUMNS, "MirrorColumns", (2, 0), (0, 0)),
            (Symmetry::MIRROR_ROWS, "MirrorRows", (0, 4), (2, 4)),
            (Symmetry::HALF_TURN, "HalfTurn", (2, 4), (0, 4)),
            (Symmetry::TRANSPOSE, "Transpose", (0, 0), (0, 2)),
            (Symmetry::TURN_LEFT, "TurnLeft", (0, 2), (0, 0)),
            (Symmetry::TURN_RIGHT, "TurnRight", (4, 0), (4, 2)),
            (Symmetry::ANTI_TRANSPOSE, "AntiTranspose", (4, 2), (4, 0)),
        ] {
            assert_eq!(std::format!("{symmetry:?}"), name);
            assert_eq!(at(symmetry, 0, 0), Point::new(top_left.0, top_left.1));
            assert_eq!(at(symmetry, 2, 0), Point::new(top_right.0, top_right.1));
        }
    }
}
