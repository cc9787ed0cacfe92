//! For any bytes: they survive, moves are on the board, and a file that is split between lines has the same games.
#![no_main]

#[path = "../../crates/kifu-ogs/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
