//! One file after the other, through a verb.

use std::num::NonZeroUsize;
use std::thread;

use kifu::collection::CHUNK_LEN;

use crate::args::input::InputArgs;
use crate::exit::{NoPath, Outcome, Stopped};
use crate::games::{self, Chunks};
use crate::input::{self, Input, Unreadable};
use crate::output;
use crate::parallel;
use crate::progress::Progress;
use crate::sources;

/// More threads than this wait for each other rather than work.
const MOST_JOBS: usize = 256;

/// The inputs of a verb, and how it reads them.
///
/// Each method that reads them gives what `work` makes of each input to `sink`, in the order of the inputs.
/// What cannot be read, or `work` refuses, is reported on standard error, and the rest is read, unless
/// `--strict` ends it there; so does [`Stopped`] from `sink`.
pub(crate) struct Inputs<'a> {
    verb: &'a str,
    args: &'a InputArgs,
    writes_files: bool,
    whole: bool,
    on_lines: bool,
    needs_games: bool,
}

impl<'a> Inputs<'a> {
    /// The inputs that the command line names. The verb is `check` or `rec info`, as in its help.
    pub(crate) fn of(verb: &'a str, args: &'a InputArgs) -> Inputs<'a> {
        Inputs {
            verb,
            args,
            writes_files: false,
            whole: false,
            on_lines: true,
            needs_games: true,
        }
    }

    /// Sets whether nothing goes to standard output: then a terminal is free to show the progress.
    pub(crate) fn writing_files(self, writes_files: bool) -> Inputs<'a> {
        Inputs {
            writes_files,
            ..self
        }
    }

    /// Sets whether each input is one chunk, however large it is.
    pub(crate) fn whole(self, whole: bool) -> Inputs<'a> {
        Inputs { whole, ..self }
    }

    /// Cuts inputs also where games follow one another on one line, for verbs that report no places in lines.
    pub(crate) fn cut_within_lines(self) -> Inputs<'a> {
        Inputs {
            on_lines: false,
            ..self
        }
    }

    /// Takes inputs without a game, too.
    pub(crate) fn with_or_without_games(self) -> Inputs<'a> {
        Inputs {
            needs_games: false,
            ..self
        }
    }

    fn open(&self, input: &Input) -> anyhow::Result<Chunks> {
        let chunk_len = if self.whole { usize::MAX } else { CHUNK_LEN };
        let chunks = match self.needs_games {
            true => games::open(input, chunk_len)?,
            false => games::open_any(input, chunk_len)?,
        };
        Ok(if self.on_lines {
            chunks.on_lines()
        } else {
            chunks
        })
    }

    /// Reads all bytes of each input.
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

    /// Reads each input chunk by chunk.
    pub(crate) fn each_collection<T: Send>(
        self,
        work: impl Fn(&Input, &mut Chunks) -> anyhow::Result<T> + Sync,
        sink: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let work = |input: &Input| {
            let mut chunks = self.open(input)?;
            let made = work(input, &mut chunks)?;
            Ok((chunks.bytes_yielded(), made))
        };
        self.each(work, sink)
    }

    /// Has `work` read each input, and return how many bytes it had.
    pub(crate) fn each<T: Send>(
        &self,
        work: impl Fn(&Input) -> anyhow::Result<(u64, T)> + Sync,
        mut sink: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Outcome> {
        let inputs = inputs(self.verb, self.args)?;
        let mut account = Account::new(self.args, self.writes_files);
        let read = |input: Result<Input, Unreadable>| {
            let input = input?;
            work(&input).map_err(|error| unreadable(&input, &error))
        };
        let done = parallel::in_order(jobs(self.args), inputs, read, |result| {
            account.read(result, &mut sink)
        });
        account.end(done)
    }

    /// Has `add` add every input to a sum that `new` begins, each thread to its own, and brings these
    /// together with `merge`.
    ///
    /// What `add` refuses must have added nothing. With `--strict` nothing counts after the first of those,
    /// however many threads there are.
    pub(crate) fn sum<S: Send>(
        self,
        new: impl Fn() -> S + Sync,
        add: impl Fn(&mut S, &Input, &mut Chunks) -> anyhow::Result<()> + Sync,
        mut merge: impl FnMut(&mut S, S),
    ) -> anyhow::Result<(Outcome, S)> {
        let args = self.args;
        let mut inputs = inputs(self.verb, args)?;
        let mut account = Account::new(args, self.writes_files);
        let mut sum = new();
        let add = |sum: &mut S, input: Result<Input, Unreadable>| {
            let input = input?;
            let mut added = || {
                let mut chunks = self.open(&input)?;
                add(sum, &input, &mut chunks)?;
                Ok((chunks.bytes_yielded(), ()))
            };
            added().map_err(|error| unreadable(&input, &error))
        };
        let jobs = jobs(args);
        let done = match jobs {
            1 => inputs.try_for_each(|input| account.read(add(&mut sum, input), |()| Ok(()))),
            _ => {
                let begin = || (new(), Vec::new());
                let add = |(sum, results): &mut (S, Vec<Added>), input| {
                    let is_over = args.strict && results.last().is_some_and(Result::is_err);
                    if !is_over {
                        results.push(add(sum, input));
                    }
                };
                parallel::in_batches(jobs, inputs, &begin, &add, &mut |(part, results)| {
                    merge(&mut sum, part);
                    let mut results = results.into_iter();
                    results.try_for_each(|result| account.read(result, |()| Ok(())))
                })
            }
        };
        Ok((account.end(done)?, sum))
    }
}

/// How many bytes an input had that was added.
type Added = Result<(u64, ()), Unreadable>;

/// How inputs went, which is told as it becomes known.
struct Account<'a> {
    args: &'a InputArgs,
    outcome: Outcome,
    progress: Progress,
}

impl Account<'_> {
    fn new(args: &InputArgs, in_files: bool) -> Account<'_> {
        Account {
            args,
            outcome: Outcome::default(),
            progress: Progress::new(!args.no_progress, in_files),
        }
    }

    /// What became of the next input: so many bytes and what was made of them, or [`Stopped`] at the first
    /// that could not be read if nothing is to be done then.
    fn read<T>(
        &mut self,
        result: Result<(u64, T), Unreadable>,
        sink: impl FnOnce(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        match result {
            Ok((len, made)) => {
                self.outcome.read += 1;
                self.progress.advance(len);
                // It may tell of losses.
                self.progress.pause(|| sink(made))
            }
            Err(Unreadable { name, reason }) => {
                self.outcome.failed += 1;
                self.progress
                    .pause(|| output::message(format_args!("{name}: {reason}")));
                match self.args.strict {
                    true => Err(Stopped.into()),
                    false => Ok(()),
                }
            }
        }
    }

    fn end(self, done: anyhow::Result<()>) -> anyhow::Result<Outcome> {
        match done {
            Err(error) if !error.is::<Stopped>() => Err(error),
            _ => Ok(self.outcome),
        }
    }
}

/// All there is to read.
fn inputs(
    verb: &str,
    args: &InputArgs,
) -> anyhow::Result<impl Iterator<Item = Result<Input, Unreadable>>> {
    sources::note_all(args);
    Ok(input::inputs(args)?.ok_or_else(|| NoPath(verb.to_owned()))?)
}

fn unreadable(input: &Input, error: &anyhow::Error) -> Unreadable {
    Unreadable {
        name: input.shown(),
        reason: input::reason(format_args!("{error:#}")),
    }
}

/// How many files to work on at a time.
pub(crate) fn jobs(args: &InputArgs) -> usize {
    args.jobs
        .or_else(|| thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get)
        .min(MOST_JOBS)
}
