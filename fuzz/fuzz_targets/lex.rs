//! The tokens cover the input exactly under every scheme, and the shapes that are read as a whole are tokens.
#![no_main]

#[path = "../../crates/kifu-lex/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| laws::all(source));
