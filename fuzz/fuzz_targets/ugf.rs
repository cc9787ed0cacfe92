//! For any bytes: they survive, their game has every move, and the spans of findings are within the text.
#![no_main]

#[path = "../../crates/kifu-ugf/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
