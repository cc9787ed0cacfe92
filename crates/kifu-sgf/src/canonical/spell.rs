//! Values, as they are written.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use kifu_core::Size;
use kifu_lex::{Kind as Token, Lexer, Scheme};

use super::page::broken;
use super::{LineBreak, Pass, Points, Style};
use crate::properties::{Kind, PropertyInfo};
use crate::text::{self, escape, escape_brackets};
use crate::value::{self, Area, Letters, Read, ReadError, Sureness, ValueErrorKind};

/// Whether a value is one that the form of its property does not have: that is no number where
/// one is needed, say. A point off the board is of the right form, and so are Western coordinates,
/// which say a point in other words.
pub(super) fn is_malformed(value: &str, info: &PropertyInfo, size: Size) -> bool {
    let raw = value.as_bytes();
    let is_point = |kind| matches!(kind, Kind::Point | Kind::Stone);
    let error = match (info.values.first, info.values.second) {
        (first, Some(Kind::Point)) if is_point(first) => value::line(raw, size).err(),
        (first, Some(_)) if is_point(first) => value::label(raw, size).err(),
        (_, Some(_)) => None,
        (Kind::Number, None) => value::number(raw).err(),
        (Kind::Real, None) => value::real(raw).err(),
        (Kind::Double, None) => value::double(raw).err(),
        (Kind::Color, None) => value::color(raw).err(),
        (Kind::Size, None) => value::size(raw).err(),
        (Kind::Move, None) => value::action(raw, size).err(),
        (first, None) if is_point(first) => value::area(raw, size).err(),
        _ => None,
    };
    let in_form = |kind| {
        matches!(
            kind,
            ValueErrorKind::OffBoard(..) | ValueErrorKind::Western(_)
        )
    };
    error.is_some_and(|error| !in_form(error.kind))
}

/// Whether a value of this kind cannot be empty. A text can, and what programs write into one.
pub(super) const fn needs_text(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Number
            | Kind::Real
            | Kind::Color
            | Kind::Size
            | Kind::Point
            | Kind::Stone
            | Kind::Komi
            | Kind::Handicap
            | Kind::Time
    )
}

/// The values of a property of Go, decoded and still escaped.
pub(super) fn values<'d>(
    info: &PropertyInfo,
    values: Vec<Cow<'d, str>>,
    size: Size,
    style: &Style,
) -> Vec<Cow<'d, str>> {
    let kind = info.values.first;
    if let (true, Kind::Point | Kind::Stone, None) =
        (info.values.is_list(), kind, info.values.second)
    {
        return points(values, size, style.points);
    }
    let spelled = values.into_iter().map(|value| match info.values.second {
        Some(second) => pair(value, kind, second, size),
        None => one(value, kind, size, style),
    });
    spelled.collect()
}

fn one<'d>(value: Cow<'d, str>, kind: Kind, size: Size, style: &Style) -> Cow<'d, str> {
    let raw = value.as_bytes();
    if raw.is_empty() && !matches!(kind, Kind::Double | Kind::Move) {
        return value;
    }
    let written = match kind {
        Kind::Number => certain(value::number(raw), |n| Some(n.to_string())),
        Kind::Real => real(raw),
        Kind::Double => certain(value::double(raw), |double| Some(double.to_string())),
        Kind::Color => certain(value::color(raw), |color| Some(color.letter().to_string())),
        Kind::Size => certain(value::size(raw), |size| {
            Some(value::write_size(size).to_string())
        }),
        Kind::Point | Kind::Stone => certain(value::point(raw, size), |point| {
            Some(Letters::of_point(point)?.to_string())
        }),
        Kind::Move => action(raw, size, style.pass),
        Kind::Komi => words(&value, value::komi),
        Kind::Result => words(&value, value::result),
        Kind::Time => words(&value, value::time),
        Kind::Date => words(&value, value::dates),
        Kind::EraDate => words(&value, value::era_dates),
        Kind::Handicap => words(&value, value::handicap),
        Kind::OldHandicap => words(&value, value::old_handicap),
        Kind::Rank => words(&value, value::ranks),
        Kind::Rules => rules(&value),
        Kind::Overtime => words(&value, value::overtime),
        Kind::Application => Some(application(&value)),
        Kind::Figure => figure(raw, &value),
        _ => None,
    };
    match written {
        Some(written) if written == value => value,
        Some(written) => written.into(),
        None if kind == Kind::Text => text(value, style),
        None if kind.is_text() && !matches!(kind, Kind::Raw | Kind::Figure) => simple_text(value),
        None => tidy(value),
    }
}

