//! The records of a file by themselves.

use crate::{Document, TooLarge, text};

/// The records of a JGF file, each by itself, as it is written in the source.
///
/// Each is in UTF-8: where the source is not, the text is converted, and a record that names its charset names UTF-8.
///
/// ```
/// let source = br#"[ {"tree": [{}]}, {"game": {}, "tree": []} ]"#;
/// let records = kifu_jgf::lone_records(source)?;
/// assert_eq!(records, [r#"{"tree": [{}]}"#, r#"{"game": {}, "tree": []}"#]);
/// # Ok::<(), kifu_jgf::TooLarge>(())
/// ```
///
/// # Errors
///
/// [`TooLarge`] if the file is longer than JGF documents can be.
pub fn lone_records(source: &[u8]) -> Result<Vec<String>, TooLarge> {
    let (document, places) = Document::parse_with_places(source)?;
    let text = text(source);
    let is_utf8 = is_utf8(&document);
    let record = |range: core::ops::Range<usize>| match is_utf8 {
        true => text[range].to_owned(),
        // A record is in UTF-8 and must not say otherwise.
        false => crate::says_utf8(&text[range]),
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
