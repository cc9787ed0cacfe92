//! What programs are told of files that a verb has written.

use std::path::Path;

use serde::Serialize;

use crate::input::Input;

/// What became of a file that was to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Fate {
    /// It would be written.
    Planned,
    /// It is as it is wanted already.
    Same,
    Written,
    /// It could not be written, which was told.
    Failed,
}

/// A file whose parts were written.
#[derive(Debug, Serialize)]
pub(crate) struct Parts {
    file: String,
    parts: Vec<Part>,
}

/// What was written of a file into another one.
#[derive(Debug, Serialize)]
pub(crate) struct Part {
    /// None if no name could be made.
    to: Option<String>,
    /// The numbers of the games in the file that they come from, from 1.
    games: Vec<usize>,
    fate: Fate,
}

impl Parts {
    pub(crate) fn of(input: &Input) -> Parts {
        Parts {
            file: input.name(),
            parts: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, to: Option<&Path>, games: Vec<usize>, fate: Fate) {
        self.parts.push(Part {
            to: to.map(|path| path.to_string_lossy().into_owned()),
            games,
            fate,
        });
    }

    /// Nothing of it could be written after all.
    pub(crate) fn fail(&mut self) {
        for part in &mut self.parts {
            part.fate = Fate::Failed;
        }
    }
}
