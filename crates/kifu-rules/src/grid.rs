use alloc::boxed::Box;
use alloc::vec;

use kifu_core::{Color, Point, Size};

use crate::{Board, StoneChange, Symmetry};

/// A grid with a byte for each point of a board. Applying the changes of a game keeps the grid up to date.
///
/// The bytes are row by row from the top, and from left to right: the byte of a point is at `row * cols + col`. A byte
/// is 0 for an empty point, 1 for Black and 2 for White. Reading a position is one copy of [`as_bytes`](Grid::as_bytes),
/// and a ply takes time only for the stones that it puts and removes.
///
/// ```
/// use kifu_rules::{Color, Grid, Move, Point, Position, Rules, Size};
///
/// let mut game = Position::new(Size::new(3, 2).unwrap(), Rules::JAPANESE);
/// let mut grid = Grid::new(game.board().size());
/// let mut positions = Vec::new();
/// for (color, point) in [(Color::Black, Point::new(1, 0)), (Color::White, Point::new(2, 1))] {
///     positions.extend_from_slice(grid.as_bytes());
///     game.play(color, Move::Play(point)).unwrap();
///     grid.apply(game.changes());
/// }
/// assert_eq!(positions, [0, 0, 0, 0, 0, 0, /* second position */ 0, 1, 0, 0, 0, 0]);
/// assert_eq!(grid.as_bytes(), [0, 1, 0, 0, 0, 2]);
/// ```
///
/// A grid can also follow the game in another orientation, at the same cost: see
/// [`with_symmetry`](Grid::with_symmetry).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    places: Places,
    cells: Box<[u8]>,
}

impl Grid {
    /// Creates the grid of an empty board.
    pub fn new(size: Size) -> Grid {
        Grid::with_symmetry(size, Symmetry::IDENTITY)
    }

    /// Creates the grid of an empty board that is turned or mirrored. `size` is the size of the board of the game, to
    /// which changes refer; the grid has the size [`Symmetry::size`].
    ///
    /// ```
    /// use kifu_rules::{Color, Grid, Point, Setup, Size, Symmetry};
    ///
    /// let size = Size::new(3, 2).unwrap();
    /// let mut setup = Setup::empty(size);
    /// setup.put(Point::new(2, 0), Some(Color::Black));
    /// let mut grid = Grid::with_symmetry(size, Symmetry::TURN_LEFT);
    /// grid.start(&kifu_rules::Board::from_setup(&setup));
    /// assert_eq!(grid.as_bytes(), [1, 0, /* row 2 */ 0, 0, /* row 3 */ 0, 0]);
    /// ```
    pub fn with_symmetry(size: Size, symmetry: Symmetry) -> Grid {
        Grid {
            places: Places::new(size, symmetry),
            cells: vec![0; size.area()].into_boxed_slice(),
        }
    }

    /// Replaces the content with another board of the same size.
    ///
    /// # Panics
    ///
    /// Panics if the board has another size.
    pub fn start(&mut self, board: &Board) {
        assert_eq!(board.size(), self.places.size, "the board has another size");
        self.cells.fill(0);
        for (point, color) in board.stones() {
            self.set(point, Some(color));
        }
    }

    /// Replaces the content with an empty board.
    pub fn clear(&mut self) {
        self.cells.fill(0);
    }

    /// Applies changes, for example [`Position::changes`](crate::Position::changes) after a ply. To go back, apply them
    /// [`reversed`](StoneChange::reversed) before the ply is undone. Points off the board are skipped.
    #[inline]
    pub fn apply(&mut self, changes: impl IntoIterator<Item = StoneChange>) {
        for change in changes {
            self.set(change.point, change.after);
        }
    }

    #[inline]
    fn set(&mut self, point: Point, stone: Option<Color>) {
        let cell = self.places.get(point).and_then(|at| self.cells.get_mut(at));
        if let Some(cell) = cell {
            *cell = byte(stone);
        }
    }

    /// The size of the grid: the number of bytes in a row, and of rows.
    pub fn size(&self) -> Size {
        self.places.symmetry.size(self.places.size)
    }

    /// The bytes: [`Size::area`] of them.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.cells
    }
}

/// The byte of a stone: 0 for none, 1 for Black, 2 for White.
#[inline]
const fn byte(stone: Option<Color>) -> u8 {
    match stone {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    }
}

/// A table with the index of each point of a board in a turned or mirrored grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Places {
    pub(crate) size: Size,
    pub(crate) symmetry: Symmetry,
    // The indices, row by row.
    places: Box<[u16]>,
}

impl Places {
    pub(crate) fn new(size: Size, symmetry: Symmetry) -> Places {
        let cols = usize::from(symmetry.size(size).cols());
        let place = |point| {
            let point = symmetry.point(point, size);
            (usize::from(point.row) * cols + usize::from(point.col)) as u16
        };
        Places {
            size,
            symmetry,
            places: size.points().map(place).collect(),
        }
    }

    /// The index of a point; `None` off the board.
    #[inline]
    pub(crate) fn get(&self, point: Point) -> Option<usize> {
        if !self.size.contains(point) {
            return None;
        }
        let at = usize::from(point.row) * usize::from(self.size.cols()) + usize::from(point.col);
        self.places.get(at).map(|&at| usize::from(at))
    }
}
