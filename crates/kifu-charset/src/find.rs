use alloc::vec::Vec;

use memchr::memchr2;

use crate::charset::Charset;
use crate::confidence::Confidence;
use crate::detect::{Detector, Ranking, Utf8};
use crate::hint::Hint;
use crate::record::{Text, texts};

/// The evidence that decided the charset of a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CharsetSource {
    /// A byte order mark.
    Bom,
    /// The `CA` of the record, which its bytes do not contradict.
    Declared,
    /// The bytes, which allow no other charset: they are valid UTF-8 or UTF-16, or have the escape sequences of
    /// ISO-2022.
    Content,
    /// A guess: the text is most likely in this charset.
    Guess,
    /// No evidence: all text is ASCII, and no charset is declared.
    Default,
    /// The choice of the caller, whatever the bytes are.
    Given,
}

impl CharsetSource {
    /// A short name for reports: `bom`, `ca`, `content`, `guess`, `default` or `given`.
    pub const fn name(self) -> &'static str {
        match self {
            CharsetSource::Bom => "bom",
            CharsetSource::Declared => "ca",
            CharsetSource::Content => "content",
            CharsetSource::Guess => "guess",
            CharsetSource::Default => "default",
            CharsetSource::Given => "given",
        }
    }
}

/// The charset of a record, and how it was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DetectedCharset {
    /// The charset of the record.
    pub charset: Charset,
    /// The evidence that decided the charset.
    pub source: CharsetSource,
    /// The confidence in the decision.
    pub confidence: Confidence,
}

impl DetectedCharset {
    /// Whether text may be converted from this charset without asking the user.
    ///
    /// Only a guess can be unsure: if its confidence is below 0.9. The confidence of a guess from fewer than four
    /// non-ASCII bytes is never above 0.5. Converting text from a wrong charset destroys it. So if this is `false`, a
    /// program should ask for the charset or keep the bytes.
    ///
    /// ```
    /// use kifu_charset::find;
    ///
    /// let name = b"(;PB[\xC4\xF4\xCE\xC0\xC6\xBD];B[pd])";
    /// assert!(find(name, None).is_sure());
    /// let damaged = b"(;CA[UTF-8]C[\xFF\xFE raw])";
    /// assert!(!find(damaged, Some(b"UTF-8")).is_sure());
    /// ```
    pub fn is_sure(self) -> bool {
        self.source != CharsetSource::Guess || self.confidence >= Confidence::SURE
    }

    /// Whether this charset is a guess that an edit changes to another charset, so that the remaining text would be
    /// read differently. `now` is the charset after the edit. Plain ASCII is the same in every charset.
    ///
    /// ```
    /// use kifu_charset::find;
    ///
    /// let before = find(b"(;PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[Go Seigen])", None);
    /// let now = find(b"(;PB[Go Seigen])", None);
    /// assert!(!before.guess_changes(now));
    /// ```
    pub fn guess_changes(self, now: DetectedCharset) -> bool {
        let is_other = now.charset != self.charset && now.source != CharsetSource::Default;
        self.source == CharsetSource::Guess && is_other
    }
}

/// Decides the charset of a record from its bytes and the value of its `CA`, if it has one.
///
/// Only the values of text properties in the first game tree count. Other bytes, such as those between properties or in
/// a point, are ignored.
///
/// The declared charset is used if every value is valid in it, or if a few bytes are malformed and no other charset
/// fits much better. An exception is valid UTF-8 with characters of three bytes or more, because text in other charsets
/// hardly ever looks like that. If the declared charset is unknown or contradicts the bytes, other `CA` properties of
/// the record are tried in the same way. Otherwise, the charset is:
///
/// * UTF-8 if the text is valid and has a character of three bytes or many of two bytes,
/// * ISO-2022 if the text has its escape sequences,
/// * or else the best guess of [`rank`](crate::rank), which can also be UTF-8.
///
/// The decision takes linear time. The guess reads at most 16 KiB of text.
pub fn find(bytes: &[u8], declared: Option<&[u8]>) -> DetectedCharset {
    find_hinted(bytes, declared, None)
}

