//! Options that select the files that a verb reads.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::archive::{Kind, is_folder_in_archive};
use crate::args::output::RewriteArgs;

/// The heading of the options that most verbs have. The help of a verb lists them last.
pub(crate) const SHARED_OPTIONS: &str = "Shared options";

/// The input files, and how to read them.
#[derive(Clone, Debug, Args)]
pub(crate) struct InputArgs {
    /// Files, directories and archives to read [default: standard input]
    ///
    /// `-` is standard input.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// Also read the paths listed in FILE, one per line
    ///
    /// `-` is standard input.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = SHARED_OPTIONS)]
    pub(crate) files_from: Option<PathBuf>,

    /// With --files-from, each path ends with NUL, as from `find -print0`
    #[arg(long, short = '0', help_heading = SHARED_OPTIONS)]
    pub(crate) null: bool,

    /// Whether `-0` also applies to the names that the verb writes. It is then valid without
    /// `--files-from`.
    #[arg(skip)]
    pub(crate) null_names: bool,

    /// In directories, read only files that match GLOB
    ///
    /// `!GLOB` reads only files that do not match GLOB.
    #[arg(long, value_name = "GLOB", value_parser = parse_glob, help_heading = SHARED_OPTIONS)]
    pub(crate) glob: Vec<String>,

    /// Accepted for compatibility; directories are always searched
    #[arg(short, hide = true)]
    pub(crate) recursive: bool,

    /// Also read backups (*.orig) and temporary files
    ///
    /// Without this option, backups and the temporary files of killed runs (.kifu-*) are skipped in
    /// directories and archives. Files named on the command line are always read.
    #[arg(long, help_heading = SHARED_OPTIONS)]
    pub(crate) include_backups: bool,

    /// Process N files in parallel [default: number of CPU cores]
    #[arg(long, short, value_name = "N", help_heading = SHARED_OPTIONS)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Stop at the first file that cannot be read or written
    #[arg(long, help_heading = SHARED_OPTIONS)]
    pub(crate) strict: bool,

    /// Do not show progress on a terminal
    #[arg(long, help_heading = SHARED_OPTIONS)]
    pub(crate) no_progress: bool,

    /// The suffix of the backups of earlier runs, which are skipped in directories.
    #[arg(skip)]
    pub(crate) backups: Option<String>,

    /// The file or directory that the run writes, which is skipped in directories.
    #[arg(skip)]
    pub(crate) output: Option<PathBuf>,
}

impl InputArgs {
    /// Returns whether there can be more than one file.
    pub(crate) fn are_several(&self) -> bool {
        let is_folder = |path: &PathBuf| {
            if path.exists() {
                path.is_dir() || Kind::of(path).is_some_and(Kind::is_folder)
            } else {
                is_folder_in_archive(path)
            }
        };
        self.files_from.is_some() || self.paths.len() > 1 || self.paths.iter().any(is_folder)
    }

    /// Returns the same inputs without the output and without the backups of earlier runs.
    pub(crate) fn for_rewriting(&self, output: &RewriteArgs) -> InputArgs {
        InputArgs {
            backups: output.in_place.clone(),
            ..self.without(output.output.as_deref())
        }
    }

    /// Returns the same inputs without the file or directory that the run writes.
    pub(crate) fn without(&self, output: Option<&Path>) -> InputArgs {
        InputArgs {
            output: output.map(Path::to_owned),
            ..self.clone()
        }
    }
}

fn parse_glob(glob: &str) -> Result<String, ignore::Error> {
    let mut builder = ignore::overrides::OverrideBuilder::new("");
    builder.add(glob)?;
    builder.build()?;
    Ok(glob.to_owned())
}
