//! One small file for each case: `test_data/ok/*.rgf` without findings, and `test_data/err/*.rgf` with findings. The
//! snapshot next to each file shows what was read.

use std::collections::BTreeSet;
use std::fmt::Write;

use kifu_rgf::{Reading, Recording, Settings};
use kifu_span::{Locator, Severity};
use kifu_testkit::{Case, Cases};
use kifu_timeline::{EventKind, Time, View};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| laws::all(&case.source));
}

#[test]
fn ok_is_clean_and_err_is_not() {
    cases().check(|case| {
        let (_, read) = read(case);
        let clean = read
            .diagnostics
            .iter()
            .all(|found| found.severity < Severity::Warning);
        case.is_clean(clean);
    });
}

#[test]
fn every_case_matches_its_snapshot() {
    cases().check(|case| case.snapshot(&report(case)));
}

#[test]
fn every_code_has_a_case() {
    // These codes are about the SGF file of a recording and about bundles, and other tests cover them.
    let elsewhere = [
        "rgf/bad-stream",
        "rgf/final-differs",
        "rgf/main-name",
        "rgf/missing-member",
        "rgf/mixed-media",
        "rgf/no-duration",
        "rgf/odd-archive",
        "rgf/snapshot-differs",
        "rgf/stray-member",
        "rgf/unsafe-source",
        "rgf/web-media",
    ];
    let mut seen: BTreeSet<&str> = elsewhere.into();
    for case in cases().iter() {
        let found = read(case).1.diagnostics;
        seen.extend(
            found
                .iter()
                .map(|found| found.code.name)
                .filter(|code| code.starts_with("rgf/")),
        );
    }
    let listed = kifu_rgf::CODES.iter().map(|code| code.name);
    assert!(
        seen.iter().copied().eq(listed),
        "found in the cases: {seen:#?}"
    );
}

#[test]
fn every_code_is_explained() {
    for code in kifu_rgf::CODES {
        assert!(code.summary.starts_with(|c: char| !c.is_uppercase()));
        assert!(code.explanation.ends_with('.') && code.explanation.len() > 80);
        assert!(!code.explanation.contains("  "), "{}", code.name);
    }
}

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "rgf")
}

/// The number after `of_` in a name is the stated length of the recording.
fn read(case: &Case) -> (Recording, Reading) {
    let recording = Recording::parse(case.source.as_slice()).unwrap();
    let duration = case
        .name
        .rsplit_once("_of_")
        .and_then(|(_, seconds)| seconds.parse().ok());
    let settings = Settings {
        duration,
        ..Settings::default()
    };
    let read = recording.read(&settings);
    (recording, read)
}

fn report(case: &Case) -> String {
    let (recording, read) = read(case);
    let timeline = &read.timeline;
    let mut out = format!(
        "{:?}, {} events, {}s\n",
        read.dialect,
        timeline.len(),
        timeline.duration()
    );
    show(&mut out, "first", timeline.first());
    let times: BTreeSet<Time> = timeline
        .events()
        .filter_map(|event| Some(event.at?.time))
        .collect();
    for time in times {
        show(&mut out, &time.to_string(), timeline.at(time));
    }
    let mut places = Locator::new(recording.document().text());
    for found in read.diagnostics {
        let (start, end) = (found.span.start, found.span.end);
        let place = places.locate(start);
        writeln!(
            out,
            "{}:{} {start}..{end} {found}",
            place.line, place.column
        )
        .unwrap();
    }
    out
}

fn show(out: &mut String, time: &str, view: View<'_>) {
    let cursor = view
        .cursor()
        .map_or("-".to_owned(), |node| format!("{node:?}"));
    write!(out, "{time:>6}  {cursor:>3}  {}", view.to_sgf()).unwrap();
    let time = |at: Option<kifu_timeline::Stamp>| at.map(|at| at.time);
    for event in view
        .triggers()
        .filter(|event| time(event.at) == time(view.stamp()))
    {
        if let EventKind::Trigger { name } = event.kind {
            write!(out, "  !{name}").unwrap();
        }
    }
    out.push('\n');
}

#[test]
fn a_recording_is_known_by_its_times_where_no_root_is_a_game() {
    for (text, is_likely) in [
        ("(;TS[0]B[pd]TS[0])", true),
        ("(;B[pd];W[dd]TS[1:1])", true),
        ("(;GM[1]TS[0]B[pd])", false),
        ("(;FF[4]TS[0]B[pd])", false),
        ("(;TS[0])(;GM[1])", false),
        ("(;TS[0];B[pd](;W[dd])(;W[pp]))(;GM[1])", false),
        ("((;TS[0](;B[pd];W[dd])(;GM[1]))(;B[pd]))", true),
        ("((;TS[0](;B[pd])(;W[dd]))(;GM[1]))", false),
        ("(;B[pd]((;GM[1])(;TS[0];GM[1])))", true),
        (";TS[0];B[pd]\n(;W[dd]", true),
        ("(()(;TS[1];GM[1]))", true),
        ("(;B[pd])", false),
        ("(;TS[soon]B[pd])", false),
        ("(;TS[soon]B[pd]TS[1])", false),
        ("", false),
    ] {
        assert_eq!(Recording::is_likely(text.as_bytes()), is_likely, "{text}");
        laws::a_recording_is_known_by_its_nodes(text.as_bytes());
    }
}
