//! One function from a batch of files to a batch of games.

use std::fmt;
use std::io;
use std::sync::{Arc, LazyLock};

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, new_null_array};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use kifu::collection::{Collection, Content};

use crate::builder::{Options, Tables, TablesBuilder};
use crate::schema::{Table, metadata};

/// The error of [`parse`]. Files that cannot be read are rows, not errors.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseError {
    /// The column with this name is missing; for `source`, also `path`.
    Missing(&'static str),
    /// The column with this name does not have bytes or text.
    Type(&'static str),
    /// The texts of the games are too long for one batch.
    TooLarge,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Missing("source") => {
                f.write_str("the batch does not have the column `source` or `path`")
            }
            ParseError::Missing(name) => write!(f, "the batch does not have the column `{name}`"),
            ParseError::Type(name) => {
                write!(
                    f,
                    "the column `{name}` has an unexpected type; expected bytes or text"
                )
            }
            ParseError::TooLarge => {
                f.write_str("the texts are too long for one batch; use smaller batches")
            }
        }
    }
}

impl core::error::Error for ParseError {}

/// Returns the schema of the batches that [`parse`] returns: the columns of [`Table::Games`] without `game`, all of
/// which can be null, and the text `error`.
pub fn parsed_schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
        let games = Table::Games.columns().iter().skip(1);
        let games = games.map(|column| column.field().with_nullable(true));
        let error = Field::new("error", DataType::Utf8, true);
        let fields: Vec<Field> = games.chain([error]).collect();
        Arc::new(Schema::new_with_metadata(fields, metadata("parsed")))
    });
    Arc::clone(&SCHEMA)
}

/// Reads files in a column and returns a row for each game, with [`parsed_schema`].
///
/// The column `content` has the bytes of files of any format that kifu reads; the column `source` or `path` has their
/// names, and other columns are ignored. A file or a game that cannot be read is a row after the games, in which only
/// `source`, `number` and `error` are set.
///
/// The function depends only on its arguments, so engines can call it on any number of machines.
///
/// ```
/// use std::sync::Arc;
///
/// use kifu_arrow::arrow_array::{BinaryArray, RecordBatch, StringArray};
/// use kifu_arrow::{Options, parse};
///
/// let files = RecordBatch::try_from_iter([
///     ("path", Arc::new(StringArray::from(vec!["a.sgf", "b.pdf"])) as _),
///     ("content", Arc::new(BinaryArray::from(vec![&b"(;B[pd])(;B[dd])"[..], b"%PDF-1.4"])) as _),
/// ])?;
/// let games = parse(&files, &Options::default())?;
/// assert_eq!(games.num_rows(), 3);
/// assert_eq!(games["error"].null_count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If a column is missing or has an unexpected type, or if the result is too large for one batch.
pub fn parse(files: &RecordBatch, options: &Options) -> Result<RecordBatch, ParseError> {
    let column = |name| files.column_by_name(name);
    let content = column("content").ok_or(ParseError::Missing("content"))?;
    let content = converted(content, "content", &DataType::LargeBinary)?;
    let content = content.as_binary::<i64>();
    let source = column("source").or_else(|| column("path"));
    let source = source.ok_or(ParseError::Missing("source"))?;
    let source = converted(source, "source", &DataType::LargeUtf8)?;
    let source = source.as_string::<i64>();
    let options = Options {
        plies: None,
        nodes: false,
        ..options.clone()
    };
    let mut builder = TablesBuilder::new(&options);
    for row in 0..files.num_rows() {
        let name = if source.is_valid(row) {
            source.value(row)
        } else {
            ""
        };
        if content.is_null(row) {
            builder.add_error(name, 0, "the file has no content");
        } else if let Err(error) = add_file(&mut builder, name, content.value(row)) {
            builder.add_error(name, 0, &error.to_string());
        }
    }
    let tables = builder.finish(0);
    let games = tables.iter().map(Tables::parsed_games);
    let errors = tables.iter().map(Tables::parsed_errors);
    let batches: Vec<RecordBatch> = games.chain(errors).collect();
    arrow_select::concat::concat_batches(&parsed_schema(), &batches)
        .map_err(|_| ParseError::TooLarge)
}

/// Converts a column of bytes or text.
fn converted(
    column: &ArrayRef,
    name: &'static str,
    data_type: &DataType,
) -> Result<ArrayRef, ParseError> {
    let is_bytes_or_text = |data_type: &DataType| {
        use DataType::{Binary, BinaryView, FixedSizeBinary, LargeBinary};
        matches!(
            data_type,
            Binary | BinaryView | FixedSizeBinary(_) | LargeBinary
        ) || data_type.is_string()
    };
    let is_expected = match column.data_type() {
        DataType::Dictionary(_, values) => is_bytes_or_text(values),
        DataType::RunEndEncoded(_, values) => is_bytes_or_text(values.data_type()),
        other => is_bytes_or_text(other),
    };
    // Arrow can convert numbers, too.
    let array = is_expected.then(|| arrow_cast::cast(column, data_type).ok());
    array.flatten().ok_or(ParseError::Type(name))
}

fn add_file(builder: &mut TablesBuilder<'_>, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut chunks = Collection::open(bytes)?;
    let reason = match chunks.content() {
        Content::Records => None,
        Content::Nothing => Some("no game found".to_owned()),
        Content::Foreign(format) => Some(format!("this is {format}, which kifu cannot read")),
        Content::Recording | Content::Bundle => Some("this is a recording".to_owned()),
        Content::Packed(ending) => Some(format!("the file is compressed (`{ending}`)")),
    };
    if let Some(reason) = reason {
        builder.add_error(name, 0, &reason);
        return Ok(());
    }
    let mut games_before = 0;
    for chunk in chunks.records() {
        let chunk = chunk?;
        if !chunk.record.format().capabilities().has_games {
            let reason = "the file contains positions, not games; run `kifu convert -t sgf` first";
            builder.add_error(name, 0, reason);
            return Ok(());
        }
        games_before += chunk.record.game_count();
        builder.add(name, &chunk);
    }
    if games_before == 0 {
        builder.add_error(name, 0, "no game found");
    }
    Ok(())
}

impl Tables {
    /// Returns the games as rows with [`parsed_schema`].
    pub fn parsed_games(&self) -> RecordBatch {
        let games = &self.games;
        let mut columns = games.columns()[1..].to_vec();
        columns.push(new_null_array(&DataType::Utf8, games.num_rows()));
        parsed(columns)
    }

    /// Returns the errors as rows with [`parsed_schema`].
    pub fn parsed_errors(&self) -> RecordBatch {
        let errors = &self.errors;
        let schema = parsed_schema();
        let columns = schema.fields().iter().map(|field| -> ArrayRef {
            let name = match field.name().as_str() {
                "error" => "reason",
                name => name,
            };
            let column = errors.column_by_name(name).cloned();
            column.unwrap_or_else(|| new_null_array(field.data_type(), errors.num_rows()))
        });
        parsed(columns.collect())
    }
}

fn parsed(columns: Vec<ArrayRef>) -> RecordBatch {
    RecordBatch::try_new(parsed_schema(), columns).expect("the columns are those of the schema")
}
