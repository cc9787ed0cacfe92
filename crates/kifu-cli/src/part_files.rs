//! New files with games of inputs: for `kifu split` and `kifu extract`.
//!
//! Files are [committed](Batch) many at a time, so an input is reported once all of its new files have
//! their names.

use std::io::Write;
use std::path::PathBuf;

use crate::exit::{Refusal, Refusals, Stopped};
use crate::input::{Input, reason};
use crate::json::{self, Sequence};
use crate::naming::{Naming, PartOf};
use crate::new_file::{NewFile, cannot_write};
use crate::output::{self, Out};
use crate::printable::{Printable, file_name};
use crate::replace::{Batch, Committed};
use crate::told::{Fate, Parts};

/// Writes and counts the new files of a run.
pub(crate) struct PartFiles {
    pub(crate) dry_run: bool,
    pub(crate) strict: bool,
    /// Whether the names of a dry run go to standard output.
    pub(crate) lists: bool,
    pub(crate) out: Out,
    /// For programs, if they requested a report of each file.
    told: Option<Sequence>,
    /// The reports, held until the run ends, where only its end shows whether a file could be written.
    held: Option<Vec<Parts>>,
    batch: Batch<Part>,
    /// The inputs that are not reported yet. Games are being written of the last one.
    inputs: Vec<InputParts>,
    pub(crate) refusals: Refusals,
    pub(crate) counts: Counts,
}

/// The number of files, games and inputs.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    /// New files that were written, and the games in them.
    pub(crate) files: u64,
    pub(crate) games: u64,
    /// Inputs that were refused.
    pub(crate) refused: u64,
    /// Inputs whose games all could not be written.
    pub(crate) unwritten: u64,
    /// Inputs with games that were written and games that were not.
    pub(crate) in_part: u64,
}

/// An input until all of its new files have their names.
pub(crate) struct InputParts {
    shown: String,
    /// Whether messages name the game.
    names_games: bool,
    report: Parts,
    written: u64,
    /// The numbers of games, and why there is nothing of them.
    pub(crate) refused: Vec<(usize, Refusal)>,
    pub(crate) failed: Vec<(usize, String)>,
}

impl InputParts {
    fn named(&self, game: usize) -> String {
        if self.names_games {
            format!("{}: game {game}", self.shown)
        } else {
            self.shown.clone()
        }
    }
}

/// A file that is complete.
struct Part {
    /// The index of its input among those that wait.
    input: usize,
    /// `None` on standard output, and if no name could be made.
    path: Option<PathBuf>,
    games: Vec<usize>,
    /// Why it cannot be written.
    why: Option<String>,
}

impl PartFiles {
    pub(crate) fn new(told: Option<Sequence>, dry_run: bool, strict: bool) -> PartFiles {
        PartFiles {
            dry_run,
            strict,
            lists: dry_run && told.is_none(),
            out: output::stdout(),
            told,
            held: None,
            batch: Batch::new(strict),
            inputs: Vec::new(),
            refusals: Refusals::default(),
            counts: Counts::default(),
        }
    }

    /// Holds the reports for programs until [`finish`](PartFiles::finish).
    pub(crate) fn holding_reports(mut self) -> PartFiles {
        self.held = Some(Vec::new());
        self
    }

    /// Begins the next input; `names_games` says whether messages about it name the game.
    pub(crate) fn begin_input(&mut self, input: &Input, names_games: bool) {
        self.inputs.push(InputParts {
            shown: input.shown(),
            names_games,
            report: Parts::of(input),
            written: 0,
            refused: Vec::new(),
            failed: Vec::new(),
        });
    }

    /// The last input.
    pub(crate) fn input(&mut self) -> &mut InputParts {
        let last = self.inputs.len() - 1;
        &mut self.inputs[last]
    }

    /// Reports the inputs if no new file waits for its name.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written, and [`Stopped`] where `--strict` ends the run.
    pub(crate) fn end_input(&mut self) -> anyhow::Result<()> {
        self.report_inputs(0)
    }

    /// Ends a new file of the last input. It gets its name together with others.
    ///
    /// # Errors
    ///
    /// See [`end_input`](PartFiles::end_input).
    pub(crate) fn end(&mut self, file: NewPart) -> anyhow::Result<()> {
        let staged = file.state.and_then(|file| {
            let staged = file.map(NewFile::staged).transpose();
            staged.map_err(chain)
        });
        let (staged, why) = match staged {
            Ok(staged) => (staged, None),
            Err(why) => (None, Some(why)),
        };
        let part = Part {
            input: self.inputs.len() - 1,
            path: file.path,
            games: file.games,
            why,
        };
        let committed = self.batch.add(staged, part);
        self.note(committed)?;
        self.report_inputs(1)
    }

