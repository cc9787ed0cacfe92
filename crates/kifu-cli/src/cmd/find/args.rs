//! The options of `kifu find`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueHint};

use crate::args::input::InputArgs;
use crate::args::pattern::PatternArgs;
use crate::args::select::SelectArgs;
use crate::args::values::MoveRange;

/// Find games that match an expression or a pattern
///
/// Prints the file of each matching game. Exits with 1 if no game matches.
///
/// If a file has several games, the numbers of the matching games are printed, too. kifu searches
/// every position of the main line for the pattern; with --variations, every position of the game
/// tree. Each hit is printed on one line: the moves during which the pattern is on the board, its
/// points, and its orientation. See --pattern and --text-pattern for how to write a pattern, and
/// --anchor for where it matches.
#[derive(Debug, Args)]
#[command(group(
    ArgGroup::new("criteria")
        .args(["select", "pattern", "text_pattern"])
        .required(true)
        .multiple(true)
))]
pub(crate) struct FindArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) games: SelectArgs,

    #[command(flatten)]
    pub(crate) pattern: PatternArgs,

    /// Search only positions after these moves, such as `1-50`
    ///
    /// `50-` searches the positions from move 50 on, and `57` only the position after move 57.
    #[arg(long, value_name = "RANGE", conflicts_with = "before")]
    pub(crate) moves: Option<MoveRange>,

    /// Also search variations
    ///
    /// A hit in a variation is printed with the address of the variation, as `kifu tree` shows it.
    #[arg(long, conflicts_with = "index")]
    pub(crate) variations: bool,

    /// Print only the files with matching games, each once
    ///
    /// With -0, each name ends with NUL instead of a line break.
    #[arg(long, short = 'l')]
    pub(crate) files: bool,

    /// Print only the number of matching games or, with -l, files
    #[arg(long, short)]
    pub(crate) count: bool,

    /// Print nothing; only set the exit code
    #[arg(long, short, conflicts_with_all = ["files", "count", "json", "jsonl"])]
    pub(crate) quiet: bool,

    /// Print one JSON array with an object for each game
    #[arg(long, conflicts_with_all = ["files", "count"])]
    pub(crate) json: bool,

    /// Print one JSON object for each game, one per line
    #[arg(long, conflicts_with_all = ["files", "count", "json"])]
    pub(crate) jsonl: bool,

    /// Skip the first N matching games
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) skip: u64,

    /// Stop after N matching games
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,

    /// Exit with 1 unless exactly N games match
    #[arg(long, value_name = "N", conflicts_with = "limit")]
    pub(crate) expect: Option<u64>,

    /// Write the matching games to an SGF file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) save: Option<PathBuf>,

    /// Write the games that do not match to an SGF file
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        conflicts_with_all = ["index", "limit", "skip"]
    )]
    pub(crate) save_rest: Option<PathBuf>,

    /// Overwrite existing files
    #[arg(long, short)]
    pub(crate) force: bool,

    /// Write no files; only search
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,
}
