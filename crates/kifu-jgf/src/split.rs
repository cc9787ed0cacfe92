//! Splits a file into its records, or reads it in parts.

use kifu_span::Limits;
use memchr::memchr2;

use crate::{Document, TooLarge, text};

/// Splits a JGF file into its records, each as it is written in the source.
///
/// The records are returned as UTF-8: if the source has another charset, its text is converted, and a record
/// that names a charset names UTF-8 instead.
///
/// ```
/// let source = br#"[ {"tree": [{}]}, {"game": {}, "tree": []} ]"#;
/// let records = kifu_jgf::split_records(source)?;
/// assert_eq!(records, [r#"{"tree": [{}]}"#, r#"{"game": {}, "tree": []}"#]);
/// # Ok::<(), kifu_jgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// Returns [`TooLarge`] if the file is longer than the limits of [`Document::parse`].
pub fn split_records(source: &[u8]) -> Result<Vec<String>, TooLarge> {
    let (document, places) = Document::parse_with_spans(source)?;
    let text = text(source);
    let is_utf8 = is_utf8(&document);
    let record = |range: core::ops::Range<usize>| {
        if is_utf8 {
            text[range].to_owned()
        } else {
            // The record is returned as UTF-8 and must not name another charset.
            crate::declare_utf8(&text[range])
        }
    };
    Ok(places
        .iter()
        .map(|place| record(place.record.range()))
        .collect())
}

/// Finds the last comma between two records of a collection. The source starts with the `[` of the collection, or with the
/// comma after the records that were read before, and can be cut off anywhere.
///
/// The result is certain only if [`read_start`] can read the source up to the comma.
pub fn end_of_records(source: &[u8]) -> Option<usize> {
    let (mut comma, mut last) = (None, None);
    let mut depth = 1usize;
    let mut at = 1;
    while let Some(byte) = source.get(at) {
        match byte {
            b'"' => match end_of_string(source, at + 1) {
                Some(end) => at = end,
                None => break,
            },
            b'[' => depth += 1,
            b'{' => {
                // A comma without a record after it belongs to the text that is read last.
                last = comma;
                depth += 1;
            }
            b']' | b'}' => depth -= 1,
            b',' if depth == 1 => comma = Some(at),
            _ => {}
        }
        if depth == 0 {
            break;
        }
        at += 1;
    }
    last
}

/// Reads records of a collection without the file after them, up to a comma that [`end_of_records`] found.
///
/// Returns `None` unless the records are certainly the same in the whole file: if there is any finding, or text that is not
/// UTF-8, and if the file is not a collection.
///
/// ```
/// use kifu_jgf::{end_of_records, read_rest, read_start};
///
/// let source = br#"[{"tree": []}, {"tree": [{}]}, {"tree": [{}, {}]}]"#;
/// let len = end_of_records(&source[..40]).unwrap();
/// let start = read_start(&source[..len]).unwrap();
/// let rest = read_rest(&source[len..])?;
/// assert_eq!((start.records.len(), rest.records.len()), (2, 1));
/// assert_eq!(rest.records[0].tree().id_count(), 2);
/// # Ok::<(), kifu_jgf::TooLarge>(())
/// ```
pub fn read_start(source: &[u8]) -> Option<Document> {
    if !matches!(source, [b'[' | b',', second, ..] if *second != 0) {
        return None;
    }
    let text = core::str::from_utf8(source).ok()?;
    let closed = ["[", &text[1..], "]"].concat();
    let document = read_part(closed.as_bytes(), source[0] == b',').ok()?;
    let is_certain = document.diagnostics().is_empty() && is_utf8(&document);
    Some(document).filter(|document| is_certain && document.is_array)
}

/// Reads the rest of a collection from a comma on, after [`read_start`].
///
/// # Errors
///
/// Returns [`TooLarge`] if the rest is longer than the limits of [`Document::parse`].
pub fn read_rest(source: &[u8]) -> Result<Document, TooLarge> {
    read_part(&[b"[", source.get(1..).unwrap_or_default()].concat(), true)
}

/// Reads a collection, or a part of one, whose first record can be any value.
fn read_part(source: &[u8], is_part: bool) -> Result<Document, TooLarge> {
    Document::read_file(source, is_part, &Limits::default(), None)
}

/// The offset of the quotation mark that ends a string.
fn end_of_string(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += memchr2(b'"', b'\\', text.get(at..)?)?;
        if text[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

#[cfg(feature = "charset-backend")]
fn is_utf8(document: &Document) -> bool {
    document
        .charset()
        .is_none_or(|found| found.charset == kifu_charset::Charset::UTF_8)
}

#[cfg(not(feature = "charset-backend"))]
fn is_utf8(_: &Document) -> bool {
    true
}
