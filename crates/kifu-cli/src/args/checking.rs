//! The options of `kifu check` and `kifu rec check`.

use std::str::FromStr;

use clap::{Args, ValueEnum};
use kifu::span::{ExplainedCode, Severity};

use crate::args::input::InputArgs;
use crate::args::judging::JudgingArgs;
use crate::args::values::{WithWords, code, codes, parse_code};

/// Find errors in files, and show where they are
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) judging: JudgingArgs,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: CheckFormat,

    /// Exit with 1 if there is a finding with this code, or of this level or above [default: error]
    #[arg(long, value_name = "LEVEL|CODE", value_delimiter = ',', value_parser = denied(), hide_possible_values = true)]
    pub(crate) deny: Vec<Denied>,

    /// Ignore findings with these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code(), hide_possible_values = true)]
    pub(crate) allow: Vec<&'static ExplainedCode>,

    /// Show only findings of at least this level
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub(crate) level: Level,

    /// Print only the numbers of findings and files for each code
    #[arg(long)]
    pub(crate) summary: bool,

    /// Show all findings of each file, not only the first 20
    #[arg(long)]
    pub(crate) all: bool,

    /// Print nothing; only set the exit code
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Each finding with the affected line of the file, and markers under the affected text
    Human,
    /// One JSON array with an object for each file
    Json,
    /// One JSON object for each file, one per line
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

/// Returns the parser of `--deny`.
fn denied() -> WithWords<Denied> {
    WithWords {
        parse: Denied::from_str,
        words: || {
            let levels = Level::value_variants().iter();
            let levels = levels.filter_map(ValueEnum::to_possible_value);
            levels.chain(codes()).collect()
        },
    }
}

/// A value of `--deny`: findings that make the exit code 1.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Denied {
    From(Severity),
    Code(&'static ExplainedCode),
}

impl FromStr for Denied {
    type Err = String;

    fn from_str(text: &str) -> Result<Denied, String> {
        match Level::from_str(text, false) {
            Ok(level) => Ok(Denied::From(level.severity())),
            Err(_) => parse_code(text).map(Denied::Code).map_err(|why| {
                format!("{why}; the levels `error`, `warning` and `info` are also accepted")
            }),
        }
    }
}
