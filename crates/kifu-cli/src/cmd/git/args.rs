//! The options of `kifu git`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

/// Compare and merge records in git: set up a repository, or run as its driver
///
/// Git compares and merges files by lines, which suits records badly: many programs write a game on
/// a few long lines. After `kifu git install`, `git diff` and `git log -p` show a line for each
/// move, and `git merge`, `git rebase` and `git cherry-pick` merge the nodes of games.
#[derive(Debug, Args)]
pub(crate) struct GitArgs {
    #[command(subcommand)]
    pub(crate) verb: GitVerb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GitVerb {
    Install(GitInstallArgs),
    Uninstall(GitUninstallArgs),
    DiffText(GitDiffTextArgs),
    MergeFile(GitMergeFileArgs),
}

/// Set up the drivers of git for records, in this repository or for all repositories of the user
///
/// Adds the drivers diff.kifu and merge.kifu to the configuration of git, and a line for each format
/// to .gitattributes. Commit .gitattributes: in a clone without the drivers, git compares and merges
/// by lines, as before. Drivers cannot be committed; run this command in each clone, or with
/// --global.
///
/// Other drivers, and attributes that name them, are kept: kifu lists them and changes nothing,
/// unless --force is given. In a bare repository, the lines are added to info/attributes.
#[derive(Debug, Args)]
pub(crate) struct GitInstallArgs {
    /// Set up all repositories of the user
    ///
    /// Changes the global configuration and the global attributes file of git.
    #[arg(long)]
    pub(crate) global: bool,

    /// Replace other drivers and attributes
    #[arg(long, short)]
    pub(crate) force: bool,

    /// Change nothing; print the commands and lines
    #[arg(long = "print", short = 'n', visible_alias = "dry-run")]
    pub(crate) print: bool,
}

/// Remove the drivers and attributes that `kifu git install` added
///
/// Drivers and attributes that name other programs are kept.
#[derive(Debug, Args)]
pub(crate) struct GitUninstallArgs {
    /// Remove them from the configuration of the user
    #[arg(long)]
    pub(crate) global: bool,

    /// Change nothing; print the commands and lines
    #[arg(long = "print", short = 'n', visible_alias = "dry-run")]
    pub(crate) print: bool,
}

/// Print the games of a file as text for git: a line for each move, without file names
///
/// Git runs this command to show changes (`diff.kifu.textconv`). A change without a meaning, such as
/// another order of properties, does not change the text. A file without games is printed as it is.
#[derive(Debug, Args)]
pub(crate) struct GitDiffTextArgs {
    /// A file in any format that kifu reads; `-` is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
}

/// Merge three versions of a file for git, node by node
///
/// Git runs this command to merge files (`merge.kifu.driver`). The result replaces OURS. What only
/// one version changed is merged; different moves become variations. If both versions changed the
/// same value, or one changed what the other one removed, the comment of the node shows both
/// versions between markers, and the exit code is 1.
///
/// SGF that is damaged, recordings, and records in other formats are merged by lines, as git does.
#[derive(Debug, Args)]
pub(crate) struct GitMergeFileArgs {
    /// The last common version
    #[arg(value_name = "BASE", value_hint = ValueHint::FilePath)]
    pub(crate) base: PathBuf,

    /// Our version, which the result replaces
    #[arg(value_name = "OURS", value_hint = ValueHint::FilePath)]
    pub(crate) ours: PathBuf,

    /// Their version
    #[arg(value_name = "THEIRS", value_hint = ValueHint::FilePath)]
    pub(crate) theirs: PathBuf,

    /// Print the result; do not replace OURS
    #[arg(long, short = 'p')]
    pub(crate) stdout: bool,

    /// The name of the file in messages [default: OURS]
    #[arg(long, value_name = "NAME")]
    pub(crate) path: Option<PathBuf>,

    /// The name of our version in conflicts
    #[arg(long, value_name = "NAME", default_value = "ours")]
    pub(crate) ours_name: String,

    /// The name of their version in conflicts
    #[arg(long, value_name = "NAME", default_value = "theirs")]
    pub(crate) theirs_name: String,

    /// The number of characters in a marker
    #[arg(long, value_name = "N", default_value = "7", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) marker_size: u8,
}
