//! The files of one part of a dataset.

use std::collections::BTreeMap;
use std::io;
use std::mem;
use std::ops::Range;
use std::path::PathBuf;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{RecordBatch, UInt32Array};
use arrow_select::concat::concat_batches;
use arrow_select::take::take_record_batch;
use kifu_arrow::{Table, Tables};

use crate::appended::AppendedFile;
use crate::encoder::{Encoder, TableFormat, arrow_error};
use crate::manifest::{DatasetFile, Staged};
use crate::partition::{Partition, grouped};

/// The number of rows that are written at once. The contents of files do not depend on the batches that threads make.
const BATCH_LEN: usize = 1024;

/// The size of the row groups in memory at which the largest one is written early.
const MAX_BUFFERED: usize = 96 << 20;

/// How files are written.
#[derive(Clone, Debug)]
pub(crate) struct FileOptions {
    pub(crate) format: TableFormat,
    pub(crate) partition: Option<Partition>,
    pub(crate) metadata: Vec<(String, String)>,
}

/// The rows of the tables in a range: whole games, and errors.
pub(crate) struct Piece {
    pub(crate) games: RecordBatch,
    pub(crate) nodes: RecordBatch,
    pub(crate) errors: RecordBatch,
    /// The range of the positions.
    pub(crate) positions: Range<usize>,
}

impl Piece {
    /// Returns the rows of games and of errors in these ranges of the tables.
    pub(crate) fn of(tables: &Tables, games: Range<usize>, errors: Range<usize>) -> Piece {
        let number = |index: usize| tables.first_game + index as i64;
        let (from, to) = (number(games.start), number(games.end));
        let of_nodes = tables.nodes["game"].as_primitive::<Int64Type>().values();
        let at = |game: i64| of_nodes.partition_point(|of| *of < game);
        let nodes = at(from)..at(to);
        let at = |game: i64| {
            tables
                .positions
                .partition_point(|position| position.game < game)
        };
        Piece {
            games: slice(&tables.games, games),
            nodes: slice(&tables.nodes, nodes),
            errors: slice(&tables.errors, errors),
            positions: at(from)..at(to),
        }
    }
}

fn slice(batch: &RecordBatch, rows: Range<usize>) -> RecordBatch {
    batch.slice(rows.start, rows.len())
}

/// The files of a part that are being written.
pub(crate) struct PartFiles<'a> {
    options: &'a FileOptions,
    /// The directory for files without their final names.
    work: PathBuf,
    number: u32,
    files: BTreeMap<(Table, String), PartFile>,
}

struct PartFile {
    encoder: Encoder,
    /// Rows that are still to be written, less than [`BATCH_LEN`].
    waiting: Vec<RecordBatch>,
    waiting_rows: usize,
    rows: u64,
    temporary: PathBuf,
    /// The path in the dataset.
    path: String,
}

