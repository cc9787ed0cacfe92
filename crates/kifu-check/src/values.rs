//! Values that do not have the type of their property, or are not in the standard spelling.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use kifu_sgf::properties::{MergeRule, ValueCount, ValueKind};
use kifu_sgf::value::{
    self, Leniency, Parsed, ReadError, ReadErrorKind, Sureness, ValueError, ValueErrorKind,
};
use kifu_sgf::{PropertyInfo, Value};
use kifu_span::{Diagnostic, Edit, Fix, Safety, Span};

use crate::codes;
use crate::edit;
use crate::node::{Game, Known, Node};
use crate::step::is_plain;

pub(crate) fn check(node: &Node<'_, '_>, found: &mut dyn FnMut(Diagnostic)) {
    for known in node.properties {
        if let Some(info) = known.info {
            check_property(node, known, info, found);
        }
    }
}

/// Whether any value of a property does not have the type of the property.
pub(crate) fn is_malformed(node: &Node<'_, '_>, known: &Known<'_>) -> bool {
    let mut is_malformed = false;
    if let Some(info) = known.info {
        check_property(node, known, info, &mut |finding| {
            is_malformed |= finding.code == kifu_sgf::codes::MALFORMED;
        });
    }
    is_malformed
}

fn check_property(
    node: &Node<'_, '_>,
    known: &Known<'_>,
    info: &PropertyInfo,
    found: &mut dyn FnMut(Diagnostic),
) {
    let mut count = 0;
    let mut first_is_empty = false;
    for value in known.property.values() {
        count += 1;
        // Surplus values are reported, but not checked.
        if count > 1 && !info.values.is_list() && !first_is_empty {
            continue;
        }
        first_is_empty = value.raw().is_empty();
        let check = ValueCheck {
            node,
            game: node.game,
            known,
            value: &value,
        };
        check.run(info.values.first, info.values.second, found);
    }
    if count > 1 && !info.values.is_list() {
        too_many(known, found);
    }
    if info.ident == "VW" {
        view(node, known, found);
    }
}

/// Checks that `VW` has two corners of a rectangle, as FF[3] requires.
fn view(node: &Node<'_, '_>, known: &Known<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let old = matches!(node.game.context.format, Some(1..=3));
    let all = known
        .property
        .value()
        .is_some_and(|value| value.raw().is_empty());
    let corners = known.property.values().take(3).count();
    if let (true, false, Some(span)) = (old && corners != 2, all, known.ident_span()) {
        let message =
            "up to FF[3], `VW` needs two values: the corners of the visible part of the board";
        found(kifu_sgf::codes::MALFORMED.at(span, message));
    }
}

fn too_many(known: &Known<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let mut values = known.property.values().skip(1);
    let Some(span) = values.next().and_then(|second| second.span()) else {
        return;
    };
    let all = 2 + values.count();
    let ident = known.property.ident();
    let message = format!("`{ident}` has {all} values, but should have one");
    let finding = kifu_sgf::codes::TOO_MANY.at(span, message);
    // An empty first value must be repaired first.
    if known
        .property
        .value()
        .is_some_and(|first| first.raw().is_empty())
    {
        return found(finding);
    }
    let others = known.property.values().skip(1);
    let edits: Option<Vec<Edit>> = others
        .map(|value| Some(Edit::delete(value.span().filter(|_| value.is_closed())?)))
        .collect();
    found(match edits {
        Some(edits) => finding.with_fix(Fix::unsafe_fix("keep only the first value", edits)),
        None => finding,
    });
}

fn title(canonical: &str) -> String {
    match canonical {
        "" => "leave the value empty".to_string(),
        canonical => format!("write `{canonical}`"),
    }
}

fn safety(how: Leniency) -> Safety {
    match how.sureness {
        Sureness::Certain => Safety::Safe,
        Sureness::Guess => Safety::Unsafe,
    }
}

