//! For any actions on any board under any rules, chains, hashes and captures agree with a flood fill, refused moves change
//! nothing, undo restores the previous position, symmetries commute, the rules forbid the same moves as a naive engine,
//! and grids, hashes and planes follow the game.
#![no_main]

#[allow(dead_code)] // The naive engine counts sequences too, for tests.
#[path = "../../crates/kifu-rules/tests/it/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    laws::boards_are_what_flood_fill_finds(bytes);
    laws::refused_moves_change_nothing(bytes);
    laws::legal_points_are_what_play_accepts(bytes);
    laws::undo_leads_back_to_the_start(bytes);
    laws::symmetries_commute_with_play(bytes);
    laws::force_plays_legal_moves(bytes);
    laws::judges_as_the_naive_engine_does(bytes);
    laws::changes_lead_to_each_position(bytes);
});
