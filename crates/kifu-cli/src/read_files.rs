//! The files that the command reads, so that it never overwrites them.

use std::sync::{Arc, LazyLock};

use kifu_files::ReadFiles;
use kifu_files::write::Overwrite;

static READ_FILES: LazyLock<Arc<ReadFiles>> = LazyLock::new(Arc::default);

/// Returns all files that the command reads.
pub(crate) fn all() -> &'static ReadFiles {
    &READ_FILES
}

/// Returns which existing files new files may replace: none or, with `force`, all except those that
/// the command reads.
pub(crate) fn overwrite(force: bool) -> Overwrite {
    if force {
        Overwrite::Except(Arc::clone(&READ_FILES))
    } else {
        Overwrite::Never
    }
}
