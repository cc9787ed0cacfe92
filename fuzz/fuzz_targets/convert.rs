//! Any game goes into the other formats and comes back as it was.
#![no_main]

#[path = "../../crates/kifu/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
