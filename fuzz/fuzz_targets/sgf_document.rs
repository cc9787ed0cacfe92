//! Any bytes are written back unchanged. Events agree with the document, reading a collection game by game gives the same
//! games, values read back as they were written, and replacing a value changes only that value.
#![no_main]

#[allow(dead_code)] // The edits have a target of their own.
#[path = "../../crates/kifu-sgf/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|source: &[u8]| {
    laws::bytes_survive(source);
    laws::undecodable_values_are_reported(source);
    laws::events_agree(source);
    laws::only_moves_are_all(source);
    laws::visits_are_all_nodes(source);
    laws::addresses_lead_back(source);
    laws::no_property_is_denied(source);
    laws::shortcuts_agree(source);
    laws::limits_are_exact(source);
    laws::games_tile(source);
    laws::parts_stand_alone(source);
    laws::values_read_back(source);
    laws::set_changes_only_its_bytes(source);
    laws::games_come_back(source);
});
