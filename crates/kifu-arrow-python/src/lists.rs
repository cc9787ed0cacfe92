//! The rows of each file as a list, for functions of SQL.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ListArray, RecordBatch, StringArray, StructArray, UInt32Array};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use kifu_arrow::Options;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::rows;
use crate::stream::{self, value_error};

/// Reads the files of a stream, and returns the stream of a column `rows`: for each file, the list of its rows.
#[pyfunction]
pub(crate) fn parse_lists<'py>(py: Python<'py>, stream: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let lists = py.detach(|| {
        let files = stream::read(stream).map_err(value_error)?;
        let lists: PyResult<Vec<RecordBatch>> = files.iter().map(lists).collect();
        let item = Field::new(
            "item",
            DataType::Struct(rows::schema().fields().clone()),
            false,
        );
        let field = Field::new("rows", DataType::List(Arc::new(item)), false);
        stream::write(&Schema::new(vec![field]), &lists?).map_err(value_error)
    });
    Ok(PyBytes::new(py, &lists?))
}

fn lists(files: &RecordBatch) -> PyResult<RecordBatch> {
    let column = |name| {
        files
            .column_by_name(name)
            .ok_or_else(|| value_error(format!("missing column `{name}`")))
    };
    // The names of files may repeat, so rows are grouped by the number of the file.
    let numbers = (0..files.num_rows()).map(|number| Some(number.to_string()));
    let numbers: StringArray = numbers.collect();
    let numbered = RecordBatch::try_from_iter([
        ("source", Arc::new(numbers) as _),
        ("content", Arc::clone(column("content")?)),
    ]);
    let numbered = numbered.map_err(value_error)?;
    let games = kifu_arrow::parse(&numbered, &Options::default()).map_err(value_error)?;
    let numbers = games["source"].as_string::<i32>().iter();
    let numbers = numbers.map(|number| number.and_then(|number| number.parse().ok()).unwrap_or(0));
    let mut order: Vec<(u32, u32)> = numbers.zip(0..).collect();
    order.sort_unstable();
    grouped(&games, &order, column("source")?.as_ref(), files.num_rows()).map_err(value_error)
}

/// Returns the lists of rows. `order` has the number of the file and the index of each row.
fn grouped(
    rows: &RecordBatch,
    order: &[(u32, u32)],
    sources: &dyn Array,
    file_count: usize,
) -> Result<RecordBatch, ArrowError> {
    let indices = UInt32Array::from_iter_values(order.iter().map(|(_, row)| *row));
    let files = UInt32Array::from_iter_values(order.iter().map(|(file, _)| *file));
    let taken = arrow_select::take::take_record_batch(rows, &indices)?;
    let taken = rows::converted(&taken)?;
    let mut columns = taken.columns().to_vec();
    let source = taken.schema().index_of("source")?;
    let sources = arrow_cast::cast(sources, &DataType::Utf8)?;
    columns[source] = arrow_select::take::take(&sources, &files, None)?;
    let mut lens = vec![0; file_count];
    for (file, _) in order {
        lens[*file as usize] += 1;
    }
    let fields = taken.schema().fields().clone();
    let item = Field::new("item", DataType::Struct(fields.clone()), false);
    let lists = ListArray::try_new(
        Arc::new(item),
        OffsetBuffer::from_lengths(lens),
        Arc::new(StructArray::try_new(fields, columns, None)?),
        None,
    )?;
    RecordBatch::try_from_iter([("rows", Arc::new(lists) as _)])
}
