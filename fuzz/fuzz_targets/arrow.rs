//! For any bytes: the tables have their schemas, and agree with each other and with a replay. Games that are written
//! from a table have the same content.
#![no_main]

#[path = "../../crates/kifu-arrow/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
