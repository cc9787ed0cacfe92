//! Where converted files go.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::cmd::convert::args::{ConvertArgs, ConvertTo};
use crate::exit::Usage;
use crate::input::Input;
use crate::naming::{OutputName, named};
use crate::place;

/// Names that converted files need, for all files of a run.
pub(super) struct Places {
    to: To,
    extension: &'static str,
    /// What this run has written, so that no two files get one name.
    written: Mutex<HashSet<PathBuf>>,
}

enum To {
    Stdout,
    File(PathBuf),
    /// One text for all of them.
    Text(PathBuf),
    Directory(place::Places),
}

impl Places {
    /// # Errors
    ///
    /// If the command line gives several files one place.
    pub(super) fn of(args: &ConvertArgs, format: ConvertTo) -> Result<Places, Usage> {
        let several = args.input.are_several();
        // Positions can stand one below the other.
        let is_text = format.notation().is_some();
        let directory = |path: &Path| {
            let inputs = args.input.without(Some(path));
            let places = place::Places::of(path, &inputs);
            let name = |place: &Path| named(place, None, format.extension());
            places.refuse_collisions(&inputs, name)?;
            Ok(To::Directory(places))
        };
        let to = match &args.output {
            Some(path) if path.as_os_str() != "-" => {
                let ends_as_one = path.to_string_lossy().ends_with(std::path::is_separator);
                match () {
                    () if args.split || ends_as_one || path.is_dir() => directory(path)?,
                    () if several && is_text => To::Text(path.clone()),
                    () if several => directory(path)?,
                    () => To::File(path.clone()),
                }
            }
            _ if (several && !is_text || args.split) && !args.dry_run => {
                let why = "several files cannot go to standard output: use -o DIRECTORY";
                return Err(Usage(why.to_owned()));
            }
            _ => To::Stdout,
        };
        Ok(Places {
            to,
            extension: format.extension(),
            written: Mutex::default(),
        })
    }

    /// The one text that all goes into, if that is a file.
    pub(super) fn text(&self) -> Option<&Path> {
        match &self.to {
            To::Text(path) => Some(path),
            _ => None,
        }
    }

    /// Whether nothing goes to standard output.
    pub(super) fn is_in_files(&self) -> bool {
        !matches!(self.to, To::Stdout)
    }

    /// Where a file goes, or one of several parts of it. Nowhere if that is standard output, or one
    /// text for all.
    pub(super) fn of_file(
        &self,
        input: &Input,
        part: Option<OutputName<'_>>,
    ) -> anyhow::Result<Option<PathBuf>> {
        Ok(match &self.to {
            To::Stdout | To::Text(_) => None,
            To::File(path) => Some(path.clone()),
            To::Directory(places) => {
                let place = places.place(input)?;
                let name = named(&place, part, self.extension);
                Some(place.with_file_name(name))
            }
        })
    }

    /// Makes the folder of a file that goes into a directory.
    pub(super) fn make_folder(&self, path: &Path) -> io::Result<()> {
        match (&self.to, path.parent()) {
            (To::Directory(_), Some(folder)) => std::fs::create_dir_all(folder),
            _ => Ok(()),
        }
    }

    /// Takes a name for a file of this run.
    pub(super) fn claim(&self, path: &Path) -> anyhow::Result<()> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if !written.insert(path.to_owned()) {
            anyhow::bail!("two files would get this name");
        }
        Ok(())
    }
}
