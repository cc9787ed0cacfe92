//! Small files that each test one idea, with one expression per line: valid ones in `test_data/ok`,
//! invalid ones in `test_data/err`. Each snapshot contains the canonical forms, or the errors and
//! their positions.

use std::collections::BTreeSet;
use std::fmt::Write;

use kifu_select::{CODES, Field, FieldKind, HELP, Select};
use kifu_testkit::{Case, Cases};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| laws::all(&case.source));
}

#[test]
fn ok_is_read_and_err_is_not() {
    cases().check(|case| {
        for line in text(case).lines() {
            case.is_clean(Select::parse(line).is_ok());
        }
    });
}

#[test]
fn every_case_matches_its_snapshot() {
    cases().check(|case| case.snapshot(&report(text(case))));
}

#[test]
fn every_code_has_a_case() {
    let long = "not ".repeat(1 << 15);
    let sources = cases();
    let texts = sources.iter().flat_map(|case| text(case).lines());
    let texts = texts.chain([long.as_str()]);
    let errors = texts.filter_map(|text| Select::parse(text).err());
    let seen: BTreeSet<&str> = errors.map(|found| found.code.name).collect();
    let names: Vec<&str> = CODES.iter().map(|code| code.name).collect();
    assert!(names.is_sorted());
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), names);
}

#[test]
fn the_help_names_every_field_and_its_examples_are_valid() {
    let words: BTreeSet<&str> = HELP.split_whitespace().collect();
    for field in Field::ALL {
        assert!(words.contains(field.name()), "{field}");
        if let FieldKind::Word(ends) = field.kind() {
            assert!(ends.iter().all(|end| words.contains(end)), "{field}");
        }
    }
    let examples = HELP.split("\n\n").nth(1).unwrap();
    for line in examples.lines() {
        let example = line.trim().split("   ").next().unwrap();
        Select::parse(example).unwrap_or_else(|found| panic!("{example}: {found}"));
    }
    assert!(HELP.lines().count() <= 40 && HELP.lines().all(|line| line.len() <= 100));
}

#[test]
fn has_works_for_every_field() {
    let subject = laws::Anything::random(&mut laws::Random(7));
    for field in Field::ALL {
        let select = Select::parse(&format!("has({field}) or not has-{field}")).unwrap();
        assert!(select.matches(&subject));
    }
}

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "sel")
}

fn text(case: &Case) -> &str {
    std::str::from_utf8(&case.source).expect("cases are text")
}

fn report(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        match Select::parse(line) {
            Ok(select) => writeln!(out, "{select}").unwrap(),
            Err(found) => {
                writeln!(out, "{line}").unwrap();
                let before = line[..found.span.start as usize].chars().count();
                let marks = line[found.span.range()].chars().count().max(1);
                writeln!(out, "{:before$}{:^<marks$} {found}", "", "").unwrap();
                if let Some(help) = found.help {
                    writeln!(out, "{:before$}{help}", "").unwrap();
                }
            }
        }
    }
    out
}
