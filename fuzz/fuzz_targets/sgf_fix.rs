//! Safe repairs do not change the meaning of any file, and the repaired file no longer has the
//! findings that were repaired.
#![no_main]

#[allow(dead_code)] // The other laws have targets of their own.
#[path = "../../crates/kifu-sgf/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::fixes_keep_the_reading(source));
