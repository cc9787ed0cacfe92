//! Values of options that several verbs share.

use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::ValueEnum;
use kifu::select::{Key, UnknownField};
use kifu::span::Code;
use kifu::tree::Address;
pub(crate) use kifu::tree::Location;

/// Parses a finding code, with or without its group.
pub(crate) fn parse_code(text: &str) -> Result<&'static Code, String> {
    let known = |code: &&Code| {
        code.name == text
            || code
                .name
                .split_once('/')
                .is_some_and(|(_, kind)| kind == text)
    };
    let mut found = kifu::codes().filter(known);
    match (found.next(), found.next()) {
        (Some(code), None) => Ok(code),
        (Some(a), Some(b)) => Err(format!("could be `{}` or `{}`", a.name, b.name)),
        (None, _) => Err("expected a code listed by `kifu codes`".to_owned()),
    }
}

/// A value of `--move`: the number of a move of the line, or an address.
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
            "expected the number of a move, or a place such as `m91:2.3` or `#17`".to_owned()
        })
    }
}

/// How much of a comment to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Comments {
    /// Nothing
    None,
    /// The first words, in one line
    Brief,
    /// The whole text
    Full,
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

/// Parses the name of a field or of a property in capitals.
pub(crate) fn parse_key(name: &str) -> Result<Key, UnknownField> {
    name.trim().parse()
}