/// The check of one value of a property.
struct ValueCheck<'a, 'd> {
    node: &'a Node<'a, 'd>,
    game: &'a Game<'d>,
    known: &'a Known<'d>,
    value: &'a Value<'d>,
}

impl ValueCheck<'_, '_> {
    fn run(&self, first: ValueKind, second: Option<ValueKind>, found: &mut dyn FnMut(Diagnostic)) {
        let raw = self.value.raw();
        let go = self.game.is_go();
        if raw.is_empty() && !matches!(first, ValueKind::Move) {
            return self.empty(first, found);
        }
        if let Some(second) = second {
            return self.pair(first, second, found);
        }
        match first {
            ValueKind::Number => self.judge(value::number(raw), |n| n.to_string(), found),
            ValueKind::Real => self.judge(
                value::real(raw),
                |n| value::write_real(n).to_string(),
                found,
            ),
            ValueKind::Double => self.judge(value::double(raw), |d| d.to_string(), found),
            ValueKind::Color => self.judge(value::color(raw), |c| c.letter().to_string(), found),
            ValueKind::Size => self.judge(
                value::size(raw),
                |s| value::write_size(s).to_string(),
                found,
            ),
            ValueKind::Move if go => self.action(found),
            ValueKind::Point | ValueKind::Stone if go => self.points(found),
            ValueKind::Komi => self.words(value::komi, found),
            ValueKind::Result => self.words(value::result, found),
            ValueKind::Time => self.words(value::time, found),
            ValueKind::Date => self.words(value::dates, found),
            ValueKind::Handicap => self.handicap(found),
            // There is no repair, because the charset of the game may depend on this value.
            // `sgf/unknown-charset` reports problems.
            ValueKind::Charset => {}
            kind if kind.is_text() => self.nul(found),
            _ => {}
        }
    }

    /// Reports an empty value, except in a list that may be empty and in a flag. The caller handles passes.
    fn empty(&self, kind: ValueKind, found: &mut dyn FnMut(Diagnostic)) {
        let list = self.known.info;
        let may = list.is_some_and(|info| info.values.count == ValueCount::EmptyOrList)
            && self.known.property.values().nth(1).is_none();
        if may
            || matches!(
                kind,
                ValueKind::None | ValueKind::Figure | ValueKind::Raw | ValueKind::Double
            )
        {
            return;
        }
        let Some(span) = self.value.span() else {
            return;
        };
        let finding =
            kifu_sgf::codes::EMPTY_VALUE.at(span, format!("`{}` has an empty value", self.ident()));
        let safety = if self.hides_another() || self.node.begins_with(self.known) {
            Safety::Unsafe
        } else {
            Safety::Safe
        };
        found(match edit::remove_value(&self.known.property, self.value) {
            Some(edits) => finding.with_fix(Fix {
                safety,
                ..Fix::safe("remove the empty value", edits)
            }),
            None => finding,
        });
    }

    /// Whether another value or another property would be used if this value were removed.
    fn hides_another(&self) -> bool {
        let mut values = self.known.property.values();
        let is_first = values.next().and_then(|first| first.span()) == self.value.span();
        let counts = |info: &PropertyInfo| match values.next() {
            Some(_) => is_first && !info.values.is_list(),
            None => info.merge == MergeRule::First && self.node.count(info.canonical()) > 1,
        };
        self.known.info.is_some_and(counts)
    }

    fn action(&self, found: &mut dyn FnMut(Diagnostic)) {
        let size = self.game.context.size;
        let raw = self.value.raw();
        match value::action(raw, size) {
            Ok(read) if read.value.point().is_none() && read.is_exact() => self.pass(raw, found),
            Ok(Parsed {
                value,
                lenient: Some(how),
            }) => {
                let canonical = value.point().and_then(|point| point.to_sgf());
                let canonical = canonical.as_ref().map_or(&b""[..], |letters| letters);
                self.spelling(how, canonical, found);
            }
            Ok(_) => {}
            Err(error) => self.wrong(error, found),
        }
    }

