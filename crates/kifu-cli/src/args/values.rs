//! Values of options that several verbs share.

use std::ffi::OsStr;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error, ValueEnum};
use kifu::select::{Field, Key, UnknownField, nearest};
use kifu::span::ExplainedCode;
use kifu::timeline::{Time, TimeError};
use kifu::tree::Address;
pub(crate) use kifu::tree::Location;

/// Parses a finding code, with or without its group.
pub(crate) fn parse_code(text: &str) -> Result<&'static ExplainedCode, String> {
    let known = |code: &&ExplainedCode| {
        code.name == text
            || code
                .name
                .split_once('/')
                .is_some_and(|(_, kind)| kind == text)
    };
    let mut found = kifu::codes().filter(known);
    match (found.next(), found.next()) {
        (Some(code), None) => Ok(code),
        (Some(a), Some(b)) => Err(format!("ambiguous code; use `{}` or `{}`", a.name, b.name)),
        (None, _) => Err(match nearest_code(text) {
            Some(near) => {
                format!("unknown code; did you mean `{near}`? `kifu codes` lists all codes")
            }
            None => "expected a code listed by `kifu codes`".to_owned(),
        }),
    }
}

/// A value of `--move`: the number of a move on the line, or an address.
#[derive(Clone, Debug)]
pub(crate) enum MoveArg {
    Number(u32),
    Address(Address),
}

impl FromStr for MoveArg {
    type Err = String;

    fn from_str(text: &str) -> Result<MoveArg, String> {
        let number = text.bytes().all(|b| b.is_ascii_digit());
        if let Some(number) = text.parse().ok().filter(|_| number) {
            return Ok(MoveArg::Number(number));
        }
        let address = text.parse().map(MoveArg::Address);
        address.map_err(|_| {
            "expected the number of a move, or an address such as `m91:2.3` or `#17`".to_owned()
        })
    }
}

/// The length of a comment in the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Comments {
    /// Nothing
    None,
    /// The first words, in one line
    Brief,
    /// The whole text
    Full,
}

/// Returns the code that is most similar to a text, with its group if the text has one.
fn nearest_code(text: &str) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    let codes = kifu::codes().filter_map(|code| {
        let written = if text.contains('/') {
            Some(code.name)
        } else {
            code.name.split_once('/').map(|(_, kind)| kind)
        };
        Some((written?, code.name))
    });
    nearest(&text, codes)
}

/// A parser of values that also lists words for completions. The list can be incomplete.
#[derive(Clone, Copy)]
pub(crate) struct WithWords<T> {
    pub(crate) parse: fn(&str) -> Result<T, String>,
    pub(crate) words: fn() -> Vec<PossibleValue>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for WithWords<T> {
    type Value = T;

    fn parse_ref(&self, cmd: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        self.parse.parse_ref(cmd, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.words)().into_iter()))
    }
}

/// Returns a parser of finding codes.
pub(crate) fn code() -> WithWords<&'static ExplainedCode> {
    WithWords {
        parse: parse_code,
        words: codes,
    }
}

/// Returns all codes as words for completions.
pub(crate) fn codes() -> Vec<PossibleValue> {
    let word = |code: &'static ExplainedCode| PossibleValue::new(code.name).help(code.summary);
    kifu::codes().map(word).collect()
}

/// An inclusive range of move numbers.
#[derive(Clone, Debug)]
pub(crate) struct MoveRange(pub(crate) RangeInclusive<u32>);

impl FromStr for MoveRange {
    type Err = String;

    fn from_str(text: &str) -> Result<MoveRange, String> {
        let number = |text: &str| text.parse::<u32>().ok().filter(|&number| number > 0);
        let range = match text.split_once('-') {
            None => number(text).map(|number| number..=number),
            Some((from, "")) => number(from).map(|from| from..=u32::MAX),
            Some((from, to)) => number(from).zip(number(to)).map(|(from, to)| from..=to),
        };
        let range = range.filter(|range| !range.is_empty());
        range.map(MoveRange).ok_or_else(|| {
            "expected a range of move numbers, such as `1-100`, `50-` or `57`".to_owned()
        })
    }
}

/// Returns the error message for an argument that is not a valid time.
pub(crate) fn not_a_time(why: TimeError) -> String {
    match why {
        TimeError::TooLarge => why.to_string(),
        _ => "expected a time such as `56`, `12:30` or `1:02:03.5`".to_owned(),
    }
}

pub(crate) fn parse_time(text: &str) -> Result<Time, String> {
    text.parse().map_err(not_a_time)
}

pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let time = parse_time(text)?;
    if time > Time::ZERO {
        Ok(time.since(Time::ZERO))
    } else {
        Err("expected a time greater than 0".to_owned())
    }
}

/// Parses a speed and returns it in percent.
pub(crate) fn parse_speed(text: &str) -> Result<NonZeroU32, &'static str> {
    let times: f64 = text.parse().unwrap_or(0.0);
    let percent = (times * 100.0).round();
    let is_fit = (1.0..=10_000.0).contains(&percent);
    let percent = NonZeroU32::new(percent as u32).filter(|_| is_fit);
    percent.ok_or("expected a number from 0.01 to 100")
}

/// Parses a property identifier, in upper or lower case.
pub(crate) fn parse_ident(text: &str) -> Result<String, String> {
    let text = text.to_ascii_uppercase();
    let is_ident = text.bytes().all(|b| b.is_ascii_alphanumeric())
        && text.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_ident {
        Ok(text)
    } else {
        Err("expected a property identifier such as `BL`".to_owned())
    }
}

/// Parses the name of a field, or of a property in capitals.
pub(crate) fn parse_key(name: &str) -> Result<Key, UnknownField> {
    name.trim().parse()
}

/// Returns a parser of fields and properties.
pub(crate) fn key() -> WithWords<Key> {
    WithWords {
        parse: |name| parse_key(name).map_err(|why| why.to_string()),
        words: fields,
    }
}

/// A column of a table: a field or a property, with the name that the user gave.
#[derive(Clone, Debug)]
pub(crate) struct ColumnArg {
    pub(crate) name: String,
    pub(crate) key: Key,
}

impl From<Field> for ColumnArg {
    fn from(field: Field) -> ColumnArg {
        ColumnArg {
            name: field.name().to_owned(),
            key: Key::Field(field),
        }
    }
}

/// Returns a parser of columns.
pub(crate) fn column() -> WithWords<ColumnArg> {
    let parse = |name: &str| {
        let key = parse_key(name).map_err(|why| why.to_string())?;
        let name = name.trim().to_owned();
        Ok(ColumnArg { name, key })
    };
    WithWords {
        parse,
        words: fields,
    }
}

/// Returns all fields as words for completions.
fn fields() -> Vec<PossibleValue> {
    let word = |field: &Field| PossibleValue::new(field.name()).help(field.about());
    Field::ALL.iter().map(word).collect()
}
