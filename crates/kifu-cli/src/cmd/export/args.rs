//! The options of `kifu export`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use crate::args::input::InputArgs;
use crate::args::page::{MediaPlace, PageArgs};
use crate::args::select::SelectArgs;

/// Write games for other programs: a web page that plays them, or tables for engines of SQL
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    #[command(subcommand)]
    pub(crate) verb: ExportVerb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ExportVerb {
    Html(HtmlArgs),
    Tables(Box<TablesArgs>),
}

/// Write games, problems and recordings as one HTML file that plays them
///
/// The file works from any place, without a server and without requests to the internet: mail it,
/// or put it on a site. Readers step through the moves and variations, read and search the
/// comments, try moves of their own, solve problems, and download the original files. Without
/// JavaScript, and on paper, the page shows the final board and the moves.
///
/// Recordings (RGF, bundles, and SGF files that name them) play with their sound: the board follows
/// the sound, and readers can stop, explore and return.
///
/// Several files, directories and archives become one page with a list of games, or, with -o DIR/,
/// a page each and an index.
#[derive(Debug, Args)]
pub(crate) struct HtmlArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Write the page to a file, or a page of each input to a directory [default: standard output]
    ///
    /// PATH is a directory if it exists as one or ends in `/`. Pages keep the relative paths of the
    /// inputs, and `index.html` lists all games, with pictures and a search.
    #[arg(long, short, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite existing files
    #[arg(long, short, requires = "output")]
    pub(crate) force: bool,

    /// Where to put the sound and the films of recordings
    #[arg(long, value_name = "PLACE", default_value = "page")]
    pub(crate) media: MediaPlace,

    #[command(flatten)]
    pub(crate) page: PageArgs,
}

/// Write games as tables: Parquet, Arrow, CSV or JSON Lines
///
/// DIR gets a directory for each table: `games` with the information and the moves of each game, `errors`
/// with the files and games that cannot be read, and, if requested, `positions` and `nodes`. DuckDB,
/// Polars, Spark, pandas and others read them; `_kifu-schema.json` describes the columns.
///
/// An interrupted export continues when the same command is run again. The tables do not depend on
/// interruptions or on the number of threads.
#[derive(Debug, Args)]
#[command(mut_arg("select", |select| select.visible_alias("where")))]
pub(crate) struct TablesArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The directory to write to, which must be new, empty or an unfinished export
    #[arg(long, short, value_name = "DIR", value_hint = ValueHint::DirPath, required = true)]
    pub(crate) output: PathBuf,

    /// Replace the tables that are in DIR
    #[arg(long, short)]
    pub(crate) force: bool,

    /// The format of the files
    #[arg(long, short = 't', value_name = "FORMAT", default_value = "parquet")]
    pub(crate) format: FileFormat,

    /// Divide games and nodes among directories, such as `games/year=1998`
    ///
    /// year: the year of the first date; size: the size of the board (`board=19x19`); source: the PATH
    /// that a file belongs to (`root=kgs`); hash: a digit of the game id (`bucket=a`), for parts of
    /// about the same size.
    #[arg(long, value_name = "BY", hide_possible_values = true)]
    pub(crate) partition: Option<PartitionBy>,

    /// Also write all positions, sorted by a hash that is the same for rotated and mirrored boards
    #[arg(long)]
    pub(crate) positions: bool,

    /// Write positions only up to N moves
    #[arg(long, value_name = "N", requires = "positions")]
    pub(crate) plies: Option<u32>,

    /// Also write all nodes of all variations, with their properties and comments
    #[arg(long)]
    pub(crate) nodes: bool,

    /// List all findings of `kifu check` in the games, not only those from reading and playing
    #[arg(long)]
    pub(crate) check: bool,

    /// Store KEY=VALUE in the metadata of Parquet and Arrow files, such as license=CC0
    #[arg(long, value_name = "KEY=VALUE", value_parser = metadata)]
    pub(crate) metadata: Vec<(String, String)>,

    /// Complete the files after N games; an interrupted export continues after them [default: 1048576]
    #[arg(long, value_name = "N", hide = true)]
    pub(crate) games_per_part: Option<u64>,

    #[command(flatten)]
    pub(crate) games: SelectArgs,
}

/// Parses `KEY=VALUE`.
fn metadata(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("expected KEY=VALUE, such as license=CC0".to_owned()),
    }
}

/// The format of tables.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum FileFormat {
    Parquet,
    Arrow,
    Csv,
    Jsonl,
}

/// The value by which games are divided among directories.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PartitionBy {
    Year,
    Size,
    Source,
    Hash,
}
