//! Expressions are written so that they read back; `not`, `and` and `or` are those of logic; what is wrong
//! lies in the text.
#![no_main]

#[path = "../../crates/kifu-select/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
