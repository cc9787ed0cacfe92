//! The 16-bit codes of moves.

use kifu::core::{Color, Move, Point, Size};

/// The bit of White's moves.
const WHITE: u16 = 0x8000;

/// The code of a pass by Black.
const PASS: u16 = 0x3fff;

/// The code of a move by Black without a point of the board.
const UNREADABLE: u16 = 0x3ffe;

/// Returns the code of a move: bit 15 is set for White, and the other bits are `row * columns + column` of the point,
/// counted from the top left corner. They are 0x3fff for a pass, and 0x3ffe for a move without a point of the board.
///
/// ```
/// use kifu_arrow::encode_move;
/// use kifu_arrow::kifu::core::{Color, Move, Point, Size};
///
/// let size = Size::square(19)?;
/// let play = Move::Play(Point::new(3, 2));
/// assert_eq!(encode_move(Color::Black, Some(play), size), 2 * 19 + 3);
/// assert_eq!(encode_move(Color::White, Some(play), size), 0x8000 + 2 * 19 + 3);
/// assert_eq!(encode_move(Color::White, Some(Move::Pass), size), 0xbfff);
/// assert_eq!(encode_move(Color::Black, None, size), 0x3ffe);
/// # Ok::<(), kifu_arrow::kifu::core::SizeError>(())
/// ```
pub fn encode_move(color: Color, action: Option<Move>, size: Size) -> u16 {
    let bits = match action {
        Some(Move::Play(point)) if size.contains(point) => encode_point(point, size),
        Some(Move::Pass) => PASS,
        Some(Move::Play(_)) | None => UNREADABLE,
    };
    match color {
        Color::Black => bits,
        Color::White => WHITE | bits,
    }
}

/// Returns the player and the move of a code. The move is `None` if it has no point of the board.
///
/// ```
/// use kifu_arrow::{decode_move, encode_move};
/// use kifu_arrow::kifu::core::{Color, Move, Size};
///
/// let size = Size::square(9)?;
/// for code in (0..81).chain([0x3ffe, 0x3fff]) {
///     let (color, action) = decode_move(code, size);
///     assert_eq!((color, encode_move(color, action, size)), (Color::Black, code));
/// }
/// // No point of this board.
/// assert_eq!(decode_move(0x8000 + 81, size), (Color::White, None));
/// # Ok::<(), kifu_arrow::kifu::core::SizeError>(())
/// ```
pub fn decode_move(code: u16, size: Size) -> (Color, Option<Move>) {
    let color = if code & WHITE == 0 {
        Color::Black
    } else {
        Color::White
    };
    let action = match code & !WHITE {
        PASS => Some(Move::Pass),
        index => decode_point(index, size).map(Move::Play),
    };
    (color, action)
}

/// Returns `row * columns + column`. A board has at most 52 × 52 points.
pub(crate) fn encode_point(point: Point, size: Size) -> u16 {
    u16::from(point.row) * u16::from(size.cols()) + u16::from(point.col)
}

/// Returns the point with this index, if it is on the board.
pub(crate) fn decode_point(index: u16, size: Size) -> Option<Point> {
    let cols = u16::from(size.cols());
    let point = Point::new((index % cols) as u8, u8::try_from(index / cols).ok()?);
    size.contains(point).then_some(point)
}
