//! Any file is read as a recording. Its bytes are kept, every moment is valid SGF, and written recordings read back
//! unchanged.
#![no_main]

#[path = "../../crates/kifu-rgf/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
