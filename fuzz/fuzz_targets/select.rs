//! Expressions read back as they were written. `not`, `and` and `or` obey the laws of logic. Errors point into the text.
#![no_main]

#[path = "../../crates/kifu-select/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
