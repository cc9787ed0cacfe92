//! Runs a verb on each input, on several threads.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use kifu::collection::CHUNK_LEN;
use kifu_files::OtherKind;
use kifu_files::games::ReadError;
use kifu_files::games::{self, Chunks};
use kifu_files::parallel;
use kifu_files::{Input, Unreadable, Walk, reason};

use crate::args::input::InputArgs;
use crate::exit::{NoPath, Outcome, Stopped, Usage};
use crate::output;
use crate::printable::{InputName, Printable, file_name};
use crate::progress::Progress;
use crate::read_files;

/// The inputs of a verb, and how it reads them.
///
/// Each method that reads them calls `work` for each input, and `sink` with the results in the
/// order of the inputs. An input that cannot be read or that `work` refuses is reported on standard
/// error. With `--strict`, the first such input ends the run. [`Stopped`] from `sink` also ends the
/// run.
pub(crate) struct Inputs<'a> {
    verb: &'a str,
    args: &'a InputArgs,
    whole: bool,
    split_at_lines: bool,
    only_records: bool,
    accepts: Accepts,
    label: Option<&'a str>,
}

/// The inputs without a game that a verb accepts.
enum Accepts {
    None,
    /// Inputs that the command line names.
    Named,
    All,
}

impl<'a> Inputs<'a> {
    /// Selects the inputs that the command line names. The verb is named as in its help: `check` or
    /// `rec info`.
    pub(crate) fn of(verb: &'a str, args: &'a InputArgs) -> Inputs<'a> {
        Inputs {
            verb,
            args,
            whole: false,
            split_at_lines: true,
            only_records: false,
            accepts: Accepts::None,
            label: None,
        }
    }

    /// Sets a name that messages use instead of the names of inputs.
    pub(crate) fn labelled(self, label: Option<&'a str>) -> Inputs<'a> {
        Inputs { label, ..self }
    }

    /// Sets whether each input is read as one chunk of any size.
    pub(crate) fn whole(self, whole: bool) -> Inputs<'a> {
        Inputs { whole, ..self }
    }

    /// Allows chunks to end within a line, for verbs that report no line numbers.
    pub(crate) fn split_within_lines(self) -> Inputs<'a> {
        Inputs {
            split_at_lines: false,
            ..self
        }
    }

    /// Reads only the records of chunks, not their bytes: then a collection in JGF is read in chunks, too. Inputs without a
    /// game are not accepted.
    pub(crate) fn only_records(self) -> Inputs<'a> {
        Inputs {
            only_records: true,
            ..self
        }
    }

    /// Accepts inputs without a game, except those found in directories.
    pub(crate) fn with_or_without_games(self) -> Inputs<'a> {
        Inputs {
            accepts: Accepts::Named,
            ..self
        }
    }

    /// Accepts all inputs without a recognized game, if `accepts` is set.
    pub(crate) fn with_unrecognized(self, accepts: bool) -> Inputs<'a> {
        let accepts = if accepts { Accepts::All } else { self.accepts };
        Inputs { accepts, ..self }
    }

    fn open(&self, input: &Input) -> anyhow::Result<Chunks> {
        let chunk_len = if self.whole { usize::MAX } else { CHUNK_LEN };
        let chunks = match self.accepts {
            Accepts::None if self.only_records => games::open_records(input, chunk_len)?,
            Accepts::None => games::open(input, chunk_len)?,
            Accepts::Named => games::open_any(input, chunk_len)?,
            Accepts::All => games::open_unrecognized(input, chunk_len)?,
        };
        Ok(if self.split_at_lines {
            chunks.split_at_lines()
        } else {
            chunks
        })
    }

    /// Calls `work` with all bytes of each input.
    pub(crate) fn each_file<T: Send>(
        self,
        work: impl Fn(&Input, Vec<u8>) -> anyhow::Result<T> + Sync,
        sink: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let inputs = self.whole(true);
        let work = |input: &Input| {
            let bytes = inputs.open(input)?.read_all()?;
            Ok((bytes.len() as u64, work(input, bytes)?))
        };
        inputs.each(work, sink)
    }

    /// Calls `work` with the chunks of each input.
    pub(crate) fn each_collection<T: Send>(
        self,
        work: impl Fn(&Input, &mut Chunks) -> anyhow::Result<T> + Sync,
        sink: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let work = |input: &Input| {
            let mut chunks = self.open(input)?;
            let result = work(input, &mut chunks)?;
            Ok((chunks.bytes_yielded(), result))
        };
        self.each(work, sink)
    }

    /// Calls `work` for each input; it reads the input and returns its length in bytes.
    pub(crate) fn each<T: Send>(
        &self,
        work: impl Fn(&Input) -> anyhow::Result<(u64, T)> + Sync,
        mut sink: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let inputs = inputs(self.verb, self.args)?;
        let mut status = RunStatus::new(self.args, self.label);
        let read = |input: Result<Input, Unreadable>| {
            let input = input?;
            work(&input).map_err(|error| Failure::of(&input, &error))
        };
        let done = parallel::for_each_in_order(jobs(self.args), inputs, read, |result| {
            status.add(result, &mut sink)
        });
        status.end(done)
    }

    /// Returns the status of a run for a library that reads the inputs.
    #[cfg(feature = "tables")]
    pub(crate) fn observed(self) -> anyhow::Result<Observed<'a>> {
        inputs(self.verb, self.args)?;
        Ok(Observed(RunStatus::new(self.args, self.label)))
    }

    /// Adds up all inputs: `new` creates an empty sum, `add` adds an input to it, and `merge`
    /// combines the sums of several threads.
    ///
    /// If `add` refuses an input, it must not change the sum. With `--strict`, no input after the
    /// first refused one counts, for any number of threads.
    pub(crate) fn sum<S: Send>(
        self,
        new: impl Fn() -> S + Sync,
        add: impl Fn(&mut S, &Input, &mut Chunks) -> anyhow::Result<()> + Sync,
        mut merge: impl FnMut(&mut S, S),
    ) -> anyhow::Result<(Outcome, S)> {
        let args = self.args;
        let mut inputs = inputs(self.verb, args)?;
        let mut status = RunStatus::new(args, self.label);
        let mut sum = new();
        let add = |sum: &mut S, input: Result<Input, Unreadable>| {
            let input = input?;
            let mut added = || {
                let mut chunks = self.open(&input)?;
                add(sum, &input, &mut chunks)?;
                Ok((chunks.bytes_yielded(), ()))
            };
            added().map_err(|error| Failure::of(&input, &error))
        };
        let jobs = jobs(args);
        let done = match jobs {
            1 => inputs.try_for_each(|input| status.count(add(&mut sum, input)).map(drop)),
            _ => {
                let begin = || (new(), Vec::new());
                let add = |(sum, results): &mut (S, Vec<Added>), input| {
                    let is_over = args.strict && results.last().is_some_and(Result::is_err);
                    if !is_over {
                        results.push(add(sum, input));
                    }
                };
                parallel::in_batches(jobs, inputs, &begin, &add, &mut |(batch, results)| {
                    merge(&mut sum, batch);
                    let mut results = results.into_iter();
                    results.try_for_each(|result| status.count(result).map(drop))
                })
            }
        };
        Ok((status.end(done)?, sum))
    }
}

