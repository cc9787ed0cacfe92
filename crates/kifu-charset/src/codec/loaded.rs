//! Decodes and encodes text with tables from a [`Backend`](super::Backend), as the WHATWG Encoding Standard describes it.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::charset::Charset;

mod encode;
mod gb18030;
mod iso_2022_jp;
mod table;

pub(super) use encode::encode;
use table::{Pairs, Table};

/// The character that is decoded next.
enum Next {
    /// A character of `len` bytes.
    Char { c: char, len: usize },
    /// A letter of `len` bytes, and a mark to combine with it.
    Marked { c: char, mark: char, len: usize },
    /// Bytes that are not a character.
    Malformed { len: usize },
    /// The bytes end inside a character.
    CutOff,
}

pub(super) fn decode(charset: Charset, bytes: &[u8]) -> (Cow<'_, str>, bool) {
    if charset == Charset::UTF_8 {
        let text = String::from_utf8_lossy(bytes);
        let malformed = matches!(text, Cow::Owned(_));
        return (text, malformed);
    }
    let mut text = String::with_capacity(bytes.len());
    let mut malformed = false;
    read(charset, bytes, true, &mut |c| {
        text.push(c.unwrap_or('\u{FFFD}'));
        malformed |= c.is_none();
    });
    (Cow::Owned(text), malformed)
}

pub(super) fn character(charset: Charset, bytes: &[u8]) -> Option<char> {
    let mut first = None;
    let mut is_valid = true;
    read(charset, bytes, true, &mut |c| {
        first = first.or(c);
        is_valid &= c.is_some();
    });
    first.filter(|_| is_valid)
}

pub(super) fn units(charset: Charset, bytes: &[u8], units: &mut [u16]) {
    let table = Table::of(charset);
    for (unit, &byte) in units.iter_mut().zip(bytes) {
        *unit = match byte {
            0..0x80 => u16::from(byte),
            // Single-byte charsets only have characters of the basic plane.
            _ => table
                .get(usize::from(byte) - 0x80)
                .map_or(0xFFFD, |c| c as u16),
        };
    }
}

pub(super) fn fits(charset: Charset, bytes: &[u8]) -> bool {
    let mut is_valid = true;
    read(charset, bytes, false, &mut |c| is_valid &= c.is_some());
    is_valid
}

/// Reads the characters of a text; `None` for malformed bytes. If `is_whole` is false, half a character at the end is
/// not malformed.
fn read(charset: Charset, bytes: &[u8], is_whole: bool, push: &mut dyn FnMut(Option<char>)) {
    match charset {
        Charset::UTF_8 => return utf8(bytes, is_whole, push),
        Charset::UTF_16LE => return utf16(bytes, u16::from_le_bytes, is_whole, push),
        Charset::UTF_16BE => return utf16(bytes, u16::from_be_bytes, is_whole, push),
        Charset::ISO_2022_JP => return iso_2022_jp::read(bytes, is_whole, push),
        _ => {}
    }
    let table = Table::of(charset);
    let mut rest = bytes;
    while let Some(&byte) = rest.first() {
        if byte.is_ascii() {
            push(Some(char::from(byte)));
            rest = &rest[1..];
            continue;
        }
        let len = match next(charset, table, rest) {
            Next::Char { c, len } => {
                push(Some(c));
                len
            }
            Next::Marked { c, mark, len } => {
                push(Some(c));
                push(Some(mark));
                len
            }
            Next::Malformed { len } => {
                push(None);
                len
            }
            Next::CutOff => {
                if is_whole {
                    push(None);
                }
                return;
            }
        };
        rest = &rest[len..];
    }
}

fn utf8(bytes: &[u8], is_whole: bool, push: &mut dyn FnMut(Option<char>)) {
    let mut rest = bytes;
    while !rest.is_empty() {
        let error = core::str::from_utf8(rest).err();
        let (valid, after) = rest.split_at(error.map_or(rest.len(), |e| e.valid_up_to()));
        let valid = core::str::from_utf8(valid).unwrap_or_default();
        valid.chars().for_each(|c| push(Some(c)));
        let Some(error) = error else {
            return;
        };
        let len = error.error_len();
        if len.is_some() || is_whole {
            push(None);
        }
        rest = &after[len.unwrap_or(after.len())..];
    }
}

