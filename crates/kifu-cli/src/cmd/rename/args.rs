//! The options of `kifu rename`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use kifu::names::{OnCollision, Template};

use crate::aliases::AliasArgs;
use crate::args::input::InputArgs;
use crate::args::output::JsonArgs;

/// Rename files by the properties of their games
///
/// If a new name is already taken, no file is renamed, unless --collision is given. No file is
/// overwritten. New names are relative to -o or else to PATH; if PATH is a file, to the directory
/// of PATH.
///
/// All new names are checked before the first file is renamed. With --strict, no file is renamed if
/// any file cannot be read. Directories in the template are created. The first game of a file
/// determines its name.
#[derive(Debug, Args)]
#[command(mut_arg("paths", |paths| {
    let help = "The files to rename; a directory stands for all files in it";
    paths.help(help).long_help(help)
}))]
pub(crate) struct RenameArgs {
    /// The template for the new names, such as '{PB}-{PW}.{ext}'
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

    /// Undo an interrupted run in DIR without renaming other files
    ///
    /// Also undoes runs in directories above DIR. Add --output if the run moved files out of DIR.
    /// Every run first undoes interrupted runs.
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) undo: Option<PathBuf>,

    /// What to do if a name is already taken
    ///
    /// A name is taken if an existing file or another renamed file has it.
    #[arg(long, value_name = "ACTION", default_value = "refuse")]
    pub(crate) collision: Collision,

    /// Rename no files; list the new names
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) names: AliasArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

impl From<Collision> for OnCollision {
    fn from(collision: Collision) -> OnCollision {
        match collision {
            Collision::Refuse => OnCollision::Refuse,
            Collision::Number => OnCollision::Number,
            Collision::Skip => OnCollision::Skip,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Collision {
    /// Rename no file
    Refuse,
    /// Add a number to the name
    Number,
    /// Skip the file
    Skip,
}
