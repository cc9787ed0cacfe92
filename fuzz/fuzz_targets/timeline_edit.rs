//! Any two recordings: a piece of one shows what it did, two pieces joined are the whole, a join
//! shows each in turn, and other times change no order.
#![no_main]

#[path = "../../crates/kifu-timeline/tests/it/edit_laws.rs"]
mod edit_laws;
#[allow(dead_code)] // Its scripts are used here, not its laws.
#[path = "../../crates/kifu-timeline/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|script: &[u8]| edit_laws::all(script));
