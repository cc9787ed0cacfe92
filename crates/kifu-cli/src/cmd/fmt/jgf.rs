//! JGF anew: strict JSON, spelled as the specifications have it.

use kifu::jgf::{Document, Options, Profile};
use kifu::sgf::Undecodable;
use kifu::span::{Diagnostic, Locator};

use super::notes::Notes;
use crate::undecodable::readable_json;

/// Where the reading is a guess, so that writing it would make the guess a fact.
const GUESSED: [&str; 14] = [
    "jgf/bad-escape",
    "jgf/bare-word",
    "jgf/duplicate-member",
    "jgf/junk",
    "jgf/lone-surrogate",
    "jgf/missing-colon",
    "jgf/missing-comma",
    "jgf/missing-key",
    "jgf/missing-value",
    "jgf/no-record",
    "jgf/stray-close",
    "jgf/stray-comma",
    "jgf/unclosed",
    "jgf/unclosed-string",
];

/// The file anew, or why not. What it loses by that is noted.
pub(super) fn written(
    source: &[u8],
    compact: bool,
    undecodable: Undecodable,
    notes: &mut Notes,
) -> anyhow::Result<Vec<u8>> {
    let document = Document::parse(source)?;
    let text = kifu::jgf::text(source);
    let found = |codes: &[&str]| {
        let mut found = document.diagnostics().iter();
        found.find(|found| codes.contains(&found.code))
    };
    let told = |found: &Diagnostic, what: &str| {
        let place = Locator::new(text.as_bytes()).locate(found.span.start);
        format!("{}:{}: {what}", place.line, place.column)
    };
    if let Some(guessed) = found(&GUESSED) {
        let why = format!("{}: fmt does not write what is guessed", guessed.message);
        anyhow::bail!(told(guessed, &why));
    }
    for told in readable_json(&document, source, undecodable)? {
        notes.add(true, || told);
    }
    let lost = [
        (
            "jgf/comment",
            "comments, which JSON does not have, are left out",
        ),
        ("jgf/text-around", "text that is no JSON is left out"),
    ];
    for (code, what) in lost {
        if let Some(found) = found(&[code]) {
            notes.add(false, || told(found, what));
        }
    }
    let options = Options {
        pretty: !compact,
        profile: Some(Profile::Spec),
    };
    let mut json = document.to_json(&options);
    if !json.ends_with('\n') {
        json.push('\n');
    }
    Ok(json.into_bytes())
}
