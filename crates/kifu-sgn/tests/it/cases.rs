//! One small file for each case: the strict reader accepts those in `test_data/ok` and rejects those in
//! `test_data/err`. The snapshot next to each file shows the board and the findings.

use std::collections::BTreeSet;
use std::fmt::Write;

use kifu_core::{Color, Point};
use kifu_sgn::{CODES, Collection, Entry, Finding, Reader, Sgn};
use kifu_testkit::{Case, Cases};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| laws::all(&case.source));
}

#[test]
fn ok_is_read_strictly_and_err_is_not() {
    cases().check(|case| case.is_clean(text(case).parse::<Sgn>().is_ok()));
}

#[test]
fn every_case_matches_its_snapshot() {
    cases().check(|case| case.snapshot(&report(text(case))));
}

#[test]
fn every_code_has_a_case() {
    let mut seen = BTreeSet::new();
    for case in cases().iter() {
        for reader in [Reader::STRICT, Reader::LENIENT] {
            match reader.read(text(case)) {
                Ok(reading) => seen.extend(reading.findings.iter().map(|found| found.code().name)),
                Err(found) => _ = seen.insert(found.code().name),
            }
        }
    }
    let (_, stray) = Collection::read("/-B\n# the end\n", Reader::STRICT);
    assert_eq!(stray[0].code().name, "sgn/stray-comment");
    seen.extend(stray.iter().map(|found| found.code().name));
    let names: Vec<&str> = CODES.iter().map(|code| code.name).collect();
    assert!(names.is_sorted());
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), names);
}

#[cfg(feature = "serde")]
#[test]
fn positions_serialize_as_strings() {
    let position: Sgn = "/b2/3-W".parse().unwrap();
    let json = serde_json::to_string(&position).unwrap();
    assert_eq!(json, "\"/b2/-W\"");
    assert_eq!(serde_json::from_str::<Sgn>(&json).unwrap(), position);
    let error = serde_json::from_str::<Sgn>("\"/b2/x-W\"").unwrap_err();
    assert!(error.to_string().starts_with("row 3, column 1: got 'x'"));
}

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "sgn")
}

fn text(case: &Case) -> &str {
    std::str::from_utf8(&case.source).expect("cases are text")
}

fn report(text: &str) -> String {
    let mut out = String::new();
    match Reader::STRICT.read(text) {
        Ok(reading) => {
            writeln!(out, "strictly: {}", reading.position).unwrap();
            write_findings(&mut out, &reading.findings);
            write_board(&mut out, &reading.position);
        }
        Err(found) => {
            writeln!(out, "strictly: refused").unwrap();
            write_findings(&mut out, &[found]);
            match Reader::LENIENT.read(text) {
                Ok(reading) => {
                    writeln!(out, "leniently: {}", reading.position).unwrap();
                    write_findings(&mut out, &reading.findings);
                    write_board(&mut out, &reading.position);
                }
                Err(again) => {
                    writeln!(out, "leniently: refused").unwrap();
                    write_findings(&mut out, &[again]);
                }
            }
        }
    }
    out
}

fn write_findings(out: &mut String, findings: &[Finding]) {
    for found in findings {
        writeln!(out, "  {} {}", found.span, found.diagnostic()).unwrap();
    }
}

fn write_board(out: &mut String, position: &Sgn) {
    let setup = position.setup();
    for row in 0..setup.size().rows() {
        let symbol = |col| {
            let point = Point::new(col, row);
            match setup.stone(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if setup.ko == Some(point) => 'K',
                None => '.',
            }
        };
        let line: String = (0..setup.size().cols()).map(symbol).collect();
        writeln!(out, "{line}").unwrap();
    }
    writeln!(out, "{} to play", position.side()).unwrap();
}

#[test]
fn findings_of_a_collection_have_their_places() {
    let text = "# two\n\n /-B first\n\tb2/w2/b3w2-B second\n";
    let (read, findings, spans) = Collection::read_with_spans(text, Reader::LENIENT);
    assert_eq!((read.entries.len(), findings.len()), (1, 1));
    assert_eq!(&text[findings[0].span.range()], "b3w2");
    assert!(text[spans[0].range()].starts_with("/-B"));
}

#[test]
fn the_help_for_a_short_row_explains_its_reading() {
    let reading = Reader::LENIENT.read("//1b1w1/bK1/-W").unwrap();
    let help = reading.findings[0].diagnostic().help.unwrap_or_default();
    assert!(help.contains("at the right end"), "{help}");
}

#[test]
fn entries_have_names_and_comments() {
    let text = "# About all.\n\n# One.\n#\n# Two.\n/-B  A ko \n/-W\n";
    let (read, findings) = Collection::read(text, Reader::STRICT);
    assert_eq!(findings, []);
    assert_eq!(read.comment(), "About all.");
    let said = |entry: &Entry| (entry.name().to_owned(), entry.comment().to_owned());
    let said: Vec<_> = read.entries.iter().map(said).collect();
    let expected = [("A ko", "One.\n\nTwo."), ("", "")];
    assert_eq!(
        said,
        expected.map(|(name, comment)| (name.into(), comment.into()))
    );
    let entry = Entry::new("/-B".parse().unwrap()).with_comment("\ra\r\nb\n\n");
    assert_eq!((entry.name(), entry.comment()), ("", "\na\nb"));
    assert_eq!(entry.clone().with_name(" n\t").unwrap().name(), "n");
    let refused = entry.with_name("one\rtwo").unwrap_err();
    assert!(refused.to_string().contains("line break"), "{refused}");
}
