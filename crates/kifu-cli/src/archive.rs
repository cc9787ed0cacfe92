//! Archives, read as if they were folders, without unpacking them anywhere.
//!
//! One thread goes through an archive and hands over what it holds, a file at a time, in the
//! order of the archive; so there are never more than a few files of it in memory.

mod packed;

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::iter;
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use ignore::overrides::Override;
use tar::EntryType;
use zip::ZipArchive;
use zip::result::ZipError;

use self::packed::{Gzip, Zstd};
use crate::paths::path_of;
use crate::printable::file_name;
use crate::unreadable::{Unreadable, reason};

/// A file in an archive.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Member {
    /// What it is called by: the archive as a folder, and its name in there.
    pub(crate) path: PathBuf,
    /// By which name it is written elsewhere: the same, but that of a single compressed file
    /// is as it was before it was compressed.
    pub(crate) place: PathBuf,
    pub(crate) bytes: Vec<u8>,
}

/// How an archive is made, told by its name. `.rgz` and `.rgt` are none: they are records,
/// which belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Zip,
    Tar(Packing),
    /// A file that is only compressed.
    Single(Packing),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Packing {
    None,
    Gzip,
    Zstd,
}

/// The endings of names; those that others end with come later.
const ENDINGS: [(&str, Kind); 8] = [
    (".zip", Kind::Zip),
    (".tar", Kind::Tar(Packing::None)),
    (".tar.gz", Kind::Tar(Packing::Gzip)),
    (".tgz", Kind::Tar(Packing::Gzip)),
    (".tar.zst", Kind::Tar(Packing::Zstd)),
    (".tzst", Kind::Tar(Packing::Zstd)),
    (".gz", Kind::Single(Packing::Gzip)),
    (".zst", Kind::Single(Packing::Zstd)),
];

impl Kind {
    pub(crate) fn of(path: &Path) -> Option<Kind> {
        let name = path.file_name()?.as_encoded_bytes();
        let ends = |ending: &str| {
            let start = name
                .len()
                .checked_sub(ending.len())
                .filter(|start| *start > 0);
            start.is_some_and(|start| name[start..].eq_ignore_ascii_case(ending.as_bytes()))
        };
        let found = ENDINGS.iter().find(|(ending, _)| ends(ending));
        found.map(|(_, kind)| *kind)
    }

    /// Whether it can hold several files.
    pub(crate) fn is_folder(self) -> bool {
        !matches!(self, Kind::Single(_))
    }
}

/// What comes out of an archive may be so many times as large as it, after the first bytes:
/// records shrink to a fifth, and copies of one to a fiftieth.
const RATIO: u64 = 200;
const FREE: u64 = 64 << 20;

/// A file in it may have so many bytes.
const LARGEST: u64 = 1 << 30;

/// The files in an archive that are selected; those in a folder of it where that is `within`, or
/// the one that this names, selected or not. Hidden ones are left out, and links, since what they
/// name is there by its own name. A file that is only compressed is one.
pub(crate) fn members(
    path: &Path,
    kind: Kind,
    within: &Path,
    selected: Override,
) -> impl Iterator<Item = Result<Member, Unreadable>> + use<> {
    let (sender, receiver) = sync_channel(1);
    let archive = Archive {
        path: path.to_owned(),
        within: within.to_owned(),
        selected,
        is_there: Cell::new(within.as_os_str().is_empty()),
        sender,
    };
    let reader = thread::Builder::new().spawn(move || archive.read(kind));
    let path = path.to_owned();
    let ended = move || {
        let reason = match reader {
            Ok(reader) => reader.join().err().map(|_| "it cannot be read".to_owned()),
            Err(error) => Some(reason(error)),
        };
        reason.map(|reason| {
            let name = file_name(&path);
            Err(Unreadable { name, reason })
        })
    };
    receiver.into_iter().chain(iter::once_with(ended).flatten())
}

/// The archive that is the deepest file on a path, its kind, and the rest of the path.
pub(crate) fn in_archive(path: &Path) -> Option<(&Path, Kind, &Path)> {
    let above = path.ancestors().skip(1).find(|above| above.is_file())?;
    Some((above, Kind::of(above)?, path.strip_prefix(above).ok()?))
}

