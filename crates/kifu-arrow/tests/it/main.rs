//! Tests of kifu-arrow in one binary.

mod corpus;
mod import;
mod laws;
mod parse;
mod schema;
mod values;

use std::sync::Arc;

use kifu_arrow::arrow_array::{Array, ArrayRef, RecordBatch};
use kifu_arrow::kifu::collection::{Collection, Content};
use kifu_arrow::{Options, Tables, TablesBuilder};

/// Options to build all tables.
fn everything() -> Options {
    Options {
        plies: Some(u32::MAX),
        nodes: true,
        ..Options::default()
    }
}

/// The tables of a file, which are few enough for one part. Its first game has the number 7.
fn tables(source: &[u8], options: &Options) -> Option<Tables> {
    let mut collection = Collection::open(source).expect("memory can be read");
    if collection.content() != Content::Records {
        return None;
    }
    let mut builder = TablesBuilder::new(options);
    for chunk in collection.records() {
        builder.add("a/b.sgf", &chunk.expect("the file is small"));
    }
    let mut parts = builder.finish(7);
    assert!(parts.len() <= 1, "the file is small");
    parts.pop()
}

/// One value of a column, as an array.
fn cell(batch: &RecordBatch, name: &str, row: usize) -> ArrayRef {
    batch[name].slice(row, 1)
}

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
