//! Writes datasets.

use std::fmt;
use std::fs;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kifu_arrow::{Options, SCHEMA_VERSION, Table, Tables, positions_batch};
use kifu_files::games::ReadError;
use kifu_files::tasks::{Task, tasks};
use kifu_files::write::{self, Overwrite};
use kifu_files::{Input, ReadFiles, Sources, Unreadable, for_each_in_order, games, in_batches};
use serde_json::json;
use twox_hash::XxHash3_64;

use crate::encoder::{ROW_GROUP_LEN, TableFormat};
use crate::manifest::{
    Lock, Manifest, SCHEMA, State, has_other_files, place, remove_work, work_directory,
};
use crate::partition::Partition;
use crate::pieces::{FileOptions, PartFiles, Piece};
use crate::sort::{MAX_ROWS, Part, Sorted, Unsorted, parts};
use crate::work::Work;

/// The name of the file with unsorted positions.
const POSITIONS: &str = "positions";

/// The length of the chunks in which larger files are read.
const CHUNK_LEN: usize = 256 << 10;

/// The number of games after which the files of a part are complete.
const GAMES_PER_PART: u64 = 1 << 20;

/// The number of positions after which a new file is started.
const POSITIONS_PER_FILE: u64 = 1 << 24;

/// What to export, and how.
#[derive(Clone, Debug, Default)]
pub struct ExportOptions {
    /// The tables, and their contents.
    pub tables: Options,
    /// The format of the files.
    pub format: TableFormat,
    /// How games and nodes are divided among directories; `None` for no division. Positions and errors are not divided.
    pub partition: Option<Partition>,
    /// Entries for the metadata of the files, such as a licence. CSV and JSON Lines have no metadata.
    pub metadata: Vec<(String, String)>,
    /// The number of threads; 0 is one for each core. The dataset does not depend on it.
    pub jobs: usize,
    /// Whether an existing dataset in the directory is removed first.
    pub overwrite: bool,
    /// The number of games after which the files of a part are complete; 0 is a million. An interrupted export continues
    /// after the last complete part.
    pub games_per_part: u64,
}

/// What happens to an input.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExportEvent {
    /// The input was read.
    Read,
    /// The input cannot be read, or not to its end.
    Failed {
        /// The input, without the bytes of an archive member.
        input: Input,
        /// The reason.
        error: ReadError,
    },
    /// A path cannot be read.
    Unreadable(Unreadable),
    /// An interrupted export continues after these inputs and games.
    Continued {
        /// The number of inputs.
        inputs: u64,
        /// The number of games.
        games: u64,
        /// The number of those inputs that could not be read.
        failed: u64,
    },
    /// This number of games was written.
    Progress(u64),
    /// All inputs were read, and positions are sorted and written.
    Sorting {
        /// The number of positions that were written.
        done: u64,
        /// The number of all positions.
        total: u64,
    },
}

/// The numbers of rows of a dataset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExportSummary {
    /// The number of inputs, without files in directories that are not game records.
    pub inputs: u64,
    /// The number of games.
    pub games: u64,
    /// The number of positions.
    pub positions: u64,
    /// The number of nodes.
    pub nodes: u64,
    /// The number of files and games that could not be read.
    pub errors: u64,
    /// The number of files.
    pub files: u64,
}

/// The error of an export.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExportError<E> {
    /// A file cannot be written or read.
    Io(PathBuf, io::Error),
    /// The directory contains a finished dataset.
    Finished(PathBuf),
    /// The directory contains other files.
    NotADataset(PathBuf),
    /// The directory contains an unfinished dataset with other options, or of another version of kifu.
    OtherOptions(PathBuf),
    /// The directory contains an unfinished dataset, whose inputs were renamed, added or removed.
    OtherInputs(PathBuf),
    /// Another program writes the dataset.
    Locked(PathBuf),
    /// The observer stopped the export.
    Stopped(E),
}

