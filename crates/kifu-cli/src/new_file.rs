//! New files, which appear under their names when they are complete.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu_files::write::{self, CommitMode, Draft, Staged};

use crate::printable::file_name;
use crate::read_files;

/// A file that is being written. Dropping this value removes the file.
pub(crate) struct NewFile {
    path: PathBuf,
    draft: Draft,
    force: bool,
}

/// Checks that a file can be written at this path. Dry runs and real runs both check this.
pub(crate) fn plan(path: &Path, force: bool) -> anyhow::Result<()> {
    let vacant = write::vacant(path, &read_files::overwrite(force));
    vacant.with_context(|| cannot_write(path))
}

impl NewFile {
    /// Creates the directory of a file if needed, and begins the file; see
    /// [`begin`](NewFile::begin).
    pub(crate) fn begin_below(path: &Path, force: bool) -> anyhow::Result<NewFile> {
        let draft = Draft::begin_below(path, &read_files::overwrite(force));
        NewFile::of(draft, path, force)
    }

    /// Begins a file that must not exist yet; `force` lets it replace an existing one.
    pub(crate) fn begin(path: &Path, force: bool) -> anyhow::Result<NewFile> {
        NewFile::of(Draft::of(path), path, force)
    }

    fn of(draft: io::Result<Draft>, path: &Path, force: bool) -> anyhow::Result<NewFile> {
        Ok(NewFile {
            draft: with_path(path, draft)?,
            path: path.to_owned(),
            force,
        })
    }

    /// Appends bytes.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        with_path(&self.path, self.draft.write_all(bytes))
    }

    /// Finishes the file, but leaves it under its temporary name until it is committed.
    pub(crate) fn staged(self) -> anyhow::Result<Staged> {
        let staged = self.draft.finish();
        let staged = staged.map(|file| {
            file.staged(CommitMode::New {
                overwrite: read_files::overwrite(self.force),
            })
        });
        with_path(&self.path, staged)
    }

    /// Finishes the file and gives it its name.
    pub(crate) fn end(self) -> anyhow::Result<()> {
        let finished = self.draft.finish();
        let committed = finished.and_then(|file| file.commit(read_files::overwrite(self.force)));
        with_path(&self.path, committed)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        with_path(&self.path, self.draft.write(bytes)).map_err(as_io)
    }

    fn flush(&mut self) -> io::Result<()> {
        with_path(&self.path, self.draft.flush()).map_err(as_io)
    }
}

/// Adds the path to an error, and hides its kind: only a closed standard output ends the command
/// silently, not another closed pipe.
fn with_path<T>(path: &Path, done: io::Result<T>) -> anyhow::Result<T> {
    let done = done.map_err(anyhow::Error::msg);
    done.with_context(|| cannot_write(path))
}

fn as_io(error: anyhow::Error) -> io::Error {
    io::Error::other(format!("{error:#}"))
}

/// Returns the start of the message for a file that cannot be written; the reason follows it.
pub(crate) fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", file_name(path))
}
