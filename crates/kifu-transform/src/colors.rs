//! The exchange of colours.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_charset::Charset;
use kifu_core::Outcome;
use kifu_sgf::properties::ValueKind;
use kifu_sgf::{GameContext, PropertyInfo, Value, value};
use kifu_span::{Edit, Span};

use super::{Changes, KnownProperty, UntransformedReason, is_analysis};

pub(super) struct Swapper<'d> {
    pub(super) context: &'d GameContext,
    /// Returns the charset of the game; called only if there is text to decode.
    pub(super) charset: &'d dyn Fn() -> Charset,
}

/// Properties with an amount in favour of one side, in addition to the komi, by identifier and
/// name.
const FOR_ONE_SIDE: [(&str, &str); 5] = [
    ("KI", "Integer komi"),
    ("OGSC", "Ogatak's score"),
    ("SBKV", "Sabaki's winning rate"),
    ("TC", "Territory count"),
    ("V", "Value"),
];

impl Swapper<'_> {
    pub(super) fn swap(&self, known: &KnownProperty<'_>, changes: &mut Changes) {
        let Some(info) = known.info else {
            return;
        };
        if let Some(partner) = partner(info, self.context) {
            if let Some(span) = known.property.span() {
                let old = known.property.ident().as_bytes();
                let span = Span::new(span.start, span.start + old.len() as u32);
                changes
                    .edits
                    .push(Edit::replace(span, renamed(old, partner)));
            }
        }
        match info.values.first {
            ValueKind::Color => self.each(known, changes, UntransformedReason::NoColor, color),
            ValueKind::Result => {
                let swap = |raw: &[u8]| result(raw, (self.charset)());
                self.each(known, changes, UntransformedReason::NoColor, swap);
            }
            ValueKind::Komi => {
                let swap = |raw: &[u8]| komi(raw, (self.charset)());
                self.each(known, changes, UntransformedReason::NoColor, swap);
            }
            _ if FOR_ONE_SIDE.contains(&(info.ident, info.name)) => {
                let swap = match info.ident {
                    "SBKV" => percent,
                    _ => real,
                };
                self.each(known, changes, UntransformedReason::NoColor, swap);
            }
            ValueKind::Handicap => {
                let swap = |raw: &[u8]| match core::str::from_utf8(raw).ok().map(value::handicap) {
                    Some(Ok(read)) if read.value.stones > 0 => None,
                    _ => Some(Vec::new()),
                };
                self.each(known, changes, UntransformedReason::Handicap, swap);
            }
            ValueKind::Raw if info.ident == "PI" => {
                self.each(known, changes, UntransformedReason::NoColor, person)
            }
            _ if is_analysis(info) => changes.leave_property(known, UntransformedReason::Analysis),
            _ => {}
        }
    }

    /// Applies the edits that `swap` returns for the bytes of each value. If `swap` returns `None`,
    /// the value stays unchanged and is reported.
    fn each(
        &self,
        known: &KnownProperty<'_>,
        changes: &mut Changes,
        why: UntransformedReason,
        swap: impl Fn(&[u8]) -> Option<Vec<Edit>>,
    ) {
        for value in known.property.values() {
            let Some(span) = value.span() else {
                continue;
            };
            match swap(value.raw()) {
                Some(edits) => changes
                    .edits
                    .extend(edits.into_iter().map(|edit| moved(edit, &value, span))),
                None => changes.leave(known.node, span, why),
            }
        }
    }
}

fn moved(edit: Edit, value: &Value<'_>, span: Span) -> Edit {
    let within = value.place(edit.span).unwrap_or(Span::at(span.end));
    Edit::replace(within, edit.replacement)
}

