//! The files that a command reads, so that it never overwrites them.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::archive::{self, archive_of};
use crate::args::input::InputArgs;
use crate::input::{self, Input};

/// The files that the command reads. Inputs in directories are only listed when they are needed.
#[derive(Default)]
struct Sources {
    unlisted: Vec<InputArgs>,
    files: Option<HashSet<Id>>,
    /// The files among the inputs that the command writes and therefore skips.
    skipped: Vec<Id>,
}

static SOURCES: Mutex<Sources> = Mutex::new(Sources {
    unlisted: Vec::new(),
    files: None,
    skipped: Vec::new(),
});

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

/// Notes that the command reads all of these inputs.
pub(crate) fn note_all(args: &InputArgs) {
    let mut sources = SOURCES.lock().unwrap_or_else(PoisonError::into_inner);
    sources.unlisted.push(args.clone());
}

/// Notes that the command reads this file.
pub(crate) fn note(path: &Path) {
    let mut sources = SOURCES.lock().unwrap_or_else(PoisonError::into_inner);
    sources.files.get_or_insert_default().extend(id(path));
}

/// Notes that the command skips this file in its inputs.
pub(crate) fn leave_out(path: &Path) {
    let mut sources = SOURCES.lock().unwrap_or_else(PoisonError::into_inner);
    sources.skipped.extend(id(path));
}

/// Returns whether the command reads this file.
pub(crate) fn contains(path: &Path) -> bool {
    let mut sources = SOURCES.lock().unwrap_or_else(PoisonError::into_inner);
    let unlisted = std::mem::take(&mut sources.unlisted);
    let files = sources.files.get_or_insert_default();
    for args in &unlisted {
        let lists = args.files_from.iter().filter_map(|list| id(list));
        files.extend(lists);
        let read = input::list(args)
            .into_iter()
            .filter_map(|input| match input {
                Input::Stdin => None,
                Input::File(path) => id(&path),
                Input::Member(member) => id(archive_of(&member.path).unwrap_or(&member.path)),
            });
        files.extend(read);
        let archives = args
            .paths
            .iter()
            .filter(|path| archive::Kind::of(path).is_some());
        files.extend(archives.filter_map(|path| id(path)));
    }
    let read = id(path).filter(|id| files.contains(id));
    read.is_some_and(|id| !sources.skipped.contains(&id))
}
