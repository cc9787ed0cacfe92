//! Writes converted files.

use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use kifu::convert::{Piece, Target};
use kifu::notation::Notation;
use kifu_files::Input;
use kifu_files::names::OutputName;
use kifu_files::write::{self, Draft, Prepared};
use tempfile::{SpooledData, SpooledTempFile};

use super::place::OutputPaths;
use crate::cmd::convert::args::ConvertArgs;
use crate::new_file::cannot_write;
use crate::new_files::NewFiles;
use crate::output;
use crate::printable::file_name;
use crate::read_files;
use crate::run::jobs;
use kifu::collection::CHUNK_LEN;

/// The converted output of an input.
pub(super) enum Converted {
    /// A file that is complete except for its name.
    File(Prepared),
    /// A file that is still to be written.
    New { path: PathBuf, text: Vec<u8> },
    /// A file that is not written because of `--dry-run`.
    Planned(PathBuf),
    /// Text for standard output or for the text of all inputs.
    Text(SpooledTempFile),
}

/// The output of one input while it is converted. Several inputs are converted at the same time.
pub(super) struct OutputDraft<'a> {
    paths: &'a OutputPaths,
    input: &'a Input,
    /// Whether each game gets its own file.
    split: bool,
    /// Whether the input has several chunks.
    is_large: bool,
    dry_run: bool,
    storage: Option<Storage>,
}

/// The storage of an unfinished output.
enum Storage {
    /// A draft in the directory of the file.
    Draft(PathBuf, Draft),
    /// A temporary file to copy from.
    Temporary(SpooledTempFile),
    /// Nothing is written.
    DryRun,
}

impl<'a> OutputDraft<'a> {
    pub(super) fn new(
        paths: &'a OutputPaths,
        input: &'a Input,
        args: &ConvertArgs,
        is_large: bool,
    ) -> OutputDraft<'a> {
        OutputDraft {
            paths,
            input,
            split: args.split,
            is_large,
            dry_run: args.dry_run,
            storage: None,
        }
    }

    /// Appends text. The first call creates the storage.
    pub(super) fn write(&mut self, text: &[u8]) -> anyhow::Result<()> {
        let storage = match self.storage.take() {
            Some(storage) => storage,
            None => self.create_storage()?,
        };
        match self.storage.insert(storage) {
            Storage::Draft(path, draft) => {
                draft.write_all(text).with_context(|| cannot_write(path))
            }
            Storage::Temporary(file) => file
                .write_all(text)
                .context("cannot write a temporary file"),
            Storage::DryRun => Ok(()),
        }
    }

    fn create_storage(&self) -> anyhow::Result<Storage> {
        if self.dry_run {
            return Ok(Storage::DryRun);
        }
        // The names of split files depend on the number of files. Drafts are open files, so only
        // large outputs use them: the number of open files is limited.
        let path = if self.split || !self.is_large {
            None
        } else {
            self.paths.path(self.input, None)?
        };
        let Some(path) = path else {
            return Ok(Storage::Temporary(SpooledTempFile::new(CHUNK_LEN)));
        };
        let draft = match path.parent().filter(|_| self.paths.creates_folders()) {
            Some(folder) => std::fs::create_dir_all(folder).and_then(|()| Draft::of(&path)),
            None => Draft::of(&path),
        };
        let draft = draft.with_context(|| cannot_write(&path))?;
        Ok(Storage::Draft(path, draft))
    }

    /// Completes the output; `pieces` are the files in it if each game gets its own.
    pub(super) fn finish(self, pieces: &[Piece]) -> anyhow::Result<Vec<Converted>> {
        let mut texts = match self.storage {
            Some(Storage::Draft(path, draft)) => {
                let prepared = draft.finish().with_context(|| cannot_write(&path))?;
                return Ok(vec![Converted::File(prepared)]);
            }
            Some(Storage::Temporary(file)) => Some(file),
            Some(Storage::DryRun) => None,
            None => return Ok(Vec::new()),
        };
        if let Some(texts) = &mut texts {
            texts.rewind()?;
        }
        if !self.split {
            return Ok(match (self.paths.path(self.input, None)?, texts) {
                (None, None) => Vec::new(),
                (None, Some(texts)) => vec![Converted::Text(texts)],
                (Some(path), None) => vec![Converted::Planned(path)],
                (Some(path), Some(texts)) => {
                    let mut text = match texts.into_inner() {
                        SpooledData::InMemory(text) => text.into_inner(),
                        SpooledData::OnDisk(mut file) => {
                            let mut text = Vec::new();
                            file.read_to_end(&mut text)?;
                            text
                        }
                    };
                    // Many texts can wait to be written.
                    text.shrink_to_fit();
                    vec![Converted::New { path, text }]
                }
            });
        }
        let of = pieces.len();
        let converted = (1..).zip(pieces).map(|(number, piece)| {
            let part = match &piece.name {
                Some(name) => Some(OutputName::Named(name)),
                None => (of > 1).then_some(OutputName::Numbered(number, of)),
            };
            let path = self.paths.path(self.input, part)?;
            let Some(texts) = &mut texts else {
                // A dry run without -o has no paths.
                return Ok(path.map(Converted::Planned));
            };
            let path = path.context("no output path")?;
            let mut text = vec![0; piece.len];
            texts.read_exact(&mut text)?;
            Ok(Some(Converted::New { path, text }))
        });
        converted.filter_map(Result::transpose).collect()
    }
}

