use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use encoding_rs::{DecoderResult, EncoderResult, Encoding};

/// A charset that text can be decoded from and encoded to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Charset(u8);

macro_rules! table {
    ($($name:ident),* $(,)?) => {
        static ENCODINGS: &[&Encoding] = &[$(encoding_rs::$name),*];
    };
}

// UTF-8 is first, so that it is `Charset(0)`.
table![
    UTF_8,
    BIG5,
    EUC_JP,
    EUC_KR,
    GB18030,
    GBK,
    IBM866,
    ISO_2022_JP,
    ISO_8859_10,
    ISO_8859_13,
    ISO_8859_14,
    ISO_8859_15,
    ISO_8859_16,
    ISO_8859_2,
    ISO_8859_3,
    ISO_8859_4,
    ISO_8859_5,
    ISO_8859_6,
    ISO_8859_7,
    ISO_8859_8,
    ISO_8859_8_I,
    KOI8_R,
    KOI8_U,
    MACINTOSH,
    SHIFT_JIS,
    UTF_16BE,
    UTF_16LE,
    WINDOWS_1250,
    WINDOWS_1251,
    WINDOWS_1252,
    WINDOWS_1253,
    WINDOWS_1254,
    WINDOWS_1255,
    WINDOWS_1256,
    WINDOWS_1257,
    WINDOWS_1258,
    WINDOWS_874,
    X_MAC_CYRILLIC,
];

impl Charset {
    /// UTF-8.
    pub const UTF_8: Charset = Charset(0);

    /// ISO-2022-KR, which the WHATWG encodings lack: EUC-KR with 7 bits.
    pub const ISO_2022_KR: Charset = Charset(u8::MAX);

    /// The charset by the name that a `CA` property gives it: any WHATWG label, and
    /// the spellings that people use.
    pub fn for_label(label: &[u8]) -> Option<Charset> {
        let label = label.trim_ascii();
        let plain: Vec<u8> = label
            .iter()
            .filter(|b| b.is_ascii_alphanumeric())
            .map(u8::to_ascii_lowercase)
            .collect();
        let alias: &[u8] = match plain.as_slice() {
            b"iso2022kr" | b"csiso2022kr" => return Some(Charset::ISO_2022_KR),
            b"gb" | b"cp936" | b"ms936" | b"windows936" | b"euccn" => b"gbk",
            b"cp950" | b"ms950" | b"windows950" | b"big5eten" => b"big5",
            b"cp949" | b"ms949" | b"uhc" | b"euckr" => b"euc-kr",
            b"cp932" | b"windows932" | b"shiftjis" | b"sjis" => b"shift_jis",
            b"eucjp" | b"ujis" => b"euc-jp",
            b"jis" | b"jis7" | b"iso2022jp" => b"iso-2022-jp",
            b"utf8" | b"ansi" => b"utf-8",
            b"koi8r" => b"koi8-r",
            _ => label,
        };
        Encoding::for_label_no_replacement(alias)
            .or_else(|| Encoding::for_label_no_replacement(&plain))
            .and_then(Charset::of)
    }

    pub(crate) fn of(encoding: &'static Encoding) -> Option<Charset> {
        let index = ENCODINGS.iter().position(|known| *known == encoding)?;
        Some(Charset(index as u8))
    }

