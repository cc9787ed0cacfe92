//! Any actions on any board under any rules: chains, hashes and captures are what a flood
//! fill finds, refused moves change nothing, undo leads back, symmetries commute.
#![no_main]

#[allow(dead_code)] // Each user of the laws takes some.
#[path = "../../crates/kifu-rules/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for (_, law) in laws::ALL {
        law(bytes);
    }
});
