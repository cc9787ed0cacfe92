//! Writing files so that nothing is lost, whatever ends the command.
//!
//! A new file is first written beside its place, under a hidden name that starts with
//! `.kifu-tmp-`. Its contents are flushed to the disk, then it takes its name, then the folder is
//! flushed. [`commit`] does each of these steps for many files before it does the next one, since
//! a disk flushes many files as fast as one.
//!
//! Until a file takes its name, the previous file is untouched. A command that is killed leaves at
//! most hidden files, which the next command that writes in that folder removes, and the backup of
//! a file that did not change yet.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, BufWriter, IntoInnerError, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;

use tempfile::{NamedTempFile, TempDir};

use crate::pending::{Pending, whole};
use crate::sources;

/// How a file that is written takes its name.
#[derive(Debug)]
pub(crate) enum How {
    /// The name must be free, unless `force` lets the file replace another one.
    New { force: bool },
    /// The file replaces the one that holds what `was` says, and keeps that under its name with
    /// `suffix`, such as `.orig`.
    ///
    /// Permissions, owner and extended attributes are kept, and the time of modification if
    /// `keep_mtime` says so. Through a link, its target is replaced, and the backup is beside the
    /// target.
    InPlace {
        was: Digest,
        suffix: String,
        keep_mtime: bool,
    },
}

/// A file that is complete and waits for its name.
#[derive(Debug)]
pub(crate) struct Staged {
    file: Prepared,
    how: How,
}

impl Staged {
    pub(crate) fn path(&self) -> &Path {
        &self.file.path
    }
}

/// Files that wait for their names, until there are enough of them to flush at once.
#[derive(Debug)]
pub(crate) struct Batch<T> {
    waiting: Vec<(Option<Staged>, T)>,
    bytes: u64,
    most: usize,
}

/// What became of each member of a [`Batch`].
pub(crate) type Committed<T> = Vec<(T, io::Result<()>)>;

impl<T> Batch<T> {
    /// Waiting files are open: this bounds descriptors. Larger batches are hardly faster.
    const MOST: usize = 32;
    /// This bounds the space on the disk.
    const MOST_BYTES: u64 = 32 << 20;

    /// Makes a batch; `one_by_one` commits each file before the next one is written.
    pub(crate) fn new(one_by_one: bool) -> Batch<T> {
        Batch {
            waiting: Vec::new(),
            bytes: 0,
            most: if one_by_one { 1 } else { Self::MOST },
        }
    }

    /// Adds a file, or a member that needs no file. Returns what became of the files that this
    /// commits, in the order in which they were added.
    pub(crate) fn add(&mut self, staged: Option<Staged>, member: T) -> Committed<T> {
        self.bytes += staged.as_ref().map_or(0, |staged| staged.file.len);
        self.waiting.push((staged, member));
        match self.waiting.len() >= self.most || self.bytes >= Self::MOST_BYTES {
            true => self.commit(),
            false => Vec::new(),
        }
    }

    /// Whether no member waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Commits all that wait.
    pub(crate) fn commit(&mut self) -> Committed<T> {
        self.bytes = 0;
        let (staged, members): (Vec<_>, Vec<_>) = self.waiting.drain(..).unzip();
        members.into_iter().zip(commit(staged)).collect()
    }
}

/// Gives files their names: all contents are flushed first, then all files take their names, then
/// each folder is flushed once.
fn commit(files: Vec<Option<Staged>>) -> Vec<io::Result<()>> {
    let flushed = flush(&files);
    let flushed = flushed.into_iter().zip(files);
    let flushed = flushed.map(|(done, staged)| done.map(|()| staged));
    let named = flushed.map(|staged| match staged? {
        None => Ok(None),
        Some(staged) => staged.named(),
    });
    let named: Vec<io::Result<Option<PathBuf>>> = named.collect();
    let folders: BTreeSet<&PathBuf> = named.iter().flatten().flatten().collect();
    let synced = folders
        .into_iter()
        .map(|folder| (folder.clone(), sync_folder(folder)));
    let synced: BTreeMap<PathBuf, io::Result<()>> = synced.collect();
    let done = named
        .into_iter()
        .map(|folder| match folder?.map(|folder| &synced[&folder]) {
            Some(Err(error)) => Err(io::Error::new(error.kind(), error.to_string())),
            _ => Ok(()),
        });
    done.collect()
}

