//! Writes files so that nothing is lost if the program is interrupted or killed.
//!
//! A new file is first written in the directory of its destination, under a hidden name that starts
//! with `.kifu-tmp-`. Its contents are flushed to the disk, then it is renamed, then the directory
//! is flushed. A [`Batch`] does each of these steps for many files before the next step, since a
//! disk flushes many files as fast as one.
//!
//! Until a file is renamed, the previous file is untouched. A killed program leaves at most hidden
//! files, which the next program that writes to that directory removes, and the backup of a file
//! that was not replaced yet.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, BufWriter, IntoInnerError, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::{NamedTempFile, TempDir};

use crate::parallel::threads;
use crate::pending::{Pending, uninterrupted};
use crate::read_files::ReadFiles;

/// Whether a new file may replace an existing one.
#[derive(Clone, Default, Debug)]
pub enum Overwrite {
    /// The name must be free.
    #[default]
    Never,
    /// Any file may be replaced, except these.
    Except(Arc<ReadFiles>),
}

impl Overwrite {
    fn is_allowed(&self) -> bool {
        matches!(self, Overwrite::Except(_))
    }
}

/// The way in which a finished file gets its name.
#[derive(Debug)]
pub enum CommitMode {
    /// The file is new at its path.
    New {
        /// Whether it may replace an existing file.
        overwrite: Overwrite,
    },
    /// The file replaces the one whose contents have the digest `original`. The old file is kept as
    /// a backup, whose name ends with `suffix`, such as `.orig`.
    ///
    /// Permissions, owner and extended attributes are kept, and the modification time if
    /// `keep_mtime` is set. If the path is a link, its target is replaced, and the backup is next
    /// to the target.
    InPlace {
        /// The digest of the contents to replace.
        original: Digest,
        /// The suffix of the backup.
        suffix: String,
        /// Whether to keep the modification time.
        keep_mtime: bool,
    },
}

/// A finished file that waits for its name.
#[derive(Debug)]
pub struct Staged {
    file: Prepared,
    mode: CommitMode,
}

impl Staged {
    /// Returns the path of the file. If the destination is a link, that is its target.
    pub fn path(&self) -> &Path {
        &self.file.path
    }
}

/// The contents of a new file.
#[derive(Debug)]
pub struct NewContents {
    /// The path.
    pub path: PathBuf,
    /// The contents.
    pub bytes: Vec<u8>,
    /// Whether the file may replace an existing one.
    pub overwrite: Overwrite,
    /// Whether its directory is created if needed.
    pub creates_folder: bool,
}

impl NewContents {
    fn staged(self) -> io::Result<Staged> {
        let NewContents {
            path,
            bytes,
            overwrite,
            creates_folder,
        } = self;
        let draft = if creates_folder {
            Draft::begin_below(&path, &overwrite)
        } else {
            Draft::begin(&path, &overwrite)
        };
        let file = draft?.finish_with(&bytes)?;
        Ok(file.staged(CommitMode::New { overwrite }))
    }
}

/// A member of a [`Batch`].
#[derive(Debug)]
enum Waiting {
    /// A member without a file.
    Nothing,
    Staged(Staged),
    New(NewContents),
}

impl Waiting {
    fn len(&self) -> u64 {
        match self {
            Waiting::Nothing => 0,
            Waiting::Staged(staged) => staged.file.len,
            Waiting::New(file) => file.bytes.len() as u64,
        }
    }

    fn staged(self) -> io::Result<Option<Staged>> {
        match self {
            Waiting::Nothing => Ok(None),
            Waiting::Staged(staged) => Ok(Some(staged)),
            Waiting::New(file) => file.staged().map(Some),
        }
    }
}

/// Files that wait for their names, so that many are written and flushed at once.
#[derive(Debug)]
pub struct Batch<T> {
    waiting: Vec<(Waiting, T)>,
    bytes: u64,
    max_files: usize,
    jobs: usize,
    /// The number of threads for writing; determined on first use.
    threads: OnceCell<usize>,
}

/// The results for the members of a [`Batch`].
pub type Committed<T> = Vec<(T, io::Result<()>)>;

