//! `kifu info --format`, `--fields`: write a row for each game.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Seek, Write};

use kifu::collection::Content;
use kifu::report::{Column, ColumnContent, Table};
use kifu::select::{Cell, Field, FieldKind, Game, Games, Key, Subject};
use kifu_files::Input;
use kifu_files::games::{Chunks, refuse_other_content};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use tempfile::SpooledTempFile;

use super::args::{InfoArgs, RowFormat};
use super::opening::open;
use crate::args::values::ColumnArg;
use crate::exit::Outcome;
use crate::json::{self, Sequence};
use crate::output::{self, ContentsOut, Out, Palette, Styled};
use crate::printable::{InputName, Printable, count};
use crate::recordings::Opened;
use crate::run::Inputs;

/// The columns of tables without `--fields`.
const IN_TABLE: [Field; 8] = [
    Field::Path,
    Field::Number,
    Field::Date,
    Field::Black,
    Field::White,
    Field::Result,
    Field::Size,
    Field::Moves,
];

/// The columns of the other formats without `--fields`: the fields that need neither a board nor a
/// check.
const IN_FILES: [Field; 22] = [
    Field::Path,
    Field::Number,
    Field::Date,
    Field::Event,
    Field::Round,
    Field::Place,
    Field::Black,
    Field::BlackRank,
    Field::White,
    Field::WhiteRank,
    Field::Result,
    Field::Winner,
    Field::ResultKind,
    Field::ResultMargin,
    Field::Komi,
    Field::Handicap,
    Field::Rules,
    Field::Time,
    Field::Overtime,
    Field::Size,
    Field::Moves,
    Field::Variations,
];

/// The maximum number of bytes of rows of one file in memory. More rows are kept in a temporary
/// file until they are written.
const MAX_LEN_IN_MEMORY: usize = 4 << 20;

/// The layout of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// A format with exactly the columns that `--fields` names.
    Format(RowFormat),
    /// The file, the number of the game and the values, separated by tabs, without a header.
    Plain,
    /// JSON objects with the file, the number of the game and the values, in an array or on lines.
    Nested,
}

/// Writes a row for each game.
pub(super) fn run(
    args: &InfoArgs,
    layout: Layout,
    sequence: Option<Sequence>,
) -> anyhow::Result<Outcome> {
    let columns = columns(args, layout);
    let mut output = Output::new(args, layout, sequence, &columns)?;
    let mut totals = Totals::default();
    // A table is for people, so files without rows are counted below it. Programs get an exit code.
    let is_table = layout == Layout::Format(RowFormat::Table);
    let work = |input: &Input| {
        let chunks = match open(input, args, &columns)? {
            Opened::Recordings(session) => {
                if !is_table {
                    refuse_other_content(input, Content::Recording)?;
                }
                let rows = FileRows {
                    recordings: session.loaded().count() as u64,
                    ..FileRows::default()
                };
                return Ok((session.bytes_read(), rows));
            }
            Opened::Games(chunks) => chunks,
        };
        let (len, rows) = file_rows(input, chunks, args, layout, &columns)?;
        anyhow::ensure!(is_table || rows.has_games, "no game found");
        Ok((len, rows))
    };
    let outcome = Inputs::of("info", &args.input).each(work, |rows| {
        totals.add(&rows);
        match rows.bytes {
            Some(bytes) => Ok(output.write(bytes)?),
            None => Ok(()),
        }
    })?;
    output.finish(&totals)?;
    Ok(Outcome {
        negative: args.games.select.is_some() && totals.games == 0,
        ..outcome
    })
}

/// Returns the columns that `--fields` names, or the default columns of the layout.
fn columns(args: &InfoArgs, layout: Layout) -> Vec<ColumnArg> {
    let usual = match layout {
        _ if !args.fields.is_empty() => return args.fields.clone(),
        Layout::Format(RowFormat::Table) => &IN_TABLE[..],
        _ => &IN_FILES,
    };
    usual.iter().copied().map(ColumnArg::from).collect()
}

/// The rows of a file.
#[derive(Default)]
struct FileRows {
    /// The rows: as CSV if the output format is `csv` or `table`, and otherwise in the output
    /// format.
    bytes: Option<SpooledTempFile>,
    /// The number of rows.
    games: u64,
    /// Whether the file has games, selected or not.
    has_games: bool,
    recordings: u64,
    /// The name of the format, without its version.
    format: &'static str,
}

fn file_rows(
    input: &Input,
    mut chunks: Chunks,
    args: &InfoArgs,
    layout: Layout,
    columns: &[ColumnArg],
) -> anyhow::Result<(u64, FileRows)> {
    let select = args.games.select.as_ref();
    let mut writer = RowWriter::new(layout);
    let mut rows = FileRows::default();
    let name = input.name();
    for part in chunks.records() {
        let part = part?;
        let sgf = part.record.to_sgf()?;
        rows.format = part.record.format().name();
        let games = Games::of(&part.record, &sgf)
            .with_path(&name)
            .numbered_after(part.games_before);
        for game in games.iter() {
            rows.has_games = true;
            if select.is_none_or(|select| select.matches(&game)) {
                writer.write(input, &game, columns, args)?;
                rows.games += 1;
            }
        }
    }
    rows.bytes = Some(writer.finish()?);
    Ok((chunks.bytes_yielded(), rows))
}

