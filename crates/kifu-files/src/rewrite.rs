//! New contents of files, and their destinations.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use kifu::collection::Chunk;

use crate::games::Chunks;
use crate::input::Input;
use crate::other_kind::OtherKind;
use crate::places::{PlaceError, Places};
use crate::write::{self, CommitMode, Digest, Draft, Overwrite, Staged};

/// An input and its new contents.
#[derive(Debug)]
pub struct Rewritten {
    /// The input.
    pub input: Input,
    body: Body,
}

#[derive(Debug)]
enum Body {
    Small {
        before: Vec<u8>,
        after: Vec<u8>,
    },
    /// A file that was processed in chunks.
    Large {
        is_changed: bool,
        /// The digest of the original contents.
        before: Digest,
        /// The new contents, `None` if they are not written, or an error from writing them.
        after: io::Result<Option<Draft>>,
    },
}

impl Rewritten {
    /// Returns an input with the contents before and after.
    pub fn of(input: &Input, before: Vec<u8>, after: Vec<u8>) -> Rewritten {
        Rewritten {
            input: input.clone(),
            body: Body::Small { before, after },
        }
    }

    /// Returns the contents before and after, if both are in memory.
    pub fn contents(&self) -> Option<(&[u8], &[u8])> {
        match &self.body {
            Body::Small { before, after } => Some((before, after)),
            Body::Large { .. } => None,
        }
    }

    /// Writes the new contents to `out`.
    ///
    /// # Errors
    ///
    /// The outer error is about `out`, the inner one about a temporary file.
    pub fn write_to(self, out: &mut impl Write) -> io::Result<Result<(), RewriteError>> {
        let after = match self.body {
            Body::Small { after, .. } => return out.write_all(&after).map(Ok),
            Body::Large { after, .. } => after,
        };
        match written_draft(after).and_then(Draft::finish) {
            Ok(file) => file.copy_to(out).map(Ok),
            Err(error) => Ok(Err(RewriteError::Temporary(error))),
        }
    }

    /// Returns whether the contents differ.
    pub fn is_changed(&self) -> bool {
        match &self.body {
            Body::Small { before, after } => before != after,
            Body::Large { is_changed, .. } => *is_changed,
        }
    }
}

/// The destination of changed files.
#[derive(Debug)]
pub enum Destination {
    /// Nothing is written.
    Nowhere,
    /// Standard output, see [`Rewritten::write_to`].
    Stdout,
    /// The file itself. The old file is kept as a backup with this suffix. If `keep_mtime` is set,
    /// the new file gets the modification time of the old one.
    Itself {
        /// The suffix of the backup, such as `.orig`.
        suffix: String,
        /// Whether to keep the modification time.
        keep_mtime: bool,
    },
    /// A new file.
    File(PathBuf),
    /// New files in a directory.
    Directory(Places),
    /// A dry run, which writes nothing and refuses what a real run would refuse.
    Planned(Box<Destination>),
}

/// The reason why a file cannot be rewritten.
#[derive(Debug)]
#[non_exhaustive]
pub enum RewriteError {
    /// The input has no path in the output directory.
    Place(Input, PlaceError),
    /// Standard input cannot be replaced.
    StdinInPlace,
    /// A file in an archive cannot be replaced.
    MemberInPlace(Input),
    /// The new file cannot be written.
    Write(PathBuf, io::Error),
    /// The directory of the new file cannot be created.
    CreateFolder(PathBuf, io::Error),
    /// The file cannot be replaced.
    Replace(PathBuf, io::Error),
    /// The temporary file with the new contents cannot be written.
    Temporary(io::Error),
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RewriteError::Place(input, _) => f.write_str(&input.name()),
            RewriteError::StdinInPlace => f.write_str("standard input cannot be replaced"),
            RewriteError::MemberInPlace(input) => {
                write!(f, "{}: files in archives cannot be replaced", input.name())
            }
            RewriteError::Write(path, _) => write!(f, "cannot write {}", path.display()),
            RewriteError::CreateFolder(path, _) => {
                write!(f, "cannot create the directory {}", path.display())
            }
            RewriteError::Replace(path, _) => write!(f, "cannot replace {}", path.display()),
            RewriteError::Temporary(_) => f.write_str("cannot write a temporary file"),
        }
    }
}

impl core::error::Error for RewriteError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            RewriteError::Place(_, error) => Some(error),
            RewriteError::StdinInPlace | RewriteError::MemberInPlace(_) => None,
            RewriteError::Write(_, error)
            | RewriteError::CreateFolder(_, error)
            | RewriteError::Replace(_, error)
            | RewriteError::Temporary(error) => Some(error),
        }
    }
}

