//! What fuzzing found stays mended.

use std::path::Path;

use crate::laws;

#[test]
fn what_fuzzing_found_stays_mended() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/regressions/diagram");
    // A crate that was published alone has no such folder.
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        laws::all(&std::fs::read(entry.unwrap().path()).unwrap());
    }
}
