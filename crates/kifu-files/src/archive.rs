//! Archives, read like directories without unpacking them to disk.
//!
//! A thread reads each archive and sends its files in order, in small groups, so only a few of them are in memory at
//! the same time.

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{self, BufReader};
use std::iter;
use std::ops::ControlFlow;
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use ignore::overrides::Override;
use kifu_archive::{Entry, Limits, each_member};

use crate::measured::Measured;
use crate::paths::path_of;
use crate::unreadable::Unreadable;

pub use kifu_archive::{ArchiveKind, Packing};

/// A file in an archive.
#[derive(PartialEq, Eq, Debug)]
pub struct Member {
    /// The path of the archive followed by the name in the archive.
    pub path: PathBuf,
    /// The path that determines where the output for this file goes in an output directory. This is
    /// `path`, without the extension of the compression if the archive is a single compressed file.
    pub place: PathBuf,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

/// The length of the files in a group, of which the last one can be longer. Sending wakes a thread, which costs more
/// than reading a typical record.
const GROUP_LEN: usize = 64 << 10;

/// The maximum number of files in a group.
const MAX_GROUP_COUNT: usize = 64;

/// Returns the selected files in an archive, or in its directory `within`. If `within` names a
/// file, returns that file even if it is not selected.
///
/// Hidden files and links are skipped; the target of a link is found under its own name. A single
/// compressed file counts as an archive with one file.
pub(crate) fn members(
    path: &Path,
    kind: ArchiveKind,
    within: &Path,
    selected: Override,
) -> impl Iterator<Item = Result<Member, Unreadable>> + Send + use<> {
    // At most three groups of files are in memory: one read, one sent, one received.
    let (sender, receiver) = sync_channel(1);
    let archive = Archive {
        path: path.to_owned(),
        within: within.to_owned(),
        selected,
        has_match: Cell::new(within.as_os_str().is_empty()),
        group: RefCell::default(),
        sender,
    };
    let reader = thread::Builder::new().spawn(move || archive.read(kind));
    let path = path.to_owned();
    let ended = move || {
        let reason = match reader {
            Ok(reader) => reader
                .join()
                .err()
                .map(|_| io::Error::other("the archive cannot be read")),
            Err(error) => Some(error),
        };
        reason.map(|error| Err(Unreadable::new(&path, error)))
    };
    let files = receiver.into_iter().flatten();
    files.chain(iter::once_with(ended).flatten())
}

/// Splits a path that leads into an archive. Returns the archive, its kind, and the rest of the
/// path.
pub(crate) fn in_archive(path: &Path) -> Option<(&Path, ArchiveKind, &Path)> {
    let above = path.ancestors().skip(1).find(|above| above.is_file())?;
    Some((
        above,
        ArchiveKind::of(above)?,
        path.strip_prefix(above).ok()?,
    ))
}

/// Returns the archive that a path leads into, if no file exists at the path itself.
pub fn archive_of(path: &Path) -> Option<&Path> {
    let (archive, ..) = in_archive(path).filter(|_| !path.exists())?;
    Some(archive)
}

/// Returns whether a path names a directory in an archive, and not a file. Reads the archive up to
/// the first file at the path.
pub fn is_folder_in_archive(path: &Path) -> bool {
    let Some((above, kind, within)) = in_archive(path).filter(|_| !path.exists()) else {
        return false;
    };
    let mut members = members(above, kind, within, Override::empty());
    let is_named = |member: &Result<Member, Unreadable>| match member {
        Ok(member) => member.path == path,
        _ => true,
    };
    !members.next().is_none_or(|member| is_named(&member))
}

/// An archive that is being read.
struct Archive {
    path: PathBuf,
    within: PathBuf,
    selected: Override,
    /// Whether `within` is empty or an entry in it was found.
    has_match: Cell<bool>,
    /// The files that are sent next.
    group: RefCell<Group>,
    sender: SyncSender<Vec<Result<Member, Unreadable>>>,
}

#[derive(Default)]
struct Group {
    files: Vec<Result<Member, Unreadable>>,
    /// The length of the files in bytes.
    len: usize,
}

/// The error that the receiver of the files was dropped, so no more files are needed.
struct Closed;

impl Archive {
    fn read(self, kind: ArchiveKind) {
        let unreadable = match self.read_members(kind) {
            Err(error) => Unreadable::new(&self.path, error),
            Ok(()) if !self.has_match.get() => {
                let why = "no such file in the archive";
                let error = io::Error::new(io::ErrorKind::NotFound, why);
                Unreadable::new(&self.path.join(&self.within), error)
            }
            Ok(()) => {
                let _ = self.flush();
                return;
            }
        };
        let _ = self.send(Err(unreadable)).and_then(|()| self.flush());
    }

