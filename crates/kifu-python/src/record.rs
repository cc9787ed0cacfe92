//! `Record`: a file of any format.

use kifu::check::Settings;
use kifu::sgf;
use kifu::span::{Diagnostic, Safety};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyType};

use crate::convert;
use crate::data::{CONVERSION, FIXED, LOSS, findings, too_large};
use crate::document::Document;
use crate::game::Game;

/// A file of any format. The content determines the format.
#[pyclass(frozen, module = "kifu", weakref)]
pub(crate) struct Record {
    /// The bytes and the record, unless it is SGF, which the document has.
    other: Option<(Vec<u8>, kifu::Record)>,
    format: kifu::Format,
    document: Py<Document>,
}

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (source, /))]
    fn py_new(py: Python<'_>, source: &[u8]) -> PyResult<Record> {
        type Read = (Option<(Vec<u8>, kifu::Record)>, kifu::Format, sgf::Document);
        let source = source.to_vec();
        let read = py.detach(|| -> Result<Read, kifu::TooLarge> {
            let copy = (kifu::Syntax::of(&source) != kifu::Syntax::Sgf).then(|| source.clone());
            let record = kifu::read(source)?;
            let format = record.format();
            match record {
                kifu::Record::Sgf(document) => Ok((None, format, document)),
                kifu::Record::Positions(positions) => {
                    let bytes = positions.text().as_bytes().to_vec();
                    let record = kifu::Record::Positions(positions);
                    let document = converted(&record)?;
                    Ok((Some((bytes, record)), format, document))
                }
                kifu::Record::Jgf(_)
                | kifu::Record::Gib(_)
                | kifu::Record::Ngf(_)
                | kifu::Record::Ogs(_)
                | kifu::Record::Ugf(_) => {
                    let document = converted(&record)?;
                    Ok((copy.map(|bytes| (bytes, record)), format, document))
                }
            }
        });
        let (other, format, document) = read.map_err(too_large)?;
        let document = Py::new(py, Document::new(document))?;
        Ok(Record {
            other,
            format,
            document,
        })
    }

    /// The format with its version, such as "SGF FF[4]" or "JGF 2 (v2-seki)".
    #[getter]
    fn format(&self) -> String {
        self.format.to_string()
    }

    /// The games as SGF, converted if necessary.
    #[getter]
    fn document(&self, py: Python<'_>) -> Py<Document> {
        self.document.clone_ref(py)
    }

    /// The games, in the order of the file.
    #[getter]
    fn games(&self, py: Python<'_>) -> Vec<Game> {
        Document::games(self.document.bind(py))
    }

    /// The file in its format. Bytes that nobody edited are those that were read.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self
            .document
            .get()
            .read_detached(py, |state| match &self.other {
                None => Some(state.document.to_bytes()),
                Some((bytes, _)) if !state.is_edited => Some(bytes.clone()),
                Some((bytes, record)) => kifu::parts::in_format_of(record, bytes, &state.document),
            });
        let bytes = bytes.ok_or_else(|| {
            crate::data::EditError::new_err("edited positions cannot be written in their notation")
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// List the faults of the file with their places. Moves are checked by the rules that each game names.
    fn check<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let bytes = self.to_bytes(py)?;
        let source = bytes.as_bytes();
        let found = py.detach(|| checked(source)).map_err(too_large)?;
        findings(py, &found)
    }

    /// Repair the file by changing only the faulty bytes.
    ///
    /// Without arguments, all safe repairs are made. `codes` limits them to some kinds of findings, and
    /// `unsafe_codes` adds repairs that change a meaning, by their codes. A JGF file has no repairs.
    #[pyo3(signature = (codes = None, *, unsafe_codes = Vec::new()))]
    fn fix<'py>(
        &self,
        py: Python<'py>,
        codes: Option<Vec<String>>,
        unsafe_codes: Vec<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let bytes = self.to_bytes(py)?;
        let source = bytes.as_bytes();
        let choose = |finding: &Diagnostic| {
            let is_in = |codes: &[String]| codes.iter().any(|code| code == finding.code.name);
            finding.fix.as_ref().is_some_and(|fix| match fix.safety {
                Safety::Safe => codes.as_deref().is_none_or(is_in),
                Safety::Unsafe => is_in(&unsafe_codes),
            })
        };
        let (text, repaired, remaining) = py.detach(|| fixed(source, choose)).map_err(too_large)?;
        let fields = (
            PyBytes::new(py, &text),
            findings(py, &repaired)?,
            findings(py, &remaining)?,
        );
        FIXED.make(py, fields.into_pyobject(py)?)
    }

    /// Convert the file to another format, with a list of what the format cannot express.
    ///
    /// The formats of games are "sgf", "jgf1", "jgf2" and "gib"; those of positions are "sgn", "sensei", "ascii",
    /// "showboard" and "fen", which contain the last position of each game. Private data that only this library
    /// reads keeps what the format cannot express, unless `private_data` is False.
    #[pyo3(signature = (to, *, private_data = true))]
    fn convert<'py>(
        &self,
        py: Python<'py>,
        to: &str,
        private_data: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let target = convert::target(to)?;
        let bytes = self.to_bytes(py)?;
        let source = bytes.as_bytes();
        let (text, losses) = py.detach(|| convert::convert(source, target, private_data))?;
        let list = PyList::empty(py);
        for (game, loss) in losses {
            let fields = (game, loss.what.as_ref(), loss.to_string());
            list.append(LOSS.make(py, fields.into_pyobject(py)?)?)?;
        }
        let fields = (PyBytes::new(py, &text), list);
        CONVERSION.make(py, fields.into_pyobject(py)?)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.to_bytes(py)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<Record>(), (self.to_bytes(py)?,)))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let games = self.games(py).len();
        let s = if games == 1 { "" } else { "s" };
        format!("<kifu.Record {} with {games} game{s}>", self.format)
    }
}

