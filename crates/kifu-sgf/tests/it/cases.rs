//! One small file for each case: `test_data/ok/*.sgf` without errors, and `test_data/err/*.sgf`
//! with errors. The snapshot next to each file shows how it is read. To add a test, add a file.

use std::collections::BTreeSet;
use std::fmt::Write;

use kifu_sgf::{Document, NodeRef, Property, Severity, Value};
use kifu_span::{Edit, Locator, Safety, Span};
use kifu_testkit::{Case, Cases};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| {
        laws::bytes_survive(&case.source);
        laws::undecodable_values_are_reported(&case.source);
        laws::events_agree(&case.source);
        laws::only_moves_are_all(&case.source);
        laws::visits_are_all_nodes(&case.source);
        laws::addresses_lead_back(&case.source);
        laws::no_property_is_denied(&case.source);
        laws::shortcuts_agree(&case.source);
        laws::limits_are_exact(&case.source);
        laws::games_tile(&case.source);
        laws::parts_stand_alone(&case.source);
        laws::fixes_keep_the_reading(&case.source);
        laws::set_changes_only_its_bytes(&case.source);
        laws::recoding_keeps_text(&case.source);
        laws::canonical_is_stable(&case.source);
        laws::canonical_keeps_the_game(&case.source);
        laws::undecodable_text_is_replaced_or_kept(&case.source);
        laws::games_come_back(&case.source);
        for script in SCRIPTS {
            let count = [script.len() as u8];
            laws::edits_read_back(&[&count, script.as_flattened(), &case.source].concat());
        }
    });
}

#[test]
fn ok_is_clean_and_err_is_not() {
    cases().check(|case| {
        let document = Document::parse(case.source.as_slice()).unwrap();
        let clean = kifu_sgf::check(&document)
            .iter()
            .all(|found| found.severity < Severity::Warning);
        case.is_clean(clean);
    });
}

#[test]
fn every_case_matches_its_snapshot() {
    cases().check(|case| {
        case.snapshot(&report(case));
    });
}

#[test]
fn every_code_has_a_case() {
    let mut seen = BTreeSet::new();
    for case in cases().iter() {
        let document = Document::parse(case.source.as_slice()).unwrap();
        seen.extend(
            kifu_sgf::check(&document)
                .iter()
                .map(|found| found.code.name),
        );
    }
    // The others are about values; `kifu-check`, which also reports them, has the cases.
    let syntax = kifu_sgf::CODES.iter().filter(|code| code.group() == "sgf");
    let listed = syntax.map(|code| code.name);
    assert!(
        seen.iter().copied().eq(listed),
        "found in the cases: {seen:#?}"
    );
}

#[test]
fn every_code_is_explained() {
    for code in kifu_sgf::CODES {
        assert!(
            code.summary
                .starts_with(|c: char| !c.is_uppercase() || c == '`')
        );
        assert!(
            code.explanation.ends_with('.') && code.explanation.len() > 80,
            "{}",
            code.name
        );
        assert!(!code.explanation.contains("  "), "{}", code.name);
    }
}

/// Scripts for [`laws::edits_read_back`]: operation, two nodes, identifier, value.
const SCRIPTS: [&[[u8; 5]]; 4] = [
    // Sets, adds and removes properties and values of the first nodes.
    &[
        [0, 0, 0, 1, 2],
        [2, 1, 0, 2, 7],
        [4, 0, 0, 1, 5],
        [3, 1, 0, 0, 0],
        [5, 2, 1, 2, 3],
        [6, 2, 0, 3, 4],
    ],
    // Adds nodes everywhere, with properties of their own.
    &[
        [7, 0, 0, 0, 2],
        [7, 1, 1, 0, 3],
        [7, 2, 2, 0, 4],
        [7, 3, 0, 0, 5],
        [0, 4, 0, 1, 5],
        [7, 0, 0, 0, 0],
        [0, 5, 0, 0, 2],
        [7, 0, 0, 0, 1],
    ],
    // Moves, promotes and removes nodes.
    &[
        [8, 2, 0, 0, 1],
        [8, 1, 2, 0, 3],
        [10, 3, 0, 0, 0],
        [11, 2, 0, 0, 0],
        [9, 1, 0, 0, 0],
        [8, 0, 3, 0, 0],
    ],
    // Removes everything and starts again.
    &[
        [9, 0, 0, 0, 0],
        [9, 1, 0, 0, 0],
        [9, 2, 0, 0, 0],
        [7, 0, 0, 0, 0],
        [1, 3, 0, 2, 2],
    ],
];

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "sgf")
}

