//! The text of a file: UTF-8 as JSON has to be, or decoded from another charset.

use std::borrow::Cow;

use kifu_span::{Limits, Span};

use crate::codes;
use crate::document::is_collection;
use crate::findings::Findings;
use crate::json::{Value, scan};

/// The text of a file, which the places of findings point into: the bytes themselves if they
/// are UTF-8, as JSON has to be.
///
/// UTF-16 is decoded. With the feature `charset`, any other bytes are decoded by the charset
/// that the first record names in `record.charset`, or else by the most likely one; without the
/// feature they are read as damaged UTF-8. What does not decode becomes U+FFFD, which
/// [`Document::diagnostics`](crate::Document::diagnostics) reports.
///
/// ```
/// # #[cfg(feature = "charset")] {
/// let source = b"{\"record\": {\"charset\": \"Shift_JIS\"}, \"game\": {\"name\": \"\x96\x7b\"}, \"tree\": []}";
/// assert!(kifu_jgf::text(source).contains("本"));
/// # }
/// ```
pub fn text(source: &[u8]) -> Cow<'_, str> {
    decode(source, &mut Findings::silent()).text
}

/// The text of a file, to be written in UTF-8: the same as [`text`], but where the file is not
/// in UTF-8, a `record.charset` that names another charset becomes `UTF-8`.
pub fn to_utf8(source: &[u8]) -> Cow<'_, str> {
    let decoded = decode(source, &mut Findings::silent());
    match decoded.is_utf8 {
        true => decoded.text,
        false => says_utf8(&decoded.text).into(),
    }
}

/// The text of records in JSON, in which each `record.charset` that names another charset than
/// UTF-8 becomes `UTF-8`.
///
/// ```
/// let json = r#"{"record": {"charset": "GBK"}, "tree": []}"#;
/// assert_eq!(kifu_jgf::says_utf8(json), r#"{"record": {"charset": "UTF-8"}, "tree": []}"#);
/// ```
pub fn says_utf8(text: &str) -> String {
    let mut places: Vec<Span> = Vec::new();
    each_label(text, |label| {
        let name = label.text().or_else(|| label.number());
        let name = name.unwrap_or_default();
        if !is_utf8_label(&name) {
            places.push(label.span());
        }
    });
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for place in places {
        out.push_str(&text[from..place.range().start]);
        out.push_str("\"UTF-8\"");
        from = place.range().end;
    }
    out.push_str(&text[from..]);
    out
}

/// Whether a name says that JSON is what it has to be.
pub(crate) fn is_utf8_label(name: &str) -> bool {
    let known = ["", "utf-8", "utf8", "us-ascii", "ascii"];
    known.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Visits the `record.charset` of each record.
fn each_label(text: &str, mut visit: impl FnMut(Value<'_>)) {
    let Ok(tape) = scan(text, &Limits::default(), &mut Findings::silent()) else {
        return;
    };
    let mut of_record = |record: Value<'_>| {
        let label = record.get("record").and_then(|head| head.get("charset"));
        label.into_iter().for_each(&mut visit);
    };
    for root in tape.roots() {
        match is_collection(root) {
            true => root.elements().for_each(&mut of_record),
            false => of_record(root),
        }
    }
}

/// A file, decoded.
pub(crate) struct Decoded<'s> {
    pub(crate) text: Cow<'s, str>,
    /// The bytes are UTF-8, or damaged UTF-8.
    pub(crate) is_utf8: bool,
    /// The charset was named by a record.
    pub(crate) is_declared: bool,
    #[cfg(feature = "charset")]
    pub(crate) found: kifu_charset::DetectedCharset,
}

pub(crate) fn decode<'s>(source: &'s [u8], findings: &mut Findings) -> Decoded<'s> {
    if let Some((unit, has_mark)) = utf16(source) {
        return decode_utf16(source, unit, has_mark, findings);
    }
    // Valid text is recognized much faster this way.
    if let Ok(text) = std::str::from_utf8(source) {
        #[cfg(feature = "charset")]
        if let Some(decoded) = legacy::by_escapes(source, text, findings) {
            return decoded;
        }
        return utf8(text.into(), source);
    }
    #[cfg(feature = "charset")]
    if let Some(decoded) = legacy::decode(source, findings) {
        return decoded;
    }
    let mut text = String::with_capacity(source.len());
    for chunk in source.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            replaced("UTF-8", &mut text, findings);
        }
    }
    utf8(text.into(), source)
}

