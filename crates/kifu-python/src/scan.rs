//! `Scan`: the games of many files, as arrays.

mod columns;
mod positions;
mod run;
mod tables;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use kifu::core::{Point, Size};
use kifu::rules::{PlaneKinds, Symmetry};
use kifu::select::Select;
use kifu_files::{Sources, bytes_read};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyType};

use crate::data::{Error, rules_of};
use crate::position::SizeArg;
use positions::{MakePositions, Symmetries};
use run::{MakeRows, Message, Query, Running};
use tables::{MakeDocuments, MakeGames, MakeMoves};

/// The index of a move without a valid point.
const NO_POINT: u16 = u16::MAX;

/// The time between two looks at signals, and between two calls for progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// The number of documents that are handed over at once.
const DOCUMENTS_AT_ONCE: usize = 64;

/// The index of a point in an array: row by row from the top.
fn index(point: Point, size: Size) -> u16 {
    u16::from(point.row) * u16::from(size.cols()) + u16::from(point.col)
}

/// The games of files, directories and archives: see `kifu.scan`.
///
/// A scan only describes what is to be read. Each of its methods reads the files from the start.
#[pyclass(frozen, module = "kifu")]
pub(crate) struct Scan {
    paths: Vec<PathBuf>,
    select: Option<(String, Select)>,
    jobs: Option<usize>,
    part: Option<(f64, f64)>,
    progress: Option<Py<PyAny>>,
}

/// The planes of a position: history, liberties, ko, last moves, side to move, komi.
type PlaneCounts = (u8, u8, bool, u8, bool, bool);

/// The orientations of games: their numbers, or "random".
#[derive(FromPyObject)]
enum SymmetryArg {
    Word(String),
    Numbers(Vec<usize>),
}

impl SymmetryArg {
    fn symmetries(self, size: Size) -> PyResult<Symmetries> {
        match self {
            SymmetryArg::Word(word) if word == "random" => {
                Ok(Symmetries::OneOf(Symmetry::of(size).collect()))
            }
            SymmetryArg::Word(_) => Err(Error::new_err(
                "symmetries are numbers from 0 to 7, or \"random\"",
            )),
            SymmetryArg::Numbers(numbers) => {
                let symmetry = |number: usize| {
                    let known = Symmetry::ALL.get(number).copied();
                    let symmetry = known
                        .ok_or_else(|| Error::new_err("symmetries are numbers from 0 to 7"))?;
                    if symmetry.size(size) == size {
                        Ok(symmetry)
                    } else {
                        Err(Error::new_err(format!(
                            "symmetry {number} exchanges the sides of a board of {size}"
                        )))
                    }
                };
                let all: PyResult<Vec<_>> = numbers.into_iter().map(symmetry).collect();
                Ok(Symmetries::Each(all?))
            }
        }
    }
}

impl Scan {
    fn query(&self) -> Query {
        let jobs = self.jobs.unwrap_or_else(|| {
            let cores = thread::available_parallelism();
            cores.map_or(1, usize::from)
        });
        Query {
            sources: Sources::new(&self.paths),
            select: self.select.as_ref().map(|(_, select)| select.clone()),
            part: self.part.map(|(start, end)| start..end),
            jobs,
        }
    }

    fn start<M: MakeRows>(&self, py: Python<'_>, make: M, batch: usize) -> Batches {
        let progress = self.progress.as_ref().map(|call| Progress {
            call: call.clone_ref(py),
            before: bytes_read(),
            total: total_size(&self.paths),
        });
        Batches {
            running: Mutex::new(Some(run::start(self.query(), make, batch))),
            progress,
        }
    }

    /// Starts an iterator over batches; without a batch size, returns all rows at once.
    fn table<M: MakeRows>(
        &self,
        py: Python<'_>,
        make: M,
        batch: Option<usize>,
    ) -> PyResult<Py<PyAny>> {
        py.import("kifu._tables")?;
        match batch {
            Some(0) => Err(Error::new_err("a batch has at least one row")),
            Some(batch) => Ok(Py::new(py, self.start(py, make, batch))?.into_any()),
            None => {
                let batches = self.start(py, make, usize::MAX);
                let table = batches.next(py)?;
                batches.next(py)?;
                table.ok_or_else(ended_early)
            }
        }
    }
}

