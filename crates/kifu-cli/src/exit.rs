//! How the command ends.
//!
//! | code | meaning |
//! | --- | --- |
//! | 0 | all went well |
//! | 1 | the answer is no: a check found what `--deny` names, games differ, no game matches |
//! | 2 | the command line makes no sense, or asks for a move past the end |
//! | 3 | the verb failed for some inputs, and did what it was asked for the others |
//! | 4 | the verb failed for all inputs, or could not write its output |
//! | 130 | interrupted; in general 128 and the number of the signal |
//! | 141 | the reader of the output went away |
//!
//! If several apply, the first of 2, 4, 3, 1, 0 is the exit code.
//!
//! A verb fails for an input that it cannot read, in which there is no game, or which it refuses,
//! and if it cannot write what the input became. It names each such input on standard error, and
//! writes no file for it: with `-o DIR`, the input has no file in DIR. That is so for all verbs,
//! except that `info`, `check`, `cat` and `charset` without `--to` take any bytes: they say what a
//! file is, or pass it on, and a file without a game is none that they fail for. `cat` refuses JGF
//! with text that does not decode, which it could only write as other text.

use std::io;
use std::process::ExitCode;

use crate::output;
use crate::printable::Printable;
use crate::unreadable::reason;

/// What a verb has to say in the end.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    /// How many inputs were read, and written where that was asked for.
    pub(crate) read: u64,
    /// How many could not be.
    pub(crate) failed: u64,
    /// The answer is no.
    pub(crate) negative: bool,
}

/// The command line makes no sense, for a reason that only showed when it was carried
/// out.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// No input was named, and standard input is a terminal. The verb is `check` or `rec info`.
#[derive(Debug)]
pub(crate) struct NoPath(pub(crate) String);

impl std::fmt::Display for NoPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no PATH given, and standard input is a terminal")
    }
}

impl std::error::Error for NoPath {}

/// A file could not be read or written, which was told, and `--strict` ends it here.
#[derive(Debug)]
pub(crate) struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stopped at the first failure")
    }
}

impl std::error::Error for Stopped {}

/// Somebody ended it, by this signal.
#[derive(Debug)]
pub(crate) struct Interrupted(pub(crate) u8);

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// Why a verb could not do what was requested for one input.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The input does not have what was requested. It counts as one that could not be read.
    Negative(String),
    /// What was requested makes no sense for the input.
    Usage(String),
}

impl Refusal {
    /// Names the part of the input that the refusal is about.
    pub(crate) fn of(self, part: &str) -> Refusal {
        match self {
            Refusal::Negative(why) => Refusal::Negative(format!("{part}: {why}")),
            Refusal::Usage(why) => Refusal::Usage(format!("{part}: {why}")),
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Refusal::Negative(why) | Refusal::Usage(why)) = self;
        f.write_str(why)
    }
}

impl std::error::Error for Refusal {}

/// Separates refusals, which a run collects, from other errors.
pub(crate) fn or_refusal<T>(done: anyhow::Result<T>) -> anyhow::Result<Result<T, Refusal>> {
    match done {
        Ok(done) => Ok(Ok(done)),
        Err(error) => error.downcast().map(Err),
    }
}

/// The refusals of a run. The others are told as they come, the last of usage ends it.
#[derive(Default)]
pub(crate) struct Refusals {
    /// The answer of the verb is no.
    pub(crate) negative: bool,
    /// How many inputs do not have what was asked for.
    pub(crate) refused: u64,
    usage: Option<String>,
}

impl Refusals {
    /// Notes a refusal of the input with this name.
    pub(crate) fn add(&mut self, name: &str, refusal: Refusal) {
        match refusal {
            Refusal::Negative(why) => {
                self.refused += 1;
                output::message(format_args!("{name}: {why}"));
            }
            Refusal::Usage(why) => {
                if let Some(before) = self.usage.replace(format!("{name}: {why}")) {
                    output::message(format_args!("{before}"));
                }
            }
        }
    }

    /// How the run ends.
    pub(crate) fn end(self, outcome: Outcome) -> anyhow::Result<Outcome> {
        match self.usage {
            Some(why) => Err(Usage(why).into()),
            None => Ok(Outcome {
                negative: self.negative,
                ..outcome.without(self.refused)
            }),
        }
    }
}

/// The exit code, after a message where one is due.
pub(crate) fn code(result: anyhow::Result<Outcome>) -> ExitCode {
    ExitCode::from(match result {
        Ok(outcome) => outcome.code(),
        Err(error) if is_broken_pipe(&error) => 141,
        Err(error) if error.is::<Interrupted>() => {
            let signal = error
                .downcast_ref()
                .map_or(0, |Interrupted(signal)| *signal);
            signal.saturating_add(128)
        }
        Err(error) if error.is::<Usage>() => {
            output::message(format_args!("{error}"));
            2
        }
        Err(error) => {
            output::message(format_args!(
                "{}",
                Printable(&reason(format_args!("{error:#}")))
            ));
            4
        }
    })
}

impl Outcome {
    /// How many inputs there were.
    pub(crate) fn tried(&self) -> u64 {
        self.read + self.failed
    }

    /// The same, where so many inputs were read and could not be written.
    pub(crate) fn without(self, unwritten: u64) -> Outcome {
        Outcome {
            read: self.read.saturating_sub(unwritten),
            failed: self.failed + unwritten,
            ..self
        }
    }

    fn code(self) -> u8 {
        match self {
            Outcome {
                read: 0,
                failed: 1..,
                ..
            } => 4,
            Outcome { failed: 1.., .. } => 3,
            Outcome { negative: true, .. } => 1,
            _ => 0,
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(io_error_kind)
        .any(|kind| kind == io::ErrorKind::BrokenPipe)
}

fn io_error_kind(error: &(dyn std::error::Error + 'static)) -> Option<io::ErrorKind> {
    let json = error
        .downcast_ref()
        .and_then(serde_json::Error::io_error_kind);
    json.or_else(|| error.downcast_ref().map(io::Error::kind))
}
