//! `Record`: a file of any format.

use kifu::sgf;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use crate::data::too_large;
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
                kifu::Record::Jgf(_) | kifu::Record::Gib(_) => {
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

fn converted(record: &kifu::Record) -> Result<sgf::Document, kifu::TooLarge> {
    match record.to_sgf() {
        Ok(document) => sgf::Document::parse(document.text().to_vec()),
        Err(error) => Err(error),
    }
}
