//! Options that say which files a verb reads.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::archive::{Kind, is_folder_in_archive};
use crate::args::output::RewriteArgs;

/// Which files, and how to go through them.
#[derive(Clone, Debug, Args)]
pub(crate) struct InputArgs {
    /// Files, and directories and archives to search; `-` is standard input, as is no PATH
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// Also take the paths that FILE lists, one a line; `-` is standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files_from: Option<PathBuf>,

    /// The list of --files-from ends each path with a NUL, as `find -print0` writes it
    #[arg(long, short = '0')]
    pub(crate) null: bool,

    /// -0 also tells how names are written, and needs no list.
    #[arg(skip)]
    pub(crate) null_names: bool,

    /// In directories, take only files that match GLOB (`!GLOB`: do not match)
    #[arg(long, value_name = "GLOB", value_parser = parse_glob)]
    pub(crate) glob: Vec<String>,

    /// Directories are always searched; this is for those who are used to say so
    #[arg(short, hide = true)]
    pub(crate) recursive: bool,

    /// In directories and archives, take backups too: files whose name ends with .orig, and what a run that
    /// was killed left behind (.kifu-*). A file that is named is always read
    #[arg(long)]
    pub(crate) include_backups: bool,

    /// How many files to work on at a time [default: one per core]
    #[arg(long, short, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Stop at the first file that cannot be read or written
    #[arg(long)]
    pub(crate) strict: bool,

    /// Do not show progress on a terminal
    #[arg(long)]
    pub(crate) no_progress: bool,

    /// In directories, leave out the backups that an earlier run made with this suffix.
    #[arg(skip)]
    pub(crate) backups: Option<String>,

    /// In directories, leave out this file or folder, to which the run writes.
    #[arg(skip)]
    pub(crate) output: Option<PathBuf>,
}

impl InputArgs {
    /// Whether there can be more than one file.
    pub(crate) fn are_several(&self) -> bool {
        let is_folder = |path: &PathBuf| match path.exists() {
            true => path.is_dir() || Kind::of(path).is_some_and(Kind::is_folder),
            false => is_folder_in_archive(path),
        };
        self.files_from.is_some() || self.paths.len() > 1 || self.paths.iter().any(is_folder)
    }

    /// What is to be rewritten: not the backups of an earlier time.
    pub(crate) fn for_rewriting(&self, output: &RewriteArgs) -> InputArgs {
        InputArgs {
            backups: output.in_place.clone(),
            ..self.without(output.output.as_deref())
        }
    }

    /// The same, but for what the run itself writes, where that lies in a directory.
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
