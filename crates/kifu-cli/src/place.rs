//! The places of files in an output directory.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use crate::archive::{Kind, archive_of, is_folder_in_archive};
use crate::args::input::InputArgs;
use crate::exit::Usage;
use crate::input::{self, Input};
use crate::paths::{plain, shared};
use crate::printable::file_name;

/// The places of files in an output directory.
///
/// A file keeps its place below the deepest folder that holds all paths of the command line and of
/// `--files-from`. So two files never share a place, unless they change their names.
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
            let is_folder = match path.exists() {
                true => path.is_dir() || Kind::of(&path).is_some_and(Kind::is_folder),
                false => is_folder_in_archive(&path),
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

    /// The place of a file.
    pub(crate) fn place(&self, input: &Input) -> anyhow::Result<PathBuf> {
        let Some(path) = input.place() else {
            anyhow::bail!("standard input has no name to write it by");
        };
        let no_name = || anyhow::anyhow!("it has no name below {}", file_name(&self.directory));
        if let Input::Member(member) = input {
            let archive = archive_of(&member.path).unwrap_or(Path::new(""));
            let within = path.strip_prefix(archive).unwrap_or(Path::new(""));
            if within.components().any(|part| part == Component::ParentDir) {
                return Err(no_name());
            }
        }
        let path = plain(path);
        let below = path.strip_prefix(&self.above).map_err(|_| no_name())?;
        let mut parts = below.components().peekable();
        let is_inside =
            parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)));
        match is_inside {
            true => Ok(self.directory.join(below)),
            false => Err(no_name()),
        }
    }

    /// Refuses a run in which two files would get one place, where `named` gives a file its new
    /// name.
    pub(crate) fn refuse_collisions(
        &self,
        args: &InputArgs,
        named: impl Fn(&Path) -> OsString,
    ) -> Result<(), Usage> {
        let mut taken: HashMap<PathBuf, Input> = HashMap::new();
        for input in input::list(args) {
            // What has no place is reported when it is its turn.
            let Ok(place) = self.place(&input) else {
                continue;
            };
            let place = place.with_file_name(named(&place));
            if let Some(other) = taken.insert(place.clone(), input.clone()) {
                let (one, other, place) = (other.shown(), input.shown(), file_name(&place));
                return Err(Usage(match one == other {
                    true => format!("{one} is given twice, and would be written to {place} twice"),
                    false => format!(
                        "{one} and {other} would both be written to {place}; convert one of them \
                         by itself"
                    ),
                }));
            }
        }
        Ok(())
    }
}