/// What a certain reading is written as.
fn certain<T, U, E>(read: Result<Read<T>, E>, write: impl FnOnce(T) -> Option<U>) -> Option<U> {
    let read = read.ok()?;
    let is_certain = |read: &Read<T>| {
        let how = read.lenient.as_ref();
        how.is_none_or(|how| how.sureness == Sureness::Certain)
    };
    is_certain(&read).then(|| write(read.value))?
}

/// What a certain reading of a text is written as, if that is read as the same.
fn words<T: Display + PartialEq>(
    value: &str,
    read: impl Fn(&str) -> Result<Read<T>, ReadError>,
) -> Option<String> {
    certain(read(&text::simple_text(value)), |meant| {
        let written = meant.to_string();
        let again = read(&written).is_ok_and(|again| again.value == meant);
        again.then(|| escape(&written).into_owned())
    })
}

/// As [`words`]: a reading that borrows from its text.
fn rules(value: &str) -> Option<String> {
    let text = text::simple_text(value);
    certain(value::rules(&text), |meant| {
        let written = meant.to_string();
        let again = value::rules(&written).is_ok_and(|again| again.value == meant);
        again.then(|| escape(&written).into_owned())
    })
}

/// A real, unless it has more digits than a floating-point number holds.
fn real(raw: &[u8]) -> Option<String> {
    const DIGITS: usize = 15;
    if raw.iter().filter(|byte| byte.is_ascii_digit()).count() > DIGITS {
        return None;
    }
    certain(value::real(raw), |real| {
        let written = value::write_real(real).to_string();
        (written.len() <= 2 * DIGITS).then_some(written)
    })
}

fn action(raw: &[u8], size: Size, pass: Pass) -> Option<String> {
    let small = size.cols() <= 19 && size.rows() <= 19;
    certain(value::action(raw, size), |action| {
        match (action.point(), pass) {
            (None, Pass::Tt) if small => Some("tt".into()),
            _ => Some(Letters::of_move(action)?.to_string()),
        }
    })
}

fn points<'d>(values: Vec<Cow<'d, str>>, size: Size, style: Points) -> Vec<Cow<'d, str>> {
    let read = |value: &str| certain(value::area(value.as_bytes(), size), Some);
    // Nothing among points says nothing.
    let values = values.into_iter().filter(|value| !value.is_empty());
    let mut written: Vec<Cow<'d, str>> = match style {
        Points::Keep => values
            .map(|value| match read(&value) {
                Some(area) => area.to_string().into(),
                None => tidy(value),
            })
            .collect(),
        Points::Compress | Points::Expand => {
            let (readable, others): (Vec<_>, Vec<_>) = values.partition(|v| read(v).is_some());
            let areas = readable.iter().filter_map(|value| read(value));
            let areas = value::cover(areas.flat_map(Area::points), size);
            let written = match style {
                Points::Expand => points_of(areas),
                _ => each(areas),
            };
            written
                .into_iter()
                .chain(others.into_iter().map(tidy))
                .collect()
        }
    };
    if written.is_empty() {
        written.push(Cow::Borrowed(""));
    }
    written
}

/// Point by point, row by row.
fn points_of<'d>(areas: Vec<Area>) -> Vec<Cow<'d, str>> {
    let mut points: Vec<_> = areas.into_iter().flat_map(Area::points).collect();
    points.sort_by_key(|point| (point.row, point.col));
    each(points.into_iter().filter_map(Letters::of_point))
}

fn each<'d>(all: impl IntoIterator<Item: Display>) -> Vec<Cow<'d, str>> {
    all.into_iter().map(|one| one.to_string().into()).collect()
}

/// Two halves; in a text of either a `:` is escaped.
fn pair<'d>(value: Cow<'d, str>, first: Kind, second: Kind, size: Size) -> Cow<'d, str> {
    let Some((a, b)) = halves(&value) else {
        return tidy(value);
    };
    let half = |half: &str, kind: Kind| {
        let written = match kind {
            Kind::Point | Kind::Stone => certain(value::point(half.as_bytes(), size), |point| {
                Some(Letters::of_point(point)?.to_string())
            }),
            Kind::SimpleText => Some(half_text(half)),
            _ => None,
        };
        written.unwrap_or_else(|| half.into())
    };
    whole(format!("{}:{}", half(a, first), half(b, second))).into()
}

