//! Reads games of many files on several threads, and joins the rows of their tables in order.

use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SendError, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use kifu::Record;
use kifu::hash::{HashKind, MainLine};
use kifu::select::{Games, Select};
use kifu::sgf::{self, NodeId};
use kifu_files::games;
use kifu_files::tasks::{Task, TaskResult, tasks};
use kifu_files::{Sources, Unreadable, in_batches, reason};
use pyo3::prelude::*;

/// The length of the chunks in which larger files are read. Positions of games take hundreds of times the memory of
/// their text, so the chunks are short.
const CHUNK_LEN: usize = 256 << 10;

/// The games that a scan reads.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) sources: Sources,
    pub(crate) select: Option<Select>,
    /// The games whose hash is in this part of all hashes, which are numbers from 0 to 1.
    pub(crate) part: Option<Range<f64>>,
    pub(crate) jobs: usize,
}

/// The games of a record that were selected.
pub(crate) struct Selected<'r> {
    pub(crate) source: &'r str,
    /// The number of the source, from 0, in the order in which files are found.
    pub(crate) source_index: u64,
    pub(crate) document: &'r sgf::Document,
    /// The games: their number in the source, from 1, and their root.
    pub(crate) games: Vec<(u32, NodeId)>,
    /// The index of the first of these games among all that were selected.
    pub(crate) first_index: i64,
}

/// A game or a file that has no row in a table.
pub(crate) struct Skipped {
    pub(crate) source: String,
    /// The number of the game in the source, from 1; 0 for the whole source.
    pub(crate) number: u32,
    pub(crate) reason: String,
}

/// Makes rows of games.
pub(crate) trait MakeRows: Send + Sync + 'static {
    type Rows: Rows;

    /// Creates a table without rows, with room for this number of rows.
    fn empty(&self, capacity: usize) -> Self::Rows;

    /// Adds the rows of selected games, and those that have none to `skipped`.
    fn add(&self, selected: Selected<'_>, rows: &mut Self::Rows, skipped: &mut Vec<Skipped>);
}

/// The rows of a table, in columns.
pub(crate) trait Rows: IntoTable + Sized + 'static {
    fn len(&self) -> usize;

    /// Appends rows of another table, whose first game has this index.
    fn append(&mut self, from: &Self, rows: Range<usize>, first_game: i64);

    /// Removes the rows after the first `len`.
    fn truncate(&mut self, len: usize);
}

/// Rows that can be handed over to Python.
pub(crate) trait IntoTable: Send {
    fn into_table<'py>(
        self: Box<Self>,
        py: Python<'py>,
        skipped: Vec<Skipped>,
    ) -> PyResult<Bound<'py, PyAny>>;
}

/// A batch of rows, and the games that were skipped between them.
pub(crate) enum Message {
    Batch(Box<dyn IntoTable>, Vec<Skipped>),
    End,
}

/// A scan that runs on threads of its own. If it is dropped, the scan ends.
pub(crate) struct Running {
    messages: Receiver<Message>,
    /// Hands over memory for another batch.
    add_spare: Box<dyn Fn() + Send>,
}

impl Running {
    /// Returns the next batch, or the end of the scan.
    pub(crate) fn next(&self, timeout: Duration) -> Result<Message, RecvTimeoutError> {
        let message = self.messages.recv_timeout(timeout)?;
        if let Message::Batch(..) = message {
            (self.add_spare)();
        }
        Ok(message)
    }
}

/// Starts a scan, which sends batches of `batch` rows, and a last one with the rest.
///
/// A scan without any row sends one batch without rows.
///
/// The memory of the batches is allocated on the thread that receives them, which also frees the arrays in most
/// programs: then the allocator of glibc uses the pages of the last arrays again. New pages for each batch took up to a
/// third of the time.
pub(crate) fn start<M: MakeRows>(query: Query, make: M, batch: usize) -> Running {
    // One batch is ready while Python uses the one before.
    let (sender, messages) = sync_channel(0);
    let (spare_sender, spares) = channel();
    let make = Arc::new(make);
    let maker = Arc::clone(&make);
    let add_spare = move || {
        // The scan may have ended.
        let _ = spare_sender.send(maker.empty(capacity(batch)));
    };
    games::keep_freed_memory();
    // One is filled, and another one continues with the rest of its last game.
    add_spare();
    add_spare();
    thread::spawn(move || {
        let mut batches = Batches {
            part: Part::new(make.empty(0)),
            make: &*make,
            batch,
            spares,
            sender,
        };
        batches.part.rows = batches.new_rows();
        let needs_all_games = query.select.as_ref().is_some_and(Select::needs_all_games);
        let mut tasks = tasks(query.sources.walk(), CHUNK_LEN, needs_all_games);
        let done = if query.jobs <= 1 {
            tasks.try_for_each(|task| {
                run(task, &query, &*make, &mut batches.part);
                batches.send_full()
            })
        } else {
            let begin = || Part::new(make.empty(0));
            let add = |part: &mut Part<M::Rows>, task: Task| run(task, &query, &*make, part);
            in_batches(query.jobs, tasks, &begin, &add, &mut |part| {
                batches.append(part)
            })
        };
        // An error says that the receiver was dropped.
        let _ = done.and_then(|()| batches.finish());
    });
    Running {
        messages,
        add_spare: Box::new(add_spare),
    }
}

/// The number of rows to make room for: a batch, and the rest of a game.
fn capacity(batch: usize) -> usize {
    const MAX_BATCH: usize = 1 << 16;
    const GAME: usize = 1 << 9;
    if batch > MAX_BATCH {
        return 0;
    }
    batch + batch.min(GAME)
}

/// The rows of some inputs.
struct Part<R> {
    rows: R,
    skipped: Vec<Skipped>,
    /// The number of selected games, including those that were skipped later.
    games: i64,
}