    fn read_members(&self, kind: ArchiveKind) -> io::Result<()> {
        if !kind.is_folder() && !self.within.as_os_str().is_empty() {
            return Ok(());
        }
        let file = File::open(&self.path)?;
        let limits = Limits::of_len(file.metadata()?.len());
        let reader = BufReader::with_capacity(1 << 16, Measured::new(file));
        let wanted = |entry: Entry<'_>| {
            if kind.is_folder() {
                self.wanted(&path_of(entry.name.to_vec()))
            } else {
                Some(self.path.clone())
            }
        };
        let found = |path: PathBuf, bytes| {
            let sent = if kind.is_folder() {
                self.send_file(path, bytes)
            } else {
                self.send_single(path, bytes)
            };
            match sent {
                Ok(()) => ControlFlow::Continue(()),
                Err(Closed) => ControlFlow::Break(()),
            }
        };
        each_member(reader, kind, &limits, wanted, found)
    }

    /// Adds a file to the group, and sends the group if it is full.
    fn send(&self, member: Result<Member, Unreadable>) -> Result<(), Closed> {
        let mut group = self.group.borrow_mut();
        group.len += member.as_ref().map_or(0, |member| member.bytes.len());
        group.files.push(member);
        if group.len < GROUP_LEN && group.files.len() < MAX_GROUP_COUNT {
            return Ok(());
        }
        drop(group);
        self.flush()
    }

    fn flush(&self) -> Result<(), Closed> {
        let group = self.group.take();
        if group.files.is_empty() {
            return Ok(());
        }
        self.sender.send(group.files).map_err(|_| Closed)
    }

    /// Returns the path of an entry if it is in `within`, is not hidden, and is selected.
    fn wanted(&self, name: &Path) -> Option<PathBuf> {
        // Drop roots and prefixes, so that the path is below the archive. Code that writes files
        // refuses `..`.
        let parts = name
            .components()
            .filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir));
        let name: PathBuf = parts.collect();
        let below = name.strip_prefix(&self.within).ok()?;
        self.has_match.set(true);
        let hidden = |part: Component<'_>| part.as_os_str().as_encoded_bytes().starts_with(b".");
        let is_hidden = below
            .components()
            .any(|part| hidden(part) && part != Component::ParentDir);
        let path = self.path.join(&name);
        let is_selected =
            || name == self.within || !self.selected.matched(&path, false).is_ignore();
        (!is_hidden && name.file_name().is_some() && is_selected()).then_some(path)
    }

    /// Sends the content of a compressed file.
    fn send_single(&self, path: PathBuf, bytes: io::Result<Vec<u8>>) -> Result<(), Closed> {
        self.send(match bytes {
            Ok(bytes) => Ok(Member {
                place: path.with_extension(""),
                path,
                bytes,
            }),
            Err(error) => Err(Unreadable::new(&path, error)),
        })
    }

    fn send_file(&self, path: PathBuf, bytes: io::Result<Vec<u8>>) -> Result<(), Closed> {
        let bytes = match ArchiveKind::of(&path) {
            Some(_) => Err(io::Error::other(
                "archives in archives are not read; unpack the outer archive first",
            )),
            None => bytes,
        };
        self.send(match bytes {
            Ok(bytes) => Ok(Member {
                place: path.clone(),
                path,
                bytes,
            }),
            Err(error) => Err(Unreadable::new(&path, error)),
        })
    }
}
