//! The options of `kifu rename`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use kifu::names::Template;

use crate::aliases::AliasArgs;
use crate::args::input::InputArgs;
use crate::args::output::JsonArgs;

/// Rename files by the properties of their games
///
/// All new names are checked before the first file is renamed: nothing is renamed if a name is not
/// available or, with --strict, if a file cannot be read. No file is overwritten. New names are
/// relative to the given directory, to the directory of a file given by itself, or to -o.
/// Directories in the template are created. The first game of a file determines its name.
#[derive(Debug, Args)]
pub(crate) struct RenameArgs {
    /// The new name, with {PB} and any other property, fields such as {black}, {date:%Y-%m} and
    /// {moves}, {PB|slug}, the current name {file} and the extension {ext}; `/` separates
    /// directories
    #[arg(value_name = "TEMPLATE", required_unless_present = "undo")]
    pub(crate) template: Option<Template>,

    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Move the files to the directory DIR
    #[arg(long, short, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: Option<PathBuf>,

    /// Undo a run that was interrupted in DIR or in a directory above it, and do nothing else; add
    /// --output if that run moved files out of DIR. Every run first undoes interrupted runs
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) undo: Option<PathBuf>,

    /// What to do when a new name is taken by an existing file or by another renamed file
    #[arg(long, value_name = "WHAT", default_value = "refuse")]
    pub(crate) collision: Collision,

    /// Rename no files; list the new names
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) names: AliasArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Collision {
    /// Rename nothing at all
    Refuse,
    /// Add a number to the name
    Number,
    /// Skip the file
    Skip,
}
