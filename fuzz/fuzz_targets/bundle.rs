//! Any bytes read as a bundle: what is accepted is safe, and packs and unpacks as it was.
#![no_main]

#[path = "../../crates/kifu-rgf/tests/it/bundle_laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