/// Returns the property with the same meaning for the other colour. Its name differs only in the
/// colour.
fn partner(info: &PropertyInfo, context: &GameContext) -> Option<&'static str> {
    let name = match (info.name.contains("Black"), info.name.contains("White")) {
        (true, false) => info.name.replace("Black", "White"),
        (false, true) => info.name.replace("White", "Black"),
        _ => return None,
    };
    let swapped = |at: usize| {
        let mut ident = String::from(info.ident);
        let letter = match info.ident.as_bytes()[at] {
            b'B' => "W",
            b'W' => "B",
            _ => return None,
        };
        ident.replace_range(at..=at, letter);
        PropertyInfo::of_name(&ident, context).filter(|partner| partner.name == name)
    };
    let mut partners = (0..info.ident.len()).filter_map(swapped);
    partners.next().map(|partner| partner.ident)
}

/// Renames an identifier to its partner and keeps its style, such as `PlayerBlack` or `pb`.
fn renamed(old: &[u8], partner: &str) -> Vec<u8> {
    let text = core::str::from_utf8(old).unwrap_or_default();
    let words = if text.contains("Black") {
        text.replace("Black", "White")
    } else {
        text.replace("White", "Black")
    };
    if words
        .bytes()
        .filter(u8::is_ascii_uppercase)
        .eq(partner.bytes())
    {
        return words.into_bytes();
    }
    let mut letters = partner.bytes();
    let all_count = !old.iter().any(u8::is_ascii_uppercase);
    let exchange = |byte: &u8| {
        if byte.is_ascii_uppercase() {
            letters.next().unwrap_or(*byte)
        } else if all_count {
            letters.next().unwrap_or(*byte).to_ascii_lowercase()
        } else {
            *byte
        }
    };
    old.iter().map(exchange).collect()
}

fn color(raw: &[u8]) -> Option<Vec<Edit>> {
    value::color(raw).ok()?;
    let mut edits = Vec::new();
    let at = raw.len() - raw.trim_ascii_start().len();
    let word = raw.trim_ascii();
    let new: &[u8] = match word {
        b"B" => b"W",
        b"W" => b"B",
        b"b" => b"w",
        b"w" => b"b",
        b"1" => b"2",
        b"2" => b"1",
        b"Black" => b"White",
        b"White" => b"Black",
        b"black" => b"white",
        b"white" => b"black",
        b"BLACK" => b"WHITE",
        b"WHITE" => b"BLACK",
        _ => return None,
    };
    edits.push(Edit::replace(within(at, word.len()), new));
    Some(edits)
}

fn person(raw: &[u8]) -> Option<Vec<Edit>> {
    let at = raw.len() - raw.trim_ascii_start().len();
    let new = match raw.get(at..at + 2)? {
        [b'B', b'1'..=b'9'] => b'W',
        [b'W', b'1'..=b'9'] => b'B',
        // All other people are not players.
        _ => return Some(Vec::new()),
    };
    Some([Edit::replace(within(at, 1), [new])].into())
}

/// Inverts the sign of a number.
fn real(raw: &[u8]) -> Option<Vec<Edit>> {
    let number = value::real(raw).ok()?.value;
    if number == 0.0 {
        return Some(Vec::new());
    }
    let edits = sign(raw)?;
    let after = value::real(&made(raw, &edits)).ok()?.value;
    (after == -number).then_some(edits)
}

/// Subtracts a percentage from 100 and keeps the number of decimals.
fn percent(raw: &[u8]) -> Option<Vec<Edit>> {
    let text = core::str::from_utf8(raw).ok()?;
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || decimals.len() > 9 || !is_number(whole) || !is_number(decimals) {
        return None;
    }
    let scale = 10u64.pow(decimals.len() as u32);
    let fraction = decimals.parse().unwrap_or(0);
    let value = whole.parse::<u64>().ok()?.checked_mul(scale)?;
    let left = (100 * scale).checked_sub(value.checked_add(fraction)?)?;
    let point = if text.contains('.') { "." } else { "" };
    let (whole, fraction, width) = (left / scale, left % scale, decimals.len());
    let new = match width {
        0 => format!("{whole}{point}"),
        _ => format!("{whole}.{fraction:0width$}"),
    };
    Some([Edit::replace(within(0, raw.len()), new)].into())
}

