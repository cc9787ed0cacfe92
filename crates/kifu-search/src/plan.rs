//! Queries prepared for one board size.

use kifu_core::{Point, Size};
use kifu_rules::Symmetry;

use crate::grid::{self, Ever, NO_ROWS, Rows};
use crate::history::{History, Run};
use crate::searcher::Query;
use crate::{Anchor, Cell, Pattern};

/// The variants of a pattern to search for on boards of one size.
pub(crate) struct Plan {
    pub(crate) size: Size,
    pub(crate) variants: Vec<Variant>,
    /// The points of the board whose contents matter for any variant at any place.
    pub(crate) watched: Rows,
    /// The number of stones on the board, if the pattern covers the board and determines every point.
    stones: Option<u32>,
}

/// The pattern in one symmetry, with or without exchanged colours.
pub(crate) struct Variant {
    pub(crate) symmetry: Symmetry,
    pub(crate) swapped: bool,
    pub(crate) size: Size,
    /// The cells that are not [`Cell::ANY`], rarest contents first.
    pub(crate) cells: Vec<PlacedCell>,
    /// The number of cells, at the start of `cells`, that require a stone.
    pub(crate) stones: usize,
    /// The points where the first point of the variant may be, and the range of rows with such
    /// points.
    pub(crate) places: Rows,
    rows: (usize, usize),
}

#[derive(Clone, Copy)]
pub(crate) struct PlacedCell {
    /// The distance from the first point.
    pub(crate) cols: u8,
    pub(crate) rows: u8,
    pub(crate) cell: Cell,
}

/// A variant at one location on the board.
#[derive(Clone, Copy)]
pub(crate) struct Placed {
    pub(crate) variant: usize,
    /// The number of the point on the board where the first point of the variant is.
    pub(crate) at: u16,
}

impl Plan {
    pub(crate) fn new(query: &Query, size: Size) -> Plan {
        let mut seen: Vec<Pattern> = Vec::new();
        let mut variants: Vec<Variant> = Vec::new();
        for (symmetry, swapped) in query.orientations() {
            let pattern = oriented(&query.pattern, symmetry, swapped);
            // Skip a variant if an earlier symmetry produced the same pattern.
            if !seen.contains(&pattern) {
                variants.extend(Variant::new(&pattern, symmetry, swapped, size));
                seen.push(pattern);
            }
        }
        let pattern = &query.pattern;
        let is_definite = |cell: Cell| matches!(cell, Cell::BLACK | Cell::WHITE | Cell::EMPTY);
        let is_complete =
            pattern.anchor() == Anchor::FULL && pattern.cells().all(|(_, cell)| is_definite(cell));
        let stones = pattern.cells().filter(|&(_, cell)| cell != Cell::EMPTY);
        let stones = is_complete.then(|| stones.count() as u32);
        let mut watched = NO_ROWS;
        for variant in &variants {
            for cell in &variant.cells {
                let places = variant.places.iter().take(size.rows().into());
                for (row, &places) in places.enumerate().filter(|(_, places)| **places != 0) {
                    watched[row + usize::from(cell.rows)] |= places << cell.cols;
                }
            }
        }
        Plan {
            size,
            variants,
            watched,
            stones,
        }
    }

    /// Collects the places where a game with these stones could have the pattern.
    pub(crate) fn candidates(&self, ever: &Ever, candidates: &mut Vec<Placed>) {
        candidates.clear();
        for (n, variant) in self.variants.iter().enumerate() {
            variant.candidates(ever, |at| candidates.push(Placed { variant: n, at }));
        }
    }

    /// Collects the times of the game at which the total number of stones allows the pattern.
    pub(crate) fn times(&self, history: &History, between: Run, runs: &mut Vec<Run>) {
        runs.clear();
        match self.stones {
            None => runs.push(between),
            Some(stones) => history.times_with(stones, between, runs),
        }
    }

    /// Intersects the runs with the times at which the pattern is at a place.
    pub(crate) fn narrow(
        &self,
        placed: Placed,
        history: &History,
        runs: &mut Vec<Run>,
        spare: &mut Vec<Run>,
    ) {
        for cell in &self.variants[placed.variant].cells {
            if runs.is_empty() {
                return;
            }
            history.narrow(runs, spare, cell.at(placed.at), cell.cell);
        }
    }
}

