//! After any edits, a recording contains exactly these edits, a rejected edit changes nothing, and the journal restores
//! the recording.
#![no_main]

#[path = "../../crates/kifu-timeline/tests/it/recorder_laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|script: &[u8]| laws::all(script));
