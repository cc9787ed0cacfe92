//! Words for what one record says and another one does not.

use std::collections::BTreeSet;

use kifu::compare::Missing;

use crate::printable::Printable;

/// The first of them, and how many more there are.
pub(crate) fn list(missing: &[Missing]) -> String {
    const MOST: usize = 8;
    let mut words: Vec<String> = missing.iter().take(MOST).map(shown).collect();
    if missing.len() > MOST {
        words.push(format!("and {} more", missing.len() - MOST));
    }
    words.join("; ")
}

/// Some pieces of text, and how many more there are: `one text`, `another`, and 3 more.
pub(crate) fn quoted(texts: &BTreeSet<Vec<u8>>) -> String {
    const MOST: usize = 4;
    let mut words: Vec<String> = texts
        .iter()
        .take(MOST)
        .map(|text| format!("`{}`", shortened(&String::from_utf8_lossy(text))))
        .collect();
    if texts.len() > MOST {
        words.push(format!("and {} more", texts.len() - MOST));
    }
    words.join(", ")
}

/// The start of a text, fit for a terminal.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let start: String = text.chars().take(LONGEST).collect();
    let dots = if start.len() < text.len() { "…" } else { "" };
    format!("{}{dots}", Printable(&start))
}

/// `KM[6.5]`, `move 12: C[…]`, `move 30: 12 nodes`.
pub(crate) fn shown(missing: &Missing) -> String {
    Printable(&missing.to_string()).to_string()
}
