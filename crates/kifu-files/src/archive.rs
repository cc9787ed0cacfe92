//! Archives, read like directories without unpacking them to disk.
//!
//! A thread reads each archive and sends its files in order, in small groups, so only a few of them are in memory at
//! the same time.

mod packed;
mod seven_zip;

use std::cell::{Cell, RefCell};
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

use self::packed::{Bzip2, Gzip, Xz, Zstd};
use crate::measured::Measured;
use crate::paths::path_of;
use crate::unreadable::Unreadable;

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

/// The kind of an archive, which its name determines. Bundles (`.rgz` and `.rgt`) are not archives:
/// their files belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArchiveKind {
    /// A zip archive.
    Zip,
    /// A 7z archive.
    SevenZip,
    /// A tar archive, perhaps compressed.
    Tar(Packing),
    /// A single compressed file, such as `game.sgf.gz`.
    Single(Packing),
}

/// The compression of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// Not compressed.
    None,
    /// gzip, `.gz`.
    Gzip,
    /// bzip2, `.bz2`.
    Bzip2,
    /// XZ, `.xz`.
    Xz,
    /// Zstandard, `.zst`.
    Zstd,
}

/// The endings of archive names. `.tar.gz` comes before `.gz`, because the first match counts.
const ENDINGS: [(&str, ArchiveKind); 16] = [
    (".zip", ArchiveKind::Zip),
    (".7z", ArchiveKind::SevenZip),
    (".tar", ArchiveKind::Tar(Packing::None)),
    (".tar.gz", ArchiveKind::Tar(Packing::Gzip)),
    (".tgz", ArchiveKind::Tar(Packing::Gzip)),
    (".tar.bz2", ArchiveKind::Tar(Packing::Bzip2)),
    (".tbz2", ArchiveKind::Tar(Packing::Bzip2)),
    (".tbz", ArchiveKind::Tar(Packing::Bzip2)),
    (".tar.xz", ArchiveKind::Tar(Packing::Xz)),
    (".txz", ArchiveKind::Tar(Packing::Xz)),
    (".tar.zst", ArchiveKind::Tar(Packing::Zstd)),
    (".tzst", ArchiveKind::Tar(Packing::Zstd)),
    (".gz", ArchiveKind::Single(Packing::Gzip)),
    (".bz2", ArchiveKind::Single(Packing::Bzip2)),
    (".xz", ArchiveKind::Single(Packing::Xz)),
    (".zst", ArchiveKind::Single(Packing::Zstd)),
];

