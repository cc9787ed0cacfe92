//! Typed values: functions that parse the bytes of a value.
//!
//! Each function parses one value as written, independently of other values: a malformed komi does
//! not affect the date. The result always has one of three forms:
//!
//! * `Err(`[`ValueError`]`)`: the value has no reliable meaning. The error states what was expected,
//!   and where the value differs from that.
//! * `Ok(`[`Parsed`]`)` with `lenient: None`: the value is written as its specification requires.
//! * `Ok(Parsed)` with a [`Leniency`]: the value is written differently but understood. Use
//!   [`Parsed::value`] if only the value matters; a checker reports the leniency, and offers the
//!   `Display` form of the value as a fix.
//!
//! `Display` writes a value in canonical form, without brackets and escapes. Only texts contain
//! characters that need escapes; pass them through [`escape`](crate::escape).
//!
//! Positions are [`Span`]s *within the value*: offset 0 is the first byte after `[`.

mod area;
mod compose;
mod komi;
mod number;
mod of_property;
mod point;
mod setting;
pub mod western;

use core::fmt;

use kifu_core::{Point, Size};
use kifu_span::Span;

pub use area::{Area, area, cover};
pub use compose::{
    Application, Figure, FigureFlags, application, figure, label, line, split, write_application,
    write_label, write_line,
};
#[doc(inline)]
pub use kifu_value::{
    Assessment, Class, Date, DateEntry, DateKind, Dates, Era, EraDate, EraDates, EraMonth, Grade,
    Handicap, HandicapStage, Leniency, OldHandicap, Overtime, OvertimeUnit, Parsed, Person, Player,
    Players, Rank, Ranks, ReadError, ReadErrorKind, ResolvedKomi, RulesName, Seconds, Standing,
    Sureness, TimeOfDay, TimeSystem, dates, era_dates, handicap, komi, labelled_overtime,
    old_handicap, overtime, periods, person, players, ranks, respell_komi, respell_ranks,
    respell_result, respell_time, result, rules, time, time_system,
};
pub use komi::meant_komi;
pub use number::{Double, color, double, number, real, write_real};
pub use point::{PointLetters, Sequence, action, point, sequence};
pub use setting::{PrintMode, Style, print_mode, size, style, write_size};

/// The error for a value that cannot be parsed: what was expected, what is wrong, and where.
///
/// This is the error for values in SGF syntax, such as points and numbers. Functions that parse
/// text return [`ReadError`], which converts to this type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueError {
    /// The kind of error.
    pub kind: ValueErrorKind,
    /// The expected value, as a noun phrase: `a number`.
    pub expected: &'static str,
    /// The span of the error within the value.
    pub span: Span,
}

/// The kind of a [`ValueError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ValueErrorKind {
    /// The value is empty.
    Empty,
    /// The value does not have the expected form.
    Malformed,
    /// The value has the expected form, but is out of range.
    OutOfRange,
    /// The point is not on the board.
    OffBoard(Point, Size),
    /// The value is a Western coordinate such as `Q16`; contains the point that it means on this
    /// board.
    Western(Point),
}

impl ValueError {
    /// Creates an error about a range of bytes of the value.
    ///
    /// # Panics
    ///
    /// Panics if `start` is after `end`.
    pub const fn new(
        kind: ValueErrorKind,
        expected: &'static str,
        start: usize,
        end: usize,
    ) -> ValueError {
        ValueError {
            kind,
            expected,
            span: span(start, end),
        }
    }

    /// Shifts the span of an error about a part that starts `by` bytes after the start of the
    /// value.
    fn moved(self, by: usize) -> ValueError {
        let span = moved(self.span, by);
        ValueError { span, ..self }
    }
}

impl From<ReadError> for ValueError {
    fn from(error: ReadError) -> ValueError {
        let kind = match error.kind {
            ReadErrorKind::Empty => ValueErrorKind::Empty,
            ReadErrorKind::OutOfRange => ValueErrorKind::OutOfRange,
            ReadErrorKind::Malformed => ValueErrorKind::Malformed,
        };
        ValueError {
            kind,
            expected: error.expected,
            span: error.span,
        }
    }
}

/// The message says what was expected and what is wrong with the value, but not where.
impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let read = |kind| ReadError {
            kind,
            expected: self.expected,
            span: self.span,
        };
        match self.kind {
            ValueErrorKind::Empty => read(ReadErrorKind::Empty).fmt(f),
            ValueErrorKind::Malformed => read(ReadErrorKind::Malformed).fmt(f),
            ValueErrorKind::OutOfRange => read(ReadErrorKind::OutOfRange).fmt(f),
            ValueErrorKind::OffBoard(point, size) => {
                write!(f, "{} is not on the {size} board", Quoted(point))
            }
            ValueErrorKind::Western(point) => {
                write!(f, "Western coordinates; in SGF this is {}", Quoted(point))
            }
        }
    }
}

impl core::error::Error for ValueError {}

/// Displays a point in backticks.
struct Quoted(Point);

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match PointLetters::of_point(self.0) {
            Some(letters) => write!(f, "`{letters}`"),
            None => f.write_str("this point"),
        }
    }
}

/// Creates a span within a value. Offsets past 4 GiB are clamped.
const fn span(start: usize, end: usize) -> Span {
    const MAX: usize = u32::MAX as usize;
    let start = if start > MAX { MAX } else { start };
    let end = if end > MAX { MAX } else { end };
    Span::new(start as u32, end as u32)
}

fn moved(place: Span, by: usize) -> Span {
    span(place.start as usize + by, place.end as usize + by)
}

/// A value without the white space around it.
struct Trimmed<'a> {
    bytes: &'a [u8],
    /// The span of the whole value.
    whole: Span,
    is_trimmed: bool,
}

impl<'a> Trimmed<'a> {
    /// Trims a value; returns an error if nothing is left.
    fn new(raw: &'a [u8], expected: &'static str) -> Result<Trimmed<'a>, ValueError> {
        let bytes = raw.trim_ascii();
        if bytes.is_empty() {
            return Err(ValueError::new(
                ValueErrorKind::Empty,
                expected,
                0,
                raw.len(),
            ));
        }
        Ok(Trimmed {
            bytes,
            whole: span(0, raw.len()),
            is_trimmed: bytes.len() != raw.len(),
        })
    }

    fn span(&self) -> Span {
        self.whole
    }

    fn error(&self, kind: ValueErrorKind, expected: &'static str) -> ValueError {
        ValueError {
            kind,
            expected,
            span: self.whole,
        }
    }

    fn certain(&self, what: &'static str) -> Leniency {
        Leniency::certain(what, self.whole)
    }

    /// Returns the parsed value, with a leniency if white space was trimmed.
    fn read<T>(&self, value: T, what: &'static str) -> Parsed<T> {
        Parsed {
            value,
            lenient: self.is_trimmed.then(|| self.certain(what)),
        }
    }
}