impl<E: fmt::Display> fmt::Display for ExportError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            ExportError::Finished(path) => {
                write!(f, "{} contains a finished dataset", path.display())
            }
            ExportError::NotADataset(path) => {
                write!(
                    f,
                    "{} contains files that are not a dataset",
                    path.display()
                )
            }
            ExportError::OtherOptions(path) => write!(
                f,
                "{} contains an unfinished dataset with other options",
                path.display()
            ),
            ExportError::OtherInputs(path) => write!(
                f,
                "{} contains an unfinished dataset of other files",
                path.display()
            ),
            ExportError::Locked(path) => {
                write!(f, "another program writes to {}", path.display())
            }
            ExportError::Stopped(error) => error.fmt(f),
        }
    }
}

impl<E: core::error::Error> core::error::Error for ExportError<E> {}

/// Writes the games of sources to a dataset in a directory: a directory for each table, with files of up to a million
/// games, and `_kifu.json`, which lists them.
///
/// If the directory contains an unfinished dataset with the same options, the export continues after its last complete
/// part. The result is the same as without the interruption, and the same for any number of threads.
///
/// Memory is bounded: it does not depend on the number of games. `observe` is called for each input in order, and can
/// stop the export, which can be continued later.
///
/// # Errors
///
/// See [`ExportError`].
pub fn export<E>(
    sources: &Sources,
    directory: &Path,
    options: &ExportOptions,
    observe: &mut dyn FnMut(ExportEvent) -> Result<(), E>,
) -> Result<ExportSummary, ExportError<E>> {
    let at = |error| ExportError::Io(directory.to_owned(), error);
    let partition = options.partition.as_ref();
    partition.map_or(Ok(()), Partition::check).map_err(at)?;
    fs::create_dir_all(directory).map_err(at)?;
    if has_other_files(directory).map_err(at)? {
        return Err(ExportError::NotADataset(directory.to_owned()));
    }
    let lock = Lock::of(directory).map_err(at)?;
    let _lock = lock.ok_or_else(|| ExportError::Locked(directory.to_owned()))?;
    let mut manifest = start(directory, options)?;
    let work = work_directory(directory);
    fs::create_dir_all(&work).map_err(at)?;
    manifest.write(directory).map_err(at)?;
    let overwrite = Overwrite::Except(Arc::new(ReadFiles::default()));
    let schema = kifu_arrow::description();
    write::create(&directory.join(SCHEMA), schema.as_bytes(), overwrite).map_err(at)?;
    games::keep_freed_memory();
    if manifest.state == State::Reading {
        if manifest.parts > 0 {
            let event = ExportEvent::Continued {
                inputs: manifest.inputs,
                games: manifest.games as u64,
                failed: manifest.failed,
            };
            observe(event).map_err(ExportError::Stopped)?;
        }
        read(sources, directory, &work, options, &mut manifest, observe)?;
    }
    if manifest.state == State::Sorting {
        let (done, total) = (0, manifest.positions);
        observe(ExportEvent::Sorting { done, total }).map_err(ExportError::Stopped)?;
        sort(directory, &work, options, &mut manifest, observe)?;
    }
    remove_work(directory).map_err(at)?;
    Ok(ExportSummary {
        inputs: manifest.inputs,
        games: manifest.games as u64,
        positions: manifest.positions,
        nodes: manifest.nodes,
        errors: manifest.errors,
        files: manifest.files.len() as u64,
    })
}

/// Returns the manifest of an unfinished dataset, or a new one.
fn start<E>(directory: &Path, options: &ExportOptions) -> Result<Manifest, ExportError<E>> {
    let at = |error| ExportError::Io(directory.to_owned(), error);
    let new = new_manifest(options);
    let Some(old) = Manifest::read(directory).map_err(at)? else {
        return Ok(new);
    };
    if options.overwrite {
        old.remove(directory).map_err(at)?;
        return Ok(new);
    }
    if old.state == State::Finished {
        return Err(ExportError::Finished(directory.to_owned()));
    }
    let versions = |manifest: &Manifest| {
        (
            manifest.version,
            manifest.kifu_version.clone(),
            manifest.schema_version.clone(),
        )
    };
    if versions(&old) != versions(&new) || old.options != new.options {
        return Err(ExportError::OtherOptions(directory.to_owned()));
    }
    old.remove_interrupted(directory).map_err(at)?;
    Ok(old)
}

