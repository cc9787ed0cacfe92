//! The paths of files in an output directory.

use std::ffi::OsString;
use std::fmt;
use std::path::{Component, Path, PathBuf};

use crate::archive::archive_of;
use crate::input::Input;
use crate::paths::{PathSet, plain, shared};
use crate::sources::{Sources, is_folder};

/// The paths of files in an output directory.
///
/// A file keeps its path relative to the deepest directory that contains all paths of the sources.
/// Two files get the same path only if the program changes their names.
#[derive(Clone, Debug)]
pub struct Places {
    directory: PathBuf,
    above: PathBuf,
    /// The current directory, so that it is not looked up for each file.
    current: PathBuf,
}

/// The reason why an input has no path in an output directory.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PlaceError {
    /// Standard input has no file name.
    NoName,
    /// The path would be outside of this directory.
    Outside(PathBuf),
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceError::NoName => f.write_str(
                "standard input has no file name, so it cannot be written to a directory",
            ),
            PlaceError::Outside(directory) => {
                let directory = directory.display();
                write!(f, "its output path would be outside of {directory}")
            }
        }
    }
}

impl core::error::Error for PlaceError {}

/// Two inputs that would get the same path; see [`Places::check_collisions`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collision {
    /// The first input.
    pub first: Input,
    /// The second input, which can be the same one.
    pub second: Input,
    /// The path.
    pub path: PathBuf,
}

impl fmt::Display for Collision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) = (self.first.name(), self.second.name());
        let path = self.path.display();
        write!(f, "{first} and {second} would both be written to {path}")
    }
}

impl core::error::Error for Collision {}

impl Places {
    /// Determines the paths in a directory for the inputs of the sources.
    pub fn of(directory: &Path, sources: &Sources) -> Places {
        let paths = sources.paths().into_iter();
        let files = paths.filter(|path| path.as_os_str() != "-");
        let folders = files.map(|path| {
            let is_folder = is_folder(&path);
            let mut path = plain(&path);
            if !is_folder {
                path.pop();
            }
            path
        });
        Places {
            directory: directory.to_owned(),
            above: folders.reduce(shared).unwrap_or_default(),
            current: plain(Path::new(".")),
        }
    }

    /// Returns the path of the output file for an input.
    ///
    /// # Errors
    ///
    /// If the input has no name, or its path would be outside of the directory.
    pub fn place(&self, input: &Input) -> Result<PathBuf, PlaceError> {
        let path = input.place().ok_or(PlaceError::NoName)?;
        let outside = || PlaceError::Outside(self.directory.clone());
        if let Input::Member(member) = input {
            let archive = archive_of(&member.path).unwrap_or(Path::new(""));
            let within = path.strip_prefix(archive).unwrap_or(Path::new(""));
            if within.components().any(|part| part == Component::ParentDir) {
                return Err(outside());
            }
        }
        let path = plain(&self.current.join(path));
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

    /// Checks that no two inputs get the same path. `named` returns the new name of a file.
    ///
    /// # Errors
    ///
    /// The first two inputs with the same path.
    pub fn check_collisions(
        &self,
        sources: &Sources,
        named: impl Fn(&Path) -> OsString,
    ) -> Result<(), Box<Collision>> {
        // An error is reported when the input is processed.
        let path_of = |input: &Input| {
            let place = self.place(input).ok()?;
            Some(place.with_file_name(named(&place)))
        };
        let mut taken = PathSet::default();
        for second in sources.names() {
            let Some(path) = path_of(&second) else {
                continue;
            };
            if taken.insert(&path) {
                continue;
            }
            let mut inputs = sources.names();
            if let Some(first) = inputs.find(|input| path_of(input).as_ref() == Some(&path)) {
                return Err(Box::new(Collision {
                    first,
                    second,
                    path,
                }));
            }
        }
        Ok(())
    }
}
