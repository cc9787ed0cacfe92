//! The text of a file: UTF-8, as JSON must be, or decoded from another charset.

use std::borrow::Cow;

use kifu_span::{Limits, Span};
#[cfg(feature = "charset-backend")]
use kifu_span::{Locator, Place};

use crate::codes;
use crate::document::is_collection;
use crate::findings::Findings;
use crate::json::{Value, scan};

/// Decodes a file to the text that the spans of findings refer to. If the bytes are UTF-8, as JSON must be, the
/// text is borrowed.
///
/// UTF-16 is decoded. With the feature `charset`, other bytes are decoded with the charset that the first
/// record names in `record.charset`, or else with the most likely one; without the feature they are read as
/// damaged UTF-8. Bytes that do not decode become U+FFFD and are reported by
/// [`Document::diagnostics`](crate::Document::diagnostics).
///
/// ```
/// # #[cfg(feature = "charset-backend")] {
/// let source = b"{\"record\": {\"charset\": \"Shift_JIS\"}, \"game\": {\"name\": \"\x96\x7b\"}, \"tree\": []}";
/// assert!(kifu_jgf::text(source).contains("本"));
/// # }
/// ```
pub fn text(source: &[u8]) -> Cow<'_, str> {
    decode(source, &mut Findings::silent()).text
}

/// Decodes a file to the text to write in UTF-8: the same as [`text`], but if the file is not UTF-8, each
/// `record.charset` that names another charset becomes `UTF-8`.
pub fn to_utf8(source: &[u8]) -> Cow<'_, str> {
    let decoded = decode(source, &mut Findings::silent());
    if decoded.is_utf8 {
        decoded.text
    } else {
        declare_utf8(&decoded.text).into()
    }
}

/// Text that was decoded from another charset.
#[cfg(feature = "charset-backend")]
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Recoded {
    /// The text, whose records name UTF-8 or no charset.
    pub text: String,
    /// The places in the decoded text at which U+FFFD stands for bytes that do not decode.
    pub damaged: Vec<Place>,
}

/// The text of a file whose charset the caller knows, to be written in UTF-8.
///
/// ```
/// use kifu_jgf::charset::Charset;
///
/// let recoded = kifu_jgf::recoded(b"{\"game\": {\"name\": \"\xB9\xC5\xC1\xA6\"}, \"tree\": []}", Charset::GBK);
/// assert!(recoded.text.contains("古力") && recoded.damaged.is_empty());
/// let damaged = kifu_jgf::recoded(b"{\"tree\": [\"\xFF\"]}", Charset::UTF_8).damaged;
/// assert_eq!((damaged[0].line, damaged[0].column), (1, 12));
/// ```
#[cfg(feature = "charset-backend")]
pub fn recoded(source: &[u8], charset: kifu_charset::Charset) -> Recoded {
    use kifu_charset::Charset;

    let decoded = charset.decode(source);
    let places: Vec<usize> = match (decoded.malformed, charset) {
        (false, _) => Vec::new(),
        // The text itself may contain U+FFFD.
        (true, Charset::UTF_8) => {
            let mut end = 0;
            let damaged = source.utf8_chunks().filter_map(|chunk| {
                let at = end + chunk.valid().len();
                end = at;
                let is_damaged = !chunk.invalid().is_empty();
                end += usize::from(is_damaged) * char::REPLACEMENT_CHARACTER.len_utf8();
                is_damaged.then_some(at)
            });
            damaged.collect()
        }
        (true, _) => {
            let found = decoded.text.match_indices(char::REPLACEMENT_CHARACTER);
            found.map(|(at, _)| at).collect()
        }
    };
    let mut locator = Locator::new(decoded.text.as_bytes());
    let mut locate = |at| locator.locate(u32::try_from(at).unwrap_or(u32::MAX));
    Recoded {
        damaged: places.into_iter().map(&mut locate).collect(),
        text: if charset == Charset::UTF_8 {
            decoded.text.into_owned()
        } else {
            declare_utf8(&decoded.text)
        },
    }
}

/// Replaces each `record.charset` that names a charset other than UTF-8 or ASCII with `UTF-8`. The text is the JSON of
/// one or more records.
///
/// ```
/// let json = r#"{"record": {"charset": "GBK"}, "tree": []}"#;
/// assert_eq!(kifu_jgf::declare_utf8(json), r#"{"record": {"charset": "UTF-8"}, "tree": []}"#);
/// ```
pub fn declare_utf8(text: &str) -> String {
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

/// Whether the name of a charset is right for JSON.
pub(crate) fn is_utf8_label(name: &str) -> bool {
    let known = ["", "utf-8", "utf8", "us-ascii", "ascii"];
    known.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Calls a function with the `record.charset` of each record.
fn each_label(text: &str, mut visit: impl FnMut(Value<'_>)) {
    let Ok(tape) = scan(text, &Limits::default(), &mut Findings::silent()) else {
        return;
    };
    let mut of_record = |record: Value<'_>| {
        let label = record.get("record").and_then(|head| head.get("charset"));
        label.into_iter().for_each(&mut visit);
    };
    for root in tape.roots() {
        if is_collection(root) {
            root.elements().for_each(&mut of_record);
        } else {
            of_record(root);
        }
    }
}

/// The decoded text of a file.
pub(crate) struct Decoded<'s> {
    pub(crate) text: Cow<'s, str>,
    /// Whether the bytes are UTF-8, possibly damaged.
    pub(crate) is_utf8: bool,
    /// Whether a record names the charset.
    pub(crate) is_declared: bool,
    #[cfg(feature = "charset-backend")]
    pub(crate) found: kifu_charset::DetectedCharset,
}

pub(crate) fn decode<'s>(source: &'s [u8], findings: &mut Findings) -> Decoded<'s> {
    if let Some((unit, has_mark)) = utf16(source) {
        return decode_utf16(source, unit, has_mark, findings);
    }
    // Checking for valid UTF-8 first is much faster.
    if let Ok(text) = std::str::from_utf8(source) {
        #[cfg(feature = "charset-backend")]
        if let Some(decoded) = legacy::by_escapes(source, text, findings) {
            return decoded;
        }
        return utf8(text.into(), source);
    }
    #[cfg(feature = "charset-backend")]
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

