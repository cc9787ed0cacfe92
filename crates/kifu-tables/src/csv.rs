//! Comma-separated values.

use std::io::{self, Write};

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt16Type, UInt32Type};
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::{DataType, SchemaRef};
use kifu_arrow::kifu::core::{Color, Move, Size};
use kifu_arrow::{Table, decode_move};

use crate::encoder::arrow_error;

/// Writes a table as comma-separated values, with a header.
///
/// A null is nothing, and a text without characters is `""`. Texts are in quotes if they are empty, or contain a quote,
/// a comma or a line break. Lists are text: see [`CsvWriter::list`].
pub(crate) struct CsvWriter<W> {
    out: W,
    table: Table,
    /// The text of a value.
    text: String,
}

impl<W: Write> CsvWriter<W> {
    pub(crate) fn new(mut out: W, table: Table, schema: &SchemaRef) -> io::Result<CsvWriter<W>> {
        let names = schema.fields().iter().map(|field| field.name().as_str());
        let header: Vec<&str> = names.collect();
        writeln!(out, "{}", header.join(","))?;
        Ok(CsvWriter {
            out,
            table,
            text: String::new(),
        })
    }

    pub(crate) fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        let options = FormatOptions::default();
        let formatters = batch.columns().iter().map(|column| {
            let is_list = matches!(column.data_type(), DataType::List(_));
            (!is_list)
                .then(|| ArrayFormatter::try_new(column, &options))
                .transpose()
        });
        let formatters: Result<Vec<_>, _> = formatters.collect();
        let formatters = formatters.map_err(arrow_error)?;
        let sizes = self.sizes(batch);
        for row in 0..batch.num_rows() {
            for (index, (column, formatter)) in batch.columns().iter().zip(&formatters).enumerate()
            {
                if index > 0 {
                    self.out.write_all(b",")?;
                }
                if column.is_null(row) {
                    continue;
                }
                self.text.clear();
                match formatter {
                    Some(formatter) => formatter
                        .value(row)
                        .write(&mut self.text)
                        .map_err(arrow_error)?,
                    None => self.list(column, row, sizes.get(row).copied()),
                }
                self.write_text()?;
            }
            self.out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// The sizes of the boards of a batch of games.
    fn sizes(&self, batch: &RecordBatch) -> Vec<Size> {
        if self.table != Table::Games {
            return Vec::new();
        }
        let columns = batch["columns"].as_primitive::<UInt8Type>().values();
        let rows = batch["rows"].as_primitive::<UInt8Type>().values();
        let sizes = columns.iter().zip(rows);
        sizes
            .map(|(columns, rows)| Size::new(*columns, *rows).unwrap_or_default())
            .collect()
    }

    /// Writes a list as text: codes with spaces between them, moves and properties as SGF (`;B[pd];W[dp]`), and setup
    /// as SGF after the number of moves before it (`0 AB[pd] 0 AB[dp]`).
    fn list(&mut self, column: &ArrayRef, row: usize, size: Option<Size>) {
        let values = column.as_list::<i32>().value(row);
        let size = size.unwrap_or_default();
        match values.data_type() {
            DataType::UInt16 => {
                for code in values.as_primitive::<UInt16Type>().values() {
                    self.push_move(*code, size);
                }
            }
            DataType::Utf8 => {
                let codes: Vec<&str> = values.as_string::<i32>().iter().flatten().collect();
                self.text.push_str(&codes.join(" "));
            }
            _ => match self.table {
                Table::Games => self.push_setup(values.as_struct(), size),
                _ => self.push_properties(values.as_struct()),
            },
        }
    }

    fn push_move(&mut self, code: u16, size: Size) {
        let (color, action) = decode_move(code, size);
        self.text.push_str(match color {
            Color::Black => ";B[",
            Color::White => ";W[",
        });
        match action {
            Some(Move::Play(point)) => {
                let letters = point.to_sgf().into_iter().flatten();
                self.text.extend(letters.map(char::from));
            }
            Some(Move::Pass) => {}
            None => self.text.push('?'),
        }
        self.text.push(']');
    }

    fn push_setup(&mut self, changes: &StructArray, size: Size) {
        let plies = changes.column(0).as_primitive::<UInt32Type>();
        let points = changes.column(1).as_primitive::<UInt16Type>();
        let stones = changes.column(2).as_primitive::<UInt8Type>();
        for index in 0..changes.len() {
            if index > 0 {
                self.text.push(' ');
            }
            self.text.push_str(&plies.value(index).to_string());
            self.text.push_str(match stones.value(index) {
                1 => " AB[",
                2 => " AW[",
                _ => " AE[",
            });
            let (_, action) = decode_move(points.value(index), size);
            let point = action
                .and_then(Move::point)
                .and_then(|point| point.to_sgf());
            self.text
                .extend(point.into_iter().flatten().map(char::from));
            self.text.push(']');
        }
    }

    fn push_properties(&mut self, properties: &StructArray) {
        let names = properties.column(0).as_string::<i32>();
        let values = properties.column(1).as_list::<i32>();
        for index in 0..properties.len() {
            self.text.push_str(names.value(index));
            let values = values.value(index);
            for value in values.as_string::<i32>().iter().flatten() {
                self.text.push('[');
                self.text.push_str(value);
                self.text.push(']');
            }
        }
    }

    fn write_text(&mut self) -> io::Result<()> {
        let needs_quotes = self.text.is_empty() || self.text.contains(['"', ',', '\n', '\r']);
        if !needs_quotes {
            return self.out.write_all(self.text.as_bytes());
        }
        self.out.write_all(b"\"")?;
        self.out
            .write_all(self.text.replace('"', "\"\"").as_bytes())?;
        self.out.write_all(b"\"")
    }

    pub(crate) fn into_inner(self) -> W {
        self.out
    }
}
