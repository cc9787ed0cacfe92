//! Writing what files become.

use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu::notation::Notation;
use tempfile::SpooledTempFile;

use super::made::File;
use super::place::Places;
use crate::cmd::convert::args::{ConvertArgs, ConvertTo};
use crate::input::Input;
use crate::naming::OutputName;
use crate::new_file::cannot_write;
use crate::new_files::NewFiles;
use crate::output;
use crate::printable::file_name;
use crate::replace::{self, Draft, Prepared};
use kifu::collection::CHUNK_LEN;

/// What is to be written of an input.
pub(super) enum Ready {
    /// A file that only needs its name.
    File(Prepared),
    New {
        path: PathBuf,
        text: Vec<u8>,
    },
    /// A file that a run would write.
    Planned(PathBuf),
    /// What goes to standard output, or into the text of all.
    Text(SpooledTempFile),
}

/// What a file becomes, as far as it is written. This takes long, and is done for many at a time.
pub(super) struct Becoming<'a> {
    places: &'a Places,
    input: &'a Input,
    /// Each game is a file.
    split: bool,
    /// It is not all in memory.
    is_large: bool,
    dry_run: bool,
    written: Option<Written>,
}

enum Written {
    /// Beside its place.
    Draft(PathBuf, Draft),
    /// To be copied from there.
    Apart(SpooledTempFile),
    Nowhere,
}

impl<'a> Becoming<'a> {
    pub(super) fn new(
        places: &'a Places,
        input: &'a Input,
        args: &ConvertArgs,
        is_large: bool,
    ) -> Becoming<'a> {
        Becoming {
            places,
            input,
            split: args.split,
            is_large,
            dry_run: args.dry_run,
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
            Written::Nowhere => Ok(()),
        }
    }

    fn begin(&self) -> anyhow::Result<Written> {
        if self.dry_run {
            return Ok(Written::Nowhere);
        }
        let path = match self.split || !self.is_large {
            // Names need to know how many there are; and drafts are open files, of which there
            // cannot be many.
            true => None,
            false => self.places.of_file(self.input, None)?,
        };
        let Some(path) = path else {
            return Ok(Written::Apart(SpooledTempFile::new(CHUNK_LEN)));
        };
        let made = self.places.make_folder(&path);
        let draft = made.and_then(|()| Draft::of(&path));
        let draft = draft.with_context(|| cannot_write(&path))?;
        Ok(Written::Draft(path, draft))
    }

    /// Ends it.
    pub(super) fn ready(self, files: Option<Vec<File>>) -> anyhow::Result<Vec<Ready>> {
        let mut texts = match self.written {
            Some(Written::Draft(path, draft)) => {
                let prepared = draft.finish().with_context(|| cannot_write(&path))?;
                return Ok(vec![Ready::File(prepared)]);
            }
            Some(Written::Apart(file)) => Some(file),
            Some(Written::Nowhere) => None,
            None => return Ok(Vec::new()),
        };
        if let Some(texts) = &mut texts {
            texts.rewind()?;
        }
        let Some(files) = files else {
            return Ok(match (self.places.of_file(self.input, None)?, texts) {
                (None, None) => Vec::new(),
                (None, Some(texts)) => vec![Ready::Text(texts)],
                (Some(path), None) => vec![Ready::Planned(path)],
                (Some(path), Some(mut texts)) => {
                    let mut text = Vec::new();
                    texts.read_to_end(&mut text)?;
                    vec![Ready::New { path, text }]
                }
            });
        };
        let of = files.len();
        let ready = (1..).zip(files).map(|(number, file)| {
            let part = match &file.name {
                Some(name) => Some(OutputName::Named(name)),
                None => (of > 1).then_some(OutputName::Numbered(number, of)),
            };
            let path = self.places.of_file(self.input, part)?;
            let Some(texts) = &mut texts else {
                // Of a dry run without -o nothing is known but how many files there are.
                return Ok(path.map(Ready::Planned));
            };
            let path = path.context("it has no place")?;
            let mut text = vec![0; file.len];
            texts.read_exact(&mut text)?;
            Ok(Some(Ready::New { path, text }))
        });
        ready.filter_map(Result::transpose).collect()
    }
}

/// What is written: files, and what goes to standard output or into one file for all.
pub(super) struct Texts<'a> {
    places: &'a Places,
    force: bool,
    dry_run: bool,
    out: output::ContentsOut,
    files: NewFiles,
    /// Begun when there is something to write.
    draft: Option<Draft>,
    /// What stands between two of them.
    separator: &'static str,
    is_first: bool,
}

impl<'a> Texts<'a> {
    pub(super) fn new(args: &ConvertArgs, format: ConvertTo, places: &'a Places) -> Texts<'a> {
        Texts {
            places,
            force: args.force,
            dry_run: args.dry_run,
            out: output::contents(),
            files: NewFiles::new(args.force, args.input.strict),
            draft: None,
            separator: format.notation().map_or("", Notation::separator),
            is_first: true,
        }
    }

    /// Writes what an input became. What cannot be written is reported once that is known.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written, and [`Stopped`](crate::exit::Stopped) where `--strict` ends it.
    pub(super) fn put(&mut self, ready: Vec<Ready>) -> anyhow::Result<()> {
        self.files.begin_input();
        for file in ready {
            let (path, file) = match file {
                Ready::Text(text) => {
                    self.add(text)?;
                    continue;
                }
                Ready::Planned(path) => match self.plan(&path) {
                    Ok(()) => {
                        writeln!(self.out, "{}", file_name(&path))?;
                        continue;
                    }
                    Err(why) => (path, Err(why)),
                },
                Ready::File(file) => (file.path.clone(), self.plan(&file.path).map(|()| file)),
                Ready::New { path, text } => {
                    let file = self.prepared(&path, &text);
                    (path, file)
                }
            };
            self.files.add(path, file)?;
        }
        Ok(())
    }

    /// Whether a file can be written. Dry runs and real runs both ask this.
    fn plan(&self, path: &Path) -> io::Result<()> {
        self.places.claim(path).map_err(io::Error::other)?;
        replace::vacant(path, self.force)
    }

    fn prepared(&self, path: &Path, text: &[u8]) -> io::Result<Prepared> {
        self.plan(path)?;
        self.places.make_folder(path)?;
        replace::prepare(path, text)
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

    /// Writes what still waits. Returns how many inputs were written, and how many were not.
    pub(super) fn finish(mut self) -> anyhow::Result<(u64, u64)> {
        let failed = self.files.commit();
        let inputs = self.files.inputs;
        if let (Some(path), true) = (self.places.text(), self.dry_run && inputs > 0) {
            replace::vacant(path, self.force).with_context(|| cannot_write(path))?;
            writeln!(self.out, "{}", file_name(path))?;
        }
        self.out.flush()?;
        if let (Some(path), Some(draft)) = (self.places.text(), self.draft) {
            let put = draft.finish().and_then(|draft| draft.commit(self.force));
            put.with_context(|| cannot_write(path))?;
        }
        Ok((inputs - failed, failed))
    }
}
