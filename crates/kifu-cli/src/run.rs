//! One file after the other, through a verb.

use std::num::NonZeroUsize;
use std::thread;

use clap::CommandFactory;
use kifu::Record;
use kifu::rgf::Recording;
use kifu::rgf::bundle::is_bundle;
use kifu::sgf::Document;
use memchr::memmem;

use crate::args::{Cli, InputArgs};
use crate::exit::{Outcome, Stopped, Usage};
use crate::input::{self, Input, Unreadable};
use crate::output;
use crate::parallel;
use crate::parts::{Content, Parts};
use crate::progress::Progress;
use crate::sources;

/// More threads than this wait for each other rather than work.
const MOST_JOBS: usize = 256;

/// Reads every input, does `work` on its bytes, and gives what that made to `sink`, in
/// order.
///
/// What cannot be read, is a recording, or `work` refuses, is told on standard error, and the rest is
/// done, unless `--strict` ends it there; so does [`Stopped`] from `sink`.
pub(crate) fn each_file<T: Send>(
    verb: &str,
    args: &InputArgs,
    work: impl Fn(&Input, Vec<u8>) -> anyhow::Result<T> + Sync,
    sink: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    each_file_into(false, verb, args, work, sink)
}

/// The same, where `in_files` tells whether nothing goes to standard output: then a terminal
/// is free to show how far the work has come.
pub(crate) fn each_file_into<T: Send>(
    in_files: bool,
    verb: &str,
    args: &InputArgs,
    work: impl Fn(&Input, Vec<u8>) -> anyhow::Result<T> + Sync,
    sink: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let work = |input: &Input, bytes: Vec<u8>| {
        refuse_without_game(&bytes)?;
        work(input, bytes)
    };
    each_of_any_into(in_files, verb, args, work, sink)
}

/// The same for verbs that take any bytes, with a game or without.
pub(crate) fn each_of_any<T: Send>(
    verb: &str,
    args: &InputArgs,
    work: impl Fn(&Input, Vec<u8>) -> anyhow::Result<T> + Sync,
    sink: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    each_of_any_into(false, verb, args, work, sink)
}

fn each_of_any_into<T: Send>(
    in_files: bool,
    verb: &str,
    args: &InputArgs,
    work: impl Fn(&Input, Vec<u8>) -> anyhow::Result<T> + Sync,
    sink: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let work = |input: &Input| {
        let bytes = input
            .read()
            .map_err(|error| anyhow::Error::msg(input::reason(&error)))?;
        refuse_recording(&bytes)?;
        let len = bytes.len() as u64;
        Ok((len, work(input, bytes)?))
    };
    go_through(in_files, verb, args, work, sink)
}

/// The same, where `work` takes what can be too large to be in memory; `whole` tells that it needs all of
/// it nevertheless.
pub(crate) fn each_content<T: Send>(
    in_files: bool,
    verb: &str,
    args: &InputArgs,
    whole: bool,
    work: impl Fn(&Input, Content) -> anyhow::Result<T> + Sync,
    sink: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let work = |input: &Input, content: Content| {
        if let Content::All(bytes) = &content {
            refuse_without_game(bytes)?;
        }
        work(input, content)
    };
    each_known_content(in_files, verb, args, whole, work, sink)
}

/// The same, where the user can say what the inputs are, so that `work` finds out whether there is a
/// game in them.
pub(crate) fn each_known_content<T: Send>(
    in_files: bool,
    verb: &str,
    args: &InputArgs,
    whole: bool,
    work: impl Fn(&Input, Content) -> anyhow::Result<T> + Sync,
    sink: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let work = |input: &Input| {
        let content = match whole {
            true => Content::in_one(input)?,
            false => Content::of(input)?,
        };
        Ok((content.len(), work(input, content)?))
    };
    go_through(in_files, verb, args, work, sink)
}

/// What reads games would take a recording for one, and get it wrong; and what is packed for
/// nothing at all.
pub(crate) fn refuse_recording(bytes: &[u8]) -> anyhow::Result<()> {
    const PACKED: [(&[u8], &str); 2] = [(b"PK\x03\x04", ".zip"), (b"\x28\xB5\x2F\xFD", ".zst")];
    if let Some((_, ending)) = PACKED.iter().find(|(start, _)| bytes.starts_with(start)) {
        anyhow::bail!("it is packed; what has a name that ends with {ending} is unpacked");
    }
    // A document is made only where there could be a time.
    let is_recording = || {
        let document = memmem::find(bytes, b"TS[").map(|_| Document::parse(bytes));
        matches!(document, Some(Ok(document)) if Recording::is_likely(&document))
    };
    if is_bundle(bytes) {
        anyhow::bail!("a bundle of recordings: kifu rec at takes the game out of it");
    }
    if is_recording() {
        anyhow::bail!("a recording: kifu rec at takes the game out of it");
    }
    Ok(())
}

