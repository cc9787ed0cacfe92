//! The single values of a header: those of its fields, and the parts of the structured ones.

use alloc::vec::Vec;

use kifu_span::Span;

use crate::scan::{Field, is_key_start, trimmed};

/// A value of the header.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// The key of the structured field that contains the value, or an empty span.
    pub(crate) section: Span,
    pub(crate) key: Span,
    pub(crate) value: Span,
}

/// The fields that consist of keys and values, and their keys.
const STRUCTURED: [(&[u8], &[&[u8]]); 5] = [
    (
        b"GAMEINFOMAIN",
        &[
            b"GBKIND", b"GTYPE", b"GCDT", b"GTIME", b"GRLT", b"ZIPSU", b"DUM", b"GONGJE", b"TCNT",
            b"LINE", b"AUSZ",
        ],
    ),
    (
        b"GAMEINFOSUB",
        &[b"GNAMEF", b"GPLCF", b"GNAME", b"GDATE", b"GPLC", b"GCMT"],
    ),
    (
        b"WUSERINFO",
        &[
            b"WID", b"WLV", b"WNICK", b"WNCD", b"WAID", b"WIMG", b"WIMSG",
        ],
    ),
    (
        b"BUSERINFO",
        &[
            b"BID", b"BLV", b"BNICK", b"BNCD", b"BAID", b"BIMG", b"BIMSG",
        ],
    ),
    (
        b"GAMETAG",
        &[
            b"S", b"R", b"D", b"G", b"W", b"Z", b"T", b"C", b"I", b"L", b"M", b"N", b"A", b"B",
            b"J", b"K",
        ],
    ),
];

/// The other fields.
const SIMPLE: [&[u8]; 28] = [
    b"GIBOKIND",
    b"TYPE",
    b"SZAUDIO",
    b"GAMECONDITION",
    b"GAMETIME",
    b"GAMERESULT",
    b"GAMEZIPSU",
    b"GAMEDUM",
    b"GAMEGONGJE",
    b"GAMETOTALNUM",
    b"GAMENAME",
    b"GAMEDATE",
    b"GAMEPLACE",
    b"GAMELECNAME",
    b"GAMEWHITENAME",
    b"GAMEWHITELEVEL",
    b"GAMEWHITENICK",
    b"GAMEWHITECOUNTRY",
    b"GAMEWAVATA",
    b"GAMEWIMAGE",
    b"GAMEWIMAG",
    b"GAMEBLACKNAME",
    b"GAMEBLACKLEVEL",
    b"GAMEBLACKNICK",
    b"GAMEBLACKCOUNTRY",
    b"GAMEBAVATA",
    b"GAMEBIMAGE",
    b"GAMEBIMAG",
];

/// The keys of a structured field.
pub(crate) fn keys_of(field: &[u8]) -> Option<&'static [&'static [u8]]> {
    let found = STRUCTURED.iter().find(|(name, _)| *name == field);
    found.map(|(_, keys)| *keys)
}

/// Whether the key of a field is known.
pub(crate) fn is_known(field: &[u8]) -> bool {
    SIMPLE.contains(&field) || field == b"GAMECOMMENT" || keys_of(field).is_some()
}

/// The values of all fields, in order.
pub(crate) fn values(source: &[u8], fields: &[Field]) -> Vec<Value> {
    let mut values = Vec::with_capacity(fields.len() + 48);
    for field in fields {
        let name = field.key.of(source);
        match keys_of(name) {
            Some(_) => structured(source, field, name == b"GAMETAG", &mut values),
            None => values.push(Value {
                section: Span::at(field.key.start),
                key: field.key,
                value: trimmed(source, field.value),
            }),
        }
    }
    values
}

/// The parts of a structured field. A comma ends a part only before another key, because names can contain commas.
fn structured(source: &[u8], field: &Field, is_tag: bool, values: &mut Vec<Value>) {
    let text = field.value.of(source);
    let base = field.value.start;
    let mut start = 0;
    while start < text.len() {
        let rest = &text[start..];
        let ends = memchr::memchr_iter(b',', rest).find(|comma| {
            let after = rest[comma + 1..].trim_ascii_start();
            key_len(after, is_tag).is_some() || is_key_start(after)
        });
        let part = &rest[..ends.unwrap_or(rest.len())];
        let at = start + (part.len() - part.trim_ascii_start().len());
        let part = part.trim_ascii();
        if let Some((key, skip)) = key_len(part, is_tag) {
            let from = base + at as u32;
            let end = from + part.len() as u32;
            let value = Span::new(from + (key + skip) as u32, end);
            values.push(Value {
                section: field.key,
                key: Span::new(from, from + key as u32),
                value: trimmed(source, value),
            });
        }
        start += ends.map_or(rest.len(), |comma| comma + 1);
    }
}

/// The length of the key at the start of a part, and of the colon after it.
fn key_len(part: &[u8], is_tag: bool) -> Option<(usize, usize)> {
    if is_tag {
        let after = part.get(1);
        let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'-';
        return match (part.first()?, after) {
            (b'A'..=b'Z', Some(b':')) => Some((1, 1)),
            (b'A'..=b'Z', None | Some(b',')) => Some((1, 0)),
            (b'A'..=b'Z', Some(byte)) if is_number(byte) => Some((1, 0)),
            _ => None,
        };
    }
    let len = part
        .iter()
        .take(12)
        .take_while(|byte| byte.is_ascii_uppercase())
        .count();
    (len > 1 && part.get(len) == Some(&b':')).then_some((len, 1))
}