    /// Reports a pass that is not spelled as in the stated version: `tt` up to FF[3], and empty from FF[4] on.
    fn pass(&self, raw: &[u8], found: &mut dyn FnMut(Diagnostic)) {
        let (message, canonical) = match (self.game.context.format, raw) {
            (Some(1..=3), b"") => (
                "this pass is empty, as in FF[4]; older versions write `tt`",
                &b"tt"[..],
            ),
            (Some(4..), b"tt") => (
                "this pass is written `tt`, as before FF[4]; FF[4] leaves it empty",
                &b""[..],
            ),
            _ => return,
        };
        let small = self.game.context.size.cols() <= 19 && self.game.context.size.rows() <= 19;
        if let (true, Some(span)) = (small, self.value.span()) {
            self.report_with_fix(
                codes::PASS.at(span, message),
                Safety::Safe,
                canonical,
                found,
            );
        }
    }

    fn points(&self, found: &mut dyn FnMut(Diagnostic)) {
        let size = self.game.context.size;
        match value::area(self.value.raw(), size) {
            Ok(Parsed {
                value,
                lenient: Some(how),
            }) => {
                self.spelling(how, value.to_string().as_bytes(), found);
            }
            Ok(_) => {}
            Err(error) => self.wrong(error, found),
        }
    }

    /// Checks a pair whose first half is a point, as in labels, arrows and lines.
    fn pair(&self, first: ValueKind, second: ValueKind, found: &mut dyn FnMut(Diagnostic)) {
        if !matches!(first, ValueKind::Point) || !self.game.is_go() {
            return self.nul(found);
        }
        let size = self.game.context.size;
        let raw = self.value.raw();
        if second == ValueKind::Point {
            let write = |(from, to)| value::write_line(from, to).map(|line| line.to_string());
            return self.judge(
                value::line(raw, size),
                |line| write(line).unwrap_or_default(),
                found,
            );
        }
        match value::label(raw, size) {
            Err(error) => self.wrong(error, found),
            Ok(Parsed {
                value: (point, text),
                lenient: Some(how),
            }) => {
                let letters = point.to_sgf().unwrap_or_default();
                self.spelling(how, &[&letters, &b":"[..], text].concat(), found);
            }
            Ok(_) => self.nul(found),
        }
    }

    fn judge<T>(
        &self,
        read: Result<Parsed<T>, ValueError>,
        write: impl Fn(T) -> String,
        found: &mut dyn FnMut(Diagnostic),
    ) {
        match read {
            Ok(Parsed {
                value,
                lenient: Some(how),
            }) => {
                self.spelling(how, write(value).as_bytes(), found);
            }
            Ok(_) => {}
            Err(error) => self.wrong(error, found),
        }
    }

    /// Checks a value that is parsed from its decoded text. Offsets in that text are not offsets in the file, so the
    /// finding points at the whole value.
    fn words<T: Display + PartialEq>(
        &self,
        read: impl Fn(&str) -> Result<Parsed<T>, ReadError>,
        found: &mut dyn FnMut(Diagnostic),
    ) {
        let text = self.value.simple_text(self.game.charset);
        match read(&text.text) {
            Ok(Parsed {
                value,
                lenient: Some(how),
            }) => {
                let finding = self.spelling_finding(how, self.whole());
                let Some(finding) = finding else {
                    return;
                };
                let encoded = if text.malformed {
                    Err(format!(
                        "some bytes of this value are not valid {}; a repair would lose them",
                        self.game.charset
                    ))
                } else {
                    self.encoded(&value, &read)
                };
                match encoded {
                    Ok(encoded) => self.report_with_fix(finding, safety(how), &encoded, found),
                    Err(why) => found(finding.with_help(why)),
                }
            }
            Ok(_) => {}
            Err(error) => {
                let Some(span) = self.value.span() else {
                    return;
                };
                let is_date = self
                    .known
                    .info
                    .is_some_and(|i| i.values.first == ValueKind::Date);
                let code = match error.kind {
                    ReadErrorKind::OutOfRange if is_date => codes::IMPOSSIBLE_DATE,
                    _ => codes::UNREADABLE,
                };
                found(code.at(span, self.message(&error)));
            }
        }
    }

