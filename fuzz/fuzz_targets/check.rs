//! Findings about any bytes are sound. After all safe repairs, no safe repair is left and no position has changed.
//! Applying all repairs terminates.
#![no_main]

#[path = "../../crates/kifu-check/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
