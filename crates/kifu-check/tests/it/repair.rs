//! One round of repairs.

use kifu_check::sgf::Document;
use kifu_check::{Settings, check, repair};

#[test]
fn each_finding_has_a_result() {
    let source = b"(;FF[4]XY[1]KM[6,5];B[aa]XZ[2]BL[ 9])";
    let mut document = Document::parse(source).unwrap();
    let findings = check(&document, &Settings::default());
    let has_repair: Vec<bool> = findings
        .iter()
        .map(|finding| finding.fix.is_some())
        .collect();
    assert_eq!(has_repair, [false, true, false, true]);
    assert_eq!(repair(&mut document, &findings).unwrap(), has_repair);
    assert_eq!(document.to_bytes(), b"(;FF[4]XY[1]KM[6.5];B[aa]XZ[2]BL[9])");
    // Nothing is left to make.
    let findings = check(&document, &Settings::default());
    assert_eq!(repair(&mut document, &findings).unwrap(), [false, false]);
}
