use kifu_core::{Color, Point};

use crate::{Board, PointSet};

/// A chain: stones of one colour that are connected along the lines.
///
/// ```
/// use kifu_core::{Color, Point, Size};
/// use kifu_rules::Board;
///
/// let mut board = Board::new(Size::square(9).unwrap());
/// board.edit([
///     (Point::new(0, 0), Some(Color::Black)),
///     (Point::new(1, 0), Some(Color::Black)),
///     (Point::new(0, 1), Some(Color::White)),
/// ]);
/// let chain = board.chain(Point::new(0, 0)).unwrap();
/// assert_eq!(chain.len(), 2);
/// assert_eq!(chain.liberties().len(), 2);
/// ```
#[derive(Clone, Copy)]
pub struct Chain<'b> {
    board: &'b Board,
    head: usize,
    color: Color,
}

impl<'b> Chain<'b> {
    pub(crate) fn new(board: &'b Board, head: usize, color: Color) -> Chain<'b> {
        Chain { board, head, color }
    }

    /// The colour of the stones.
    pub fn color(self) -> Color {
        self.color
    }

    /// The number of stones: at least one.
    #[allow(
        clippy::len_without_is_empty,
        reason = "a chain has at least one stone"
    )]
    pub fn len(self) -> usize {
        usize::from(self.board.chain_len(self.head))
    }

    /// An iterator over the stones, in no particular order.
    pub fn stones(self) -> impl Iterator<Item = Point> + 'b {
        self.board.ring(self.head).map(|at| self.board.point(at))
    }

    /// Whether the chain has a liberty, in O(1) time. Only setup can leave a chain without a liberty.
    pub fn has_liberty(self) -> bool {
        self.board.pseudo_liberties(self.head) > 0
    }

    /// Whether the chain has exactly one liberty. Visits all stones.
    pub fn in_atari(self) -> bool {
        let mut liberties = self.liberty_cells();
        match liberties.next() {
            Some(first) => liberties.all(|at| at == first),
            None => false,
        }
    }

    /// The liberties: the empty points next to the chain. Visits all stones.
    pub fn liberties(self) -> PointSet {
        let mut points = PointSet::new(self.board.size());
        for at in self.liberty_cells() {
            points.insert(self.board.point(at));
        }
        points
    }

    /// Whether the stone on a point belongs to the chain.
    pub fn contains(self, point: Point) -> bool {
        self.board.index(point).is_some_and(|at| {
            self.board.at(at) == Some(self.color) && self.board.head(at) == self.head
        })
    }

    // Returns a liberty once for each stone that it is next to.
    fn liberty_cells(self) -> impl Iterator<Item = usize> + 'b {
        let board = self.board;
        board
            .ring(self.head)
            .flat_map(|at| board.around(at))
            .filter(|&at| board.is_empty(at))
    }
}

impl core::fmt::Debug for Chain<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} ", self.color)?;
        f.debug_set().entries(self.stones()).finish()
    }
}