impl<'a> PartFiles<'a> {
    pub(crate) fn new(options: &'a FileOptions, work: PathBuf, number: u32) -> PartFiles<'a> {
        PartFiles {
            options,
            work,
            number,
            files: BTreeMap::new(),
        }
    }

    /// Adds the rows of games and errors, and of nodes if `nodes` is set.
    pub(crate) fn write(&mut self, piece: &Piece, nodes: bool) -> io::Result<()> {
        self.add(Table::Errors, "", piece.errors.clone())?;
        let Some(partition) = &self.options.partition else {
            self.add(Table::Games, "", piece.games.clone())?;
            if nodes {
                self.add(Table::Nodes, "", piece.nodes.clone())?;
            }
            return Ok(());
        };
        let directories = partition.directories(&piece.games);
        let of_nodes = nodes.then(|| self.directories_of_nodes(piece, &directories));
        for (directory, rows) in grouped(directories) {
            self.add(Table::Games, &directory, taken(&piece.games, rows)?)?;
        }
        for (directory, rows) in grouped(of_nodes.unwrap_or_default()) {
            self.add(Table::Nodes, &directory, taken(&piece.nodes, rows)?)?;
        }
        Ok(())
    }

    /// Returns the directory of each node: that of its game.
    fn directories_of_nodes(&self, piece: &Piece, directories: &[String]) -> Vec<String> {
        let games = piece.games["game"].as_primitive::<Int64Type>().values();
        let Some(first) = games.first() else {
            return Vec::new();
        };
        let of_nodes = piece.nodes["game"].as_primitive::<Int64Type>().values();
        let indices = of_nodes.iter().map(|game| (game - first) as usize);
        indices.map(|index| directories[index].clone()).collect()
    }

    /// Adds rows to a table, even if there are none.
    pub(crate) fn add(
        &mut self,
        table: Table,
        directory: &str,
        rows: RecordBatch,
    ) -> io::Result<()> {
        if rows.num_rows() == 0 {
            return Ok(());
        }
        self.file(table, directory)?.add(rows)?;
        let buffered: usize = self
            .files
            .values()
            .map(|file| file.encoder.buffered())
            .sum();
        if buffered > MAX_BUFFERED {
            let largest = self
                .files
                .values_mut()
                .max_by_key(|file| file.encoder.buffered());
            if let Some(file) = largest {
                file.encoder.flush()?;
            }
        }
        Ok(())
    }

    /// Returns whether there is a file of a table.
    pub(crate) fn has(&self, table: Table) -> bool {
        self.files.keys().any(|(of, _)| *of == table)
    }

    /// Creates a file of a table without rows, if it is not there.
    pub(crate) fn create(&mut self, table: Table) -> io::Result<()> {
        self.file(table, "").map(drop)
    }

    /// Returns the file of a table, which is created if it is not there.
    fn file(&mut self, table: Table, directory: &str) -> io::Result<&mut PartFile> {
        let key = (table, directory.to_owned());
        if !self.files.contains_key(&key) {
            let format = self.options.format;
            let name = format!("{}-{}-{}", table.name(), self.number, self.files.len());
            let temporary = self.work.join(name);
            let file = AppendedFile::create(&temporary)?;
            let metadata = &self.options.metadata;
            let encoder = Encoder::new(file, format, table, table.schema(), metadata)?;
            let separator = if directory.is_empty() { "" } else { "/" };
            let path = format!(
                "{}/{directory}{separator}part-{:05}.{}",
                table.name(),
                self.number,
                format.name()
            );
            let file = PartFile {
                encoder,
                waiting: Vec::new(),
                waiting_rows: 0,
                rows: 0,
                temporary,
                path,
            };
            self.files.insert(key.clone(), file);
        }
        Ok(self.files.get_mut(&key).expect("the file was added"))
    }

    /// Completes the files, which do not have their names yet.
    pub(crate) fn finish(self) -> io::Result<Staged> {
        let files = self.files.into_values();
        let staged = files.map(|file| {
            let finished = DatasetFile {
                path: file.path.clone(),
                rows: file.rows,
            };
            let temporary = file.temporary.clone();
            file.finish()?;
            Ok((temporary, finished))
        });
        staged.collect()
    }
}

impl PartFile {
    fn add(&mut self, mut rows: RecordBatch) -> io::Result<()> {
        self.rows += rows.num_rows() as u64;
        while self.waiting_rows + rows.num_rows() >= BATCH_LEN {
            let len = BATCH_LEN - self.waiting_rows;
            self.waiting.push(rows.slice(0, len));
            rows = rows.slice(len, rows.num_rows() - len);
            self.write_waiting()?;
        }
        if rows.num_rows() > 0 {
            self.waiting_rows += rows.num_rows();
            self.waiting.push(rows);
        }
        Ok(())
    }

    fn write_waiting(&mut self) -> io::Result<()> {
        self.waiting_rows = 0;
        let waiting = mem::take(&mut self.waiting);
        let Some(first) = waiting.first() else {
            return Ok(());
        };
        let batch = concat_batches(&first.schema(), &waiting).map_err(arrow_error)?;
        self.encoder.write(&batch)
    }

    fn finish(mut self) -> io::Result<()> {
        self.write_waiting()?;
        self.encoder.finish()
    }
}

fn taken(batch: &RecordBatch, rows: Vec<u32>) -> io::Result<RecordBatch> {
    if rows.len() == batch.num_rows() {
        return Ok(batch.clone());
    }
    take_record_batch(batch, &UInt32Array::from(rows)).map_err(arrow_error)
}
