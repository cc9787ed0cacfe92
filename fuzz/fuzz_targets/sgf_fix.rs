//! What is safe to mend in any file reads the same once it is mended, and is found no more.
#![no_main]

#[allow(dead_code)] // The other laws have targets of their own.
#[path = "../../crates/kifu-sgf/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::fixes_keep_the_reading(source));