impl ArchiveKind {
    /// Returns the kind of a file with this name; `None` if the name is not that of an archive.
    pub fn of(path: &Path) -> Option<ArchiveKind> {
        // The names of most files are not compared any further. A path can also end with a slash.
        let last = path.as_os_str().as_encoded_bytes().last()?;
        let is_last = |ending: &str| ending.as_bytes().last() == Some(&last.to_ascii_lowercase());
        if last.is_ascii_alphanumeric() && !ENDINGS.iter().any(|(ending, _)| is_last(ending)) {
            return None;
        }
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

    /// Returns whether an archive of this kind can contain several files.
    pub fn is_folder(self) -> bool {
        !matches!(self, ArchiveKind::Single(_))
    }
}

/// The maximum ratio of the unpacked length to the length of the archive. Records compress to about
/// a fifth of their length, and many copies of one record to a fiftieth.
const MAX_RATIO: u64 = 200;

/// The number of bytes that is added to the limit by [`MAX_RATIO`], so that small archives are not
/// refused.
const FREE_LEN: u64 = 64 << 20;

/// The maximum length of a file in an archive.
const MAX_MEMBER_LEN: u64 = 1 << 30;

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

/// The reason to stop reading an archive.
enum End {
    Closed,
    Broken(io::Error),
}

impl From<Closed> for End {
    fn from(_: Closed) -> End {
        End::Closed
    }
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> End {
        End::Broken(error)
    }
}

impl Archive {
    fn read(self, kind: ArchiveKind) {
        let done = match kind {
            ArchiveKind::Zip => self.zip(),
            ArchiveKind::SevenZip => self.seven_zip(),
            ArchiveKind::Tar(packing) => self.tar(packing),
            ArchiveKind::Single(packing) => self.single(packing),
        };
        let unreadable = match done {
            Err(End::Broken(error)) => Unreadable::new(&self.path, error),
            Ok(()) if !self.has_match.get() => {
                let why = "no such file in the archive";
                let error = io::Error::new(io::ErrorKind::NotFound, why);
                Unreadable::new(&self.path.join(&self.within), error)
            }
            _ => {
                let _ = self.flush();
                return;
            }
        };
        let _ = self.send(Err(unreadable)).and_then(|()| self.flush());
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

    /// Returns the archive file and the maximum number of bytes that it may unpack to.
    fn open(&self) -> io::Result<(BufReader<Measured<File>>, u64)> {
        let file = File::open(&self.path)?;
        let max_len = file
            .metadata()?
            .len()
            .saturating_mul(MAX_RATIO)
            .saturating_add(FREE_LEN);
        Ok((
            BufReader::with_capacity(1 << 16, Measured::new(file)),
            max_len,
        ))
    }

    fn unpacked(&self, packing: Packing) -> io::Result<Bounded<Box<dyn Read>>> {
        let (file, max_len) = self.open()?;
        let inner: Box<dyn Read> = match packing {
            Packing::None => Box::new(file),
            Packing::Gzip => Box::new(Gzip::new(file)),
            Packing::Bzip2 => Box::new(Bzip2::new(file)),
            Packing::Xz => Box::new(Xz::new(file)),
            Packing::Zstd => Box::new(Zstd::new(file)),
        };
        Ok(Bounded {
            inner,
            left: max_len,
        })
    }

    fn zip(&self) -> Result<(), End> {
        let (file, mut left) = self.open()?;
        let broken = |error: ZipError| End::Broken(io::Error::other(error));
        let mut archive = ZipArchive::new(file).map_err(broken)?;
        for at in 0..archive.len() {
            let member = archive.by_index_raw(at).map_err(broken)?;
            // Many names are UTF-8 even if the archive does not mark them as such.
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
                    let len = inner.size();
                    let mut inner = Bounded { inner, left };
                    let bytes = content(&mut inner, len);
                    left = inner.left;
                    bytes
                });
            // If one file is damaged or encrypted, the next one may still be readable.
            match bytes {
                Err(error) if left == 0 => return Err(error.into()),
                bytes => self.send_file(path, bytes)?,
            }
        }
        Ok(())
    }

    fn seven_zip(&self) -> Result<(), End> {
        let (mut file, mut left) = self.open()?;
        let mut index = seven_zip::Index::read(&mut file)?;
        let entries = std::mem::take(&mut index.files);
        let mut rest = entries.as_slice();
        while !rest.is_empty() {
            // The files of one folder, and those without data among them.
            let folder = rest.iter().find_map(|entry| entry.folder);
            let is_next =
                |entry: &seven_zip::Entry| entry.folder.is_some() && entry.folder != folder;
            let end = rest.iter().position(is_next).unwrap_or(rest.len());
            let (entries, next) = rest.split_at(end);
            rest = next;
            self.seven_zip_folder(&index, folder, entries, &mut file, &mut left)?;
        }
        Ok(())
    }

