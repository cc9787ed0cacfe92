//! Text from files, made safe for a terminal.

use std::fmt::Write;
use std::path::Path;

use kifu_files::Input;

pub(crate) use kifu::report::{Printable, is_hazard, stand_in};

/// Returns a path as text for messages and output, with control characters escaped.
pub(crate) fn file_name(path: &Path) -> String {
    Printable(&path.to_string_lossy()).to_string()
}

/// The name of an input in messages and text output.
pub(crate) trait InputName {
    /// Returns the path with control characters escaped, or `<stdin>`.
    fn shown(&self) -> String;
}

impl InputName for Input {
    fn shown(&self) -> String {
        match self {
            Input::Stdin => "<stdin>".to_owned(),
            Input::File(path) => file_name(path),
            Input::Member(member) => file_name(&member.path),
        }
    }
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