/// The same as [`find`], with a hint that counts if no charset is declared and several charsets fit the bytes.
pub fn find_hinted(bytes: &[u8], declared: Option<&[u8]>, hint: Option<Hint>) -> DetectedCharset {
    let declared = declared.and_then(Charset::for_label);
    let found = |charset, source, confidence| DetectedCharset {
        charset,
        source,
        confidence,
    };
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        return found(Charset::UTF_8, CharsetSource::Bom, Confidence::CERTAIN);
    }
    if let Some((charset, source)) = utf16(bytes) {
        return found(charset, source, Confidence::CERTAIN);
    }
    let plain = bytes.is_ascii() && memchr2(0x1B, 0x0E, bytes).is_none();
    let record = if plain {
        Record::default()
    } else {
        Record::of(bytes)
    };
    if record.texts.is_empty() {
        return match declared {
            Some(charset) => found(charset, CharsetSource::Declared, Confidence::DECLARED),
            None => found(Charset::UTF_8, CharsetSource::Default, Confidence::CERTAIN),
        };
    }
    let mut ranking = None;
    for charset in declared.into_iter().chain(record.labels()) {
        if record.allows(charset, &mut ranking) {
            return found(charset, CharsetSource::Declared, Confidence::DECLARED);
        }
    }
    let ranking = match (hint, ranking) {
        (None, Some(ranking)) => ranking,
        (hint, _) => record.rank(hint),
    };
    match ranking.best() {
        Some(best) => {
            let source = match best.charset {
                Charset::UTF_8 if record.is_utf8() => CharsetSource::Content,
                Charset::ISO_2022_JP | Charset::ISO_2022_KR | Charset::ISO_2022_CN => {
                    CharsetSource::Content
                }
                _ => CharsetSource::Guess,
            };
            found(best.charset, source, best.confidence)
        }
        // There are shift bytes, but no known charset has them.
        None => found(Charset::UTF_8, CharsetSource::Default, Confidence::NONE),
    }
}

/// Detects UTF-16 by its byte order mark, or by the zero bytes of two ASCII characters at the start.
fn utf16(bytes: &[u8]) -> Option<(Charset, CharsetSource)> {
    let ascii = |b: u8| b.is_ascii_graphic() || b.is_ascii_whitespace();
    match *bytes {
        [0xFF, 0xFE, ..] => Some((Charset::UTF_16LE, CharsetSource::Bom)),
        [0xFE, 0xFF, ..] => Some((Charset::UTF_16BE, CharsetSource::Bom)),
        [a, 0, b, 0, ..] if ascii(a) && ascii(b) => {
            Some((Charset::UTF_16LE, CharsetSource::Content))
        }
        [0, a, 0, b, ..] if ascii(a) && ascii(b) => {
            Some((Charset::UTF_16BE, CharsetSource::Content))
        }
        _ => None,
    }
}

/// The maximum number of different `CA` values that are tried.
const MAX_LABELS: usize = 4;

/// The text values of a record that are not plain ASCII, and its `CA` values.
#[derive(Default)]
struct Record<'b> {
    texts: Vec<Text<'b>>,
    labels: Vec<&'b [u8]>,
}

