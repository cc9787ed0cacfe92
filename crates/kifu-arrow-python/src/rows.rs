//! The rows of `parse` and `scan`: games, and what could not be read.

use std::sync::{Arc, LazyLock};

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use kifu_arrow::parsed_schema;

/// The schema of the rows: that of [`parsed_schema`] with signed integers, and bytes of any length instead of 16.
///
/// Spark does not accept other types from Python, and reads the columns of a dataset as these types.
pub(crate) fn schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
        let parsed = parsed_schema();
        let fields: Vec<FieldRef> = parsed.fields().iter().map(signed_field).collect();
        Arc::new(Schema::new_with_metadata(fields, parsed.metadata().clone()))
    });
    Arc::clone(&SCHEMA)
}

fn signed_field(field: &FieldRef) -> FieldRef {
    let signed = signed(field.data_type());
    Arc::new(Field::new(field.name(), signed, field.is_nullable()))
}

fn signed(data_type: &DataType) -> DataType {
    match data_type {
        DataType::UInt8 => DataType::Int16,
        DataType::UInt16 => DataType::Int32,
        DataType::UInt32 => DataType::Int64,
        DataType::FixedSizeBinary(_) => DataType::Binary,
        DataType::List(item) => DataType::List(signed_field(item)),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(signed_field).collect()),
        other => other.clone(),
    }
}

/// Converts rows with [`parsed_schema`] to [`schema`].
pub(crate) fn converted(rows: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let schema = schema();
    let columns = rows.columns().iter().zip(schema.fields());
    let columns = columns.map(|(column, field)| arrow_cast::cast(column, field.data_type()));
    let columns: Result<Vec<ArrayRef>, _> = columns.collect();
    RecordBatch::try_new(schema, columns?)
}
