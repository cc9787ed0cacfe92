//! The options of `kifu fix`.

use std::str::FromStr;

use clap::Args;
use kifu::span::Code;

use crate::args::input::InputArgs;
use crate::args::judging::JudgingArgs;
use crate::args::output::RewriteArgs;
use crate::args::values::parse_code;

/// Repair files, and change only the faulty bytes
///
/// --all-safe, --only and --unsafe choose the repairs to apply. Without -o or -i, the repaired text
/// of a single file goes to standard output.
#[derive(Debug, Args)]
pub(crate) struct FixArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) judging: JudgingArgs,

    /// Apply all safe repairs
    #[arg(long, conflicts_with = "only")]
    pub(crate) all_safe: bool,

    /// Apply the safe repairs of findings with these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = parse_code)]
    pub(crate) only: Vec<&'static Code>,

    /// Also apply the unsafe repairs of findings with these codes; `all` for all codes
    #[arg(long = "unsafe", value_name = "CODE", value_delimiter = ',')]
    pub(crate) unsafe_repairs: Vec<UnsafeRepairs>,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,
}

/// The unsafe repairs to apply.
#[derive(Clone, Copy, Debug)]
pub(crate) enum UnsafeRepairs {
    All,
    Of(&'static Code),
}

impl FromStr for UnsafeRepairs {
    type Err = String;

    fn from_str(text: &str) -> Result<UnsafeRepairs, String> {
        match text {
            "all" => Ok(UnsafeRepairs::All),
            text => parse_code(text).map(UnsafeRepairs::Of),
        }
    }
}
