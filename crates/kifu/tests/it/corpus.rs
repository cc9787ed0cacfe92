//! The laws over the records of this repository. `cargo xtask test-corpus` runs them over
//! any other folder.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
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

/// Judges every file of the corpus, or of the folder that `KIFU_TEST_CORPUS` names.
fn each_file(law: impl Fn(&[u8]) + panic::RefUnwindSafe) {
    let root = match std::env::var_os("KIFU_TEST_CORPUS") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus"),
    };
    let mut broken = Vec::new();
    for file in files(&root) {
        let source = fs::read(&file).unwrap();
        if panic::catch_unwind(|| law(&source)).is_err() {
            broken.push(file);
        }
    }
    assert!(broken.is_empty(), "a law breaks on {broken:#?}");
}

#[test]
fn games_go_from_format_to_format_and_back() {
    each_file(laws::all);
}

#[test]
fn positions_go_through_sgn_and_back() {
    // Few of those of the repository, where it has to be quick.
    let each = match std::env::var_os("KIFU_TEST_CORPUS") {
        Some(_) => 1,
        None => 16,
    };
    let positions = AtomicUsize::new(0);
    each_file(|source| {
        positions.fetch_add(laws::positions_come_back(source, each), Ordering::Relaxed);
    });
    assert!(positions.into_inner() > 0);
}

#[test]
fn figures_have_every_move() {
    each_file(laws::figures_have_every_move);
}