/// Flushes the contents of files, several at a time: a disk waits once for all of them.
fn flush(files: &[Option<Staged>]) -> Vec<io::Result<()>> {
    const THREADS: usize = 8;
    let each = |files: &[Option<Staged>]| -> Vec<io::Result<()>> {
        let flushed = files
            .iter()
            .map(|file| file.as_ref().map_or(Ok(()), Staged::flush));
        flushed.collect()
    };
    if files.iter().flatten().count() < THREADS {
        return each(files);
    }
    thread::scope(|scope| {
        let parts = files.chunks(files.len().div_ceil(THREADS));
        let threads = parts.map(|part| (part.len(), scope.spawn(move || each(part))));
        let threads: Vec<_> = threads.collect();
        let joined = threads.into_iter().flat_map(|(len, thread)| {
            let failed = |_| {
                (0..len)
                    .map(|_| Err(io::Error::other("flushing failed")))
                    .collect()
            };
            thread.join().unwrap_or_else(failed)
        });
        joined.collect()
    })
}

fn commit_one(staged: Staged) -> io::Result<()> {
    commit(vec![Some(staged)]).remove(0)
}

impl Staged {
    /// Flushes its contents to the disk.
    fn flush(&self) -> io::Result<()> {
        if let Written::Beside(file) = &self.file.written {
            if let How::InPlace { keep_mtime, .. } = &self.how {
                keep(&File::open(&self.file.path)?, file.as_file(), *keep_mtime)?;
            }
            file.as_file().sync_all()?;
        }
        Ok(())
    }

    /// Gives it its name. Returns the folder that is to be flushed, if any.
    fn named(self) -> io::Result<Option<PathBuf>> {
        let Staged { file, how } = self;
        let folder = above(&file.path).to_owned();
        let new = match (file.written, &how) {
            (Written::Apart(mut from), How::New { .. }) => {
                let mut device = fs::OpenOptions::new().write(true).open(&file.path)?;
                from.rewind()?;
                io::copy(&mut from, &mut device)?;
                return Ok(None);
            }
            (Written::Apart(_), How::InPlace { .. }) => return Err(not_a_file()),
            (Written::Beside(new), _) => new,
        };
        match how {
            How::New { force } => {
                // Without force, the system refuses a name that is taken.
                if force {
                    vacant(&file.path, force)?;
                }
                new.name(&file.path, force)?;
            }
            How::InPlace { was, suffix, .. } => replace(&file.path, &was, new, &suffix)?,
        }
        Ok(Some(folder))
    }
}

/// Replaces a file that holds what `was` says.
fn replace(path: &Path, was: &Digest, new: Temporary, suffix: &str) -> io::Result<()> {
    // Held until the file has another name, so that of two commands one comes first.
    let mut old = File::open(path)?;
    match old.lock() {
        // Some file systems have no locks.
        Err(error) if error.kind() != io::ErrorKind::Unsupported => return Err(error),
        _ => {}
    }
    let found = old.metadata()?;
    let mut now = Digest::default();
    io::copy(&mut old, &mut now)?;
    if now != *was || !is_at(path, &found) {
        return Err(io::Error::other("it was changed in the meantime"));
    }
    let backup = replaceable(path, suffix)?;
    if !is_at(&backup, &found) {
        old.rewind()?;
        back_up(path, &backup, &old)?;
    }
    let named = new.name(path, true);
    if named.is_err() && is_at(path, &found) {
        // It says the same as the file that is still there.
        let _ = fs::remove_file(&backup);
    }
    named
}

