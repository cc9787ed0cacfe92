//! New files with games of the inputs, for `kifu split` and `kifu extract`.
//!
//! Files are [committed](Batch) many at a time, so an input is reported once all of its new files
//! have their names.

use std::io::Write;
use std::path::PathBuf;

use kifu_files::names::{NameError, Naming, NewFileInfo};
use kifu_files::write::{Batch, Committed};
use kifu_files::{Input, reason};

use crate::exit::{Refusal, Refusals, Stopped};
use crate::file_report::{FileReport, WriteStatus};
use crate::json::{self, Sequence};
use crate::new_file::{self, NewFile, cannot_write};
use crate::output::{self, Out};
use crate::printable::{InputName, Printable, file_name};

/// Writes and counts the new files of a run.
pub(crate) struct GameFiles {
    pub(crate) dry_run: bool,
    pub(crate) strict: bool,
    /// Whether a dry run lists the names of the files on standard output.
    pub(crate) lists: bool,
    pub(crate) out: Out,
    /// The writer of the JSON reports, if they were requested.
    reports: Option<Sequence>,
    /// The reports that wait for the end of the run, if only then it is known whether the files
    /// were written.
    delayed: Option<Vec<FileReport>>,
    batch: Batch<FinishedFile>,
    /// The inputs that have not been reported yet. Games of the last one are being written.
    inputs: Vec<InputStatus>,
    pub(crate) refusals: Refusals,
    pub(crate) counts: Counts,
}

/// The number of files, games and inputs.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    /// The number of new files that were written.
    pub(crate) files: u64,
    /// The number of games in these files.
    pub(crate) games: u64,
    /// The number of refused inputs.
    pub(crate) refused: u64,
    /// The number of inputs for which no game could be written.
    pub(crate) unwritten: u64,
    /// The number of inputs for which only some games were written.
    pub(crate) in_part: u64,
}

/// An input whose new files do not all have their names yet.
pub(crate) struct InputStatus {
    shown: String,
    /// Whether messages name the game.
    names_games: bool,
    report: FileReport,
    written: u64,
    /// The numbers of refused games, with the reasons.
    pub(crate) refused: Vec<(usize, Refusal)>,
    /// The numbers of games that could not be written, with the reasons.
    pub(crate) failed: Vec<(usize, String)>,
}

impl InputStatus {
    /// Returns the name of the input, with the number of the game if messages name it.
    fn named(&self, game: usize) -> String {
        if self.names_games {
            format!("{}: game {game}", self.shown)
        } else {
            self.shown.clone()
        }
    }
}

/// A finished file, which may not have its final name yet.
struct FinishedFile {
    /// The index of its input in [`GameFiles::inputs`].
    input: usize,
    /// `None` for standard output, or if no name could be made.
    path: Option<PathBuf>,
    games: Vec<usize>,
    /// The address of the last node, if the file contains a single line of a game and not whole
    /// games.
    end: Option<String>,
    /// The reason why the file cannot be written.
    error: Option<String>,
}

impl GameFiles {
    pub(crate) fn new(reports: Option<Sequence>, dry_run: bool, strict: bool) -> GameFiles {
        GameFiles {
            dry_run,
            strict,
            lists: dry_run && reports.is_none(),
            out: output::stdout(),
            reports,
            delayed: None,
            batch: Batch::new(strict),
            inputs: Vec::new(),
            refusals: Refusals::default(),
            counts: Counts::default(),
        }
    }

    /// Delays the JSON reports until [`finish`](GameFiles::finish).
    pub(crate) fn delaying_reports(mut self) -> GameFiles {
        self.delayed = Some(Vec::new());
        self
    }

    /// Begins the next input; `names_games` is whether messages about it name the game.
    pub(crate) fn begin_input(&mut self, input: &Input, names_games: bool) {
        self.inputs.push(InputStatus {
            shown: input.shown(),
            names_games,
            report: FileReport::of(input),
            written: 0,
            refused: Vec::new(),
            failed: Vec::new(),
        });
    }

    /// Returns the last input.
    pub(crate) fn input(&mut self) -> &mut InputStatus {
        let last = self.inputs.len() - 1;
        &mut self.inputs[last]
    }

    /// Reports the inputs if no new file waits for its name.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written; and [`Stopped`] after a failure, with `--strict`.
    pub(crate) fn end_input(&mut self) -> anyhow::Result<()> {
        self.report_inputs(0)
    }

    /// Finishes a new file of the last input. The file is renamed together with others.
    ///
    /// # Errors
    ///
    /// See [`end_input`](GameFiles::end_input).
    pub(crate) fn end(&mut self, file: NewGameFile) -> anyhow::Result<()> {
        let staged = file.state.and_then(|file| {
            let staged = file.map(NewFile::staged).transpose();
            staged.map_err(chain)
        });
        let (staged, error) = match staged {
            Ok(staged) => (staged, None),
            Err(error) => (None, Some(error)),
        };
        let finished = FinishedFile {
            input: self.inputs.len() - 1,
            path: file.path,
            games: file.games,
            end: file.end,
            error,
        };
        let committed = self.batch.add(staged, finished);
        self.record(committed)?;
        self.report_inputs(1)
    }

    /// Counts a game of the last input that the caller wrote, to standard output or a file; `end` is
    /// the address of the last node of a line.
    ///
    /// # Errors
    ///
    /// See [`end_input`](GameFiles::end_input).
    pub(crate) fn written(
        &mut self,
        path: Option<PathBuf>,
        game: usize,
        end: Option<String>,
    ) -> anyhow::Result<()> {
        let finished = FinishedFile {
            input: self.inputs.len() - 1,
            path,
            games: vec![game],
            end,
            error: None,
        };
        self.record(vec![(finished, Ok(()))])
    }

