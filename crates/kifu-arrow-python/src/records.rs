//! Functions of files and of batches of games.

use arrow_array::cast::AsArray;
use arrow_array::{Array, BooleanArray, RecordBatch};
use kifu_arrow::kifu::collection::Collection;
use kifu_arrow::kifu::select::Select;
use kifu_arrow::{Options, TablesBuilder, games_to_sgf};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::rows;
use crate::stream::{self, value_error};

/// Parses an expression that selects games.
pub(crate) fn select(text: Option<&str>) -> PyResult<Option<Select>> {
    let parse = |text| {
        Select::parse(text).map_err(|fault| {
            let message = fault.message;
            value_error(format!("where: {message}, at byte {}", fault.span.start))
        })
    };
    text.map(parse).transpose()
}

/// Reads the files of a stream, and returns the stream of their rows.
#[pyfunction]
#[pyo3(signature = (stream, r#where = None, check = false))]
pub(crate) fn parse<'py>(
    py: Python<'py>,
    stream: &[u8],
    r#where: Option<&str>,
    check: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let options = Options {
        select: select(r#where)?,
        check,
        ..Options::default()
    };
    let parsed = py.detach(|| {
        let mut parsed = Vec::new();
        for files in stream::read(stream).map_err(value_error)? {
            let games = kifu_arrow::parse(&files, &options).map_err(value_error)?;
            parsed.push(rows::converted(&games).map_err(value_error)?);
        }
        stream::write(&rows::schema(), &parsed).map_err(value_error)
    });
    Ok(PyBytes::new(py, &parsed?))
}

/// Returns a stream without batches, with the schema of `parse` and `scan`.
#[pyfunction]
pub(crate) fn schema(py: Python<'_>) -> PyResult<Bound<'_, PyBytes>> {
    let stream = stream::write(&rows::schema(), []).map_err(value_error)?;
    Ok(PyBytes::new(py, &stream))
}

/// Returns the description of the tables of a dataset, as JSON.
#[pyfunction]
pub(crate) fn description() -> String {
    kifu_arrow::description()
}

/// Writes the games of a stream as SGF. Rows of files that could not be read are skipped.
#[pyfunction]
pub(crate) fn to_sgf(py: Python<'_>, stream: &[u8]) -> PyResult<Vec<String>> {
    py.detach(|| {
        let mut texts = Vec::new();
        for rows in stream::read(stream).map_err(value_error)? {
            let games = without_errors(&rows)?;
            let games = games_to_sgf(&games).map_err(value_error)?;
            texts.extend(games.into_iter().map(|game| game.sgf));
        }
        Ok(texts)
    })
}

fn without_errors(rows: &RecordBatch) -> PyResult<RecordBatch> {
    let Some(error) = rows
        .column_by_name("error")
        .filter(|error| error.null_count() < error.len())
    else {
        return Ok(rows.clone());
    };
    let is_game: BooleanArray = (0..error.len())
        .map(|row| Some(error.is_null(row)))
        .collect();
    arrow_select::filter::filter_record_batch(rows, &is_game).map_err(value_error)
}

/// Returns the hash of the position of the first game of a file after a number of moves, or after the last one.
#[pyfunction]
#[pyo3(signature = (file, r#move = None))]
pub(crate) fn position_hash(py: Python<'_>, file: &[u8], r#move: Option<u32>) -> PyResult<i64> {
    py.detach(|| {
        let options = Options {
            select: select(Some("number == 1"))?,
            plies: Some(r#move.unwrap_or(u32::MAX)),
            ..Options::default()
        };
        let mut builder = TablesBuilder::new(&options);
        let mut chunks = Collection::open(file).map_err(value_error)?;
        if let Some(chunk) = chunks.records().next() {
            builder.add("", &chunk.map_err(value_error)?);
        }
        let tables = builder.finish(0);
        let Some(tables) = tables.first() else {
            return Err(value_error("the file does not have a game"));
        };
        if tables.errors.num_rows() > 0 {
            return Err(value_error(
                tables.errors["reason"].as_string::<i32>().value(0),
            ));
        }
        let last = tables.positions.last();
        let expected = last.filter(|last| r#move.is_none_or(|number| last.ply == number));
        let hash = expected.map(|position| position.hash);
        hash.ok_or_else(|| value_error("the game does not have that many moves"))
    })
}
