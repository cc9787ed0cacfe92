//! The command line of `kifu find`, and the expressions by which other verbs take games.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueHint};
use kifu::select::{Diagnostic, Select};
use unicode_width::UnicodeWidthStr;

use super::{InputArgs, MoveRange, PatternArgs};
use crate::printable::Printable;

/// Which games.
#[derive(Clone, Debug, Args)]
pub(crate) struct SelectArgs {
    /// Only games of which EXPR is true, such as 'PB ~ Cho and year < 1990'; `kifu help select`
    #[arg(long = "select", short = 'e', value_name = "EXPR", value_parser = parse_select)]
    pub(crate) select: Option<Select>,
}

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

/// Count what collections are made of: properties, lengths, results, programs, charsets
///
/// Tables of how many games have which value of what is told of games, and of how often each property is
/// there: in how many roots, how many times in other nodes, in how many games and files. Years are shown by
/// decades, `–` is what games do not tell.
#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) games: SelectArgs,

    /// Count properties only
    #[arg(long)]
    pub(crate) props: bool,

    /// Show every row, not just the first ones of a table
    #[arg(long, conflicts_with = "json")]
    pub(crate) all: bool,

    /// Write one JSON object, with every row
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads an expression; what is wrong with it is shown at its place.
fn parse_select(text: &str) -> Result<Select, String> {
    Select::parse(text).map_err(|found| shown(text, &found))
}

/// What is wrong, and under the line of the expression where.
fn shown(text: &str, found: &Diagnostic) -> String {
    let range = found.span.range();
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let before = range.start - start;
    let inside = (range.end - start).min(line.len());
    let width = |text: &str| Printable(text).to_string().width();
    let at = width(&line[..before.min(line.len())]);
    let marks = width(&line[before.min(inside)..inside]).max(1);
    let mut shown = format!("{}\n\n    {}\n", found.message, Printable(line));
    let _ = write!(shown, "    {:at$}{:^<marks$}", "", "");
    if let Some(help) = &found.help {
        let _ = write!(shown, " {help}");
    }
    let _ = write!(shown, "\n\n  `kifu explain {}` says more", found.code);
    shown
}
