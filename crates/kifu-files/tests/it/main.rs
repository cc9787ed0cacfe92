//! Tests of the public interface.

mod driver;
#[cfg(feature = "duplicates")]
mod duplicates;
mod games;
mod walk;
mod write;

use std::fs;
use std::path::PathBuf;

use kifu_testkit::tar::Raw;
use tempfile::TempDir;

/// Returns a tar archive with these files.
fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let member =
        |(name, content): &(&str, &[u8])| Raw::of(name.as_bytes(), b'0', content).into_bytes();
    let mut tar: Vec<u8> = files.iter().flat_map(member).collect();
    tar.resize(tar.len() + 1024, 0);
    tar
}

/// A directory with files.
struct Folder(TempDir);

impl Folder {
    fn new(files: &[(&str, &[u8])]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        for (name, content) in files {
            let path = folder.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns a path without the path of the directory.
    fn within(&self, path: impl Into<PathBuf>) -> String {
        let path = path.into();
        let below = path.strip_prefix(self.0.path()).unwrap();
        below.to_str().unwrap().to_owned()
    }
}
