//! Any game goes into the other formats and comes back as it was, its positions too; and
//! figures can be made of it.
#![no_main]

#[path = "../../crates/kifu/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| {
    laws::all(source);
    laws::positions_come_back(source, 1);
    laws::figures_have_every_move(source);
});