/// The pattern in one symmetry, with or without exchanged colours.
pub(crate) fn oriented(pattern: &Pattern, symmetry: Symmetry, swapped: bool) -> Pattern {
    let turned = pattern.transformed(symmetry);
    if swapped {
        turned.colors_swapped()
    } else {
        turned
    }
}

impl PlacedCell {
    /// The point on the board, if the pattern has its first point at `first`.
    #[inline]
    pub(crate) fn at(self, first: u16) -> u16 {
        first + grid::number(Point::new(self.cols, self.rows))
    }
}

impl Variant {
    /// Creates a variant; `None` if the pattern has no place on the board.
    fn new(pattern: &Pattern, symmetry: Symmetry, swapped: bool, board: Size) -> Option<Variant> {
        let size = pattern.size();
        let (cols, rows) = (
            board.cols().checked_sub(size.cols())?,
            board.rows().checked_sub(size.rows())?,
        );
        let mut places = NO_ROWS;
        for row in 0..=rows {
            for col in 0..=cols {
                let at = Point::new(col, row);
                let may = pattern.anchor().allows(at, size, board);
                places[usize::from(row)] |= u64::from(may) << col;
            }
        }
        let first = places.iter().position(|&row| row != 0)?;
        let last = places.iter().rposition(|&row| row != 0)?;
        let specified = pattern.cells().filter(|&(_, cell)| cell != Cell::ANY);
        let mut cells: Vec<PlacedCell> = specified
            .map(|(point, cell)| PlacedCell {
                cols: point.col,
                rows: point.row,
                cell,
            })
            .collect();
        cells.sort_by_key(|cell| match cell.cell {
            Cell::BLACK | Cell::WHITE => 0,
            Cell::STONE => 1,
            Cell::EMPTY => 2,
            _ => 3,
        });
        let stones = cells.iter().filter(|cell| !cell.cell.allows(None)).count();
        Some(Variant {
            symmetry,
            swapped,
            size,
            cells,
            stones,
            places,
            rows: (first, last),
        })
    }

    /// Maps a point of the board to the drawn pattern, if the variant has its first point at `first`.
    pub(crate) fn drawn(&self, point: Point, first: Point) -> Option<Point> {
        let inside = Point::new(
            point.col.checked_sub(first.col)?,
            point.row.checked_sub(first.row)?,
        );
        let drawn = || self.symmetry.inverse().point(inside, self.size);
        self.size.contains(inside).then(drawn)
    }

    #[inline]
    fn candidates(&self, ever: &Ever, mut each: impl FnMut(u16)) {
        let stones = &self.cells[..self.stones];
        let (from, to) = self.rows;
        if from == to
            || self.places[from..=to]
                .iter()
                .all(|row| row.count_ones() <= 4)
        {
            for row in from..=to {
                let mut left = self.places[row];
                for cell in stones {
                    if left == 0 {
                        break;
                    }
                    left &= ever.row(cell.cell, row + usize::from(cell.rows)) >> cell.cols;
                }
                for_each_bit(left, row, &mut each);
            }
            return;
        }
        let mut left = NO_ROWS;
        left[from..=to].copy_from_slice(&self.places[from..=to]);
        for cell in stones {
            let left = &mut left[from..=to];
            let first = from + usize::from(cell.rows);
            let mut any = 0;
            let mut keep = |left: &mut u64, there: u64| {
                *left &= there >> cell.cols;
                any |= *left;
            };
            let (black, white) = (&ever.black[first..], &ever.white[first..]);
            match cell.cell {
                Cell::BLACK => left.iter_mut().zip(black).for_each(|(l, &b)| keep(l, b)),
                Cell::WHITE => left.iter_mut().zip(white).for_each(|(l, &w)| keep(l, w)),
                _ => {
                    let either = black.iter().zip(white).map(|(b, w)| b | w);
                    left.iter_mut().zip(either).for_each(|(l, e)| keep(l, e));
                }
            }
            if any == 0 {
                return;
            }
        }
        for (row, &bits) in left.iter().enumerate().take(to + 1).skip(from) {
            for_each_bit(bits, row, &mut each);
        }
    }
}

fn for_each_bit(mut bits: u64, row: usize, each: &mut impl FnMut(u16)) {
    while bits != 0 {
        each(grid::number(Point::new(
            bits.trailing_zeros() as u8,
            row as u8,
        )));
        bits &= bits - 1;
    }
}
