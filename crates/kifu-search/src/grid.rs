//! Points as numbers, and sets of points as bits.

use kifu_core::{Color, Point, Size};

use crate::Cell;

/// The distance between the numbers of adjacent rows: a power of two, for fast division, and at least 52.
pub(crate) const STRIDE: u16 = 64;

/// The exclusive upper limit of the point numbers on a board of this size.
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

/// The neighbours of a point: above, left, right, below; `None` off the board.
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

/// A set of points, with a word of bits for each row.
pub(crate) type Rows = [u64; Size::MAX as usize];

pub(crate) const NO_ROWS: Rows = [0; Size::MAX as usize];

pub(crate) const ALL_ROWS: Rows = [u64::MAX; Size::MAX as usize];

/// The points where each colour ever has a stone.
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

    /// The points of a row that ever have a stone that the cell allows. The cell must not allow an empty point.
    #[inline]
    pub(crate) fn row(&self, cell: Cell, row: usize) -> u64 {
        match cell {
            Cell::BLACK => self.black[row],
            Cell::WHITE => self.white[row],
            _ => self.black[row] | self.white[row],
        }
    }
}

/// The number of the bitmap for this colour and point in an index.
#[inline]
pub(crate) fn bitmap(color: Color, row: usize, col: usize, size: Size) -> usize {
    let (cols, rows) = (usize::from(size.cols()), usize::from(size.rows()));
    (color as usize * rows + row) * cols + col
}