impl<T> Batch<T> {
    /// Larger batches are hardly faster.
    const MAX_FILES: usize = 128;
    /// Limits the disk space and the memory for waiting files.
    const MAX_BYTES: u64 = 32 << 20;
    /// Fewer new files are written on one thread.
    const MIN_FILES_FOR_THREADS: usize = 16;

    /// Creates an empty batch. With `one_by_one`, each file is committed when it is added.
    pub fn new(one_by_one: bool) -> Batch<T> {
        Batch {
            waiting: Vec::new(),
            bytes: 0,
            max_files: if one_by_one {
                1
            } else {
                // Waiting files are open.
                (max_open_files() / 4).clamp(1, Self::MAX_FILES)
            },
            jobs: 1,
            threads: OnceCell::new(),
        }
    }

    /// Writes [new files](Batch::add_new) on this number of threads; 0 is one for each core.
    pub fn on_threads(mut self, jobs: usize) -> Batch<T> {
        self.jobs = jobs;
        self
    }

    /// Adds a member, with or without a file. Commits the batch if it is full, and returns the
    /// results in the order in which the members were added.
    pub fn add(&mut self, staged: Option<Staged>, member: T) -> Committed<T> {
        self.wait(staged.map_or(Waiting::Nothing, Waiting::Staged), member)
    }

    /// Adds a new file that is not written yet, like [`add`](Batch::add).
    pub fn add_new(&mut self, file: NewContents, member: T) -> Committed<T> {
        self.wait(Waiting::New(file), member)
    }

    fn wait(&mut self, waiting: Waiting, member: T) -> Committed<T> {
        self.bytes += waiting.len();
        self.waiting.push((waiting, member));
        if self.waiting.len() >= self.max_files || self.bytes >= Self::MAX_BYTES {
            self.commit()
        } else {
            Vec::new()
        }
    }

    /// Returns whether no member is waiting.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Commits all waiting members.
    pub fn commit(&mut self) -> Committed<T> {
        self.bytes = 0;
        let (waiting, members): (Vec<_>, Vec<_>) = self.waiting.drain(..).unzip();
        let new = waiting
            .iter()
            .filter(|file| matches!(file, Waiting::New(_)));
        let threads = match new.count() {
            ..Self::MIN_FILES_FOR_THREADS => 1,
            _ => *self.threads.get_or_init(|| threads(self.jobs)),
        };
        let staged = map_on_threads(threads, waiting, Waiting::staged);
        members.into_iter().zip(commit(staged)).collect()
    }
}

/// Returns the number of files that the process may open.
#[cfg(unix)]
fn max_open_files() -> usize {
    use rustix::process::{Resource, getrlimit};
    let limit = getrlimit(Resource::Nofile).current;
    limit.map_or(usize::MAX, |limit| {
        usize::try_from(limit).unwrap_or(usize::MAX)
    })
}

/// Other systems do not limit the number of open files.
#[cfg(not(unix))]
fn max_open_files() -> usize {
    usize::MAX
}

