//! One small file for each case: `test_data/ok/*.sgf` have no warnings and errors, and `test_data/err/*.sgf` have
//! some. A snapshot next to each file has the findings as shown to users, and the file after the safe repairs and
//! after all repairs.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use kifu_check::{Settings, catalogue, check, fix};
use kifu_sgf::Document;
use kifu_span::{Diagnostic, Locator, Safety, Severity};
use kifu_testkit::{Case, Cases, hold_on, repository};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| laws::all(&case.source));
}

/// Inputs that once failed in the fuzzer.
#[test]
fn every_regression_obeys_the_laws() {
    hold_on(&repository("fuzz/regressions/check"), laws::all);
}

#[test]
fn ok_is_clean_and_err_is_not() {
    cases().check(|case| {
        let clean = found(&case.source)
            .iter()
            .all(|f| f.severity < Severity::Warning);
        case.is_clean(clean);
    });
}

#[test]
fn every_case_matches_its_snapshot() {
    cases().check(|case| case.snapshot(&report(case)));
}

#[test]
fn every_code_has_a_case() {
    let seen: BTreeSet<&str> = cases()
        .iter()
        .flat_map(|case| found(&case.source))
        .map(|found| found.code.name)
        .collect();
    // The cases of syntax and of the rules are in `kifu-sgf` and `kifu-replay`.
    let own = catalogue().filter(|code| !matches!(code.group(), "sgf" | "rules"));
    let unseen: Vec<&str> = own
        .map(|code| code.name)
        .filter(|name| !seen.contains(name))
        .collect();
    assert_eq!(unseen, [""; 0], "codes without a case");
}

#[test]
fn every_code_is_in_the_catalogue_once() {
    let mut names: Vec<&str> = catalogue().map(|code| code.name).collect();
    names.sort_unstable();
    for pair in names.windows(2) {
        assert_ne!(pair[0], pair[1]);
    }
    for case in cases().iter() {
        for found in found(&case.source) {
            let known = kifu_check::explain(found.code.name).expect(found.code.name);
            assert_eq!(known.severity, found.severity, "{}", found.code.name);
        }
    }
}

/// Checks that `CODES.md`, which is part of the documentation, is up to date.
#[test]
fn the_list_matches_the_catalogue() {
    let mut page = String::from(HEAD);
    let mut group = "";
    let mut codes: Vec<_> = catalogue().collect();
    codes.sort_by_key(|code| code.name);
    for code in codes {
        if code.group() != group {
            group = code.group();
            write!(page, "\n## {group}\n").unwrap();
        }
        // Rustdoc would read these brackets as links.
        let explanation = code.explanation.replace("FF[", "FF\\[");
        write!(
            page,
            "\n### {}\n\n*{}*: {}.\n\n{explanation}\n",
            code.name, code.severity, code.summary
        )
        .unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("CODES.md");
    kifu_testkit::written(&path, &page);
}

const HEAD: &str = "\
# Findings of kifu-check

`kifu check` reports each finding with one of these codes; `kifu explain CODE` shows the explanation of a code.
";

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "sgf")
}

pub(crate) fn found(source: &[u8]) -> Vec<Diagnostic> {
    check(&Document::parse(source).unwrap(), &Settings::default())
}

fn report(case: &Case) -> String {
    let document = Document::parse(case.source.as_slice()).unwrap();
    let mut out = String::new();
    let mut places = Locator::new(document.text());
    for found in check(&document, &Settings::default()) {
        let place = places.locate(found.span.start);
        let (line, column, span) = (place.line, place.column, found.span);
        writeln!(out, "{line}:{column} {span} {found}").unwrap();
        if let Some(help) = &found.help {
            writeln!(out, "  help: {help}").unwrap();
        }
        if let Some(fix) = &found.fix {
            let doubt = match fix.safety {
                Safety::Safe => "",
                Safety::Unsafe => " (unsafe)",
            };
            writeln!(out, "  fix{doubt}: {}", fix.title).unwrap();
        }
    }
    let safe = repaired(&document, |safety| safety == Safety::Safe);
    let all = repaired(&document, |_| true);
    if safe != case.source {
        writeln!(out, "safe: {}", safe.escape_ascii()).unwrap();
    }
    if all != safe {
        writeln!(out, "all:  {}", all.escape_ascii()).unwrap();
    }
    out
}

fn repaired(document: &Document, choose: impl Fn(Safety) -> bool) -> Vec<u8> {
    let chosen = |found: &Diagnostic| found.fix.as_deref().is_some_and(|f| choose(f.safety));
    let document = document.with_text(document.text().to_vec()).unwrap();
    let fixed = fix(document, &Settings::default(), chosen).unwrap();
    fixed.document.to_bytes()
}

/// Of a game in another format, only findings about the game itself matter, not those about its notation as SGF.
#[test]
fn findings_about_the_notation_depend_on_the_format() {
    use kifu_check::{codes, is_format_independent};
    for code in [
        codes::CAPTURES_DIFFER,
        codes::CLOCK_GROWS,
        codes::RESULT_AND_KOMI,
        codes::UNREADABLE,
        kifu_replay::codes::KO,
    ] {
        assert!(is_format_independent(code), "{}", code.name);
    }
    for code in [
        codes::SPELLING,
        codes::SETUP_AFTER_ROOT,
        codes::UNKNOWN_PROPERTY,
        kifu_replay::codes::OFF_BOARD,
        kifu_sgf::codes::EMPTY_VALUE,
        kifu_sgf::codes::UNCLOSED_TREE,
    ] {
        assert!(!is_format_independent(code), "{}", code.name);
    }
}
