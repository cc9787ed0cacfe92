//! The options of `kifu rename`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use kifu::names::Template;

use crate::args::input::InputArgs;
use crate::args::output::JsonArgs;

/// Give files new names, made of what their games say
///
/// The plan is made for all files before the first of them moves, and nothing moves if it does not
/// hold, or with --strict if a file cannot be read. No file is overwritten. Names are below the folder that was given, or of a file alone below its own;
/// with -o below that one. Folders in the template are made. Of several games in a file the first one
/// gives the name.
#[derive(Debug, Args)]
pub(crate) struct RenameArgs {
    /// How to call them: with {PB} and any other property, {DT:%Y-%m}, {PB|slug}, the name {file} that
    /// they have, and {ext}; `/` makes folders
    #[arg(value_name = "TEMPLATE", required_unless_present = "undo")]
    pub(crate) template: Option<Template>,

    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Move the files below the directory DIR
    #[arg(long, short, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: Option<PathBuf>,

    /// Only give the files of a run that was interrupted in DIR, or in a folder above it, their old names;
    /// files that went elsewhere need --output as well. Another run does the same before it begins
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) undo: Option<PathBuf>,

    /// What to do where a name is taken, by a file that is there or by another one of the plan
    #[arg(long, value_name = "WHAT", default_value = "refuse")]
    pub(crate) collision: Collision,

    /// Move nothing; list the plan
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Collision {
    /// Move nothing at all
    Refuse,
    /// Add a number to the name
    Number,
    /// Leave the file where it is
    Skip,
}
