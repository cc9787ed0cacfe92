//! Splits a file into its records.

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

#[cfg(feature = "charset")]
fn is_utf8(document: &Document) -> bool {
    document
        .charset()
        .is_none_or(|found| found.charset == kifu_charset::Charset::UTF_8)
}

#[cfg(not(feature = "charset"))]
fn is_utf8(_: &Document) -> bool {
    true
}
