//! The paths of converted files.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use kifu::convert::Target;
use kifu_files::Input;
use kifu_files::names::{OutputName, named};
use kifu_files::paths::PathSet;
use kifu_files::places::Places;

use crate::cmd::convert::args::ConvertArgs;
use crate::collisions::refuse_collisions;
use crate::exit::Usage;

/// The paths of all files that a run writes.
pub(super) struct OutputPaths {
    destination: Destination,
    extension: &'static str,
    /// The paths that this run has written, so that no two files get the same path.
    claimed: Mutex<PathSet>,
}

enum Destination {
    Stdout,
    /// The file for a single input.
    File(PathBuf),
    /// One text for all inputs.
    Text(PathBuf),
    Directory(Places),
}

impl OutputPaths {
    /// Determines the destination from the options.
    ///
    /// # Errors
    ///
    /// If several files would get the same path.
    pub(super) fn of(args: &ConvertArgs, format: Target) -> Result<OutputPaths, Usage> {
        let several = args.input.are_several();
        // Positions of several inputs can be written to one text.
        let is_text = format.notation().is_some();
        let directory = |path: &Path| {
            let sources = args.input.without(Some(path)).sources();
            let places = Places::of(path, &sources);
            let name = |place: &Path| named(place, None, format.extension());
            refuse_collisions(&places, &sources, name)?;
            Ok(Destination::Directory(places))
        };
        let destination = match &args.output {
            Some(path) if path.as_os_str() != "-" => {
                let ends_as_one = path.to_string_lossy().ends_with(std::path::is_separator);
                if args.split || ends_as_one || path.is_dir() || several && !is_text {
                    directory(path)?
                } else if several {
                    Destination::Text(path.clone())
                } else {
                    Destination::File(path.clone())
                }
            }
            _ if (several && !is_text || args.split) && !args.dry_run => {
                let why = "several files cannot be written to standard output; use `-o DIR`";
                return Err(Usage(why.to_owned()));
            }
            _ => Destination::Stdout,
        };
        Ok(OutputPaths {
            destination,
            extension: format.extension(),
            claimed: Mutex::default(),
        })
    }

    /// Returns the path of the text for all inputs, if that is a file.
    pub(super) fn text(&self) -> Option<&Path> {
        match &self.destination {
            Destination::Text(path) => Some(path),
            _ => None,
        }
    }

    /// Returns the output path for an input, or for one of its games; `None` if the output is
    /// standard output or one text for all inputs.
    pub(super) fn path(
        &self,
        input: &Input,
        part: Option<OutputName<'_>>,
    ) -> anyhow::Result<Option<PathBuf>> {
        Ok(match &self.destination {
            Destination::Stdout | Destination::Text(_) => None,
            Destination::File(path) => Some(path.clone()),
            Destination::Directory(places) => {
                let place = places.place(input)?;
                let name = named(&place, part, self.extension);
                Some(place.with_file_name(name))
            }
        })
    }

    /// Returns whether the directories of files are created.
    pub(super) fn creates_folders(&self) -> bool {
        matches!(self.destination, Destination::Directory(_))
    }

    /// Claims a path for a file of this run.
    ///
    /// # Errors
    ///
    /// If another file of this run has the path.
    pub(super) fn claim(&self, path: &Path) -> anyhow::Result<()> {
        let mut claimed = self.claimed.lock().unwrap_or_else(PoisonError::into_inner);
        if !claimed.insert(path) {
            anyhow::bail!("two files would get this path");
        }
        Ok(())
    }
}
