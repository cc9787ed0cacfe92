//! A step of a run, created by the plan and recorded in the journal.

use std::path::PathBuf;

/// The renaming of a file, to its new name or to a temporary one.
pub(super) struct Step {
    /// The index of the move in the plan; `None` for steps from a journal and for reverting a step.
    pub(super) number: Option<usize>,
    pub(super) from: PathBuf,
    pub(super) to: PathBuf,
    /// The digest of the file content.
    pub(super) digest: (u64, u64),
}
