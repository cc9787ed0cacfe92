//! Inputs that could not be read.

use std::fmt::Display;
use std::io;
use std::path::Path;

use crate::other_kind::OtherKind;
use crate::printable::file_name;

/// An input that could not be read, and the reason.
#[derive(Debug)]
pub(crate) struct Unreadable {
    /// The name of the input, for messages.
    pub(crate) name: String,
    pub(crate) reason: String,
    /// The kind of the input, if it is skipped and only counted.
    pub(crate) skipped: Option<OtherKind>,
}

impl Unreadable {
    pub(crate) fn new(path: &Path, error: &io::Error) -> Unreadable {
        Unreadable {
            name: file_name(path),
            reason: reason(error),
            skipped: None,
        }
    }
}

/// Returns the message of an error without the error number of the system.
pub(crate) fn reason(error: impl Display) -> String {
    let mut text = error.to_string();
    if let Some(words) = text.find(" (os error") {
        text.truncate(words);
    }
    text
}
