//! Descriptions of the information that one record has and another does not.

use std::collections::BTreeSet;

use kifu::compare::Missing;

use crate::printable::Printable;

/// Describes the first items and the number of further ones.
pub(crate) fn list(missing: &[Missing]) -> String {
    const MAX_SHOWN: usize = 8;
    let mut items: Vec<String> = missing.iter().take(MAX_SHOWN).map(shown).collect();
    if missing.len() > MAX_SHOWN {
        items.push(format!("and {} more", missing.len() - MAX_SHOWN));
    }
    items.join("; ")
}

/// Lists the first texts and the number of further ones: `one text`, `another`, and 3 more.
pub(crate) fn quoted(texts: &BTreeSet<Vec<u8>>) -> String {
    const MAX_SHOWN: usize = 4;
    let mut items: Vec<String> = texts
        .iter()
        .take(MAX_SHOWN)
        .map(|text| format!("`{}`", shortened(&String::from_utf8_lossy(text))))
        .collect();
    if texts.len() > MAX_SHOWN {
        items.push(format!("and {} more", texts.len() - MAX_SHOWN));
    }
    items.join(", ")
}

/// Returns the start of a text, escaped for a terminal.
fn shortened(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    let start: String = text.chars().take(MAX_CHARS).collect();
    let dots = if start.len() < text.len() { "…" } else { "" };
    format!("{}{dots}", Printable(&start))
}

/// Describes one item: `KM[6.5]`, `m12: C[…]`, `m30:1: 12 nodes`.
pub(crate) fn shown(missing: &Missing) -> String {
    Printable(&missing.to_string()).to_string()
}
