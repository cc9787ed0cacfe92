//! Text that does not decode, in verbs that recode: `--undecodable`.

use kifu::Record;
use kifu::charset::Charset;
use kifu::collection::ChunkStart;
use kifu::report::{self, jgf_source, sgf_source};
use kifu::sgf::{Document, Undecodable};
use kifu::span::Diagnostic;

use crate::output;

/// The document that a verb may decode: the same, or one in which U+FFFD stands for what does not
/// decode; and what to report of each of those places.
///
/// # Errors
///
/// The places, if there are any and they are not to be replaced.
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
            "{}; what this verb writes cannot keep such bytes: `--undecodable replace` replaces them",
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

/// Returns what to report of each text in JSON that did not decode and was read as U+FFFD.
///
/// # Errors
///
/// If there is such text, or the charset is an unsure guess, and it is not to be replaced: what the
/// text was would be lost for good.
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

/// What to do about JSON with text that does not decode.
pub(crate) const HELP: &str = "run `kifu charset --to utf-8 --from CHARSET` first";

/// The document whose text is decoded when it is read, so that copies of it have U+FFFD in place of bytes
/// that do not decode. SGF is copied with its bytes, and games cannot be copied from positions.
fn decoded(record: &Record) -> Option<&kifu::jgf::Document> {
    match record {
        Record::Jgf(document) => Some(document),
        Record::Sgf(_) | Record::Positions(_) => None,
    }
}

/// Whether copies of the record would lose text that does not decode, or whose charset is an unsure guess.
pub(crate) fn is_damaged(record: &Record) -> bool {
    let Some(document) = decoded(record) else {
        return false;
    };
    let is_unsure = document.charset().is_some_and(|found| !found.is_sure());
    is_unsure || document.undecodable().next().is_some()
}

/// Refuses a record of JGF with text that does not decode, of which copies would have U+FFFD in place
/// of the bytes. Records of other formats are copied with their bytes.
///
/// # Errors
///
/// The first place of such text.
pub(crate) fn refuse_json(record: &Record, source: &[u8]) -> anyhow::Result<()> {
    readable_text(record, source, Undecodable::Refuse)?;
    Ok(())
}

/// The same as [`readable_json`] for a record of any format.
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

/// Why a file is refused, with all its places and what can be done.
pub(crate) fn refusal(document: &Document, found: &[Diagnostic], start: ChunkStart) -> String {
    let mut roots = document.roots();
    let what = if roots.any(|root| !document.charset(root).is_sure()) {
        "say the charset first, with `kifu charset --to utf-8 --from CHARSET`"
    } else {
        "see --undecodable"
    };
    format!("{}; {what}", places(document, found, start))
}

/// The first place and what is wrong there, and where else something is.
fn places(document: &Document, found: &[Diagnostic], start: ChunkStart) -> String {
    /// More are counted.
    const SHOWN: usize = 20;
    source(document, start).summary_line(found, SHOWN)
}

/// A line for each place, with what became of it.
pub(crate) fn notes(document: &Document, notes: &[Diagnostic], start: ChunkStart) -> Vec<String> {
    source(document, start).lines(notes).collect()
}

fn source(document: &Document, start: ChunkStart) -> report::Source<'_> {
    sgf_source(document).starting_at(start.offset, start.lines)
}

/// Reports each place in a file and what became of it.
pub(crate) fn tell(name: &str, notes: &[String]) {
    for note in notes {
        output::message(format_args!("{name}:{note}"));
    }
}
