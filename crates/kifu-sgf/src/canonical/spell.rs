//! Writes values in canonical form.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use kifu_core::Size;
use kifu_lex::{Lexer, Scheme, TokenKind};

use super::page::with_line_breaks;
use super::{LineBreak, PassStyle, PointStyle, Style};
use crate::properties::{PropertyInfo, ValueKind};
use crate::text::{self, escape, escape_brackets};
use crate::value::{self, Area, Parsed, PointLetters, ReadError, Sureness, ValueErrorKind};

/// Whether a value is not of the type of its property, such as text in place of a number. A point
/// off the board is of the right type, and so are Western coordinates, which are another spelling
/// of a point.
pub(super) fn is_malformed(value: &str, info: &PropertyInfo, size: Size) -> bool {
    let raw = value.as_bytes();
    let is_point = |kind| matches!(kind, ValueKind::Point | ValueKind::Stone);
    let error = match (info.values.first, info.values.second) {
        (first, Some(ValueKind::Point)) if is_point(first) => value::line(raw, size).err(),
        (first, Some(_)) if is_point(first) => value::label(raw, size).err(),
        (_, Some(_)) => None,
        (ValueKind::Number, None) => value::number(raw).err(),
        (ValueKind::Real, None) => value::real(raw).err(),
        (ValueKind::Double, None) => value::double(raw).err(),
        (ValueKind::Color, None) => value::color(raw).err(),
        (ValueKind::Size, None) => value::size(raw).err(),
        (ValueKind::Move, None) => value::action(raw, size).err(),
        (first, None) if is_point(first) => value::area(raw, size).err(),
        _ => None,
    };
    let has_right_type = |kind| {
        matches!(
            kind,
            ValueErrorKind::OffBoard(..) | ValueErrorKind::Western(_)
        )
    };
    error.is_some_and(|error| !has_right_type(error.kind))
}

/// Whether a value of this kind cannot be empty. Text can be empty, and so can values that programs
/// write as text.
pub(super) const fn needs_text(kind: ValueKind) -> bool {
    matches!(
        kind,
        ValueKind::Number
            | ValueKind::Real
            | ValueKind::Color
            | ValueKind::Size
            | ValueKind::Point
            | ValueKind::Stone
            | ValueKind::Komi
            | ValueKind::Handicap
            | ValueKind::Time
    )
}

/// Spells the values of a Go property, which are decoded but still escaped.
pub(super) fn values<'d>(
    info: &PropertyInfo,
    values: Vec<Cow<'d, str>>,
    size: Size,
    style: &Style,
) -> Vec<Cow<'d, str>> {
    let kind = info.values.first;
    if let (true, ValueKind::Point | ValueKind::Stone, None) =
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

fn one<'d>(value: Cow<'d, str>, kind: ValueKind, size: Size, style: &Style) -> Cow<'d, str> {
    let raw = value.as_bytes();
    if raw.is_empty() && !matches!(kind, ValueKind::Double | ValueKind::Move) {
        return value;
    }
    let written = match kind {
        ValueKind::Number => certain(value::number(raw), |n| Some(n.to_string())),
        ValueKind::Real => real(raw),
        ValueKind::Double => certain(value::double(raw), |double| Some(double.to_string())),
        ValueKind::Color => certain(value::color(raw), |color| Some(color.letter().to_string())),
        ValueKind::Size => certain(value::size(raw), |size| {
            Some(value::write_size(size).to_string())
        }),
        ValueKind::Point | ValueKind::Stone => certain(value::point(raw, size), |point| {
            Some(PointLetters::of_point(point)?.to_string())
        }),
        ValueKind::Move => action(raw, size, style.pass),
        ValueKind::Komi => text_value(&value, value::komi),
        ValueKind::Result => text_value(&value, value::result),
        ValueKind::Time => text_value(&value, value::time),
        ValueKind::Date => text_value(&value, value::dates),
        ValueKind::EraDate => text_value(&value, value::era_dates),
        ValueKind::Handicap => text_value(&value, value::handicap),
        ValueKind::OldHandicap => text_value(&value, value::old_handicap),
        ValueKind::Rank => text_value(&value, value::ranks),
        ValueKind::Rules => rules(&value),
        ValueKind::Overtime => text_value(&value, value::overtime),
        ValueKind::Application => Some(application(&value)),
        ValueKind::Figure => figure(raw, &value),
        _ => None,
    };
    match written {
        Some(written) if written == value => value,
        Some(written) => written.into(),
        None if kind == ValueKind::Text => text(value, style),
        None if kind.is_text() && !matches!(kind, ValueKind::Raw | ValueKind::Figure) => {
            simple_text(value)
        }
        None => tidy(value),
    }
}

/// Writes a value if its reading is certain.
fn certain<T, U, E>(read: Result<Parsed<T>, E>, write: impl FnOnce(T) -> Option<U>) -> Option<U> {
    let read = read.ok()?;
    let is_certain = |read: &Parsed<T>| {
        let how = read.lenient.as_ref();
        how.is_none_or(|how| how.sureness == Sureness::Certain)
    };
    is_certain(&read).then(|| write(read.value))?
}

