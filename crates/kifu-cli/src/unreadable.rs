//! Inputs that could not be read.

use std::fmt::Display;
use std::io;
use std::path::Path;

use crate::printable::file_name;

/// An input that could not be read, and why.
#[derive(Debug)]
pub(crate) struct Unreadable {
    /// Its name for people.
    pub(crate) name: String,
    pub(crate) reason: String,
}

impl Unreadable {
    pub(crate) fn new(path: &Path, error: &io::Error) -> Unreadable {
        Unreadable {
            name: file_name(path),
            reason: reason(error),
        }
    }
}

/// The message of an error without the number that the system gives it.
pub(crate) fn reason(error: impl Display) -> String {
    let mut text = error.to_string();
    if let Some(words) = text.find(" (os error") {
        text.truncate(words);
    }
    text
}
