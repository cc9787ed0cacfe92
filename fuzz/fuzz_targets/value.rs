//! Dates, results, ranks and the like are written so that they read back; places are in the text; a certain
//! reading depends on every number and every word.
#![no_main]

#[path = "../../crates/kifu-value/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| {
    for line in String::from_utf8_lossy(source).lines() {
        laws::words_read_back(line);
    }
});