/// Writes a text value if its reading is certain and the result reads the same.
fn text_value<T: Display + PartialEq>(
    value: &str,
    read: impl Fn(&str) -> Result<Parsed<T>, ReadError>,
) -> Option<String> {
    let text = text::simple_text(value);
    certain(read(&text), |meant| {
        let written = meant.to_string();
        let reads_the_same =
            written == text || read(&written).is_ok_and(|again| again.value == meant);
        reads_the_same.then(|| escape(&written).into_owned())
    })
}

/// Does the same as [`text_value`] for rules, which borrow from their text.
fn rules(value: &str) -> Option<String> {
    let text = text::simple_text(value);
    certain(value::rules(&text), |meant| {
        let written = meant.to_string();
        let reads_the_same =
            written == text || value::rules(&written).is_ok_and(|again| again.value == meant);
        reads_the_same.then(|| escape(&written).into_owned())
    })
}

/// Writes a real number, unless it has more digits than an `f64` can hold.
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

fn action(raw: &[u8], size: Size, pass: PassStyle) -> Option<String> {
    let small = size.cols() <= 19 && size.rows() <= 19;
    certain(value::action(raw, size), |action| {
        match (action.point(), pass) {
            (None, PassStyle::Tt) if small => Some("tt".into()),
            _ => Some(PointLetters::of_move(action)?.to_string()),
        }
    })
}

fn points<'d>(values: Vec<Cow<'d, str>>, size: Size, style: PointStyle) -> Vec<Cow<'d, str>> {
    let read = |value: &str| certain(value::area(value.as_bytes(), size), Some);
    // An empty value among points has no meaning.
    let values = values.into_iter().filter(|value| !value.is_empty());
    let mut written: Vec<Cow<'d, str>> = match style {
        PointStyle::Keep => values
            .map(|value| match read(&value) {
                Some(area) => area.to_string().into(),
                None => tidy(value),
            })
            .collect(),
        PointStyle::Compress | PointStyle::Expand => {
            let (readable, others): (Vec<_>, Vec<_>) = values.partition(|v| read(v).is_some());
            let areas = readable.iter().filter_map(|value| read(value));
            let areas = value::cover(areas.flat_map(Area::points), size);
            let written = match style {
                PointStyle::Expand => points_of(areas),
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

/// Returns the single points of areas, row by row.
fn points_of<'d>(areas: Vec<Area>) -> Vec<Cow<'d, str>> {
    let mut points: Vec<_> = areas.into_iter().flat_map(Area::points).collect();
    points.sort_by_key(|point| (point.row, point.col));
    each(points.into_iter().filter_map(PointLetters::of_point))
}

fn each<'d>(all: impl IntoIterator<Item: Display>) -> Vec<Cow<'d, str>> {
    all.into_iter().map(|one| one.to_string().into()).collect()
}

/// Spells both halves of a pair; in text a `:` is escaped.
fn pair<'d>(value: Cow<'d, str>, first: ValueKind, second: ValueKind, size: Size) -> Cow<'d, str> {
    let Some((a, b)) = halves(&value) else {
        return tidy(value);
    };
    let half = |half: &str, kind: ValueKind| {
        let written = match kind {
            ValueKind::Point | ValueKind::Stone => {
                certain(value::point(half.as_bytes(), size), |point| {
                    Some(PointLetters::of_point(point)?.to_string())
                })
            }
            ValueKind::SimpleText => Some(half_text(half)),
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
        LineBreak::CrLf if lines.contains('\n') => with_line_breaks(&lines, LineBreak::CrLf).into(),
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
    let escaped = if is_whole_value(&escaped) {
        escaped
    } else {
        escape_brackets(&text)
    };
    escaped.into_owned().into()
}

/// Returns a value unchanged except for unescaped brackets, which get escapes. The existing escapes
/// are kept, since they can have a meaning.
pub(super) fn tidy(value: Cow<'_, str>) -> Cow<'_, str> {
    let ends = value.bytes().rev().take_while(|b| *b == b'\\').count() % 2 == 0;
    if ends && !value.contains(['[', ']']) {
        return value;
    }
    whole(value.into_owned()).into()
}

/// Adds the escapes that the brackets of a value need.
fn whole(mut value: String) -> String {
    if close(&mut value) && !value.contains(['[', ']']) {
        return value;
    }
    let escaped = escaped_brackets(&value, false);
    if is_whole_value(&escaped) {
        escaped
    } else {
        escaped_brackets(&value, true)
    }
}

/// Removes a `\` at the end that escapes nothing; returns whether there was none.
pub(super) fn close(value: &mut String) -> bool {
    let escapes = value.bytes().rev().take_while(|b| *b == b'\\').count();
    if escapes % 2 == 1 {
        value.pop();
    }
    escapes % 2 == 0
}

/// Returns a value with a `\` before each unescaped `]`, and before each unescaped `[` that no `]`
/// closes, or before every one if `all`.
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

/// Whether this text in brackets is exactly one value, if no game follows.
fn is_whole_value(value: &str) -> bool {
    !value.contains('[') || ends_as_bytes(value.as_bytes())
}

/// Does the same as [`is_whole_value`] for any bytes.
pub(super) fn ends_as_bytes(value: &[u8]) -> bool {
    let bytes = [b"[", value, b"]x"].concat();
    Lexer::resume(&bytes, 0, Scheme::AsciiSafe)
        .next()
        .is_some_and(|token| token.kind == TokenKind::Value && token.end + 1 == bytes.len())
}
