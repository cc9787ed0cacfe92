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
mod date;
mod era;
mod handicap;
mod komi;
mod number;
mod of_property;
mod overtime;
mod players;
mod point;
mod rank;
mod result;
mod rules;
mod scan;
mod setting;
mod time;
pub mod western;

use core::fmt;

use kifu_core::{Point, Size};
use kifu_span::Span;

pub use area::{Area, area, cover};
pub use compose::{
    Application, Figure, FigureFlags, application, figure, label, line, split, write_application,
    write_label, write_line,
};
#[cfg(feature = "charset")]
pub(crate) use date::is_day;
pub use date::{Date, Dates, Dating, TimeOfDay, When, dates};
pub use era::{Era, EraDate, EraDates, EraMonth, era_dates};
pub use handicap::{Handicap, OldHandicap, Stage, handicap, old_handicap};
pub use komi::{MeantKomi, komi, meant_komi, respell_komi};
pub use number::{Double, color, double, number, real, write_real};
pub use overtime::{Left, Overtime, TimeSystem, labelled_overtime, overtime, periods, time_system};
pub use players::{Person, Player, Players, person, players};
pub use point::{Letters, Sequence, action, point, sequence};
pub use rank::{Assessment, Class, Grade, Rank, Ranks, Standing, ranks, respell_ranks};
pub use result::{respell_result, result};
pub use rules::{RulesName, rules};
pub use setting::{PrintMode, Style, print_mode, size, style, write_size};
pub use time::{Seconds, respell_time, time};

/// A value that was understood, and whether it was written as it should be.
///
/// ```
/// use kifu_sgf::value::{Leniency, Read};
/// use kifu_span::Span;
///
/// let exact = Read::exact(19);
/// assert!(exact.is_exact());
/// let doubted = Read::lenient(375, Leniency::guess("a komi in hundredths", Span::new(0, 3)));
/// assert_eq!(doubted.map(|hundredths| hundredths as f32 / 100.0).value, 3.75);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Read<T> {
    /// What it means.
    pub value: T,
    /// How it is written, if not as it should be: the first thing that is odd.
    pub lenient: Option<Leniency>,
}

impl<T> Read<T> {
    /// Written as it should be.
    #[inline]
    pub const fn exact(value: T) -> Read<T> {
        Read {
            value,
            lenient: None,
        }
    }

    /// Written otherwise.
    pub const fn lenient(value: T, how: Leniency) -> Read<T> {
        Read {
            value,
            lenient: Some(how),
        }
    }

    /// Whether it is written as it should be.
    pub const fn is_exact(&self) -> bool {
        self.lenient.is_none()
    }

    /// The same about a value made from this one.
    #[inline]
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Read<U> {
        Read {
            value: f(self.value),
            lenient: self.lenient,
        }
    }

    /// The same, with one more oddity; the first one stays.
    #[inline]
    pub fn but(mut self, how: Option<Leniency>) -> Read<T> {
        self.lenient = self.lenient.or(how);
        self
    }
}

/// How a value that was understood departs from what the specification writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leniency {
    /// What is odd, as a noun phrase: `white space around a number`.
    pub what: &'static str,
    /// How sure the reading is.
    pub sureness: Sureness,
    /// Where it is, within the value.
    pub span: Span,
}

/// How sure it is what a value means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sureness {
    /// There is one way to read it. Writing it canonically is safe.
    Certain,
    /// It was probably meant so. Someone should agree before it is rewritten.
    Guess,
}

impl Leniency {
    /// Another way to write what is certain.
    pub const fn certain(what: &'static str, span: Span) -> Leniency {
        Leniency {
            what,
            sureness: Sureness::Certain,
            span,
        }
    }

    /// Something that was probably meant so.
    pub const fn guess(what: &'static str, span: Span) -> Leniency {
        Leniency {
            what,
            sureness: Sureness::Guess,
            span,
        }
    }
}

impl Leniency {
    /// The same, of a part of a value that starts so many bytes in.
    fn moved(self, by: usize) -> Leniency {
        let span = moved(self.span, by);
        Leniency { span, ..self }
    }
}

impl fmt::Display for Leniency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }
}

/// A value that could not be read: what was expected, what is wrong, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueError {
    /// What is wrong.
    pub kind: ValueErrorKind,
    /// What should stand there, as a noun phrase: `a number`.
    pub expected: &'static str,
    /// Where, within what was read.
    pub span: Span,
}

/// What is wrong with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ValueErrorKind {
    /// Nothing stands where something is needed.
    Empty,
    /// Something else stands there.
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
    /// If `start` lies after `end`.
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

    /// The same, of a part of a value that starts so many bytes in.
    fn moved(self, by: usize) -> ValueError {
        let span = moved(self.span, by);
        ValueError { span, ..self }
    }
}

fn moved(place: Span, by: usize) -> Span {
    span(place.start as usize + by, place.end as usize + by)
}

/// In users' words: what was expected, and what is wrong with what stands there. The
/// place is not in it.
impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = self.expected;
        match self.kind {
            ValueErrorKind::Empty => write!(f, "nothing stands here, expected {expected}"),
            ValueErrorKind::Malformed => write!(f, "expected {expected}"),
            ValueErrorKind::OutOfRange => write!(f, "out of range, expected {expected}"),
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

/// A range of bytes of a value. Values past 4 GiB have their places at the end of that.
pub(crate) const fn span(start: usize, end: usize) -> Span {
    const MAX: usize = u32::MAX as usize;
    let start = if start > MAX { MAX } else { start };
    let end = if end > MAX { MAX } else { end };
    Span::new(start as u32, end as u32)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn places_past_four_gibibytes_are_at_the_end_of_that() {
        const MAX: usize = u32::MAX as usize;
        assert_eq!(span(1, 2), Span::new(1, 2));
        assert_eq!(span(MAX - 1, MAX), Span::new(u32::MAX - 1, u32::MAX));
        assert_eq!(span(3, MAX + 3), Span::new(3, u32::MAX));
        assert_eq!(span(MAX + 1, MAX + 3), Span::new(u32::MAX, u32::MAX));
    }
}
