//! Games of many files in one.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu::parts;
use kifu::sgf::{Document, NodeId, Span};
use kifu::{AsSgf, Record};

use crate::beside::beside;
use crate::new_file::{NewFile, cannot_write};
use crate::output;
use crate::printable::file_name;
use crate::replace;
use crate::undecodable::{HELP, is_damaged};

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

/// The games of a file, each by itself.
pub(super) struct Alone<'r> {
    record: &'r Record,
    sgf: &'r Document,
    places: Vec<(NodeId, Span)>,
}

impl<'r> Alone<'r> {
    pub(super) fn of(record: &'r Record, sgf: &'r AsSgf<'_>) -> Alone<'r> {
        Alone {
            record,
            sgf,
            places: sgf.games_in_text().collect(),
        }
    }

    /// A game as SGF, so that another may stand behind it: its bytes, and what it lacks at its end.
    ///
    /// # Errors
    ///
    /// If it would not be read as the same game there.
    pub(super) fn game(&self, root: NodeId) -> Result<Vec<u8>, String> {
        if is_damaged(self.record) {
            let why = "it has text that does not decode";
            return Err(format!("{why}: {HELP}"));
        }
        let charset = self.sgf.charset(root).charset;
        beside(b"", &self.bytes(root)?, &[charset])
    }

    fn bytes(&self, root: NodeId) -> Result<Vec<u8>, String> {
        let at = self.places.binary_search_by_key(&root, |(root, _)| *root);
        if let Some((_, span)) = at.ok().map(|at| self.places[at]) {
            let game = span.of(self.sgf.text());
            let alone = Document::parse(game).map_err(|why| why.to_string())?;
            if alone.roots().nth(1).is_none() {
                return Ok(game.to_vec());
            }
        }
        // It shares its parentheses with others.
        match parts::game(self.record, self.sgf.text(), root) {
            Ok(Some(game)) => Ok(game),
            Ok(None) => Err("it has no place in the file".to_owned()),
            Err(why) => Err(why.to_string()),
        }
    }
}