fn halves(value: &str) -> Option<(&str, &str)> {
    let (first, _) = value::split(value.as_bytes())?;
    Some((&value[..first.len()], &value[first.len() + 1..]))
}

fn half_text(half: &str) -> String {
    escape(&text::simple_text(half)).replace(':', "\\:")
}

fn application(value: &str) -> String {
    whole(match halves(value) {
        Some((name, version)) => format!("{}:{}", half_text(name), half_text(version)),
        None => half_text(value),
    })
}

fn figure(raw: &[u8], value: &str) -> Option<String> {
    certain(value::figure(raw), |figure| {
        let flags = figure?.flags.0;
        let name = halves(value).map_or("", |(_, name)| name);
        Some(whole(format!("{flags}:{}", half_text(name))))
    })
}

fn text<'d>(value: Cow<'d, str>, style: &Style) -> Cow<'d, str> {
    let lines = read_and_escaped(value, text::text);
    match style.line_break {
        LineBreak::CrLf if lines.contains('\n') => broken(&lines, LineBreak::CrLf).into(),
        _ => lines,
    }
}

fn simple_text(value: Cow<'_, str>) -> Cow<'_, str> {
    read_and_escaped(value, text::simple_text)
}

fn read_and_escaped<'d>(value: Cow<'d, str>, read: impl Fn(&str) -> Cow<'_, str>) -> Cow<'d, str> {
    let is_odd = |byte| matches!(byte, b'\\' | b'[' | b']' | b'\t'..=b'\r');
    if !value.bytes().any(is_odd) {
        return value;
    }
    let text = read(&value);
    let escaped = escape(&text);
    let escaped = match ends_in_the_end(&escaped) {
        true => escaped,
        false => escape_brackets(&text),
    };
    escaped.into_owned().into()
}

/// A value that stays as it is written, but for brackets that are not escaped: what escapes
/// there are can mean something.
pub(super) fn tidy(value: Cow<'_, str>) -> Cow<'_, str> {
    let ends = value.bytes().rev().take_while(|b| *b == b'\\').count() % 2 == 0;
    if ends && !value.contains(['[', ']']) {
        return value;
    }
    whole(value.into_owned()).into()
}

/// Escapes of a written value what its brackets need.
fn whole(mut value: String) -> String {
    if close(&mut value) && !value.contains(['[', ']']) {
        return value;
    }
    let escaped = escaped_brackets(&value, false);
    match ends_in_the_end(&escaped) {
        true => escaped,
        false => escaped_brackets(&value, true),
    }
}

/// Takes away a `\` with nothing behind it; says whether there was none.
pub(super) fn close(value: &mut String) -> bool {
    let escapes = value.bytes().rev().take_while(|b| *b == b'\\').count();
    if escapes % 2 == 1 {
        value.pop();
    }
    escapes % 2 == 0
}

/// A written value with a `\` before each `]` that has none, and before each `[` that no `]`
/// closes, or all of them.
fn escaped_brackets(value: &str, all: bool) -> String {
    let mut brackets = Vec::new();
    let mut escaped = false;
    for (at, byte) in value.bytes().enumerate() {
        if matches!(byte, b'[' | b']') {
            brackets.push((at, byte, escaped));
        }
        escaped = byte == b'\\' && !escaped;
    }
    let mut closing = 0usize;
    let mut bare = Vec::new();
    for (at, byte, escaped) in brackets.into_iter().rev() {
        match (byte, escaped) {
            (b']', escaped) => {
                closing += 1;
                if !escaped {
                    bare.push(at);
                }
            }
            (_, false) => {
                if closing == 0 || all {
                    bare.push(at);
                }
                closing = closing.saturating_sub(1);
            }
            (_, true) => {}
        }
    }
    let mut out = String::with_capacity(value.len() + bare.len());
    let mut from = 0;
    for at in bare.into_iter().rev() {
        out.extend([&value[from..at], "\\"]);
        from = at;
    }
    out.push_str(&value[from..]);
    out
}

/// Whether a value ends where it should, if no game follows.
fn ends_in_the_end(value: &str) -> bool {
    !value.contains('[') || ends_as_bytes(value.as_bytes())
}

/// The same of any bytes.
pub(super) fn ends_as_bytes(value: &[u8]) -> bool {
    let bytes = [b"[", value, b"]x"].concat();
    Lexer::resume(&bytes, 0, Scheme::AsciiSafe)
        .next()
        .is_some_and(|token| token.kind == Token::Value && token.end + 1 == bytes.len())
}
