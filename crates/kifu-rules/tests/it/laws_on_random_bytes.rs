//! Checks the laws with many random byte strings from fixed seeds.

use crate::laws;

fn on_random_bytes(law: fn(&[u8]), runs: u64) {
    // For a longer test, set other seeds and a factor for the number of runs.
    let rounds = std::env::var("KIFU_LAW_ROUNDS").map_or(1, |n| n.parse().unwrap_or(1));
    let runs = runs * rounds;
    let mut state = 0x9e37_79b9_7f4a_7c15u64 ^ rounds;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 32
    };
    for run in 0..runs {
        // Some scripts are long, because large boards need long scripts.
        let len = if run % 16 == 0 {
            1200
        } else {
            40 + next() % 260
        };
        let bytes: Vec<u8> = (0..len).map(|_| next() as u8).collect();
        law(&bytes);
    }
}

#[test]
fn boards_are_what_flood_fill_finds() {
    on_random_bytes(laws::boards_are_what_flood_fill_finds, 400);
}

#[test]
fn refused_moves_change_nothing() {
    on_random_bytes(laws::refused_moves_change_nothing, 1000);
}

#[test]
fn legal_points_are_what_play_accepts() {
    on_random_bytes(laws::legal_points_are_what_play_accepts, 600);
}

#[test]
fn undo_leads_back_to_the_start() {
    on_random_bytes(laws::undo_leads_back_to_the_start, 1000);
}

#[test]
fn symmetries_commute_with_play() {
    on_random_bytes(laws::symmetries_commute_with_play, 150);
}

#[test]
fn force_plays_legal_moves() {
    on_random_bytes(laws::force_plays_legal_moves, 1000);
}

#[test]
fn judges_as_the_naive_engine_does() {
    on_random_bytes(laws::judges_as_the_naive_engine_does, 500);
}

#[test]
fn changes_lead_to_each_position() {
    on_random_bytes(laws::changes_lead_to_each_position, 200);
}