/// The length in bytes of an input that was added.
type Added = Result<(u64, ()), Failure>;

/// An input for which a verb failed.
pub(crate) struct Failure {
    /// The name of the input, for messages.
    name: String,
    reason: String,
    /// The kind of the input, if it is skipped and only counted.
    skipped: Option<OtherKind>,
}

impl Failure {
    pub(crate) fn of(input: &Input, error: &anyhow::Error) -> Failure {
        let kind = match error.downcast_ref() {
            Some(ReadError::Other(kind)) => Some(kind),
            _ => error.downcast_ref::<OtherKind>(),
        };
        Failure {
            name: input.shown(),
            reason: Printable(&reason(format_args!("{error:#}"))).to_string(),
            skipped: kind.copied().filter(|kind| input.is_skipped(*kind)),
        }
    }
}

impl From<Unreadable> for Failure {
    fn from(Unreadable { path, error }: Unreadable) -> Failure {
        Failure {
            name: file_name(&path),
            reason: Printable(&reason(error)).to_string(),
            skipped: None,
        }
    }
}

/// The outcome and the progress of a run.
struct RunStatus<'a> {
    args: &'a InputArgs,
    /// The name that messages use for all inputs.
    label: Option<&'a str>,
    outcome: Outcome,
    progress: Progress,
    /// The files that are not game records and were found in directories, counted by kind.
    skipped: BTreeMap<OtherKind, u64>,
}

