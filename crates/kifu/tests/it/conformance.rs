//! kifu passes every case of the conformance suite.

use kifu_testkit::repository;

#[path = "../../examples/conformance/answer.rs"]
mod answer;
#[path = "../../examples/conformance/suite.rs"]
mod suite;

#[test]
fn kifu_passes_every_case() {
    let (cases, failures) = suite::run(&repository("corpus/conformance")).unwrap();
    assert!(cases >= 640, "only {cases} cases");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
