//! Words for what one record says and another one does not.

use kifu::compare::Missing;

use crate::printable::{Printable, count};

/// The first of them, and how many more there are.
pub(crate) fn list(missing: &[Missing]) -> String {
    const MOST: usize = 8;
    let mut words: Vec<String> = missing.iter().take(MOST).map(shown).collect();
    if missing.len() > MOST {
        words.push(format!("and {} more", missing.len() - MOST));
    }
    words.join("; ")
}

/// `KM[6.5]`, `move 12: C[…]`, `move 30: 12 nodes`.
pub(crate) fn shown(missing: &Missing) -> String {
    const LONGEST: usize = 60;
    let what = match missing {
        Missing::Nodes { count: nodes, .. } => count(*nodes as u64, "node"),
        Missing::Values { ident, values, .. } => {
            let value = |value: &String| {
                let start: String = value.chars().take(LONGEST).collect();
                let dots = if start.len() < value.len() { "…" } else { "" };
                format!("[{}{dots}]", Printable(&start))
            };
            let values: String = values.iter().take(8).map(value).collect();
            format!("{}{values}", Printable(ident))
        }
    };
    match missing.number() {
        0 => what,
        number => format!("move {number}: {what}"),
    }
}
