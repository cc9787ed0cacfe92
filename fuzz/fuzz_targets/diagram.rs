//! Readers of diagrams accept any text. Any figure is drawn as valid XML and as lines of equal length, and all features
//! that a notation does not report as lost read back.
#![no_main]

#[path = "../../crates/kifu-diagram/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
