//! kifu passes every case of the conformance suite.

use std::fs;

use kifu_testkit::repository;
use serde_json::Value;

#[path = "../../examples/conformance/answer.rs"]
mod answer;
#[path = "../../examples/conformance/suite.rs"]
mod suite;

#[test]
fn kifu_passes_every_case() {
    let (cases, failures) = suite::run(&repository("corpus/conformance")).unwrap();
    assert!(cases >= 1_850, "only {cases} cases");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_page_of_results_has_each_program() {
    let folder = repository("corpus/conformance");
    let page = fs::read_to_string(folder.join("RESULTS.md")).unwrap();
    let mut count = 0;
    for entry in fs::read_dir(folder.join("results")).unwrap() {
        let text = fs::read(entry.unwrap().path()).unwrap();
        let result: Value = serde_json::from_slice(&text).unwrap();
        let text_of = |member: &str| result[member].as_str().unwrap();
        let row = format!("| {} | {} |", text_of("release"), text_of("date"));
        assert!(
            page.contains(&row) && page.contains(text_of("program")),
            "run `cargo xtask conformance --table`: {result}"
        );
        for ident in result["not_passed"].as_object().unwrap().keys() {
            assert!(
                folder.join(format!("{ident}.json")).exists(),
                "{ident}: no such case"
            );
        }
        count += 1;
    }
    assert!(count > 10, "only {count} programs");
}
