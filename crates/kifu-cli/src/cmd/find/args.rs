//! The options of `kifu find`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueHint};

use crate::args::input::InputArgs;
use crate::args::pattern::PatternArgs;
use crate::args::select::SelectArgs;
use crate::args::values::MoveRange;

/// Find games by what they say, how they look and what was played
///
/// Writes the name of the file for each game, with the number of the game if the file holds several.
/// `kifu help select` explains expressions. Exits with 1 if no game is found.
///
/// A pattern is looked for in every position of the main line. There is a line for each time that it
/// comes to stand somewhere: between which moves, at which points, and how it is turned. In SGF its stones
/// stand in their places, unless --anchor says otherwise, and all other points may be anything but
/// AE: empty, TR: black or empty, SQ: white or empty, CR: either stone, MA: anything. With a view, VW, it is
/// that part of the board, whose other points are empty.
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

    /// Only positions after these moves, such as `1-50`, `50-` or `57`
    #[arg(long, value_name = "RANGE", conflicts_with = "before")]
    pub(crate) moves: Option<MoveRange>,

    /// Write the name of each file in which a game is found once, and nothing else; with -0, which is
    /// then for these names as well, each ends with a NUL
    #[arg(long, short = 'l')]
    pub(crate) files: bool,

    /// Write only how many games are found; with -l in how many files
    #[arg(long, short)]
    pub(crate) count: bool,

    /// Write no names; the exit code tells
    #[arg(long, short, conflicts_with_all = ["files", "count", "json", "jsonl"])]
    pub(crate) quiet: bool,

    /// Write one JSON array with an object for each game
    #[arg(long, conflicts_with_all = ["files", "count"])]
    pub(crate) json: bool,

    /// Write a JSON object on a line for each game
    #[arg(long, conflicts_with_all = ["files", "count", "json"])]
    pub(crate) jsonl: bool,

    /// Pass over the first N games that are found
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) skip: u64,

    /// End the search once N games are found
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,

    /// Exit with 0 if exactly N games are found, and else with 1
    #[arg(long, value_name = "N", conflicts_with = "limit")]
    pub(crate) expect: Option<u64>,

    /// Write the games that are found to FILE, as a collection of SGF
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) save: Option<PathBuf>,

    /// Write the other games to FILE, as a collection of SGF
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        conflicts_with_all = ["index", "limit", "skip"]
    )]
    pub(crate) save_rest: Option<PathBuf>,

    /// Let these files take the place of existing ones
    #[arg(long, short)]
    pub(crate) force: bool,

    /// Write no file
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,
}