    /// Returns the canonical form in the charset of the game, or the reason why it cannot replace the value. The
    /// canonical form must be read as the same value, and the next check must not change it again.
    fn encoded<T: Display + PartialEq>(
        &self,
        value: &T,
        read: impl Fn(&str) -> Result<Parsed<T>, ReadError>,
    ) -> Result<Vec<u8>, String> {
        let canonical = value.to_string();
        let written = self
            .game
            .document
            .encode_text(self.node.node.id(), &canonical)
            .map_err(|error| error.to_string())?;
        let decoded = self.game.charset.decode(&written).text;
        let again = read(&kifu_sgf::simple_text(&decoded));
        let is_same =
            |again: Parsed<T>| again.value == *value && again.value.to_string() == canonical;
        if again.is_ok_and(is_same) {
            Ok(written)
        } else {
            Err(format!(
                "there is no repair, because `{canonical}` would be read as another value"
            ))
        }
    }

    /// Checks a handicap. Some programs add the komi to the handicap, although it belongs in `KM`.
    fn handicap(&self, found: &mut dyn FnMut(Diagnostic)) {
        let read = value::handicap(&self.game.text(self.value)).ok();
        let with_komi = read.and_then(|read| Some((read, read.value.komi?, read.lenient?)));
        let (Some((read, komi, how)), Some(span)) = (with_komi, self.value.span()) else {
            return self.words(value::handicap, found);
        };
        let finding = codes::SPELLING.at(span, format!("`{}` has {how}", self.ident()));
        let stones = read.value.to_string();
        let km = self.node.get("KM").map(|known| {
            let value = known.property.value()?;
            Some(value::komi(&self.game.text(&value)).ok()?.value)
        });
        let (title, add) = match km {
            Some(same) if same == Some(komi) => (format!("write `{stones}`"), None),
            // The two komi differ, so one of them is wrong.
            Some(_) => return found(finding),
            None => {
                let km = format!("KM[{komi}]");
                (format!("write `{stones}` and add `{km}`"), Some(km))
            }
        };
        let property = self.known.property.span();
        let edits = edit::set(self.value, stones)
            .zip(property)
            .map(|(set, property)| {
                let add = add.map(|km| Edit::insert(property.end, km));
                core::iter::once(set).chain(add).collect::<Vec<Edit>>()
            });
        found(match edits {
            Some(edits) => finding.with_fix(Fix::unsafe_fix(title, edits)),
            None => finding,
        });
    }

    /// Reports the first NUL byte of a text, at which many programs end the text.
    fn nul(&self, found: &mut dyn FnMut(Diagnostic)) {
        let raw = self.value.raw();
        let Some(at) = raw.iter().position(|byte| *byte == 0) else {
            return;
        };
        let Some(start) = self.value.span().map(|span| span.start + 1 + at as u32) else {
            return;
        };
        let finding = codes::CONTROL_CHARACTER.at(
            Span::new(start, start + 1),
            format!("a NUL byte in `{}`", self.ident()),
        );
        let blank: Vec<u8> = raw
            .iter()
            .map(|byte| if *byte == 0 { b' ' } else { *byte })
            .collect();
        // In ISO-2022, the byte can be a part of a character. In a text that looks like moves, it
        // can be the only reason why the text is not read as moves.
        let odd = raw.iter().any(|byte| matches!(byte, 0x0E | 0x1B | b'['));
        let safety = if core::str::from_utf8(raw).is_ok() && !odd {
            Safety::Safe
        } else {
            Safety::Unsafe
        };
        found(match edit::set(self.value, blank) {
            Some(edit) => finding.with_fix(Fix {
                safety,
                ..Fix::safe("replace each NUL byte with a space", [edit])
            }),
            None => finding,
        });
    }

