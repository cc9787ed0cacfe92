//! The options of `kifu index`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::args::input::InputArgs;

/// Build a search index of the games in files, or refresh it
///
/// find and next search an index many times faster than files. Files whose size and time have not
/// changed since are not read again, and files that are gone go. Names are kept as they are given, so
/// give the same directories again. Without PATH the current directory is indexed.
#[derive(Debug, Args)]
pub(crate) struct IndexArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The index
    #[arg(
        long,
        short,
        visible_alias = "index",
        value_name = "FILE",
        default_value = ".kifu",
        value_hint = ValueHint::FilePath
    )]
    pub(crate) output: PathBuf,

    /// Read every file again
    #[arg(long)]
    pub(crate) full: bool,

    /// Write nothing; tell what has changed
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    /// Write one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
