//! `Recording`: an RGF file, which is a game over time.

use kifu::rgf::{self, Settings};
use kifu::sgf::{self, GameContext};
use kifu::timeline::{Time, Timeline};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyType};

use crate::data::{Error, findings, too_large};
use crate::document::Document;

/// A recording in RGF: a game tree that changes over time, as in a lecture.
#[pyclass(frozen, module = "kifu", weakref)]
pub(crate) struct Recording {
    source: Vec<u8>,
    timeline: Timeline,
    diagnostics: Vec<kifu::span::Diagnostic>,
}

#[pymethods]
impl Recording {
    #[new]
    #[pyo3(signature = (source, /))]
    fn py_new(py: Python<'_>, source: &[u8]) -> PyResult<Recording> {
        let source = source.to_vec();
        py.detach(|| {
            let recording = rgf::Recording::parse(source.as_slice())?;
            let document = recording.document();
            let root = document.roots().next();
            let context = root.map(|root| GameContext::of(document.node(root)));
            let reading = recording.read(&Settings {
                context: context.unwrap_or_default(),
                duration: None,
            });
            Ok(Recording {
                source,
                timeline: reading.timeline,
                diagnostics: reading.diagnostics,
            })
        })
        .map_err(too_large)
    }

    /// The length of the recording in seconds.
    #[getter]
    fn duration(&self) -> f64 {
        seconds(self.timeline.duration())
    }

    /// The times in seconds at which something happens, in order.
    #[getter]
    fn times(&self) -> Vec<f64> {
        self.timeline.times().map(seconds).collect()
    }

    /// The faults of the recording, with their places.
    #[getter]
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        findings(py, &self.diagnostics)
    }

    /// The game tree at a time in seconds, after everything that happens then.
    fn at(&self, py: Python<'_>, time: f64) -> PyResult<Document> {
        if !time.is_finite() {
            return Err(Error::new_err("the time is not a number of seconds"));
        }
        let time = Time::from_nanos((time * 1e9).round() as i64);
        py.detach(|| sgf::Document::parse(self.timeline.at(time).to_sgf()))
            .map(Document::new)
            .map_err(too_large)
    }

    /// The bytes that were read.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.source)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.to_bytes(py)
    }

    fn __len__(&self) -> usize {
        self.timeline.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Bound<'py, PyBytes>,)) {
        (py.get_type::<Recording>(), (self.to_bytes(py),))
    }

    fn __repr__(&self) -> String {
        let events = self.timeline.len();
        format!(
            "<kifu.Recording of {} s with {events} events>",
            self.duration()
        )
    }
}

fn seconds(time: Time) -> f64 {
    time.nanos() as f64 / 1e9
}
