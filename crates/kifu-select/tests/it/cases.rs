//! One small file for each idea: `test_data/ok`, expressions that are read, and `test_data/err`,
//! those that are not. Beside each stands what it is, or what is wrong and where.

use std::collections::BTreeSet;
use std::fmt::Write;

use kifu_select::{CODES, Field, HELP, Kind, Select};
use kifu_testkit::{Case, Cases};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| laws::all(&case.source));
}

#[test]
fn ok_is_read_and_err_is_not() {
    cases().check(|case| case.is_clean(Select::parse(text(case)).is_ok()));
}

#[test]
fn every_case_is_read_as_beside_it() {
    cases().check(|case| case.snapshot(&report(text(case))));
}

#[test]
fn every_code_has_a_case() {
    let long = "not ".repeat(1 << 15);
    let sources = cases();
    let texts = sources.iter().map(text).chain([long.as_str()]);
    let errors = texts.filter_map(|text| Select::parse(text).err());
    let seen: BTreeSet<&str> = errors.map(|found| found.code).collect();
    let names: Vec<&str> = CODES.iter().map(|code| code.name).collect();
    assert!(names.is_sorted());
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), names);
}

#[test]
fn the_screen_names_every_field_and_its_examples_are_read() {
    let words: BTreeSet<&str> = HELP.split_whitespace().collect();
    for field in Field::ALL {
        assert!(words.contains(field.name()), "{field}");
        if let Kind::Word(ends) = field.kind() {
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
                for help in found.help {
                    writeln!(out, "{:before$}{help}", "").unwrap();
                }
            }
        }
    }
    out
}
