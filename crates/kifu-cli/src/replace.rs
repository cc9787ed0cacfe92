//! Putting new bytes in the place of a file.
//!
//! What is there stays whole until the new file is complete on the disk: it is written
//! beside the old one, flushed, and then takes its name.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Replaces a file by these bytes and keeps what was there under its name with
/// `suffix`, such as `.orig`.
///
/// Permissions are kept. Through a link, what it points to is replaced, and the backup
/// lies beside that.
///
/// # Errors
///
/// If a file with the name of the backup exists, as it may be the only good one; and
/// if anything cannot be written. Then the file is as it was.
pub(crate) fn file(path: &Path, bytes: &[u8], suffix: &str) -> io::Result<()> {
    let path = path.canonicalize()?;
    let new = written_beside(&path, bytes)?;
    let backup = backup_of(&path, suffix);
    // A second name for the old bytes fails where the name is taken.
    match fs::hard_link(&path, &backup) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(exists(&backup));
        }
        // Some file systems have no links.
        Err(_) => {
            let old = fs::read(&path)?;
            written_beside(&path, &old)?
                .persist_noclobber(&backup)
                .map_err(|error| match error.error.kind() {
                    io::ErrorKind::AlreadyExists => exists(&backup),
                    _ => error.error,
                })?;
        }
    }
    if let Err(error) = new.persist(&path) {
        // It says the same as the file that is still there.
        let _ = fs::remove_file(&backup);
        return Err(error.error);
    }
    Ok(())
}

/// Writes a file that must not exist yet, unless `force` lets it take the place of
/// another. It appears when it is complete.
pub(crate) fn create(path: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    prepare(path, bytes)?.put(force)
}

/// A file that is complete, and has no name yet. Dropped it is gone.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) path: PathBuf,
    file: NamedTempFile,
}

/// Writes a file beside its place.
pub(crate) fn prepare(path: &Path, bytes: &[u8]) -> io::Result<Prepared> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let file = written_beside(&path, bytes)?;
    Ok(Prepared { path, file })
}

impl Prepared {
    /// A file that was written beside its place, to which nothing is added any more.
    pub(crate) fn of(path: &Path, file: NamedTempFile) -> io::Result<Prepared> {
        file.as_file().sync_all()?;
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        Ok(Prepared { path, file })
    }

    /// Gives it its name, as [`create`] does.
    pub(crate) fn put(self, force: bool) -> io::Result<()> {
        let Prepared { path, file } = self;
        let done = match force {
            true => file.persist(&path),
            false => file.persist_noclobber(&path),
        };
        done.map(drop).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => exists(&path),
            _ => error.error,
        })
    }
}

/// Whether a file could get this name, as far as can be told before it is written.
///
/// # Errors
///
/// If there is one already, and it is not to be replaced.
pub(crate) fn vacant(path: &Path, force: bool) -> io::Result<()> {
    match !force && path.symlink_metadata().is_ok() {
        true => Err(exists(path)),
        false => Ok(()),
    }
}

/// An empty file in the directory of `path`, with the permissions of the file it will
/// replace, or those of any new file.
pub(crate) fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".kifu-");
    #[cfg(unix)]
    let any = {
        use std::os::unix::fs::PermissionsExt;
        fs::Permissions::from_mode(0o666)
    };
    #[cfg(unix)]
    builder.permissions(any);
    let file = builder.tempfile_in(directory)?;
    if let Ok(replaced) = fs::metadata(path) {
        file.as_file().set_permissions(replaced.permissions())?;
    }
    Ok(file)
}

fn written_beside(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = temporary(path)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
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
        file(&path, b"new", ".orig").unwrap();
        let backup = folder.path().join("a.sgf.orig");
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read(&backup).unwrap(), b"old");
        #[cfg(unix)]
        assert_eq!(mode(), 0o640);
        // The backup is in the way now, and stays what it is.
        let error = file(&path, b"newer", ".orig").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read(&backup).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a.sgf"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        file(&link, b"new", "~").unwrap();
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
