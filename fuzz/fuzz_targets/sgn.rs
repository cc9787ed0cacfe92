//! Every position and collection that is read, and any other position, reads back as it was written. Findings point
//! into the text.
#![no_main]

#[path = "../../crates/kifu-sgn/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
