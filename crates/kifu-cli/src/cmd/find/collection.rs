//! Games of many files in one.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::new_file::{NewFile, cannot_write};
use crate::output;
use crate::printable::file_name;
use crate::replace;

/// A file to which games are written, and which appears when it is complete.
pub(super) struct Collection {
    path: PathBuf,
    file: NewFile,
    is_empty: bool,
}

impl Collection {
    /// Whether the file could be written. Dry runs and real runs both ask this.
    pub(super) fn plan(path: &Path, force: bool) -> anyhow::Result<()> {
        let cannot = || cannot_write(path);
        replace::vacant(path, force).with_context(cannot)?;
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            anyhow::bail!("{}: it is not a file that can be replaced", cannot());
        }
        Ok(())
    }

    pub(super) fn create(path: &Path, force: bool) -> anyhow::Result<Collection> {
        Collection::plan(path, force)?;
        Ok(Collection {
            path: path.to_owned(),
            file: NewFile::begin(path, force)?,
            is_empty: true,
        })
    }

    /// Writes a game, on lines of its own.
    pub(super) fn put(&mut self, game: &[u8]) -> anyhow::Result<()> {
        self.is_empty = false;
        self.file.add(game)?;
        self.file.add(b"\n")
    }

    /// Leaves everything as it was.
    pub(super) fn drop_unfinished(self) {
        let name = file_name(&self.path);
        output::message(format_args!("{name} is not written: not all was searched"));
    }

    /// Gives it its name, unless there was no game to write.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self.is_empty {
            true => Ok(()),
            false => self.file.end(),
        }
    }
}
