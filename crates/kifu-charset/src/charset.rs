use alloc::borrow::Cow;
use core::fmt;

/// A charset, which can decode and encode text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Charset(u8);

macro_rules! charsets {
    ($($constant:ident $name:literal),* $(,)?) => {
        /// The name of each charset of the WHATWG Encoding Standard, by id.
        static NAMES: &[&str] = &[$($name),*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Index {
            $($constant),*
        }

        impl Charset {
            $(
                #[doc = concat!("The WHATWG encoding `", stringify!($constant), "`.")]
                pub const $constant: Charset = Charset(Index::$constant as u8);
            )*
        }
    };
}

// UTF-8 is first, so that it is `Charset(0)`.
charsets![
    UTF_8 "UTF-8",
    BIG5 "Big5",
    EUC_JP "EUC-JP",
    EUC_KR "EUC-KR",
    GB18030 "gb18030",
    GBK "GBK",
    IBM866 "IBM866",
    ISO_2022_JP "ISO-2022-JP",
    ISO_8859_10 "ISO-8859-10",
    ISO_8859_13 "ISO-8859-13",
    ISO_8859_14 "ISO-8859-14",
    ISO_8859_15 "ISO-8859-15",
    ISO_8859_16 "ISO-8859-16",
    ISO_8859_2 "ISO-8859-2",
    ISO_8859_3 "ISO-8859-3",
    ISO_8859_4 "ISO-8859-4",
    ISO_8859_5 "ISO-8859-5",
    ISO_8859_6 "ISO-8859-6",
    ISO_8859_7 "ISO-8859-7",
    ISO_8859_8 "ISO-8859-8",
    ISO_8859_8_I "ISO-8859-8-I",
    KOI8_R "KOI8-R",
    KOI8_U "KOI8-U",
    MACINTOSH "macintosh",
    SHIFT_JIS "Shift_JIS",
    UTF_16BE "UTF-16BE",
    UTF_16LE "UTF-16LE",
    WINDOWS_1250 "windows-1250",
    WINDOWS_1251 "windows-1251",
    WINDOWS_1252 "windows-1252",
    WINDOWS_1253 "windows-1253",
    WINDOWS_1254 "windows-1254",
    WINDOWS_1255 "windows-1255",
    WINDOWS_1256 "windows-1256",
    WINDOWS_1257 "windows-1257",
    WINDOWS_1258 "windows-1258",
    WINDOWS_874 "windows-874",
    X_MAC_CYRILLIC "x-mac-cyrillic",
];

impl Charset {
    /// ISO-2022-KR: EUC-KR in 7 bits. It is not a WHATWG encoding, and is only decoded.
    pub const ISO_2022_KR: Charset = Charset(u8::MAX);

    /// ISO-2022-CN: GB 2312 in 7 bits. It is not a WHATWG encoding, and is only decoded, without its characters of
    /// CNS 11643.
    pub const ISO_2022_CN: Charset = Charset(u8::MAX - 1);

    /// The number of charsets of the WHATWG Encoding Standard; their ids start at 0.
    #[cfg(test)]
    pub(crate) const COUNT: u8 = NAMES.len() as u8;

    /// Whether both charsets decode all text the same.
    pub(crate) fn reads_as(self, other: Charset) -> bool {
        let family = |charset| match charset {
            Charset::GB18030 => Charset::GBK,
            charset => charset,
        };
        family(self) == family(other)
    }

    /// A number for this charset. It can differ between versions of this crate.
    pub const fn id(self) -> u8 {
        self.0
    }

    /// The charset with this number, if there is one; the inverse of [`Charset::id`].
    pub fn from_id(id: u8) -> Option<Charset> {
        let charset = Charset(id);
        (charset.is_seven_bit() || usize::from(id) < NAMES.len()).then_some(charset)
    }

    /// The name to show to users and to write in `CA`.
    pub fn name(self) -> &'static str {
        match self {
            Charset::ISO_2022_KR => "ISO-2022-KR",
            Charset::ISO_2022_CN => "ISO-2022-CN",
            Charset(id) => NAMES.get(usize::from(id)).unwrap_or(&"UTF-8"),
        }
    }

    /// Whether files can be written in this charset; `false` for ISO-2022-KR and ISO-2022-CN, which are only
    /// decoded. Files in UTF-16 can be written, but only as a whole: see [`Charset::encode`].
    pub fn is_writable(self) -> bool {
        !self.is_seven_bit()
    }

    /// Whether it is one of the charsets that are not in the WHATWG Encoding Standard.
    pub(crate) fn is_seven_bit(self) -> bool {
        matches!(self, Charset::ISO_2022_KR | Charset::ISO_2022_CN)
    }
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
