//! The options of `kifu rename`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use kifu::names::Template;

use crate::aliases::AliasArgs;
use crate::args::input::InputArgs;
use crate::args::output::JsonArgs;

/// Rename files by the properties of their games
///
/// Nothing is renamed if a new name is already taken, unless --collision says otherwise. No file is
/// overwritten. New names are relative to the given directory, to the directory of a file given by
/// itself, or to -o.
///
/// All new names are checked before the first file is renamed. With --strict, nothing is renamed if
/// a file cannot be read. Directories in the template are created. The first game of a file
/// determines its name.
#[derive(Debug, Args)]
pub(crate) struct RenameArgs {
    /// The new name, with properties such as {PB}, {file} and {ext}
    ///
    /// The template can contain any property, fields such as {black}, {date:%Y-%m} and {moves},
    /// {PB|slug} for lower-case ASCII, the current name {file} and the extension {ext}; `/`
    /// separates directories.
    #[arg(value_name = "TEMPLATE", required_unless_present = "undo")]
    pub(crate) template: Option<Template>,

    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Move the files to the directory DIR
    #[arg(long, short, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: Option<PathBuf>,

    /// Undo an interrupted run in DIR; do nothing else
    ///
    /// Also undoes runs in directories above DIR. Add --output if the run moved files out of DIR.
    /// Every run first undoes interrupted runs.
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) undo: Option<PathBuf>,

    /// What to do if a name is already taken
    ///
    /// The name is that of an existing file, or of another renamed file.
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
