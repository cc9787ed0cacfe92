//! The options of `kifu merge`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueHint};

use crate::args::input::InputArgs;
use crate::args::output::UndecodableArgs;

/// Put what several records of one game have into one of them
///
/// The record that is preferred keeps its bytes. What only the others say is added: moves as variations,
/// comments after those that are there, values of lists such as TR and LB, names and results where there are none. Where
/// they say something different, that is noted: of the game as a whole in GC, of a node in C, a line for each
/// value, such as `KM in b.sgf: 5.5`. Boards that lie differently are turned first. One record may end sooner.
///
/// If something can neither be added nor be noted (setup that differs in one node, bytes that cannot be decoded), it is
/// listed, nothing is written, and the exit code is 1; --lossy writes the rest. If the records are not copies of
/// one game, nothing is written either, and the exit code is 1.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("free").args(["output", "dry_run"]).multiple(true)))]
pub(crate) struct MergeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The record that keeps its bytes [default: the first]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) prefer: Option<PathBuf>,

    /// So many moves may differ between two records
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) tolerance: usize,

    #[command(flatten)]
    pub(crate) undecodable: UndecodableArgs,

    /// Write the result even if something of a record is missing from it, which is listed
    #[arg(long)]
    pub(crate) lossy: bool,

    /// Write to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Let it take the place of an existing file
    #[arg(long, short)]
    pub(crate) force: bool,

    /// Write no record; tell what would come together
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    /// Write a JSON object that says what came from where; needs -o or -n
    #[arg(long, requires = "free")]
    pub(crate) json: bool,

    /// Write it on a line
    #[arg(long, requires = "free", conflicts_with = "json")]
    pub(crate) jsonl: bool,
}
