//! Safe repairs do not change what any file means, and the repaired file has no more of their findings.
#![no_main]

#[allow(dead_code)] // The other laws have targets of their own.
#[path = "../../crates/kifu-sgf/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::fixes_keep_the_reading(source));