fn utf16(
    bytes: &[u8],
    unit: fn([u8; 2]) -> u16,
    is_whole: bool,
    push: &mut dyn FnMut(Option<char>),
) {
    let mut high: Option<u32> = None;
    let mut pairs = bytes.chunks_exact(2);
    for pair in &mut pairs {
        let unit = u32::from(unit([pair[0], pair[1]]));
        match (high.take(), unit) {
            (Some(high), 0xDC00..=0xDFFF) => {
                push(char::from_u32(
                    0x1_0000 + ((high - 0xD800) << 10) + (unit - 0xDC00),
                ));
            }
            (before, _) => {
                if before.is_some() {
                    push(None);
                }
                match unit {
                    0xD800..=0xDBFF => high = Some(unit),
                    _ => push(char::from_u32(unit)),
                }
            }
        }
    }
    if is_whole && (high.is_some() || !pairs.remainder().is_empty()) {
        push(None);
    }
}

/// Reads the character at the start of `bytes`, which is not ASCII.
fn next(charset: Charset, table: &Table, bytes: &[u8]) -> Next {
    let char = |c, len| Next::Char { c, len };
    match (charset, bytes) {
        (Charset::GBK | Charset::GB18030, [0x80, ..]) => char('€', 1),
        (Charset::GBK | Charset::GB18030, [0x81..=0xFE, 0x30..=0x39, ..]) => gb18030::read(bytes),
        (Charset::GBK | Charset::GB18030, _) => pair(&Pairs::GBK, table, bytes),
        (Charset::BIG5, [0x88, trail @ (0x62 | 0x64 | 0xA3 | 0xA5), ..]) => Next::Marked {
            c: if *trail < 0x80 { 'Ê' } else { 'ê' },
            mark: match trail {
                0x62 | 0xA3 => '\u{304}',
                _ => '\u{30C}',
            },
            len: 2,
        },
        (Charset::BIG5, _) => pair(&Pairs::BIG5, table, bytes),
        (Charset::EUC_KR, _) => pair(&Pairs::EUC_KR, table, bytes),
        (Charset::SHIFT_JIS, [0x80, ..]) => char('\u{80}', 1),
        (Charset::SHIFT_JIS, [lead @ 0xA1..=0xDF, ..]) => char(half_width(*lead), 1),
        (Charset::SHIFT_JIS, _) => pair(&Pairs::SHIFT_JIS, table, bytes),
        (Charset::EUC_JP, [0x8E, trail @ 0xA1..=0xDF, ..]) => char(half_width(*trail), 2),
        (Charset::EUC_JP, [0x8F, after @ ..]) if matches!(after, [0xA1..=0xFE, ..]) => {
            match pair(&Pairs::EUC_JP, table, after) {
                Next::Char { c, len } => char(c, len + 1),
                Next::Malformed { len } => Next::Malformed { len: len + 1 },
                other => other,
            }
        }
        (Charset::EUC_JP, [0x8E | 0x8F]) => Next::CutOff,
        (Charset::EUC_JP, [0x8E | 0x8F, trail, ..]) => malformed(*trail),
        (Charset::EUC_JP, _) => pair(&Pairs::EUC_JP, Table::of(Charset::SHIFT_JIS), bytes),
        (_, [lead, ..]) => match table.get(usize::from(*lead) - 0x80) {
            Some(c) => char(c, 1),
            None => Next::Malformed { len: 1 },
        },
        (_, []) => Next::CutOff,
    }
}

/// Reads a character of two bytes.
fn pair(pairs: &Pairs, table: &Table, bytes: &[u8]) -> Next {
    if !pairs.has_lead(bytes[0]) {
        return Next::Malformed { len: 1 };
    }
    let Some(&trail) = bytes.get(1) else {
        return Next::CutOff;
    };
    match pairs
        .index(bytes[0], trail)
        .and_then(|index| table.get(index))
    {
        Some(c) => Next::Char { c, len: 2 },
        None => malformed(trail),
    }
}

/// Two bytes that are not a character. The second one is read again if it is ASCII.
fn malformed(trail: u8) -> Next {
    Next::Malformed {
        len: if trail.is_ascii() { 1 } else { 2 },
    }
}

/// The katakana of half width with this byte in Japanese charsets, which is from 0xA1 to 0xDF.
fn half_width(byte: u8) -> char {
    char::from_u32(0xFF61 + u32::from(byte - 0xA1)).unwrap_or('\u{FFFD}')
}
