//! The options of `kifu charset`.

use clap::{ArgGroup, Args};
use kifu::charset::{Charset, Hint};

use crate::args::input::InputArgs;
use crate::args::output::{RewriteArgs, UndecodableArgs};

/// Show the charset of files and how it was determined, or convert files to another charset
///
/// A guessed charset is shown with the confidence of the guess. Converting recodes each text, sets
/// CA, and changes nothing else. A file is refused if some of its text cannot be encoded in the new
/// charset or, unless --undecodable is given, cannot be decoded.
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

    /// A hint for guessing charsets: the country or language of the files, such as cn
    ///
    /// HINT can also be a charset.
    #[arg(long, value_name = "HINT", value_parser = parse_hint)]
    pub(crate) hint: Option<Hint>,

    /// Guess one charset for all files of a directory
    ///
    /// The guess applies to all files of the directory whose charset is not certain.
    #[arg(long)]
    pub(crate) vote: bool,

    /// Read files in this charset, whatever they declare
    #[arg(long, value_name = "CHARSET", value_parser = parse_charset, conflicts_with_all = ["hint", "vote"])]
    pub(crate) from: Option<Charset>,

    /// Convert files to this charset, such as utf-8
    ///
    /// Without -o or -i, a single file goes to standard output.
    #[arg(long, value_name = "CHARSET", value_parser = parse_charset)]
    pub(crate) to: Option<Charset>,

    #[command(flatten)]
    pub(crate) undecodable: UndecodableArgs,

    /// Print one JSON array with an object for each file
    #[arg(long, conflicts_with = "to")]
    pub(crate) json: bool,

    /// Print one JSON object for each file, one per line
    #[arg(long, conflicts_with_all = ["json", "to"])]
    pub(crate) jsonl: bool,

    /// Print only the number of files in each charset
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
