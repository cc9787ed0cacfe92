//! New files of several inputs, committed many at a time.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io;
use std::path::PathBuf;

use kifu_files::reason;
use kifu_files::write::{Batch, CommitMode, Committed, NewContents, Prepared};

use crate::exit::Stopped;
use crate::new_file::cannot_write;
use crate::output;
use crate::printable::Printable;
use crate::read_files;

/// New files, and the inputs with files that could not be written.
pub(crate) struct NewFiles {
    /// The files that wait for their names, each with the number of its input.
    batch: Batch<(u64, PathBuf)>,
    force: bool,
    strict: bool,
    /// The number of inputs so far.
    pub(crate) inputs: u64,
    /// The numbers of the inputs with files that could not be written.
    failed: BTreeSet<u64>,
}

impl NewFiles {
    /// Creates an empty collection of files. `force` lets files replace existing ones; `strict`
    /// ends the run after the first file that cannot be written. Files are written on `jobs`
    /// threads; 0 is one for each core.
    pub(crate) fn new(force: bool, strict: bool, jobs: usize) -> NewFiles {
        NewFiles {
            batch: Batch::new(strict).on_threads(jobs),
            force,
            strict,
            inputs: 0,
            failed: BTreeSet::new(),
        }
    }

    /// Begins the next input.
    pub(crate) fn begin_input(&mut self) {
        self.inputs += 1;
    }

    /// Adds a file of the last input, or the error from writing it.
    ///
    /// # Errors
    ///
    /// [`Stopped`] after a failure, with `--strict`.
    pub(crate) fn add(&mut self, path: PathBuf, file: io::Result<Prepared>) -> anyhow::Result<()> {
        let member = (self.inputs, path);
        let committed = match file {
            Ok(file) => {
                let staged = file.staged(CommitMode::New {
                    overwrite: read_files::overwrite(self.force),
                });
                self.batch.add(Some(staged), member)
            }
            Err(why) => vec![(member, Err(why))],
        };
        self.report(committed)
    }

    /// Adds a file of the last input that is not written yet; `creates_folder` is whether its
    /// directory is created if needed.
    ///
    /// # Errors
    ///
    /// [`Stopped`] after a failure, with `--strict`.
    pub(crate) fn add_new(
        &mut self,
        path: PathBuf,
        bytes: Vec<u8>,
        creates_folder: bool,
    ) -> anyhow::Result<()> {
        let member = (self.inputs, path.clone());
        let file = NewContents {
            path,
            bytes,
            overwrite: read_files::overwrite(self.force),
            creates_folder,
        };
        let committed = self.batch.add_new(file, member);
        self.report(committed)
    }

    fn report(&mut self, committed: Committed<(u64, PathBuf)>) -> anyhow::Result<()> {
        let mut done = Ok(());
        for ((input, path), written) in committed {
            if let Err(why) = written {
                done = done.and(self.fail(input, format_args!("{}: {why}", cannot_write(&path))));
            }
        }
        done
    }

    /// Reports why a file of an input cannot be written.
    ///
    /// # Errors
    ///
    /// [`Stopped`] with `--strict`.
    pub(crate) fn fail(&mut self, input: u64, why: impl Display) -> anyhow::Result<()> {
        self.failed.insert(input);
        output::message(format_args!("{}", Printable(&reason(why))));
        if self.strict {
            return Err(Stopped.into());
        }
        Ok(())
    }

    /// Renames the remaining files to their final names. Returns the number of inputs with files
    /// that could not be written.
    pub(crate) fn commit(&mut self) -> u64 {
        let committed = self.batch.commit();
        // The run has ended, so there is nothing left for `Stopped` to end.
        let _ = self.report(committed);
        self.failed.len() as u64
    }
}
