//! Points as numbers, and sets of points as bits.

use kifu_core::{Color, Point, Size};

use crate::Cell;

/// Rows are so many numbers apart, which divides quickly and leaves room for 52 columns.
pub(crate) const STRIDE: u16 = 64;

/// Points of a board of so many rows have numbers below this.
pub(crate) const fn numbers(size: Size) -> usize {
    size.rows() as usize * STRIDE as usize
}

#[inline]
pub(crate) const fn number(point: Point) -> u16 {
    point.row as u16 * STRIDE + point.col as u16
}

#[inline]
pub(crate) const fn point(number: u16) -> Point {
    Point::new((number % STRIDE) as u8, (number / STRIDE) as u8)
}

/// The points beside a point: above, left, right, below. Those off the board are `None`.
#[inline]
pub(crate) fn around(number: u16, size: Size) -> [Option<u16>; 4] {
    let Point { col, row } = point(number);
    [
        (row > 0).then(|| number - STRIDE),
        (col > 0).then(|| number - 1),
        (col + 1 < size.cols()).then(|| number + 1),
        (row + 1 < size.rows()).then(|| number + STRIDE),
    ]
}

/// A set of points: a word for each row.
pub(crate) type Rows = [u64; Size::MAX as usize];

pub(crate) const NO_ROWS: Rows = [0; Size::MAX as usize];

/// Where each colour ever had a stone.
#[derive(Clone)]
pub(crate) struct Ever {
    pub(crate) black: Rows,
    pub(crate) white: Rows,
}

impl Ever {
    pub(crate) const NOWHERE: Ever = Ever {
        black: NO_ROWS,
        white: NO_ROWS,
    };

    pub(crate) fn clear(&mut self, size: Size) {
        let rows = usize::from(size.rows());
        self.black[..rows].fill(0);
        self.white[..rows].fill(0);
    }

    #[inline]
    pub(crate) fn add(&mut self, color: Color, number: u16) {
        let rows = match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        };
        rows[usize::from(number / STRIDE)] |= 1 << (number % STRIDE);
    }

    /// Where in a row there was ever a stone that the cell allows; only for cells that do not
    /// allow an empty point.
    #[inline]
    pub(crate) fn row(&self, cell: Cell, row: usize) -> u64 {
        match cell {
            Cell::BLACK => self.black[row],
            Cell::WHITE => self.white[row],
            _ => self.black[row] | self.white[row],
        }
    }
}

/// Which of the bitmaps of an index is that of this colour and point.
#[inline]
pub(crate) fn bitmap(color: Color, row: usize, col: usize, size: Size) -> usize {
    let (cols, rows) = (usize::from(size.cols()), usize::from(size.rows()));
    (color as usize * rows + row) * cols + col
}
