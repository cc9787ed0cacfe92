//! Readers of diagrams take any text; any figure is drawn as XML and as even lines, and what a
//! notation does not list as lost reads back.
#![no_main]

#[path = "../../crates/kifu-diagram/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