fn new_manifest(options: &ExportOptions) -> Manifest {
    let Options {
        select,
        plies,
        nodes,
        check,
    } = &options.tables;
    let roots = match &options.partition {
        Some(Partition::Source(roots)) => Some(roots),
        _ => None,
    };
    Manifest {
        version: Manifest::VERSION,
        kifu_version: env!("CARGO_PKG_VERSION").to_owned(),
        schema_version: SCHEMA_VERSION.to_owned(),
        state: State::Reading,
        options: json!({
            "format": options.format.name(),
            "partition": options.partition.as_ref().map(Partition::name),
            "roots": roots,
            "where": select.as_ref().map(ToString::to_string),
            "plies": plies,
            "nodes": nodes,
            "check": check,
            "metadata": options.metadata,
            "games_per_part": games_per_part(options),
        }),
        tasks: 0,
        inputs_hash: 0,
        inputs: 0,
        failed: 0,
        games: 0,
        positions: 0,
        nodes: 0,
        errors: 0,
        parts: 0,
        unsorted: 0,
        files: Vec::new(),
    }
}

fn games_per_part(options: &ExportOptions) -> u64 {
    match options.games_per_part {
        0 => GAMES_PER_PART,
        games => games,
    }
}

/// Mixes the name of an input into a hash.
fn mixed(hash: u64, name: &str) -> u64 {
    XxHash3_64::oneshot_with_seed(hash, name.as_bytes())
}

fn file_options(options: &ExportOptions) -> FileOptions {
    let versions = [
        ("kifu.version", env!("CARGO_PKG_VERSION")),
        ("kifu.schema_version", SCHEMA_VERSION),
    ];
    let versions = versions.map(|(key, value)| (key.to_owned(), value.to_owned()));
    FileOptions {
        format: options.format,
        partition: options.partition.clone(),
        metadata: versions
            .into_iter()
            .chain(options.metadata.iter().cloned())
            .collect(),
    }
}

/// Returns whether an event is an input that was read (`Some(true)`) or could not be read (`Some(false)`). Files in a
/// directory that are not game records are skipped.
fn is_read(event: &ExportEvent) -> Option<bool> {
    match event {
        ExportEvent::Read => Some(true),
        ExportEvent::Failed {
            input,
            error: ReadError::Other(kind),
        } if input.is_skipped(*kind) => None,
        ExportEvent::Failed { .. } | ExportEvent::Unreadable(_) => Some(false),
        _ => None,
    }
}

/// Reads the inputs after those that are in the dataset.
fn read<E>(
    sources: &Sources,
    directory: &Path,
    work: &Path,
    options: &ExportOptions,
    manifest: &mut Manifest,
    observe: &mut dyn FnMut(ExportEvent) -> Result<(), E>,
) -> Result<(), ExportError<E>> {
    let at = |error| ExportError::Io(directory.to_owned(), error);
    let select = options.tables.select.as_ref();
    let needs_all_games = select.is_some_and(|select| select.needs_all_games());
    // The directory can be below a directory with games.
    let sources = sources.clone().skip_output(directory);
    let mut tasks = tasks(sources.walk(), CHUNK_LEN, needs_all_games);
    let mut hash = 0;
    for _ in 0..manifest.tasks {
        let task = tasks.next();
        hash = task.map_or(!hash, |task| mixed(hash, &task.skip()));
    }
    if hash != manifest.inputs_hash {
        return Err(ExportError::OtherInputs(directory.to_owned()));
    }
    let file_options = file_options(options);
    let mut writer = Writer {
        directory,
        work: work.to_owned(),
        options,
        files: PartFiles::new(&file_options, work.to_owned(), manifest.parts),
        file_options: &file_options,
        unsorted: match options.tables.plies {
            Some(_) => {
                let unsorted = Unsorted::open(&work.join(POSITIONS), manifest.unsorted);
                Some(unsorted.map_err(at)?)
            }
            None => None,
        },
        games_in_part: 0,
        manifest,
    };
    let begin = || Work::new(&options.tables);
    let add = |work: &mut Work<'_>, task: Task| work.add(task);
    let mut sink = |work: Work<'_>| writer.write(work, observe);
    if options.jobs == 1 {
        // Threads make batches of several tasks; so does this one.
        let mut work = begin();
        for task in tasks {
            work.add(task);
            if work.is_large() {
                sink(mem::replace(&mut work, begin()))?;
            }
        }
        sink(work)?;
    } else {
        in_batches(options.jobs, tasks, &begin, &add, &mut sink)?;
    }
    writer.finish().map_err(at)
}

