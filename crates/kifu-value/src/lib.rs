// The README links to the cookbook as a file; the documentation has it as a module.
#![doc = "[cookbook]: crate::cookbook\n"]
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod date;
mod era;
mod handicap;
mod komi;
mod overtime;
mod players;
mod rank;
mod result;
mod rules;
mod scan;
mod time;

use core::fmt;

pub use date::{Date, DateEntry, DateKind, Dates, TimeOfDay, dates};
pub use era::{Era, EraDate, EraDates, EraMonth, era_dates};
pub use handicap::{Handicap, HandicapStage, OldHandicap, handicap, old_handicap};
pub use kifu_core::{Color, Margin, Outcome, Points, Ruleset};
pub use kifu_span::Span;
pub use komi::{ResolvedKomi, fox_komi, komi, respell_komi};
pub use overtime::{
    Overtime, OvertimeUnit, TimeSystem, labelled_overtime, overtime, periods, time_system,
};
pub use players::{Person, Player, Players, person, players};
pub use rank::{Assessment, Class, Grade, Rank, Ranks, Standing, ranks, respell_ranks};
pub use result::{respell_result, result};
pub use rules::{RulesName, rules};
pub use time::{Seconds, respell_time, time};

/// A parsed value, and how its spelling differs from the standard form, if it does.
///
/// ```
/// use kifu_value::{Leniency, Parsed};
/// use kifu_span::Span;
///
/// let exact = Parsed::exact(19);
/// assert!(exact.is_exact());
/// let doubted = Parsed::lenient(375, Leniency::guess("a komi in hundredths", Span::new(0, 3)));
/// assert_eq!(doubted.map(|hundredths| hundredths as f32 / 100.0).value, 3.75);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parsed<T> {
    /// The value that was read.
    pub value: T,
    /// The first difference from the standard form; `None` if the text is in the standard form.
    pub lenient: Option<Leniency>,
}

impl<T> Parsed<T> {
    /// Creates the result for a value in the standard form.
    #[inline]
    pub const fn exact(value: T) -> Parsed<T> {
        Parsed {
            value,
            lenient: None,
        }
    }

    /// Creates the result for a value in another form.
    pub const fn lenient(value: T, how: Leniency) -> Parsed<T> {
        Parsed {
            value,
            lenient: Some(how),
        }
    }

    /// Whether the text is in the standard form.
    pub const fn is_exact(&self) -> bool {
        self.lenient.is_none()
    }

    /// Converts the value with a function, and keeps the difference.
    #[inline]
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Parsed<U> {
        Parsed {
            value: f(self.value),
            lenient: self.lenient,
        }
    }

    /// Adds a difference, unless there already is one.
    #[inline]
    pub fn or_leniency(mut self, how: Option<Leniency>) -> Parsed<T> {
        self.lenient = self.lenient.or(how);
        self
    }
}

/// A difference between the spelling of a value and the standard form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leniency {
    /// The difference as a noun phrase, such as `white space around a number`.
    pub what: &'static str,
    /// Whether the value has only one possible meaning.
    pub sureness: Sureness,
    /// The bytes that differ, as a range of the text that was read.
    pub span: Span,
}

/// Whether the meaning of a value is certain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sureness {
    /// The text has only one meaning. A program can safely replace it with the standard form.
    Certain,
    /// The meaning is probable. A person should confirm it before the text is replaced.
    Guess,
}

impl Leniency {
    /// Creates a difference that leaves the meaning certain.
    pub const fn certain(what: &'static str, span: Span) -> Leniency {
        Leniency {
            what,
            sureness: Sureness::Certain,
            span,
        }
    }

    /// Creates a difference that makes the meaning a guess.
    pub const fn guess(what: &'static str, span: Span) -> Leniency {
        Leniency {
            what,
            sureness: Sureness::Guess,
            span,
        }
    }
}

impl Leniency {
    /// Moves the span by `by` bytes, for a part that starts at this offset of a longer text.
    #[must_use]
    pub fn moved(self, by: usize) -> Leniency {
        let span = moved(self.span, by);
        Leniency { span, ..self }
    }
}

impl fmt::Display for Leniency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }
}

/// The error of a text that cannot be read: what is wrong, what was expected, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The kind of error.
    pub kind: ReadErrorKind,
    /// The expected text as a noun phrase, such as `a number`.
    pub expected: &'static str,
    /// The bytes at fault, as a range of the text that was read.
    pub span: Span,
}

/// The kind of a [`ReadError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadErrorKind {
    /// The text is empty.
    Empty,
    /// The text does not have the expected form.
    Malformed,
    /// The text has the expected form, but such a value does not exist.
    OutOfRange,
}

impl ReadError {
    /// Creates an error about the bytes from `start` to `end` of the text.
    ///
    /// # Panics
    ///
    /// Panics if `start` is greater than `end`.
    pub const fn new(
        kind: ReadErrorKind,
        expected: &'static str,
        start: usize,
        end: usize,
    ) -> ReadError {
        ReadError {
            kind,
            expected,
            span: span(start, end),
        }
    }

    /// Moves the span by `by` bytes, for a part that starts at this offset of a longer text.
    #[must_use]
    pub fn moved(self, by: usize) -> ReadError {
        let span = moved(self.span, by);
        ReadError { span, ..self }
    }
}

fn moved(place: Span, by: usize) -> Span {
    span(place.start as usize + by, place.end as usize + by)
}

/// A message for users, which says what is wrong and what was expected, but not where.
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = self.expected;
        match self.kind {
            ReadErrorKind::Empty => write!(f, "empty, expected {expected}"),
            ReadErrorKind::Malformed => write!(f, "expected {expected}"),
            ReadErrorKind::OutOfRange => write!(f, "out of range, expected {expected}"),
        }
    }
}

impl core::error::Error for ReadError {}

/// A range of bytes of a text. Offsets beyond `u32::MAX` are clamped.
const fn span(start: usize, end: usize) -> Span {
    const MAX: usize = u32::MAX as usize;
    let start = if start > MAX { MAX } else { start };
    let end = if end > MAX { MAX } else { end };
    Span::new(start as u32, end as u32)
}

#[cfg(doc)]
#[doc = include_str!("../COOKBOOK.md")]
pub mod cookbook {}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn offsets_beyond_four_gibibytes_are_clamped() {
        const MAX: usize = u32::MAX as usize;
        assert_eq!(span(1, 2), Span::new(1, 2));
        assert_eq!(span(MAX - 1, MAX), Span::new(u32::MAX - 1, u32::MAX));
        assert_eq!(span(3, MAX + 3), Span::new(3, u32::MAX));
        assert_eq!(span(MAX + 1, MAX + 3), Span::new(u32::MAX, u32::MAX));
    }
}