#[pymethods]
impl Scan {
    #[new]
    #[pyo3(signature = (paths, r#where = None, jobs = None, part = None, progress = None))]
    fn py_new(
        paths: Vec<PathBuf>,
        r#where: Option<String>,
        jobs: Option<usize>,
        part: Option<(f64, f64)>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Scan> {
        let select = r#where.map(|text| {
            let select = Select::parse(&text).map_err(|fault| {
                let message = fault.message;
                Error::new_err(format!("where: {message}, at byte {}", fault.span.start))
            })?;
            Ok::<_, PyErr>((text, select))
        });
        Ok(Scan {
            paths,
            select: select.transpose()?,
            jobs,
            part,
            progress,
        })
    }

    /// The information about each game, as a table.
    ///
    /// With `batch`, an iterator over tables of that many games.
    #[pyo3(signature = (*, batch = None))]
    fn info(&self, py: Python<'_>, batch: Option<usize>) -> PyResult<Py<PyAny>> {
        self.table(py, MakeGames, batch)
    }

    /// The moves of the main line of each game, as a table. They are not checked by the rules.
    ///
    /// With `batch`, an iterator over tables of that many games.
    #[pyo3(signature = (*, batch = None))]
    fn moves(&self, py: Python<'_>, batch: Option<usize>) -> PyResult<Py<PyAny>> {
        self.table(py, MakeMoves, batch)
    }

    /// The positions before each move of the main lines, with the moves and other targets: an iterator over tables
    /// of `batch` positions. Tables of many megabytes take longer, because the system provides new memory for each.
    ///
    /// A game is skipped if its board has another size, or if it has an illegal move or a move that cannot be read.
    /// The rules are those that each record names, or Japanese rules, unless they are given. With "lenient" rules,
    /// no game is skipped because of its moves; illegal moves are played as far as possible.
    #[pyo3(
        signature = (
            planes = None, *, size = SizeArg::Square(19), batch = 1024, symmetries = None, sample = 1.0, seed = 0,
            ownership = false, rules = None
        ),
        text_signature = "($self, planes=None, *, size=19, batch=1024, symmetries=None, sample=1.0, seed=0, ownership=False, rules=None)"
    )]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn positions(
        &self,
        py: Python<'_>,
        planes: Option<&Bound<'_, PyAny>>,
        size: SizeArg,
        batch: usize,
        symmetries: Option<SymmetryArg>,
        sample: f64,
        seed: u64,
        ownership: bool,
        rules: Option<&str>,
    ) -> PyResult<Py<PyAny>> {
        let size = size.size()?;
        let planes = planes.map(|planes| {
            let counts: PlaneCounts = planes.call_method0("_counts")?.extract()?;
            Ok::<_, PyErr>(plane_kinds(counts))
        });
        let symmetries = symmetries.unwrap_or_else(|| SymmetryArg::Numbers(vec![0]));
        let make = MakePositions {
            size,
            planes: planes.transpose()?,
            symmetries: symmetries.symmetries(size)?,
            sample,
            seed,
            has_ownership: ownership,
            rules: rules.map(rules_of).transpose()?,
        };
        self.table(py, make, Some(batch))
    }

    /// The games themselves, which were read on several threads: an iterator over `Found`.
    fn documents(&self, py: Python<'_>) -> PyResult<DocumentIter> {
        py.import("kifu._tables")?;
        Ok(DocumentIter {
            batches: self.start(py, MakeDocuments, DOCUMENTS_AT_ONCE),
            found: PyList::empty(py).try_iter()?.unbind(),
            skipped: Vec::new(),
        })
    }

    #[allow(clippy::type_complexity, reason = "the arguments of the constructor")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> (
        Bound<'py, PyType>,
        (Vec<String>, Option<&str>, Option<usize>, Option<(f64, f64)>),
    ) {
        let paths = self.paths.iter();
        let fields = (
            paths
                .map(|path| path.to_string_lossy().into_owned())
                .collect(),
            self.select.as_ref().map(|(text, _)| text.as_str()),
            self.jobs,
            self.part,
        );
        (py.get_type::<Scan>(), fields)
    }

    fn __repr__(&self) -> String {
        format!("<kifu.Scan of {:?}>", self.paths)
    }
}