/// Calls `each` with the items on several threads, including the current one. Returns the results
/// in the order of the items.
fn map_on_threads<A: Send, B: Send>(
    threads: usize,
    mut items: Vec<A>,
    each: impl Fn(A) -> B + Sync,
) -> Vec<B> {
    let all = |items: Vec<A>| -> Vec<B> { items.into_iter().map(&each).collect() };
    let len = items.len().div_ceil(threads.max(1)).max(1);
    if items.len() <= len {
        return all(items);
    }
    thread::scope(|scope| {
        let mut others = Vec::new();
        while items.len() > len {
            let last = items.split_off((items.len() - 1) / len * len);
            others.push(scope.spawn(|| all(last)));
        }
        let mut results = all(items);
        for other in others.into_iter().rev() {
            let done = other.join();
            results.extend(done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    })
}

/// Gives files their names: flushes all contents, then renames all files, then flushes each
/// directory once.
fn commit(files: Vec<io::Result<Option<Staged>>>) -> Vec<io::Result<()>> {
    let named = flush(files).into_iter().map(|staged| match staged? {
        None => Ok(None),
        Some(staged) => staged.rename(),
    });
    let named: Vec<io::Result<Option<OsString>>> = named.collect();
    let mut synced: BTreeMap<OsString, io::Result<()>> = BTreeMap::new();
    for folder in named.iter().flatten().flatten() {
        if !synced.contains_key(folder) {
            synced.insert(folder.clone(), sync_folder(Path::new(folder)));
        }
    }
    let done = named
        .into_iter()
        .map(|folder| match folder?.map(|folder| &synced[&folder]) {
            Some(Err(error)) => Err(io::Error::new(error.kind(), error.to_string())),
            _ => Ok(()),
        });
    done.collect()
}

/// Flushes the contents of files. If that takes long, several threads continue, so that the disk
/// flushes the files together.
fn flush(mut files: Vec<io::Result<Option<Staged>>>) -> Vec<io::Result<Option<Staged>>> {
    const THREADS: usize = 8;
    /// Starting the threads takes about this long.
    const LONG: Duration = Duration::from_micros(500);
    let flush_one = |file: io::Result<Option<Staged>>| {
        let file = file?;
        file.as_ref().map_or(Ok(()), Staged::flush)?;
        Ok(file)
    };
    let start = Instant::now();
    let mut flushed = Vec::with_capacity(files.len());
    let mut alone = files.drain(..);
    while start.elapsed() < LONG
        && let Some(file) = alone.next()
    {
        flushed.push(flush_one(file));
    }
    let rest = alone.collect();
    flushed.extend(map_on_threads(THREADS, rest, flush_one));
    flushed
}

fn commit_one(staged: Staged) -> io::Result<()> {
    commit(vec![Ok(Some(staged))]).remove(0)
}

impl Staged {
    /// Flushes the contents to the disk.
    fn flush(&self) -> io::Result<()> {
        if let DraftFile::Hidden(file) = &self.file.contents {
            if let CommitMode::InPlace { keep_mtime, .. } = &self.mode {
                let old = File::open(&self.file.path)?;
                copy_metadata(&old, file.as_file(), *keep_mtime)?;
            }
            file.as_file().sync_all()?;
        }
        Ok(())
    }

    /// Renames the file to its final name. Returns the directory to flush, if any.
    fn rename(self) -> io::Result<Option<OsString>> {
        let Staged { file, mode } = self;
        let folder = parent_folder(&file.path).into();
        let new = match (file.contents, &mode) {
            (DraftFile::Unnamed(mut from), CommitMode::New { .. }) => {
                let mut device = fs::OpenOptions::new().write(true).open(&file.path)?;
                from.rewind()?;
                io::copy(&mut from, &mut device)?;
                return Ok(None);
            }
            (DraftFile::Unnamed(_), CommitMode::InPlace { .. }) => return Err(not_a_file()),
            (DraftFile::Hidden(new), _) => new,
        };
        match mode {
            CommitMode::New { overwrite } => {
                let force = overwrite.is_allowed();
                // Without `force`, the system refuses a name that is taken.
                if force {
                    vacant(&file.path, &overwrite)?;
                }
                new.rename(&file.path, force)?;
            }
            CommitMode::InPlace {
                original, suffix, ..
            } => replace(&file.path, &original, new, &suffix)?,
        }
        Ok(Some(folder))
    }
}

/// Replaces a file whose contents have the digest `original`, and keeps it as a backup.
fn replace(path: &Path, original: &Digest, new: Temporary, suffix: &str) -> io::Result<()> {
    // The lock is held until the file is replaced, so that two programs cannot replace it at the
    // same time.
    let mut old = File::open(path)?;
    match old.lock() {
        // Some file systems do not support locks.
        Err(error) if error.kind() != io::ErrorKind::Unsupported => return Err(error),
        _ => {}
    }
    let metadata = old.metadata()?;
    let mut now = Digest::default();
    io::copy(&mut old, &mut now)?;
    if now != *original || !is_at(path, &metadata) {
        return Err(io::Error::other("the file has changed since it was read"));
    }
    let backup = replaceable(path, suffix)?;
    if !is_at(&backup, &metadata) {
        old.rewind()?;
        back_up(path, &backup, &old)?;
    }
    let renamed = new.rename(path, true);
    if renamed.is_err() && is_at(path, &metadata) {
        // The original file still exists, so the backup is not needed.
        let _ = fs::remove_file(&backup);
    }
    renamed
}

/// Checks that a file can be replaced, as far as that is known before the new file is written.
/// Returns the path of its backup. A backup that a killed program left is used again.
///
/// # Errors
///
/// If a different file has the name of the backup, since it may be the only good one; if the file
/// has other names (hard links), which would keep the old contents; if it is not a regular file;
/// or if nothing can be written in its directory.
pub fn replaceable(path: &Path, suffix: &str) -> io::Result<PathBuf> {
    let path = path.canonicalize()?;
    let metadata = fs::metadata(&path)?;
    if !metadata.is_file() {
        return Err(not_a_file());
    }
    let backup = backup_of(&path, suffix);
    let has_backup = is_at(&backup, &metadata);
    if !has_backup && backup.symlink_metadata().is_ok() {
        return Err(exists(&backup));
    }
    if link_count(&metadata) > 1 + u64::from(has_backup) {
        let why = "the file has hard links, which would keep the old contents; copy it first";
        return Err(io::Error::other(why));
    }
    check_writable(parent_folder(&path))?;
    Ok(backup)
}

fn not_a_file() -> io::Error {
    io::Error::other("only regular files can be replaced")
}

/// Makes a backup: a hard link to the file, or a copy of it.
fn back_up(path: &Path, backup: &Path, mut old: &File) -> io::Result<()> {
    // This fails if the name is taken.
    match fs::hard_link(path, backup) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(backup)),
        // Some file systems do not support hard links.
        Err(_) => {
            let copy = temporary(path)?;
            io::copy(&mut old, &mut copy.as_file())?;
            copy_metadata(old, copy.as_file(), true)?;
            copy.commit(backup)
        }
        Ok(()) => Ok(()),
    }
}

