//! The options of `kifu diff`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Compare two games and show where they differ
///
/// Compares moves and setup stones in any orientation of the board, and with the colours swapped.
/// Exits with 0 if the games are the same, and with 1 otherwise.
///
/// The first game is rotated or mirrored to match the second game; the output names this
/// transformation. Shows different moves, moves in a different order, passes and moves that only
/// one game has, and whether one game ends earlier. If the games have little in common, the output
/// only says that they are different.
#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The file with the first game; `-` is standard input
    #[arg(value_name = "FIRST", value_hint = ValueHint::FilePath)]
    pub(crate) first: PathBuf,

    /// The file with the second game; `-` is standard input
    #[arg(value_name = "SECOND", value_hint = ValueHint::FilePath)]
    pub(crate) second: PathBuf,

    /// Compare the Nth game of the first file, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: NonZeroUsize,

    /// Compare the Nth game of the second file, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) with_game: NonZeroUsize,

    /// Also compare other data, such as players, result and charset
    #[arg(long)]
    pub(crate) meta: bool,

    /// Compare the bytes and all properties
    ///
    /// A rotated game is then a different game.
    #[arg(long)]
    pub(crate) exact: bool,

    /// Print nothing; only set the exit code
    #[arg(long, short, conflicts_with_all = ["json", "jsonl"])]
    pub(crate) quiet: bool,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    /// Same as --json
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,
}
