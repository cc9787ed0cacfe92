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

use kifu_span::Span;

pub use area::{Area, area, cover};
pub use compose::{
    Application, Figure, FigureFlags, application, figure, label, line, split, write_application,
    write_label, write_line,
};
#[doc(inline)]
pub use kifu_value::{
    Assessment, Class, Date, Dates, Dating, Era, EraDate, EraDates, EraMonth, Grade, Handicap,
    Left, Leniency, MeantKomi, OldHandicap, Overtime, Person, Player, Players, Rank, Ranks, Read,
    RulesName, Seconds, Stage, Standing, Sureness, TimeOfDay, TimeSystem, ValueError,
    ValueErrorKind, When, dates, era_dates, handicap, is_day, komi, labelled_overtime,
    old_handicap, overtime, periods, person, players, ranks, respell_komi, respell_ranks,
    respell_result, respell_time, result, rules, time, time_system,
};
pub use komi::meant_komi;
pub use number::{Double, color, double, number, real, write_real};
pub use point::{Letters, Sequence, action, point, sequence};
pub use setting::{PrintMode, Style, print_mode, size, style, write_size};

/// A range of bytes of a value. Values past 4 GiB have their places at the end of that.
fn span(start: usize, end: usize) -> Span {
    let at = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    Span::new(at(start), at(end))
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
