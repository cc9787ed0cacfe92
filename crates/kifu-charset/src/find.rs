use alloc::vec::Vec;

use memchr::memchr2;

use crate::charset::Charset;
use crate::confidence::Confidence;
use crate::detect::{Detector, Ranking, Utf8};
use crate::hint::Hint;
use crate::record::{Text, texts};

/// What a charset was decided by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// A byte order mark.
    Bom,
    /// The record says so, and its bytes do not contradict.
    Declared,
    /// The bytes leave no other choice: valid UTF-8, or the escape sequences of
    /// ISO-2022.
    Content,
    /// What the text would say by each charset, and how likely that is.
    Guess,
    /// Everything is ASCII and nothing was declared.
    Default,
    /// Somebody said so, whatever the bytes are.
    Given,
}

impl Source {
    /// A word for reports: `bom`, `ca`, `content`, `guess`, `default` or `given`.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Bom => "bom",
            Source::Declared => "ca",
            Source::Content => "content",
            Source::Guess => "guess",
            Source::Default => "default",
            Source::Given => "given",
        }
    }
}

/// A charset and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The charset.
    pub charset: Charset,
    /// What decided.
    pub source: Source,
    /// How sure it is.
    pub confidence: Confidence,
}

impl Found {
    /// Whether text may be written in another charset by this answer without asking anyone.
    ///
    /// Only a guess can be unsure: one whose confidence is below 0.9, or one from fewer than four
    /// bytes beyond ASCII, whose confidence is never above 0.5. Text that is recoded by a wrong
    /// guess is lost, so code that recodes asks for the charset, or keeps the bytes, where this
    /// is false.
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
        self.source != Source::Guess || self.confidence >= Confidence::SURE
    }

    /// Whether this answer was a guess, and the answer for the text after an edit is another charset: the text
    /// that stays would be read as other text. Plain ASCII is the same in every charset.
    ///
    /// ```
    /// use kifu_charset::find;
    ///
    /// let before = find(b"(;PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[Go Seigen])", None);
    /// let now = find(b"(;PB[Go Seigen])", None);
    /// assert!(!before.guess_changes(now));
    /// ```
    pub fn guess_changes(self, now: Found) -> bool {
        let is_other = now.charset != self.charset && now.source != Source::Default;
        self.source == Source::Guess && is_other
    }
}

/// The charset of a record's bytes, given what its `CA` declares, if anything.
///
/// Only the values of text properties count; bytes that lie between the properties, or
/// in a point, are damage. Of several game trees the first is looked at.
///
/// A declared charset holds if every value decodes by it, unless the bytes are UTF-8
/// with characters of three bytes or more, which other charsets' text hardly ever is by
/// chance. It also holds if a few bytes are broken and no other charset explains them
/// better. A label that nobody knows, or that the bytes contradict, counts as none; then
/// any other `CA` of the record gets the same chance, wherever it stands. Without one:
/// UTF-8 if the text is valid and has a character of three bytes or many of two, ISO-2022 by
/// its escape sequences, else the best guess of [`rank`](crate::rank), which can be UTF-8, too.
///
/// Takes linear time; the guess looks at 16 KiB of text.
pub fn find(bytes: &[u8], declared: Option<&[u8]>) -> Found {
    find_hinted(bytes, declared, None)
}