/// A digest of bytes, to find out later whether they have changed.
#[derive(Clone, Default, Debug)]
pub struct Digest {
    len: u64,
    hash: DefaultHasher,
}

impl Digest {
    /// Returns the digest of these bytes.
    pub fn of(bytes: &[u8]) -> Digest {
        let mut digest = Digest::default();
        digest.add(bytes);
        digest
    }

    /// Adds the next bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.len += bytes.len() as u64;
        // `write` does not hash the length, so the result does not depend on how the bytes are
        // split.
        self.hash.write(bytes);
    }
}

impl Digest {
    /// Returns the length and the hash.
    pub fn value(&self) -> (u64, u64) {
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

/// Gives the new file the permissions and the extended attributes of the old one, its owner if that
/// is allowed, and its modification time if `mtime` is set.
fn copy_metadata(old: &File, new: &File, mtime: bool) -> io::Result<()> {
    let metadata = old.metadata()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        // Usually only the administrator can change the owner.
        let _ = std::os::unix::fs::fchown(new, Some(metadata.uid()), Some(metadata.gid()));
    }
    new.set_permissions(metadata.permissions())?;
    #[cfg(unix)]
    copy_attributes(old, new)?;
    if let (true, Ok(modified)) = (mtime, metadata.modified()) {
        new.set_modified(modified)?;
    }
    Ok(())
}

/// Copies extended attributes, including access control lists.
///
/// # Errors
///
/// If a user attribute cannot be copied. Errors for system attributes are ignored.
#[cfg(unix)]
fn copy_attributes(old: &File, new: &File) -> io::Result<()> {
    use xattr::FileExt;
    // Some file systems do not support extended attributes.
    let Ok(names) = old.list_xattr() else {
        return Ok(());
    };
    for name in names {
        let copied = match old.get_xattr(&name)? {
            None => Ok(()),
            Some(value) => new.set_xattr(&name, &value),
        };
        let is_user_attribute = name.as_encoded_bytes().starts_with(b"user.");
        if let (Err(error), true) = (copied, is_user_attribute) {
            let name = name.to_string_lossy();
            let why = format!("cannot keep the extended attribute {name}: {error}");
            return Err(io::Error::new(error.kind(), why));
        }
    }
    Ok(())
}

/// Returns whether the file at a path is the file with this metadata.
#[cfg(unix)]
pub fn is_at(path: &Path, file: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    path.symlink_metadata()
        .is_ok_and(|found| (found.dev(), found.ino()) == (file.dev(), file.ino()))
}

/// Returns whether the file at a path was created at the same time as the file with this metadata.
#[cfg(not(unix))]
pub fn is_at(path: &Path, file: &fs::Metadata) -> bool {
    path.symlink_metadata()
        .is_ok_and(|found| found.created().ok() == file.created().ok())
}

/// Returns the number of hard links to a file.
#[cfg(unix)]
pub fn link_count(file: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(file)
}

/// Returns 1, because the number of hard links is unknown on this platform.
#[cfg(not(unix))]
pub fn link_count(_: &fs::Metadata) -> u64 {
    1
}

/// Writes a new file in one step.
///
/// # Errors
///
/// See [`vacant`].
pub fn create(path: &Path, bytes: &[u8], overwrite: Overwrite) -> io::Result<()> {
    Draft::of(path)?.finish_with(bytes)?.commit(overwrite)
}

/// A file that is being written and does not have its name yet. Dropping it removes it.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    out: BufWriter<DraftFile>,
    len: u64,
}

