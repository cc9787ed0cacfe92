//! Paths: from bytes, without detours, and where they lead, even to files that do not exist yet.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// The path with these bytes, as lists and archives have them.
#[cfg(unix)]
pub(crate) fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(bytes).into()
}

/// The path with these bytes, as lists and archives have them.
#[cfg(not(unix))]
pub(crate) fn path_of(mut bytes: Vec<u8>) -> PathBuf {
    bytes.pop_if(|last| *last == b'\r');
    OsString::from(String::from_utf8_lossy(&bytes).into_owned()).into()
}

/// A path from the root, without `.` and `..`. Links are not followed.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut plain = PathBuf::new();
    for part in absolute.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// The deepest folder that holds both.
pub(crate) fn shared(one: PathBuf, other: PathBuf) -> PathBuf {
    let pairs = one.components().zip(other.components());
    let same = pairs.take_while(|(one, other)| one == other);
    same.map(|(part, _)| part).collect()
}

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