/// As [`find`], with what a person knows of the record: it counts where nothing is
/// declared and the bytes leave a choice.
pub fn find_hinted(bytes: &[u8], declared: Option<&[u8]>, hint: Option<Hint>) -> Found {
    let declared = declared.and_then(Charset::for_label);
    let found = |charset, source, confidence| Found {
        charset,
        source,
        confidence,
    };
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        return found(Charset::UTF_8, Source::Bom, Confidence::CERTAIN);
    }
    if let Some((charset, source)) = utf16(bytes) {
        return found(charset, source, Confidence::CERTAIN);
    }
    let plain = bytes.is_ascii() && memchr2(0x1B, 0x0E, bytes).is_none();
    let record = match plain {
        true => Record::default(),
        false => Record::of(bytes),
    };
    if record.texts.is_empty() {
        return match declared {
            Some(charset) => found(charset, Source::Declared, Confidence::SAID),
            None => found(Charset::UTF_8, Source::Default, Confidence::CERTAIN),
        };
    }
    let mut ranking = None;
    for charset in declared.into_iter().chain(record.labels()) {
        if record.bears(charset, &mut ranking) {
            return found(charset, Source::Declared, Confidence::SAID);
        }
    }
    let ranking = match (hint, ranking) {
        (None, Some(ranking)) => ranking,
        (hint, _) => record.rank(hint),
    };
    match ranking.best() {
        Some(best) => {
            let source = match best.charset {
                Charset::UTF_8 if record.is_utf8() => Source::Content,
                Charset::ISO_2022_JP | Charset::ISO_2022_KR | Charset::ISO_2022_CN => {
                    Source::Content
                }
                _ => Source::Guess,
            };
            found(best.charset, source, best.confidence)
        }
        // Shifts that nothing explains.
        None => found(Charset::UTF_8, Source::Default, Confidence::NONE),
    }
}

/// UTF-16 by its byte order mark, or by the zeros of its first two characters.
fn utf16(bytes: &[u8]) -> Option<(Charset, Source)> {
    let ascii = |b: u8| b.is_ascii_graphic() || b.is_ascii_whitespace();
    match *bytes {
        [0xFF, 0xFE, ..] => Some((Charset::UTF_16LE, Source::Bom)),
        [0xFE, 0xFF, ..] => Some((Charset::UTF_16BE, Source::Bom)),
        [a, 0, b, 0, ..] if ascii(a) && ascii(b) => Some((Charset::UTF_16LE, Source::Content)),
        [0, a, 0, b, ..] if ascii(a) && ascii(b) => Some((Charset::UTF_16BE, Source::Content)),
        _ => None,
    }
}

/// Of all its labels, so many are tried.
const LABELS: usize = 4;

/// The texts of a record that are not plain ASCII, and its labels.
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
                if record.labels.len() < LABELS && !record.labels.contains(&text.value) {
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

    /// Whether no byte of its texts is anything else.
    fn is_utf8(&self) -> bool {
        self.texts
            .iter()
            .all(|text| core::str::from_utf8(text.value).is_ok())
    }

    fn rank(&self, hint: Option<Hint>) -> Ranking {
        let values = self.texts.iter().map(|text| text.value);
        Detector::of(values, hint).ranking()
    }

    /// Whether a label can be true.
    fn bears(&self, charset: Charset, ranking: &mut Option<Ranking>) -> bool {
        /// So many bits are the benefit of the doubt.
        const BENEFIT: f32 = 24.0;
        let mut utf8 = Utf8::default();
        self.texts.iter().for_each(|text| utf8.add(text.value));
        if charset == Charset::UTF_8 {
            return utf8.holds();
        }
        if utf8.is_intact() && utf8.long > 0 {
            return false;
        }
        if self.texts.iter().all(|text| charset.fits(text.value)) {
            return true;
        }
        let ranking = ranking.get_or_insert_with(|| self.rank(None));
        ranking.behind(charset).is_some_and(|cost| cost < BENEFIT)
    }
}

