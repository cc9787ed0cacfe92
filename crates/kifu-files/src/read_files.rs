//! The files that a program reads, so that it never overwrites them.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::archive::archive_of;
use crate::input::Input;
use crate::sources::Sources;

/// The files that a program reads, so that it never overwrites them.
///
/// Directories are searched only when [`contains`](ReadFiles::contains) is called.
#[derive(Default, Debug)]
pub struct ReadFiles(Mutex<Files>);

#[derive(Default, Debug)]
struct Files {
    unlisted: Vec<Sources>,
    files: Option<HashSet<Id>>,
    /// The files among the sources that the program writes and therefore skips.
    skipped: Vec<Id>,
}

/// The identity of a file, which does not depend on the spelling of its path.
#[cfg(unix)]
type Id = (u64, u64);

#[cfg(not(unix))]
type Id = std::path::PathBuf;

#[cfg(unix)]
fn id(path: &Path) -> Option<Id> {
    use std::os::unix::fs::MetadataExt;
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn id(path: &Path) -> Option<Id> {
    fs::canonicalize(path).ok()
}

impl ReadFiles {
    /// Adds all inputs of the sources.
    pub fn add_sources(&self, sources: Sources) {
        self.files().unlisted.push(sources);
    }

    /// Adds a file.
    pub fn add(&self, path: &Path) {
        self.files().files.get_or_insert_default().extend(id(path));
    }

    /// Excludes a file that the program writes and therefore skips in its sources, so that the
    /// program may overwrite it.
    pub fn skip(&self, path: &Path) {
        self.files().skipped.extend(id(path));
    }

    /// Returns whether the program reads this file.
    pub fn contains(&self, path: &Path) -> bool {
        let mut all = self.files();
        let unlisted = std::mem::take(&mut all.unlisted);
        let files = all.files.get_or_insert_default();
        for sources in &unlisted {
            files.extend(sources.containers().filter_map(|path| id(path)));
            let read = sources.names();
            files.extend(read.filter_map(|input| match input {
                Input::Stdin => None,
                Input::File(path) => id(&path),
                Input::Member(member) => id(archive_of(&member.path).unwrap_or(&member.path)),
            }));
        }
        let read = id(path).filter(|id| files.contains(id));
        read.is_some_and(|id| !all.skipped.contains(&id))
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
