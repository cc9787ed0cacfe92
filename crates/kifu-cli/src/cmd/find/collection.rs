//! Games of many files in one.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu::parts;
use kifu::sgf::{Document, NodeId, Span};
use kifu::{AsSgf, Record};

use crate::beside::beside;
use crate::output;
use crate::printable::file_name;
use crate::replace::{self, Temporary};

/// A file to which games are written, and which appears when it is complete.
pub(super) struct Collection {
    path: PathBuf,
    force: bool,
    file: Temporary,
    /// What is not written yet.
    buffer: Vec<u8>,
    is_empty: bool,
}

/// So many bytes are written at a time.
const PIECE: usize = 1 << 16;

impl Collection {
    pub(super) fn create(path: &Path, force: bool) -> anyhow::Result<Collection> {
        replace::vacant(path, force).with_context(|| cannot(path))?;
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            anyhow::bail!("{}: it is no file that can be replaced", cannot(path));
        }
        // Through a link, what it points to is replaced.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        Ok(Collection {
            file: replace::temporary(&path).with_context(|| cannot(&path))?,
            path,
            force,
            buffer: Vec::with_capacity(PIECE),
            is_empty: true,
        })
    }

    /// Writes a game, on lines of its own.
    pub(super) fn put(&mut self, game: &[u8]) -> anyhow::Result<()> {
        self.is_empty = false;
        self.buffer.extend_from_slice(game);
        self.buffer.push(b'\n');
        match self.buffer.len() < PIECE {
            true => Ok(()),
            false => self.write(),
        }
    }

    fn write(&mut self) -> anyhow::Result<()> {
        let written = self.file.as_file().write_all(&self.buffer);
        self.buffer.clear();
        written.with_context(|| cannot(&self.path))
    }

    /// Leaves everything as it was.
    pub(super) fn drop_unfinished(self) {
        let name = file_name(&self.path);
        output::message(format_args!("{name} is not written: not all was searched"));
    }

    /// Gives it its name, unless there was no game to write.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        self.write()?;
        match self.is_empty {
            true => Ok(()),
            false => {
                let put = self.file.put(&self.path, self.force);
                put.with_context(|| cannot(&self.path))
            }
        }
    }
}

fn cannot(path: &Path) -> String {
    format!("cannot write {}", file_name(path))
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
