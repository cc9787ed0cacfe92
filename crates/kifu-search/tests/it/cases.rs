//! Small drawings that each test one idea: `test_data/ok` has patterns, `test_data/err` invalid ones.

use std::collections::BTreeSet;
use std::fmt::Write;

use kifu_core::{Color, Point};
use kifu_search::{Anchor, CODES, Pattern};
use kifu_testkit::{Case, Cases};

use crate::laws;

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "txt")
}

fn text(case: &Case) -> &str {
    std::str::from_utf8(&case.source).expect("cases are text")
}

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| laws::drawings_are_read(text(case)));
}

#[test]
fn ok_is_a_pattern_and_err_is_not() {
    cases().check(|case| case.is_clean(Pattern::parse(text(case)).0.is_some()));
}

#[test]
fn every_case_matches_its_snapshot() {
    cases().check(|case| case.snapshot(&report(text(case))));
}

#[test]
fn every_code_has_a_case() {
    let mut seen = BTreeSet::new();
    for case in cases().iter() {
        let (_, findings) = Pattern::parse(text(case));
        seen.extend(findings.iter().map(|found| found.code.name));
    }
    let names: Vec<&str> = CODES.iter().map(|code| code.name).collect();
    assert!(names.is_sorted());
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), names);
}

fn report(text: &str) -> String {
    let mut out = String::new();
    let (pattern, findings) = Pattern::parse(text);
    for found in findings {
        writeln!(out, "{} {found}", found.span).unwrap();
    }
    let Some(pattern) = pattern else {
        return out;
    };
    writeln!(out, "{}", pattern.size()).unwrap();
    if let Anchor::Sides(sides) = pattern.anchor() {
        let all = [
            (sides.left, "left"),
            (sides.right, "right"),
            (sides.top, "top"),
            (sides.bottom, "bottom"),
        ];
        let names = all.iter().filter(|side| side.0).map(|side| side.1);
        writeln!(out, "edges: {}", names.collect::<Vec<_>>().join(" ")).unwrap();
    }
    for row in 0..pattern.size().rows() {
        let cells = (0..pattern.size().cols()).map(|col| {
            let cell = pattern.cell(Point::new(col, row)).unwrap();
            let all = [
                (cell.allows(Some(Color::Black)), 'b'),
                (cell.allows(Some(Color::White)), 'w'),
                (cell.allows(None), 'e'),
            ];
            let letters: String = all.iter().filter(|one| one.0).map(|one| one.1).collect();
            format!("{letters:<4}")
        });
        let line: String = cells.collect();
        writeln!(out, "{}", line.trim_end()).unwrap();
    }
    out
}
