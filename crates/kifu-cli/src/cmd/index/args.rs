//! The options of `kifu index`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::args::input::InputArgs;

/// Create or update a search index of games
///
/// `kifu find` and `kifu next` search an index many times faster than files. An update reads only
/// files whose size or modification time has changed, and removes missing files from the index.
/// Paths are stored as given, so name the same directories in the same way each time. Without PATH,
/// the current directory is indexed.
#[derive(Debug, Args)]
#[command(mut_arg("paths", |paths| {
    let help = "Files, directories and archives to index [default: .]";
    paths.help(help).long_help(help)
}))]
pub(crate) struct IndexArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The index file to create or update
    #[arg(
        long,
        short,
        visible_alias = "index",
        value_name = "FILE",
        default_value = ".kifu",
        value_hint = ValueHint::FilePath
    )]
    pub(crate) output: PathBuf,

    /// Read all files again, even unchanged ones
    #[arg(long)]
    pub(crate) full: bool,

    /// Write nothing; report what has changed
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
