//! Errors of the work on one file with copies.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use kifu::TooLarge;
use kifu::charset::DetectedCharset;
use kifu::compare::{GameTreesError, Missing};

use crate::input::Input;
use crate::other_kind::OtherKind;
use crate::places::PlaceError;

/// The reason why a file with copies could not be moved, linked or deleted.
#[derive(Debug)]
#[non_exhaustive]
pub enum HandleError {
    /// A file cannot be read or written.
    Io(io::Error),
    /// A record is too large.
    TooLarge(TooLarge),
    /// A game cannot be found again.
    Games(GameTreesError),
    /// The file has no path in the output directory.
    Place(PlaceError),
    /// The input is not a file.
    NoPath,
    /// The file has changed since it was read.
    Changed(Input),
    /// The file no longer exists.
    Gone(PathBuf, io::Error),
    /// Another file has the path of the file.
    Replaced(PathBuf),
    /// Another file has the same destination.
    SameDestination(PathBuf),
    /// kifu does not write the format of the file.
    Unwritten(OtherKind),
    /// Merging would lose content that only the format of the kept file can express.
    Inexpressible,
    /// Merging would lose this content.
    Lossy(Vec<Missing>),
    /// The charset is only guessed, and merging would change the guess.
    OtherGuess {
        /// The charset before merging.
        before: DetectedCharset,
        /// The charset after merging.
        after: DetectedCharset,
    },
    /// Merging into this kept file failed.
    NotMerged(Input, Arc<HandleError>),
}

impl fmt::Display for HandleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandleError::Io(error) => error.fmt(f),
            HandleError::TooLarge(error) => error.fmt(f),
            HandleError::Games(error) => error.fmt(f),
            HandleError::Place(error) => error.fmt(f),
            HandleError::NoPath => f.write_str("the file has no path"),
            HandleError::Changed(input) => {
                write!(f, "{} has changed since it was read", input.name())
            }
            HandleError::Gone(path, _) => write!(f, "{} no longer exists", path.display()),
            HandleError::Replaced(path) => {
                write!(f, "{} was replaced after it was read", path.display())
            }
            HandleError::SameDestination(path) => {
                write!(
                    f,
                    "another file has the same destination: {}",
                    path.display()
                )
            }
            HandleError::Unwritten(kind) => kind.fmt(f),
            HandleError::Inexpressible => f.write_str(
                "merging would lose content that only the format of the kept file can express",
            ),
            HandleError::Lossy(missing) => {
                f.write_str("merging would lose content: ")?;
                for (at, missing) in missing.iter().enumerate() {
                    let separator = if at == 0 { "" } else { "; " };
                    write!(f, "{separator}{missing}")?;
                }
                Ok(())
            }
            HandleError::OtherGuess { before, after } => write!(
                f,
                "the charset is only guessed ({}), and merging would change the guess to {}",
                before.charset, after.charset
            ),
            HandleError::NotMerged(input, why) => {
                write!(
                    f,
                    "left in place, since merging into {} failed: {why}",
                    input.name()
                )
            }
        }
    }
}

impl core::error::Error for HandleError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            HandleError::Gone(_, error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for HandleError {
    fn from(error: io::Error) -> HandleError {
        HandleError::Io(error)
    }
}

impl From<TooLarge> for HandleError {
    fn from(error: TooLarge) -> HandleError {
        HandleError::TooLarge(error)
    }
}

impl From<GameTreesError> for HandleError {
    fn from(error: GameTreesError) -> HandleError {
        HandleError::Games(error)
    }
}

impl From<PlaceError> for HandleError {
    fn from(error: PlaceError) -> HandleError {
        HandleError::Place(error)
    }
}
