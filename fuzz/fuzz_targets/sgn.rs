//! What is read as a position or a collection is written so that it reads back, and so is any
//! position; findings lie in the text.
#![no_main]

#[path = "../../crates/kifu-sgn/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
