use alloc::vec::Vec;

use super::table::{Pairs, Table};
use super::{gb18030, iso_2022_jp};
use crate::charset::Charset;

/// Encodes text, or returns the first character that the charset does not have.
pub(crate) fn encode(charset: Charset, text: &str) -> Result<Vec<u8>, char> {
    if charset == Charset::ISO_2022_JP {
        return iso_2022_jp::encode(text);
    }
    let mut out = Vec::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            out.push(c as u8);
        } else {
            character(charset, c, &mut out).ok_or(c)?;
        }
    }
    Ok(out)
}

/// Encodes a character that is not ASCII, if the charset has it.
fn character(charset: Charset, c: char, out: &mut Vec<u8>) -> Option<()> {
    match charset {
        Charset::GBK if c == '€' => out.push(0x80),
        Charset::GBK | Charset::GB18030 => return gb18030::encode(charset, c, out),
        Charset::BIG5 => {
            /// The characters before this one are an extension that is only decoded.
            const START: usize = (0xA1 - 0x81) * 157;
            let mut indexes = Table::of(charset)
                .indexes(c)
                .filter(|index| *index >= START);
            let index = match c {
                '═' | '╞' | '╡' | '╪' | '十' | '卅' => indexes.last(),
                _ => indexes.next(),
            };
            out.extend(Pairs::BIG5.bytes(index?)?);
        }
        Charset::EUC_KR => {
            let index = Table::of(charset).indexes(c).next()?;
            out.extend(Pairs::EUC_KR.bytes(index)?);
        }
        Charset::EUC_JP | Charset::SHIFT_JIS => match (charset, c) {
            (_, '¥') => out.push(b'\\'),
            (_, '‾') => out.push(b'~'),
            (Charset::SHIFT_JIS, '\u{80}') => out.push(0x80),
            (_, '｡'..='ﾟ') => {
                if charset == Charset::EUC_JP {
                    out.push(0x8E);
                }
                out.push((c as u32 - 0xFF61) as u8 + 0xA1);
            }
            (Charset::EUC_JP, _) => out.extend(jis(c)?),
            _ => {
                let mut indexes = Table::of(charset).indexes(minus(c));
                let index = indexes.find(|index| !COPIES.contains(index))?;
                out.extend(Pairs::SHIFT_JIS.bytes(index)?);
            }
        },
        _ => {
            let index = Table::of(charset).indexes(c).next()?;
            out.push(0x80 + index as u8);
        }
    }
    Some(())
}

/// Characters of Shift_JIS that are only decoded: copies of other characters, and those of users.
const COPIES: core::ops::RangeInclusive<usize> = 8272..=10715;

/// The bytes of a character in EUC-JP.
pub(super) fn jis(c: char) -> Option<[u8; 2]> {
    let index = Table::of(Charset::SHIFT_JIS).indexes(minus(c)).next()?;
    Pairs::EUC_JP.bytes(index)
}

/// Replaces the minus sign by that of full width, which the Japanese charsets have in its place.
fn minus(c: char) -> char {
    match c {
        '\u{2212}' => '\u{FF0D}',
        c => c,
    }
}
