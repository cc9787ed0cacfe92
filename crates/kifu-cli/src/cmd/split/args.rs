//! The options of `kifu split`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::args::input::InputArgs;
use crate::args::output::{FileReportArgs, NewFileArgs};
use crate::args::select::SelectArgs;

/// Write each game of a collection to its own file, byte for byte
///
/// The bytes between games are omitted unless --raw is given. File names are valid on every system,
/// and duplicate names are numbered.
#[derive(Debug, Args)]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) games: SelectArgs,

    /// Write the new files to the directory DIR (required)
    #[arg(long, short, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) new_files: NewFileArgs,

    /// Write N games to each file
    ///
    /// The remaining games are in the last file. In --name, {n} is then the number of the file, and
    /// properties such as {PB} are those of the first game in the file.
    #[arg(long, value_name = "N")]
    pub(crate) every: Option<NonZeroUsize>,

    /// Keep the bytes between games
    ///
    /// The bytes before a game stay with that game, and those after the last game stay with the
    /// last game.
    #[arg(long)]
    pub(crate) raw: bool,

    /// Write no files; list the names of the new files
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) report: FileReportArgs,
}