    /// Records the results for new files.
    fn record(&mut self, committed: Committed<FinishedFile>) -> anyhow::Result<()> {
        for (file, done) in committed {
            let input = &mut self.inputs[file.input];
            let with_path = |error| match &file.path {
                Some(path) => format!("{}: {error}", cannot_write(path)),
                None => error,
            };
            let written = file.error.map_or(Ok(()), Err);
            let written = written.and(done.map_err(|error| with_path(error.to_string())));
            if let (Ok(()), Some(path), true) = (&written, &file.path, self.lists) {
                writeln!(self.out, "{}", file_name(path))?;
            }
            let fate = match written {
                Ok(()) => {
                    input.written += 1;
                    self.counts.files += 1;
                    self.counts.games += file.games.len() as u64;
                    if self.dry_run {
                        WriteStatus::Planned
                    } else {
                        WriteStatus::Written
                    }
                }
                Err(error) => {
                    let game = file.games.first().copied().unwrap_or_default();
                    input.failed.push((game, error));
                    WriteStatus::Failed
                }
            };
            if self.reports.is_some() {
                let content = (file.games, file.end);
                input.report.add(file.path.as_deref(), content, fate);
            }
        }
        Ok(())
    }

    /// Reports all inputs except the last `open` ones, if no new file waits for its name.
    fn report_inputs(&mut self, open: usize) -> anyhow::Result<()> {
        if !self.batch.is_empty() {
            return Ok(());
        }
        let mut any_failed = false;
        for mut input in self.inputs.drain(..self.inputs.len() - open) {
            let failed = !input.failed.is_empty();
            any_failed |= failed;
            match input.written {
                0 if failed => self.counts.unwritten += 1,
                0 => self.counts.refused += 1,
                _ => self.counts.in_part += u64::from(failed || !input.refused.is_empty()),
            }
            for (game, refusal) in std::mem::take(&mut input.refused) {
                self.refusals.add(&input.named(game), refusal);
            }
            for (game, error) in &input.failed {
                let why = reason(error);
                output::message(format_args!("{}: {}", input.named(*game), Printable(&why)));
            }
            match (&mut self.delayed, &mut self.reports) {
                (Some(delayed), _) => delayed.push(input.report),
                (None, Some(reports)) => {
                    reports.write(&mut self.out, &json::line(&input.report)?)?;
                }
                (None, None) => {}
            }
        }
        if any_failed && self.strict {
            return Err(Stopped.into());
        }
        Ok(())
    }

    /// Renames the remaining files to their final names, and reports their inputs.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    pub(crate) fn commit(&mut self) -> anyhow::Result<()> {
        let committed = self.batch.commit();
        self.record(committed)?;
        match self.report_inputs(0) {
            Err(error) if !error.is::<Stopped>() => Err(error),
            _ => Ok(()),
        }
    }

    /// Writes the delayed reports and flushes standard output. If `failed` is set, the reports say
    /// that no file was written.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    pub(crate) fn finish(&mut self, failed: bool) -> anyhow::Result<()> {
        if let Some(mut reports) = self.reports.take() {
            for mut report in self.delayed.take().into_iter().flatten() {
                if failed {
                    report.fail();
                }
                reports.write(&mut self.out, &json::line(&report)?)?;
            }
            reports.finish(&mut self.out)?;
        }
        Ok(self.out.flush()?)
    }
}

/// A new file that is being written.
pub(crate) struct NewGameFile {
    /// `None` if no name could be made.
    pub(crate) path: Option<PathBuf>,
    games: Vec<usize>,
    /// The address of the last node, if the file contains a single line of a game and not whole
    /// games.
    pub(crate) end: Option<String>,
    /// The file, `None` in a dry run, or the reason why it cannot be written.
    pub(crate) state: Result<Option<NewFile>, String>,
    /// Whether the file cannot be written because its games cannot be in one file.
    has_conflict: bool,
}

impl NewGameFile {
    /// Names and begins a file. In a dry run, only checks that it can be written.
    pub(crate) fn begin(
        naming: &mut Naming<'_>,
        file: &NewFileInfo<'_>,
        force: bool,
        dry_run: bool,
    ) -> NewGameFile {
        let path = naming.name(file);
        let state = match &path {
            Err(NameError::NotUnicode) => {
                Err("the file name is not Unicode; use `--name`".to_owned())
            }
            Err(error) => Err(error.to_string()),
            Ok(path) if dry_run => new_file::plan(path, force).map(|()| None).map_err(chain),
            Ok(path) => NewFile::begin_below(path, force).map(Some).map_err(chain),
        };
        NewGameFile {
            path: path.ok(),
            games: Vec::new(),
            end: None,
            state,
            has_conflict: false,
        }
    }

    /// Adds games by their numbers: their bytes, or the reason why they cannot be in one file.
    pub(crate) fn add(
        &mut self,
        games: impl IntoIterator<Item = usize>,
        bytes: Result<Vec<u8>, String>,
    ) {
        self.games.extend(games);
        match (bytes, &mut self.state) {
            // This reason replaces an error from writing, unless no name could be made.
            (Err(conflict), state) if self.path.is_some() && !self.has_conflict => {
                self.has_conflict = true;
                *state = Err(conflict);
            }
            (Ok(bytes), Ok(Some(file))) => {
                if let Err(error) = file.add(&bytes) {
                    self.state = Err(chain(error));
                }
            }
            _ => {}
        }
    }
}

/// Returns the message of an error with its causes.
fn chain(error: anyhow::Error) -> String {
    format!("{error:#}")
}
