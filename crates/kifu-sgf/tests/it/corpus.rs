//! Checks the laws for the records of this repository. `cargo xtask test-corpus` checks them for
//! any other directory.

use kifu_testkit::{hold_on, repository};

use crate::laws;

#[test]
fn laws_hold_on_the_corpus() {
    hold_on(&repository("corpus/sgf"), judge);
}

#[test]
fn bugs_found_by_fuzzing_stay_fixed() {
    hold_on(
        &repository("fuzz/regressions/sgf_edit"),
        laws::edits_read_back,
    );
    hold_on(&repository("fuzz/regressions/sgf_document"), judge);
    hold_on(&repository("fuzz/regressions/sgf_canonical"), judge);
    hold_on(
        &repository("fuzz/regressions/sgf_fix"),
        laws::fixes_keep_the_reading,
    );
}

fn judge(source: &[u8]) {
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
    laws::canonical_is_stable(source);
    laws::canonical_keeps_the_game(source);
    laws::undecodable_text_is_replaced_or_kept(source);
    laws::fixes_keep_the_reading(source);
    laws::set_changes_only_its_bytes(source);
    laws::games_come_back(source);
    if source.len() < 1 << 12 {
        // Set, remove, move, add.
        let script = [2, 5, 1, 1, 0, 9, 4, 0, 0, 2, 8, 12, 0, 0, 3, 7, 3, 2, 0, 4];
        laws::edited_reads_back(&script, source);
    }
}
