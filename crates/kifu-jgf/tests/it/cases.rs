//! One small file for each case: `test_data/ok/*.jgf` without warnings and errors, and `test_data/err/*.jgf` with them.
//! The snapshot next to each file shows what was read. To add a test, add a file.

use std::collections::BTreeSet;
use std::fmt::Write;

use kifu_jgf::{Comment, Document, Node, Options, PointGroup, Pointers, Record, Severity, text};
use kifu_span::Locator;
use kifu_testkit::{Case, Cases};

use crate::corpus::judge;

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "jgf")
}

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| judge(&case.source));
}

#[test]
fn ok_is_clean_and_err_is_not() {
    cases().check(|case| {
        let document = Document::parse(&case.source).unwrap();
        let found = document.diagnostics();
        case.is_clean(found.iter().all(|found| found.severity < Severity::Warning));
    });
}

#[test]
fn every_case_matches_its_snapshot() {
    cases().check(|case| case.snapshot(&report(case)));
}

#[test]
fn every_code_has_a_case() {
    let mut seen = BTreeSet::new();
    for case in cases().iter() {
        let document = Document::parse(&case.source).unwrap();
        seen.extend(document.diagnostics().iter().map(|found| found.code.name));
    }
    let listed = kifu_jgf::CODES.iter().map(|code| code.name);
    assert!(
        seen.iter().copied().eq(listed),
        "found in the cases: {seen:#?}"
    );
}

#[test]
fn every_code_is_explained() {
    for code in kifu_jgf::CODES {
        assert!(code.summary.starts_with(|c: char| !c.is_uppercase()));
        assert!(
            code.explanation.ends_with('.') && code.explanation.len() > 80,
            "{}",
            code.name
        );
        assert!(!code.explanation.contains("  "), "{}", code.name);
    }
}

/// Shows the records that were read, the findings, and the text that is written.
fn report(case: &Case) -> String {
    let document = Document::parse(&case.source).unwrap();
    let mut out = String::new();
    for record in &document.records {
        report_record(record, &mut out);
    }
    let text = text(&case.source);
    let mut locator = Locator::new(text.as_bytes());
    let mut pointers = Pointers::new(&text);
    for found in document.diagnostics() {
        let place = locator.locate(found.span.start);
        let pointer = pointers.at(found.span.start);
        let source = &text[found.span.range()];
        let source: String = source.chars().take(40).collect();
        writeln!(
            out,
            "{}:{} {pointer}\n  {found}\n  {source:?}",
            place.line, place.column
        )
        .unwrap();
        if let Some(help) = &found.help {
            writeln!(out, "  help: {help}").unwrap();
        }
    }
    write!(out, "{}", document.to_json(&Options::PRETTY)).unwrap();
    out
}

fn report_record(record: &Record, out: &mut String) {
    let size = record
        .size()
        .map_or("no board".into(), |size| size.to_string());
    writeln!(out, "{} {size}", record.dialect()).unwrap();
    let tree = record.tree();
    let mut depth = 1;
    for step in tree.roots().flat_map(|root| tree.traverse(root)) {
        match step {
            kifu_tree::Step::Enter(id) => {
                writeln!(out, "{:width$}{}", "", node(&tree[id]), width = depth * 2).unwrap();
                depth += 1;
            }
            kifu_tree::Step::Leave(_) => depth -= 1,
        }
    }
}

fn node(node: &Node) -> String {
    let mut parts = Vec::new();
    if node.is_placeholder() {
        return match node.stray_value() {
            Some(value) => format!("- {}", value.json()),
            None => "-".into(),
        };
    }
    parts.extend(node.name.as_ref().map(|name| format!("{name:?}")));
    parts.extend(
        node.play
            .as_ref()
            .map(|play| format!("{} {:?}", play.color, play.at)),
    );
    parts.extend(node.is_solution().then(|| "solution".into()));
    for (name, groups) in [
        ("setup", &node.setup),
        ("markup", &node.markup),
        ("score", &node.score),
    ] {
        parts.extend(
            groups
                .iter()
                .map(|group| format!("{name} {}", points(group))),
        );
    }
    parts.extend(node.turn.map(|turn| format!("turn {turn}")));
    parts.extend(node.comments.iter().map(|comment| match comment {
        Comment::Text(text) => format!("{text:?}"),
        Comment::Signed(signed) => format!(
            "{:?} {:?} {:?}",
            signed.name, signed.timestamp, signed.comment
        ),
        Comment::Other(raw) => raw.json().to_owned(),
    }));
    parts.extend(
        node.other
            .iter()
            .map(|(name, value)| format!("{name}={}", value.json())),
    );
    if parts.is_empty() {
        "empty".into()
    } else {
        parts.join(", ")
    }
}

fn points(group: &PointGroup) -> String {
    let mut out = group.kind.to_string();
    for mark in &group.points {
        write!(out, " {},{}", mark.at.col, mark.at.row).unwrap();
        if let Some(text) = &mark.text {
            write!(out, " {text:?}").unwrap();
        }
    }
    for raw in &group.unread {
        write!(out, " ?{}", raw.json()).unwrap();
    }
    out
}
