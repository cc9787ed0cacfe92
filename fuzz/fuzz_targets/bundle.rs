//! Any bytes are read as a bundle. A bundle that is accepted has only safe file names, and unpacking and packing it
//! gives the same bytes.
#![no_main]

#[path = "../../crates/kifu-rgf/tests/it/bundle_laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
