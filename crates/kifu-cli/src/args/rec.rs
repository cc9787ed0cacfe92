//! The command line of `kifu rec`.

use clap::{Args, Subcommand};

use super::InputArgs;

/// Recordings of games and lectures: what they hold, and what there is at any moment of them
///
/// A recording is an RGF file, an SGF file that names some beside it, or a bundle of both and
/// their media (.rgt, .rgz). Times are written as 56, 12:30 or 1:02:03.5.
#[derive(Debug, Args)]
pub(crate) struct RecArgs {
    #[command(subcommand)]
    pub(crate) verb: RecVerb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RecVerb {
    Info(RecInfoArgs),
}

/// Show what recordings hold: how long they are, how much happens, chapters, media
#[derive(Debug, Args)]
pub(crate) struct RecInfoArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Write one JSON array with an object for each file
    #[arg(long)]
    pub(crate) json: bool,

    /// Write a JSON object on a line for each file
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,
}
