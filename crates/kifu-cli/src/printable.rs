//! Text from files, made safe for a terminal.

use std::fmt::Write;
use std::path::Path;

pub(crate) use kifu::report::{Printable, is_hazard, stand_in};

/// Returns a path as text for messages and output, with control characters escaped.
pub(crate) fn file_name(path: &Path) -> String {
    Printable(&path.to_string_lossy()).to_string()
}

/// Formats a number with a noun: `1 game`, `2 games`.
pub(crate) fn count(n: u64, one: &str) -> String {
    let mut text = format!("{n} {one}");
    if n != 1 {
        // All nouns used here have a regular plural.
        let _ = text.write_char('s');
    }
    text
}
