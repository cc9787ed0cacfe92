//! The rows of the table of positions.

use arrow_array::builder::{Int64Builder, StringBuilder, UInt16Builder, UInt32Builder};
use arrow_array::{ArrayRef, RecordBatch};
use kifu::core::{Color, Move, Size};
use kifu::rules::{Board, SymmetricHashes, Symmetry};

use crate::columns::columns;
use crate::moves::{decode_move, encode_move};
use crate::schema::Table;

/// A row of the table of positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The hash of the stones; see [`position_hash`].
    pub hash: i64,
    /// The number of the game in the dataset.
    pub game: i64,
    /// The number of moves before the position.
    pub ply: u32,
    /// The code of the next move.
    pub next: Option<u16>,
    /// The winner: `black`, `white` or `draw`.
    pub winner: Option<&'static str>,
}

/// Returns the hash of the stones of a position, which is the same for all eight orientations of the board: the lower
/// 64 bits of [`SymmetricHashes::canonical`].
///
/// ```
/// use kifu_arrow::position_hash;
/// use kifu_arrow::kifu::core::Size;
/// use kifu_arrow::kifu::rules::{Board, SymmetricHashes};
///
/// let empty = Board::new(Size::square(19)?);
/// let hash = position_hash(&SymmetricHashes::of(&empty));
/// assert_eq!(hash, empty.canonical_hash() as i64);
/// # Ok::<(), kifu_arrow::kifu::core::SizeError>(())
/// ```
pub fn position_hash(hashes: &SymmetricHashes) -> i64 {
    hashes.canonical() as i64
}

/// Returns the player and the move of the column `next` of a position, on a board with this position in any orientation.
/// If the position is symmetric, it is one of several equivalent moves.
///
/// ```
/// use kifu_arrow::{Options, TablesBuilder, next_move, position_hash};
/// use kifu_arrow::kifu::collection::Collection;
/// use kifu_arrow::kifu::core::{Color, Move, Point, Size};
/// use kifu_arrow::kifu::rules::{Board, SymmetricHashes};
///
/// let options = Options { plies: Some(10), ..Options::default() };
/// let mut builder = TablesBuilder::new(&options);
/// for chunk in Collection::open(&b"(;SZ[9];B[cd];W[gc])"[..])?.records() {
///     builder.add("1.sgf", &chunk?);
/// }
/// // The same position, but mirrored.
/// let mut board = Board::new(Size::square(9)?);
/// board.force(Color::Black, Point::new(6, 3));
/// let hash = position_hash(&SymmetricHashes::of(&board));
/// let tables = builder.finish(0);
/// let found = tables[0].positions.iter().find(|position| position.hash == hash).unwrap();
/// let reply = next_move(found.next.unwrap(), &board);
/// assert_eq!(reply, (Color::White, Some(Move::Play(Point::new(2, 2)))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn next_move(next: u16, board: &Board) -> (Color, Option<Move>) {
    let hashes = SymmetricHashes::of(board);
    let smallest = hashes.canonical();
    let symmetry = Symmetry::ALL
        .into_iter()
        .find(|symmetry| hashes.get(*symmetry) == smallest)
        .unwrap_or(Symmetry::IDENTITY);
    let size = symmetry.size(board.size());
    let (color, action) = decode_move(next, size);
    let action = action.map(|action| match action {
        Move::Play(point) => Move::Play(symmetry.inverse().point(point, size)),
        Move::Pass => Move::Pass,
    });
    (color, action)
}

/// Returns the hash of a position, and the code of the next move in the orientation of the board that has this hash.
/// If several orientations have it, the smallest code.
pub(crate) fn hash_and_move(
    hashes: &SymmetricHashes,
    color: Color,
    action: Option<Move>,
    size: Size,
) -> (i64, u16) {
    let hash = hashes.canonical();
    let next = match action {
        Some(Move::Play(point)) if size.contains(point) => {
            let same = Symmetry::ALL
                .into_iter()
                .zip(hashes.all())
                .filter(|(_, one)| **one == hash);
            let codes = same.map(|(symmetry, _)| {
                let turned = Move::Play(symmetry.point(point, size));
                encode_move(color, Some(turned), symmetry.size(size))
            });
            codes.min()
        }
        _ => None,
    };
    let next = next.unwrap_or_else(|| encode_move(color, action, size));
    (hash as i64, next)
}

columns! {
    struct PositionColumns {
        hash: Int64Builder,
        game: Int64Builder,
        ply: UInt32Builder,
        next: UInt16Builder,
        winner: StringBuilder,
    }
}

/// Makes a batch of the table of positions.
///
/// ```
/// use kifu_arrow::{Position, Table, positions_batch};
///
/// let start = Position { hash: 1, game: 0, ply: 0, next: Some(60), winner: Some("black") };
/// let batch = positions_batch([start]);
/// assert_eq!((batch.num_rows(), batch.schema()), (1, Table::Positions.schema()));
/// ```
pub fn positions_batch(positions: impl IntoIterator<Item = Position>) -> RecordBatch {
    let mut columns = PositionColumns::default();
    for position in positions {
        columns.hash.append_value(position.hash);
        columns.game.append_value(position.game);
        columns.ply.append_value(position.ply);
        columns.next.append_option(position.next);
        columns.winner.append_option(position.winner);
    }
    batch(Table::Positions, columns.finish())
}

/// Makes a batch of columns, which have the types of the table.
pub(crate) fn batch(table: Table, columns: Vec<ArrayRef>) -> RecordBatch {
    RecordBatch::try_new(table.schema(), columns).expect("the columns are those of the table")
}