/// Writes the rows of a file to a buffer.
enum RowWriter {
    Csv(Box<csv::Writer<SpooledTempFile>>),
    Lines(Layout, SpooledTempFile),
}

impl RowWriter {
    fn new(layout: Layout) -> RowWriter {
        let buffer = SpooledTempFile::new(MAX_LEN_IN_MEMORY);
        let delimiter = match layout {
            Layout::Format(RowFormat::Csv | RowFormat::Table) => b',',
            Layout::Format(RowFormat::Tsv) => b'\t',
            Layout::Format(RowFormat::Jsonl) | Layout::Plain | Layout::Nested => {
                return RowWriter::Lines(layout, buffer);
            }
        };
        let mut builder = csv::WriterBuilder::new();
        let writer = builder.delimiter(delimiter).from_writer(buffer);
        RowWriter::Csv(Box::new(writer))
    }

    fn write(
        &mut self,
        input: &Input,
        game: &Game<'_>,
        columns: &[ColumnArg],
        args: &InfoArgs,
    ) -> anyhow::Result<()> {
        let aliased;
        let subject: &dyn Subject = match args.games.aliases() {
            Some(aliases) => {
                aliased = aliases.in_game(game);
                &aliased
            }
            None => game,
        };
        let cells = columns.iter().map(|column| Cell::of(&column.key, subject));
        let text = |cell: Option<Cell>| cell.map(|cell| cell.to_string()).unwrap_or_default();
        match self {
            RowWriter::Csv(writer) => Ok(writer.write_record(cells.map(text))?),
            RowWriter::Lines(Layout::Plain, buffer) => {
                write!(buffer, "{}\t{}", input.shown(), game.number())?;
                for cell in cells {
                    write!(buffer, "\t{}", Printable(&text(cell)))?;
                }
                Ok(writeln!(buffer)?)
            }
            RowWriter::Lines(layout, buffer) => {
                let names = columns.iter().map(|column| column.name.as_str());
                let row = Row(names.zip(cells).collect());
                let line = match layout {
                    Layout::Nested => {
                        let report = NestedRow {
                            game: game.number(),
                            fields: row,
                        };
                        json::file_line(input.name(), &report)?
                    }
                    _ => json::line(&row)?,
                };
                buffer.write_all(&line)?;
                Ok(writeln!(buffer)?)
            }
        }
    }

    /// Returns the buffer, positioned at the first row.
    fn finish(self) -> anyhow::Result<SpooledTempFile> {
        let mut buffer = match self {
            RowWriter::Csv(writer) => writer.into_inner().map_err(|error| error.into_error())?,
            RowWriter::Lines(_, buffer) => buffer,
        };
        buffer.rewind()?;
        Ok(buffer)
    }
}

/// A row as a JSON object.
struct Row<'a>(Vec<(&'a str, Option<Cell>)>);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, cell) in &self.0 {
            map.serialize_key(name)?;
            match cell {
                None => map.serialize_value(&())?,
                Some(Cell::Text(text)) => map.serialize_value(text)?,
                Some(Cell::Number(number)) if is_integer(*number) => {
                    map.serialize_value(&(*number as i64))?;
                }
                Some(Cell::Number(number)) => map.serialize_value(number)?,
            }
        }
        map.end()
    }
}

/// Returns whether a number is an integer that is represented exactly.
fn is_integer(number: f64) -> bool {
    const MAX_EXACT: f64 = (1u64 << 53) as f64;
    number.fract() == 0.0 && number.abs() <= MAX_EXACT
}

/// A row within an object that names the file and the game.
#[derive(Serialize)]
struct NestedRow<'a> {
    game: usize,
    fields: Row<'a>,
}

/// The destination of the rows.
enum Output {
    Table {
        table: Box<Table<Out>>,
        has_summary: bool,
        palette: Palette,
    },
    Lines {
        out: ContentsOut,
        /// The line with the names of the columns, until it is written.
        header: Vec<u8>,
        sequence: Option<Sequence>,
    },
}

