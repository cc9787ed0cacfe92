//! The options of `kifu fix`.

use std::str::FromStr;

use clap::Args;
use clap::builder::PossibleValue;
use kifu::span::ExplainedCode;

use crate::args::input::InputArgs;
use crate::args::judging::JudgingArgs;
use crate::args::output::RewriteArgs;
use crate::args::values::{WithWords, code, codes, parse_code};

/// Repair files by changing only the faulty bytes
///
/// Select the repairs with --all-safe, --only or --unsafe; at least one of these options is
/// required. Without -o or -i, the repaired text of a single file goes to standard output.
#[derive(Debug, Args)]
pub(crate) struct FixArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) judging: JudgingArgs,

    /// Apply all safe repairs
    ///
    /// A repair is safe if it changes no position and no meaning.
    #[arg(long, conflicts_with = "only")]
    pub(crate) all_safe: bool,

    /// Apply only the safe repairs of findings with these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code(), hide_possible_values = true)]
    pub(crate) only: Vec<&'static ExplainedCode>,

    /// Apply the unsafe repairs of findings with these codes, or `all`
    #[arg(long = "unsafe", value_name = "CODE", value_delimiter = ',', value_parser = unsafe_repairs(), hide_possible_values = true)]
    pub(crate) unsafe_repairs: Vec<UnsafeRepairs>,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,
}

/// Returns the parser of `--unsafe`.
fn unsafe_repairs() -> WithWords<UnsafeRepairs> {
    WithWords {
        parse: UnsafeRepairs::from_str,
        words: || {
            let all = PossibleValue::new("all").help("All codes");
            std::iter::once(all).chain(codes()).collect()
        },
    }
}

/// The unsafe repairs to apply.
#[derive(Clone, Copy, Debug)]
pub(crate) enum UnsafeRepairs {
    All,
    Of(&'static ExplainedCode),
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
