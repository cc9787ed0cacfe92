//! Options of `kifu check` and `kifu rec check`.

use std::str::FromStr;

use clap::{Args, ValueEnum};
use kifu::span::{Code, Severity};

use crate::args::input::InputArgs;
use crate::args::judging::JudgingArgs;
use crate::args::values::parse_code;

/// Find what is wrong with files, and show where
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) judging: JudgingArgs,

    /// How to write findings
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: CheckFormat,

    /// Exit with 1 for findings at or above a level [default: error], or with a code
    #[arg(long, value_name = "LEVEL|CODE", value_delimiter = ',')]
    pub(crate) deny: Vec<Denied>,

    /// Take no notice of findings with these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = parse_code)]
    pub(crate) allow: Vec<&'static Code>,

    /// Show findings from this level up
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub(crate) level: Level,

    /// Write only how often each code was found, and in how many files
    #[arg(long)]
    pub(crate) summary: bool,

    /// Show every finding to humans, not just the first ones of a file
    #[arg(long)]
    pub(crate) all: bool,

    /// Write nothing; the exit code tells
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// The line with the place marked
    Human,
    /// One array with an object for each file
    Json,
    /// An object on a line for each file
    Jsonl,
    /// A SARIF 2.1.0 log, for editors and code hosts
    Sarif,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    Error,
    Warning,
    Info,
}

impl Level {
    pub(crate) fn severity(self) -> Severity {
        match self {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Info => Severity::Info,
        }
    }
}

/// What must not be found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Denied {
    From(Severity),
    Code(&'static Code),
}

impl FromStr for Denied {
    type Err = String;

    fn from_str(text: &str) -> Result<Denied, String> {
        match Level::from_str(text, false) {
            Ok(level) => Ok(Denied::From(level.severity())),
            Err(_) => parse_code(text)
                .map(Denied::Code)
                .map_err(|why| format!("{why}, or `error`, `warning`, `info`")),
        }
    }
}