fn komi(raw: &[u8], charset: Charset) -> Option<Vec<Edit>> {
    let read = |raw: &[u8]| {
        let text = charset.decode(raw).text;
        value::komi(&text).ok().map(|read| read.value)
    };
    if raw.trim_ascii().is_empty() {
        return Some(Vec::new());
    }
    let number = read(raw)?;
    if number == -number {
        return Some(Vec::new());
    }
    let edits = sign(raw)?;
    (read(&made(raw, &edits))? == -number).then_some(edits)
}

fn sign(raw: &[u8]) -> Option<Vec<Edit>> {
    let at = raw.len() - raw.trim_ascii_start().len();
    let edit = match raw.get(at)? {
        b'-' => Edit::delete(within(at, 1)),
        b'+' => Edit::replace(within(at, 1), *b"-"),
        b'0'..=b'9' | b'.' => Edit::insert(at as u32, *b"-"),
        _ => return None,
    };
    Some([edit].into())
}

fn result(raw: &[u8], charset: Charset) -> Option<Vec<Edit>> {
    let at = raw.len() - raw.trim_ascii_start().len();
    let letter = match raw.get(at..at + 2) {
        Some(b"B+") => Some(b'W'),
        Some(b"W+") => Some(b'B'),
        Some(b"b+") => Some(b'w'),
        Some(b"w+") => Some(b'b'),
        _ => None,
    };
    if let Some(letter) = letter {
        return Some([Edit::replace(within(at, 1), [letter])].into());
    }
    let decoded = charset.decode(raw);
    let Ok(read) = value::result(&decoded.text) else {
        // The text may name the winner, who stays the same person.
        return (!names_color(&decoded.text)).then(Vec::new);
    };
    let Outcome::Win { winner, by } = read.value else {
        return Some(Vec::new());
    };
    let text = words_swapped(&decoded.text);
    let expected = Outcome::Win {
        winner: !winner,
        by,
    };
    let says_so = value::result(&text).is_ok_and(|read| read.value == expected);
    let encoded = charset.encode(&text).ok()?;
    let is_whole = !decoded.malformed && says_so;
    is_whole.then(|| [Edit::replace(within(0, raw.len()), encoded.into_owned())].into())
}

/// The words for colours in results.
const WORDS: [[&str; 2]; 6] = [
    ["Black", "White"],
    ["black", "white"],
    ["BLACK", "WHITE"],
    ["黒", "白"],
    ["黑", "白"],
    ["흑", "백"],
];

fn names_color(text: &str) -> bool {
    WORDS.iter().flatten().any(|word| text.contains(word))
}

fn words_swapped(text: &str) -> String {
    // Japanese and Chinese use different characters for Black.
    let is_japanese = |c: char| matches!(c, '黒' | '\u{3041}'..='\u{309F}');
    let japanese = text.contains(is_japanese);
    let words = WORDS
        .iter()
        .filter(|[black, _]| *black != if japanese { "黑" } else { "黒" });
    let pairs = words.flat_map(|&[black, white]| [(black, white), (white, black)]);
    let mut swapped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let found = pairs.clone().find(|(old, _)| rest.starts_with(old));
        let (old, new) = found.unwrap_or((&rest[..first.len_utf8()], &rest[..first.len_utf8()]));
        swapped.push_str(new);
        rest = &rest[old.len()..];
    }
    swapped
}

fn within(at: usize, len: usize) -> Span {
    Span::new(at as u32, (at + len) as u32)
}

/// Applies at most one edit to a value.
fn made(raw: &[u8], edits: &[Edit]) -> Vec<u8> {
    let [edit] = edits else {
        return raw.into();
    };
    let (start, end) = (edit.span.start as usize, edit.span.end as usize);
    [&raw[..start], &edit.replacement, &raw[end..]].concat()
}
