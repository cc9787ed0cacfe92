//! Reports in JSON about the files that a verb writes.

use std::path::Path;

use kifu_files::Input;
use serde::Serialize;

/// The result of writing a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WriteStatus {
    /// The file would be written.
    Planned,
    /// The file needs no change.
    Same,
    Written,
    /// The file could not be written. A message reports why.
    Failed,
}

/// The report about an input and the files made from it.
#[derive(Debug, Serialize)]
pub(crate) struct FileReport {
    file: String,
    parts: Vec<PartReport>,
}

/// The report about one file made from an input.
#[derive(Debug, Serialize)]
pub(crate) struct PartReport {
    /// The path of the file; `None` if no name could be made.
    to: Option<String>,
    /// The numbers of its games in the input, from 1.
    games: Vec<usize>,
    /// The address of the last node, if the file contains a single line of a game and not whole
    /// games.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<String>,
    fate: WriteStatus,
}

impl FileReport {
    pub(crate) fn of(input: &Input) -> FileReport {
        FileReport {
            file: input.name(),
            parts: Vec::new(),
        }
    }

    pub(crate) fn add(
        &mut self,
        to: Option<&Path>,
        (games, end): (Vec<usize>, Option<String>),
        fate: WriteStatus,
    ) {
        self.parts.push(PartReport {
            to: to.map(|path| path.to_string_lossy().into_owned()),
            games,
            end,
            fate,
        });
    }

    /// Reports all files as failed.
    pub(crate) fn fail(&mut self) {
        for part in &mut self.parts {
            part.fate = WriteStatus::Failed;
        }
    }
}