/// Refuses a file in which there is no game.
pub(crate) fn refuse_without_game(bytes: &[u8]) -> anyhow::Result<()> {
    // Nearly every file has this at its start.
    let is_likely_sgf = || memmem::find(bytes, b"(;").is_some();
    let is_likely_json = || {
        let start = bytes.trim_ascii_start().first();
        matches!(start, Some(b'{' | b'[')) && bytes.contains(&b'"')
    };
    if is_likely_sgf() || is_likely_json() {
        return Ok(());
    }
    match kifu::read(bytes) {
        Ok(Record::Sgf(document)) if document.roots().next().is_none() => {}
        Ok(Record::Jgf(document)) if document.records.is_empty() => {}
        Ok(Record::Positions(positions)) if positions.entries().next().is_none() => {}
        _ => return Ok(()),
    }
    anyhow::bail!("no game found")
}

/// The same, where `work` takes one part after the other: whole games, as many as fit into memory.
/// It is given what tells them; `whole` tells that it needs all games at once.
pub(crate) fn each_in_parts<T: Send>(
    verb: &str,
    args: &InputArgs,
    whole: bool,
    work: impl Fn(&Input, &mut Parts<'_>) -> anyhow::Result<T> + Sync,
    sink: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let work = |input: &Input| {
        let mut parts = parts_of(input, whole)?;
        let made = work(input, &mut parts)?;
        Ok((parts.given, made))
    };
    go_through(false, verb, args, work, sink)
}

fn parts_of(input: &Input, whole: bool) -> anyhow::Result<Parts<'_>> {
    match whole {
        true => Parts::in_one(input),
        false => Parts::of(input),
    }
}

/// The same for work that reads the input itself, and tells how many bytes it had.
pub(crate) fn each_input<T: Send>(
    verb: &str,
    args: &InputArgs,
    work: impl Fn(&Input) -> anyhow::Result<(u64, T)> + Sync,
    sink: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    go_through(false, verb, args, work, sink)
}

/// Has `add` add every input to what `new` makes, each thread to its own, and brings these together with
/// `merge`. The parts come as [`each_in_parts`] has them.
///
/// What `add` refuses must have added nothing. With `--strict` nothing counts behind the first of those,
/// however many threads there are.
pub(crate) fn each_added<S: Send>(
    verb: &str,
    args: &InputArgs,
    whole: bool,
    new: impl Fn() -> S + Sync,
    add: impl Fn(&mut S, &Input, &mut Parts<'_>) -> anyhow::Result<()> + Sync,
    mut merge: impl FnMut(&mut S, S),
) -> anyhow::Result<(Outcome, S)> {
    let mut inputs = inputs(verb, args)?;
    let mut account = Account::new(args, false);
    let mut sum = new();
    let add = |sum: &mut S, input: Result<Input, Unreadable>| {
        let input = input?;
        let mut added = || {
            let mut parts = parts_of(&input, whole)?;
            add(sum, &input, &mut parts)?;
            Ok((parts.given, ()))
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
            parallel::in_batches(jobs, inputs, begin, add, |(part, results)| {
                merge(&mut sum, part);
                let mut results = results.into_iter();
                results.try_for_each(|result| account.read(result, |()| Ok(())))
            })
        }
    };
    Ok((account.end(done)?, sum))
}

/// How many bytes an input had that was added.
type Added = Result<(u64, ()), Unreadable>;

fn go_through<T: Send>(
    in_files: bool,
    verb: &str,
    args: &InputArgs,
    work: impl Fn(&Input) -> anyhow::Result<(u64, T)> + Sync,
    mut sink: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let inputs = inputs(verb, args)?;
    let mut account = Account::new(args, in_files);
    let read = |input: Result<Input, Unreadable>| {
        let input = input?;
        work(&input).map_err(|error| unreadable(&input, &error))
    };
    let done = parallel::in_order(jobs(args), inputs, read, |result| {
        account.read(result, &mut sink)
    });
    account.end(done)
}

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
    Ok(input::inputs(args)?.ok_or_else(|| short_help(verb))?)
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

/// What to say to somebody who gave no file at a terminal. The verb is `check` or `rec info`.
pub(crate) fn short_help(verb: &str) -> Usage {
    let mut command = Cli::command();
    command.build();
    let mut words = verb.split(' ');
    let described = words.try_fold(&mut command, |within, word| {
        within.find_subcommand_mut(word)
    });
    let help = described.map(|verb| verb.render_help().to_string());
    Usage(format!(
        "no PATH given, and standard input is a terminal\n\n{}",
        help.unwrap_or_default()
    ))
}
