//! The options of `kifu merge`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueHint};

use crate::args::input::InputArgs;
use crate::args::output::UndecodableArgs;

/// Merge several records of one game into one
///
/// The preferred record keeps its bytes. Content that only the other records have is added: moves
/// as variations, comments after existing comments, and names and results that are missing.
///
/// Values of lists such as TR and LB are added, too. Values that differ are noted, one per line: in
/// GC for the game, in C for a node, such as `KM in b.sgf: 5.5`. Records in another orientation are
/// rotated or mirrored first. Records may end before the game does.
///
/// If some content can be neither added nor noted (a different setup in a node, bytes that cannot
/// be decoded), kifu lists this content, writes nothing, and exits with 1; --lossy writes the rest.
/// If the records are not copies of one game, nothing is written, and the exit code is 1.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("free").args(["output", "dry_run"]).multiple(true)))]
pub(crate) struct MergeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The file with the preferred record [default: the first PATH]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) prefer: Option<PathBuf>,

    /// Merge records in which up to N moves differ
    ///
    /// The moves of the preferred record stay on the main line, and the other moves become
    /// variations.
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) tolerance: usize,

    #[command(flatten)]
    pub(crate) undecodable: UndecodableArgs,

    /// Write the result even if some content is missing
    ///
    /// Content that cannot be merged is listed.
    #[arg(long)]
    pub(crate) lossy: bool,

    /// Write to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite FILE if it exists
    #[arg(long, short)]
    pub(crate) force: bool,

    /// Write no record; report what would be merged
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    /// Print the additions as one JSON object; requires -o or -n
    #[arg(long, requires = "free")]
    pub(crate) json: bool,

    /// Same as --json
    #[arg(long, requires = "free", conflicts_with = "json")]
    pub(crate) jsonl: bool,
}
