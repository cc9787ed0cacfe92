//! One small file for each idea, a text on each line: `test_data/ok`, texts that some reader understands, and
//! `test_data/err`, texts that none does. Beside each file is what the readers say.

use std::fmt::{Debug, Display, Write};

use kifu_testkit::{Case, Cases};
use kifu_value::{Read, ReadError, Sureness};

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
fn every_case_is_read_as_beside_it() {
    cases().check(|case| case.snapshot(&report(text(case))));
}

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "value")
}

fn text(case: &Case) -> &str {
    std::str::from_utf8(&case.source).expect("cases are text")
}

/// What each reader says, but for those of names, which read anything.
fn readings(text: &str) -> Vec<Result<String, String>> {
    vec![
        told("dates", kifu_value::dates(text)),
        told("era dates", kifu_value::era_dates(text)),
        told("result", kifu_value::result(text)),
        told("komi", kifu_value::komi(text)),
        told("ranks", kifu_value::ranks(text)),
        told("time", kifu_value::time(text)),
        told("time system", kifu_value::time_system(text)),
        told("rules", kifu_value::rules(text)),
    ]
}

fn told<T: Display + Debug>(
    reader: &str,
    read: Result<Read<T>, ReadError>,
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

/// The readings of each line; where there is none, what is wrong.
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