impl RunStatus<'_> {
    fn new<'a>(args: &'a InputArgs, label: Option<&'a str>) -> RunStatus<'a> {
        RunStatus {
            args,
            label,
            outcome: Outcome::default(),
            progress: progress(args),
            skipped: BTreeMap::new(),
        }
    }

    /// Adds the next input. `result` is its length in bytes and the value for `sink`, or an error,
    /// which is reported.
    ///
    /// # Errors
    ///
    /// Returns the errors of `sink`, and [`Stopped`] after the first error of an input, with
    /// `--strict`.
    fn add<T>(
        &mut self,
        result: Result<(u64, T), Failure>,
        sink: impl FnOnce(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        match self.count(result)? {
            // `sink` may print results, and messages about losses.
            Some(result) => self.progress.pause(|| sink(result)),
            None => Ok(()),
        }
    }

    /// Counts the next input, and returns its result. An error is reported.
    ///
    /// # Errors
    ///
    /// [`Stopped`] after the first error of an input, with `--strict`.
    fn count<T>(&mut self, result: Result<(u64, T), Failure>) -> anyhow::Result<Option<T>> {
        match result {
            Ok((_, result)) => {
                self.outcome.read += 1;
                self.progress.advance();
                Ok(Some(result))
            }
            Err(Failure {
                skipped: Some(kind),
                ..
            }) => {
                *self.skipped.entry(kind).or_default() += 1;
                Ok(None)
            }
            Err(Failure { name, reason, .. }) => {
                self.outcome.failed += 1;
                let name = self.label.unwrap_or(&name);
                self.progress
                    .pause(|| output::message(format_args!("{name}: {reason}")));
                if self.args.strict {
                    Err(Stopped.into())
                } else {
                    Ok(None)
                }
            }
        }
    }

    fn end(self, done: anyhow::Result<()>) -> anyhow::Result<Outcome> {
        match done {
            Err(error) if !error.is::<Stopped>() => Err(error),
            _ => Ok(self.finished()),
        }
    }

    /// Reports the inputs that were skipped. They count as failed if there are no others.
    fn finished(self) -> Outcome {
        if self.skipped.is_empty() {
            return self.outcome;
        }
        let total = self.skipped.values().sum();
        let kinds: Vec<String> = self
            .skipped
            .iter()
            .map(|(kind, n)| kind.count(*n))
            .collect();
        self.progress.pause(|| {
            output::message(format_args!("skipped {}", kinds.join(", ")));
        });
        match self.outcome.tried() {
            0 => Outcome {
                failed: total,
                ..self.outcome
            },
            _ => self.outcome,
        }
    }
}

/// The outcome and the progress of a run in which a library reads the inputs.
#[cfg(feature = "tables")]
pub(crate) struct Observed<'a>(RunStatus<'a>);

#[cfg(feature = "tables")]
impl Observed<'_> {
    /// Counts the next input. An error is reported.
    ///
    /// # Errors
    ///
    /// [`Stopped`] after the first error, with `--strict`.
    pub(crate) fn input(&mut self, result: Result<(), Failure>) -> anyhow::Result<()> {
        self.0.count(result.map(|()| (0, ()))).map(drop)
    }

    /// Counts inputs of an earlier run.
    pub(crate) fn add(&mut self, read: u64, failed: u64) {
        self.0.outcome.read += read;
        self.0.outcome.failed += failed;
    }

    /// Shows how many of all positions are sorted.
    pub(crate) fn sorting(&self, done: u64, total: u64) {
        self.0.progress.sorting(done, total);
    }

    /// Prints a message.
    pub(crate) fn message(&self, message: std::fmt::Arguments<'_>) {
        self.0.progress.pause(|| output::message(message));
    }

    /// Ends the run.
    ///
    /// # Errors
    ///
    /// Returns the error, unless it is [`Stopped`].
    pub(crate) fn end(self, done: anyhow::Result<()>) -> anyhow::Result<Outcome> {
        self.0.end(done)
    }
}

/// Returns all inputs, and notes that the command reads them.
fn inputs(verb: &str, args: &InputArgs) -> anyhow::Result<Walk> {
    read_files::all().add_sources(args.sources());
    Ok(walk(args)?.ok_or_else(|| NoPath(verb.to_owned()))?)
}

/// Returns an iterator over the inputs, or `None` if no path is given and standard input is a
/// terminal.
pub(crate) fn walk(args: &InputArgs) -> Result<Option<Walk>, Usage> {
    let is_dash = |path: &PathBuf| path.as_os_str() == "-";
    if args.files_from.as_ref().is_some_and(is_dash) && args.paths.iter().any(is_dash) {
        return Err(Usage(
            "standard input cannot be both a file and the list of files".to_owned(),
        ));
    }
    if args.null && args.files_from.is_none() && !args.null_names {
        return Err(Usage("`-0` requires `--files-from`".to_owned()));
    }
    let has_none = args.paths.is_empty() && args.files_from.is_none();
    if has_none && io::stdin().is_terminal() {
        return Ok(None);
    }
    Ok(Some(args.sources().walk()))
}

/// Returns the progress line of a run.
fn progress(args: &InputArgs) -> Progress {
    let sources = args.sources();
    Progress::new(!args.no_progress, move |add| sources.each_size(add))
}

/// Returns the number of threads to use; 0 is one for each CPU core.
pub(crate) fn jobs(args: &InputArgs) -> usize {
    args.jobs.map_or(0, NonZeroUsize::get)
}
