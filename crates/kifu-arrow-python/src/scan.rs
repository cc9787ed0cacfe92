//! `Scan`: the rows of files, directories and archives, in batches.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use arrow_array::{RecordBatch, UInt32Array};
use arrow_schema::ArrowError;
use arrow_select::concat::concat_batches;
use arrow_select::take::take_record_batch;
use kifu_arrow::kifu::select::Select;
use kifu_arrow::{Options, Tables, TablesBuilder};
use kifu_files::tasks::{Task, TaskResult, tasks};
use kifu_files::{Sources, games, in_batches, reason};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::records::select;
use crate::rows;
use crate::stream::{self, value_error};

/// The length of the chunks in which larger files are read.
const CHUNK_LEN: usize = 256 << 10;

/// The size of the rows in memory at which a batch ends early. Offsets of Arrow have 31 bits.
const MAX_BATCH_LEN: usize = 128 << 20;

/// The time between two looks at signals.
const INTERVAL: Duration = Duration::from_millis(100);

/// A stream with a batch, or the error that ended the scan; nothing at the end.
type Message = Option<Result<Vec<u8>, ArrowError>>;

/// The rows of the games of files: an iterator over streams with a batch each.
#[pyclass(frozen, module = "kifu_arrow")]
pub(crate) struct Scan {
    /// `None` after the end.
    messages: Mutex<Option<Receiver<Message>>>,
}

#[pymethods]
impl Scan {
    #[new]
    #[pyo3(signature = (paths, r#where, jobs, check, batch_size))]
    fn py_new(
        paths: Vec<PathBuf>,
        r#where: Option<&str>,
        jobs: usize,
        check: bool,
        batch_size: usize,
    ) -> PyResult<Scan> {
        if batch_size == 0 {
            return Err(value_error("batch_size must be at least 1"));
        }
        let options = Options {
            select: select(r#where)?,
            check,
            ..Options::default()
        };
        // One batch is ready while Python uses the one before.
        let (sender, messages) = sync_channel(0);
        let sources = Sources::new(paths);
        thread::spawn(move || run(&sources, &options, jobs, batch_size, sender));
        Ok(Scan {
            messages: Mutex::new(Some(messages)),
        })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        loop {
            let received = py.detach(|| {
                let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
                let received = messages.as_ref()?.recv_timeout(INTERVAL);
                if let Ok(None | Some(Err(_))) = received {
                    *messages = None;
                }
                Some(received)
            });
            match received {
                None | Some(Ok(None)) => return Ok(None),
                Some(Ok(Some(stream))) => {
                    return Ok(Some(PyBytes::new(py, &stream.map_err(value_error)?)));
                }
                Some(Err(RecvTimeoutError::Timeout)) => py.check_signals()?,
                Some(Err(RecvTimeoutError::Disconnected)) => {
                    return Err(PyRuntimeError::new_err("a thread of the scan panicked"));
                }
            }
        }
    }
}

/// Why a scan ended before its end.
enum Stop {
    /// Nobody waits for further batches.
    Dropped,
    Failed(ArrowError),
}

impl From<ArrowError> for Stop {
    fn from(error: ArrowError) -> Stop {
        Stop::Failed(error)
    }
}

fn run(
    sources: &Sources,
    options: &Options,
    jobs: usize,
    batch_size: usize,
    sender: SyncSender<Message>,
) {
    games::keep_freed_memory();
    let mut batches = Batches {
        rows: Vec::new(),
        row_count: 0,
        len: 0,
        batch_size,
        sender,
    };
    let needs_all_games = options.select.as_ref().is_some_and(Select::needs_all_games);
    let mut tasks = tasks(sources.walk(), CHUNK_LEN, needs_all_games).peekable();
    let begin = || Work::new(options);
    let mut sink = |work: Work<'_>| {
        let rows = work.finish()?;
        rows.into_iter().try_for_each(|rows| batches.add(rows))
    };
    let mut done = Ok(());
    if jobs == 1 {
        // Threads make batches of many tasks; so does this one.
        while done.is_ok() && tasks.peek().is_some() {
            let mut work = begin();
            tasks.by_ref().take(256).for_each(|task| work.add(task));
            done = sink(work);
        }
    } else {
        let add = |work: &mut Work<'_>, task: Task| work.add(task);
        done = in_batches(jobs, tasks, &begin, &add, &mut sink);
    }
    let last = match done.and_then(|()| batches.send()) {
        Ok(()) => None,
        Err(Stop::Failed(error)) => Some(Err(error)),
        Err(Stop::Dropped) => return,
    };
    // The iterator may have been dropped.
    let _ = batches.sender.send(last);
}

