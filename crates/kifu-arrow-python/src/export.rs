//! Writes datasets.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use kifu_arrow::Options;
use kifu_files::Sources;
use kifu_tables::{ExportError, ExportOptions, ExportSummary, Partition, TableFormat};
use pyo3::exceptions::{PyFileExistsError, PyOSError};
use pyo3::prelude::*;

use crate::records::select;
use crate::stream::value_error;

/// The time between two looks at signals.
const INTERVAL: Duration = Duration::from_millis(100);

/// The numbers of inputs, games, positions, nodes, errors and files of a dataset.
type Summary = (u64, u64, u64, u64, u64, u64);

/// The names of tables to export, and how: see `kifu_arrow.export`.
#[pyfunction]
#[pyo3(
    signature = (
        paths, directory, format, partition, plies, nodes, r#where, check, jobs, overwrite, metadata
    )
)]
#[allow(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn export(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    directory: PathBuf,
    format: &str,
    partition: Option<&str>,
    plies: Option<u32>,
    nodes: bool,
    r#where: Option<&str>,
    check: bool,
    jobs: usize,
    overwrite: bool,
    metadata: Vec<(String, String)>,
) -> PyResult<Summary> {
    let roots = || paths.iter().map(|path| path.to_string_lossy().into_owned());
    let partition = match partition {
        None => None,
        Some("year") => Some(Partition::Year),
        Some("size") => Some(Partition::Size),
        Some("source") => Some(Partition::Source(roots().collect())),
        Some("hash") => Some(Partition::Hash),
        Some(_) => {
            return Err(value_error(
                "unknown partition; expected year, size, source or hash",
            ));
        }
    };
    let mut formats = TableFormat::ALL.into_iter();
    let format = formats.find(|known| known.name() == format);
    let format = format
        .ok_or_else(|| value_error("unknown format; expected parquet, arrow, csv or jsonl"))?;
    let options = ExportOptions {
        tables: Options {
            select: select(r#where)?,
            plies,
            nodes,
            check,
        },
        format,
        partition,
        metadata,
        jobs,
        overwrite,
        ..ExportOptions::default()
    };
    let sources = Sources::new(paths);
    let done = py.detach(|| {
        let mut last = Instant::now();
        let mut observe = |_| {
            if last.elapsed() < INTERVAL {
                return Ok(());
            }
            last = Instant::now();
            Python::attach(|py| py.check_signals())
        };
        kifu_tables::export(&sources, &directory, &options, &mut observe)
    });
    let ExportSummary {
        inputs,
        games,
        positions,
        nodes,
        errors,
        files,
    } = done.map_err(exception)?;
    Ok((inputs, games, positions, nodes, errors, files))
}

fn exception(error: ExportError<PyErr>) -> PyErr {
    let message = match &error {
        ExportError::Stopped(_) => String::new(),
        other => other.to_string(),
    };
    match error {
        ExportError::Stopped(error) => error,
        ExportError::Finished(_) => {
            PyFileExistsError::new_err(format!("{message}; replace it with `overwrite=True`"))
        }
        ExportError::NotADataset(_) => PyFileExistsError::new_err(message),
        ExportError::OtherOptions(_) | ExportError::OtherInputs(_) => value_error(message),
        _ => PyOSError::new_err(message),
    }
}
