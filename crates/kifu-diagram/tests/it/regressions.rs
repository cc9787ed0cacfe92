//! Regression tests for faults that fuzzing found.

use kifu_testkit::{hold_on, repository};

use crate::laws;

#[test]
fn faults_found_by_fuzzing_stay_fixed() {
    hold_on(&repository("fuzz/regressions/diagram"), laws::all);
}