    /// Reads files of a 7z archive that are compressed together.
    fn seven_zip_folder(
        &self,
        index: &seven_zip::Index,
        folder: Option<usize>,
        entries: &[seven_zip::Entry],
        file: &mut BufReader<Measured<File>>,
        left: &mut u64,
    ) -> Result<(), End> {
        let path = |entry: &seven_zip::Entry| {
            let path = self.wanted(Path::new(&entry.name));
            path.filter(|_| entry.is_file)
        };
        let paths: Vec<Option<PathBuf>> = entries.iter().map(path).collect();
        let is_needed = |at: &usize| paths[*at].is_some() && entries[*at].folder.is_some();
        let needed = (0..entries.len()).rfind(is_needed);
        let mut data = match (folder, needed) {
            (Some(folder), Some(_)) => index.open(folder, file),
            _ => Ok(Box::new(io::empty()) as Box<dyn Read>),
        }
        .map(|inner| Bounded { inner, left: *left });
        for ((at, entry), path) in entries.iter().enumerate().zip(paths) {
            if entry.folder.is_none() {
                if let Some(path) = path {
                    self.send_file(path, Ok(Vec::new()))?;
                }
                continue;
            }
            if needed.is_none_or(|needed| at > needed) {
                continue;
            }
            let bytes = match &mut data {
                Ok(reader) => match next_file(reader, entry, path.is_some()) {
                    Ok(file) => file,
                    Err(error) if reader.left == 0 => return Err(error.into()),
                    Err(error) => {
                        data = Err(io::Error::other("the archive is damaged before this file"));
                        Err(error)
                    }
                },
                Err(why) => Err(io::Error::other(why.to_string())),
            };
            if let Some(path) = path {
                self.send_file(path, bytes)?;
            }
        }
        if let Ok(data) = data {
            *left = data.left;
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
                size if size > MAX_MEMBER_LEN => Err(too_large()),
                _ if is_sparse(&mut entry)? => Err(sparse()),
                size => {
                    let bytes = content(&mut entry, size)?;
                    if (bytes.len() as u64) < size {
                        let why = "the archive ends within this file";
                        self.send_file(path, Err(io::Error::other(why)))?;
                        return Ok(());
                    }
                    Ok(bytes)
                }
            };
            self.send_file(path, bytes)?;
        }
        if packing != Packing::None {
            // Read to the end, where the checksum of the compressed data is.
            io::copy(&mut archive.into_inner(), &mut io::sink())?;
        }
        Ok(())
    }

    fn single(&self, packing: Packing) -> Result<(), End> {
        if !self.within.as_os_str().is_empty() {
            return Ok(());
        }
        let bytes = content(&mut self.unpacked(packing)?, 0)?;
        let member = Member {
            path: self.path.clone(),
            place: self.path.with_extension(""),
            bytes,
        };
        Ok(self.send(Ok(member))?)
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

/// Reads a file of at most [`MAX_MEMBER_LEN`] bytes, for which the archive states this length.
fn content(file: &mut impl Read, stated_len: u64) -> io::Result<Vec<u8>> {
    // Most files fit, and a false length costs little.
    let mut bytes = Vec::with_capacity(stated_len.min(GROUP_LEN as u64) as usize);
    file.take(MAX_MEMBER_LEN + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_MEMBER_LEN {
        Err(too_large())
    } else {
        Ok(bytes)
    }
}

/// Reads the next file of a run of files. The outer error is that of the run, so that the files after it cannot be read.
fn next_file(
    run: &mut impl Read,
    entry: &seven_zip::Entry,
    is_wanted: bool,
) -> io::Result<io::Result<Vec<u8>>> {
    let mut file = run.take(entry.size);
    let is_kept = is_wanted && entry.size <= MAX_MEMBER_LEN;
    let (bytes, len) = if is_kept {
        let bytes = content(&mut file, entry.size)?;
        let len = bytes.len() as u64;
        (bytes, len)
    } else {
        (Vec::new(), io::copy(&mut file, &mut io::sink())?)
    };
    if len < entry.size {
        return Err(io::Error::other("the archive ends within this file"));
    }
    Ok(match is_kept {
        true => seven_zip::check_file(entry, &bytes).map(|()| bytes),
        false if is_wanted => Err(too_large()),
        false => Ok(bytes),
    })
}

/// Returns whether a file is stored as a sparse file, in the GNU or the POSIX format.
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
    io::Error::other("sparse files in archives are not supported; unpack the archive first")
}

fn too_large() -> io::Error {
    io::Error::other("a file in an archive can be at most 1 GiB; unpack the archive first")
}

/// A reader that fails after a maximum number of bytes.
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
            let why = "the uncompressed data is more than 200 times as large; if you trust the \
                       file, unpack it first";
            io::Error::other(why)
        })
    }
}
