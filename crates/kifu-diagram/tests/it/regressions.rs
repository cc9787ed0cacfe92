//! What fuzzing found stays mended.

use kifu_testkit::{hold_on, repository};

use crate::laws;

#[test]
fn what_fuzzing_found_stays_mended() {
    hold_on(&repository("fuzz/regressions/diagram"), laws::all);
}
