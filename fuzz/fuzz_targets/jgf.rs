//! Any bytes are read as JGF. The output equals the input as strict JSON, also after each edit, and every JSON parser
//! reads the same data from the output.
#![no_main]

#[allow(dead_code)] // Some edits are only for tests; the fuzzer creates its own.
#[path = "../../crates/kifu-jgf/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| {
    laws::values_survive(source);
    laws::parts_are_the_whole(source);
    laws::limits_are_exact(source);
    laws::findings_are_sound(source);
    laws::nodes_have_their_places(source);
    laws::profiles_say_the_same(source);
    laws::pieces_are_the_whole(source);
    laws::set_changes_only_its_member(source);
    laws::edits_read_back(source);
});
