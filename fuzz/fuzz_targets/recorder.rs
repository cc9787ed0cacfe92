//! Any edits: what is recorded is what was done, a refusal changes nothing, and the journal
//! gives it back.
#![no_main]

#[path = "../../crates/kifu-timeline/tests/it/recorder_laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|script: &[u8]| laws::all(script));
