//! JGF anew: strict JSON, spelled as the specifications have it.

use kifu::jgf::{Document, Options, Profile};
use kifu::sgf::Undecodable;
use kifu::span::{Diagnostic, Locator};

use super::notes::Notes;
use crate::conversion::with_line_break;
use crate::undecodable::readable_json;

/// The file anew, or why not. What it loses by that is noted.
pub(super) fn written(
    source: &[u8],
    compact: bool,
    undecodable: Undecodable,
    notes: &mut Notes,
) -> anyhow::Result<Vec<u8>> {
    let document = Document::parse(source)?;
    let text = kifu::jgf::text(source);
    let told = |found: &Diagnostic, what: &str| {
        let place = Locator::new(text.as_bytes()).locate(found.span.start);
        format!("{}:{}: {what}", place.line, place.column)
    };
    if let Some(guessed) = document.first_guess() {
        let why = format!("{}: fmt does not write what is guessed", guessed.message);
        anyhow::bail!(told(guessed, &why));
    }
    for told in readable_json(&document, source, undecodable)? {
        notes.add(true, || told);
    }
    for (found, what) in document.left_out() {
        notes.add(false, || told(found, what));
    }
    let options = Options {
        pretty: !compact,
        profile: Some(Profile::Spec),
    };
    Ok(with_line_break(document.to_json(&options)))
}