/// Appends U+FFFD for bytes that are not valid, and reports them.
fn replaced(charset: &str, text: &mut String, findings: &mut Findings) {
    let start = text.len() as u32;
    text.push(char::REPLACEMENT_CHARACTER);
    let message = format!("these bytes are not valid {charset}; they are read as U+FFFD");
    let span = Span::new(start, text.len() as u32);
    findings.add(codes::UNDECODABLE_TEXT, span, message);
}

fn utf8<'s>(text: Cow<'s, str>, source: &[u8]) -> Decoded<'s> {
    let _ = source;
    Decoded {
        #[cfg(feature = "charset-backend")]
        found: legacy::utf8(&text, source),
        text,
        is_utf8: true,
        is_declared: false,
    }
}

type Unit = fn([u8; 2]) -> u16;

/// Detects UTF-16 by its byte order mark, or by the zero bytes of its first two characters.
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
    findings.count(codes::UTF16, Span::at(0));
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
        #[cfg(feature = "charset-backend")]
        found: legacy::utf16(unit([1, 0]) == 1, has_mark),
        text: text.into(),
        is_utf8: false,
        is_declared: true,
    }
}

#[cfg(feature = "charset-backend")]
mod legacy {
    use std::borrow::Cow;

    use kifu_charset::{Charset, CharsetSource, Confidence, DetectedCharset, Detector};
    use kifu_span::Span;

    use super::{Decoded, each_label};
    use crate::codes;
    use crate::findings::Findings;

    /// The maximum number of charset names in a file that are tried.
    const MAX_LABELS: usize = 4;

    pub(super) fn utf8(text: &str, source: &[u8]) -> DetectedCharset {
        let is_valid = text.len() == source.len();
        let (source, confidence) = if source.starts_with(b"\xEF\xBB\xBF") {
            (CharsetSource::Bom, Confidence::CERTAIN)
        } else if text.is_ascii() {
            (CharsetSource::Default, Confidence::CERTAIN)
        } else if is_valid {
            (CharsetSource::Content, Confidence::CERTAIN)
        } else {
            (CharsetSource::Guess, Confidence::NONE)
        };
        DetectedCharset {
            charset: Charset::UTF_8,
            source,
            confidence,
        }
    }

    pub(super) fn utf16(is_little: bool, has_mark: bool) -> DetectedCharset {
        DetectedCharset {
            charset: if is_little {
                Charset::UTF_16LE
            } else {
                Charset::UTF_16BE
            },
            source: if has_mark {
                CharsetSource::Bom
            } else {
                CharsetSource::Content
            },
            confidence: Confidence::CERTAIN,
        }
    }

    /// ISO-2022 is ASCII with escape sequences, and therefore valid UTF-8; it is decoded if a record names it.
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

    /// Decodes bytes that are not UTF-8; `None` if they are most likely damaged UTF-8.
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
            /// The maximum cost of a declared charset above that of the best guess, in bits.
            const MAX_DEFICIT: f32 = 24.0;
            let is_whole = || !found.charset.decode(source).malformed;
            let is_near = || {
                ranking
                    .cost_above_best(found.charset)
                    .is_some_and(|bits| bits < MAX_DEFICIT)
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

    /// The charset that a record names, if that record is found in the text decoded with it.
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
            let mut is_confirmed = false;
            each_label(&text, |value| {
                is_confirmed |= value.text().is_some_and(|name| name.as_bytes() == label);
            });
            if is_confirmed {
                let found = DetectedCharset {
                    charset,
                    source: CharsetSource::Declared,
                    confidence: Confidence::new(0.99),
                };
                return Some((found, text));
            }
            tried.push(label);
            if tried.len() == MAX_LABELS {
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
                _ => format!("which is only a guess ({})", found.confidence),
            };
            let message = format!("the file is in {name}, {how}, but JSON must be UTF-8");
            let span = Span::new(start as u32, (start + char.len_utf8()) as u32);
            findings.add(codes::NOT_UTF8, span, message);
        }
        for (start, mark) in text.match_indices(char::REPLACEMENT_CHARACTER) {
            let message = format!("these bytes are not valid {name}; they are read as U+FFFD");
            let span = Span::new(start as u32, (start + mark.len()) as u32);
            findings.add(codes::UNDECODABLE_TEXT, span, message);
        }
        Decoded {
            text,
            is_utf8: false,
            is_declared: found.source == CharsetSource::Declared,
            found,
        }
    }
}