/// Returns the name of the backup of a file that can be replaced, as far as that can be known
/// before the new file is written. Backups that a killed command left are used again.
///
/// # Errors
///
/// If a file with the name of the backup exists, since it may be the only good one; if the file
/// has other names (hard links), which would keep the old contents; if it is not a regular file;
/// or if nothing can be written in its folder.
pub(crate) fn replaceable(path: &Path, suffix: &str) -> io::Result<PathBuf> {
    let path = path.canonicalize()?;
    let found = fs::metadata(&path)?;
    if !found.is_file() {
        return Err(not_a_file());
    }
    let backup = backup_of(&path, suffix);
    let left_behind = is_at(&backup, &found);
    if !left_behind && backup.symlink_metadata().is_ok() {
        return Err(exists(&backup));
    }
    if names(&found) > 1 + u64::from(left_behind) {
        let why = "the file has other names (hard links), which would keep the old contents; copy it first";
        return Err(io::Error::other(why));
    }
    writable(above(&path))?;
    Ok(backup)
}

fn not_a_file() -> io::Error {
    io::Error::other("it is not a file that can be replaced")
}

/// Gives what a file holds a second name.
fn back_up(path: &Path, backup: &Path, mut old: &File) -> io::Result<()> {
    // It fails where the name is taken.
    match fs::hard_link(path, backup) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(backup)),
        // Some file systems have no links.
        Err(_) => {
            let copy = temporary(path)?;
            io::copy(&mut old, &mut copy.as_file())?;
            keep(old, copy.as_file(), true)?;
            copy.put(backup)
        }
        Ok(()) => Ok(()),
    }
}

/// What tells whether bytes are still the same, when they are not at hand any more.
#[derive(Clone, Default, Debug)]
pub(crate) struct Digest {
    len: u64,
    hash: DefaultHasher,
}

impl Digest {
    pub(crate) fn of(bytes: &[u8]) -> Digest {
        let mut digest = Digest::default();
        digest.add(bytes);
        digest
    }

    /// Adds the next bytes.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.len += bytes.len() as u64;
        // Not as a slice, which would count its length: the pieces they come in make no difference.
        self.hash.write(bytes);
    }
}

impl Digest {
    /// The length and the hash, to be compared later.
    pub(crate) fn value(&self) -> (u64, u64) {
        (self.len, self.hash.finish())
    }
}

impl PartialEq for Digest {
    fn eq(&self, other: &Digest) -> bool {
        self.value() == other.value()
    }
}

impl Write for Digest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Gives a new file the permissions, the extended attributes and, as far as that is allowed, the
/// owner of the file that it replaces, and its time of modification if `mtime` says so.
fn keep(old: &File, new: &File, mtime: bool) -> io::Result<()> {
    let found = old.metadata()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        // Only the administrator can give files away.
        let _ = std::os::unix::fs::fchown(new, Some(found.uid()), Some(found.gid()));
    }
    new.set_permissions(found.permissions())?;
    #[cfg(unix)]
    keep_attributes(old, new)?;
    if let (true, Ok(modified)) = (mtime, found.modified()) {
        new.set_modified(modified)?;
    }
    Ok(())
}

/// Copies extended attributes, access lists among them.
///
/// # Errors
///
/// If an attribute of the user cannot be copied. Attributes of the system may be out of reach.
#[cfg(unix)]
fn keep_attributes(old: &File, new: &File) -> io::Result<()> {
    use xattr::FileExt;
    // Some file systems have no attributes.
    let Ok(names) = old.list_xattr() else {
        return Ok(());
    };
    for name in names {
        let copied = match old.get_xattr(&name)? {
            None => Ok(()),
            Some(value) => new.set_xattr(&name, &value),
        };
        let is_users = name.as_encoded_bytes().starts_with(b"user.");
        if let (Err(error), true) = (copied, is_users) {
            let name = crate::printable::Printable(&name.to_string_lossy()).to_string();
            let why = format!("cannot keep the extended attribute {name}: {error}");
            return Err(io::Error::new(error.kind(), why));
        }
    }
    Ok(())
}

/// Whether a name stands for a file.
#[cfg(unix)]
fn is_at(path: &Path, file: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    path.symlink_metadata()
        .is_ok_and(|there| (there.dev(), there.ino()) == (file.dev(), file.ino()))
}