/// The temporary file with the contents of a [`Draft`] or [`Prepared`] file.
#[derive(Debug)]
enum DraftFile {
    /// A hidden file in the directory of the destination.
    Hidden(Temporary),
    /// A file without a name, whose contents go to a device, a pipe or standard output.
    Unnamed(File),
}

impl Draft {
    /// Begins a file in the directory of its destination. If `path` is a link, that is the
    /// directory of the target.
    pub fn of(path: &Path) -> io::Result<Draft> {
        if !is_taken(path) {
            let file = DraftFile::Hidden(new_temporary(path)?);
            return Ok(Draft::to(path.to_owned(), file));
        }
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let file = if is_device(&path) {
            DraftFile::Unnamed(tempfile::tempfile()?)
        } else {
            DraftFile::Hidden(temporary(&path)?)
        };
        Ok(Draft::to(path, file))
    }

    /// Begins a new file, like [`vacant`] and [`of`](Draft::of) together, but with fewer system
    /// calls.
    ///
    /// # Errors
    ///
    /// See [`vacant`].
    pub fn begin(path: &Path, overwrite: &Overwrite) -> io::Result<Draft> {
        if is_taken(path) {
            vacant(path, overwrite)?;
            return Draft::of(path);
        }
        // This error names the temporary file, so one that does not is preferred.
        let file = new_temporary(path)
            .or_else(|error| check_writable(parent_folder(path)).and(Err(error)))?;
        Ok(Draft::to(path.to_owned(), DraftFile::Hidden(file)))
    }

