//! For any games and patterns, the search finds the same as a naive search, an index finds the same as the search, and an
//! index can be rebuilt from its own contents. Any bytes are read as an index and as a drawing.
#![no_main]

#[allow(dead_code)] // The tests of this module are for `cargo test`.
#[path = "../../crates/kifu-search/tests/it/index.rs"]
mod index;
#[allow(dead_code)] // Some helpers are only for tests.
#[path = "../../crates/kifu-search/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| index::all(bytes));