/// Not to be told here.
#[cfg(not(unix))]
fn is_at(path: &Path, file: &fs::Metadata) -> bool {
    path.symlink_metadata()
        .is_ok_and(|there| there.created().ok() == file.created().ok())
}

/// How many names a file has.
#[cfg(unix)]
pub(crate) fn names(file: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(file)
}

/// Not to be told here.
#[cfg(not(unix))]
pub(crate) fn names(_: &fs::Metadata) -> u64 {
    1
}

/// Writes a file that must not exist yet, unless `force` lets it take the place of
/// another. It appears when it is complete.
pub(crate) fn create(path: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    prepare(path, bytes)?.put(force)
}

/// Writes a file that only needs its name.
pub(crate) fn prepare(path: &Path, bytes: &[u8]) -> io::Result<Prepared> {
    let mut draft = Draft::of(path)?;
    draft.write_all(bytes)?;
    draft.finish()
}

/// A file that is being written, and has no name yet. Dropped it is gone.
#[derive(Debug)]
pub(crate) struct Draft {
    path: PathBuf,
    out: BufWriter<Kept>,
}

/// Where bytes are until they are complete.
#[derive(Debug)]
enum Kept {
    Beside(Temporary),
    /// Without any name: they are to go to a device, a pipe, or standard output.
    Apart(File),
}

impl Draft {
    /// Begins a file beside its place; through a link, beside what it points to.
    pub(crate) fn of(path: &Path) -> io::Result<Draft> {
        if !is_taken(path) {
            let kept = Kept::Beside(new_temporary(path)?);
            return Ok(Draft::to(path.to_owned(), kept));
        }
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let kept = match is_device(&path) {
            true => Kept::Apart(tempfile::tempfile()?),
            false => Kept::Beside(temporary(&path)?),
        };
        Ok(Draft::to(path, kept))
    }

    /// Begins one that will be [passed on](Prepared::pass_on), and gets no place.
    pub(crate) fn apart() -> io::Result<Draft> {
        let kept = Kept::Apart(tempfile::tempfile()?);
        Ok(Draft::to(PathBuf::new(), kept))
    }

    fn to(path: PathBuf, kept: Kept) -> Draft {
        let out = BufWriter::with_capacity(1 << 16, kept);
        Draft { path, out }
    }

    fn kept(self) -> io::Result<Kept> {
        self.out.into_inner().map_err(IntoInnerError::into_error)
    }

    /// Ends it: it needs nothing but its name, and to be flushed.
    pub(crate) fn finish(self) -> io::Result<Prepared> {
        let path = self.path.clone();
        let written = match self.kept()? {
            Kept::Beside(file) => Written::Beside(file),
            Kept::Apart(file) => Written::Apart(file),
        };
        let len = written.as_file().metadata()?.len();
        Ok(Prepared { path, written, len })
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Kept::Beside(file) => file.as_file().write(bytes),
            Kept::Apart(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A file that is complete, and has no name yet. Dropped it is gone.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) path: PathBuf,
    written: Written,
    len: u64,
}

#[derive(Debug)]
enum Written {
    Beside(Temporary),
    Apart(File),
}

impl Written {
    fn as_file(&self) -> &File {
        match self {
            Written::Beside(file) => file.as_file(),
            Written::Apart(file) => file,
        }
    }
}

impl Prepared {
    /// Gives it its name, as [`create`] does.
    pub(crate) fn put(self, force: bool) -> io::Result<()> {
        commit_one(self.staged(How::New { force }))
    }

    /// The same with how it is to take its name.
    pub(crate) fn staged(self, how: How) -> Staged {
        Staged { file: self, how }
    }

    /// Writes what it holds to `out`.
    pub(crate) fn pass_on(self, out: &mut impl Write) -> io::Result<()> {
        io::copy(&mut self.open()?, out).map(drop)
    }

