//! Putting new bytes in the place of a file.
//!
//! What is there stays whole until the new file is complete on the disk: it is written
//! beside the old one, flushed, and then takes its name, which is flushed as well. Whatever
//! ends the command in between leaves the old file; and nothing else, but for `kill -9`, which
//! can leave a hidden file whose name starts with `.kifu-`, or the backup of a file that is
//! still the same.

use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, BufWriter, IntoInnerError, Seek, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempDir, TempPath};

use crate::pending::{Pending, whole};

/// Puts `new` in the place of a file that holds what `was` tells, and keeps what was there under its
/// name with `suffix`, such as `.orig`.
///
/// Permissions, owner and times are kept. Through a link, what it points to is replaced, and
/// the backup lies beside that.
///
/// # Errors
///
/// If a file with the name of the backup exists, as it may be the only good one; if the
/// file is not what it was, or has other names, which would keep what was there; and if
/// anything cannot be written. Then the file is as it was.
pub(crate) fn file(path: &Path, was: &Digest, new: Draft, suffix: &str) -> io::Result<()> {
    let path = path.canonicalize()?;
    let backup = backup_of(&path, suffix);
    let Kept::Beside(new) = new.kept()? else {
        return Err(io::Error::other("it is no file that can be replaced"));
    };
    // Held until the file has another name, so that of two commands one comes first.
    let mut old = File::open(&path)?;
    match old.lock() {
        // Some file systems have no locks.
        Err(error) if error.kind() != io::ErrorKind::Unsupported => return Err(error),
        _ => {}
    }
    let found = old.metadata()?;
    keep(&found, new.file.as_file())?;
    let mut now = Digest::default();
    io::copy(&mut old, &mut now)?;
    if now != *was || !is_at(&path, &found) {
        return Err(io::Error::other("it was changed in the meantime"));
    }
    let left_behind = is_at(&backup, &found);
    if names(&found) > 1 + u64::from(left_behind) {
        let why =
            "it has other names (hard links), which would keep what it was; make a copy of it";
        return Err(io::Error::other(why));
    }
    if !left_behind {
        old.rewind()?;
        back_up(&path, &backup, &old, &found)?;
    }
    let placed = new.put(&path, true);
    if placed.is_err() && is_at(&path, &found) {
        // It says the same as the file that is still there.
        let _ = fs::remove_file(&backup);
    }
    placed
}

/// Gives what a file holds a second name.
fn back_up(path: &Path, backup: &Path, mut old: &File, found: &fs::Metadata) -> io::Result<()> {
    // It fails where the name is taken.
    match fs::hard_link(path, backup) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(backup)),
        // Some file systems have no links.
        Err(_) => {
            let copy = temporary(path)?;
            io::copy(&mut old, &mut copy.as_file())?;
            keep(found, copy.as_file())?;
            copy.put(backup, false)
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

/// Gives a new file the permissions, the times and, as far as that is allowed, the owner of
/// the one that it replaces.
fn keep(old: &fs::Metadata, new: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        // Only the administrator can give files away.
        let _ = std::os::unix::fs::fchown(new, Some(old.uid()), Some(old.gid()));
    }
    new.set_permissions(old.permissions())?;
    if let Ok(modified) = old.modified() {
        new.set_modified(modified)?;
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

    /// Ends it: it is on the disk, and needs nothing but its name.
    pub(crate) fn finish(self) -> io::Result<Prepared> {
        let path = self.path.clone();
        let written = match self.kept()? {
            Kept::Beside(file) => Written::Beside(file.closed()?),
            Kept::Apart(file) => Written::Apart(file),
        };
        Ok(Prepared { path, written })
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
}

#[derive(Debug)]
enum Written {
    Beside(Closed),
    Apart(File),
}

impl Prepared {
    /// Gives it its name, as [`create`] does.
    pub(crate) fn put(self, force: bool) -> io::Result<()> {
        match self.written {
            Written::Beside(file) => file.put(&self.path, force),
            Written::Apart(_) => {
                let mut device = fs::OpenOptions::new().write(true).open(&self.path)?;
                self.pass_on(&mut device)
            }
        }
    }

    /// Writes what it holds to `out`.
    pub(crate) fn pass_on(self, out: &mut impl Write) -> io::Result<()> {
        io::copy(&mut self.open()?, out).map(drop)
    }

    /// What it holds, to be read.
    pub(crate) fn open(&self) -> io::Result<File> {
        match &self.written {
            Written::Beside(file) => File::open(&file.file),
            Written::Apart(file) => {
                let mut file = file.try_clone()?;
                file.rewind()?;
                Ok(file)
            }
        }
    }
}

/// Whether a name stands for something like `/dev/null`, which nothing can replace.
fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

/// Whether a file could get this name, as far as can be told before it is written.
///
/// # Errors
///
/// If there is one already, and it is not to be replaced.
pub(crate) fn vacant(path: &Path, force: bool) -> io::Result<()> {
    match !force && path.symlink_metadata().is_ok() && !is_device(path) {
        true => Err(exists(path)),
        false => Ok(()),
    }
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
            keep(&fs::metadata(from)?, copy.file.as_file())?;
            copy.put(to, false)?;
        }
        Ok(()) => sync_folder(above(to))?,
    }
    fs::remove_file(from)?;
    sync_folder(above(from))
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

/// Takes a file away.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)?;
    sync_folder(above(path))
}

