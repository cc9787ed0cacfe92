//! The options of `kifu extract`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::args::input::InputArgs;
use crate::args::output::{FileReportArgs, NewFileArgs};
use crate::args::select::SelectArgs;
use crate::args::values::{Location, MoveRange};

/// Extract a game from a collection, or a line or some moves of a game
///
/// A whole game is copied byte for byte. --var, --path and --moves extract one line: the nodes from
/// the root to a leaf, without other variations.
#[derive(Debug, Args)]
pub(crate) struct ExtractArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) games: SelectArgs,

    /// Extract the Nth game of each file, from 1
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "select")]
    pub(crate) game: NonZeroUsize,

    /// Extract the Nth line of the game; 1 is the main line
    ///
    /// Lines are numbered in the order of the file.
    #[arg(long = "var", value_name = "N", conflicts_with = "path")]
    pub(crate) variation: Option<NonZeroUsize>,

    /// Extract the whole line through this address, such as `m91:2`
    ///
    /// `kifu tree` shows the addresses; `#17` is the 17th node of the game in file order.
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) path: Option<Location>,

    /// Extract these moves, such as `1-50`, `50-` or `57`
    ///
    /// The moves are those of the main line, or of the line that --var or --path selects. The new
    /// game starts from the position before the first of them.
    #[arg(long, value_name = "RANGE")]
    pub(crate) moves: Option<MoveRange>,

    /// Write each line as a separate game
    ///
    /// With -o PATH, each line becomes a file in the directory PATH; if PATH has an extension, such
    /// as lines.sgf, all lines are written to that file.
    #[arg(long, conflicts_with_all = ["variation", "path", "moves"])]
    pub(crate) each_variation: bool,

    /// Write to a file or, for several games, a directory
    ///
    /// Without -o, the output goes to standard output.
    #[arg(long, short, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) new_files: NewFileArgs,

    /// Write no files; list the names of the new files
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) report: FileReportArgs,
}