    /// What it holds, to be read.
    pub(crate) fn open(&self) -> io::Result<File> {
        let mut file = self.written.as_file().try_clone()?;
        file.rewind()?;
        Ok(file)
    }
}

/// Whether something has this name, be it a link that leads nowhere.
fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Whether a name stands for something like `/dev/null`, which nothing can replace.
fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

/// Whether a new file could get this name, as far as can be known before it is written. Dry runs
/// and real runs both ask this.
///
/// # Errors
///
/// If the name is taken and the file there is not to be replaced, or is one of those that this
/// command reads; and if nothing can be written in its folder.
pub(crate) fn vacant(path: &Path, force: bool) -> io::Result<()> {
    if !is_taken(path) {
        return writable(above(path));
    }
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => return Err(io::Error::other("it is a folder")),
        Ok(there) if !there.is_file() => return Ok(()),
        _ => {}
    }
    if !force {
        return Err(exists(path));
    }
    if sources::have(path) {
        let why = "the command reads this file; write to another file";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
    }
    writable(above(
        &path.canonicalize().unwrap_or_else(|_| path.to_owned()),
    ))
}

/// Whether a file can be made in a folder, or the folder itself if it is not there yet.
fn writable(folder: &Path) -> io::Result<()> {
    let there = folder
        .ancestors()
        .map(|folder| match folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => folder,
        });
    for folder in there {
        match fs::metadata(folder) {
            Ok(found) if found.is_dir() => return allowed(folder),
            Ok(_) => return Err(io::Error::from(io::ErrorKind::NotADirectory)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(unix)]
fn allowed(folder: &Path) -> io::Result<()> {
    use rustix::fs::{Access, AtFlags, CWD, accessat};
    let asked = Access::WRITE_OK | Access::EXEC_OK;
    Ok(accessat(CWD, folder, asked, AtFlags::EACCESS)?)
}

/// Unknown on this platform.
#[cfg(not(unix))]
fn allowed(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Gives a file another name, which must not be taken, in whatever folder. It is whole
/// under one of the two names, or both, at any moment.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(exists(to)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(error),
        // Another file system, or one without links.
        Err(_) => {
            let copy = temporary(to)?;
            io::copy(&mut File::open(from)?, &mut copy.as_file())?;
            keep(&File::open(from)?, copy.as_file(), true)?;
            copy.put(to)?;
        }
        Ok(()) => sync_folder(above(to))?,
    }
    fs::remove_file(from)?;
    sync_folder(above(from))
}

/// Gives a file another name, as [`rename`] does. Where the system can do that in one step, the folders
/// of both names are not flushed yet: then one of the names is there after a power cut. Returns the
/// folders that are still to be flushed.
pub(crate) fn rename_unflushed(from: &Path, to: &Path) -> io::Result<Vec<PathBuf>> {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            Ok(()) => return Ok(vec![above(from).to_owned(), above(to).to_owned()]),
            Err(Errno::EXIST) => return Err(exists(to)),
            Err(Errno::NOENT) => return Err(Errno::NOENT.into()),
            // Another file system, or one that cannot do this.
            Err(_) => {}
        }
    }
    rename(from, to).map(|()| Vec::new())
}

/// Makes a file another name of one that has the same bytes.
pub(crate) fn link(copy: &Path, kept: &Path) -> io::Result<()> {
    let builder = &mut tempfile::Builder::new();
    let builder = hidden(builder, 0o666);
    let make = || builder.make_in(above(copy), |path| fs::hard_link(kept, path));
    let (linked, _pending) = Pending::make(make, |made| made.path())?;
    whole(|| linked.persist(copy).map_err(|error| error.error))?;
    sync_folder(above(copy))
}

/// Whether the name of a file can be removed from its folder.
pub(crate) fn removable(path: &Path) -> io::Result<()> {
    writable(above(path))
}

/// Takes a file away.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)?;
    sync_folder(above(path))
}

/// A file with a hidden name. It goes away when it is dropped or the command is interrupted.
///
/// It is locked as long as it is open, so that other commands know that somebody needs it.
#[derive(Debug)]
struct Temporary {
    file: NamedTempFile,
    _pending: Pending,
}

