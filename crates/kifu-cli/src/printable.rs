//! Text from files, made safe for a terminal.

use std::fmt::Write;
use std::path::Path;

pub(crate) use kifu::report::{Printable, is_hazard, stand_in};

/// A file name for people.
pub(crate) fn file_name(path: &Path) -> String {
    Printable(&path.to_string_lossy()).to_string()
}

/// `1 game`, `2 games`.
pub(crate) fn count(n: u64, one: &str) -> String {
    let mut text = format!("{n} {one}");
    if n != 1 {
        // No noun here needs more.
        let _ = text.write_char('s');
    }
    text
}
