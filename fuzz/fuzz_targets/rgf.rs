//! Any file read as a recording: its bytes survive, every moment is valid SGF, what is written
//! of it reads back as it was.
#![no_main]

#[path = "../../crates/kifu-rgf/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
