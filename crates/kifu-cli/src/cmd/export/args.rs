//! The options of `kifu export`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use crate::args::input::InputArgs;
use crate::args::page::{MediaPlace, PageArgs};

/// Write games for readers who do not have kifu: a web page that plays them
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    #[command(subcommand)]
    pub(crate) verb: ExportVerb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ExportVerb {
    Html(HtmlArgs),
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
