//! Reports of findings can be shown and parsed, have all findings, and are the same for a text and for its chunks.
#![no_main]

#[path = "../../crates/kifu-report/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| {
    let (places, text) = source.split_at(source.len().min(32));
    let places = places.chunks_exact(2);
    let places: Vec<u16> = places
        .map(|two| u16::from_le_bytes([two[0], two[1]]))
        .collect();
    laws::reports_are_whole(text, &places);
});
