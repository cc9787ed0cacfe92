//! The laws over the records of this repository. `cargo xtask test-corpus` runs them over
//! any other folder.

use std::path::{Path, PathBuf};
use std::{fs, panic};

use crate::laws;

/// The files below a folder of the repository; none where a crate that was published
/// alone has no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut todo = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(path) = todo.pop() {
        match fs::read_dir(&path) {
            Ok(entries) => todo.extend(entries.map(|entry| entry.unwrap().path())),
            Err(_) => files.extend(path.is_file().then_some(path)),
        }
    }
    files
}

#[test]
fn laws_hold_for_every_record() {
    let root = match std::env::var_os("KIFU_TEST_CORPUS") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus"),
    };
    let mut broken = Vec::new();
    for file in files(&root) {
        let source = fs::read(&file).unwrap();
        let judged = panic::catch_unwind(|| laws::all(&source));
        if judged.is_err() {
            broken.push(file);
        }
    }
    assert!(broken.is_empty(), "a law breaks on {broken:#?}");
}
