//! The dataclasses and exceptions that are written in Python, and plain values.

use kifu::core::{Color, Move, Point, Points};
use kifu::rules::Rules;
use kifu::sgf::{self, EditError as SgfEditError};
use kifu::span::{Diagnostic, Safety, TooLarge};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyTuple, PyType};
use pyo3::{import_exception, intern};

import_exception!(kifu._errors, EditError);
import_exception!(kifu._errors, Error);
import_exception!(kifu._errors, IllegalMoveError);
import_exception!(kifu._errors, TooLargeError);

/// The exception for a source that exceeds a limit.
pub(crate) fn too_large(error: TooLarge) -> PyErr {
    TooLargeError::new_err(error.to_string())
}

/// The exception for an edit that was refused.
pub(crate) fn edit_error(error: SgfEditError) -> PyErr {
    EditError::new_err(error.to_string())
}

/// A class of `kifu._data` or `kifu._tables`, imported once.
pub(crate) struct DataClass {
    module: &'static str,
    name: &'static str,
    class: PyOnceLock<Py<PyType>>,
}

impl DataClass {
    pub(crate) const fn new(name: &'static str) -> DataClass {
        DataClass {
            module: "kifu._data",
            name,
            class: PyOnceLock::new(),
        }
    }

    /// A class of `kifu._tables`, which needs NumPy.
    pub(crate) const fn table(name: &'static str) -> DataClass {
        DataClass {
            module: "kifu._tables",
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
        self.class.import(py, self.module, self.name)?.call1(fields)
    }
}

pub(crate) static CONVERSION: DataClass = DataClass::new("Conversion");
static FINDING: DataClass = DataClass::new("Finding");
pub(crate) static FIXED: DataClass = DataClass::new("Fixed");
pub(crate) static GAME_INFO: DataClass = DataClass::new("GameInfo");
pub(crate) static GAME_SCORE: DataClass = DataClass::new("GameScore");
pub(crate) static LOSS: DataClass = DataClass::new("Loss");
pub(crate) static REPLAY: DataClass = DataClass::new("Replay");
pub(crate) static SCORE: DataClass = DataClass::new("Score");

/// Makes a list of `Finding`.
pub(crate) fn findings<'py>(py: Python<'py>, found: &[Diagnostic]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for finding in found {
        let repair = finding.fix.as_ref().map(|fix| match fix.safety {
            Safety::Safe => "safe",
            Safety::Unsafe => "unsafe",
        });
        let fields = (
            finding.code.name,
            finding.severity.name(),
            finding.message.as_ref(),
            finding.span.start,
            finding.span.end,
            finding.help.as_deref(),
            repair,
        );
        list.append(FINDING.make(py, fields.into_pyobject(py)?)?)?;
    }
    Ok(list)
}

/// Parses the name of a ruleset, or `lenient`.
pub(crate) fn rules_of(name: &str) -> PyResult<Rules> {
    if name == "lenient" {
        return Ok(Rules::LENIENT);
    }
    name.parse()
        .map_err(|error: kifu::core::ParseRulesetError| Error::new_err(error.to_string()))
}

/// Returns the rules that a game names, or Japanese rules, and their name.
pub(crate) fn stated_rules(info: &sgf::GameInfo<'_>) -> (Rules, String) {
    let rules = info.rules.as_deref().and_then(kifu::replay::stated_rules);
    let known = rules.and_then(|rules| Some((rules, rules.ruleset()?)));
    match known {
        Some((rules, ruleset)) => (rules, ruleset.to_string().to_lowercase()),
        None => (Rules::JAPANESE, "japanese".to_owned()),
    }
}

pub(crate) fn points_as_float(points: Points) -> f64 {
    f64::from(points.hundredths()) / 100.0
}

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

/// The number of columns and rows that moves in SGF can have.
const SIDE: usize = 52;

/// The moves of each colour, and a pass, made when they are first used. Tuples do not change, so all nodes share them.
static MOVES: [PyOnceLock<Py<PyTuple>>; 2 * (SIDE * SIDE + 1)] =
    [const { PyOnceLock::new() }; 2 * (SIDE * SIDE + 1)];

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
    let of_point = match point {
        Some((col, row)) if usize::from(col.max(row)) < SIDE => {
            1 + usize::from(row) * SIDE + usize::from(col)
        }
        Some(_) => return (letter(py, color), point).into_pyobject(py),
        None => 0,
    };
    let of_color = match color {
        Color::Black => 0,
        Color::White => SIDE * SIDE + 1,
    };
    let made = MOVES[of_color + of_point].get_or_try_init(py, || {
        (letter(py, color), point)
            .into_pyobject(py)
            .map(Bound::unbind)
    })?;
    Ok(made.bind(py).clone())
}
