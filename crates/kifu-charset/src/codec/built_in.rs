//! Decodes and encodes text with the tables of encoding_rs.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use encoding_rs::{DecoderResult, EncoderResult, Encoding};

use crate::charset::Charset;

/// The encodings by [`Charset::id`].
static ENCODINGS: [&Encoding; 38] = [
    encoding_rs::UTF_8,
    encoding_rs::BIG5,
    encoding_rs::EUC_JP,
    encoding_rs::EUC_KR,
    encoding_rs::GB18030,
    encoding_rs::GBK,
    encoding_rs::IBM866,
    encoding_rs::ISO_2022_JP,
    encoding_rs::ISO_8859_10,
    encoding_rs::ISO_8859_13,
    encoding_rs::ISO_8859_14,
    encoding_rs::ISO_8859_15,
    encoding_rs::ISO_8859_16,
    encoding_rs::ISO_8859_2,
    encoding_rs::ISO_8859_3,
    encoding_rs::ISO_8859_4,
    encoding_rs::ISO_8859_5,
    encoding_rs::ISO_8859_6,
    encoding_rs::ISO_8859_7,
    encoding_rs::ISO_8859_8,
    encoding_rs::ISO_8859_8_I,
    encoding_rs::KOI8_R,
    encoding_rs::KOI8_U,
    encoding_rs::MACINTOSH,
    encoding_rs::SHIFT_JIS,
    encoding_rs::UTF_16BE,
    encoding_rs::UTF_16LE,
    encoding_rs::WINDOWS_1250,
    encoding_rs::WINDOWS_1251,
    encoding_rs::WINDOWS_1252,
    encoding_rs::WINDOWS_1253,
    encoding_rs::WINDOWS_1254,
    encoding_rs::WINDOWS_1255,
    encoding_rs::WINDOWS_1256,
    encoding_rs::WINDOWS_1257,
    encoding_rs::WINDOWS_1258,
    encoding_rs::WINDOWS_874,
    encoding_rs::X_MAC_CYRILLIC,
];

fn encoding(charset: Charset) -> Option<&'static Encoding> {
    ENCODINGS.get(usize::from(charset.id())).copied()
}

pub(super) fn decode(charset: Charset, bytes: &[u8]) -> (Cow<'_, str>, bool) {
    let encoding = encoding(charset).unwrap_or(encoding_rs::UTF_8);
    encoding.decode_without_bom_handling(bytes)
}

pub(super) fn character(charset: Charset, bytes: &[u8]) -> Option<char> {
    let mut decoder = encoding(charset)?.new_decoder_without_bom_handling();
    let mut text = [0; 16];
    match decoder.decode_to_utf8_without_replacement(bytes, &mut text, true) {
        (DecoderResult::InputEmpty, _, len) => {
            let mut chars = core::str::from_utf8(&text[..len]).ok()?.chars();
            chars.next()
        }
        _ => None,
    }
}

pub(super) fn units(charset: Charset, bytes: &[u8], units: &mut [u16]) {
    if let Some(encoding) = encoding(charset) {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let _ = decoder.decode_to_utf16(bytes, units, true);
    }
}

pub(super) fn fits(charset: Charset, bytes: &[u8]) -> bool {
    let encoding = encoding(charset).unwrap_or(encoding_rs::UTF_8);
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut buffer = [0; 1024];
    let mut rest = bytes;
    loop {
        match decoder.decode_to_utf8_without_replacement(rest, &mut buffer, false) {
            (DecoderResult::InputEmpty, ..) => return true,
            (DecoderResult::OutputFull, read, _) => rest = &rest[read..],
            (DecoderResult::Malformed(..), ..) => return false,
        }
    }
}

/// Encodes text, or returns the first character that the charset does not have.
pub(super) fn encode(charset: Charset, text: &str) -> Result<Vec<u8>, char> {
    let mut encoder = encoding(charset)
        .unwrap_or(encoding_rs::UTF_8)
        .new_encoder();
    let mut out = Vec::new();
    let room = encoder.max_buffer_length_from_utf8_without_replacement(text.len());
    out.reserve_exact(room.unwrap_or(text.len() * 4 + 16));
    match encoder.encode_from_utf8_to_vec_without_replacement(text, &mut out, true) {
        (EncoderResult::InputEmpty, _) => Ok(out),
        (EncoderResult::Unmappable(character), _) => Err(character),
        // Cannot happen: there is room for the longest output.
        (EncoderResult::OutputFull, _) => Err(text.chars().next().unwrap_or('\u{FFFD}')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encodings_are_those_of_the_charsets() {
        assert_eq!(ENCODINGS.len(), usize::from(Charset::COUNT));
        for (id, encoding) in ENCODINGS.iter().enumerate() {
            let charset = Charset::from_id(id as u8).unwrap();
            assert_eq!(charset.name(), encoding.name());
        }
    }

    #[test]
    fn the_labels_are_those_of_the_standard() {
        // https://encoding.spec.whatwg.org/encodings.json
        let labels = include_str!("../../test_data/labels.txt");
        let mut count = 0;
        for line in labels.lines() {
            let (label, name) = line.split_once(' ').unwrap();
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            assert_eq!(encoding.name(), name, "{label}");
            let charset = ENCODINGS
                .iter()
                .position(|known| *known == encoding)
                .map(|id| Charset::from_id(id as u8).unwrap());
            let upper = label.to_ascii_uppercase();
            if charset.is_some() {
                assert_eq!(Charset::for_label(label.as_bytes()), charset, "{label}");
                assert_eq!(Charset::for_label(upper.as_bytes()), charset, "{label}");
                count += 1;
            }
        }
        assert_eq!(count, 221);
    }
}
