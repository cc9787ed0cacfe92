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
    hold_on("corpus/jgf", judge);
}

#[test]
fn what_fuzzing_found_stays_mended() {
    hold_on("fuzz/regressions/jgf", judge);
}

/// All laws.
pub(crate) fn judge(source: &[u8]) {
    laws::values_survive(source);
    laws::findings_are_sound(source);
    laws::nodes_have_their_places(source);
    laws::profiles_say_the_same(source);
    laws::set_changes_only_its_member(source);
    laws::edits_read_back(source);
    laws::some_edits_read_back(source);
}
