//! One small file for each case, with a text on each line: `test_data/ok` has texts that at least one reader accepts,
//! and `test_data/err` has texts that all readers refuse. A snapshot next to each file has the results.

use std::fmt::{Debug, Display, Write};

use kifu_testkit::{Case, Cases};
use kifu_value::{Parsed, ReadError, Sureness};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| text(case).lines().for_each(laws::words_read_back));
}

#[test]
fn ok_is_read_and_err_is_not() {
    cases().check(|case| {
        for line in text(case).lines() {
            case.is_clean(readings(line).iter().any(Result::is_ok));
        }
    });
}

#[test]
fn every_case_matches_its_snapshot() {
    cases().check(|case| case.snapshot(&report(text(case))));
}

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "value")
}

fn text(case: &Case) -> &str {
    std::str::from_utf8(&case.source).expect("cases are text")
}

/// The result of each reader, except those of names, which accept anything.
fn readings(text: &str) -> Vec<Result<String, String>> {
    vec![
        outcome("dates", kifu_value::dates(text)),
        outcome("era dates", kifu_value::era_dates(text)),
        outcome("result", kifu_value::result(text)),
        outcome("komi", kifu_value::komi(text)),
        outcome("ranks", kifu_value::ranks(text)),
        outcome("time", kifu_value::time(text)),
        outcome("time system", kifu_value::time_system(text)),
        outcome("rules", kifu_value::rules(text)),
    ]
}

fn outcome<T: Display + Debug>(
    reader: &str,
    read: Result<Parsed<T>, ReadError>,
) -> Result<String, String> {
    let read = read.map_err(|error| format!("{reader}: {error} at {}", error.span))?;
    let value = read.value;
    Ok(match read.lenient {
        None => format!("{reader}: `{value}`"),
        Some(how) => {
            let guess = match how.sureness {
                Sureness::Certain => "",
                Sureness::Guess => ", a guess",
            };
            format!("{reader}: `{value}` ({how}{guess})")
        }
    })
}

/// For each line, the values that readers found, or else their errors.
fn report(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        writeln!(out, "{line}").unwrap();
        let (read, wrong): (Vec<_>, Vec<_>) = readings(line).into_iter().partition(Result::is_ok);
        let shown = if read.is_empty() { wrong } else { read };
        for said in shown {
            let (Ok(said) | Err(said)) = said;
            writeln!(out, "  {said}").unwrap();
        }
    }
    out
}
