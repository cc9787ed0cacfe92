//! Any game that is converted to another format and back is unchanged, and so are its positions. Its figures contain
//! every move.
#![no_main]

#[path = "../../crates/kifu/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| {
    laws::all(source);
    laws::positions_come_back(source, 1);
    laws::figures_have_every_move(source);
});
