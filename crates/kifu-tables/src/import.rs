//! Reads the games of tables.

use std::collections::VecDeque;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::reader::FileReader;
use arrow_json::ReaderBuilder;
use arrow_schema::Schema;
use kifu_arrow::{ImportError, ImportedGame, NodeReader, Table, games_to_sgf};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::encoder::{arrow_error, parquet_error};

/// The error of reading a table.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadTableError {
    /// A file cannot be read.
    Io(PathBuf, io::Error),
    /// A table is not one of games or nodes, or has invalid values.
    Import(PathBuf, ImportError),
    /// The name of a file does not end with `.parquet`, `.arrow` or `.jsonl`.
    UnknownFormat(PathBuf),
    /// A directory has no table of games or nodes.
    NoTable(PathBuf),
}

impl fmt::Display for ReadTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadTableError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            ReadTableError::Import(path, error) => write!(f, "{}: {error}", path.display()),
            ReadTableError::UnknownFormat(path) => write!(
                f,
                "{}: the name of a table must end with `.parquet`, `.arrow` or `.jsonl`",
                path.display()
            ),
            ReadTableError::NoTable(path) => write!(
                f,
                "{} has no table of games; name a dataset, or its files",
                path.display()
            ),
        }
    }
}

impl core::error::Error for ReadTableError {}

type Batches = Box<dyn Iterator<Item = io::Result<RecordBatch>>>;

/// An iterator over the games of tables, as SGF. Memory is bounded by the size of a batch, or of a game.
pub struct ImportedGames {
    files: VecDeque<PathBuf>,
    is_nodes: bool,
    /// The file that is being read.
    open: Option<(PathBuf, Batches)>,
    nodes: NodeReader,
    games: VecDeque<ImportedGame>,
}

impl ImportedGames {
    /// Opens a file with a table of games or nodes, or a dataset: its table of nodes if it has one and `main_lines` is not
    /// set, or else its table of games.
    ///
    /// # Errors
    ///
    /// If the path cannot be read, or has no such table.
    pub fn open(path: &Path, main_lines: bool) -> Result<ImportedGames, ReadTableError> {
        let at = |error| ReadTableError::Io(path.to_owned(), error);
        let mut files = Vec::new();
        let mut is_nodes = false;
        if path.is_dir() {
            let nodes = path.join(Table::Nodes.name());
            let games = path.join(Table::Games.name());
            let table = if nodes.is_dir() && !main_lines {
                nodes
            } else {
                games
            };
            is_nodes = table.ends_with(Table::Nodes.name());
            if !table.is_dir() {
                return Err(ReadTableError::NoTable(path.to_owned()));
            }
            add_files(&table, &mut files).map_err(at)?;
            files.sort();
        } else {
            let (_, mut batches) = open(path)?;
            if let Some(first) = batches.next() {
                let first = first.map_err(at)?;
                is_nodes = first.column_by_name("properties").is_some();
            }
            files.push(path.to_owned());
        }
        Ok(ImportedGames {
            files: files.into(),
            is_nodes,
            open: None,
            nodes: NodeReader::new(),
            games: VecDeque::new(),
        })
    }

    fn read(&mut self) -> Result<bool, ReadTableError> {
        let Some((path, batches)) = &mut self.open else {
            let Some(file) = self.files.pop_front() else {
                return Ok(false);
            };
            self.open = Some(open(&file)?);
            return Ok(true);
        };
        let import = |error| ReadTableError::Import(path.clone(), error);
        match batches.next() {
            None => {
                // A game does not continue in another file.
                self.games.extend(self.nodes.finish().map_err(import)?);
                self.open = None;
            }
            Some(batch) => {
                let batch = batch.map_err(|error| ReadTableError::Io(path.clone(), error))?;
                let games = if self.is_nodes {
                    self.nodes.read(&batch)
                } else {
                    games_to_sgf(&batch)
                };
                self.games.extend(games.map_err(import)?);
            }
        }
        Ok(true)
    }
}

impl Iterator for ImportedGames {
    type Item = Result<ImportedGame, ReadTableError>;

    fn next(&mut self) -> Option<Result<ImportedGame, ReadTableError>> {
        loop {
            if let Some(game) = self.games.pop_front() {
                return Some(Ok(game));
            }
            match self.read() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.open = None;
                    self.files.clear();
                    return Some(Err(error));
                }
            }
        }
    }
}

/// Adds the files below a directory, except those whose names begin with `_` or `.`.
fn add_files(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            let name = entry.file_name();
            if name.as_encoded_bytes().starts_with(b"_")
                || name.as_encoded_bytes().starts_with(b".")
            {
                continue;
            }
            if entry.file_type()?.is_dir() {
                directories.push(entry.path());
            } else {
                files.push(entry.path());
            }
        }
    }
    Ok(())
}

/// Opens a file of a format that its name ends with.
fn open(path: &Path) -> Result<(PathBuf, Batches), ReadTableError> {
    let at = |error| ReadTableError::Io(path.to_owned(), error);
    let file = || File::open(path).map_err(at);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let batches: Batches = match extension {
        Some("parquet") => {
            let reader = ParquetRecordBatchReaderBuilder::try_new(file()?);
            let reader = reader.and_then(|reader| reader.with_batch_size(1024).build());
            let reader = reader.map_err(|error| at(parquet_error(error)))?;
            Box::new(reader.map(|batch| batch.map_err(arrow_error)))
        }
        Some("arrow" | "feather") => {
            let reader = FileReader::try_new(BufReader::new(file()?), None);
            let reader = reader.map_err(|error| at(arrow_error(error)))?;
            Box::new(reader.map(|batch| batch.map_err(arrow_error)))
        }
        Some("jsonl") => {
            let lines = BufReader::new(file()?);
            let table = table_of_json(path).map_err(at)?;
            // The result of a query can lack columns.
            let fields = table
                .schema()
                .fields()
                .iter()
                .map(|field| {
                    let field = field.as_ref().clone();
                    field.with_nullable(true)
                })
                .collect::<Vec<_>>();
            let builder = ReaderBuilder::new(Arc::new(Schema::new(fields))).with_batch_size(1024);
            let reader = builder
                .build(lines)
                .map_err(|error| at(arrow_error(error)))?;
            Box::new(reader.map(|batch| batch.map_err(arrow_error)))
        }
        _ => return Err(ReadTableError::UnknownFormat(path.to_owned())),
    };
    Ok((path.to_owned(), batches))
}

/// Returns the table whose rows a file of JSON has: only nodes have properties.
fn table_of_json(path: &Path) -> io::Result<Table> {
    use std::io::BufRead;
    let mut line = String::new();
    BufReader::new(File::open(path)?).read_line(&mut line)?;
    let is_nodes = line.contains("\"properties\":");
    Ok(if is_nodes { Table::Nodes } else { Table::Games })
}
