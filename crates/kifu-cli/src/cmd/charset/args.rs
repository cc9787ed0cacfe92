//! The options of `kifu charset`.

use clap::{ArgGroup, Args};
use kifu::charset::{Charset, Hint};

use crate::args::input::InputArgs;
use crate::args::output::{RewriteArgs, UndecodableArgs};

/// Show which charset files are in, and what told; or convert them
///
/// A guess says how sure it is. Converting decodes each text, encodes it anew, sets CA, and
/// leaves everything else as it is; a file with text that does not decode, or does not fit,
/// is refused.
#[derive(Debug, Args)]
#[command(group(
    ArgGroup::new("converting")
        .args(["in_place", "output", "dry_run", "diff"])
        .multiple(true)
        .requires("to")
))]
pub(crate) struct CharsetArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Where the files come from, for what they leave open: a country (cn, tw, jp, kr, ru, …), a
    /// language or a charset
    #[arg(long, value_name = "PLACE", value_parser = parse_hint)]
    pub(crate) hint: Option<Hint>,

    /// Decide once for each folder, for the files in it that leave it open
    #[arg(long)]
    pub(crate) vote: bool,

    /// The charset that the files are in, whatever they say
    #[arg(long, value_name = "CHARSET", value_parser = parse_charset, conflicts_with_all = ["hint", "vote"])]
    pub(crate) from: Option<Charset>,

    /// Convert to this charset; a single file goes to standard output without -o or -i
    #[arg(long, value_name = "CHARSET", value_parser = parse_charset)]
    pub(crate) to: Option<Charset>,

    #[command(flatten)]
    pub(crate) undecodable: UndecodableArgs,

    /// Write one JSON array with an object for each file
    #[arg(long, conflicts_with = "to")]
    pub(crate) json: bool,

    /// Write a JSON object on a line for each file
    #[arg(long, conflicts_with_all = ["json", "to"])]
    pub(crate) jsonl: bool,

    /// Write only how many files are in each charset, and how sure that is
    #[arg(long, conflicts_with = "to")]
    pub(crate) summary: bool,

    #[command(flatten)]
    pub(crate) output: RewriteArgs,
}

fn parse_hint(text: &str) -> Result<Hint, String> {
    Hint::for_label(text).ok_or_else(|| {
        "expected a country such as `cn`, a language such as `ja`, or a charset".to_owned()
    })
}

fn parse_charset(text: &str) -> Result<Charset, String> {
    Charset::for_label(text.as_bytes())
        .ok_or_else(|| "expected a charset such as `utf-8`, `gbk` or `shift-jis`".to_owned())
}
