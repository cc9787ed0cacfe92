/// The encoding scheme of a charset, as far as the lexer needs to know it: whether `]` or `\` can
/// be the second byte of a character.
///
/// In UTF-8, EUC and every single-byte charset no byte of a multi-byte character equals `]` or `\`.
/// In the other schemes the second byte can. There the lexer skips the byte pairs that the charset
/// allows. A pair whose second byte is `]` is ambiguous: if the structure of a game follows it
/// directly (`;B[`, `)` at the end, …), the first byte is taken for damage and the `]` closes the
/// value, so that one bad byte does not swallow the rest of the record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scheme {
    /// Every byte below 0x80 is an ASCII character: UTF-8, EUC-JP, EUC-KR and UHC (whose second
    /// bytes are letters if they are ASCII), ISO-8859, Windows and KOI code pages.
    #[default]
    AsciiSafe,
    /// Shift-JIS and Windows-31J.
    ShiftJis,
    /// GBK and GB18030, and text labelled as GB2312.
    Gbk,
    /// Big5 with its extensions.
    Big5,
    /// ISO-2022-JP, -KR and -CN: escape sequences and shifts switch to pairs of
    /// 7-bit bytes.
    Iso2022,
}

impl Scheme {
    /// Returns the scheme for a charset name as given in `CA`, ignoring case and punctuation;
    /// `None` if the name is unknown.
    ///
    /// ```
    /// use kifu_lex::Scheme;
    ///
    /// assert_eq!(Scheme::for_label(b"Shift-JIS"), Some(Scheme::ShiftJis));
    /// assert_eq!(Scheme::for_label(b" gb2312 "), Some(Scheme::Gbk));
    /// assert_eq!(Scheme::for_label(b"utf8"), Some(Scheme::AsciiSafe));
    /// assert_eq!(Scheme::for_label(b"xyz-123"), None);
    /// ```
    pub fn for_label(label: &[u8]) -> Option<Scheme> {
        // Only letters and digits distinguish names, in lower case.
        let mut name = [0; 24];
        let mut len = 0;
        for byte in label.iter().filter(|b| b.is_ascii_alphanumeric()) {
            *name.get_mut(len)? = byte.to_ascii_lowercase();
            len += 1;
        }
        let name = core::str::from_utf8(&name[..len]).ok()?;
        let name = name.strip_prefix("cs").unwrap_or(name);
        let starts = |prefixes: &[&str]| prefixes.iter().any(|p| name.starts_with(p));
        let is = |names: &[&str]| names.contains(&name);
        if starts(&["iso2022"]) || is(&["jis", "jis7"]) {
            Some(Scheme::Iso2022)
        } else if starts(&["shiftjis", "sjis", "xsjis", "windows31j", "mskanji"])
            || is(&["cp932", "ms932", "windows932"])
        {
            Some(Scheme::ShiftJis)
        } else if starts(&["gb2312", "gbk", "gb18030", "xgbk"])
            || is(&[
                "gb",
                "cp936",
                "ms936",
                "windows936",
                "euccn",
                "chinese",
                "iso58gb231280",
            ])
        {
            Some(Scheme::Gbk)
        } else if starts(&["big5", "cnbig5", "xxbig5", "xbig5"])
            || is(&["cp950", "ms950", "windows950"])
        {
            Some(Scheme::Big5)
        } else if starts(&[
            "utf8",
            "unicode11utf8",
            "usascii",
            "ascii",
            "ansi",
            "latin",
            "iso8859",
            "iso88",
            "windows",
            "cp125",
            "xcp125",
            "koi8",
            "euc",
            "xeuc",
            "ks",
            "korean",
            "uhc",
            "cp949",
            "ms949",
            "ujis",
            "tis620",
            "ibm",
            "mac",
            "cyrillic",
            "greek",
            "l1",
            "cp866",
            "unicode",
        ]) {
            Some(Scheme::AsciiSafe)
        } else {
            None
        }
    }

    /// Whether `lead` and `trail` are the two bytes of one character.
    pub(crate) const fn is_pair(self, lead: u8, trail: u8) -> bool {
        match self {
            Scheme::AsciiSafe | Scheme::Iso2022 => false,
            Scheme::ShiftJis => {
                matches!(lead, 0x81..=0x9F | 0xE0..=0xFC)
                    && matches!(trail, 0x40..=0x7E | 0x80..=0xFC)
            }
            Scheme::Gbk => {
                matches!(lead, 0x81..=0xFE) && matches!(trail, 0x40..=0x7E | 0x80..=0xFE)
            }
            Scheme::Big5 => {
                matches!(lead, 0x81..=0xFE) && matches!(trail, 0x40..=0x7E | 0xA1..=0xFE)
            }
        }
    }

    /// Returns whether `next` is the second byte of a character whose first byte is the last of
    /// `before`. `before` must start at a character boundary.
    // A run of high bytes is paired from its start: an ASCII byte before the run is either a whole
    // character or a second byte, so a character always starts with the run.
    pub fn splits_character(self, before: &[u8], next: u8) -> bool {
        let Some((&last, _)) = before.split_last() else {
            return false;
        };
        if !self.is_pair(last, next) {
            return false;
        }
        let run = before.iter().rev().take_while(|&&b| b >= 0x80).count();
        let run = &before[before.len() - run..];
        let mut at = 0;
        while at + 1 < run.len() {
            at += if self.is_pair(run[at], run[at + 1]) {
                2
            } else {
                1
            };
        }
        at + 1 == run.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_those_of_the_charset() {
        for (scheme, count, pairs, others) in [
            (
                Scheme::ShiftJis,
                60 * 188,
                [[0x81, 0x40], [0x9F, 0x7E], [0xE0, 0x80], [0xFC, 0xFC]],
                [[0x80, 0x40], [0xA0, 0x40], [0xFD, 0x40], [0x81, 0x7F]],
            ),
            (
                Scheme::Gbk,
                126 * 190,
                [[0x81, 0x40], [0xFE, 0x7E], [0x81, 0x80], [0xFE, 0xFE]],
                [[0x80, 0x40], [0xFF, 0x40], [0x81, 0x7F], [0x81, 0xFF]],
            ),
            (
                Scheme::Big5,
                126 * 157,
                [[0x81, 0x40], [0xFE, 0x7E], [0x81, 0xA1], [0xFE, 0xFE]],
                [[0x80, 0x40], [0xFF, 0x40], [0x81, 0x7F], [0x81, 0xA0]],
            ),
        ] {
            let is_pair = |[lead, trail]: [u8; 2]| scheme.is_pair(lead, trail);
            assert!(pairs.into_iter().all(is_pair), "{scheme:?}");
            assert!(!others.into_iter().any(is_pair), "{scheme:?}");
            let all = (0..=u16::MAX).map(u16::to_be_bytes);
            assert_eq!(all.filter(|pair| is_pair(*pair)).count(), count);
        }
        for scheme in [Scheme::AsciiSafe, Scheme::Iso2022] {
            assert!(!scheme.is_pair(0x81, 0x40));
        }
    }
}
