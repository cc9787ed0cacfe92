//! The positions of games in tables.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt16Type, UInt32Type};
use arrow_array::{Array, ArrayRef, Int64Array, ListArray, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field};
use kifu_arrow::kifu::core::{Action, Color, Move, Point, Size};
use kifu_arrow::kifu::rules::{Board, Position, Rules, SymmetricHashes};
use kifu_arrow::{Table, decode_move, position_hash};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::stream::{self, value_error};

/// Returns the stream of a column `board`: the text of the position of each game of a stream after `n` moves.
#[pyfunction]
pub(crate) fn board_texts<'py>(py: Python<'py>, stream: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    each(py, stream, |boards| {
        let texts: StringArray = boards
            .map(|board| board.map(|board| board.to_string()))
            .collect();
        Arc::new(texts)
    })
}

/// Returns the stream of a column `board`: the hash of the position of each game of a stream after `n` moves.
#[pyfunction]
pub(crate) fn board_hashes<'py>(py: Python<'py>, stream: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    each(py, stream, |boards| {
        let hash = |board: Board| position_hash(&SymmetricHashes::of(&board));
        let hashes: Int64Array = boards.map(|board| board.map(hash)).collect();
        Arc::new(hashes)
    })
}

/// Computes a column of the positions of each batch. A position is `None` if a value is null or not valid.
fn each<'py>(
    py: Python<'py>,
    stream: &[u8],
    column: impl Fn(&mut dyn Iterator<Item = Option<Board>>) -> ArrayRef + Sync,
) -> PyResult<Bound<'py, PyBytes>> {
    let columns = py.detach(|| {
        let batches = stream::read(stream)?;
        let mut columns = Vec::new();
        for batch in &batches {
            let games = Games::of(batch)?;
            let mut boards = (0..batch.num_rows()).map(|row| games.board(row));
            let column = column(&mut boards);
            let field = Field::new("board", column.data_type().clone(), true);
            let schema = Arc::new(arrow_schema::Schema::new(vec![field]));
            columns.push(RecordBatch::try_new(schema, vec![column])?);
        }
        let first = columns.first();
        let first = first.ok_or_else(|| ArrowError::InvalidArgumentError("no batch".to_owned()))?;
        stream::write(&first.schema(), &columns)
    });
    let columns = columns.map_err(value_error)?;
    Ok(PyBytes::new(py, &columns))
}

/// The columns of games from which positions are computed.
struct Games {
    setup: ArrayRef,
    moves: ArrayRef,
    columns: ArrayRef,
    rows: ArrayRef,
    plies: ArrayRef,
}

impl Games {
    fn of(batch: &RecordBatch) -> Result<Games, ArrowError> {
        let column = |name: &str, data_type: &DataType| {
            let column = batch.column(batch.schema().index_of(name)?);
            arrow_cast::cast(column, data_type)
        };
        let of_games = |name: &str| {
            let known = Table::Games.schema();
            column(name, known.field_with_name(name)?.data_type())
        };
        Ok(Games {
            setup: of_games("setup")?,
            moves: of_games("moves")?,
            columns: of_games("columns")?,
            rows: of_games("rows")?,
            plies: column("n", &DataType::UInt32)?,
        })
    }

    /// Plays a game up to `n` moves, with the setup after them.
    fn board(&self, row: usize) -> Option<Board> {
        let columns = self.columns.as_primitive::<UInt8Type>();
        let rows = self.rows.as_primitive::<UInt8Type>();
        let plies = self.plies.as_primitive::<UInt32Type>();
        let moves = self.moves.as_list::<i32>();
        let values: [&dyn Array; 4] = [columns, rows, plies, moves];
        if values.iter().any(|values| values.is_null(row)) {
            return None;
        }
        let size = Size::new(columns.value(row), rows.value(row)).ok()?;
        let plies = plies.value(row);
        let moves = moves.value(row);
        let moves = moves
            .as_primitive::<UInt16Type>()
            .values()
            .get(..plies as usize)?;
        let mut setup = setup_of(self.setup.as_list::<i32>(), row, size)
            .into_iter()
            .peekable();
        let mut position = Position::new(size, Rules::JAPANESE);
        for ply in 0..=plies {
            let mut edits = Vec::new();
            while let Some((_, point, stone)) = setup.next_if(|change| change.0 <= ply) {
                edits.push((point, stone));
            }
            if !edits.is_empty() {
                position.edit(edits);
            }
            let next = moves.get(ply as usize).map(|code| decode_move(*code, size));
            if let Some((color, Some(action))) = next {
                position.force(Action::Play(color, action));
            }
        }
        Some(position.into_board())
    }
}

/// The changes of setup of a game: the number of moves before it, the point, and the stone.
fn setup_of(setup: &ListArray, row: usize, size: Size) -> Vec<(u32, Point, Option<Color>)> {
    if setup.is_null(row) {
        return Vec::new();
    }
    let changes = setup.value(row);
    let changes = changes.as_struct();
    let plies = changes.column(0).as_primitive::<UInt32Type>();
    let points = changes.column(1).as_primitive::<UInt16Type>();
    let stones = changes.column(2).as_primitive::<UInt8Type>();
    let change = |index: usize| {
        let (_, action) = decode_move(points.value(index), size);
        let point = action.and_then(Move::point)?;
        let stone = match stones.value(index) {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        };
        Some((plies.value(index), point, stone))
    };
    (0..changes.len()).filter_map(change).collect()
}