/// An empty file in the directory of `path`, with the permissions of the file it will
/// replace, or those of any new file.
fn temporary(path: &Path) -> io::Result<Temporary> {
    let new = new_temporary(path)?;
    if let Ok(replaced) = fs::metadata(path) {
        new.as_file().set_permissions(replaced.permissions())?;
    }
    Ok(new)
}

/// An empty file in the directory of `path`, with the permissions of any new file.
fn new_temporary(path: &Path) -> io::Result<Temporary> {
    remove_stale(above(path));
    let (file, _pending) = loop {
        let builder = &mut tempfile::Builder::new();
        let builder = hidden(builder, 0o666);
        let make = || builder.tempfile_in(above(path));
        let (file, pending) = Pending::make(make, NamedTempFile::path)?;
        if is_claimed(file.as_file(), file.path())? {
            break (file, pending);
        }
    };
    Ok(Temporary { file, _pending })
}

/// A folder with a hidden name. It goes away with all in it when it is dropped or the command is
/// interrupted.
#[derive(Debug)]
pub(crate) struct Aside {
    folder: TempDir,
    /// Holds the lock.
    _open: Option<File>,
    _pending: Pending,
}

/// An empty folder beside the place of another.
pub(crate) fn aside(path: &Path) -> io::Result<Aside> {
    remove_stale(above(path));
    loop {
        let builder = &mut tempfile::Builder::new();
        let builder = hidden(builder, 0o777);
        let make = || builder.tempdir_in(above(path));
        let (folder, _pending) = Pending::make(make, TempDir::path)?;
        // Elsewhere folders cannot be opened.
        let _open = match cfg!(unix) {
            true => Some(File::open(folder.path())?),
            false => None,
        };
        let claimed = match &_open {
            Some(open) => is_claimed(open, folder.path())?,
            None => true,
        };
        if claimed {
            return Ok(Aside {
                folder,
                _open,
                _pending,
            });
        }
    }
}

/// Locks a new file or folder with a hidden name. Returns false if another command removed it
/// before it was locked.
fn is_claimed(open: &File, path: &Path) -> io::Result<bool> {
    // Where there are no locks, nobody removes anything.
    let locked = open.lock().is_ok();
    Ok(!locked || is_at(path, &open.metadata()?))
}

/// Removes what commands left behind in a folder that were killed: files and folders with hidden
/// names that no command holds locked. It looks at each folder once.
pub(crate) fn remove_stale(folder: &Path) {
    static SEEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if !SEEN
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(folder.to_owned())
    {
        return;
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let hidden = entries.filter(|entry| is_hidden_name(&entry.file_name().to_string_lossy()));
    for entry in hidden {
        let path = entry.path();
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        let Some(open) = File::open(&path).ok().filter(|_| !is_link) else {
            continue;
        };
        let is_free = open.try_lock().is_ok();
        let Some(found) = open.metadata().ok().filter(|_| is_free) else {
            continue;
        };
        if is_at(&path, &found) {
            // What cannot be removed does no harm.
            let _ = match found.is_dir() {
                true => fs::remove_dir_all(&path),
                false => fs::remove_file(&path),
            };
        }
    }
}

const HIDDEN: &str = ".kifu-tmp-";
const RANDOM: usize = 8;

fn is_hidden_name(name: &str) -> bool {
    let random = name.strip_prefix(HIDDEN);
    random.is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}

/// With a hidden name, and the permissions that new ones have.
fn hidden<'b>(
    builder: &'b mut tempfile::Builder<'static, 'static>,
    _mode: u32,
) -> &'b mut tempfile::Builder<'static, 'static> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(_mode));
    }
    builder.prefix(HIDDEN).rand_bytes(RANDOM)
}

