//! Options that select the files that a verb reads.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use clap::{Args, ValueHint};
use kifu_files::{GlobError, PathList, Sources, check_glob};

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

    /// Whether `-0` also applies to the names that the verb writes, so that it is valid without
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

    /// The list of paths, which is read only once.
    #[arg(skip)]
    pub(crate) list: Arc<OnceLock<PathList>>,

    /// The suffix of the backups of earlier runs, which are skipped in directories.
    #[arg(skip)]
    pub(crate) backups: Option<String>,

    /// The file or directory that the run writes, which is skipped in directories.
    #[arg(skip)]
    pub(crate) output: Option<PathBuf>,
}

impl InputArgs {
    /// Returns the sources of the inputs.
    pub(crate) fn sources(&self) -> Sources {
        let has_none = self.paths.is_empty() && self.files_from.is_none();
        let stdin = has_none.then(|| PathBuf::from("-"));
        let mut sources = Sources::new(self.paths.iter().cloned().chain(stdin))
            .with_globs(self.glob.clone())
            .include_backups(self.include_backups);
        if let Some(list) = self.list() {
            sources = sources.with_list(list.clone());
        }
        if let Some(suffix) = &self.backups {
            sources = sources.skip_backups(suffix);
        }
        match &self.output {
            Some(output) => sources.skip_output(output),
            None => sources,
        }
    }

    fn list(&self) -> Option<&PathList> {
        let path = self.files_from.as_ref()?;
        let of = if self.null {
            PathList::of_nul_terminated
        } else {
            PathList::of_lines
        };
        Some(self.list.get_or_init(|| of(path)))
    }

    /// Returns whether there can be more than one file.
    pub(crate) fn are_several(&self) -> bool {
        self.sources().are_several()
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

fn parse_glob(glob: &str) -> Result<String, GlobError> {
    check_glob(glob)?;
    Ok(glob.to_owned())
}