    fn encoding(self) -> Option<&'static Encoding> {
        ENCODINGS.get(usize::from(self.0)).copied()
    }

    /// A number that stands for this charset within one build of this crate.
    pub const fn id(self) -> u8 {
        self.0
    }

    /// The charset with this number.
    pub fn from_id(id: u8) -> Option<Charset> {
        let charset = Charset(id);
        (charset == Charset::ISO_2022_KR || charset.encoding().is_some()).then_some(charset)
    }

    /// The name to show, and to write into `CA`.
    pub fn name(self) -> &'static str {
        self.encoding().map_or("ISO-2022-KR", Encoding::name)
    }

    /// The text of these bytes; what does not decode becomes U+FFFD, and says so.
    pub fn decode(self, bytes: &[u8]) -> Decoded<'_> {
        let Some(encoding) = self.encoding() else {
            return match seven_bit_to_eight(bytes) {
                None => Decoded {
                    text: String::from_utf8_lossy(bytes),
                    malformed: !bytes.is_ascii(),
                },
                Some(eight) => {
                    let decoded = encoding_rs::EUC_KR.decode_without_bom_handling(&eight);
                    Decoded {
                        text: Cow::Owned(decoded.0.into_owned()),
                        malformed: decoded.1,
                    }
                }
            };
        };
        let (text, malformed) = encoding.decode_without_bom_handling(bytes);
        Decoded { text, malformed }
    }

    /// Whether every one of these bytes decodes.
    pub(crate) fn fits(self, bytes: &[u8]) -> bool {
        let Some(encoding) = self.encoding() else {
            return !self.decode(bytes).malformed;
        };
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut buffer = [0; 1024];
        let mut rest = bytes;
        loop {
            match decoder.decode_to_utf8_without_replacement(rest, &mut buffer, true) {
                (DecoderResult::InputEmpty, ..) => return true,
                (DecoderResult::OutputFull, read, _) => rest = &rest[read..],
                (DecoderResult::Malformed(..), ..) => return false,
            }
        }
    }

    /// The bytes of this text.
    ///
    /// # Errors
    ///
    /// [`Unencodable`] with the first character that the charset lacks. ISO-2022-KR
    /// is only read, so there it is the first character that is not ASCII; the same
    /// holds for UTF-16, which is written by whoever writes the whole file.
    pub fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, Unencodable> {
        if text.is_ascii() && self.name() != "ISO-2022-JP" {
            return Ok(Cow::Borrowed(text.as_bytes()));
        }
        let first = || Unencodable {
            character: text.chars().find(|c| !c.is_ascii()).unwrap_or('\u{FFFD}'),
            charset: self,
        };
        let encoding = self.encoding().ok_or_else(first)?;
        if encoding == encoding_rs::UTF_8 {
            return Ok(Cow::Borrowed(text.as_bytes()));
        }
        if encoding.output_encoding() != encoding {
            return Err(first());
        }
        let mut encoder = encoding.new_encoder();
        let mut out = Vec::new();
        let room = encoder.max_buffer_length_from_utf8_without_replacement(text.len());
        out.reserve_exact(room.unwrap_or(text.len() * 4 + 16));
        match encoder.encode_from_utf8_to_vec_without_replacement(text, &mut out, true) {
            (EncoderResult::InputEmpty, _) => Ok(Cow::Owned(out)),
            (EncoderResult::Unmappable(character), _) => Err(Unencodable {
                character,
                charset: self,
            }),
            // There was room for the longest output.
            (EncoderResult::OutputFull, _) => Err(first()),
        }
    }
}

/// ISO-2022-KR to EUC-KR: between SO and SI each byte gets its high bit. `None` if
/// nothing is shifted.
fn seven_bit_to_eight(bytes: &[u8]) -> Option<Vec<u8>> {
    const DESIGNATOR: &[u8] = b"\x1B$)C";
    memchr::memchr2(0x0E, 0x1B, bytes)?;
    let mut out = Vec::with_capacity(bytes.len());
    let mut shifted = false;
    let mut rest = bytes;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            0x0E => shifted = true,
            0x0F => shifted = false,
            0x1B if after.starts_with(&DESIGNATOR[1..]) => rest = &after[DESIGNATOR.len() - 1..],
            b'\n' | b'\r' => {
                shifted = false;
                out.push(byte);
            }
            0x21..=0x7E if shifted => out.push(byte | 0x80),
            _ => out.push(byte),
        }
    }
    Some(out)
}

impl fmt::Debug for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Decoded text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded<'b> {
    /// The text, with U+FFFD for what did not decode.
    pub text: Cow<'b, str>,
    /// Whether anything did not decode.
    pub malformed: bool,
}

/// A charset has no such character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unencodable {
    /// The first character that does not fit.
    pub character: char,
    /// The charset it was to go into.
    pub charset: Charset,
}

impl fmt::Display for Unencodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} has no `{}` (U+{:04X})",
            self.charset, self.character, self.character as u32
        )
    }
}

impl core::error::Error for Unencodable {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_labels_find_every_charset() {
        for id in 0..ENCODINGS.len() as u8 {
            let charset = Charset::from_id(id).unwrap();
            assert_eq!(Charset::for_label(charset.name().as_bytes()), Some(charset));
        }
        assert_eq!(Charset::from_id(200), None);
        for (label, name) in [
            ("GB2312", "GBK"),
            ("SJIS", "Shift_JIS"),
            ("Big5-HKSCS", "Big5"),
            ("cp949", "EUC-KR"),
            (" utf8 ", "UTF-8"),
        ] {
            assert_eq!(
                Charset::for_label(label.as_bytes()).map(Charset::name),
                Some(name),
                "{label}"
            );
        }
        assert_eq!(Charset::for_label(b"xyz-123"), None);
    }

    #[test]
    fn iso_2022_kr_shifts() {
        let decoded = Charset::ISO_2022_KR.decode(b"\x1B$)CA \x0E@LC\"H#\x0F 9p");
        assert_eq!(decoded.text, "A 이창호 9p");
        assert!(!decoded.malformed);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let latin = Charset::for_label(b"latin1").unwrap();
        assert_eq!(latin.encode("é").unwrap(), &b"\xE9"[..]);
        assert_eq!(latin.encode("a古").unwrap_err().character, '古');
        assert!(Charset::UTF_8.decode(b"\xFF").malformed);
    }
}
