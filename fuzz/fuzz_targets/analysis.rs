//! The values of any analysis are in their range, whatever the text.
#![no_main]

#[path = "../../crates/kifu-analysis/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::any_text_can_be_read(bytes));