/// Shows how a case is read: charset and tree of each game, texts that differ from the bytes, and
/// findings.
fn report(case: &Case) -> String {
    let document = Document::parse(case.source.as_slice()).unwrap();
    let mut out = String::new();
    if let Some((name, bom)) = document.utf16() {
        writeln!(
            out,
            "file: {name}{}",
            if bom { " with a byte order mark" } else { "" }
        )
        .unwrap();
    }
    for (index, root) in document.roots().enumerate() {
        let found = document.charset(root);
        writeln!(
            out,
            "game {}: {} ({})",
            index + 1,
            found.charset,
            found.source.name()
        )
        .unwrap();
        write_tree(&mut out, &document, document.node(root));
    }
    write_findings(&mut out, &document);
    out
}

/// The maximum depth of indentation.
const DEEPEST: usize = 24;

fn write_tree(out: &mut String, document: &Document, root: NodeRef<'_>) {
    let mut texts = String::new();
    let mut depth = 0;
    for step in document.forest().traverse(root.id()) {
        let kifu_tree::Step::Enter(id) = step else {
            depth -= 1;
            continue;
        };
        let node = document.node(id);
        depth += 1;
        write!(out, "{:1$}", "", 2 * depth.min(DEEPEST)).unwrap();
        if node.is_empty_variation() {
            out.push_str("()\n");
            continue;
        }
        out.push(';');
        for (index, property) in node.properties().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            write_property(out, property);
            for value in property.values() {
                let decoded = value.text(document.charset(id).charset);
                if decoded.text.as_bytes() != value.raw() || !value.raw().is_ascii() {
                    let doubt = if decoded.malformed {
                        " (malformed)"
                    } else {
                        ""
                    };
                    writeln!(texts, "  {} = {:?}{doubt}", property.ident(), decoded.text).unwrap();
                }
            }
        }
        out.push('\n');
    }
    if !texts.is_empty() {
        writeln!(out, "texts:\n{texts}").unwrap();
        out.pop();
    }
}

fn write_property(out: &mut String, property: Property<'_>) {
    out.push_str(property.ident().as_str());
    for value in property.values() {
        write_value(out, value);
    }
}

fn write_value(out: &mut String, value: Value<'_>) {
    write!(
        out,
        "[{}",
        value
            .raw()
            .escape_ascii()
            .to_string()
            .replace("\\'", "'")
            .replace("\\\"", "\"")
    )
    .unwrap();
    out.push_str(if value.is_closed() { "]" } else { "…" });
}

fn write_findings(out: &mut String, document: &Document) {
    let found = kifu_sgf::check(document);
    out.push_str(if found.is_empty() {
        "nothing found\n"
    } else {
        "found:\n"
    });
    let mut places = Locator::new(document.text());
    for diagnostic in found {
        let Span { start, end } = diagnostic.span;
        let place = places.locate(start);
        let mut source = document.source_map();
        let (start, end) = (source.offset(start), source.offset(end));
        let kifu_span::Diagnostic {
            severity,
            code,
            message,
            help,
            fix,
            span: _,
        } = diagnostic;
        writeln!(
            out,
            "  {severity}[{code}] {}:{} {start}..{end} {message}",
            place.line, place.column
        )
        .unwrap();
        if let Some(help) = help {
            writeln!(out, "    help: {help}").unwrap();
        }
        if let Some(fix) = fix {
            let doubt = match fix.safety {
                Safety::Safe => "",
                Safety::Unsafe => " (unsafe)",
            };
            writeln!(out, "    fix{doubt}: {}", fix.title).unwrap();
            for Edit { span, replacement } in &fix.edits {
                writeln!(
                    out,
                    "      {span} {:?}",
                    replacement.escape_ascii().to_string()
                )
                .unwrap();
            }
        }
    }
}