/// The tables of some tasks.
struct Work<'o> {
    builder: TablesBuilder<'o>,
    /// The numbers of games and of errors up to the end of each task.
    ends: Vec<(u64, u64)>,
}

impl<'o> Work<'o> {
    fn new(options: &'o Options) -> Work<'o> {
        Work {
            builder: TablesBuilder::new(options),
            ends: Vec::new(),
        }
    }

    fn add(&mut self, task: Task) {
        let builder = &mut self.builder;
        match task.read() {
            TaskResult::Whole(input, parsed) => builder.add(&input.name(), &parsed),
            TaskResult::Chunk(input, parsed) => builder.add(&input.name(), &parsed),
            TaskResult::End(_) => {}
            TaskResult::Failed(input, error) => {
                builder.add_error(&input.name(), 0, &reason(error));
            }
            TaskResult::Unreadable(unreadable) => {
                let name = unreadable.path.to_string_lossy().into_owned();
                builder.add_error(&name, 0, &reason(unreadable.error));
            }
        }
        self.ends.push(self.builder.row_counts());
    }

    /// Returns the rows in the order of the tasks: for each task its games, then its errors.
    fn finish(mut self) -> Result<Vec<RecordBatch>, ArrowError> {
        let mut before = (0, 0);
        let mut all = Vec::new();
        for tables in self.builder.finish(0) {
            all.push(in_order(&tables, before, &self.ends)?);
            before.0 += tables.games.num_rows() as u64;
            before.1 += tables.errors.num_rows() as u64;
        }
        Ok(all)
    }
}

/// Returns the rows of tables in the order of tasks. `before` are the numbers of games and errors before the tables.
fn in_order(
    tables: &Tables,
    before: (u64, u64),
    ends: &[(u64, u64)],
) -> Result<RecordBatch, ArrowError> {
    let games = rows::converted(&tables.parsed_games())?;
    if tables.errors.num_rows() == 0 {
        return Ok(games);
    }
    let errors = rows::converted(&tables.parsed_errors())?;
    let all = concat_batches(&rows::schema(), [&games, &errors])?;
    let (game_count, error_count) = (games.num_rows() as u32, errors.num_rows() as u32);
    let within =
        |count: u64, before, rows| count.saturating_sub(before).min(u64::from(rows)) as u32;
    let mut order = Vec::with_capacity(all.num_rows());
    let (mut game, mut error) = (0, 0);
    for end in ends {
        let end_game = within(end.0, before.0, game_count);
        let end_error = within(end.1, before.1, error_count);
        order.extend(game..end_game);
        order.extend((error..end_error).map(|error| game_count + error));
        (game, error) = (end_game, end_error);
    }
    take_record_batch(&all, &UInt32Array::from(order))
}

/// Joins rows to batches, and sends them.
struct Batches {
    rows: Vec<RecordBatch>,
    row_count: usize,
    /// The approximate size of the rows in memory.
    len: usize,
    batch_size: usize,
    sender: SyncSender<Message>,
}

impl Batches {
    fn add(&mut self, rows: RecordBatch) -> Result<(), Stop> {
        self.len += rows.get_array_memory_size();
        let mut start = 0;
        while start < rows.num_rows() {
            let count = (self.batch_size - self.row_count).min(rows.num_rows() - start);
            self.rows.push(rows.slice(start, count));
            self.row_count += count;
            start += count;
            if self.row_count == self.batch_size {
                self.send()?;
            }
        }
        if self.len >= MAX_BATCH_LEN {
            self.send()?;
        }
        Ok(())
    }

    /// Sends the rows, if there are any.
    fn send(&mut self) -> Result<(), Stop> {
        self.len = 0;
        self.row_count = 0;
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let batch = concat_batches(&rows::schema(), &rows)?;
        let stream = stream::write(&batch.schema(), [&batch])?;
        self.sender
            .send(Some(Ok(stream)))
            .map_err(|_| Stop::Dropped)
    }
}
