//! A game compared with itself, transformed and cut off, is found to be that; merged with a line of
//! its own it has all moves of both.
#![no_main]

#[path = "../../crates/kifu/tests/it/laws.rs"]
#[allow(dead_code)] // The target `convert` runs the others.
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::comparisons_hold(source));
