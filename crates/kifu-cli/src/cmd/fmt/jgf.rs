//! Formats JGF as strict JSON according to the specifications.

use kifu::jgf::{Document, Options, Profile};
use kifu::sgf::Undecodable;
use kifu::span::{Diagnostic, Locator};

use super::notes::Notes;
use crate::conversion::with_line_break;
use crate::undecodable::readable_json;

/// Formats a file. Adds notes on content that is removed or replaced.
///
/// # Errors
///
/// The reason why the file cannot be formatted.
pub(super) fn format(
    source: &[u8],
    compact: bool,
    undecodable: Undecodable,
    notes: &mut Notes,
) -> anyhow::Result<Vec<u8>> {
    let document = Document::parse(source)?;
    let text = kifu::jgf::text(source);
    let with_place = |finding: &Diagnostic, message: &str| {
        let place = Locator::new(text.as_bytes()).locate(finding.span.start);
        format!("{}:{}: {message}", place.line, place.column)
    };
    if let Some(guessed) = document.first_guess() {
        let why = format!(
            "{}: `kifu fmt` does not write guessed values",
            guessed.message
        );
        anyhow::bail!(with_place(guessed, &why));
    }
    for note in readable_json(&document, source, undecodable)? {
        notes.add(true, || note);
    }
    for (finding, message) in document.left_out() {
        notes.add(false, || with_place(finding, message));
    }
    let options = Options {
        pretty: !compact,
        profile: Some(Profile::Spec),
    };
    Ok(with_line_break(document.to_json(&options)))
}