impl<R> Part<R> {
    fn new(rows: R) -> Part<R> {
        Part {
            rows,
            skipped: Vec::new(),
            games: 0,
        }
    }
}

/// Collects rows and sends them in batches, whose size does not depend on the parts.
struct Batches<'m, M: MakeRows> {
    make: &'m M,
    /// The rows that are not sent yet, and the number of all games.
    part: Part<M::Rows>,
    batch: usize,
    /// Memory for the next batches.
    spares: Receiver<M::Rows>,
    sender: SyncSender<Message>,
}

impl<M: MakeRows> Batches<'_, M> {
    /// Returns a table without rows, with room for a batch.
    fn new_rows(&self) -> M::Rows {
        let spare = self.spares.try_recv();
        spare.unwrap_or_else(|_| self.make.empty(capacity(self.batch)))
    }

    /// Appends rows, and sends each full batch before the next row.
    fn append(&mut self, part: Part<M::Rows>) -> Result<(), SendError<Message>> {
        let mut at = 0;
        while at < part.rows.len() {
            if self.part.rows.len() == self.batch {
                self.send(self.new_rows())?;
            }
            let room = self.batch - self.part.rows.len();
            let end = part.rows.len().min(at.saturating_add(room));
            self.part.rows.append(&part.rows, at..end, self.part.games);
            at = end;
        }
        self.part.skipped.extend(part.skipped);
        self.part.games += part.games;
        Ok(())
    }

    /// Sends all batches that are followed by a row, so that the last batch has a row or is the only one.
    fn send_full(&mut self) -> Result<(), SendError<Message>> {
        let len = self.part.rows.len();
        let mut rest = Vec::new();
        for start in (self.batch..len).step_by(self.batch) {
            let mut rows = self.new_rows();
            let end = len.min(start.saturating_add(self.batch));
            rows.append(&self.part.rows, start..end, 0);
            rest.push(rows);
        }
        self.part.rows.truncate(len.min(self.batch));
        rest.into_iter().try_for_each(|rows| self.send(rows))
    }

    fn finish(mut self) -> Result<(), SendError<Message>> {
        self.send(self.make.empty(0))?;
        self.sender.send(Message::End)
    }

    /// Sends all rows, and continues with the rest.
    fn send(&mut self, rest: M::Rows) -> Result<(), SendError<Message>> {
        let rows = std::mem::replace(&mut self.part.rows, rest);
        let skipped = std::mem::take(&mut self.part.skipped);
        self.sender.send(Message::Batch(Box::new(rows), skipped))
    }
}

fn run<M: MakeRows>(task: Task, query: &Query, make: &M, part: &mut Part<M::Rows>) {
    let source_index = task.source();
    let mut skip = |source: String, reason: String| {
        part.skipped.push(Skipped {
            source,
            number: 0,
            reason,
        });
    };
    let (name, parsed) = match task.read() {
        TaskResult::Whole(input, parsed) => (input.name(), parsed),
        TaskResult::Chunk(input, parsed) => (input.name(), parsed),
        TaskResult::Failed(input, error) => return skip(input.name(), reason(error)),
        TaskResult::Unreadable(Unreadable { path, error }) => {
            return skip(path.to_string_lossy().into_owned(), reason(error));
        }
        TaskResult::End(_) => return,
    };
    let source = (&*name, source_index);
    add_record(
        query,
        make,
        source,
        &parsed.record,
        parsed.games_before,
        part,
    );
}

/// Adds the rows of a record.
fn add_record<M: MakeRows>(
    query: &Query,
    make: &M,
    (source, source_index): (&str, u64),
    record: &Record,
    games_before: usize,
    part: &mut Part<M::Rows>,
) {
    let document = match record.to_sgf() {
        Ok(document) => document,
        Err(error) => {
            return part.skipped.push(Skipped {
                source: source.to_owned(),
                number: 0,
                reason: error.to_string(),
            });
        }
    };
    let mut found: Vec<(u32, NodeId)> = match &query.select {
        None => (games_before as u32 + 1..).zip(document.roots()).collect(),
        Some(select) => {
            let all = Games::of(record, &document).with_path(source);
            let all = all.numbered_after(games_before);
            let found = all.iter().filter(|game| select.matches(game));
            found
                .map(|game| (game.number() as u32, game.root()))
                .collect()
        }
    };
    if let Some(part) = &query.part {
        found.retain(|&(_, root)| {
            let hash = symmetric_hash(&document, root);
            part.contains(&Random(hash).fraction())
        });
    }
    let first_index = part.games;
    part.games += found.len() as i64;
    let selected = Selected {
        source,
        source_index,
        document: &document,
        games: found,
        first_index,
    };
    make.add(selected, &mut part.rows, &mut part.skipped);
}

/// Returns a hash of all moves, which is the same for all orientations of a game. Games that are not Go have the same
/// hash.
pub(crate) fn symmetric_hash(document: &sgf::Document, root: NodeId) -> u64 {
    let line = MainLine::of(document, root, None);
    let hash = line.and_then(|line| line.hash(HashKind::MovesSym));
    let first = hash.as_deref().and_then(|hash| hash.get(..16));
    let first = first.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    // The smallest of eight hashes is mostly a small number.
    Random(0).with(first.unwrap_or_default()).0
}

/// A random number that depends only on a seed and on what was mixed into it.
#[derive(Clone, Copy)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Mixes a number into the random number, with the step of SplitMix64.
    pub(crate) fn with(self, number: u64) -> Random {
        let mut z = (self.0 ^ number).wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Random(z ^ (z >> 31))
    }

    /// Returns a number from 0 to 1, without 1.
    pub(crate) fn fraction(self) -> f64 {
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}
