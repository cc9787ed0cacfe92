//! Exit codes, and the errors that determine them.
//!
//! | code | meaning |
//! | --- | --- |
//! | 0 | success |
//! | 1 | the answer is no: a check has findings that `--deny` selects, games differ, no game matches |
//! | 2 | the command line is invalid, or requests a move past the end |
//! | 3 | the verb failed for some inputs and succeeded for the others |
//! | 4 | the verb failed for all inputs, or could not write its output |
//! | 130 | interrupted; in general 128 and the number of the signal |
//! | 141 | the reader of the output closed it |
//!
//! If several apply, the first of 2, 4, 3, 1, 0 is the exit code.
//!
//! A verb fails for an input if it cannot read it, finds no game in it, refuses it, or cannot write
//! the result. It reports each such input on standard error and writes no file for it: with
//! `-o DIR`, the input has no file in DIR. As an exception, `info`, `check`, `cat` and `charset`
//! without `--to` accept any bytes, even without a game. `cat` refuses JGF with text that cannot be
//! decoded, because it could not write that text unchanged.
//!
//! A file found in a directory or an archive that is not a game record is not an input: it is
//! skipped and counted, and the exit code does not change. The verb fails if there is nothing else.

use std::io;
use std::process::ExitCode;

use kifu_files::reason;

use crate::output;
use crate::printable::Printable;

/// The result of a verb.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    /// The number of inputs that were read, and written if requested.
    pub(crate) read: u64,
    /// The number of inputs that could not be read or written.
    pub(crate) failed: u64,
    /// Whether the answer is no.
    pub(crate) negative: bool,
}

/// An error in the command line that was found after parsing it.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Returns the error of a build without tables.
#[cfg(not(feature = "tables"))]
pub(crate) fn without_tables() -> Usage {
    let why = "this build of kifu cannot read or write tables; build one with \
               `cargo install --path crates/kifu-cli --features tables`";
    Usage(why.to_owned())
}

/// Returns the error of a build without books.
#[cfg(not(feature = "book"))]
pub(crate) fn without_book() -> Usage {
    let why = "this build of kifu cannot write books; build one with \
               `cargo install --path crates/kifu-cli --features book`";
    Usage(why.to_owned())
}

/// Returns the error of a build without a viewer for the terminal.
#[cfg(not(feature = "terminal"))]
pub(crate) fn without_terminal() -> Usage {
    let why = "this build of kifu cannot show games in the terminal; build one with \
               `cargo install --path crates/kifu-cli`";
    Usage(why.to_owned())
}

/// Returns the error of a build without `kifu git`.
#[cfg(not(feature = "git"))]
pub(crate) fn without_git() -> Usage {
    let why = "this build of kifu cannot compare or merge for git; build one with \
               `cargo install --path crates/kifu-cli`";
    Usage(why.to_owned())
}

/// The error that no input is named and standard input is a terminal. Contains the verb, such as
/// `check` or `rec info`.
#[derive(Debug)]
pub(crate) struct NoPath(pub(crate) String);

impl std::fmt::Display for NoPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no PATH given, and standard input is a terminal")
    }
}

impl std::error::Error for NoPath {}

/// The error that ends a run with `--strict`, after the failure of a file was reported.
#[derive(Debug)]
pub(crate) struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stopped at the first failure")
    }
}

impl std::error::Error for Stopped {}

/// The error that ends a run after this signal.
#[derive(Debug)]
pub(crate) struct Interrupted(pub(crate) u8);

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// The reason why a verb refuses one input.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The input does not contain what was requested, and counts as failed.
    Negative(String),
    /// The request is invalid for the input.
    Usage(String),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Refusal::Negative(why) | Refusal::Usage(why)) = self;
        f.write_str(why)
    }
}

impl std::error::Error for Refusal {}

/// Returns a refusal as the inner error, because a run collects refusals, and any other error as
/// the outer error.
pub(crate) fn or_refusal<T>(done: anyhow::Result<T>) -> anyhow::Result<Result<T, Refusal>> {
    match done {
        Ok(done) => Ok(Ok(done)),
        Err(error) => error.downcast().map(Err),
    }
}

/// Reports the refusals of a run. The last usage error becomes the error of the run.
#[derive(Default)]
pub(crate) struct Refusals {
    /// Whether the answer of the verb is no.
    pub(crate) negative: bool,
    /// The number of inputs that do not contain what was requested.
    pub(crate) refused: u64,
    usage: Option<String>,
}

impl Refusals {
    /// Adds a refusal of the input with this name.
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

    /// Returns the outcome of the run, or its usage error.
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

/// Prints the error, if it has a message, and returns the exit code.
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
    /// Returns the number of inputs.
    pub(crate) fn tried(&self) -> u64 {
        self.read + self.failed
    }

    /// Returns the outcome with this many inputs counted as failed instead of read.
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
