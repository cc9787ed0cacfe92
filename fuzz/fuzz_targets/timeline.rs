//! Any events in any order: every moment is what a naive fold from zero gives, a valid
//! game tree, and changes lead from any to any other.
#![no_main]

#[path = "../../crates/kifu-timeline/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|script: &[u8]| laws::all(script));
