use core::fmt;

use crate::{Point, Western};

/// The size of a board: the numbers of columns and rows, each from 1 to 52.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "(u8, u8)", into = "(u8, u8)"))]
pub struct Size {
    // Invariant: both are in 1..=Size::MAX.
    cols: u8,
    rows: u8,
}

impl Size {
    /// The longest side that SGF's letters `a`–`z`, `A`–`Z` can address.
    pub const MAX: u8 = 52;

    /// The largest board: 52×52.
    pub const LARGEST: Size = Size {
        cols: Size::MAX,
        rows: Size::MAX,
    };

    /// Creates a size of `cols` columns and `rows` rows.
    ///
    /// # Errors
    ///
    /// [`SizeError`] if a side is 0 or longer than [`Size::MAX`].
    pub const fn new(cols: u8, rows: u8) -> Result<Size, SizeError> {
        if cols == 0 || rows == 0 || cols > Size::MAX || rows > Size::MAX {
            return Err(SizeError { cols, rows });
        }
        Ok(Size { cols, rows })
    }

    /// Creates the size of a square board.
    ///
    /// # Errors
    ///
    /// The same as [`Size::new`].
    pub const fn square(side: u8) -> Result<Size, SizeError> {
        Size::new(side, side)
    }

    /// The number of columns.
    #[inline]
    pub const fn cols(self) -> u8 {
        self.cols
    }

    /// The number of rows.
    #[inline]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// The number of points: columns times rows, at most 2,704.
    pub const fn area(self) -> usize {
        self.cols as usize * self.rows as usize
    }

    /// Whether a point is on a board of this size.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.col < self.cols && point.row < self.rows
    }

    /// Returns an iterator over all points, row by row from the top, left to right.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Point { col, row }))
    }

    /// The name of a point in Western coordinates (`Q16`); `None` off the board.
    ///
    /// Letters skip `I`. Past `Z` they are doubled (`AA`, `BB` …), as in GTP programs with large boards. Row 1 is
    /// at the bottom.
    pub const fn western(self, point: Point) -> Option<Western> {
        if self.contains(point) {
            Some(Western {
                point,
                rows: self.rows,
            })
        } else {
            None
        }
    }
}

/// Returns 19×19, the size of an SGF record that does not state one.
impl Default for Size {
    fn default() -> Size {
        Size { cols: 19, rows: 19 }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.cols, self.rows)
    }
}

impl From<Size> for (u8, u8) {
    fn from(size: Size) -> (u8, u8) {
        (size.cols, size.rows)
    }
}

impl TryFrom<(u8, u8)> for Size {
    type Error = SizeError;

    fn try_from((cols, rows): (u8, u8)) -> Result<Size, SizeError> {
        Size::new(cols, rows)
    }
}

/// The error of creating a [`Size`] with a side that is 0 or longer than [`Size::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeError {
    /// The requested number of columns.
    pub cols: u8,
    /// The requested number of rows.
    pub rows: u8,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the board must have 1 to {} columns and rows, not {}x{}",
            Size::MAX,
            self.cols,
            self.rows
        )
    }
}

impl core::error::Error for SizeError {}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn sides_are_bounded() {
        assert!(Size::new(1, 52).is_ok());
        assert!(Size::new(0, 9).is_err());
        assert!(Size::square(53).is_err());
    }

    #[test]
    fn points_tile_the_board() {
        let size = Size::new(3, 2).unwrap();
        assert_eq!(size.points().count(), size.area());
        assert!(size.points().all(|p| size.contains(p)));
        assert_eq!(size.points().nth(3), Some(Point::new(0, 1)));
    }

    #[test]
    fn columns_and_rows_are_told_apart() {
        let size = Size::new(19, 13).unwrap();
        assert_eq!((size.cols(), size.rows(), size.area()), (19, 13, 247));
        assert_eq!(size.to_string(), "19x13");
        assert_eq!(<(u8, u8)>::from(size), (19, 13));
        assert_eq!(Size::try_from((19, 13)), Ok(size));
        assert_eq!(Size::square(13), Size::new(13, 13));
        assert_eq!(Size::default().to_string(), "19x19");
        for (col, row, is_on) in [
            (18, 12, true),
            (0, 0, true),
            (19, 0, false),
            (0, 13, false),
            (12, 18, false),
        ] {
            let point = Point::new(col, row);
            assert_eq!(size.contains(point), is_on);
            assert_eq!(size.western(point).is_some(), is_on);
        }
    }

    #[test]
    fn the_error_names_the_size() {
        let error = Size::try_from((0, 53)).unwrap_err();
        assert_eq!((error.cols, error.rows), (0, 53));
        assert_eq!(
            error.to_string(),
            "the board must have 1 to 52 columns and rows, not 0x53"
        );
    }
}