/// The names of planes, in order.
#[pyfunction]
pub(crate) fn _plane_names(counts: PlaneCounts) -> Vec<String> {
    plane_kinds(counts).names()
}

fn plane_kinds(
    (history, liberties, ko, last_moves, side_to_move, komi): PlaneCounts,
) -> PlaneKinds {
    PlaneKinds {
        history,
        liberties,
        ko,
        last_moves,
        side_to_move,
        komi,
    }
}

/// An iterator over the batches of a scan.
#[pyclass(frozen, module = "kifu")]
pub(crate) struct Batches {
    /// `None` after the end.
    running: Mutex<Option<Running>>,
    progress: Option<Progress>,
}

struct Progress {
    call: Py<PyAny>,
    /// The number of bytes that were read before the scan.
    before: u64,
    /// The number of bytes of all files; 0 until it is known.
    total: Arc<AtomicU64>,
}

impl Batches {
    fn next(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            let received = py.detach(|| {
                let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
                let received = running.as_ref()?.next(INTERVAL);
                if matches!(received, Ok(Message::End)) {
                    *running = None;
                }
                Some(received)
            });
            if let Some(progress) = &self.progress {
                progress.report(py, received.is_none())?;
            }
            match received {
                None | Some(Ok(Message::End)) => return Ok(None),
                Some(Ok(Message::Batch(rows, skipped))) => {
                    return Ok(Some(rows.into_table(py, skipped)?.unbind()));
                }
                Some(Err(RecvTimeoutError::Timeout)) => py.check_signals()?,
                Some(Err(RecvTimeoutError::Disconnected)) => return Err(ended_early()),
            }
        }
    }
}

fn ended_early() -> PyErr {
    PyRuntimeError::new_err("a thread of the scan panicked")
}

impl Progress {
    fn report(&self, py: Python<'_>, is_over: bool) -> PyResult<()> {
        let total = self.total.load(Ordering::Relaxed);
        let read = bytes_read() - self.before;
        let done = match total {
            0 => read,
            _ if is_over => total,
            _ => read.min(total),
        };
        self.call.call1(py, (done, total)).map(drop)
    }
}

/// Adds up the sizes of all files on another thread; the sum is 0 until it is known.
fn total_size(paths: &[PathBuf]) -> Arc<AtomicU64> {
    let total = Arc::new(AtomicU64::new(0));
    let sum = Arc::clone(&total);
    let sources = Sources::new(paths);
    thread::spawn(move || {
        let mut bytes = 0;
        let are_known = sources.each_size(&mut |size| {
            bytes += size;
            // Nobody waits for the sum any more.
            Arc::strong_count(&sum) > 1
        });
        if are_known {
            sum.store(bytes, Ordering::Relaxed);
        }
    });
    total
}

#[pymethods]
impl Batches {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.next(py)
    }
}

/// An iterator over the games of a scan.
#[pyclass(module = "kifu")]
pub(crate) struct DocumentIter {
    batches: Batches,
    /// An iterator over the games that were received.
    found: Py<PyIterator>,
    skipped: Vec<Py<PyAny>>,
}

#[pymethods]
impl DocumentIter {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            if let Some(found) = self.found.bind(py).clone().next() {
                return found.map(|found| Some(found.unbind()));
            }
            let Some(next) = self.batches.next(py)? else {
                return Ok(None);
            };
            let (found, skipped): (Bound<'_, PyList>, Py<PyAny>) = next.extract(py)?;
            self.found = found.try_iter()?.unbind();
            self.skipped.push(skipped);
        }
    }

    /// The files and games that were skipped so far.
    #[getter]
    fn skipped(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let tables = py.import("kifu._tables")?;
        let list = PyList::new(py, &self.skipped)?;
        Ok(tables.call_method1("_all_skipped", (list,))?.unbind())
    }
}
