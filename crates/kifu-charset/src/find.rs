use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use memchr::{memchr, memrchr};

use crate::charset::Charset;

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
    /// Statistics of the bytes.
    Guess,
    /// Everything is ASCII and nothing was declared.
    Default,
}

impl Source {
    /// A word for reports: `bom`, `ca`, `content`, `guess` or `default`.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Bom => "bom",
            Source::Declared => "ca",
            Source::Content => "content",
            Source::Guess => "guess",
            Source::Default => "default",
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
}

/// The charset of a record's bytes, given what its `CA` declares, if anything.
///
/// A declared charset holds if every byte decodes by it, unless the bytes are UTF-8
/// with characters of three bytes or more, which other charsets' text hardly ever
/// is by chance. UTF-8 may have lost a few of its bytes. A label that nobody knows, or that the bytes contradict, counts
/// as none. Without one: UTF-8 if valid, ISO-2022 by its escape sequences, else a
/// guess by [`detect`].
pub fn find(bytes: &[u8], declared: Option<&[u8]>) -> Found {
    let found = |charset, source| Found { charset, source };
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        return found(Charset::UTF_8, Source::Bom);
    }
    let declared = declared.and_then(Charset::for_label);
    let escapes = memchr(0x1B, bytes).is_some() || memchr(0x0E, bytes).is_some();
    if bytes.is_ascii() && !escapes {
        return declared.map_or(found(Charset::UTF_8, Source::Default), |charset| {
            found(charset, Source::Declared)
        });
    }
    let utf8 = !bytes.is_ascii() && core::str::from_utf8(bytes).is_ok();
    let surely_utf8 = utf8 && bytes.iter().any(|b| *b >= 0xE0);
    if let Some(charset) = declared {
        let fits = if charset == Charset::UTF_8 {
            mostly_utf8(bytes, 1)
        } else {
            !surely_utf8 && charset.fits(bytes)
        };
        if fits {
            return found(charset, Source::Declared);
        }
    }
    if utf8 || mostly_utf8(bytes, 9) {
        return found(Charset::UTF_8, Source::Content);
    }
    match detect(bytes) {
        Some(charset) => found(charset, Source::Guess),
        None if escapes => match declared {
            Some(charset) => found(charset, Source::Declared),
            None => found(iso_2022(bytes), Source::Content),
        },
        None => found(Charset::UTF_8, Source::Default),
    }
}

/// Whether there are at least so many characters of UTF-8 that are not ASCII for each
/// broken one: some servers cut texts in the middle of a character.
fn mostly_utf8(bytes: &[u8], for_each_broken: usize) -> bool {
    let (mut whole, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        whole += chunk.valid().bytes().filter(|b| *b >= 0xC0).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    whole > 0 && broken * for_each_broken <= whole
}

fn iso_2022(bytes: &[u8]) -> Charset {
    let korean = memchr::memmem::find(bytes, b"\x1B$)C").is_some();
    let japanese = [b"\x1B$B", b"\x1B$@", b"\x1B(J"]
        .iter()
        .any(|seq| memchr::memmem::find(bytes, *seq).is_some());
    match (korean, japanese) {
        (true, _) => Charset::ISO_2022_KR,
        (_, true) => Charset::for_label(b"iso-2022-jp").unwrap_or(Charset::UTF_8),
        _ => Charset::UTF_8,
    }
}

/// How many bytes around non-ASCII text a guess looks at: a few hundred characters
/// settle it.
const ENOUGH: usize = 4096;

/// Guesses the charset of text that is not ASCII and not UTF-8; `None` if all of it
/// is ASCII.
///
/// The detector is shown only the bracketed values around bytes from 0x80 up, so
/// that moves and numbers do not drown the names.
pub fn detect(bytes: &[u8]) -> Option<Charset> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    let mut fed = 0;
    let mut at = 0;
    while let Some(high) = bytes[at..].iter().position(|b| *b >= 0x80).map(|i| at + i) {
        let start = memrchr(b'[', &bytes[at..high]).map_or(at, |i| at + i + 1);
        // The `]` may be half of a character; then the rest comes in the next round.
        let end = memchr(b']', &bytes[high..]).map_or(bytes.len(), |i| high + i);
        let end = end.min(high + ENOUGH).max(high + 1);
        detector.feed(&bytes[start..end], false);
        detector.feed(b" ", false);
        fed += end - start;
        at = end;
        if fed >= ENOUGH {
            break;
        }
    }
    if fed == 0 {
        return None;
    }
    detector.feed(b"", true);
    Charset::of(detector.guess(None, Utf8Detection::Allow))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], declared: Option<&str>, name: &str, source: Source) {
        let found = find(bytes, declared.map(str::as_bytes));
        assert_eq!((found.charset.name(), found.source), (name, source));
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
        check(
            b"(;PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xC2\xED\xCF\xFE\xB4\xBA])",
            Some("no such"),
            "GBK",
            Source::Guess,
        );
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
}
