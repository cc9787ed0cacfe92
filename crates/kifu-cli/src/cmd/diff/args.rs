//! The options of `kifu diff`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Compare two games, and show where they differ
///
/// Moves are compared, and stones set up, however the boards lie and whichever colour is called Black:
/// the first game is turned until it lies as the second does, which is told. Shown are moves that
/// are others, moves in another order, passes and moves that only one has, and an end that comes sooner.
/// Exits with 0 if there is nothing to show, and with 1 else.
#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// A game; `-` is standard input
    #[arg(value_name = "A", value_hint = ValueHint::FilePath)]
    pub(crate) first: PathBuf,

    /// The game to compare it with
    #[arg(value_name = "B", value_hint = ValueHint::FilePath)]
    pub(crate) second: PathBuf,

    /// The Nth game of A, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: NonZeroUsize,

    /// The Nth game of B, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) with_game: NonZeroUsize,

    /// Compare also what is said of the game as a whole and of the file: players, result, charset
    #[arg(long)]
    pub(crate) meta: bool,

    /// Compare everything as it stands: bytes, and if they differ all nodes and properties; a game that
    /// is turned is another one
    #[arg(long)]
    pub(crate) exact: bool,

    /// Write nothing; the exit code tells
    #[arg(long, short, conflicts_with_all = ["json", "jsonl"])]
    pub(crate) quiet: bool,

    /// Write a JSON object
    #[arg(long)]
    pub(crate) json: bool,

    /// Write it on a line
    #[arg(long, conflicts_with = "json")]
    pub(crate) jsonl: bool,
}
