//! Tests the laws with the records of this repository, or of any directory:
//! `KIFU_TEST_CORPUS=DIR cargo test --release -p kifu --test it corpus`.

use std::env::var_os;
use std::path::PathBuf;

use kifu_testkit::{hold_on, repository};

use crate::laws;

/// Returns the corpus of this repository, or the directory in `KIFU_TEST_CORPUS`.
fn corpus() -> PathBuf {
    var_os("KIFU_TEST_CORPUS").map_or_else(|| repository("corpus"), PathBuf::from)
}

#[test]
fn conversions_hold_the_laws() {
    hold_on(&corpus(), laws::all);
}

#[test]
fn conversions_of_fuzzer_regressions_hold_the_laws() {
    hold_on(&repository("fuzz/regressions/convert"), laws::all);
}

#[test]
fn positions_survive_a_conversion_to_sgn() {
    // Check only a sample of the records of the repository, to save time.
    let each = match var_os("KIFU_TEST_CORPUS") {
        Some(_) => 1,
        None => 16,
    };
    hold_on(&corpus(), |source| laws::positions_come_back(source, each));
}

#[test]
fn positions_survive_a_conversion_to_every_notation() {
    let each = match var_os("KIFU_TEST_CORPUS") {
        Some(_) => 8,
        None => 64,
    };
    hold_on(&corpus(), |source| laws::notations_come_back(source, each));
}

#[test]
fn games_are_compared_and_merged() {
    hold_on(&corpus(), laws::comparisons_hold);
    hold_on(
        &repository("fuzz/regressions/compare"),
        laws::comparisons_hold,
    );
}

#[test]
fn figures_have_every_move() {
    hold_on(&corpus(), laws::figures_have_every_move);
}

#[test]
fn positions_are_transformed() {
    // Check only a sample of the records of the repository, to save time.
    let one_in = match var_os("KIFU_TEST_CORPUS") {
        Some(_) => 1,
        None => 8,
    };
    hold_on(&corpus(), |source| {
        if source.len() % one_in == 0 {
            laws::positions_are_transformed(source);
        }
    });
}

#[test]
fn conversions_of_other_formats_hold_the_laws() {
    for format in ["gib", "ngf", "ogs", "ugf"] {
        let path = format!("crates/kifu-{format}/test_data");
        hold_on(&repository(&path), laws::all);
    }
}
