//! Tests of kifu-arrow in one binary.

mod corpus;
mod import;
mod laws;
mod parse;
mod schema;
mod values;

use std::sync::Arc;

use kifu_arrow::arrow_array::{Array, ArrayRef, RecordBatch};
use laws::{everything, tables};

/// The values of a column as text: null, or as Arrow writes them.
fn texts(batch: &RecordBatch, name: &str) -> Vec<Option<String>> {
    let column = Arc::clone(&batch[name]);
    let column = kifu_arrow_cast(&column);
    (0..column.len())
        .map(|row| column.is_valid(row).then(|| column.value(row).to_owned()))
        .collect()
}

fn kifu_arrow_cast(column: &ArrayRef) -> arrow_array::StringArray {
    use arrow_array::cast::AsArray;
    let text = arrow_cast::cast(column, &kifu_arrow::arrow_schema::DataType::Utf8);
    text.expect("the column converts to text")
        .as_string::<i32>()
        .clone()
}
