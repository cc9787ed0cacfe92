//! For any events in any order, every moment equals a naive replay from the start and is a valid game tree, and the changes
//! between any two moments lead from one to the other.
#![no_main]

#[path = "../../crates/kifu-timeline/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|script: &[u8]| laws::all(script));
