//! Games and patterns of any choices: the search finds what looking everywhere finds, an index finds
//! what the search finds and is made again from its own contents; any bytes are read as an index and
//! as a drawing.
#![no_main]

#[allow(dead_code)] // Its tests are for `cargo test`.
#[path = "../../crates/kifu-search/tests/it/index.rs"]
mod index;
#[allow(dead_code)] // What is looked for once is for tests.
#[path = "../../crates/kifu-search/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| index::all(bytes));
