//! Where paths lead that need not be there yet.

use std::path::{Path, PathBuf};

/// As much of a path as is there, by its true name, and the rest of it.
pub(crate) fn there_and_rest(path: &Path) -> (PathBuf, PathBuf) {
    for above in path.ancestors() {
        let there = match above.as_os_str().is_empty() {
            true => Path::new(".").canonicalize(),
            false => above.canonicalize(),
        };
        if let Ok(there) = there {
            let rest = path.strip_prefix(above).unwrap_or(Path::new(""));
            return (there, rest.to_owned());
        }
    }
    (PathBuf::new(), path.to_owned())
}

/// The true name of what is there, or will be.
pub(crate) fn true_name(path: &Path) -> PathBuf {
    let (there, rest) = there_and_rest(path);
    match rest.as_os_str().is_empty() {
        true => there,
        false => there.join(rest),
    }
}

/// The name that a path has below a folder, beginning with that folder as it is written; `None` if it
/// is not there.
pub(crate) fn below(folder: &Path, path: &Path) -> Option<PathBuf> {
    let path = true_name(path);
    let below = path.strip_prefix(folder.canonicalize().ok()?).ok()?;
    (!below.as_os_str().is_empty()).then(|| folder.join(below))
}