    /// Counts a game of the last input that went to standard output, or into a file of the caller's.
    ///
    /// # Errors
    ///
    /// See [`end_input`](PartFiles::end_input).
    pub(crate) fn written(&mut self, path: Option<PathBuf>, game: usize) -> anyhow::Result<()> {
        let part = Part {
            input: self.inputs.len() - 1,
            path,
            games: vec![game],
            why: None,
        };
        self.note(vec![(part, Ok(()))])
    }

    /// Notes what became of new files.
    fn note(&mut self, committed: Committed<Part>) -> anyhow::Result<()> {
        for (part, done) in committed {
            let input = &mut self.inputs[part.input];
            let cannot = |error| match &part.path {
                Some(path) => format!("{}: {error}", cannot_write(path)),
                None => error,
            };
            let written = part.why.map_or(Ok(()), Err);
            let written = written.and(done.map_err(|error| cannot(error.to_string())));
            if let (Ok(()), Some(path), true) = (&written, &part.path, self.lists) {
                writeln!(self.out, "{}", file_name(path))?;
            }
            let fate = match written {
                Ok(()) => {
                    input.written += 1;
                    self.counts.files += 1;
                    self.counts.games += part.games.len() as u64;
                    if self.dry_run {
                        Fate::Planned
                    } else {
                        Fate::Written
                    }
                }
                Err(why) => {
                    let game = part.games.first().copied().unwrap_or_default();
                    input.failed.push((game, why));
                    Fate::Failed
                }
            };
            input.report.add(part.path.as_deref(), part.games, fate);
        }
        Ok(())
    }

    /// Reports the inputs but for the last `open` ones, if no new file waits for its name.
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
            for (game, why) in &input.failed {
                let why = reason(why);
                output::message(format_args!("{}: {}", input.named(*game), Printable(&why)));
            }
            match (&mut self.held, &mut self.told) {
                (Some(held), _) => held.push(input.report),
                (None, Some(told)) => told.write(&mut self.out, &json::line(&input.report)?)?,
                (None, None) => {}
            }
        }
        if any_failed && self.strict {
            return Err(Stopped.into());
        }
        Ok(())
    }

    /// Gives the last files their names, and reports their inputs.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    pub(crate) fn commit(&mut self) -> anyhow::Result<()> {
        let committed = self.batch.commit();
        self.note(committed)?;
        match self.report_inputs(0) {
            Err(error) if !error.is::<Stopped>() => Err(error),
            _ => Ok(()),
        }
    }

    /// Ends what goes to standard output; `failed` says that nothing could be written after all.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    pub(crate) fn finish(&mut self, failed: bool) -> anyhow::Result<()> {
        if let Some(mut told) = self.told.take() {
            for mut report in self.held.take().into_iter().flatten() {
                if failed {
                    report.fail();
                }
                told.write(&mut self.out, &json::line(&report)?)?;
            }
            told.finish(&mut self.out)?;
        }
        Ok(self.out.flush()?)
    }
}

/// A new file, as far as it is written.
pub(crate) struct NewPart {
    /// `None` if no name could be made.
    pub(crate) path: Option<PathBuf>,
    games: Vec<usize>,
    /// The file, if it is not only planned; or why there will be none.
    pub(crate) state: Result<Option<NewFile>, String>,
    /// Whether there will be none because its games cannot be together.
    is_unfit: bool,
}

impl NewPart {
    pub(crate) fn begin(naming: &mut Naming<'_>, part: &PartOf<'_>, dry_run: bool) -> NewPart {
        let path = naming.name(part);
        let state = match &path {
            Err(why) => Err(format!("{why:#}")),
            Ok(path) if dry_run => naming.plan(path).map(|()| None).map_err(chain),
            Ok(path) => naming.begin(path).map(Some).map_err(chain),
        };
        NewPart {
            path: path.ok(),
            games: Vec::new(),
            state,
            is_unfit: false,
        }
    }

    /// Adds games, given with their numbers, or why they cannot be together.
    pub(crate) fn add(
        &mut self,
        games: impl IntoIterator<Item = usize>,
        bytes: Result<Vec<u8>, String>,
    ) {
        self.games.extend(games);
        match (bytes, &mut self.state) {
            // This reason replaces one from writing, unless the file has no name.
            (Err(why), state) if self.path.is_some() && !self.is_unfit => {
                self.is_unfit = true;
                *state = Err(why);
            }
            (Ok(bytes), Ok(Some(file))) => {
                if let Err(why) = file.add(&bytes) {
                    self.state = Err(chain(why));
                }
            }
            _ => {}
        }
    }
}

/// An error with its causes.
fn chain(error: anyhow::Error) -> String {
    format!("{error:#}")
}