/// The archive that a path without a file of its own leads into.
pub(crate) fn archive_of(path: &Path) -> Option<&Path> {
    let (archive, ..) = in_archive(path).filter(|_| !path.exists())?;
    Some(archive)
}

/// Whether a path stands for a folder in an archive, or for several files of one name.
pub(crate) fn is_folder_in_archive(path: &Path) -> bool {
    let Some((above, kind, within)) = in_archive(path).filter(|_| !path.exists()) else {
        return false;
    };
    let mut members = members(above, kind, within, Override::empty());
    let is_it = |found: &Result<Member, Unreadable>| match found {
        Ok(member) => member.path == path,
        _ => true,
    };
    !members.next().is_none_or(|found| is_it(&found))
}

/// An archive, being read.
struct Archive {
    path: PathBuf,
    within: PathBuf,
    selected: Override,
    /// Whether it has something of that name.
    is_there: Cell<bool>,
    sender: SyncSender<Result<Member, Unreadable>>,
}

/// Nobody waits for more.
struct Closed;

/// Why an archive is not read on.
enum End {
    Closed,
    Broken(String),
}

impl From<Closed> for End {
    fn from(_: Closed) -> End {
        End::Closed
    }
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> End {
        End::Broken(reason(error))
    }
}

impl Archive {
    fn read(self, kind: Kind) {
        let done = match kind {
            Kind::Zip => self.zip(),
            Kind::Tar(packing) => self.tar(packing),
            Kind::Single(packing) => self.single(packing),
        };
        let (path, reason) = match done {
            Err(End::Broken(reason)) => (self.path.clone(), reason),
            Ok(()) if !self.is_there.get() => {
                let why = "there is no such file in the archive";
                (self.path.join(&self.within), why.to_owned())
            }
            _ => return,
        };
        let name = file_name(&path);
        let _ = self.send(Err(Unreadable { name, reason }));
    }

    fn send(&self, found: Result<Member, Unreadable>) -> Result<(), Closed> {
        self.sender.send(found).map_err(|_| Closed)
    }

    /// The archive, and how much may come out of it.
    fn open(&self) -> io::Result<(BufReader<File>, u64)> {
        let file = File::open(&self.path)?;
        let most = file
            .metadata()?
            .len()
            .saturating_mul(RATIO)
            .saturating_add(FREE);
        Ok((BufReader::with_capacity(1 << 16, file), most))
    }

    fn unpacked(&self, packing: Packing) -> io::Result<Bounded<Box<dyn Read>>> {
        let (file, most) = self.open()?;
        let inner: Box<dyn Read> = match packing {
            Packing::None => Box::new(file),
            Packing::Gzip => Box::new(Gzip::new(file)),
            Packing::Zstd => Box::new(Zstd::new(file)),
        };
        Ok(Bounded { inner, left: most })
    }

    fn zip(&self) -> Result<(), End> {
        let (file, mut left) = self.open()?;
        let broken = |error: ZipError| End::Broken(reason(error));
        let mut archive = ZipArchive::new(file).map_err(broken)?;
        for at in 0..archive.len() {
            let member = archive.by_index_raw(at).map_err(broken)?;
            // Names that are not marked as Unicode often are that all the same.
            let name = match std::str::from_utf8(member.name_raw()) {
                Ok(name) => name.to_owned(),
                Err(_) => member.name().to_owned(),
            };
            let is_file = member.is_file() && !member.is_symlink();
            drop(member);
            let Some(path) = self.wanted(Path::new(&name)).filter(|_| is_file) else {
                continue;
            };
            let bytes = archive
                .by_index(at)
                .map_err(io::Error::other)
                .and_then(|inner| {
                    let mut inner = Bounded { inner, left };
                    let bytes = content(&mut inner);
                    left = inner.left;
                    bytes
                });
            // One that is damaged, or locked, tells nothing of the next.
            match bytes {
                Err(error) if left == 0 => return Err(error.into()),
                bytes => self.found(path, bytes)?,
            }
        }
        Ok(())
    }

