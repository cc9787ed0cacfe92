//! Runs the laws on the files of the corpus.

use std::path::PathBuf;

use kifu_testkit::{hold_on, repository};

use crate::laws;

#[test]
fn the_corpus_obeys_the_laws() {
    hold_on(&repository("corpus"), laws::all);
}

/// Files that are cut off, and files with a few other bytes.
#[test]
fn damaged_files_obey_the_laws() {
    hold_on(&repository("corpus"), |source| damaged(source, 1, 4 << 10));
}

/// Runs the laws on the files of the directory `KIFU_TEST_CORPUS`.
#[test]
#[ignore = "needs a directory of files"]
fn a_directory_obeys_the_laws() {
    let folder = std::env::var_os("KIFU_TEST_CORPUS").expect("`KIFU_TEST_CORPUS` is a directory");
    hold_on(&PathBuf::from(folder), |source| {
        if source.len() < 2 << 20 {
            laws::all(source);
            damaged(source, 1, 16 << 10);
        }
    });
}

fn damaged(source: &[u8], rounds: usize, max_len: usize) {
    /// Bytes with a meaning in SGF, JSON or a charset.
    const BYTES: &[u8] = b"()[];:\\\"{},\n\0 BWACx9\xFF\x81\x1B";
    if source.len() > max_len || source.is_empty() {
        return;
    }
    // The numbers depend only on the length of the file, so a failure can be repeated.
    let mut state = source.len() as u64 | 1;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % below
    };
    for _ in 0..rounds {
        laws::all(&source[..random(source.len())]);
        let mut changed = source.to_vec();
        for _ in 0..1 + random(4) {
            let at = random(changed.len());
            changed[at] = BYTES[random(BYTES.len())];
        }
        laws::all(&changed);
        let at = random(changed.len());
        changed.remove(at);
        laws::all(&changed);
    }
}
