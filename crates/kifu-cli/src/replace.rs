//! Files that appear whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::NamedTempFile;

use crate::printable::file_name;

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

/// Makes a file that does not exist yet.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let place = || format!("cannot write {}", file_name(path));
    if path.symlink_metadata().is_ok() {
        anyhow::bail!("{}: it exists", place());
    }
    let file = filled(path, bytes).with_context(place)?;
    let made = file.persist_noclobber(path).map_err(|error| error.error);
    made.with_context(place)?;
    Ok(())
}

/// Puts bytes in the place of a file, which stays as `path` with `suffix`. A backup that
/// is there already is never touched: then nothing is done.
///
/// Through a symbolic link, the file it leads to is replaced.
pub(crate) fn in_place(path: &Path, bytes: &[u8], suffix: &str) -> anyhow::Result<()> {
    let place = || format!("cannot replace {}", file_name(path));
    let path = &path.canonicalize().with_context(place)?;
    let mut backup = OsString::from(path);
    backup.push(suffix);
    let backup = PathBuf::from(backup);
    let file = filled(path, bytes).with_context(place)?;
    keep(path, &backup)
        .with_context(|| format!("{}: cannot keep it as {}", place(), file_name(&backup)))?;
    let made = file.persist(path).map_err(|error| error.error);
    made.with_context(place)?;
    Ok(())
}

/// Gives a file a second name, or makes a copy where files can have only one.
fn keep(path: &Path, backup: &Path) -> io::Result<()> {
    match fs::hard_link(path, backup) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            let mut from = fs::File::open(path)?;
            let mut copy = fs::File::create_new(backup)?;
            io::copy(&mut from, &mut copy)?;
            copy.sync_all()
        }
        linked => linked,
    }
}

fn filled(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = temporary(path)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}
