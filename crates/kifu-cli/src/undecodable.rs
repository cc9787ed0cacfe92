//! Text that does not decode, in verbs that recode: `--undecodable`.

use kifu::Record;
use kifu::charset::Charset;
use kifu::sgf::{Document, Undecodable};
use kifu::span::{Diagnostic, Locator};

use crate::output;
use crate::printable::Printable;
use kifu::collection::Start;

/// The document that a verb may decode: the same, or one in which U+FFFD stands for what does not
/// decode; and what to report of each of those places.
///
/// # Errors
///
/// The places, if there are any and they are not to be replaced.
pub(crate) fn readable(
    document: &Document,
    undecodable: Undecodable,
    start: Start,
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
            anyhow::anyhow!("{}: {error}", place(document, error.span.start, start))
        })?;
    let told = told(document, &recoded.notes, start);
    Ok((Some(Document::parse(recoded.bytes)?), told))
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
    let mut found = lost(document).peekable();
    let text = kifu::jgf::text(source);
    let mut places = Locator::new(text.as_bytes());
    if undecodable != Undecodable::Replace {
        if let Some(found) = found.next() {
            let place = places.locate(found.span.start);
            let (line, column) = (place.line, place.column);
            anyhow::bail!("{line}:{column}: {}: {HELP}", Printable(&found.message));
        }
        if let Some(found) = document.charset().filter(|found| !found.is_sure()) {
            let (charset, confidence) = (found.charset, found.confidence);
            anyhow::bail!(
                "{charset} is only a guess ({confidence}), too unsure to write the text as UTF-8; {HELP}"
            );
        }
    }
    let told = found.map(|found| {
        let place = places.locate(found.span.start);
        let (line, column) = (place.line, place.column);
        format!(
            "{line}:{column}: {}: written as U+FFFD",
            Printable(&found.message)
        )
    });
    Ok(told.collect())
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
    is_unsure || lost(document).next().is_some()
}

fn lost(document: &kifu::jgf::Document) -> impl Iterator<Item = &Diagnostic> {
    let found = document.diagnostics().iter();
    found.filter(|found| found.code == "jgf/undecodable-text")
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
pub(crate) fn refusal(document: &Document, found: &[Diagnostic], start: Start) -> String {
    let mut roots = document.roots();
    let what = if roots.any(|root| !document.charset(root).is_sure()) {
        "say the charset first, with `kifu charset --to utf-8 --from CHARSET`"
    } else {
        "see --undecodable"
    };
    format!("{}; {what}", places(document, found, start))
}

/// The first place and what is wrong there, and where else something is.
fn places(document: &Document, found: &[Diagnostic], start: Start) -> String {
    /// More are counted.
    const SHOWN: usize = 20;
    let Some((first, others)) = found.split_first() else {
        return String::new();
    };
    let mut told = format!(
        "{}: {}",
        place(document, first.span.start, start),
        Printable(&first.message)
    );
    let mut locator = Locator::new(document.text());
    for (at, found) in others.iter().take(SHOWN).enumerate() {
        let place = locator.locate(found.span.start);
        let property = found.message.split(": ").next().unwrap_or_default();
        let before = if at == 0 { "; also" } else { "," };
        told.push_str(&format!(
            "{before} {}:{} {}",
            start.line(place.line),
            place.column,
            Printable(property)
        ));
    }
    if let Some(more @ 1..) = others.len().checked_sub(SHOWN) {
        told.push_str(&format!(", and {more} more"));
    }
    told
}

/// Each place and what became of it.
pub(crate) fn told(document: &Document, notes: &[Diagnostic], start: Start) -> Vec<String> {
    let mut locator = Locator::new(document.text());
    let told = notes.iter().map(|note| {
        let place = locator.locate(note.span.start);
        let (line, column) = (start.line(place.line), place.column);
        let help = note.help.as_deref().unwrap_or_default();
        format!("{line}:{column}: {}: {help}", Printable(&note.message))
    });
    told.collect()
}

/// Reports each place in a file and what became of it.
pub(crate) fn tell(name: &str, told: &[String]) {
    for told in told {
        output::message(format_args!("{name}:{told}"));
    }
}

fn place(document: &Document, at: u32, start: Start) -> String {
    let place = Locator::new(document.text()).locate(at);
    format!("{}:{}", start.line(place.line), place.column)
}