/// Writes the outputs of all inputs to files, to standard output, or to one text.
pub(super) struct Writer<'a> {
    paths: &'a OutputPaths,
    force: bool,
    dry_run: bool,
    out: output::ContentsOut,
    files: NewFiles,
    /// The text for all inputs; created when there is something to write.
    draft: Option<Draft>,
    /// The text between the outputs of two inputs.
    separator: &'static str,
    is_first: bool,
}

impl<'a> Writer<'a> {
    pub(super) fn new(args: &ConvertArgs, format: Target, paths: &'a OutputPaths) -> Writer<'a> {
        Writer {
            paths,
            force: args.force,
            dry_run: args.dry_run,
            out: output::contents(),
            files: NewFiles::new(args.force, args.input.strict, jobs(&args.input)),
            draft: None,
            separator: format.notation().map_or("", Notation::separator),
            is_first: true,
        }
    }

    /// Writes the output of an input. Some failures are known, and reported, only during later
    /// calls.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written, or [`Stopped`](crate::exit::Stopped) if `--strict`
    /// ends the run.
    pub(super) fn put(&mut self, converted: Vec<Converted>) -> anyhow::Result<()> {
        self.files.begin_input();
        for output in converted {
            let (path, file) = match output {
                Converted::Text(text) => {
                    self.add(text)?;
                    continue;
                }
                Converted::Planned(path) => match self.plan(&path) {
                    Ok(()) => {
                        writeln!(self.out, "{}", file_name(&path))?;
                        continue;
                    }
                    Err(why) => (path, Err(why)),
                },
                Converted::File(file) => (file.path.clone(), self.plan(&file.path).map(|()| file)),
                Converted::New { path, text } => match self.paths.claim(&path) {
                    Ok(()) => {
                        let creates_folder = self.paths.creates_folders();
                        self.files.add_new(path, text, creates_folder)?;
                        continue;
                    }
                    Err(why) => (path, Err(io::Error::other(why))),
                },
            };
            self.files.add(path, file)?;
        }
        Ok(())
    }

    /// Claims a path and checks that a file can be written there, in dry runs as well.
    fn plan(&self, path: &Path) -> io::Result<()> {
        self.paths.claim(path).map_err(io::Error::other)?;
        write::vacant(path, &read_files::overwrite(self.force))
    }

    fn add(&mut self, mut text: SpooledTempFile) -> anyhow::Result<()> {
        let separator = if std::mem::take(&mut self.is_first) {
            ""
        } else {
            self.separator
        };
        let mut all = separator.as_bytes().chain(&mut text);
        let Some(path) = self.paths.text() else {
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

    /// Writes the remaining output. Returns the number of inputs that were written, and the number
    /// of those that failed.
    pub(super) fn finish(mut self) -> anyhow::Result<(u64, u64)> {
        let failed = self.files.commit();
        let inputs = self.files.inputs;
        if let (Some(path), true) = (self.paths.text(), self.dry_run && inputs > 0) {
            write::vacant(path, &read_files::overwrite(self.force))
                .with_context(|| cannot_write(path))?;
            writeln!(self.out, "{}", file_name(path))?;
        }
        self.out.flush()?;
        if let (Some(path), Some(draft)) = (self.paths.text(), self.draft) {
            let put = draft
                .finish()
                .and_then(|draft| draft.commit(read_files::overwrite(self.force)));
            put.with_context(|| cannot_write(path))?;
        }
        Ok((inputs - failed, failed))
    }
}
