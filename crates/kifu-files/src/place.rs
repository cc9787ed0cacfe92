//! The paths of files in an output directory.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use crate::archive::{Kind, archive_of, is_folder_in_archive};
use crate::args::input::InputArgs;
use crate::exit::Usage;
use crate::input::{self, Input};
use crate::paths::{plain, shared};
use crate::printable::file_name;

/// The paths of files in an output directory.
///
/// A file keeps its path relative to the deepest directory that contains all paths of the command
/// line and of `--files-from`. Two files get the same path only if the verb changes their names.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    directory: PathBuf,
    above: PathBuf,
}

impl Places {
    pub(crate) fn of(directory: &Path, args: &InputArgs) -> Places {
        let paths = input::paths(args).into_iter();
        let files = paths.filter(|path| path.as_os_str() != "-");
        let folders = files.map(|path| {
            let is_folder = if path.exists() {
                path.is_dir() || Kind::of(&path).is_some_and(Kind::is_folder)
            } else {
                is_folder_in_archive(&path)
            };
            let mut path = plain(&path);
            if !is_folder {
                path.pop();
            }
            path
        });
        Places {
            directory: directory.to_owned(),
            above: folders.reduce(shared).unwrap_or_default(),
        }
    }

    /// Returns the path of the output file for an input.
    pub(crate) fn place(&self, input: &Input) -> anyhow::Result<PathBuf> {
        let Some(path) = input.place() else {
            anyhow::bail!(
                "standard input has no file name, so it cannot be written to a directory"
            );
        };
        let outside = || {
            let directory = file_name(&self.directory);
            anyhow::anyhow!("its output path would be outside of {directory}")
        };
        if let Input::Member(member) = input {
            let archive = archive_of(&member.path).unwrap_or(Path::new(""));
            let within = path.strip_prefix(archive).unwrap_or(Path::new(""));
            if within.components().any(|part| part == Component::ParentDir) {
                return Err(outside());
            }
        }
        let path = plain(path);
        let below = path.strip_prefix(&self.above).map_err(|_| outside())?;
        let mut parts = below.components().peekable();
        let is_inside =
            parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)));
        if is_inside {
            Ok(self.directory.join(below))
        } else {
            Err(outside())
        }
    }

    /// Refuses a run in which two files would get the same path. `named` returns the new name of a
    /// file.
    pub(crate) fn refuse_collisions(
        &self,
        args: &InputArgs,
        named: impl Fn(&Path) -> OsString,
    ) -> Result<(), Usage> {
        let mut taken: HashMap<PathBuf, Input> = HashMap::new();
        for input in input::list(args) {
            // The error is reported when the input is processed.
            let Ok(place) = self.place(&input) else {
                continue;
            };
            let place = place.with_file_name(named(&place));
            if let Some(other) = taken.insert(place.clone(), input.clone()) {
                let (one, other, place) = (other.shown(), input.shown(), file_name(&place));
                return Err(Usage(if one == other {
                    format!("{one} is given twice and would be written to {place} twice")
                } else {
                    format!(
                        "{one} and {other} would both be written to {place}; run the command for \
                         each of them separately"
                    )
                }));
            }
        }
        Ok(())
    }
}
