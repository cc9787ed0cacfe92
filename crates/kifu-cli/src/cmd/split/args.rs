//! The options of `kifu split`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::args::input::InputArgs;
use crate::args::output::{FileReportArgs, NewFileArgs};
use crate::args::select::SelectArgs;

/// Write each game of collections into a file of its own, byte for byte
///
/// What stands between games is left out, unless --raw keeps it. Names are such as every system
/// takes, and names that would be the same are numbered.
#[derive(Debug, Args)]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) games: SelectArgs,

    /// Write to the directory DIR
    #[arg(long, short, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) parts: NewFileArgs,

    /// Write N games of a collection into each file, and what is left into the last; {n} is then the
    /// number of the file, and {PB} that of its first game
    #[arg(long, value_name = "N")]
    pub(crate) every: Option<NonZeroUsize>,

    /// Keep the bytes between games: with the game after them, and behind the last one with that
    #[arg(long)]
    pub(crate) raw: bool,

    /// Write no file; list the names
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) told: FileReportArgs,
}
