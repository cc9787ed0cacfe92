use std::borrow::Cow;

use crate::codes;
use crate::findings::Findings;
use kifu_span::Span;

/// The text of a file, which the places of findings point into: the bytes themselves if they
/// are UTF-8, as JSON has to be.
///
/// UTF-16 with a byte order mark is converted; bytes that are not UTF-8 are replaced by
/// U+FFFD.
pub fn text(source: &[u8]) -> Cow<'_, str> {
    decode(source, &mut Findings::silent())
}

pub(crate) fn decode<'s>(source: &'s [u8], findings: &mut Findings) -> Cow<'s, str> {
    let unit: fn([u8; 2]) -> u16 = match source {
        [0xFF, 0xFE, ..] => u16::from_le_bytes,
        [0xFE, 0xFF, ..] => u16::from_be_bytes,
        _ => {
            // What is valid is found to be so much faster this way.
            if let Ok(text) = std::str::from_utf8(source) {
                return text.into();
            }
            let text = String::from_utf8_lossy(source);
            if let Cow::Owned(text) = &text {
                let start = text.find(char::REPLACEMENT_CHARACTER).unwrap_or_default() as u32;
                let width = char::REPLACEMENT_CHARACTER.len_utf8() as u32;
                findings.once(&codes::NOT_UTF8, Span::new(start, start + width));
            }
            return text;
        }
    };
    let units = source[2..]
        .chunks_exact(2)
        .map(|pair| unit([pair[0], pair[1]]));
    let text: String = char::decode_utf16(units)
        .map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    findings.once(&codes::UTF16, Span::at(0));
    Cow::Owned(text)
}