/// The folder that a path lies in.
fn above(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

impl Temporary {
    fn as_file(&self) -> &File {
        self.file.as_file()
    }

    /// Flushes it, and gives it a name that must be free.
    fn put(self, path: &Path) -> io::Result<()> {
        self.as_file().sync_all()?;
        self.name(path, false)?;
        sync_folder(above(path))
    }

    /// Gives it its name; its folder is still to be flushed.
    fn name(self, path: &Path, force: bool) -> io::Result<()> {
        let Temporary { file, _pending } = self;
        let named = whole(|| match force {
            true => file.persist(path),
            false => file.persist_noclobber(path),
        });
        match named {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(exists(path)),
            Err(error) => Err(error.error),
        }
    }
}

impl Aside {
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Gives it its name, which must be free or that of an empty folder.
    pub(crate) fn put(self, path: &Path) -> io::Result<()> {
        let Aside {
            folder,
            _open,
            _pending,
        } = self;
        whole(|| fs::rename(folder.path(), path))?;
        let _ = folder.keep();
        sync_folder(above(path))
    }
}

/// Makes the names in a folder last.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Elsewhere folders cannot be opened.
    if cfg!(unix) {
        match File::open(folder)?.sync_all() {
            // Some file systems have nothing to flush.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
            done => return done,
        }
    }
    Ok(())
}

fn backup_of(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

fn exists(path: &Path) -> io::Error {
    if path.is_dir() {
        return io::Error::other("it is a folder");
    }
    let name = crate::printable::file_name(path);
    io::Error::new(
        io::ErrorKind::AlreadyExists,
        format!("{name} exists already"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_place(new: Draft, was: &[u8], suffix: &str) -> io::Result<()> {
        commit_one(new.finish()?.staged(How::InPlace {
            was: Digest::of(was),
            suffix: suffix.to_owned(),
            keep_mtime: false,
        }))
    }

    #[test]
    fn only_names_of_temporary_files_are_stale() {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            ".kifu-tmp-aB3dE6gH",
            ".kifu-tmp-aB3dE6gH.sgf",
            ".kifu-tmp-short",
            ".kifu-config",
            "kifu-tmp-aB3dE6gH",
        ];
        for name in names {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let held = Draft::of(&folder.path().join("a.sgf")).unwrap();
        let found = || fs::read_dir(&folder).unwrap().count();
        // The first is gone, and what is held is there.
        assert_eq!(found(), names.len());
        drop(held);
        assert_eq!(found(), names.len() - 1);
        assert!(!folder.path().join(names[0]).exists());
    }

    #[test]
    fn the_old_bytes_are_kept_and_never_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        fs::write(&path, "old").unwrap();
        #[cfg(unix)]
        let mode = {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
            || fs::metadata(&path).unwrap().permissions().mode() & 0o777
        };
        let replaced = |before: &[u8], after: &[u8], suffix: &str| {
            let mut new = Draft::of(&path).unwrap();
            new.write_all(after).unwrap();
            in_place(new, before, suffix)
        };
        replaced(b"old", b"new", ".orig").unwrap();
        let backup = folder.path().join("a.sgf.orig");
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read(&backup).unwrap(), b"old");
        #[cfg(unix)]
        assert_eq!(mode(), 0o640);
        // The backup is in the way now, and stays what it is.
        let error = replaced(b"new", b"newer", ".orig").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read(&backup).unwrap(), b"old");
        // What somebody has changed since stays.
        let error = replaced(b"now", b"newer", "~").unwrap_err();
        assert_eq!(error.to_string(), "it was changed in the meantime");
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    }

    #[test]
    fn a_digest_knows_no_pieces() {
        let text = b"(;GM[1]FF[4]PB[Sato];B[pd];W[dd])\n";
        for at in 0..text.len() {
            let mut digest = Digest::of(&text[..at]);
            assert!(digest != Digest::of(text));
            digest.add(&text[at..]);
            assert_eq!(digest, Digest::of(text));
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a.sgf"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let mut new = Draft::of(&link).unwrap();
        new.write_all(b"new").unwrap();
        in_place(new, b"old", "~").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(link.is_symlink());
    }

    #[test]
    fn nothing_is_overwritten_unless_forced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        create(&path, b"one", false).unwrap();
        assert!(create(&path, b"two", false).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"one");
        create(&path, b"two", true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
    }
}
