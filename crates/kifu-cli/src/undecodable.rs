//! Text that cannot be decoded, in verbs that change the charset: `--undecodable`.

use kifu::Record;
use kifu::charset::{Charset, DetectedCharset};
use kifu::collection::ChunkStart;
use kifu::report::{self, jgf_source, sgf_source};
use kifu::sgf::{Document, Undecodable};
use kifu::span::Diagnostic;

use crate::output;

/// Prepares a record for a verb that writes its text as UTF-8; `source` is the bytes of the record. Returns
/// the record with U+FFFD in place of bytes that cannot be decoded, and notes on them.
///
/// # Errors
///
/// If there are such bytes or the charset is an uncertain guess, and the policy is not to replace them.
pub(crate) fn decoded_record(
    record: Record,
    source: &[u8],
    undecodable: Undecodable,
    start: ChunkStart,
) -> anyhow::Result<(Record, Vec<String>)> {
    let notes = match &record {
        Record::Sgf(document) => {
            let (readable, notes) = readable(document, undecodable, start)?;
            return Ok((readable.map_or(record, Record::Sgf), notes));
        }
        // UTF-8 text always decodes.
        _ if std::str::from_utf8(source).is_ok() => Vec::new(),
        Record::Jgf(document) => readable_json(document, source, undecodable)?,
        Record::Gib(_) | Record::Ngf(_) | Record::Ogs(_) | Record::Ugf(_) => match record.charset()
        {
            Some(found) => text(source, found, undecodable)?.1,
            None => Vec::new(),
        },
        // Its findings name them.
        Record::Positions(_) => Vec::new(),
    };
    Ok((record, notes))
}

/// Prepares a document for a verb that decodes its text. Returns a new document with U+FFFD in
/// place of bytes that cannot be decoded, or `None` if there are none; and a note for each such
/// place.
///
/// # Errors
///
/// If there are such places and the policy is not to replace them.
pub(crate) fn readable(
    document: &Document,
    undecodable: Undecodable,
    start: ChunkStart,
) -> anyhow::Result<(Option<Document>, Vec<String>)> {
    let found = document.undecodable();
    if found.is_empty() {
        return Ok((None, Vec::new()));
    }
    match undecodable {
        Undecodable::Refuse => anyhow::bail!(refusal(document, &found, start)),
        Undecodable::Keep => anyhow::bail!(
            "{}; the output cannot keep such bytes; replace them with `--undecodable replace`",
            places(document, &found, start)
        ),
        Undecodable::Replace => {}
    }
    let recoded = document
        .recode_with(Charset::UTF_8, Undecodable::Replace)
        .map_err(|error| {
            let (line, column) = source(document, start).place(error.span.start);
            anyhow::anyhow!("{line}:{column}: {error}")
        })?;
    let notes = notes(document, &recoded.notes, start);
    Ok((Some(Document::parse(recoded.bytes)?), notes))
}

/// Returns a note for each text in JSON that could not be decoded and was read as U+FFFD.
///
/// # Errors
///
/// If there is such text or the charset is an uncertain guess, and the policy is not to replace
/// text: the original text would be lost.
pub(crate) fn readable_json(
    document: &kifu::jgf::Document,
    source: &[u8],
    undecodable: Undecodable,
) -> anyhow::Result<Vec<String>> {
    let text = kifu::jgf::text(source);
    let source = jgf_source(&text);
    let mut lines = source.lines(document.undecodable());
    if undecodable != Undecodable::Replace {
        if let Some(line) = lines.next() {
            anyhow::bail!("{line}: {HELP}");
        }
        if let Some(found) = document.charset().filter(|found| !found.is_sure()) {
            let (charset, confidence) = (found.charset, found.confidence);
            anyhow::bail!(
                "{charset} is only a guess ({confidence}), too uncertain to write the text as UTF-8; {HELP}"
            );
        }
    }
    let notes = lines.map(|line| line + ": written as U+FFFD");
    Ok(notes.collect())
}

/// The advice for JSON with text that cannot be decoded.
pub(crate) const HELP: &str = "run `kifu charset --to utf-8 --from CHARSET` first";

