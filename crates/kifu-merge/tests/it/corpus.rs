//! Tests the laws with the records of this repository, or of any directory:
//! `KIFU_TEST_CORPUS=DIR cargo test --release -p kifu-merge --test it corpus`.
#![allow(clippy::print_stderr)] // The test prints its counts.

use std::cell::Cell;
use std::env::var_os;
use std::path::PathBuf;

use kifu_testkit::{hold_on, repository};

use crate::laws;

/// At least 1,000 random merges hold the laws.
#[test]
fn random_merges_hold_the_laws() {
    let corpus = var_os("KIFU_TEST_CORPUS").map_or_else(|| repository("corpus/sgf"), PathBuf::from);
    let counts = Cell::new([0; 3]);
    let file = Cell::new(0);
    hold_on(&corpus, |source| {
        for seed in 0..4 {
            file.set(file.get() + 1);
            let new = laws::merges_hold(source, file.get() * 4 + seed);
            let [a, b, c] = counts.get();
            counts.set([a + new[0], b + new[1], c + new[2]]);
            laws::any_versions_are_merged(source, file.get());
        }
    });
    let [merges, by_nodes, conflicts] = counts.get();
    eprintln!("{merges} merges, {by_nodes} by nodes, {conflicts} with conflicts");
    assert!(merges >= 1000, "{merges} merges");
    assert!(
        by_nodes * 10 >= merges * 8,
        "{by_nodes} of {merges} merges by nodes"
    );
}
