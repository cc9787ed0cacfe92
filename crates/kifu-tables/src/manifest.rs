//! The state of a dataset: the file `_kifu.json` in its directory.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kifu_files::ReadFiles;
use kifu_files::write::{self, Overwrite};
use serde::{Deserialize, Serialize};

/// The name of the manifest. Engines skip names that begin with `_`.
const NAME: &str = "_kifu.json";

/// The name of the directory with the files that are being written.
const WORK: &str = "_kifu-work";

/// The name of the file that one export locks.
const LOCK: &str = "_kifu.lock";

/// The name of the description of the tables.
pub(crate) const SCHEMA: &str = "_kifu-schema.json";

/// The name of the list of the files of a part that get their names, in the directory for work.
const PENDING: &str = "pending";

/// The state of a dataset, and the files that are complete.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// The version of this file.
    pub(crate) version: u32,
    pub(crate) kifu_version: String,
    pub(crate) schema_version: String,
    pub(crate) state: State,
    /// The options that the files depend on.
    pub(crate) options: serde_json::Value,
    /// The number of tasks whose rows are in the files.
    pub(crate) tasks: u64,
    /// A hash of the names of their inputs.
    pub(crate) inputs_hash: u64,
    pub(crate) inputs: u64,
    /// The number of those inputs that could not be read.
    #[serde(default)]
    pub(crate) failed: u64,
    pub(crate) games: i64,
    pub(crate) positions: u64,
    pub(crate) nodes: u64,
    pub(crate) errors: u64,
    pub(crate) parts: u32,
    /// The length of the file with unsorted positions.
    pub(crate) unsorted: u64,
    pub(crate) files: Vec<DatasetFile>,
}

/// The state of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum State {
    /// Inputs are being read.
    Reading,
    /// All inputs were read, and positions are being sorted.
    Sorting,
    Finished,
}

/// A file of the dataset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct DatasetFile {
    /// The path in the directory, with `/`.
    pub(crate) path: String,
    pub(crate) rows: u64,
}

impl Manifest {
    pub(crate) const VERSION: u32 = 1;

    /// Reads the manifest of a directory; `None` if it has none.
    pub(crate) fn read(directory: &Path) -> io::Result<Option<Manifest>> {
        match fs::read(directory.join(NAME)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
        }
    }

    /// Replaces the manifest of a directory.
    pub(crate) fn write(&self, directory: &Path) -> io::Result<()> {
        let mut bytes = serde_json::to_vec_pretty(self)?;
        bytes.push(b'\n');
        let overwrite = Overwrite::Except(Arc::new(ReadFiles::default()));
        write::create(&directory.join(NAME), &bytes, overwrite)
    }

    /// Removes the files of the dataset, the last of which is the manifest.
    pub(crate) fn remove(&self, directory: &Path) -> io::Result<()> {
        self.remove_interrupted(directory)?;
        for file in &self.files {
            remove_with_directories(directory, &file.path)?;
        }
        remove_work(directory)?;
        remove_if_there(&directory.join(NAME))
    }

    /// Removes the files of a part that got their names before the part was complete.
    pub(crate) fn remove_interrupted(&self, directory: &Path) -> io::Result<()> {
        let pending = match fs::read_to_string(work_directory(directory).join(PENDING)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            read => read?,
        };
        let complete: BTreeSet<&str> = self.files.iter().map(|file| file.path.as_str()).collect();
        let interrupted = pending.lines().filter(|path| !complete.contains(path));
        for path in interrupted {
            remove_with_directories(directory, path)?;
        }
        Ok(())
    }
}

/// Files of a part without their final names: where they are, and what they become.
pub(crate) type Staged = Vec<(PathBuf, DatasetFile)>;

/// Gives files their names. If that is interrupted, their names are in the list that
/// [`Manifest::remove_interrupted`] reads.
pub(crate) fn place(directory: &Path, staged: Staged) -> io::Result<Vec<DatasetFile>> {
    let names: Vec<&str> = staged.iter().map(|(_, file)| file.path.as_str()).collect();
    let mut pending = File::create(work_directory(directory).join(PENDING))?;
    pending.write_all(names.join("\n").as_bytes())?;
    pending.sync_all()?;
    let mut parents = BTreeSet::new();
    let mut placed = Vec::new();
    for (temporary, file) in staged {
        let path = directory.join(&file.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
            parents.insert(parent.to_owned());
        }
        fs::rename(temporary, path)?;
        placed.push(file);
    }
    for parent in parents {
        // Some systems cannot flush directories.
        if let Ok(parent) = File::open(parent) {
            let _ = parent.sync_all();
        }
    }
    Ok(placed)
}

/// A lock of a directory, which another export cannot have at the same time.
pub(crate) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Locks a directory; `None` if another program has the lock.
    pub(crate) fn of(directory: &Path) -> io::Result<Option<Lock>> {
        let path = directory.join(LOCK);
        loop {
            let file = File::create(&path)?;
            // Some file systems do not support locks.
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Ok(None);
            }
            // An export that ended in the meantime has removed the file.
            if write::is_at(&path, &file.metadata()?) {
                return Ok(Some(Lock { path, _file: file }));
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file is still locked, so that another export cannot lock it before it is removed. A file that stays, because
        // some systems cannot remove an open file, does not lock anything.
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns whether a directory has files, other than those of an export that has just begun, and is not a dataset.
pub(crate) fn has_other_files(directory: &Path) -> io::Result<bool> {
    let mut has_files = false;
    for entry in fs::read_dir(directory)? {
        let name = entry?.file_name();
        if name == NAME {
            return Ok(false);
        }
        has_files |= ![LOCK, WORK, SCHEMA].iter().any(|own| name == *own);
    }
    Ok(has_files)
}

/// The directory with the files that are being written.
pub(crate) fn work_directory(directory: &Path) -> PathBuf {
    directory.join(WORK)
}

/// Removes the directory with the files that were being written.
pub(crate) fn remove_work(directory: &Path) -> io::Result<()> {
    match fs::remove_dir_all(work_directory(directory)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes a file of a dataset, and the directories that are empty afterwards.
fn remove_with_directories(directory: &Path, path: &str) -> io::Result<()> {
    let path = directory.join(path);
    remove_if_there(&path)?;
    let parents = path.ancestors().skip(1);
    for parent in parents.take_while(|parent| *parent != directory) {
        if fs::remove_dir(parent).is_err() {
            break;
        }
    }
    Ok(())
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
