//! Path functions that also work for files that do not exist yet.

use std::collections::HashSet;
use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::path::{Component, Path, PathBuf};

/// Converts bytes that a list or an archive contains to a path.
#[cfg(unix)]
pub fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(bytes).into()
}

/// Converts bytes that a list or an archive contains to a path.
#[cfg(not(unix))]
pub fn path_of(mut bytes: Vec<u8>) -> PathBuf {
    bytes.pop_if(|last| *last == b'\r');
    OsString::from(String::from_utf8_lossy(&bytes).into_owned()).into()
}

/// A set of paths that keeps only a hash of 16 bytes of each. Two paths with the same hash are as improbable as a failure
/// of the memory.
#[derive(Clone, Default, Debug)]
pub struct PathSet {
    hashes: HashSet<u128>,
    states: [RandomState; 2],
}

impl PathSet {
    /// Adds a path. Returns whether it is new.
    pub fn insert(&mut self, path: &Path) -> bool {
        let [one, other] = &self.states;
        let [one, other] = [one, other].map(|state| u128::from(state.hash_one(path)));
        self.hashes.insert(one << 64 | other)
    }
}

/// Returns whether a path is absolute and has no `.`, `..` or empty parts. Other systems have further rules, so the
/// result there is `false`.
fn is_plain(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    cfg!(unix)
        && bytes.strip_prefix(b"/").is_some_and(|parts| {
            let mut parts = parts.split(|byte| *byte == b'/');
            !parts.any(|part| matches!(part, b"" | b"." | b".."))
        })
}

/// Returns the absolute path without `.` and `..`. Links are not followed.
pub fn plain(path: &Path) -> PathBuf {
    if is_plain(path) {
        return path.to_owned();
    }
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

/// Returns the deepest directory that contains both paths.
pub fn shared(one: PathBuf, other: PathBuf) -> PathBuf {
    let pairs = one.components().zip(other.components());
    let same = pairs.take_while(|(one, other)| one == other);
    same.map(|(part, _)| part).collect()
}

/// Splits a path into its longest existing prefix, as a canonical path, and the rest.
pub fn split_existing(path: &Path) -> (PathBuf, PathBuf) {
    for above in path.ancestors() {
        let existing = if above.as_os_str().is_empty() {
            Path::new(".").canonicalize()
        } else {
            above.canonicalize()
        };
        if let Ok(existing) = existing {
            let rest = path.strip_prefix(above).unwrap_or(Path::new(""));
            return (existing, rest.to_owned());
        }
    }
    (PathBuf::new(), path.to_owned())
}

/// Returns the canonical path of a file that may not exist yet.
pub fn true_name(path: &Path) -> PathBuf {
    let (existing, rest) = split_existing(path);
    if rest.as_os_str().is_empty() {
        existing
    } else {
        existing.join(rest)
    }
}

/// Returns a path below a directory with `folder` as its prefix; `None` if the path is not below
/// it.
pub fn below(folder: &Path, path: &Path) -> Option<PathBuf> {
    let path = true_name(path);
    let below = path.strip_prefix(folder.canonicalize().ok()?).ok()?;
    (!below.as_os_str().is_empty()).then(|| folder.join(below))
}
