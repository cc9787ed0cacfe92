//! Columns of tables.

use std::ops::Range;

use kifu::core::{Color, Margin, Outcome, Points};
use kifu::sgf::value::meant_komi;
use kifu::sgf::{self, GameContext, GameInfo, NodeId};
use numpy::PyArray1;
use pyo3::prelude::*;

use super::run::Skipped;
use crate::data::{DataClass, points_as_float};

static TEXTS: DataClass = DataClass::table("Texts");
static SKIPPED: DataClass = DataClass::table("Skipped");

/// A column of texts, some of which can be absent.
pub(crate) struct Texts {
    data: Vec<u8>,
    /// The start of each text in the data, and the end of the last one.
    offsets: Vec<i64>,
    is_present: Vec<bool>,
}

impl Texts {
    pub(crate) fn new() -> Texts {
        Texts {
            data: Vec::new(),
            offsets: vec![0],
            is_present: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, text: Option<&str>) {
        self.data
            .extend_from_slice(text.unwrap_or_default().as_bytes());
        self.offsets.push(self.data.len() as i64);
        self.is_present.push(text.is_some());
    }

    pub(crate) fn append(&mut self, from: &Texts, rows: Range<usize>) {
        let start = from.offsets[rows.start];
        let moved = self.data.len() as i64 - start;
        let ends = &from.offsets[rows.start + 1..=rows.end];
        self.offsets.extend(ends.iter().map(|end| end + moved));
        let bytes = start as usize..from.offsets[rows.end] as usize;
        self.data.extend_from_slice(&from.data[bytes]);
        self.is_present.extend_from_slice(&from.is_present[rows]);
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.offsets.truncate(len + 1);
        self.data.truncate(self.offsets[len] as usize);
        self.is_present.truncate(len);
    }

    pub(crate) fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let fields = (
            PyArray1::from_vec(py, self.data),
            PyArray1::from_vec(py, self.offsets),
            PyArray1::from_vec(py, self.is_present),
        );
        TEXTS.make(py, fields.into_pyobject(py)?)
    }
}

/// Makes the table of skipped games.
pub(crate) fn skipped_table(py: Python<'_>, skipped: Vec<Skipped>) -> PyResult<Bound<'_, PyAny>> {
    let (mut sources, mut reasons) = (Texts::new(), Texts::new());
    for one in &skipped {
        sources.push(Some(&one.source));
        reasons.push(Some(&one.reason));
    }
    let numbers: Vec<u32> = skipped.iter().map(|one| one.number).collect();
    let fields = (
        sources.into_python(py)?,
        PyArray1::from_vec(py, numbers),
        reasons.into_python(py)?,
    );
    SKIPPED.make(py, fields.into_pyobject(py)?)
}

/// The result that a record states: 1 if Black wins, -1 if White wins, 0 for a draw, NaN if it is unknown; and by how
/// many points Black wins, or NaN.
pub(crate) fn result_of(text: Option<&str>) -> (f32, f32) {
    let outcome = text.and_then(|text| kifu::value::result(text).ok());
    match outcome.map(|read| read.value) {
        Some(Outcome::Win { winner, by }) => {
            let sign = if winner == Color::Black { 1.0 } else { -1.0 };
            let points = match by {
                Margin::Points(points) => points_as_float(points) as f32,
                _ => f32::NAN,
            };
            (sign, sign * points)
        }
        Some(Outcome::Draw) => (0.0, 0.0),
        _ => (f32::NAN, f32::NAN),
    }
}

/// The komi that a record states, in points: the Fox server has a scale of its own.
pub(crate) fn komi_of(
    document: &sgf::Document,
    root: NodeId,
    info: &GameInfo<'_>,
) -> Option<Points> {
    let root = document.node(root);
    let handicap = root.simple_text("HA");
    let dialect = GameContext::of(root).dialect;
    let meant = meant_komi(
        info.komi?,
        dialect,
        info.rules.as_deref(),
        handicap.as_deref(),
    );
    Some(meant.points)
}
