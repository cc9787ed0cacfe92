//! The laws over the records of this repository, or over any folder:
//! `KIFU_TEST_CORPUS=FOLDER cargo test --release -p kifu --test it corpus`.

use std::env::var_os;
use std::path::PathBuf;

use kifu_testkit::{hold_on, repository};

use crate::laws;

/// The corpus, or the folder that `KIFU_TEST_CORPUS` names.
fn corpus() -> PathBuf {
    var_os("KIFU_TEST_CORPUS").map_or_else(|| repository("corpus"), PathBuf::from)
}

#[test]
fn games_go_from_format_to_format_and_back() {
    hold_on(&corpus(), laws::all);
}

#[test]
fn what_the_fuzzer_found_goes_and_comes_back() {
    hold_on(&repository("fuzz/regressions/convert"), laws::all);
}

#[test]
fn positions_go_through_sgn_and_back() {
    // Few of those of the repository, where it has to be quick.
    let each = match var_os("KIFU_TEST_CORPUS") {
        Some(_) => 1,
        None => 16,
    };
    hold_on(&corpus(), |source| laws::positions_come_back(source, each));
}

#[test]
fn positions_go_through_every_notation_and_back() {
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
    // Few records of the repository, where it has to be quick.
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
