//! Where paths lead that need not be there yet, and the places of files in an output directory.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use crate::archive::Kind;
use crate::args::input::InputArgs;
use crate::exit::Usage;
use crate::input::{self, Input, archive_of, is_folder_in_archive};
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

/// A path from the root, without `.` and `..`. Links are not followed.
fn plain(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut plain = PathBuf::new();
    for part in absolute.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// The deepest folder that holds both.
fn shared(one: PathBuf, other: PathBuf) -> PathBuf {
    let pairs = one.components().zip(other.components());
    let same = pairs.take_while(|(one, other)| one == other);
    same.map(|(part, _)| part).collect()
}

/// As much of a path as is there, by its true name, and the rest of it.
pub(crate) fn there_and_rest(path: &Path) -> (PathBuf, PathBuf) {
    for above in path.ancestors() {
        let there = match above.as_os_str().is_empty() {
            true => Path::new(".").canonicalize(),
            false => above.canonicalize(),
        };
        if let Ok(there) = there {
            let rest = path.strip_prefix(above).unwrap_or(Path::new(""));
            return (there, rest.to_owned());
        }
    }
    (PathBuf::new(), path.to_owned())
}

/// The true name of what is there, or will be.
pub(crate) fn true_name(path: &Path) -> PathBuf {
    let (there, rest) = there_and_rest(path);
    match rest.as_os_str().is_empty() {
        true => there,
        false => there.join(rest),
    }
}

/// The name that a path has below a folder, beginning with that folder as it is written; `None` if it
/// is not there.
pub(crate) fn below(folder: &Path, path: &Path) -> Option<PathBuf> {
    let path = true_name(path);
    let below = path.strip_prefix(folder.canonicalize().ok()?).ok()?;
    (!below.as_os_str().is_empty()).then(|| folder.join(below))
}
