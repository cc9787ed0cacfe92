//! Writes batches to files of each format.

use std::io;

use arrow_array::RecordBatch;
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_json::LineDelimitedWriter;
use arrow_json::writer::{LineDelimited, WriterBuilder};
use arrow_schema::{ArrowError, SchemaRef};
use kifu_arrow::Table;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;

use crate::appended::AppendedFile;
use crate::csv::CsvWriter;

/// The maximum number of rows in a row group.
pub(crate) const ROW_GROUP_LEN: usize = 1 << 16;

/// The level of zstd. Higher levels take much more time for a few percent.
const ZSTD_LEVEL: i32 = 3;

/// The format of the files of a dataset.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TableFormat {
    /// Parquet with zstd.
    #[default]
    Parquet,
    /// The file format of Arrow (Feather 2) with zstd.
    Arrow,
    /// Comma-separated values with a header. Lists are text, and only a text in quotes is not null.
    Csv,
    /// A JSON object on each line.
    JsonLines,
}

impl TableFormat {
    /// All formats.
    pub const ALL: [TableFormat; 4] = [
        TableFormat::Parquet,
        TableFormat::Arrow,
        TableFormat::Csv,
        TableFormat::JsonLines,
    ];

    /// The name, which is also the extension of the files: `parquet`, `arrow`, `csv` or `jsonl`.
    pub const fn name(self) -> &'static str {
        match self {
            TableFormat::Parquet => "parquet",
            TableFormat::Arrow => "arrow",
            TableFormat::Csv => "csv",
            TableFormat::JsonLines => "jsonl",
        }
    }
}

/// A file of a table that is being written.
pub(crate) enum Encoder {
    Parquet(Box<ArrowWriter<AppendedFile>>),
    Arrow(Box<FileWriter<AppendedFile>>),
    Csv(Box<CsvWriter<AppendedFile>>),
    JsonLines(Box<arrow_json::Writer<AppendedFile, LineDelimited>>),
}

impl Encoder {
    /// Starts a file. `metadata` is stored in formats that can hold it.
    pub(crate) fn new(
        file: AppendedFile,
        format: TableFormat,
        table: Table,
        schema: SchemaRef,
        metadata: &[(String, String)],
    ) -> io::Result<Encoder> {
        Ok(match format {
            TableFormat::Parquet => {
                let properties = properties(table, metadata);
                let writer = ArrowWriter::try_new(file, schema, Some(properties));
                Encoder::Parquet(Box::new(writer.map_err(parquet_error)?))
            }
            TableFormat::Arrow => {
                let options = IpcWriteOptions::default();
                let options = options.try_with_compression(Some(CompressionType::ZSTD));
                let writer = options
                    .and_then(|options| FileWriter::try_new_with_options(file, &schema, options));
                let mut writer = writer.map_err(arrow_error)?;
                for (key, value) in metadata {
                    writer.write_metadata(key, value);
                }
                Encoder::Arrow(Box::new(writer))
            }
            TableFormat::Csv => Encoder::Csv(Box::new(CsvWriter::new(file, table, &schema)?)),
            TableFormat::JsonLines => {
                let builder = WriterBuilder::new().with_explicit_nulls(true);
                let writer: LineDelimitedWriter<AppendedFile> = builder.build(file);
                Encoder::JsonLines(Box::new(writer))
            }
        })
    }

    pub(crate) fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        match self {
            Encoder::Parquet(writer) => writer.write(batch).map_err(parquet_error),
            Encoder::Arrow(writer) => writer.write(batch).map_err(arrow_error),
            Encoder::Csv(writer) => writer.write(batch),
            Encoder::JsonLines(writer) => writer.write(batch).map_err(arrow_error),
        }
    }

    /// The number of bytes of the current row group, which are in memory.
    pub(crate) fn buffered(&self) -> usize {
        match self {
            Encoder::Parquet(writer) => writer.memory_size(),
            _ => 0,
        }
    }

    /// Ends the current row group.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        match self {
            Encoder::Parquet(writer) => writer.flush().map_err(parquet_error),
            _ => Ok(()),
        }
    }

    /// Ends the file, and flushes it to the disk.
    pub(crate) fn finish(self) -> io::Result<()> {
        let mut file = match self {
            Encoder::Parquet(writer) => writer.into_inner().map_err(parquet_error)?,
            Encoder::Arrow(writer) => writer.into_inner().map_err(arrow_error)?,
            Encoder::Csv(writer) => writer.into_inner(),
            Encoder::JsonLines(mut writer) => {
                writer.finish().map_err(arrow_error)?;
                writer.into_inner()
            }
        };
        file.sync()
    }
}

/// The properties of Parquet files.
fn properties(table: Table, metadata: &[(String, String)]) -> WriterProperties {
    let metadata = metadata.iter();
    let metadata = metadata.map(|(key, value)| KeyValue::new(key.clone(), value.clone()));
    let column =
        |parts: &[&str]| ColumnPath::new(parts.iter().map(|part| (*part).to_owned()).collect());
    let mut builder = WriterProperties::builder()
        .set_compression(Compression::ZSTD(
            ZstdLevel::try_new(ZSTD_LEVEL).unwrap_or_default(),
        ))
        .set_max_row_group_row_count(Some(ROW_GROUP_LEN))
        .set_created_by(format!("kifu {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(metadata.collect()));
    // Values that hardly repeat.
    let random = |builder: parquet::file::properties::WriterPropertiesBuilder, name: &str| {
        builder
            .set_column_dictionary_enabled(column(&[name]), false)
            .set_column_encoding(column(&[name]), Encoding::DELTA_BINARY_PACKED)
    };
    match table {
        Table::Games => {
            builder = random(builder, "game");
            builder = builder.set_column_dictionary_enabled(column(&["game_id"]), false);
            // Moves of a dictionary have ten bits, which zstd cannot compress; this takes 8 % less.
            let moves = || column(&["moves", "list", "item"]);
            builder = builder
                .set_column_dictionary_enabled(moves(), false)
                .set_column_encoding(moves(), Encoding::BYTE_STREAM_SPLIT);
        }
        Table::Positions => {
            builder = random(builder, "hash");
            builder = random(builder, "game");
            builder = builder
                .set_column_bloom_filter_enabled(column(&["hash"]), true)
                .set_column_bloom_filter_max_ndv(column(&["hash"]), ROW_GROUP_LEN as u64)
                .set_column_bloom_filter_fpp(column(&["hash"]), 0.02);
        }
        Table::Nodes => {
            builder = random(builder, "game");
            builder = random(builder, "node");
            builder = random(builder, "parent");
        }
        Table::Errors => {}
    }
    builder.build()
}

pub(crate) fn parquet_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}

pub(crate) fn arrow_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::other(error),
    }
}
