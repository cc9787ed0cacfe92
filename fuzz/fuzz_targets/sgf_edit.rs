//! After any edits of any file, the written text reads back as the edited document.
#![no_main]

#[allow(dead_code)] // The other laws have a target of their own.
#[path = "../../crates/kifu-sgf/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::edits_read_back(data));
