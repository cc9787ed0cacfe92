//! Inputs that could not be read.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A file, a directory or a member of an archive that could not be read, and the reason.
#[derive(Debug)]
pub struct Unreadable {
    /// The path.
    pub path: PathBuf,
    /// The reason.
    pub error: io::Error,
}

impl Unreadable {
    pub(crate) fn new(path: &Path, error: io::Error) -> Unreadable {
        Unreadable {
            path: path.to_owned(),
            error,
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read {}", self.path.display())
    }
}

impl core::error::Error for Unreadable {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// Returns the message of an error without the error number of the system.
pub fn reason(error: impl fmt::Display) -> String {
    let mut text = error.to_string();
    if let Some(words) = text.find(" (os error") {
        text.truncate(words);
    }
    text
}
