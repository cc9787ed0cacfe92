//! The options of `kifu fix`.

use std::str::FromStr;

use clap::Args;
use kifu::span::Code;

use crate::args::input::InputArgs;
use crate::args::judging::JudgingArgs;
use crate::args::output::RewriteArgs;
use crate::args::values::parse_code;

/// Mend files: only the bytes at fault are changed
///
/// Without -o or -i the mended text of a single file goes to standard output. Nothing is
/// mended unless it is named: --all-safe, --only or --unsafe.
#[derive(Debug, Args)]
pub(crate) struct FixArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) judging: JudgingArgs,

    /// Make every repair of which there is no doubt
    #[arg(long, conflicts_with = "only")]
    pub(crate) all_safe: bool,

    /// Make the safe repairs of these codes
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = parse_code)]
    pub(crate) only: Vec<&'static Code>,

    /// Make the doubtful repairs of these codes too; `all` for those of every code
    #[arg(long = "unsafe", value_name = "CODE", value_delimiter = ',')]
    pub(crate) doubtful: Vec<Doubtful>,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,
}

/// Doubtful repairs to make.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Doubtful {
    All,
    Of(&'static Code),
}

impl FromStr for Doubtful {
    type Err = String;

    fn from_str(text: &str) -> Result<Doubtful, String> {
        match text {
            "all" => Ok(Doubtful::All),
            text => parse_code(text).map(Doubtful::Of),
        }
    }
}
