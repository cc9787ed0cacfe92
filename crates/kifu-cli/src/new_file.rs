//! A file that appears when it is complete.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::printable::file_name;
use crate::replace::{Draft, How, Staged};

/// A file that is being written. Dropped it is gone.
pub(crate) struct NewFile {
    path: PathBuf,
    draft: Draft,
    force: bool,
}

impl NewFile {
    /// Begins one that must not exist yet, unless `force` lets it take the place of another.
    pub(crate) fn begin(path: &Path, force: bool) -> anyhow::Result<NewFile> {
        Ok(NewFile {
            draft: told(path, Draft::of(path))?,
            path: path.to_owned(),
            force,
        })
    }

    /// Adds what comes next.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        told(&self.path, self.draft.write_all(bytes))
    }

    /// It is complete, and waits for its name.
    pub(crate) fn staged(self) -> anyhow::Result<Staged> {
        let staged = self.draft.finish();
        let staged = staged.map(|file| file.staged(How::New { force: self.force }));
        told(&self.path, staged)
    }

    /// It is complete, and gets its name.
    pub(crate) fn end(self) -> anyhow::Result<()> {
        let put = self.draft.finish().and_then(|file| file.put(self.force));
        told(&self.path, put)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        told(&self.path, self.draft.write(bytes)).map_err(as_io)
    }

    fn flush(&mut self) -> io::Result<()> {
        told(&self.path, self.draft.flush()).map_err(as_io)
    }
}

/// That nobody reads a pipe any more is an error, too, where it is not standard output.
fn told<T>(path: &Path, done: io::Result<T>) -> anyhow::Result<T> {
    let done = done.map_err(anyhow::Error::msg);
    done.with_context(|| cannot_write(path))
}

fn as_io(error: anyhow::Error) -> io::Error {
    io::Error::other(format!("{error:#}"))
}

/// What to say of a file before why it cannot be written.
pub(crate) fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", file_name(path))
}