impl<'b> Record<'b> {
    fn of(bytes: &'b [u8]) -> Record<'b> {
        let mut record = Record::default();
        for text in texts(bytes) {
            if text.is_label() {
                if record.labels.len() < MAX_LABELS && !record.labels.contains(&text.value) {
                    record.labels.push(text.value);
                }
            } else if text.is_text() && !is_plain(text.value) {
                record.texts.push(text);
            }
        }
        record
    }

    fn labels(&self) -> impl Iterator<Item = Charset> {
        self.labels
            .iter()
            .filter_map(|label| Charset::for_label(label))
    }

    /// Whether all texts are valid UTF-8.
    fn is_utf8(&self) -> bool {
        self.texts
            .iter()
            .all(|text| core::str::from_utf8(text.value).is_ok())
    }

    fn rank(&self, hint: Option<Hint>) -> Ranking {
        let values = self.texts.iter().map(|text| text.value);
        Detector::of(values, hint).ranking()
    }

    /// Whether the texts can be in a declared charset.
    fn allows(&self, charset: Charset, ranking: &mut Option<Ranking>) -> bool {
        /// The maximum number of bits by which a declared charset may cost more than the best guess.
        const BENEFIT: f32 = 24.0;
        let mut utf8 = Utf8::default();
        self.texts.iter().for_each(|text| utf8.add(text.value));
        if charset == Charset::UTF_8 {
            return utf8.is_plausible();
        }
        if utf8.is_intact() && utf8.long > 0 {
            return false;
        }
        if self.texts.iter().all(|text| charset.fits(text.value)) {
            return true;
        }
        let ranking = ranking.get_or_insert_with(|| self.rank(None));
        ranking
            .cost_above_best(charset)
            .is_some_and(|cost| cost < BENEFIT)
    }
}

fn is_plain(value: &[u8]) -> bool {
    value.is_ascii() && memchr2(0x1B, 0x0E, value).is_none()
}

/// Decides the charset of a file in a format that does not name its charset, from the texts in it.
///
/// The evidence is a byte order mark at the start of `source`, then valid UTF-8, then the most likely charset. Texts
/// that are ASCII are ignored. Moves and other text that is not language should not be in `texts`.
///
/// ```
/// use kifu_charset::{CharsetSource, find_in_texts};
///
/// let source = b"name \xC4\xF4\xCE\xC0\xC6\xBD";
/// let found = find_in_texts(source, [&source[5..]], None);
/// assert_eq!((found.charset.name(), found.source), ("GBK", CharsetSource::Guess));
/// ```
pub fn find_in_texts<'t>(
    source: &[u8],
    texts: impl IntoIterator<Item = &'t [u8], IntoIter: Clone>,
    hint: Option<Hint>,
) -> DetectedCharset {
    let found = |charset, source, confidence| DetectedCharset {
        charset,
        source,
        confidence,
    };
    if source.starts_with(b"\xEF\xBB\xBF") {
        return found(Charset::UTF_8, CharsetSource::Bom, Confidence::CERTAIN);
    }
    let mut texts = texts.into_iter().filter(|text| !text.is_ascii());
    if texts.clone().next().is_none() {
        return found(Charset::UTF_8, CharsetSource::Default, Confidence::CERTAIN);
    }
    if texts.clone().all(|text| core::str::from_utf8(text).is_ok()) {
        return found(Charset::UTF_8, CharsetSource::Content, Confidence::CERTAIN);
    }
    let mut detector = Detector::with_hint(hint);
    texts.by_ref().for_each(|text| detector.feed(text));
    match detector.ranking().best() {
        Some(best) => found(best.charset, CharsetSource::Guess, best.confidence),
        None => found(Charset::UTF_8, CharsetSource::Default, Confidence::NONE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], declared: Option<&str>, name: &str, source: CharsetSource) {
        let found = find(bytes, declared.map(str::as_bytes));
        assert_eq!(
            (found.charset.name(), found.source),
            (name, source),
            "{declared:?}"
        );
    }

    #[test]
    fn bytes_and_labels_agree_or_the_bytes_win() {
        check(b"(;PB[a])", None, "UTF-8", CharsetSource::Default);
        check(b"(;PB[a])", Some("GB2312"), "GBK", CharsetSource::Declared);
        check(b"\xEF\xBB\xBF(;)", Some("GBK"), "UTF-8", CharsetSource::Bom);
        check(
            "(;PB[李])".as_bytes(),
            None,
            "UTF-8",
            CharsetSource::Content,
        );
        check(
            "(;PB[李])".as_bytes(),
            Some("Shift_JIS"),
            "UTF-8",
            CharsetSource::Content,
        );
        // `é` in UTF-8 is also a valid character of GBK, so the label decides.
        check(
            "(;PB[é])".as_bytes(),
            Some("GBK"),
            "GBK",
            CharsetSource::Declared,
        );
        check("(;PB[é])".as_bytes(), None, "UTF-8", CharsetSource::Content);
        let fox = b"(;PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xC2\xED\xCF\xFE\xB4\xBA])";
        check(fox, Some("no such"), "GBK", CharsetSource::Guess);
        check(fox, Some("UTF-8"), "GBK", CharsetSource::Guess);
        check(
            b"(;PB[\x1B$BIp5\\\x1B(B])",
            None,
            "ISO-2022-JP",
            CharsetSource::Content,
        );
        check(
            b"(;CA[Shift_JIS]PB[\x95\\])",
            Some("Shift_JIS"),
            "Shift_JIS",
            CharsetSource::Declared,
        );
    }

    #[test]
    fn damaged_utf8_is_a_guess() {
        let damaged = b"(;PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xE9\xA9\xAC\xE6\x99\x93\xE6\x98\xA5])";
        check(damaged, None, "UTF-8", CharsetSource::Guess);
        // The damage can be after the 16 KiB that the guess reads.
        let late = ["(;C[", &"李".repeat(1 << 14), "]PB["].concat();
        let late = [late.as_bytes(), b"\xFF])"].concat();
        check(&late, None, "UTF-8", CharsetSource::Guess);
        check(
            "(;PB[马晓春])".as_bytes(),
            None,
            "UTF-8",
            CharsetSource::Content,
        );
    }

    #[test]
    fn utf8_with_question_marks_is_recognized() {
        // A server replaced the second or third byte of characters by `?`.
        let name = b"(;PB[owl001]PW[\xE3?\xBD\xE3?\x93\xE3?\xBD\xE3?\x93]BR[9\xE6\xAE\xB5])";
        check(name, None, "UTF-8", CharsetSource::Guess);
        let short = b"(;PB[A\xE3?\xBD\xE3?\x93];B[pd])";
        check(short, None, "UTF-8", CharsetSource::Guess);
        check(short, Some("UTF-8"), "UTF-8", CharsetSource::Declared);
        assert!(find(short, None).is_sure());
        // In other charsets, a `?` between such bytes is a real question mark.
        for (charset, text) in [
            (Charset::GBK, "你好吗?不好"),
            (Charset::SHIFT_JIS, "本当?はい"),
            (Charset::WINDOWS_1252, "Qué? «Olé»! ¿Cómo?"),
        ] {
            let record = [b"(;C[", &charset.encode(text).unwrap()[..], b"])"].concat();
            assert_eq!(find(&record, None).charset, charset, "{text}");
        }
    }

    #[test]
    fn two_characters_of_gbk_can_be_valid_utf8() {
        check(
            b"(;PB[\xCC\xB4\xD0\xA5];B[pd])",
            None,
            "GBK",
            CharsetSource::Guess,
        );
        for text in ["é", "Müller", "Łódź", "Хо", "Šarić", "Ωμέγα", "שלום", "çık"]
        {
            let record = ["(;PB[", text, "];B[pd])"].concat();
            check(record.as_bytes(), None, "UTF-8", CharsetSource::Content);
        }
    }

    #[test]
    fn few_bytes_are_no_evidence() {
        for (few, label) in [
            (&b"(;C[\xFF\xFE raw];B[pd])"[..], Some("UTF-8")),
            (b"(;C[\xFF\xFE raw];B[pd])", None),
            (b"(;PB[\xE5\x90];B[pd])", Some("UTF-8")),
            (b"(;PB[M\xFCller];B[pd])", None),
            (b"(;PB[\xB0\xA1];B[pd])", None),
        ] {
            let found = find(few, label.map(str::as_bytes));
            assert_eq!(found.source, CharsetSource::Guess);
            assert!(!found.is_sure(), "{found:?}");
        }
        let hint = Hint::for_label("de");
        assert!(find_hinted(b"(;PB[M\xFCller];B[pd])", None, hint).is_sure());
        assert!(find("(;PB[é])".as_bytes(), None).is_sure());
    }

    #[test]
    fn a_label_can_be_anywhere() {
        let late = b"(;PB[\xB9\xC5\xC1\xA6];CA[GB2312]B[aa])";
        check(late, None, "GBK", CharsetSource::Declared);
        let second = b"(;CA[UTF-8]CA[GB2312]PB[\xB9\xC5\xC1\xA6];B[aa])";
        check(second, Some("UTF-8"), "GBK", CharsetSource::Declared);
    }

    #[test]
    fn damage_is_ignored() {
        check(
            b"(;B[\xA1\xA1]\xB0\xA1;W[aa])",
            None,
            "UTF-8",
            CharsetSource::Default,
        );
        // A value ends with half a character.
        let cut = b"(;CA[GBK]PB[\xB9\xC5\xC1];B[aa])";
        check(cut, Some("GBK"), "GBK", CharsetSource::Declared);
        let cut = b"(;PB[\xC4\xF4\xCE\xC0\xC6]PW[\xC2\xED\xCF\xFE\xB4\xBA];B[aa])";
        check(cut, None, "GBK", CharsetSource::Guess);
    }

    #[test]
    fn a_title_in_another_charset_does_not_decide() {
        let (japanese, chinese) = ("初手からの変化を解説します", "白棋在这里打入是当然的一手");
        for (charset, comment) in [
            (Charset::SHIFT_JIS, japanese),
            (Charset::EUC_JP, japanese),
            (Charset::GBK, chinese),
        ] {
            let comment = comment.repeat(20);
            let comment = charset.encode(&comment).unwrap();
            for title in [
                &b"J\xFCrgen Gr\xF6\xDFe - S\xF6ren M\xFCller, K\xF6ln 1999, \xFCber alles"[..],
                b"Andr\xE9 L\xF3pez contra Fran\xE7ois M\xFCller, for\xEAt, \xE9t\xE9 \xE0 No\xEBl",
                &[0xFF; 40],
            ] {
                let record = [b"(;GN[", title, b"]C[", &comment, b"])"].concat();
                let found = find(&record, None).charset;
                assert_eq!(found, charset, "{}", title.escape_ascii());
            }
        }
    }

    #[test]
    fn japanese_text_with_sequences_of_utf8_is_japanese() {
        // The second byte of each kanji and both bytes of the kana are a character in UTF-8.
        let text = "争い 違い 負け 戦い 問い 投げ 乗せ 来い";
        let record = [b"(;C[", &*Charset::EUC_JP.encode(text).unwrap(), b"])"].concat();
        check(&record, None, "EUC-JP", CharsetSource::Guess);
    }
}