/// Writes the tables of tasks in order.
struct Writer<'a> {
    directory: &'a Path,
    work: PathBuf,
    options: &'a ExportOptions,
    file_options: &'a FileOptions,
    files: PartFiles<'a>,
    unsorted: Option<Unsorted>,
    games_in_part: u64,
    manifest: &'a mut Manifest,
}

impl Writer<'_> {
    fn write<E>(
        &mut self,
        work: Work<'_>,
        observe: &mut dyn FnMut(ExportEvent) -> Result<(), E>,
    ) -> Result<(), ExportError<E>> {
        let directory = self.directory;
        let at = |error| ExportError::Io(directory.to_owned(), error);
        let (tables, ends) = work.finish(self.manifest.games);
        let mut written = (0, 0);
        for end in ends {
            let to = (end.games, end.errors);
            self.manifest.tasks += 1;
            self.manifest.inputs_hash = mixed(self.manifest.inputs_hash, &end.name);
            let is_full = self.games_in_part + (to.0 - written.0) >= games_per_part(self.options);
            let is_read = end.event.as_ref().and_then(is_read);
            self.manifest.inputs += u64::from(is_read.is_some());
            self.manifest.failed += u64::from(is_read == Some(false));
            if is_full {
                self.write_rows(&tables, written, to).map_err(at)?;
                written = to;
                self.end_part().map_err(at)?;
            }
            if let Some(event) = end.event {
                observe(event).map_err(ExportError::Stopped)?;
            }
        }
        let to = tables.iter().fold((0, 0), |(games, errors), tables| {
            let (of_games, of_errors) = (tables.games.num_rows(), tables.errors.num_rows());
            (games + of_games as u64, errors + of_errors as u64)
        });
        self.write_rows(&tables, written, to).map_err(at)?;
        let games = self.manifest.games as u64;
        observe(ExportEvent::Progress(games)).map_err(ExportError::Stopped)
    }

    /// Writes the rows between two numbers of games and errors.
    fn write_rows(
        &mut self,
        tables: &[Tables],
        from: (u64, u64),
        to: (u64, u64),
    ) -> io::Result<()> {
        let (mut games_before, mut errors_before) = (0, 0);
        for tables in tables {
            let within = |before: u64, rows: usize, from: u64, to: u64| {
                let in_table =
                    |number: u64| (number.max(before) - before).min(rows as u64) as usize;
                in_table(from)..in_table(to)
            };
            let games = within(games_before, tables.games.num_rows(), from.0, to.0);
            let errors = within(errors_before, tables.errors.num_rows(), from.1, to.1);
            games_before += tables.games.num_rows() as u64;
            errors_before += tables.errors.num_rows() as u64;
            if games.is_empty() && errors.is_empty() {
                continue;
            }
            let piece = Piece::of(tables, games, errors);
            self.files.write(&piece, self.options.tables.nodes)?;
            let positions = &tables.positions[piece.positions.clone()];
            if let Some(unsorted) = &mut self.unsorted {
                positions
                    .iter()
                    .try_for_each(|position| unsorted.add(position))?;
            }
            self.games_in_part += piece.games.num_rows() as u64;
            let manifest = &mut *self.manifest;
            manifest.games += piece.games.num_rows() as i64;
            manifest.nodes += piece.nodes.num_rows() as u64;
            manifest.errors += piece.errors.num_rows() as u64;
            manifest.positions += positions.len() as u64;
        }
        Ok(())
    }

    /// Completes the files of the part, and starts the next one.
    fn end_part(&mut self) -> io::Result<()> {
        let next = self.manifest.parts + 1;
        let files = PartFiles::new(self.file_options, self.work.clone(), next);
        let staged = mem::replace(&mut self.files, files).finish()?;
        if let Some(unsorted) = &mut self.unsorted {
            self.manifest.unsorted = unsorted.sync()?;
        }
        self.manifest.parts = next;
        self.manifest.files.extend(place(self.directory, staged)?);
        self.games_in_part = 0;
        self.manifest.write(self.directory)
    }

    /// Completes the last part. Each table has at least one file.
    fn finish(mut self) -> io::Result<()> {
        let mut wanted = vec![Table::Games, Table::Errors];
        if self.options.tables.nodes {
            wanted.push(Table::Nodes);
        }
        for table in wanted {
            let name = format!("{}/", table.name());
            let mut files = self.manifest.files.iter();
            if !files.any(|file| file.path.starts_with(&name)) && !self.files.has(table) {
                self.files.create(table)?;
            }
        }
        self.manifest.state = match self.unsorted {
            Some(_) => State::Sorting,
            None => State::Finished,
        };
        self.end_part()
    }
}

