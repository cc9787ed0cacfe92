//! Any bytes are read as an archive of each kind: within the limits, with the same files each time.
#![no_main]

#[path = "../../crates/kifu-archive/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
