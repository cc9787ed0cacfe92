//! For any two recordings, a cut shows the same as the original, joining two pieces restores the whole, a join shows each
//! recording in turn, and retiming keeps the order.
#![no_main]

#[path = "../../crates/kifu-timeline/tests/it/edit_laws.rs"]
mod edit_laws;
#[allow(dead_code)] // This target uses the scripts of the module, not its laws.
#[path = "../../crates/kifu-timeline/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|script: &[u8]| edit_laws::all(script));
