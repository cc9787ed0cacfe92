//! Patterns to search for.

use std::fmt::{self, Write};
use std::ops::BitOr;

use kifu_core::{Color, Point, Size};
use kifu_rules::{Board, Symmetry};

/// The set of contents that a pattern allows on a point: any of black, white and empty.
///
/// ```
/// use kifu_core::Color;
/// use kifu_search::Cell;
///
/// let cell = Cell::BLACK | Cell::EMPTY;
/// assert!(cell.allows(None) && cell.allows(Some(Color::Black)));
/// assert!(!cell.allows(Some(Color::White)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// A black stone.
    pub const BLACK: Cell = Cell(1);
    /// A white stone.
    pub const WHITE: Cell = Cell(2);
    /// No stone.
    pub const EMPTY: Cell = Cell(4);
    /// A stone of either colour.
    pub const STONE: Cell = Cell(3);
    /// Any contents.
    pub const ANY: Cell = Cell(7);

    /// Returns the set that allows only these contents.
    pub const fn of(stone: Option<Color>) -> Cell {
        match stone {
            Some(Color::Black) => Cell::BLACK,
            Some(Color::White) => Cell::WHITE,
            None => Cell::EMPTY,
        }
    }

    /// The colour of the stone, if only one colour is allowed.
    pub(crate) const fn stone(self) -> Option<Color> {
        match self {
            Cell::BLACK => Some(Color::Black),
            Cell::WHITE => Some(Color::White),
            _ => None,
        }
    }

    /// Whether the set allows these contents.
    pub const fn allows(self, stone: Option<Color>) -> bool {
        self.allows_all(Cell::of(stone))
    }

    /// Whether the set contains all of `other`.
    pub(crate) const fn allows_all(self, other: Cell) -> bool {
        other.0 & !self.0 == 0
    }

    /// Returns the set with the colours swapped.
    pub const fn swapped(self) -> Cell {
        Cell(self.0 & 4 | (self.0 & 1) << 1 | (self.0 & 2) >> 1)
    }
}

/// Writes the letter that stands for the set in drawings.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(match self.0 {
            1 => 'X',
            2 => 'O',
            3 => '*',
            4 => '.',
            5 => 'x',
            6 => 'o',
            _ => '?',
        })
    }
}

impl BitOr for Cell {
    type Output = Cell;

    fn bitor(self, other: Cell) -> Cell {
        Cell(self.0 | other.0)
    }
}

/// A set of sides of a rectangle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Sides {
    /// The side of column 0.
    pub left: bool,
    /// The side of the last column.
    pub right: bool,
    /// The side of row 0.
    pub top: bool,
    /// The side of the last row.
    pub bottom: bool,
}

impl Sides {
    /// All four sides.
    pub const ALL: Sides = Sides {
        left: true,
        right: true,
        top: true,
        bottom: true,
    };

    /// The sides after a symmetry is applied to the rectangle.
    fn transformed(self, symmetry: Symmetry) -> Sides {
        // On a 3×3 board, the point in the middle of a side identifies the side.
        let size = Size::square(3).unwrap_or_default();
        let mut sides = Sides::default();
        for (is, col, row) in [
            (self.left, 0, 1),
            (self.right, 2, 1),
            (self.top, 1, 0),
            (self.bottom, 1, 2),
        ] {
            match symmetry.point(Point::new(col, row), size) {
                Point { col: 0, .. } => sides.left |= is,
                Point { col: 2, .. } => sides.right |= is,
                Point { row: 0, .. } => sides.top |= is,
                _ => sides.bottom |= is,
            }
        }
        sides
    }
}

/// The places on a board where a pattern may match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Anchor {
    /// These sides of the pattern coincide with edges of the board. If no side is set, the pattern may be anywhere;
    /// if all four are set, the pattern covers the whole board.
    Sides(Sides),
    /// The pattern is in any corner.
    Corner,
    /// The pattern is on any edge.
    Edge,
}

impl Anchor {
    /// The pattern may be anywhere on the board.
    pub const ANYWHERE: Anchor = Anchor::Sides(Sides {
        left: false,
        right: false,
        top: false,
        bottom: false,
    });
    /// The pattern is the whole board.
    pub const FULL: Anchor = Anchor::Sides(Sides::ALL);

    fn transformed(self, symmetry: Symmetry) -> Anchor {
        match self {
            Anchor::Sides(sides) => Anchor::Sides(sides.transformed(symmetry)),
            other => other,
        }
    }

    /// Whether a rectangle of size `part` may have its upper left corner at `at`, on a board on which it fits.
    pub(crate) fn allows(self, at: Point, part: Size, board: Size) -> bool {
        let on = Sides {
            left: at.col == 0,
            right: at.col + part.cols() == board.cols(),
            top: at.row == 0,
            bottom: at.row + part.rows() == board.rows(),
        };
        match self {
            Anchor::Sides(sides) => {
                (on.left || !sides.left)
                    && (on.right || !sides.right)
                    && (on.top || !sides.top)
                    && (on.bottom || !sides.bottom)
            }
            Anchor::Corner => (on.left || on.right) && (on.top || on.bottom),
            Anchor::Edge => on.left || on.right || on.top || on.bottom,
        }
    }
}