/// Adds the character for bytes that are not text, and reports it.
fn replaced(charset: &str, text: &mut String, findings: &mut Findings) {
    let start = text.len() as u32;
    text.push(char::REPLACEMENT_CHARACTER);
    let message = format!("these bytes are not text in {charset}, and are read as U+FFFD");
    let span = Span::new(start, text.len() as u32);
    findings.add(&codes::UNDECODABLE_TEXT, span, message);
}

fn utf8<'s>(text: Cow<'s, str>, source: &[u8]) -> Decoded<'s> {
    let _ = source;
    Decoded {
        #[cfg(feature = "charset")]
        found: legacy::utf8(&text, source),
        text,
        is_utf8: true,
        is_declared: false,
    }
}

type Unit = fn([u8; 2]) -> u16;

/// UTF-16 by its byte order mark, or by the zeros of its first two characters.
fn utf16(source: &[u8]) -> Option<(Unit, bool)> {
    let is_ascii = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    match *source {
        [0xFF, 0xFE, ..] => Some((u16::from_le_bytes, true)),
        [0xFE, 0xFF, ..] => Some((u16::from_be_bytes, true)),
        [a, 0, b, 0, ..] if is_ascii(a) && is_ascii(b) => Some((u16::from_le_bytes, false)),
        [0, a, 0, b, ..] if is_ascii(a) && is_ascii(b) => Some((u16::from_be_bytes, false)),
        _ => None,
    }
}

fn decode_utf16<'s>(
    source: &'s [u8],
    unit: Unit,
    has_mark: bool,
    findings: &mut Findings,
) -> Decoded<'s> {
    findings.once(&codes::UTF16, Span::at(0));
    let start = if has_mark { 2 } else { 0 };
    let pairs = source[start..].chunks_exact(2);
    let is_odd = !pairs.remainder().is_empty();
    let mut text = String::with_capacity(source.len());
    for char in char::decode_utf16(pairs.map(|pair| unit([pair[0], pair[1]]))) {
        match char {
            Ok(char) => text.push(char),
            Err(_) => replaced("UTF-16", &mut text, findings),
        }
    }
    if is_odd {
        replaced("UTF-16", &mut text, findings);
    }
    Decoded {
        #[cfg(feature = "charset")]
        found: legacy::utf16(unit([1, 0]) == 1, has_mark),
        text: text.into(),
        is_utf8: false,
        is_declared: true,
    }
}

#[cfg(feature = "charset")]
mod legacy {
    use std::borrow::Cow;

    use kifu_charset::{Charset, CharsetSource, Confidence, DetectedCharset, Detector};
    use kifu_span::Span;

    use super::{Decoded, each_label};
    use crate::codes;
    use crate::findings::Findings;

    /// Of all names of charsets in a file, this many are tried.
    const LABELS: usize = 4;

    pub(super) fn utf8(text: &str, source: &[u8]) -> DetectedCharset {
        let is_valid = text.len() == source.len();
        let (source, confidence) = match () {
            () if source.starts_with(b"\xEF\xBB\xBF") => (CharsetSource::Bom, Confidence::CERTAIN),
            () if text.is_ascii() => (CharsetSource::Default, Confidence::CERTAIN),
            () if is_valid => (CharsetSource::Content, Confidence::CERTAIN),
            () => (CharsetSource::Guess, Confidence::NONE),
        };
        DetectedCharset {
            charset: Charset::UTF_8,
            source,
            confidence,
        }
    }

    pub(super) fn utf16(is_little: bool, has_mark: bool) -> DetectedCharset {
        DetectedCharset {
            charset: match is_little {
                true => Charset::UTF_16LE,
                false => Charset::UTF_16BE,
            },
            source: match has_mark {
                true => CharsetSource::Bom,
                false => CharsetSource::Content,
            },
            confidence: Confidence::CERTAIN,
        }
    }

