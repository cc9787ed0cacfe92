//! What is judged, and mended, whatever the bytes: findings are sound, making every safe
//! repair leaves none and changes no position, and making all repairs comes to an end.
#![no_main]

#[path = "../../crates/kifu-check/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
