// In the README it is a file.
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

pub use date::{Date, Dates, Dating, TimeOfDay, When, dates};
pub use era::{Era, EraDate, EraDates, EraMonth, era_dates};
pub use handicap::{Handicap, OldHandicap, Stage, handicap, old_handicap};
pub use kifu_core::{Color, Margin, Outcome, Points, Ruleset};
pub use kifu_span::Span;
pub use komi::{MeantKomi, fox_komi, komi, respell_komi};
pub use overtime::{Left, Overtime, TimeSystem, labelled_overtime, overtime, periods, time_system};
pub use players::{Person, Player, Players, person, players};
pub use rank::{Assessment, Class, Grade, Rank, Ranks, Standing, ranks, respell_ranks};
pub use result::{respell_result, result};
pub use rules::{RulesName, rules};
pub use time::{Seconds, respell_time, time};

/// A value that was understood, and whether it was written as it should be.
///
/// ```
/// use kifu_value::{Leniency, Read};
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

/// A text that could not be read: what was expected, what is wrong, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// What is wrong.
    pub kind: ReadErrorKind,
    /// What should stand there, as a noun phrase: `a number`.
    pub expected: &'static str,
    /// Where, within what was read.
    pub span: Span,
}

/// What is wrong with a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadErrorKind {
    /// Nothing stands where something is needed.
    Empty,
    /// Something else stands there.
    Malformed,
    /// It is of the right form, but no such value can be.
    OutOfRange,
}

impl ReadError {
    /// An error about a range of bytes of the value.
    ///
    /// # Panics
    ///
    /// If `start` lies after `end`.
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

    /// The same, of a part of a value that starts so many bytes in.
    #[must_use]
    pub fn moved(self, by: usize) -> ReadError {
        let span = moved(self.span, by);
        ReadError { span, ..self }
    }
}

fn moved(place: Span, by: usize) -> Span {
    span(place.start as usize + by, place.end as usize + by)
}

/// In users' words: what was expected, and what is wrong with what stands there. The
/// place is not in it.
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = self.expected;
        match self.kind {
            ReadErrorKind::Empty => write!(f, "nothing stands here, expected {expected}"),
            ReadErrorKind::Malformed => write!(f, "expected {expected}"),
            ReadErrorKind::OutOfRange => write!(f, "out of range, expected {expected}"),
        }
    }
}

impl core::error::Error for ReadError {}

/// A range of bytes of a value. Values past 4 GiB have their places at the end of that.
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
    fn places_past_four_gibibytes_are_at_the_end_of_that() {
        const MAX: usize = u32::MAX as usize;
        assert_eq!(span(1, 2), Span::new(1, 2));
        assert_eq!(span(MAX - 1, MAX), Span::new(u32::MAX - 1, u32::MAX));
        assert_eq!(span(3, MAX + 3), Span::new(3, u32::MAX));
        assert_eq!(span(MAX + 1, MAX + 3), Span::new(u32::MAX, u32::MAX));
    }
}
