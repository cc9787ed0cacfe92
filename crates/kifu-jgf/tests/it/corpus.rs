//! Checks the laws on the records of this repository. `cargo xtask test-corpus` checks them on any other
//! directory.

use kifu_testkit::{hold_on, repository};

use crate::laws;

#[test]
fn laws_hold_on_the_corpus() {
    hold_on(&repository("corpus/jgf"), judge);
}

#[test]
fn bugs_found_by_fuzzing_stay_fixed() {
    hold_on(&repository("fuzz/regressions/jgf"), judge);
}

/// Checks all laws.
pub(crate) fn judge(source: &[u8]) {
    laws::values_survive(source);
    laws::parts_are_the_whole(source);
    laws::limits_are_exact(source);
    laws::findings_are_sound(source);
    laws::nodes_have_their_places(source);
    laws::profiles_say_the_same(source);
    laws::pieces_are_the_whole(source);
    laws::set_changes_only_its_member(source);
    laws::edits_read_back(source);
    laws::some_edits_read_back(source);
}
