//! Merging random edits of a file loses nothing, and any three versions can be merged.
#![no_main]

#[path = "../../crates/kifu-merge/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let (seed, source) = bytes.split_at(bytes.len().min(2));
    let seed = seed.iter().fold(0, |seed, byte| seed << 8 | u64::from(*byte));
    laws::merges_hold(source, seed);
    laws::any_versions_are_merged(source, seed);
});
