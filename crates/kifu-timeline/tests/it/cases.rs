//! One small file for each case: `test_data/ok/*.events` without findings, and `test_data/err/*.events` with findings.
//! The snapshot next to each file shows the state at every time.
//!
//! A line is an event: its time (`-` if it is initial), its kind, its node, and the rest in the syntax of SGF.
//!
//! ```text
//! 3.5:1  add     b a          node b appears below a
//! 4      put     b C[hello]
//! 5      remove  b C[]        the whole property
//! 6      drop    b            node b is removed
//! 7      trigger a N
//! 9      end                  the length of the recording
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use kifu_sgf::Document;
use kifu_span::{Locator, Severity, Span};
use kifu_testkit::{Case, Cases};
use kifu_timeline::{Builder, BuiltTimeline, EventKind, NodeId, Stamp, Time, View};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| laws::hold(&build(case).0));
}

#[test]
fn ok_is_clean_and_err_is_not() {
    cases().check(|case| {
        let clean = build(case)
            .1
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
    let mut seen = BTreeSet::new();
    for case in cases().iter() {
        seen.extend(build(case).1.iter().map(|found| found.code.name));
    }
    let listed = kifu_timeline::CODES.iter().map(|code| code.name);
    assert!(
        seen.iter().copied().eq(listed),
        "found in the cases: {seen:#?}"
    );
}

#[test]
fn every_code_is_explained() {
    for code in kifu_timeline::CODES {
        assert!(code.name.starts_with("timeline/"));
        assert!(code.summary.starts_with(|c: char| !c.is_uppercase()));
        assert!(code.explanation.ends_with('.') && code.explanation.len() > 80);
        assert!(!code.explanation.contains("  "), "{}", code.name);
    }
}

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "events")
}

fn build(case: &Case) -> BuiltTimeline {
    let mut builder = Builder::default();
    let mut nodes: BTreeMap<&str, NodeId> = BTreeMap::new();
    let text = std::str::from_utf8(&case.source).unwrap();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end().len() as u32;
        builder.place(Span::new(start, end));
        start += line.len() as u32;
        let mut words = line.split_whitespace();
        let (Some(at), Some(what)) = (words.next(), words.next()) else {
            continue;
        };
        if what == "end" {
            builder.duration(at.parse().unwrap());
            continue;
        }
        let name = words.next().unwrap();
        if what == "add" {
            let parent = words.next().map(|parent| nodes[parent]);
            nodes.insert(name, builder.add_node(parent, stamp(at)));
            continue;
        }
        let rest = line.split_once(name).unwrap().1.trim();
        one_event(&mut builder, nodes[name], what, rest, stamp(at));
    }
    builder.build()
}

fn one_event(builder: &mut Builder, node: NodeId, what: &str, rest: &str, at: Option<Stamp>) {
    // The identifier and the values are parsed as an SGF node.
    let document = Document::parse(format!("(;{rest})")).unwrap();
    let root = document.node(document.roots().next().unwrap());
    let property = root.properties().next();
    let ident = property.map_or("", |property| property.ident().as_str());
    let values: Vec<&str> = property
        .into_iter()
        .flat_map(|property| property.values())
        .map(|value| std::str::from_utf8(value.raw()).unwrap())
        .collect();
    match what {
        "put" => builder.put(node, ident, values, at),
        "remove" if values == [""] => builder.remove(node, ident, [], at),
        "remove" => builder.remove(node, ident, values, at),
        "drop" => builder.remove_node(node, at),
        "trigger" => builder.trigger(node, rest, at),
        other => panic!("no such event: {other}"),
    }
}

fn stamp(written: &str) -> Option<Stamp> {
    let (time, counter) = written.split_once(':').unwrap_or((written, "0"));
    (written != "-").then(|| Stamp {
        time: time.parse().unwrap(),
        counter: counter.parse().unwrap(),
    })
}

/// The initial state, the state at every time, and the findings.
fn report(case: &Case) -> String {
    let (timeline, found) = build(case);
    let mut out = format!("{} events, {}s\n", timeline.len(), timeline.duration());
    show(&mut out, "first", timeline.first());
    let times: BTreeSet<Time> = timeline
        .events()
        .filter_map(|event| Some(event.at?.time))
        .collect();
    for time in times {
        show(&mut out, &time.to_string(), timeline.at(time));
    }
    let mut places = Locator::new(&case.source);
    for diagnostic in found {
        let line = places.locate(diagnostic.span.start).line;
        writeln!(out, "line {line}: {diagnostic}").unwrap();
        if let Some(help) = diagnostic.help {
            writeln!(out, "    help: {help}").unwrap();
        }
    }
    out
}

fn show(out: &mut String, time: &str, view: View<'_>) {
    let cursor = view
        .cursor()
        .map_or("-".to_owned(), |node| format!("{node:?}"));
    write!(out, "{time:>6}  {cursor:>3}  {}", view.to_sgf()).unwrap();
    let now = |event: &kifu_timeline::Event<'_>| {
        event.at.map(|at| at.time) == view.stamp().map(|at| at.time)
    };
    for event in view.triggers().filter(now) {
        if let EventKind::Trigger { name } = event.kind {
            write!(out, "  !{name}").unwrap();
        }
    }
    out.push('\n');
}
