//! The canonical form of any document has the same content, and making it canonical again does not change it. Text that
//! cannot be decoded is replaced or kept, as requested.
#![no_main]

#[allow(dead_code)] // The other laws have targets of their own.
#[path = "../../crates/kifu-sgf/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| {
    laws::canonical_is_stable(source);
    laws::canonical_keeps_the_game(source);
    laws::undecodable_text_is_replaced_or_kept(source);
});
