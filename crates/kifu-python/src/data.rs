//! The dataclasses and exceptions that are written in Python, and plain values.

use kifu::core::{Color, Move, Point};
use kifu::sgf::EditError as SgfEditError;
use kifu::span::TooLarge;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use pyo3::{import_exception, intern};

import_exception!(kifu._errors, EditError);
import_exception!(kifu._errors, Error);
import_exception!(kifu._errors, TooLargeError);

/// The exception for a source that exceeds a limit.
pub(crate) fn too_large(error: TooLarge) -> PyErr {
    TooLargeError::new_err(error.to_string())
}

/// The exception for an edit that was refused.
pub(crate) fn edit_error(error: SgfEditError) -> PyErr {
    EditError::new_err(error.to_string())
}

/// A class of `kifu._data`, imported once.
pub(crate) struct DataClass {
    name: &'static str,
    class: PyOnceLock<Py<PyType>>,
}

impl DataClass {
    pub(crate) const fn new(name: &'static str) -> DataClass {
        DataClass {
            name,
            class: PyOnceLock::new(),
        }
    }

    /// Makes an object from its fields, in the order of the class.
    pub(crate) fn make<'py>(
        &self,
        py: Python<'py>,
        fields: Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.class
            .import(py, "kifu._data", self.name)?
            .call1(fields)
    }
}

pub(crate) static GAME_INFO: DataClass = DataClass::new("GameInfo");

/// A point as `(column, row)`.
pub(crate) type PointPair = (u8, u8);

pub(crate) fn pair(point: Point) -> PointPair {
    (point.col, point.row)
}

/// The letter of a colour: `b` or `w`.
pub(crate) fn letter(py: Python<'_>, color: Color) -> Bound<'_, PyAny> {
    match color {
        Color::Black => intern!(py, "b"),
        Color::White => intern!(py, "w"),
    }
    .clone()
    .into_any()
}

/// A move as `(color, point)`; a pass has no point.
pub(crate) fn move_pair<'py>(
    py: Python<'py>,
    color: Color,
    action: Move,
) -> PyResult<Bound<'py, PyTuple>> {
    let point = match action {
        Move::Play(point) => Some(pair(point)),
        Move::Pass => None,
    };
    (letter(py, color), point).into_pyobject(py)
}
