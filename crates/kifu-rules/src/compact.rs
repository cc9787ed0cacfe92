use alloc::boxed::Box;
use alloc::vec;

use kifu_core::{Color, Point, Size};

use crate::Board;

/// The stones of a board in two bits per point, to store very many boards. The points of a 19×19 board
/// take 91 bytes.
///
/// ```
/// use kifu_core::{Color, Point, Size};
/// use kifu_rules::{Board, Suicide};
///
/// let mut board = Board::new(Size::square(19).unwrap());
/// board.play(Color::Black, Point::new(15, 3), Suicide::Forbidden).unwrap();
/// let compact = board.to_compact();
/// assert_eq!(compact.as_bytes().len(), 91);
/// assert_eq!(compact.to_board(), board);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Compact {
    size: Size,
    // Four points in each byte, starting with the lowest bits, row by row: 0 is empty, 1 black, 2 white.
    bytes: Box<[u8]>,
}

impl Compact {
    /// Converts a board.
    pub fn of(board: &Board) -> Compact {
        let size = board.size();
        let mut bytes = vec![0; size.area().div_ceil(4)].into_boxed_slice();
        for (n, point) in size.points().enumerate() {
            let bits = board.stone(point).map_or(0, |color| color as u8 + 1);
            bytes[n / 4] |= bits << (n % 4 * 2);
        }
        Compact { size, bytes }
    }

    /// Converts back to a board, with its chains.
    pub fn to_board(&self) -> Board {
        let mut board = Board::new(self.size);
        let stones = self.size.points().enumerate().filter_map(|(n, point)| {
            let color = match self.bytes[n / 4] >> (n % 4 * 2) & 3 {
                1 => Color::Black,
                2 => Color::White,
                _ => return None,
            };
            Some((point, Some(color)))
        });
        board.edit(stones);
        board
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point; `None` if the point is empty or off the board.
    pub fn stone(&self, point: Point) -> Option<Color> {
        if !self.size.contains(point) {
            return None;
        }
        let n = usize::from(point.row) * usize::from(self.size.cols()) + usize::from(point.col);
        match self.bytes[n / 4] >> (n % 4 * 2) & 3 {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// The bytes: four points in each byte, starting with the lowest bits, row by row from the top. 0 is empty, 1 black
    /// and 2 white.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The memory that the stored board uses, in bytes.
    pub fn memory(&self) -> usize {
        size_of::<Compact>() + self.bytes.len()
    }
}
