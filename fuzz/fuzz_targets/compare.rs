//! A game compared with itself, transformed and cut off, is found to be that; merged with a line of its own, and with
//! other values, the result has all moves and values of both.
#![no_main]

#[path = "../../crates/kifu/tests/it/laws.rs"]
#[allow(dead_code)] // The target `convert` runs the others.
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::comparisons_hold(source));