    fn wrong(&self, error: ValueError, found: &mut dyn FnMut(Diagnostic)) {
        let Some(span) = self.place(error.span) else {
            return;
        };
        let message = self.message(&error);
        match error.kind {
            ValueErrorKind::Western(point) => {
                let finding = codes::WESTERN_POINT.at(span, message);
                let letters = point.to_sgf().unwrap_or_default();
                // Keep the rest of the value: another corner, or the text of a label.
                let (raw, at) = (self.value.raw(), error.span.range());
                let (before, after) = (&raw[..at.start], &raw[at.end..]);
                let canonical = [before, &letters, after].concat();
                self.report_with_fix(finding, Safety::Unsafe, &canonical, found);
            }
            ValueErrorKind::OutOfRange if self.ident() == "SZ" => {
                found(codes::BOARD_TOO_BIG.at(span, message));
            }
            ValueErrorKind::OffBoard(..) => found(codes::OFF_BOARD.at(span, message)),
            _ => found(kifu_sgf::codes::MALFORMED.at(span, message)),
        }
    }

    fn spelling(&self, how: Leniency, canonical: &[u8], found: &mut dyn FnMut(Diagnostic)) {
        if let Some(finding) = self.spelling_finding(how, how.span) {
            self.report_with_fix(finding, safety(how), canonical, found);
        }
    }

    /// Returns the finding about a spelling; `within` is an offset range in the value.
    fn spelling_finding(&self, how: Leniency, within: Span) -> Option<Diagnostic> {
        let span = self.place(within)?;
        Some(codes::SPELLING.at(span, format!("`{}` has {how}", self.ident())))
    }

    /// Reports a finding, with a repair that replaces the value.
    fn report_with_fix(
        &self,
        finding: Diagnostic,
        safety: Safety,
        canonical: &[u8],
        found: &mut dyn FnMut(Diagnostic),
    ) {
        // A repair that changes nothing would be offered again and again.
        let Some(edit) = edit::set(self.value, canonical).filter(|_| canonical != self.value.raw())
        else {
            return found(finding);
        };
        let title = title(&self.game.charset.decode(canonical).text);
        let is_guessed = safety == Safety::Safe && !is_plain(self.value.raw());
        let other = is_guessed.then(|| self.game.other_charset(&edit)).flatten();
        let fix = Fix {
            safety: match other {
                None => safety,
                Some(_) => Safety::Unsafe,
            },
            ..Fix::safe(title, [edit])
        };
        let finding = finding.with_fix(fix);
        found(match other.flatten() {
            None => finding,
            Some(other) => finding.with_help(format!(
                "the charset is only guessed: without this text, the game would be read as {other} \
                 instead of {}; run `kifu charset --to utf-8` first",
                self.game.charset
            )),
        });
    }

    fn message(&self, error: &dyn Display) -> String {
        format!(
            "`{}[{}]`: {error}",
            self.ident(),
            self.game.shown(self.value)
        )
    }

    fn ident(&self) -> &'static str {
        self.known.info.map_or("", |info| info.ident)
    }

    /// The offset range of the whole value, relative to its start.
    fn whole(&self) -> Span {
        Span::new(0, self.value.raw().len().min(u32::MAX as usize) as u32)
    }

    /// Converts an offset range in the value to a span of the text that does not exceed the value.
    fn place(&self, within: Span) -> Option<Span> {
        let start = self.value.span()?.start + 1;
        let end = start + self.whole().end;
        let at = |offset: u32| start.saturating_add(offset).min(end);
        Some(Span::new(at(within.start), at(within.end)))
    }
}