/// A file without a name that anybody knows. Dropped it is gone, and so it is if the command
/// is interrupted.
#[derive(Debug)]
struct Temporary {
    file: NamedTempFile,
    _pending: Pending,
}

/// An empty file in the directory of `path`, with the permissions of the file it will
/// replace, or those of any new file.
fn temporary(path: &Path) -> io::Result<Temporary> {
    let builder = &mut tempfile::Builder::new();
    let builder = hidden(builder, 0o666);
    let make = || builder.tempfile_in(above(path));
    let (file, _pending) = Pending::make(make, NamedTempFile::path)?;
    if let Ok(replaced) = fs::metadata(path) {
        file.as_file().set_permissions(replaced.permissions())?;
    }
    Ok(Temporary { file, _pending })
}

/// A folder without a name that anybody knows. Dropped it is gone with all in it, and so it
/// is if the command is interrupted.
#[derive(Debug)]
pub(crate) struct Aside {
    folder: TempDir,
    _pending: Pending,
}

/// An empty folder beside the place of another.
pub(crate) fn aside(path: &Path) -> io::Result<Aside> {
    let builder = &mut tempfile::Builder::new();
    let builder = hidden(builder, 0o777);
    let make = || builder.tempdir_in(above(path));
    let (folder, _pending) = Pending::make(make, TempDir::path)?;
    Ok(Aside { folder, _pending })
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
    builder.prefix(".kifu-")
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

    /// Gives it its name, once it is on the disk.
    fn put(self, path: &Path, force: bool) -> io::Result<()> {
        self.closed()?.put(path, force)
    }

    /// The same file on the disk, not open any more: of those there can be many.
    fn closed(self) -> io::Result<Closed> {
        let Temporary { file, _pending } = self;
        file.as_file().sync_all()?;
        Ok(Closed {
            file: file.into_temp_path(),
            _pending,
        })
    }
}

/// A [`Temporary`] that is complete.
#[derive(Debug)]
struct Closed {
    file: TempPath,
    _pending: Pending,
}

impl Closed {
    fn put(self, path: &Path, force: bool) -> io::Result<()> {
        let Closed { file, _pending } = self;
        let named = whole(|| match force {
            true => file.persist(path),
            false => file.persist_noclobber(path),
        });
        match named {
            Ok(()) => sync_folder(above(path)),
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
        let Aside { folder, _pending } = self;
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
    let name = crate::printable::file_name(path);
    io::Error::new(
        io::ErrorKind::AlreadyExists,
        format!("{name} exists already"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

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
            file(&path, &Digest::of(before), new, suffix)
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
        file(&link, &Digest::of(b"old"), new, "~").unwrap();
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