fn is_plain(value: &[u8]) -> bool {
    value.is_ascii() && memchr2(0x1B, 0x0E, value).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], declared: Option<&str>, name: &str, source: Source) {
        let found = find(bytes, declared.map(str::as_bytes));
        assert_eq!(
            (found.charset.name(), found.source),
            (name, source),
            "{declared:?}"
        );
    }

    #[test]
    fn bytes_and_labels_agree_or_the_bytes_win() {
        check(b"(;PB[a])", None, "UTF-8", Source::Default);
        check(b"(;PB[a])", Some("GB2312"), "GBK", Source::Declared);
        check(b"\xEF\xBB\xBF(;)", Some("GBK"), "UTF-8", Source::Bom);
        check("(;PB[李])".as_bytes(), None, "UTF-8", Source::Content);
        check(
            "(;PB[李])".as_bytes(),
            Some("Shift_JIS"),
            "UTF-8",
            Source::Content,
        );
        // `é` in UTF-8 is a lawful character of GBK as well: the label decides.
        check("(;PB[é])".as_bytes(), Some("GBK"), "GBK", Source::Declared);
        check("(;PB[é])".as_bytes(), None, "UTF-8", Source::Content);
        let fox = b"(;PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xC2\xED\xCF\xFE\xB4\xBA])";
        check(fox, Some("no such"), "GBK", Source::Guess);
        check(fox, Some("UTF-8"), "GBK", Source::Guess);
        check(
            b"(;PB[\x1B$BIp5\\\x1B(B])",
            None,
            "ISO-2022-JP",
            Source::Content,
        );
        check(
            b"(;CA[Shift_JIS]PB[\x95\\])",
            Some("Shift_JIS"),
            "Shift_JIS",
            Source::Declared,
        );
    }

    #[test]
    fn damaged_utf8_is_a_guess() {
        let damaged = b"(;PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xE9\xA9\xAC\xE6\x99\x93\xE6\x98\xA5])";
        check(damaged, None, "UTF-8", Source::Guess);
        // The guess looks at 16 KiB, and the damage can lie behind.
        let late = ["(;C[", &"李".repeat(1 << 14), "]PB["].concat();
        let late = [late.as_bytes(), b"\xFF])"].concat();
        check(&late, None, "UTF-8", Source::Guess);
        check("(;PB[马晓春])".as_bytes(), None, "UTF-8", Source::Content);
    }

    #[test]
    fn utf8_with_question_marks_is_recognized() {
        // Two names whose second or third bytes a server replaced by `?`.
        let name = b"(;PB[owl001]PW[\xE3?\xBD\xE3?\x93\xE3?\xBD\xE3?\x93]BR[9\xE6\xAE\xB5])";
        check(name, None, "UTF-8", Source::Guess);
        let short = b"(;PB[A\xE3?\xBD\xE3?\x93];B[pd])";
        check(short, None, "UTF-8", Source::Guess);
        check(short, Some("UTF-8"), "UTF-8", Source::Declared);
        assert!(find(short, None).is_sure());
        // In other charsets a `?` between such bytes is a question mark.
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
    fn two_characters_of_gbk_can_look_like_two_of_utf8() {
        check(b"(;PB[\xCC\xB4\xD0\xA5];B[pd])", None, "GBK", Source::Guess);
        for text in ["é", "Müller", "Łódź", "Хо", "Šarić", "Ωμέγα", "שלום", "çık"]
        {
            let record = ["(;PB[", text, "];B[pd])"].concat();
            check(record.as_bytes(), None, "UTF-8", Source::Content);
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
            assert_eq!(found.source, Source::Guess);
            assert!(!found.is_sure(), "{found:?}");
        }
        let hint = Hint::for_label("de");
        assert!(find_hinted(b"(;PB[M\xFCller];B[pd])", None, hint).is_sure());
        assert!(find("(;PB[é])".as_bytes(), None).is_sure());
    }

    #[test]
    fn a_label_is_taken_wherever_it_stands() {
        let late = b"(;PB[\xB9\xC5\xC1\xA6];CA[GB2312]B[aa])";
        check(late, None, "GBK", Source::Declared);
        let second = b"(;CA[UTF-8]CA[GB2312]PB[\xB9\xC5\xC1\xA6];B[aa])";
        check(second, Some("UTF-8"), "GBK", Source::Declared);
    }

    #[test]
    fn damage_neither_votes_nor_contradicts() {
        check(
            b"(;B[\xA1\xA1]\xB0\xA1;W[aa])",
            None,
            "UTF-8",
            Source::Default,
        );
        // Half a character at the end of a value.
        let cut = b"(;CA[GBK]PB[\xB9\xC5\xC1];B[aa])";
        check(cut, Some("GBK"), "GBK", Source::Declared);
        let cut = b"(;PB[\xC4\xF4\xCE\xC0\xC6]PW[\xC2\xED\xCF\xFE\xB4\xBA];B[aa])";
        check(cut, None, "GBK", Source::Guess);
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
}
