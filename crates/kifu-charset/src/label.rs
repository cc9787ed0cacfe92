use alloc::string::String;

use crate::charset::Charset;

impl Charset {
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
        if let Some(charset) = by_label(label) {
            return Some(charset);
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
}

/// The length of the longest label.
const MAX_LEN: usize = 19;

/// Finds a charset by a label of the WHATWG Encoding Standard, in any case.
fn by_label(label: &[u8]) -> Option<Charset> {
    let mut lower = [0; MAX_LEN];
    let lower = lower.get_mut(..label.len())?;
    lower.copy_from_slice(label);
    lower.make_ascii_lowercase();
    let found = LABELS.binary_search_by(|(known, _)| {
        let len = known.len().cmp(&lower.len());
        len.then_with(|| known.as_bytes().cmp(lower))
    });
    Some(LABELS[found.ok()?].1)
}

/// Finds a charset by its name in lowercase letters and digits, without other characters.
fn by_plain_name(name: &str) -> Option<Charset> {
    if let Some(charset) = by_label(name.as_bytes()) {
        return Some(charset);
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
    by_label(full.as_bytes())
}

/// The labels of the WHATWG Encoding Standard, sorted by length. The encodings `replacement` and `x-user-defined` are left
/// out, because no text is in them.
static LABELS: [(&str, Charset); 221] = [
    ("l1", Charset::WINDOWS_1252),
    ("l2", Charset::ISO_8859_2),
    ("l3", Charset::ISO_8859_3),
    ("l4", Charset::ISO_8859_4),
    ("l5", Charset::WINDOWS_1254),
    ("l6", Charset::ISO_8859_10),
    ("l9", Charset::ISO_8859_15),
    ("866", Charset::IBM866),
    ("gbk", Charset::GBK),
    ("koi", Charset::KOI8_R),
    ("mac", Charset::MACINTOSH),
    ("big5", Charset::BIG5),
    ("koi8", Charset::KOI8_R),
    ("sjis", Charset::SHIFT_JIS),
    ("utf8", Charset::UTF_8),
    ("ascii", Charset::WINDOWS_1252),
    ("cp819", Charset::WINDOWS_1252),
    ("cp866", Charset::IBM866),
    ("greek", Charset::ISO_8859_7),
    ("ms932", Charset::SHIFT_JIS),
    ("ucs-2", Charset::UTF_16LE),
    ("utf-8", Charset::UTF_8),
    ("x-gbk", Charset::GBK),
    ("arabic", Charset::ISO_8859_6),
    ("cp1250", Charset::WINDOWS_1250),
    ("cp1251", Charset::WINDOWS_1251),
    ("cp1252", Charset::WINDOWS_1252),
    ("cp1253", Charset::WINDOWS_1253),
    ("cp1254", Charset::WINDOWS_1254),
    ("cp1255", Charset::WINDOWS_1255),
    ("cp1256", Charset::WINDOWS_1256),
    ("cp1257", Charset::WINDOWS_1257),
    ("cp1258", Charset::WINDOWS_1258),
    ("csbig5", Charset::BIG5),
    ("euc-jp", Charset::EUC_JP),
    ("euc-kr", Charset::EUC_KR),
    ("gb2312", Charset::GBK),
    ("greek8", Charset::ISO_8859_7),
    ("hebrew", Charset::ISO_8859_8),
    ("ibm819", Charset::WINDOWS_1252),
    ("ibm866", Charset::IBM866),
    ("koi8-r", Charset::KOI8_R),
    ("koi8-u", Charset::KOI8_U),
    ("koi8_r", Charset::KOI8_R),
    ("korean", Charset::EUC_KR),
    ("latin1", Charset::WINDOWS_1252),
    ("latin2", Charset::ISO_8859_2),
    ("latin3", Charset::ISO_8859_3),
    ("latin4", Charset::ISO_8859_4),
    ("latin5", Charset::WINDOWS_1254),
    ("latin6", Charset::ISO_8859_10),
    ("utf-16", Charset::UTF_16LE),
    ("visual", Charset::ISO_8859_8),
    ("x-sjis", Charset::SHIFT_JIS),
    ("chinese", Charset::GBK),
    ("cn-big5", Charset::BIG5),
    ("cseuckr", Charset::EUC_KR),
    ("cskoi8r", Charset::KOI8_R),
    ("dos-874", Charset::WINDOWS_874),
    ("gb18030", Charset::GB18030),
    ("gb_2312", Charset::GBK),
    ("koi8-ru", Charset::KOI8_U),
    ("ksc5601", Charset::EUC_KR),
    ("logical", Charset::ISO_8859_8_I),
    ("tis-620", Charset::WINDOWS_874),
    ("unicode", Charset::UTF_16LE),
    ("asmo-708", Charset::ISO_8859_6),
    ("csgb2312", Charset::GBK),
    ("csibm866", Charset::IBM866),
    ("cyrillic", Charset::ISO_8859_5),
    ("ecma-114", Charset::ISO_8859_6),
    ("ecma-118", Charset::ISO_8859_7),
    ("elot_928", Charset::ISO_8859_7),
    ("iso88591", Charset::WINDOWS_1252),
    ("iso88592", Charset::ISO_8859_2),
    ("iso88593", Charset::ISO_8859_3),
    ("iso88594", Charset::ISO_8859_4),
    ("iso88595", Charset::ISO_8859_5),
    ("iso88596", Charset::ISO_8859_6),
    ("iso88597", Charset::ISO_8859_7),
    ("iso88598", Charset::ISO_8859_8),
    ("iso88599", Charset::WINDOWS_1254),
    ("ksc_5601", Charset::EUC_KR),
    ("ms_kanji", Charset::SHIFT_JIS),
    ("us-ascii", Charset::WINDOWS_1252),
    ("utf-16be", Charset::UTF_16BE),
    ("utf-16le", Charset::UTF_16LE),
    ("x-cp1250", Charset::WINDOWS_1250),
    ("x-cp1251", Charset::WINDOWS_1251),
    ("x-cp1252", Charset::WINDOWS_1252),
    ("x-cp1253", Charset::WINDOWS_1253),
    ("x-cp1254", Charset::WINDOWS_1254),
    ("x-cp1255", Charset::WINDOWS_1255),
    ("x-cp1256", Charset::WINDOWS_1256),
    ("x-cp1257", Charset::WINDOWS_1257),
    ("x-cp1258", Charset::WINDOWS_1258),
    ("x-euc-jp", Charset::EUC_JP),
    ("x-x-big5", Charset::BIG5),
    ("csunicode", Charset::UTF_16LE),
    ("iso-ir-58", Charset::GBK),
    ("iso8859-1", Charset::WINDOWS_1252),
    ("iso8859-2", Charset::ISO_8859_2),
    ("iso8859-3", Charset::ISO_8859_3),
    ("iso8859-4", Charset::ISO_8859_4),
    ("iso8859-5", Charset::ISO_8859_5),
    ("iso8859-6", Charset::ISO_8859_6),
    ("iso8859-7", Charset::ISO_8859_7),
    ("iso8859-8", Charset::ISO_8859_8),
    ("iso8859-9", Charset::WINDOWS_1254),
    ("iso885910", Charset::ISO_8859_10),
    ("iso885911", Charset::WINDOWS_874),
    ("iso885913", Charset::ISO_8859_13),
    ("iso885914", Charset::ISO_8859_14),
    ("iso885915", Charset::ISO_8859_15),
    ("macintosh", Charset::MACINTOSH),
    ("shift-jis", Charset::SHIFT_JIS),
    ("shift_jis", Charset::SHIFT_JIS),
    ("big5-hkscs", Charset::BIG5),
    ("csshiftjis", Charset::SHIFT_JIS),
    ("gb_2312-80", Charset::GBK),
    ("iso-8859-1", Charset::WINDOWS_1252),
    ("iso-8859-2", Charset::ISO_8859_2),
    ("iso-8859-3", Charset::ISO_8859_3),
    ("iso-8859-4", Charset::ISO_8859_4),
    ("iso-8859-5", Charset::ISO_8859_5),
    ("iso-8859-6", Charset::ISO_8859_6),
    ("iso-8859-7", Charset::ISO_8859_7),
    ("iso-8859-8", Charset::ISO_8859_8),
    ("iso-8859-9", Charset::WINDOWS_1254),
    ("iso-ir-100", Charset::WINDOWS_1252),
    ("iso-ir-101", Charset::ISO_8859_2),
    ("iso-ir-109", Charset::ISO_8859_3),
    ("iso-ir-110", Charset::ISO_8859_4),
    ("iso-ir-126", Charset::ISO_8859_7),
    ("iso-ir-127", Charset::ISO_8859_6),
    ("iso-ir-138", Charset::ISO_8859_8),
    ("iso-ir-144", Charset::ISO_8859_5),
    ("iso-ir-148", Charset::WINDOWS_1254),
    ("iso-ir-149", Charset::EUC_KR),
    ("iso-ir-157", Charset::ISO_8859_10),
    ("iso8859-10", Charset::ISO_8859_10),
    ("iso8859-11", Charset::WINDOWS_874),
    ("iso8859-13", Charset::ISO_8859_13),
    ("iso8859-14", Charset::ISO_8859_14),
    ("iso8859-15", Charset::ISO_8859_15),
    ("iso_8859-1", Charset::WINDOWS_1252),
    ("iso_8859-2", Charset::ISO_8859_2),
    ("iso_8859-3", Charset::ISO_8859_3),
    ("iso_8859-4", Charset::ISO_8859_4),
    ("iso_8859-5", Charset::ISO_8859_5),
    ("iso_8859-6", Charset::ISO_8859_6),
    ("iso_8859-7", Charset::ISO_8859_7),
    ("iso_8859-8", Charset::ISO_8859_8),
    ("iso_8859-9", Charset::WINDOWS_1254),
    ("csiso2022jp", Charset::ISO_2022_JP),
    ("csiso88596e", Charset::ISO_8859_6),
    ("csiso88596i", Charset::ISO_8859_6),
    ("csiso88598e", Charset::ISO_8859_8),
    ("csiso88598i", Charset::ISO_8859_8_I),
    ("csisolatin1", Charset::WINDOWS_1252),
    ("csisolatin2", Charset::ISO_8859_2),
    ("csisolatin3", Charset::ISO_8859_3),
    ("csisolatin4", Charset::ISO_8859_4),
    ("csisolatin5", Charset::WINDOWS_1254),
    ("csisolatin6", Charset::ISO_8859_10),
    ("csisolatin9", Charset::ISO_8859_15),
    ("csmacintosh", Charset::MACINTOSH),
    ("iso-2022-jp", Charset::ISO_2022_JP),
    ("iso-8859-10", Charset::ISO_8859_10),
    ("iso-8859-11", Charset::WINDOWS_874),
    ("iso-8859-13", Charset::ISO_8859_13),
    ("iso-8859-14", Charset::ISO_8859_14),
    ("iso-8859-15", Charset::ISO_8859_15),
    ("iso-8859-16", Charset::ISO_8859_16),
    ("iso_8859-15", Charset::ISO_8859_15),
    ("unicodefeff", Charset::UTF_16LE),
    ("unicodefffe", Charset::UTF_16BE),
    ("windows-31j", Charset::SHIFT_JIS),
    ("windows-874", Charset::WINDOWS_874),
    ("windows-949", Charset::EUC_KR),
    ("x-mac-roman", Charset::MACINTOSH),
    ("iso-8859-6-e", Charset::ISO_8859_6),
    ("iso-8859-6-i", Charset::ISO_8859_6),
    ("iso-8859-8-e", Charset::ISO_8859_8),
    ("iso-8859-8-i", Charset::ISO_8859_8_I),
    ("sun_eu_greek", Charset::ISO_8859_7),
    ("windows-1250", Charset::WINDOWS_1250),
    ("windows-1251", Charset::WINDOWS_1251),
    ("windows-1252", Charset::WINDOWS_1252),
    ("windows-1253", Charset::WINDOWS_1253),
    ("windows-1254", Charset::WINDOWS_1254),
    ("windows-1255", Charset::WINDOWS_1255),
    ("windows-1256", Charset::WINDOWS_1256),
    ("windows-1257", Charset::WINDOWS_1257),
    ("windows-1258", Charset::WINDOWS_1258),
    ("csksc56011987", Charset::EUC_KR),
    ("unicode11utf8", Charset::UTF_8),
    ("unicode20utf8", Charset::UTF_8),
    ("ansi_x3.4-1968", Charset::WINDOWS_1252),
    ("ks_c_5601-1987", Charset::EUC_KR),
    ("ks_c_5601-1989", Charset::EUC_KR),
    ("x-mac-cyrillic", Charset::X_MAC_CYRILLIC),
    ("csiso58gb231280", Charset::GBK),
    ("csisolatingreek", Charset::ISO_8859_7),
    ("iso-10646-ucs-2", Charset::UTF_16LE),
    ("iso_8859-1:1987", Charset::WINDOWS_1252),
    ("iso_8859-2:1987", Charset::ISO_8859_2),
    ("iso_8859-3:1988", Charset::ISO_8859_3),
    ("iso_8859-4:1988", Charset::ISO_8859_4),
    ("iso_8859-5:1988", Charset::ISO_8859_5),
    ("iso_8859-6:1987", Charset::ISO_8859_6),
    ("iso_8859-7:1987", Charset::ISO_8859_7),
    ("iso_8859-8:1988", Charset::ISO_8859_8),
    ("iso_8859-9:1989", Charset::WINDOWS_1254),
    ("x-mac-ukrainian", Charset::X_MAC_CYRILLIC),
    ("x-unicode20utf8", Charset::UTF_8),
    ("csisolatinarabic", Charset::ISO_8859_6),
    ("csisolatinhebrew", Charset::ISO_8859_8),
    ("unicode-1-1-utf-8", Charset::UTF_8),
    ("csisolatincyrillic", Charset::ISO_8859_5),
    ("cseucpkdfmtjapanese", Charset::EUC_JP),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_labels_find_every_charset() {
        for id in 0..Charset::COUNT {
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
}