/// Returns the findings about a file.
fn checked(source: &[u8]) -> Result<Vec<Diagnostic>, kifu::TooLarge> {
    let settings = Settings::default();
    match kifu::read(source)? {
        kifu::Record::Sgf(document) => Ok(kifu::check::check(&document, &settings)),
        kifu::Record::Jgf(document) => kifu::check_jgf_document(&document, source, &settings),
        kifu::Record::Gib(document) => kifu::check_gib(&document, &settings),
        kifu::Record::Ngf(document) => kifu::check_ngf(&document, &settings),
        kifu::Record::Ogs(document) => kifu::check_ogs(&document, &settings),
        kifu::Record::Ugf(document) => kifu::check_ugf(&document, &settings),
        kifu::Record::Positions(positions) => kifu::check_positions(&positions, &settings),
    }
}

type Repaired = (Vec<u8>, Vec<Diagnostic>, Vec<Diagnostic>);

/// Returns a file with repairs, the findings that were repaired, and those that remain.
fn fixed(source: &[u8], choose: impl Fn(&Diagnostic) -> bool) -> Result<Repaired, kifu::TooLarge> {
    match kifu::read(source)? {
        kifu::Record::Sgf(document) => {
            let fixed = kifu::check::fix(document, &Settings::default(), choose)?;
            Ok((fixed.document.into_bytes(), fixed.repaired, fixed.remaining))
        }
        kifu::Record::Gib(document) => {
            let chosen = document.diagnostics().iter().filter(|found| choose(found));
            let chosen: Vec<Diagnostic> = chosen.cloned().collect();
            let fixes = chosen.iter().filter_map(|finding| finding.fix.as_deref());
            let applied = kifu::span::apply(document.to_bytes(), fixes);
            let fixable = chosen.into_iter().filter(|finding| finding.fix.is_some());
            let repaired = fixable
                .zip(&applied.accepted)
                .filter(|(_, accepted)| **accepted);
            let repaired = repaired.map(|(finding, _)| finding).collect();
            let remaining = checked(&applied.text)?;
            Ok((applied.text, repaired, remaining))
        }
        // These formats have no repairs.
        kifu::Record::Jgf(_)
        | kifu::Record::Ngf(_)
        | kifu::Record::Ogs(_)
        | kifu::Record::Ugf(_)
        | kifu::Record::Positions(_) => Ok((source.to_vec(), Vec::new(), checked(source)?)),
    }
}

fn converted(record: &kifu::Record) -> Result<sgf::Document, kifu::TooLarge> {
    match record.to_sgf() {
        Ok(document) => sgf::Document::parse(document.text().to_vec()),
        Err(error) => Err(error),
    }
}