    /// [Begins](Draft::begin) a new file, and creates its directory if needed.
    ///
    /// # Errors
    ///
    /// See [`begin`](Draft::begin).
    pub fn begin_below(path: &Path, overwrite: &Overwrite) -> io::Result<Draft> {
        // The directory usually exists, so this is tried first.
        match Draft::begin(path, overwrite) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(parent_folder(path))?;
                Draft::begin(path, overwrite)
            }
            begun => begun,
        }
    }

    /// Begins a file without a destination, for [`Prepared::copy_to`].
    pub fn unnamed() -> io::Result<Draft> {
        let file = DraftFile::Unnamed(tempfile::tempfile()?);
        Ok(Draft::to(PathBuf::new(), file))
    }

    fn to(path: PathBuf, file: DraftFile) -> Draft {
        let out = BufWriter::with_capacity(1 << 16, file);
        Draft { path, out, len: 0 }
    }

    /// Appends the last bytes, and finishes writing.
    pub fn finish_with(mut self, bytes: &[u8]) -> io::Result<Prepared> {
        self.write_all(bytes)?;
        self.finish()
    }

    /// Finishes writing. The file still has to be flushed and renamed.
    pub fn finish(self) -> io::Result<Prepared> {
        let Draft { path, out, len } = self;
        let contents = out.into_inner().map_err(IntoInnerError::into_error)?;
        Ok(Prepared {
            path,
            contents,
            len,
        })
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.len += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl DraftFile {
    fn as_file(&self) -> &File {
        match self {
            DraftFile::Hidden(file) => file.as_file(),
            DraftFile::Unnamed(file) => file,
        }
    }
}

impl Write for DraftFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.as_file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A finished file that does not have its name yet. Dropping it removes it.
#[derive(Debug)]
pub struct Prepared {
    /// The destination. If that is a link, this is its target.
    pub path: PathBuf,
    contents: DraftFile,
    len: u64,
}

impl Prepared {
    /// Renames the file to its final name, like [`create`].
    ///
    /// # Errors
    ///
    /// See [`vacant`].
    pub fn commit(self, overwrite: Overwrite) -> io::Result<()> {
        commit_one(self.staged(CommitMode::New { overwrite }))
    }

    /// Combines the file with the way in which it gets its name, for a [`Batch`].
    pub fn staged(self, mode: CommitMode) -> Staged {
        Staged { file: self, mode }
    }

    /// Writes the contents to `out`.
    pub fn copy_to(self, out: &mut impl Write) -> io::Result<()> {
        io::copy(&mut self.open()?, out).map(drop)
    }

    /// Returns a reader of the contents.
    pub fn open(&self) -> io::Result<File> {
        let mut file = self.contents.as_file().try_clone()?;
        file.rewind()?;
        Ok(file)
    }
}

/// Returns whether a file, a directory or a link, even a broken one, has this name.
fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Returns whether the path is a special file such as `/dev/null`, which cannot be replaced.
fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Checks that a new file can have this name, as far as that is known before it is written. Dry
/// runs and real runs both check this.
///
/// # Errors
///
/// If the name is taken and `overwrite` does not allow that; or if nothing can be written in the
/// directory.
pub fn vacant(path: &Path, overwrite: &Overwrite) -> io::Result<()> {
    if !is_taken(path) {
        return check_writable(parent_folder(path));
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(io::Error::other("it is a directory")),
        Ok(found) if !found.is_file() => return Ok(()),
        _ => {}
    }
    let Overwrite::Except(read) = overwrite else {
        return Err(exists(path));
    };
    if read.contains(path) {
        let why = "this file is also an input of the command; write to another file";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
    }
    check_writable(parent_folder(
        &path.canonicalize().unwrap_or_else(|_| path.to_owned()),
    ))
}

/// Checks that a file can be created in a directory. If the directory does not exist yet, checks
/// that it can be created.
fn check_writable(folder: &Path) -> io::Result<()> {
    let ancestors = folder.ancestors().map(|folder| {
        if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        }
    });
    for folder in ancestors {
        match fs::metadata(folder) {
            Ok(found) if found.is_dir() => return check_access(folder),
            Ok(_) => return Err(io::Error::from(io::ErrorKind::NotADirectory)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Checks the permission to create files in an existing directory.
#[cfg(unix)]
fn check_access(folder: &Path) -> io::Result<()> {
    use rustix::fs::{Access, AtFlags, CWD, accessat};
    let access = Access::WRITE_OK | Access::EXEC_OK;
    Ok(accessat(CWD, folder, access, AtFlags::EACCESS)?)
}

/// Checks nothing, because permissions cannot be checked in advance on this platform.
#[cfg(not(unix))]
fn check_access(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Renames a file, also to another directory. The new name must be free. At any moment, the
/// complete file has one of the two names or both.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(exists(to)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(error),
        // The new path is on another file system, or the file system does not support hard links.
        Err(_) => {
            let copy = temporary(to)?;
            io::copy(&mut File::open(from)?, &mut copy.as_file())?;
            copy_metadata(&File::open(from)?, copy.as_file(), true)?;
            copy.commit(to)?;
        }
        Ok(()) => sync_folder(parent_folder(to))?,
    }
    fs::remove_file(from)?;
    sync_folder(parent_folder(from))
}

/// Renames a file like [`rename`], but does not flush the directories if the system can rename in
/// one step. Until the directories are flushed, a power cut can leave either name. Returns the
/// directories to flush.
pub fn rename_unflushed(from: &Path, to: &Path) -> io::Result<Vec<PathBuf>> {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            Ok(()) => {
                let folders = [parent_folder(from), parent_folder(to)];
                return Ok(folders.map(Path::to_owned).to_vec());
            }
            Err(Errno::EXIST) => return Err(exists(to)),
            Err(Errno::NOENT) => return Err(Errno::NOENT.into()),
            // The new path is on another file system, or the file system does not support this
            // flag.
            Err(_) => {}
        }
    }
    rename(from, to).map(|()| Vec::new())
}

/// Replaces a file with a hard link to `kept`, which has the same bytes.
pub fn link(copy: &Path, kept: &Path) -> io::Result<()> {
    let builder = &mut tempfile::Builder::new();
    let builder = hidden(builder, 0o666);
    let make = || builder.make_in(parent_folder(copy), |path| fs::hard_link(kept, path));
    let (linked, _pending) = Pending::make(make, |linked| linked.path())?;
    uninterrupted(|| linked.persist(copy).map_err(|error| error.error))?;
    sync_folder(parent_folder(copy))
}

/// Checks that a file can be removed from its directory.
pub fn removable(path: &Path) -> io::Result<()> {
    check_writable(parent_folder(path))
}

/// Removes a file.
pub fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)?;
    sync_folder(parent_folder(path))
}

