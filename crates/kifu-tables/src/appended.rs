//! Files that are open only while bytes are appended.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};

/// A file that is open only while bytes are appended, so that any number of files can be written in turn.
pub(crate) struct AppendedFile {
    path: PathBuf,
    /// The bytes that are not in the file yet.
    waiting: Vec<u8>,
}

impl AppendedFile {
    /// The number of bytes that are appended at once.
    const LEN: usize = 64 << 10;

    /// Creates an empty file.
    pub(crate) fn create(path: &Path) -> io::Result<AppendedFile> {
        File::create(path)?;
        Ok(AppendedFile::at(path))
    }

    /// Continues a file after this number of bytes. What follows them is removed.
    pub(crate) fn continued(path: &Path, len: u64) -> io::Result<AppendedFile> {
        let mut options = OpenOptions::new();
        let file = options
            .create(true)
            .write(true)
            .truncate(false)
            .open(path)?;
        if file.metadata()?.len() < len {
            return Err(io::Error::other("a file of the export is incomplete"));
        }
        file.set_len(len)?;
        Ok(AppendedFile::at(path))
    }

    fn at(path: &Path) -> AppendedFile {
        AppendedFile {
            path: path.to_owned(),
            waiting: Vec::new(),
        }
    }

    fn append(&mut self) -> io::Result<File> {
        let mut file = OpenOptions::new().append(true).open(&self.path)?;
        file.write_all(&mem::take(&mut self.waiting))?;
        Ok(file)
    }

    /// Appends the waiting bytes, and flushes the file to the disk.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        self.append()?.sync_all()
    }
}

impl Write for AppendedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= Self::LEN {
            self.append()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.append().map(drop)
    }
}
