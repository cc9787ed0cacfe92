//! Small files that each test one idea: `test_data/ok` without findings, `test_data/err` with findings.
//! Each snapshot has the findings, and the game after writing it again.

use std::collections::BTreeSet;
use std::fmt::Write;

use kifu_testkit::{Case, Cases};
use kifu_ugf::{CODES, Document, convert};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| laws::all(&case.source));
}

#[test]
fn every_case_matches_its_snapshot() {
    cases().check(|case| {
        let document = read(case);
        case.snapshot(&report(&document));
        case.is_clean(document.diagnostics().is_empty());
    });
}

#[test]
fn every_code_has_a_case() {
    let mut seen = BTreeSet::new();
    for case in cases().iter() {
        seen.extend(read(case).diagnostics().iter().map(|found| found.code));
    }
    let codes: Vec<&str> = CODES.iter().map(|code| code.name).collect();
    assert!(codes.is_sorted());
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), codes);
}

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "ugf")
}

fn read(case: &Case) -> Document {
    Document::parse(&*case.source).expect("cases are small")
}

fn report(document: &Document) -> String {
    let mut out = String::new();
    for found in document.diagnostics() {
        writeln!(out, "{} {found}", found.span).unwrap();
    }
    let game = convert::to_game(document);
    let written = convert::from_game(&game.value);
    for loss in game.losses.iter().chain(&written.losses) {
        writeln!(out, "lost: {loss}").unwrap();
    }
    write!(out, "---\n{}", written.value).unwrap();
    out
}