    fn tar(&self, packing: Packing) -> Result<(), End> {
        let mut archive = tar::Archive::new(self.unpacked(packing)?);
        for entry in archive.entries()? {
            let mut entry = entry?;
            let name = path_of(entry.path_bytes().into_owned());
            let is_folder = name.as_os_str().as_encoded_bytes().ends_with(b"/");
            let is_file = matches!(
                entry.header().entry_type(),
                EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse
            );
            let Some(path) = self.wanted(&name).filter(|_| is_file && !is_folder) else {
                continue;
            };
            let bytes = match entry.size() {
                size if size > LARGEST => Err(too_large()),
                _ if is_sparse(&mut entry)? => Err(sparse()),
                size => {
                    let bytes = content(&mut entry)?;
                    if (bytes.len() as u64) < size {
                        let why = "the archive ends within it";
                        self.found(path, Err(io::Error::other(why)))?;
                        return Ok(());
                    }
                    Ok(bytes)
                }
            };
            self.found(path, bytes)?;
        }
        if packing != Packing::None {
            // Only at its end it shows whether what is compressed is whole.
            io::copy(&mut archive.into_inner(), &mut io::sink())?;
        }
        Ok(())
    }

    fn single(&self, packing: Packing) -> Result<(), End> {
        if !self.within.as_os_str().is_empty() {
            return Ok(());
        }
        let bytes = content(&mut self.unpacked(packing)?)?;
        let member = Member {
            path: self.path.clone(),
            place: self.path.with_extension(""),
            bytes,
        };
        Ok(self.send(Ok(member))?)
    }

    /// What a file is called by that is asked for.
    fn wanted(&self, name: &Path) -> Option<PathBuf> {
        // Nothing is ever written by this name unseen; yet it is one below the archive.
        let parts = name
            .components()
            .filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir));
        let name: PathBuf = parts.collect();
        let below = name.strip_prefix(&self.within).ok()?;
        self.is_there.set(true);
        let hidden = |part: Component<'_>| part.as_os_str().as_encoded_bytes().starts_with(b".");
        let is_hidden = below
            .components()
            .any(|part| hidden(part) && part != Component::ParentDir);
        let path = self.path.join(&name);
        let is_selected =
            || name == self.within || !self.selected.matched(&path, false).is_ignore();
        (!is_hidden && name.file_name().is_some() && is_selected()).then_some(path)
    }

    fn found(&self, path: PathBuf, bytes: io::Result<Vec<u8>>) -> Result<(), Closed> {
        let bytes = match Kind::of(&path) {
            Some(_) => Err(io::Error::other("an archive in an archive is not read")),
            None => bytes,
        };
        self.send(match bytes {
            Ok(bytes) => Ok(Member {
                place: path.clone(),
                path,
                bytes,
            }),
            Err(error) => Err(Unreadable::new(&path, &error)),
        })
    }
}

/// All of a file, unless it is too large.
fn content(file: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > LARGEST {
        true => Err(too_large()),
        false => Ok(bytes),
    }
}

/// Whether what is empty of a file was left out of it, be it in the way of GNU or of POSIX.
fn is_sparse(entry: &mut tar::Entry<'_, impl Read>) -> io::Result<bool> {
    if entry.header().entry_type() == EntryType::GNUSparse {
        return Ok(true);
    }
    let Some(extensions) = entry.pax_extensions()? else {
        return Ok(false);
    };
    let mut keys = extensions.flatten().map(|extension| extension.key_bytes());
    Ok(keys.any(|key| key.starts_with(b"GNU.sparse.")))
}

fn sparse() -> io::Error {
    io::Error::other("a file with holes (sparse), as records never are: unpack it first")
}

fn too_large() -> io::Error {
    io::Error::other("more than 1 GiB, too much for a file in an archive: unpack it first")
}

/// What may be so many bytes long.
struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let left = self.left.checked_sub(read as u64);
        self.left = left.unwrap_or(0);
        left.map(|_| read).ok_or_else(|| {
            let why = "it unpacks to more than 200 times its size, which records never do";
            io::Error::other(why)
        })
    }
}
