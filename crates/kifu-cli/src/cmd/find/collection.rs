//! The collections that `--save` and `--save-rest` write.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu_files::write;

use crate::new_file::{NewFile, cannot_write};
use crate::output;
use crate::printable::file_name;
use crate::read_files;

/// A file to which games are written. The file gets its name when it is complete.
pub(super) struct Collection {
    path: PathBuf,
    file: NewFile,
    is_empty: bool,
}

impl Collection {
    /// Checks whether the file can be written; dry runs do only this.
    ///
    /// # Errors
    ///
    /// The reason why the file cannot be written.
    pub(super) fn plan(path: &Path, force: bool) -> anyhow::Result<()> {
        let cannot = || cannot_write(path);
        write::vacant(path, &read_files::overwrite(force)).with_context(cannot)?;
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            anyhow::bail!("{}: not a regular file", cannot());
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

    /// Writes a game and a line break.
    pub(super) fn add(&mut self, game: &[u8]) -> anyhow::Result<()> {
        self.is_empty = false;
        self.file.add(game)?;
        self.file.add(b"\n")
    }

    /// Discards the file, and reports that it was not written.
    pub(super) fn drop_unfinished(self) {
        let name = file_name(&self.path);
        output::message(format_args!(
            "{name} was not written, because the search stopped early"
        ));
    }

    /// Gives the file its name, unless it has no games.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        if self.is_empty {
            return Ok(());
        }
        self.file.end()
    }
}