    /// ISO-2022 is ASCII with escapes, so it passes for UTF-8: decoded if a record names it.
    pub(super) fn by_escapes<'s>(
        source: &'s [u8],
        text: &str,
        findings: &mut Findings,
    ) -> Option<Decoded<'s>> {
        const ESCAPE: u8 = 0x1B;
        if !source.contains(&ESCAPE) || !text.is_ascii() {
            return None;
        }
        let seven_bits = [
            Charset::ISO_2022_JP,
            Charset::ISO_2022_KR,
            Charset::ISO_2022_CN,
        ];
        let (found, text) = declared(source)?;
        seven_bits
            .contains(&found.charset)
            .then(|| decoded(found, text, findings))
    }

    /// Decodes bytes that are not UTF-8, unless they are most likely damaged UTF-8.
    pub(super) fn decode<'s>(source: &'s [u8], findings: &mut Findings) -> Option<Decoded<'s>> {
        if source.starts_with(b"\xEF\xBB\xBF") {
            return None;
        }
        let mut detector = Detector::new();
        let texts = source.split(|byte| *byte == b'"');
        texts
            .filter(|text| !text.is_ascii())
            .for_each(|text| detector.feed(text));
        let ranking = detector.ranking();
        if let Some((found, text)) = declared(source) {
            /// How many bits the declared charset can be behind the best one.
            const BENEFIT: f32 = 24.0;
            let is_whole = || !found.charset.decode(source).malformed;
            let is_near = || {
                ranking
                    .cost_above_best(found.charset)
                    .is_some_and(|bits| bits < BENEFIT)
            };
            if found.charset != Charset::UTF_8 && (is_whole() || is_near()) {
                return Some(decoded(found, text, findings));
            }
        }
        let best = ranking.best();
        let best = best.filter(|best| best.charset != Charset::UTF_8)?;
        let found = DetectedCharset {
            charset: best.charset,
            source: CharsetSource::Guess,
            confidence: best.confidence,
        };
        Some(decoded(found, best.charset.decode(source).text, findings))
    }

    /// The charset that a record names, if the text that is decoded by it has that record.
    fn declared(source: &[u8]) -> Option<(DetectedCharset, Cow<'_, str>)> {
        const NAME: &[u8] = b"charset";
        let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'');
        let mut tried: Vec<&[u8]> = Vec::new();
        let mut at = 0;
        while let Some(found) = source[at..]
            .windows(NAME.len())
            .position(|name| name == NAME)
        {
            at += found + NAME.len();
            let rest = &source[at..];
            let rest = rest
                .strip_prefix(b"\"")
                .or(rest.strip_prefix(b"'"))
                .unwrap_or(rest);
            let Some(rest) = rest.trim_ascii_start().strip_prefix(b":") else {
                continue;
            };
            let rest = rest.trim_ascii_start();
            let Some(rest) = rest.split_first().filter(|(quote, _)| is_quote(quote)) else {
                continue;
            };
            let label = rest
                .1
                .split(|byte| is_quote(byte))
                .next()
                .unwrap_or_default();
            let Some(charset) = Charset::for_label(label).filter(|_| !tried.contains(&label))
            else {
                continue;
            };
            let text = charset.decode(source).text;
            let mut is_said = false;
            each_label(&text, |said| {
                is_said |= said.text().is_some_and(|said| said.as_bytes() == label);
            });
            if is_said {
                let found = DetectedCharset {
                    charset,
                    source: CharsetSource::Declared,
                    confidence: Confidence::new(0.99),
                };
                return Some((found, text));
            }
            tried.push(label);
            if tried.len() == LABELS {
                break;
            }
        }
        None
    }

    fn decoded<'s>(
        found: DetectedCharset,
        text: Cow<'s, str>,
        findings: &mut Findings,
    ) -> Decoded<'s> {
        let name = found.charset.name();
        let mut chars = text.char_indices();
        if let Some((start, char)) = chars.find(|(_, char)| !char.is_ascii()) {
            let how = match found.source {
                CharsetSource::Declared => "as the record says".to_owned(),
                _ => format!("which is guessed, {}", found.confidence),
            };
            let message = format!("the file is in {name}, {how}; JSON has to be in UTF-8");
            let span = Span::new(start as u32, (start + char.len_utf8()) as u32);
            findings.add(&codes::NOT_UTF8, span, message);
        }
        for (start, mark) in text.match_indices(char::REPLACEMENT_CHARACTER) {
            let message = format!("these bytes are not text in {name}, and are read as U+FFFD");
            let span = Span::new(start as u32, (start + mark.len()) as u32);
            findings.add(&codes::UNDECODABLE_TEXT, span, message);
        }
        Decoded {
            text,
            is_utf8: false,
            is_declared: found.source == CharsetSource::Declared,
            found,
        }
    }
}
