//! The catalogue of findings, and the page that lists it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use kifu::span::{Code, ExplainedCode};

const HEAD: &str = "\
# All findings

This page lists all kinds of findings by their codes. `kifu check` prints the code of each finding, `kifu explain CODE`
describes one code, `kifu codes` lists all of them, and programs call `kifu::codes()`.

";

/// Generates `CODES.md` from the codes of all crates.
#[test]
#[cfg(feature = "rgf")]
fn the_page_lists_every_code() {
    let mut groups: BTreeMap<&str, Vec<&ExplainedCode>> = BTreeMap::new();
    for code in kifu::codes() {
        let group = code.name.split('/').next().unwrap_or_default();
        groups.entry(group).or_default().push(code);
    }
    let mut page = String::from(HEAD);
    page += "| group | codes | errors | warnings | notes |\n| --- | ---: | ---: | ---: | ---: |\n";
    for (group, codes) in &groups {
        let of = |name| {
            let named = codes.iter().filter(|code| code.severity.name() == name);
            named.count()
        };
        let (errors, warnings, notes) = (of("error"), of("warning"), of("info"));
        let all = codes.len();
        writeln!(
            page,
            "| [{group}](#{group}) | {all} | {errors} | {warnings} | {notes} |"
        )
        .unwrap();
    }
    for (group, codes) in &mut groups {
        codes.sort_by_key(|code| code.name);
        write!(page, "\n## {group}\n").unwrap();
        for code in codes {
            let Code {
                name,
                severity,
                summary,
            } = code.code;
            let explanation = code.explanation;
            write!(
                page,
                "\n### {name}\n\n*{severity}*: {summary}.\n\n{explanation}\n"
            )
            .unwrap();
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("CODES.md");
    kifu_testkit::written(&path, &page);
}

/// A summary is a clause, and an explanation consists of sentences.
#[test]
fn every_code_is_explained() {
    for code in kifu::codes() {
        let summary = code.summary;
        assert!(
            !summary.is_empty() && !summary.ends_with('.'),
            "{}: {summary}",
            code.name
        );
        let explanation = code.explanation;
        assert!(
            explanation.ends_with(['.', '?', '!', ':']),
            "{}: {explanation}",
            code.name
        );
    }
}
