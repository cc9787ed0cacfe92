//! Comparing a game with a transformed or truncated copy finds exactly that difference. Merging a game with one of its
//! lines, with other values, keeps all moves and values of both.
#![no_main]

#[path = "../../crates/kifu/tests/it/laws.rs"]
#[allow(dead_code)] // The target `convert` runs the other laws.
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::comparisons_hold(source));