impl Destination {
    /// Rewrites a file chunk by chunk: `work` returns the new bytes of a chunk.
    ///
    /// # Errors
    ///
    /// Returns the errors of `work` and of reading. An error from writing a large file is reported
    /// when the file is [staged](Destination::stage).
    pub fn rewritten<E: From<io::Error> + From<OtherKind>>(
        &self,
        input: &Input,
        chunks: &mut Chunks,
        mut work: impl FnMut(&Chunk) -> Result<Vec<u8>, E>,
    ) -> Result<Rewritten, E> {
        if chunks.is_whole() {
            let chunk = chunks.next().ok_or(OtherKind::Unknown)??;
            let new = work(&chunk)?;
            return Ok(Rewritten::of(input, chunk.bytes, new));
        }
        let mut draft = self.draft(input);
        // Compare digests of all bytes: unchanged bytes may move between chunks.
        let (mut before, mut after) = (Digest::default(), Digest::default());
        for chunk in chunks {
            let chunk = chunk?;
            let new = work(&chunk)?;
            before.add(&chunk.bytes);
            after.add(&new);
            if let Ok(Some(open)) = &mut draft
                && let Err(error) = open.write_all(&new)
            {
                draft = Err(error);
            }
        }
        Ok(Rewritten {
            input: input.clone(),
            body: Body::Large {
                is_changed: before != after,
                before,
                after: draft,
            },
        })
    }

    /// Begins the new file, if one is written. An invalid destination is reported later, by
    /// [`Destination::stage`].
    fn draft(&self, input: &Input) -> io::Result<Option<Draft>> {
        let place = match self {
            Destination::Nowhere | Destination::Planned(_) => return Ok(None),
            Destination::Stdout => return Draft::unnamed().map(Some),
            _ => self.plan(input).ok().flatten(),
        };
        let Some(place) = place else {
            return Ok(None);
        };
        if let (Destination::Directory(_), Some(folder)) = (self, place.parent()) {
            fs::create_dir_all(folder)?;
        }
        Draft::of(&place).map(Some)
    }

    /// Returns whether files are replaced, in dry runs as well.
    pub fn is_in_place(&self) -> bool {
        match self {
            Destination::Itself { .. } => true,
            Destination::Planned(to) => to.is_in_place(),
            _ => false,
        }
    }

    /// Removes the temporary files of killed programs from the directory of a file that is
    /// rewritten in place.
    pub fn remove_stale(&self, input: &Input) {
        if let (Destination::Itself { .. }, Some(path)) = (self, input.place()) {
            let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
            write::remove_stale(path.parent().unwrap_or(Path::new(".")));
        }
    }

    /// Returns the path of the new file, if one is written. Dry runs and real runs both check this;
    /// it writes nothing.
    ///
    /// # Errors
    ///
    /// If the file cannot be written there.
    pub fn plan(&self, input: &Input) -> Result<Option<PathBuf>, RewriteError> {
        let place = match self {
            Destination::Nowhere | Destination::Stdout => return Ok(None),
            Destination::Planned(to) => return to.plan(input),
            Destination::File(path) => path.clone(),
            Destination::Directory(places) => places
                .place(input)
                .map_err(|error| RewriteError::Place(input.named(), error))?,
            Destination::Itself { suffix, .. } => {
                return match input {
                    Input::Stdin => Err(RewriteError::StdinInPlace),
                    Input::Member(_) => Err(RewriteError::MemberInPlace(input.named())),
                    Input::File(path) => {
                        write::replaceable(path, suffix)
                            .map_err(|error| RewriteError::Replace(path.to_path_buf(), error))?;
                        Ok(Some(path.to_path_buf()))
                    }
                };
            }
        };
        match write::vacant(&place, &Overwrite::Never) {
            Ok(()) => Ok(Some(place)),
            Err(error) => Err(RewriteError::Write(place, error)),
        }
    }

    /// Writes a file that then waits for its name, in a [`Batch`](write::Batch). Writes nothing in a
    /// dry run.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn stage(&self, file: Rewritten) -> Result<Option<Staged>, RewriteError> {
        let Rewritten { input, body } = file;
        let Some(place) = self.plan(&input)? else {
            return Ok(None);
        };
        let in_place = match self {
            Destination::Planned(_) => return Ok(None),
            Destination::Itself { suffix, keep_mtime } => Some((suffix.clone(), *keep_mtime)),
            _ => None,
        };
        if let (Destination::Directory(_), Some(folder)) = (self, place.parent()) {
            fs::create_dir_all(folder)
                .map_err(|error| RewriteError::CreateFolder(folder.to_owned(), error))?;
        }
        let is_in_place = in_place.is_some();
        let staged = body.into_draft(&place).and_then(|(original, new)| {
            let mode = match in_place {
                None => CommitMode::New {
                    overwrite: Overwrite::Never,
                },
                Some((suffix, keep_mtime)) => CommitMode::InPlace {
                    original,
                    suffix,
                    keep_mtime,
                },
            };
            Ok(new.finish()?.staged(mode))
        });
        staged.map(Some).map_err(|error| {
            if is_in_place {
                RewriteError::Replace(place, error)
            } else {
                RewriteError::Write(place, error)
            }
        })
    }
}

impl Body {
    /// Returns the digest of the original contents and a draft with the new ones.
    fn into_draft(self, path: &Path) -> io::Result<(Digest, Draft)> {
        match self {
            Body::Small { before, after } => {
                let mut draft = Draft::of(path)?;
                draft.write_all(&after)?;
                Ok((Digest::of(&before), draft))
            }
            Body::Large { before, after, .. } => Ok((before, written_draft(after)?)),
        }
    }
}

fn written_draft(draft: io::Result<Option<Draft>>) -> io::Result<Draft> {
    draft?.ok_or_else(|| io::Error::other("the new contents were not written"))
}