impl Output {
    fn new(
        args: &InfoArgs,
        layout: Layout,
        sequence: Option<Sequence>,
        columns: &[ColumnArg],
    ) -> anyhow::Result<Output> {
        let delimiter = match layout {
            Layout::Format(RowFormat::Table) => return Ok(Output::table(args, columns)),
            Layout::Format(RowFormat::Csv) => Some(b','),
            Layout::Format(RowFormat::Tsv) => Some(b'\t'),
            Layout::Format(RowFormat::Jsonl) | Layout::Plain | Layout::Nested => None,
        };
        let mut header = Vec::new();
        if let Some(delimiter) = delimiter.filter(|_| !args.no_header) {
            let mut builder = csv::WriterBuilder::new();
            let mut writer = builder.delimiter(delimiter).from_writer(&mut header);
            writer.write_record(columns.iter().map(|column| &column.name))?;
            writer.flush()?;
        }
        Ok(Output::Lines {
            out: output::contents(),
            header,
            sequence,
        })
    }

    fn table(args: &InfoArgs, columns: &[ColumnArg]) -> Output {
        let palette = Palette::of_stdout();
        let columns = columns.iter().map(|column| Column {
            name: column.name.clone(),
            content: content(&column.key),
            omitted_if: match &column.key {
                _ if !args.fields.is_empty() => None,
                Key::Field(Field::Number) => Some("1"),
                Key::Field(Field::Size) => Some("19x19"),
                _ => Some(""),
            },
        });
        let width = output::terminal_width();
        let table = Table::new(output::stdout(), columns.collect(), width)
            .with_bold_header(palette.colored);
        Output::Table {
            table: Box::new(if args.no_header {
                table.without_header()
            } else {
                table
            }),
            has_summary: !args.no_header,
            palette,
        }
    }

    /// Writes the rows of a file.
    fn write(&mut self, rows: SpooledTempFile) -> anyhow::Result<()> {
        match self {
            Output::Table { table, .. } => {
                let mut builder = csv::ReaderBuilder::new();
                let mut reader = builder.has_headers(false).from_reader(rows);
                for row in reader.records() {
                    table.add(&row?)?;
                }
            }
            Output::Lines {
                out,
                header,
                sequence,
            } => {
                out.write_all(&std::mem::take(header))?;
                let mut rows = BufReader::new(rows);
                match sequence {
                    None => {
                        io::copy(&mut rows, out)?;
                    }
                    Some(sequence) => {
                        for line in rows.split(b'\n') {
                            sequence.write(out, &line?)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn finish(self, totals: &Totals) -> anyhow::Result<()> {
        match self {
            Output::Table {
                table,
                has_summary,
                palette,
            } => {
                let (mut out, hidden) = table.finish()?;
                if has_summary {
                    let summary = totals.summary();
                    writeln!(out, "{}", Styled(palette.label, summary))?;
                }
                if hidden > 0 {
                    let hidden = count(hidden as u64, "column");
                    output::message(format_args!(
                        "no space for {hidden}; choose columns with `--fields`, or use `--format csv`"
                    ));
                }
                out.flush()?;
            }
            Output::Lines {
                mut out,
                header,
                sequence,
            } => {
                out.write_all(&header)?;
                if let Some(sequence) = sequence {
                    sequence.finish(&mut out)?;
                }
                out.flush()?;
            }
        }
        Ok(())
    }
}

/// Returns the content of the column of a field or property.
fn content(key: &Key) -> ColumnContent {
    match key {
        Key::Field(Field::Path | Field::File) => ColumnContent::Paths,
        key if key.has_numbers() => ColumnContent::Numbers,
        Key::Field(Field::Result | Field::Winner | Field::Loser | Field::Format) => {
            ColumnContent::Words
        }
        key => match key.kind() {
            // A game can have many dates.
            FieldKind::Text | FieldKind::Property | FieldKind::Date => ColumnContent::Texts,
            _ => ColumnContent::Words,
        },
    }
}

/// The totals of all files.
#[derive(Default)]
struct Totals {
    games: u64,
    /// The number of files with rows, by the name of their format.
    files: BTreeMap<&'static str, u64>,
    without_games: u64,
    recordings: u64,
}

impl Totals {
    fn add(&mut self, rows: &FileRows) {
        self.games += rows.games;
        self.recordings += rows.recordings;
        if rows.games > 0 {
            *self.files.entry(rows.format).or_default() += 1;
        } else if !rows.has_games && rows.recordings == 0 {
            self.without_games += 1;
        }
    }

    /// Describes the totals in one line, such as `3 games in 2 files: 1 JGF, 1 SGF`.
    fn summary(&self) -> String {
        let files: u64 = self.files.values().sum();
        let mut summary = format!("{} in {}", count(self.games, "game"), count(files, "file"));
        let formats = self.files.iter();
        let formats: Vec<String> = formats
            .map(|(format, files)| format!("{files} {}", format.to_uppercase()))
            .collect();
        if !formats.is_empty() {
            summary += &format!(": {}", formats.join(", "));
        }
        let others = [
            (self.without_games, "file", " without a game"),
            (self.recordings, "recording", ": `kifu rec info`"),
        ];
        for (number, noun, rest) in others.into_iter().filter(|(number, ..)| *number > 0) {
            summary += &format!("; {}{rest}", count(number, noun));
        }
        summary
    }
}
