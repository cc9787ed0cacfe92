//! For any text: its index is well formed, and `serde_json` refuses it if there are faults.
#![no_main]

#[path = "../../crates/kifu-json/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| laws::all(text));
