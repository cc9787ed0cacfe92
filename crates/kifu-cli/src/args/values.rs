//! Values of options that several verbs share.

use std::ops::RangeInclusive;
use std::str::FromStr;

use kifu::select::{Key, UnknownField};
use kifu::span::Code;
pub(crate) use kifu::tree::TreePath;

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
