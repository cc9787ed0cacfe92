//! Dates, results, ranks and other values read back as they were written. Errors point into the text. A reading that is
//! certain depends on every number and every word.
#![no_main]

#[path = "../../crates/kifu-value/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| {
    for line in String::from_utf8_lossy(source).lines() {
        laws::words_read_back(line);
    }
});
