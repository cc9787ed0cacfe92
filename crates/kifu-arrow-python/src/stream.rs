//! Streams of Arrow IPC.

use arrow_array::RecordBatch;
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, Schema};
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// Reads the batches of a stream.
pub(crate) fn read(stream: &[u8]) -> Result<Vec<RecordBatch>, ArrowError> {
    StreamReader::try_new(stream, None)?.collect()
}

/// Writes batches as a stream.
pub(crate) fn write<'b>(
    schema: &Schema,
    batches: impl IntoIterator<Item = &'b RecordBatch>,
) -> Result<Vec<u8>, ArrowError> {
    let mut writer = StreamWriter::try_new(Vec::new(), schema)?;
    for batch in batches {
        writer.write(batch)?;
    }
    writer.into_inner()
}

/// The exception for any error of the input.
pub(crate) fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}