/// A file with a hidden name. It is removed when it is dropped or the program is interrupted.
///
/// It is locked as long as it is open, so that other programs do not remove it.
#[derive(Debug)]
struct Temporary {
    file: NamedTempFile,
    _pending: Pending,
}

/// Creates an empty file in the directory of `path`, with the permissions of the file that it will
/// replace, or the default ones.
fn temporary(path: &Path) -> io::Result<Temporary> {
    let new = new_temporary(path)?;
    if let Ok(replaced) = fs::metadata(path) {
        new.as_file().set_permissions(replaced.permissions())?;
    }
    Ok(new)
}

/// Creates an empty file in the directory of `path`, with the default permissions.
fn new_temporary(path: &Path) -> io::Result<Temporary> {
    remove_stale(parent_folder(path));
    let (file, _pending) = loop {
        let builder = &mut tempfile::Builder::new();
        let builder = hidden(builder, 0o666);
        let make = || builder.tempfile_in(parent_folder(path));
        let (file, pending) = Pending::make(make, NamedTempFile::path)?;
        if lock_new(file.as_file(), file.path())? {
            break (file, pending);
        }
    };
    Ok(Temporary { file, _pending })
}

/// A directory with a hidden name. It is removed with its contents when it is dropped or the
/// program is interrupted.
#[derive(Debug)]
pub struct HiddenFolder {
    folder: TempDir,
    /// The open directory, which holds the lock.
    _open: Option<File>,
    _pending: Pending,
}

/// Creates an empty hidden directory in the directory of `path`.
pub fn hidden_folder(path: &Path) -> io::Result<HiddenFolder> {
    remove_stale(parent_folder(path));
    loop {
        let builder = &mut tempfile::Builder::new();
        let builder = hidden(builder, 0o777);
        let make = || builder.tempdir_in(parent_folder(path));
        let (folder, _pending) = Pending::make(make, TempDir::path)?;
        // Other systems cannot open directories.
        let _open = if cfg!(unix) {
            Some(File::open(folder.path())?)
        } else {
            None
        };
        let is_locked = match &_open {
            Some(open) => lock_new(open, folder.path())?,
            None => true,
        };
        if is_locked {
            return Ok(HiddenFolder {
                folder,
                _open,
                _pending,
            });
        }
    }
}

/// Locks a new file or directory with a hidden name. Returns false if another program removed it
/// before it was locked.
fn lock_new(open: &File, path: &Path) -> io::Result<bool> {
    // On file systems without locks, no program removes hidden files.
    let locked = open.lock().is_ok();
    Ok(!locked || is_at(path, &open.metadata()?))
}

