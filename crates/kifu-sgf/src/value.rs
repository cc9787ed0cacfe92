//! Typed values: what the bytes of a value mean, read when asked.
//!
//! Each reader takes one value as it is written and fails alone: a bad komi says nothing
//! about the date beside it. What it returns has one shape throughout:
//!
//! * `Err(`[`ValueError`]`)`: the value means nothing that can be relied on. The error
//!   says what was expected, and where in the value it went wrong.
//! * `Ok(`[`Read`]`)` with `lenient: None`: written as the specification of its day has it.
//! * `Ok(Read)` with a [`Leniency`]: written otherwise, but understood. Someone who only
//!   wants the value takes [`Read::value`]; a checker reports the leniency, and offers
//!   what the value's own `Display` writes as the mend.
//!
//! Writing is `Display`, in the canonical form, without the brackets and without escapes:
//! none of these values has a character that needs one, except texts, which go
//! through [`escape`](crate::escape).
//!
//! Places are [`Span`]s *within what was read*: offset 0 is the first byte after `[`.

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
    Handicap, HandicapStage, Leniency, OldHandicap, Overtime, OvertimeUnit, Person, Player,
    Players, Rank, Ranks, Read, ReadError, ReadErrorKind, ResolvedKomi, RulesName, Seconds,
    Standing, Sureness, TimeOfDay, TimeSystem, dates, era_dates, handicap, komi, labelled_overtime,
    old_handicap, overtime, periods, person, players, ranks, respell_komi, respell_ranks,
    respell_result, respell_time, result, rules, time, time_system,
};
pub use komi::meant_komi;
pub use number::{Double, color, double, number, real, write_real};
pub use point::{Letters, Sequence, action, point, sequence};
pub use setting::{PrintMode, Style, print_mode, size, style, write_size};

/// A value that cannot be read: what was expected, what is wrong, and where.
///
/// This is the error of values in the syntax of SGF, such as points and numbers. Readers of texts return
/// [`ReadError`], which converts to this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueError {
    /// What is wrong.
    pub kind: ValueErrorKind,
    /// What should be there, as a noun phrase: `a number`.
    pub expected: &'static str,
    /// The place within the value.
    pub span: Span,
}

/// What is wrong with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ValueErrorKind {
    /// The value is empty.
    Empty,
    /// Something else is there.
    Malformed,
    /// It is of the right form, but no such value can be.
    OutOfRange,
    /// A point that is not on the board.
    OffBoard(Point, Size),
    /// Coordinates such as `Q16`, with the point that they mean on this board.
    Western(Point),
}

impl ValueError {
    /// An error about a range of bytes of the value.
    ///
    /// # Panics
    ///
    /// If `start` is after `end`.
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

    /// The same error about a part of a value that starts `by` bytes after the start of the value.
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

/// In users' words: what was expected, and what is wrong with the value. The place is not in it.
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
                write!(f, "{} lies off the {size} board", Quoted(point))
            }
            ValueErrorKind::Western(point) => {
                write!(f, "Western coordinates: SGF writes {}", Quoted(point))
            }
        }
    }
}

impl core::error::Error for ValueError {}

/// A point in backquotes.
struct Quoted(Point);

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Letters::of_point(self.0) {
            Some(letters) => write!(f, "`{letters}`"),
            None => f.write_str("this point"),
        }
    }
}

/// A range of bytes of a value. Values past 4 GiB have their places at the end of that.
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
    /// All of the value.
    whole: Span,
    is_trimmed: bool,
}

impl<'a> Trimmed<'a> {
    /// An error if nothing is left.
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

    /// What was read, odd if something was trimmed.
    fn read<T>(&self, value: T, what: &'static str) -> Read<T> {
        Read {
            value,
            lenient: self.is_trimmed.then(|| self.certain(what)),
        }
    }
}
