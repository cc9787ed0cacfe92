//! One round of repairs.

use kifu_check::sgf::Document;
use kifu_check::{Settings, check, check_values, repair};

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

/// Checks of a property alone, as for the values that a command sets.
#[test]
fn values_are_checked_without_a_game() {
    let codes = |ident, values: &[&str]| -> Vec<&str> {
        let findings = check_values(ident, values).unwrap();
        findings.iter().map(|finding| finding.code.name).collect()
    };
    for (ident, values, expected) in [
        ("B", &["aa"][..], &[][..]),
        // Neither the class of a property nor a small board is a finding.
        ("AB", &["ZZ", "aa"], &[]),
        ("SZ", &["19"], &[]),
        ("PB", &[""], &["value/empty"]),
        ("MN", &["x"], &["value/malformed"]),
        ("KM", &["6,5"], &["value/spelling"]),
        ("BL", &["1", "2"], &["value/too-many"]),
        ("XY", &["1"], &["property/unknown"]),
    ] {
        assert_eq!(codes(ident, values), expected, "{ident}{values:?}");
    }
    assert!(check_values("not an identifier", &["1"]).is_err());
}
