//! A step of a run, created by the plan and recorded in the journal.

use std::path::PathBuf;

/// The renaming of a file, to its new name or to a temporary one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The index of the move in the plan; `None` for steps from a journal and for reverting a step.
    pub number: Option<usize>,
    /// The present path.
    pub from: PathBuf,
    /// The new path.
    pub to: PathBuf,
    /// The digest of the file content.
    pub digest: (u64, u64),
}