/// Writes the table of positions, sorted by hash.
fn sort<E>(
    directory: &Path,
    work: &Path,
    options: &ExportOptions,
    manifest: &mut Manifest,
    observe: &mut dyn FnMut(ExportEvent) -> Result<(), E>,
) -> Result<(), ExportError<E>> {
    let at = |error| ExportError::Io(directory.to_owned(), error);
    let path = work.join(POSITIONS);
    drop(Unsorted::open(&path, manifest.unsorted).map_err(at)?);
    let file_options = file_options(options);
    let part = |number| PartFiles::new(&file_options, work.to_owned(), number);
    let (mut number, mut rows) = (0, 0);
    let mut files = part(number);
    files.create(Table::Positions).map_err(at)?;
    let mut staged = Vec::new();
    let read = |SortPart(part): SortPart| {
        let part = part?;
        let of_part = part.path.clone();
        Ok((Sorted::read(part)?, of_part))
    };
    let mut done = 0;
    let mut write = |(positions, of_part): (Sorted, PathBuf)| {
        if rows >= POSITIONS_PER_FILE {
            number += 1;
            rows = 0;
            staged.extend(mem::replace(&mut files, part(number)).finish()?);
        }
        positions.each_batch(ROW_GROUP_LEN, |batch| {
            rows += batch.len() as u64;
            done += batch.len() as u64;
            files.add(Table::Positions, "", positions_batch(batch))
        })?;
        // An interrupted run starts again with the whole file.
        if of_part != path {
            fs::remove_file(&of_part)?;
        }
        Ok(done)
    };
    let total = manifest.positions;
    for_each_in_order(
        options.jobs,
        parts(path.clone(), MAX_ROWS).map(SortPart),
        read,
        |positions: io::Result<(Sorted, PathBuf)>| {
            let done = positions.and_then(&mut write).map_err(at)?;
            observe(ExportEvent::Sorting { done, total }).map_err(ExportError::Stopped)
        },
    )?;
    staged.extend(files.finish().map_err(at)?);
    manifest.files.extend(place(directory, staged).map_err(at)?);
    manifest.unsorted = 0;
    manifest.state = State::Finished;
    manifest.write(directory).map_err(at)
}

/// A file of positions to sort.
struct SortPart(io::Result<Part>);

impl kifu_files::parallel::MemorySize for SortPart {
    fn memory_size(&self) -> usize {
        // A few parts at a time are enough.
        64 << 20
    }
}
