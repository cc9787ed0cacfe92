//! The laws over the records of this repository. `cargo xtask test-corpus` runs them over
//! any other folder.

use std::path::{Path, PathBuf};
use std::{fs, panic};

use crate::laws;

/// The files below a folder of the repository; none where a crate that was published
/// alone has no such folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut todo = vec![
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(folder),
    ];
    let mut files = Vec::new();
    while let Some(path) = todo.pop() {
        match fs::read_dir(&path) {
            Ok(entries) => todo.extend(entries.map(|entry| entry.unwrap().path())),
            Err(_) => files.extend(path.is_file().then_some(path)),
        }
    }
    files
}

fn hold_on(folder: &str, judge: fn(&[u8])) {
    for file in files(folder) {
        let source = fs::read(&file).unwrap();
        let judged = panic::catch_unwind(|| judge(&source));
        assert!(judged.is_ok(), "a law breaks on {}", file.display());
    }
}

#[test]
fn laws_hold_on_the_corpus() {
    hold_on("corpus/sgf", judge);
}

#[test]
fn what_fuzzing_found_stays_mended() {
    hold_on("fuzz/regressions/sgf_edit", laws::edits_read_back);
    hold_on("fuzz/regressions/sgf_document", judge);
    hold_on("fuzz/regressions/sgf_canonical", judge);
    hold_on("fuzz/regressions/sgf_fix", laws::fixes_keep_the_reading);
}

fn judge(source: &[u8]) {
    laws::bytes_survive(source);
    laws::undecodable_values_are_told(source);
    laws::events_agree(source);
    laws::games_tile(source);
    laws::values_read_back(source);
    laws::canonical_is_stable(source);
    laws::canonical_keeps_the_game(source);
    laws::fixes_keep_the_reading(source);
    laws::set_changes_only_its_bytes(source);
    laws::games_come_back(source);
    if source.len() < 1 << 12 {
        // Set, remove, move, add.
        let script = [2, 5, 1, 1, 0, 9, 4, 0, 0, 2, 8, 12, 0, 0, 3, 7, 3, 2, 0, 4];
        laws::edited_reads_back(&script, source);
    }
}