/// A rectangle of cells, and the places on a board where it may match.
///
/// ```
/// use kifu_core::{Color, Point};
/// use kifu_search::{Anchor, Pattern};
///
/// let (pattern, findings) = Pattern::parse("+---\n|. . .\n|. X .\n|. . O\n");
/// assert!(findings.is_empty());
/// let pattern = pattern.unwrap();
/// assert_eq!((pattern.size().cols(), pattern.size().rows()), (3, 3));
/// assert!(pattern.cell(Point::new(1, 1)).unwrap().allows(Some(Color::Black)));
/// assert!(matches!(pattern.anchor(), Anchor::Sides(sides) if sides.left && sides.top));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern {
    // Not stored as a `Size`, which does not implement `Ord`.
    cols: u8,
    rows: u8,
    // Row by row, from the top.
    cells: Vec<Cell>,
    anchor: Anchor,
}

/// The error of [`Pattern::new`]: the number of cells does not fit the size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatternError {
    /// The requested size.
    pub size: Size,
    /// The number of cells that were passed.
    pub cells: usize,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cells, size) = (self.cells, self.size);
        let area = size.area();
        write!(
            f,
            "a pattern of {size} points needs {area} cells, but has {cells}"
        )
    }
}

impl core::error::Error for PatternError {}

impl Pattern {
    /// Creates a pattern from its cells, row by row from the top, each row from left to right.
    ///
    /// # Errors
    ///
    /// [`PatternError`] if the number of cells differs from the number of points.
    pub fn new(size: Size, cells: Vec<Cell>, anchor: Anchor) -> Result<Pattern, PatternError> {
        if cells.len() == size.area() {
            Ok(Pattern {
                cols: size.cols(),
                rows: size.rows(),
                cells,
                anchor,
            })
        } else {
            Err(PatternError {
                size,
                cells: cells.len(),
            })
        }
    }

    /// Creates a pattern that matches exactly this whole board.
    pub fn board(board: &Board) -> Pattern {
        let size = board.size();
        let points = size.points();
        Pattern {
            cols: size.cols(),
            rows: size.rows(),
            cells: points.map(|point| Cell::of(board.stone(point))).collect(),
            anchor: Anchor::FULL,
        }
    }

    /// The number of columns and rows.
    pub fn size(&self) -> Size {
        // This never falls back, because `new` took both numbers from a `Size`.
        Size::new(self.cols, self.rows).unwrap_or(Size::LARGEST)
    }

    /// The places where the pattern may match.
    pub fn anchor(&self) -> Anchor {
        self.anchor
    }

    /// Returns the pattern with another anchor.
    #[must_use]
    pub fn anchored(self, anchor: Anchor) -> Pattern {
        Pattern { anchor, ..self }
    }

    /// The cell at a point of the pattern; `None` outside of it.
    pub fn cell(&self, point: Point) -> Option<Cell> {
        let at = usize::from(point.row) * usize::from(self.cols) + usize::from(point.col);
        let inside = self.size().contains(point);
        inside.then(|| self.cells.get(at).copied()).flatten()
    }

    /// Returns an iterator over the cells and their points, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (Point, Cell)> + '_ {
        self.size().points().zip(self.cells.iter().copied())
    }

    /// Returns the smallest rectangle that contains all cells except [`Cell::ANY`], and its upper left point in
    /// this pattern. A pattern that has only [`Cell::ANY`] is reduced to one point.
    #[must_use]
    pub fn trimmed(&self) -> (Pattern, Point) {
        let specified = || self.cells().filter(|&(_, cell)| cell != Cell::ANY);
        let cols = || specified().map(|(point, _)| point.col);
        let rows = || specified().map(|(point, _)| point.row);
        let from = Point::new(cols().min().unwrap_or(0), rows().min().unwrap_or(0));
        let to = Point::new(cols().max().unwrap_or(0), rows().max().unwrap_or(0));
        let inside = |point: Point| {
            (from.col..=to.col).contains(&point.col) && (from.row..=to.row).contains(&point.row)
        };
        let cells = self.cells().filter(|&(point, _)| inside(point));
        let trimmed = Pattern {
            cols: to.col - from.col + 1,
            rows: to.row - from.row + 1,
            cells: cells.map(|(_, cell)| cell).collect(),
            anchor: self.anchor,
        };
        (trimmed, from)
    }

    /// Returns the pattern turned or mirrored, together with its anchor.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Pattern {
        let (from, to) = (self.size(), symmetry.size(self.size()));
        let mut cells = vec![Cell::ANY; self.cells.len()];
        for (point, cell) in self.cells() {
            let there = symmetry.point(point, from);
            cells[usize::from(there.row) * usize::from(to.cols()) + usize::from(there.col)] = cell;
        }
        Pattern {
            cols: to.cols(),
            rows: to.rows(),
            cells,
            anchor: self.anchor.transformed(symmetry),
        }
    }

    /// Returns the pattern with its colours swapped.
    #[must_use]
    pub fn colors_swapped(&self) -> Pattern {
        let cells = self.cells.iter().map(|cell| cell.swapped());
        Pattern {
            cells: cells.collect(),
            ..self.clone()
        }
    }
}
