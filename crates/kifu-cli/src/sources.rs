//! The files that a command reads, which it never overwrites.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::archive::{self, archive_of};
use crate::args::input::InputArgs;
use crate::input::{self, Input};

/// What is read. Inputs in folders are listed when somebody first asks for them.
#[derive(Default)]
struct Sources {
    unlisted: Vec<InputArgs>,
    files: Option<HashSet<Id>>,
    /// Files that would be read, but the command leaves out, since it writes them.
    left_out: Vec<Id>,
}

static SOURCES: Mutex<Sources> = Mutex::new(Sources {
    unlisted: Vec::new(),
    files: None,
    left_out: Vec::new(),
});

/// What tells files apart, however their names are written.
#[cfg(unix)]
type Id = (u64, u64);

#[cfg(not(unix))]
type Id = std::path::PathBuf;

#[cfg(unix)]
fn id(path: &Path) -> Option<Id> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(path).ok()?;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn id(path: &Path) -> Option<Id> {
    fs::canonicalize(path).ok()
}

/// Notes that the command reads all of these.
pub(crate) fn note_all(args: &InputArgs) {
    let mut sources = SOURCES.lock().unwrap_or_else(PoisonError::into_inner);
    sources.unlisted.push(args.clone());
}

/// Notes that the command reads this file.
pub(crate) fn note(path: &Path) {
    let mut sources = SOURCES.lock().unwrap_or_else(PoisonError::into_inner);
    sources.files.get_or_insert_default().extend(id(path));
}

/// Notes that the command leaves this file out, wherever it finds it.
pub(crate) fn leave_out(path: &Path) {
    let mut sources = SOURCES.lock().unwrap_or_else(PoisonError::into_inner);
    sources.left_out.extend(id(path));
}

/// Whether the command reads the file with this name.
pub(crate) fn have(path: &Path) -> bool {
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
    read.is_some_and(|id| !sources.left_out.contains(&id))
}
