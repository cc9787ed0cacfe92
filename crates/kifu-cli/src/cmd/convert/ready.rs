//! Writing what files become.

use std::fmt;
use std::io::{self, Read, Seek, Write};
use std::path::PathBuf;

use anyhow::Context;
use kifu::notation::Notation;
use tempfile::SpooledTempFile;

use super::made::File;
use super::place::Places;
use crate::args::ConvertTo;
use crate::input::Input;
use crate::naming::Part;
use crate::new_file::cannot_write;
use crate::output;
use crate::parts::PART;
use crate::printable::file_name;
use crate::replace::{self, Draft, Prepared};

/// A file that could not be written; others may.
#[derive(Debug)]
pub(super) struct NotWritten;

impl fmt::Display for NotWritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot write")
    }
}

/// A file that only needs its name, or what goes into the text of all.
pub(super) enum Ready {
    File(Prepared),
    Text(SpooledTempFile),
}

/// What a file becomes, as far as it is written. This takes long, and is done for many at a time.
pub(super) struct Becoming<'a> {
    places: &'a Places,
    input: &'a Input,
    /// Each game is a file.
    split: bool,
    written: Option<Written>,
}

enum Written {
    /// Beside its place.
    Draft(PathBuf, Draft),
    /// To be copied from there.
    Apart(SpooledTempFile),
}

impl<'a> Becoming<'a> {
    pub(super) fn new(places: &'a Places, input: &'a Input, split: bool) -> Becoming<'a> {
        Becoming {
            places,
            input,
            split,
            written: None,
        }
    }

    /// Writes what comes next. At the first time a place is made for it.
    pub(super) fn write(&mut self, text: &[u8]) -> anyhow::Result<()> {
        let written = match self.written.take() {
            Some(written) => written,
            None => self.begin()?,
        };
        match self.written.insert(written) {
            Written::Draft(path, draft) => {
                draft.write_all(text).with_context(|| cannot_write(path))
            }
            Written::Apart(file) => file.write_all(text).context("cannot write what it becomes"),
        }
    }

    fn begin(&self) -> anyhow::Result<Written> {
        let path = match self.split {
            // Names need to know how many there are.
            true => None,
            false => self.places.of_file(self.input, None)?,
        };
        let Some(path) = path else {
            return Ok(Written::Apart(SpooledTempFile::new(PART)));
        };
        let draft = Draft::of(&path).with_context(|| cannot_write(&path))?;
        Ok(Written::Draft(path, draft))
    }

    /// Ends it.
    pub(super) fn ready(self, files: Option<Vec<File>>) -> anyhow::Result<Vec<Ready>> {
        let mut texts = match self.written {
            Some(Written::Draft(path, draft)) => {
                let prepared = draft.finish().with_context(|| cannot_write(&path))?;
                return Ok(vec![Ready::File(prepared)]);
            }
            Some(Written::Apart(file)) => file,
            None => return Ok(Vec::new()),
        };
        texts.rewind()?;
        let Some(files) = files else {
            return Ok(vec![Ready::Text(texts)]);
        };
        let of = files.len();
        let mut text = Vec::new();
        let ready = (1..).zip(files).map(|(number, file)| {
            text.resize(file.len, 0);
            texts.read_exact(&mut text)?;
            let part = match &file.name {
                Some(name) => Some(Part::Named(name)),
                None => (of > 1).then_some(Part::Numbered(number, of)),
            };
            let path = self.places.of_file(self.input, part)?;
            let path = path.context("it has no place")?;
            let prepared = replace::prepare(&path, &text).with_context(|| cannot_write(&path))?;
            Ok(Ready::File(prepared))
        });
        ready.collect()
    }
}

/// What goes to standard output, or into one file for all.
pub(super) struct Texts<'a> {
    places: &'a Places,
    out: output::Data,
    /// Begun when there is something to write.
    draft: Option<Draft>,
    /// What stands between two of them.
    separator: &'static str,
    is_first: bool,
}

impl<'a> Texts<'a> {
    pub(super) fn new(format: ConvertTo, places: &'a Places) -> Texts<'a> {
        Texts {
            places,
            out: output::data(),
            draft: None,
            separator: format.notation().map_or("", Notation::separator),
            is_first: true,
        }
    }

    /// Puts what a file became in its place.
    ///
    /// # Errors
    ///
    /// [`NotWritten`] if others may be written.
    pub(super) fn put(&mut self, ready: Vec<Ready>, force: bool) -> anyhow::Result<()> {
        for file in ready {
            match file {
                Ready::Text(text) => self.add(text)?,
                Ready::File(file) => {
                    let name = file_name(&file.path);
                    self.places
                        .claim(&file.path)
                        .and_then(|()| Ok(file.put(force)?))
                        .context(name)
                        .context(NotWritten)?;
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, mut text: SpooledTempFile) -> anyhow::Result<()> {
        let separator = match std::mem::take(&mut self.is_first) {
            true => "",
            false => self.separator,
        };
        let mut all = separator.as_bytes().chain(&mut text);
        let Some(path) = self.places.text() else {
            io::copy(&mut all, &mut self.out)?;
            return Ok(());
        };
        let mut add = || {
            let draft = match self.draft.take() {
                Some(draft) => draft,
                None => Draft::of(path)?,
            };
            io::copy(&mut all, self.draft.insert(draft)).map(drop)
        };
        add().with_context(|| cannot_write(path))
    }

    /// Call it in the end: only then is all where it belongs.
    pub(super) fn finish(mut self, force: bool) -> anyhow::Result<()> {
        self.out.flush()?;
        let (Some(path), Some(draft)) = (self.places.text(), self.draft) else {
            return Ok(());
        };
        let put = draft.finish().and_then(|draft| draft.put(force));
        put.with_context(|| cannot_write(path))
    }
}
