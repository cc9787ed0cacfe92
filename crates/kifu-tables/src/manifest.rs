//! The state of a dataset: the file `_kifu.json` in its directory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kifu_files::ReadFiles;
use kifu_files::write::{self, Overwrite};
use serde::{Deserialize, Serialize};

/// The name of the manifest. Engines skip names that begin with `_`.
const NAME: &str = "_kifu.json";

/// The name of the directory with the files that are being written.
const WORK: &str = "_kifu-work";

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
        for file in &self.files {
            remove_if_there(&directory.join(&file.path))?;
        }
        remove_work(directory)?;
        remove_if_there(&directory.join(NAME))
    }
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

pub(crate) fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