/// Removes the temporary files of killed programs from a directory: files and directories with
/// hidden names that no program has locked. Each directory is searched only once.
pub fn remove_stale(folder: &Path) {
    // Comparing the bytes of paths is faster than comparing their parts.
    static SEEN: Mutex<BTreeSet<OsString>> = Mutex::new(BTreeSet::new());
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if seen.contains(folder.as_os_str()) {
        return;
    }
    seen.insert(folder.into());
    drop(seen);
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
            // A file that cannot be removed does no harm.
            let _ = if found.is_dir() {
                fs::remove_dir_all(&path)
            } else {
                fs::remove_file(&path)
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

/// Sets a hidden name and the default permissions of new files or directories.
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

/// Returns the parent directory of a path; `.` if it has none.
pub(crate) fn parent_folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

impl Temporary {
    fn as_file(&self) -> &File {
        self.file.as_file()
    }

    /// Flushes the file and renames it. The name must be free.
    fn commit(self, path: &Path) -> io::Result<()> {
        self.as_file().sync_all()?;
        self.rename(path, false)?;
        sync_folder(parent_folder(path))
    }

    /// Renames the file, without flushing the directory.
    fn rename(self, path: &Path, force: bool) -> io::Result<()> {
        let Temporary { file, _pending } = self;
        let renamed = uninterrupted(|| {
            if force {
                file.persist(path)
            } else {
                file.persist_noclobber(path)
            }
        });
        match renamed {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(exists(path)),
            Err(error) => Err(error.error),
        }
    }
}

impl HiddenFolder {
    /// Returns the hidden path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Renames the directory. The name must be free or that of an empty directory.
    pub fn put(self, path: &Path) -> io::Result<()> {
        let HiddenFolder {
            folder,
            _open,
            _pending,
        } = self;
        uninterrupted(|| fs::rename(folder.path(), path))?;
        let _ = folder.keep();
        sync_folder(parent_folder(path))
    }
}

/// Flushes the names in a directory to the disk.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // Other systems cannot open directories.
    if cfg!(unix) {
        match File::open(folder)?.sync_all() {
            // Some file systems cannot flush directories.
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
        return io::Error::other("it is a directory");
    }
    let why = format!("{} already exists", path.display());
    io::Error::new(io::ErrorKind::AlreadyExists, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commit_in_place(new: Draft, original: &[u8], suffix: &str) -> io::Result<()> {
        commit_one(new.finish()?.staged(CommitMode::InPlace {
            original: Digest::of(original),
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
        let draft = Draft::of(&folder.path().join("a.sgf")).unwrap();
        let count = || fs::read_dir(&folder).unwrap().count();
        // The first file was removed, and the draft was added.
        assert_eq!(count(), names.len());
        drop(draft);
        assert_eq!(count(), names.len() - 1);
        assert!(!folder.path().join(names[0]).exists());
    }

    #[test]
    fn a_backup_is_kept_and_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        fs::write(&path, "old").unwrap();
        #[cfg(unix)]
        let mode = {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
            || fs::metadata(&path).unwrap().permissions().mode() & 0o777
        };
        let replace = |before: &[u8], after: &[u8], suffix: &str| {
            let mut new = Draft::of(&path).unwrap();
            new.write_all(after).unwrap();
            commit_in_place(new, before, suffix)
        };
        replace(b"old", b"new", ".orig").unwrap();
        let backup = folder.path().join("a.sgf.orig");
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read(&backup).unwrap(), b"old");
        #[cfg(unix)]
        assert_eq!(mode(), 0o640);
        // An existing backup is not overwritten.
        let error = replace(b"new", b"newer", ".orig").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read(&backup).unwrap(), b"old");
        // A file that was changed in the meantime is not replaced.
        let error = replace(b"now", b"newer", "~").unwrap_err();
        assert_eq!(error.to_string(), "the file has changed since it was read");
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    }

    #[test]
    fn a_digest_does_not_depend_on_how_bytes_are_split() {
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
    fn replacing_a_link_replaces_its_target() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a.sgf"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let mut new = Draft::of(&link).unwrap();
        new.write_all(b"new").unwrap();
        commit_in_place(new, b"old", "~").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(link.is_symlink());
    }

    #[test]
    fn files_are_only_overwritten_with_force() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        create(&path, b"one", Overwrite::Never).unwrap();
        assert!(create(&path, b"two", Overwrite::Never).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"one");
        create(&path, b"two", Overwrite::Except(Arc::default())).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
    }
}