/// Returns the document of a JGF record. Its text is decoded when it is read, so copies have U+FFFD
/// in place of bytes that cannot be decoded. SGF is copied byte by byte, and positions have no
/// games to copy.
fn decoded(record: &Record) -> Option<&kifu::jgf::Document> {
    match record {
        Record::Jgf(document) => Some(document),
        Record::Sgf(_)
        | Record::Gib(_)
        | Record::Ngf(_)
        | Record::Ogs(_)
        | Record::Ugf(_)
        | Record::Positions(_) => None,
    }
}

/// Returns the text of a file that does not name its charset, with a note if some bytes cannot be decoded.
///
/// # Errors
///
/// If there is such text or the charset is uncertain, and the policy is not to replace text.
pub(crate) fn text(
    bytes: &[u8],
    found: DetectedCharset,
    undecodable: Undecodable,
) -> anyhow::Result<(String, Vec<String>)> {
    let (charset, confidence) = (found.charset, found.confidence);
    let decoded = charset.decode(bytes);
    if undecodable != Undecodable::Replace {
        if !found.is_sure() {
            anyhow::bail!(
                "{charset} is only a guess ({confidence}), too uncertain to write the text as UTF-8; {HELP}"
            );
        }
        if decoded.malformed {
            anyhow::bail!("some bytes are not valid {charset}; {HELP}");
        }
    }
    let note = format!("some bytes are not valid {charset}: written as U+FFFD");
    let notes = if decoded.malformed {
        vec![note]
    } else {
        Vec::new()
    };
    Ok((decoded.text.into_owned(), notes))
}

/// Returns whether copies of the record would lose text that cannot be decoded or whose charset is
/// an uncertain guess.
pub(crate) fn is_damaged(record: &Record) -> bool {
    let Some(document) = decoded(record) else {
        return false;
    };
    let is_unsure = document.charset().is_some_and(|found| !found.is_sure());
    is_unsure || document.undecodable().next().is_some()
}

/// Refuses a JGF record with text that cannot be decoded, since copies would have U+FFFD in place
/// of the bytes. Records of other formats are copied byte by byte.
///
/// # Errors
///
/// If there is such text; the error names the first place.
pub(crate) fn refuse_json(record: &Record, source: &[u8]) -> anyhow::Result<()> {
    readable_text(record, source, Undecodable::Refuse)?;
    Ok(())
}

/// Returns the same as [`readable_json`] for a record of any format.
///
/// # Errors
///
/// See [`readable_json`].
pub(crate) fn readable_text(
    record: &Record,
    source: &[u8],
    undecodable: Undecodable,
) -> anyhow::Result<Vec<String>> {
    decoded(record).map_or(Ok(Vec::new()), |document| {
        readable_json(document, source, undecodable)
    })
}

/// Returns the message for a refused file, with all places and advice.
pub(crate) fn refusal(document: &Document, found: &[Diagnostic], start: ChunkStart) -> String {
    let mut roots = document.roots();
    let advice = if roots.any(|root| !document.charset(root).is_sure()) {
        "specify the charset first with `kifu charset --to utf-8 --from CHARSET`"
    } else {
        "see `--undecodable`"
    };
    format!("{}; {advice}", places(document, found, start))
}

/// Returns the message for the first place and a list of the other places.
fn places(document: &Document, found: &[Diagnostic], start: ChunkStart) -> String {
    /// Further places are only counted.
    const MAX_PLACES: usize = 20;
    source(document, start).summary_line(found, MAX_PLACES)
}

/// Returns a line for each note, with its place.
pub(crate) fn notes(document: &Document, notes: &[Diagnostic], start: ChunkStart) -> Vec<String> {
    source(document, start).lines(notes).collect()
}

fn source(document: &Document, start: ChunkStart) -> report::Source<'_> {
    sgf_source(document).starting_at(start.offset, start.lines)
}

/// Reports the notes about a file.
pub(crate) fn report_notes(name: &str, notes: &[String]) {
    for note in notes {
        output::message(format_args!("{name}:{note}"));
    }
}
