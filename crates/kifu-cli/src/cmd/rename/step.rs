//! A step of a run, as the plan makes it and the journal notes it.

use std::path::PathBuf;

/// A file gets another name, be it for a moment.
pub(super) struct Step {
    /// The number of the move that it is part of.
    pub(super) number: Option<usize>,
    pub(super) from: PathBuf,
    pub(super) to: PathBuf,
    /// The digest of what is in it.
    pub(super) digest: (u64, u64),
}
