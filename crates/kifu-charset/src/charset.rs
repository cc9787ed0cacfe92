use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use encoding_rs::{DecoderResult, EncoderResult, Encoding};

/// A charset, which can decode and encode text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Charset(u8);

macro_rules! table {
    ($($name:ident),* $(,)?) => {
        static ENCODINGS: &[&Encoding] = &[$(encoding_rs::$name),*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Index {
            $($name),*
        }

        impl Charset {
            $(
                #[doc = concat!("The WHATWG encoding `", stringify!($name), "`.")]
                pub const $name: Charset = Charset(Index::$name as u8);
            )*
        }
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
    /// ISO-2022-KR: EUC-KR in 7 bits. It is not a WHATWG encoding, and is only decoded.
    pub const ISO_2022_KR: Charset = Charset(u8::MAX);

    /// ISO-2022-CN: GB 2312 in 7 bits. It is not a WHATWG encoding, and is only decoded, without its characters of
    /// CNS 11643.
    pub const ISO_2022_CN: Charset = Charset(u8::MAX - 1);

    /// Finds a charset by its name, as in `CA`: any WHATWG label or other common spelling.
    ///
    /// Case, characters other than letters and digits, and a leading `x-` or `cs` are ignored. If a charset belongs to
    /// a family, the result is the largest charset of the family, which can decode the others: `GB2312` is GBK, and
    /// `ISO-8859-1` is windows-1252.
    ///
    /// ```
    /// use kifu_charset::Charset;
    ///
    /// assert_eq!(Charset::for_label(b"gb-2312"), Some(Charset::GBK));
    /// assert_eq!(Charset::for_label(b"Shift-JIS"), Some(Charset::SHIFT_JIS));
    /// assert_eq!(Charset::for_label(b"xyz-123"), None);
    /// ```
    pub fn for_label(label: &[u8]) -> Option<Charset> {
        let label = label.trim_ascii();
        if let Some(encoding) = Encoding::for_label_no_replacement(label) {
            return Charset::of(encoding);
        }
        // The longest known name has fewer letters and digits.
        let mut plain = [0; 24];
        let mut len = 0;
        for byte in label.iter().filter(|b| b.is_ascii_alphanumeric()) {
            *plain.get_mut(len)? = byte.to_ascii_lowercase();
            len += 1;
        }
        let plain = core::str::from_utf8(&plain[..len]).ok()?;
        [
            plain,
            plain.trim_start_matches("x"),
            plain.trim_start_matches("cs"),
        ]
        .into_iter()
        .find_map(by_plain_name)
    }

    pub(crate) fn of(encoding: &'static Encoding) -> Option<Charset> {
        let index = ENCODINGS.iter().position(|known| *known == encoding)?;
        Some(Charset(index as u8))
    }

    /// Whether both charsets decode all text the same.
    pub(crate) fn reads_as(self, other: Charset) -> bool {
        let family = |charset| match charset {
            Charset::GB18030 => Charset::GBK,
            charset => charset,
        };
        family(self) == family(other)
    }

    /// Decodes a single character.
    pub(crate) fn character(self, bytes: &[u8]) -> Option<char> {
        let mut decoder = self.encoding()?.new_decoder_without_bom_handling();
        let mut text = [0; 16];
        match decoder.decode_to_utf8_without_replacement(bytes, &mut text, true) {
            (DecoderResult::InputEmpty, _, len) => {
                let mut chars = core::str::from_utf8(&text[..len]).ok()?.chars();
                chars.next()
            }
            _ => None,
        }
    }

    /// Decodes the bytes of a single-byte charset to 16-bit units, with U+FFFD for undefined bytes.
    pub(crate) fn units(self, bytes: &[u8], units: &mut [u16]) {
        if let Some(encoding) = self.encoding() {
            let mut decoder = encoding.new_decoder_without_bom_handling();
            let _ = decoder.decode_to_utf16(bytes, units, true);
        }
    }

    fn encoding(self) -> Option<&'static Encoding> {
        ENCODINGS.get(usize::from(self.0)).copied()
    }

    /// A number for this charset. It can differ between versions of this crate.
    pub const fn id(self) -> u8 {
        self.0
    }

    /// The charset with this number, if there is one; the inverse of [`Charset::id`].
    pub fn from_id(id: u8) -> Option<Charset> {
        let charset = Charset(id);
        (charset.is_seven_bit() || charset.encoding().is_some()).then_some(charset)
    }

    /// The name to show to users and to write in `CA`.
    pub fn name(self) -> &'static str {
        match self {
            Charset::ISO_2022_KR => "ISO-2022-KR",
            Charset::ISO_2022_CN => "ISO-2022-CN",
            charset => charset.encoding().map_or("UTF-8", Encoding::name),
        }
    }

    /// Whether files can be written in this charset; `false` for ISO-2022-KR and ISO-2022-CN, which are only
    /// decoded. Files in UTF-16 can be written, but only as a whole: see [`Charset::encode`].
    pub fn is_writable(self) -> bool {
        !self.is_seven_bit()
    }

    /// Whether it is one of the charsets that this crate decodes without `encoding_rs`.
    fn is_seven_bit(self) -> bool {
        matches!(self, Charset::ISO_2022_KR | Charset::ISO_2022_CN)
    }

    /// Decodes bytes. Malformed bytes become U+FFFD, and are reported in [`Decoded::malformed`].
    pub fn decode(self, bytes: &[u8]) -> Decoded<'_> {
        let Some(encoding) = self.encoding() else {
            return match seven_bit_to_eight(bytes) {
                None => Decoded {
                    text: String::from_utf8_lossy(bytes),
                    malformed: !bytes.is_ascii(),
                },
                Some(eight) => {
                    let eight_bit = match self {
                        Charset::ISO_2022_CN => encoding_rs::GBK,
                        _ => encoding_rs::EUC_KR,
                    };
                    let decoded = eight_bit.decode_without_bom_handling(&eight);
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

    /// Whether all bytes are valid, except for half a character at the end.
    pub(crate) fn fits(self, bytes: &[u8]) -> bool {
        let Some(encoding) = self.encoding() else {
            return !self.decode(bytes).malformed;
        };
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

    /// Encodes text.
    ///
    /// # Errors
    ///
    /// [`Unencodable`] with the first character that the charset does not have. ISO-2022-KR and ISO-2022-CN are only
    /// decoded, and UTF-16 is encoded only by code that writes a whole file; for these, the error has the first
    /// character that is not ASCII.
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
            // Cannot happen: there is room for the longest output.
            (EncoderResult::OutputFull, _) => Err(first()),
        }
    }
}

/// Finds a charset by its name in lowercase letters and digits, without other characters.
fn by_plain_name(name: &str) -> Option<Charset> {
    if let Some(encoding) = Encoding::for_label_no_replacement(name.as_bytes()) {
        return Charset::of(encoding);
    }
    Some(match name {
        "iso2022kr" => Charset::ISO_2022_KR,
        "iso2022cn" | "iso2022cnext" => Charset::ISO_2022_CN,
        "gb" | "cp936" | "ms936" | "windows936" | "euccn" | "cngb" | "gb231280" | "gb23121980" => {
            Charset::GBK
        }
        "gb180302000" | "gb180302005" | "cp54936" | "windows54936" => Charset::GB18030,
        "cp950" | "ms950" | "windows950" | "big5eten" | "big5hkscs" | "cnbig5" | "big5tw" => {
            Charset::BIG5
        }
        "cp949" | "ms949" | "uhc" | "euckr" | "windows949" | "ksc5601" | "ksc56011987"
        | "ksx1001" | "korean" | "ksc" => Charset::EUC_KR,
        "cp932" | "ms932" | "windows932" | "windows31j" | "shiftjis" | "sjis" | "mskanji"
        | "shiftjisx0213" | "shiftjis2004" => Charset::SHIFT_JIS,
        // Japanese programs mean EUC-JP by `euc`.
        "euc" | "eucjp" | "ujis" | "eucjpms" | "eucj" => Charset::EUC_JP,
        "jis" | "jis7" | "iso2022jp" | "iso2022jp1" | "iso2022jp2" | "iso2022jp3" => {
            Charset::ISO_2022_JP
        }
        "utf8" | "ansi" | "utf8n" | "utf8bom" | "unicode" | "unicode11utf8" => Charset::UTF_8,
        "utf16" | "ucs2" => Charset::UTF_16LE,
        "koi8" | "koi8r" => Charset::KOI8_R,
        "koi8u" | "koi8ru" => Charset::KOI8_U,
        "iso88598i" => Charset::ISO_8859_8_I,
        "maccyrillic" | "xmaccyrillic" => Charset::X_MAC_CYRILLIC,
        "macroman" | "mac" => Charset::MACINTOSH,
        "latin9" => Charset::ISO_8859_15,
        _ => return numbered(name),
    })
}

/// Finds a numbered charset: `iso88595`, `cp1251`, `win1251`, `ibm866`.
fn numbered(name: &str) -> Option<Charset> {
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    let family = &name[..name.len() - digits.len()];
    let (prefix, number) = match (family, digits) {
        ("iso", part) if part.starts_with("8859") => ("iso-8859-", &part[4..]),
        ("win" | "windows" | "cp" | "ms", page) if page.starts_with("125") => ("windows-", page),
        ("cp" | "ibm" | "dos", "866") => ("ibm", "866"),
        _ => return None,
    };
    let mut full = String::from(prefix);
    full.push_str(number);
    Encoding::for_label_no_replacement(full.as_bytes()).and_then(Charset::of)
}

/// Converts ISO-2022-KR to EUC-KR, or ISO-2022-CN to GB 2312, by setting the high bit of each byte between SO and SI.
/// `None` if the bytes have no shift or escape sequence.
fn seven_bit_to_eight(bytes: &[u8]) -> Option<Vec<u8>> {
    /// The length of `ESC $ ) C` and `ESC $ ) A`, which define the meaning of SO.
    const DESIGNATOR: usize = 4;
    memchr::memchr2(0x0E, 0x1B, bytes)?;
    let mut out = Vec::with_capacity(bytes.len());
    let mut shifted = false;
    let mut known = true;
    let mut rest = bytes;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            0x0E => shifted = true,
            0x0F => shifted = false,
            0x1B if matches!(after, [b'$', b')', b'A' | b'C' | b'G', ..]) => {
                known = after[2] != b'G';
                rest = &after[DESIGNATOR - 1..];
            }
            b'\n' | b'\r' => {
                shifted = false;
                out.push(byte);
            }
            0x21..=0x7E if shifted && known => out.push(byte | 0x80),
            // In both charsets, no character starts with this byte.
            0x21..=0x7E if shifted => out.push(0xFF),
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
    /// The text, with U+FFFD in place of malformed bytes.
    pub text: Cow<'b, str>,
    /// Whether any bytes were malformed.
    pub malformed: bool,
}

/// The error of a character that a charset does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unencodable {
    /// The first character that the charset does not have.
    pub character: char,
    /// The charset that lacks the character.
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
            ("gb-2312", "GBK"),
            ("cp936", "GBK"),
            ("MS936", "GBK"),
            ("EUC-CN", "GBK"),
            ("GB18030-2000", "gb18030"),
            ("windows-31j", "Shift_JIS"),
            ("x-sjis", "Shift_JIS"),
            ("MS_KANJI", "Shift_JIS"),
            ("Shift-JIS", "Shift_JIS"),
            ("EUC", "EUC-JP"),
            ("x-euc-jp", "EUC-JP"),
            ("cp949", "EUC-KR"),
            ("ks_c_5601-1987", "EUC-KR"),
            ("KSC5601", "EUC-KR"),
            ("uhc", "EUC-KR"),
            (" utf8 ", "UTF-8"),
            ("UTF-8 ", "UTF-8"),
            ("csUTF8", "UTF-8"),
            ("ISO8859-1", "windows-1252"),
            ("latin1", "windows-1252"),
            ("ISO 8859 2", "ISO-8859-2"),
            ("koi8r", "KOI8-R"),
            ("CP1251", "windows-1251"),
            ("Win-1251", "windows-1251"),
            ("cp866", "IBM866"),
            ("ISO-2022-JP", "ISO-2022-JP"),
            ("iso2022kr", "ISO-2022-KR"),
            ("ISO-2022-CN", "ISO-2022-CN"),
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
    fn iso_2022_cn_shifts() {
        let decoded = Charset::ISO_2022_CN.decode(b"\x1B$)A\x0EDtN@F=\x0F 9");
        assert_eq!(decoded.text, "聂卫平 9");
        assert!(Charset::ISO_2022_CN.decode(b"\x1B$)G\x0EDt").malformed);
    }

    #[test]
    fn missing_characters_and_malformed_bytes_are_reported() {
        let latin = Charset::for_label(b"latin1").unwrap();
        assert_eq!(latin.encode("é").unwrap(), &b"\xE9"[..]);
        assert_eq!(latin.encode("a古").unwrap_err().character, '古');
        assert!(Charset::UTF_8.decode(b"\xFF").malformed);
    }
}
