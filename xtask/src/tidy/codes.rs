//! Checks that every code is explained to users, is used by its constant, and occurs in a test.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{Workspace, files, read, without_tests};
use crate::workspace::below;

/// A code for future engines, which no test can trigger.
const UNSEEN: &str = "rules/illegal";

pub fn all(root: &Path, workspace: &Workspace) -> Result<Vec<String>, String> {
    let mut declared = BTreeSet::new();
    let mut literals = Vec::new();
    let mut tested = BTreeSet::new();
    // The codes that `kifu explain` knows; for a format that the facade does not use yet, those in its own page.
    let page = read(&workspace.folder("kifu").join("CODES.md"))?;
    let headings = page.lines().filter_map(|line| line.strip_prefix("### "));
    let mut explained: BTreeSet<String> = headings.map(str::to_owned).collect();
    for name in workspace.crates.keys() {
        let folder = workspace.folder(name);
        for path in files(&folder.join("src"), &[".rs"])? {
            let text = read(&path)?;
            let (code, tests) = without_tests(&text);
            if path.ends_with("codes.rs") {
                declared.extend(quoted(&code));
            } else {
                let path = below(root, &path);
                let found = literals_in(&code);
                literals.extend(found.map(|(line, code)| (format!("{path}:{line}"), code)));
            }
            tested.extend(codes_in(&tests));
        }
        for place in ["tests", "test_data"].map(|place| folder.join(place)) {
            if place.exists() {
                for path in files(&place, &[".rs", ".snap", ".txt", ".md", ".stderr"])? {
                    tested.extend(codes_in(&read(&path)?));
                }
            }
        }
        if !is_in_facade(workspace, name) {
            explained.extend(codes_in(
                &fs::read_to_string(folder.join("FORMAT.md")).unwrap_or_default(),
            ));
        }
    }
    let mut found = compare(&declared, &explained, &tested);
    literals.retain(|(_, code)| declared.contains(code));
    let misplaced = literals.into_iter();
    found.extend(misplaced.map(|(place, code)| format!("{place}: use the constant of {code}")));
    Ok(found)
}

fn is_in_facade(workspace: &Workspace, name: &str) -> bool {
    let facade = workspace.crates.get("kifu");
    facade.is_some_and(|facade| name == "kifu" || facade.uses.contains(name))
}

fn compare(
    declared: &BTreeSet<String>,
    explained: &BTreeSet<String>,
    tested: &BTreeSet<String>,
) -> Vec<String> {
    let unexplained = declared.iter().filter(|code| !explained.contains(*code));
    let unexplained = unexplained.map(|code| format!("no page explains the code {code}"));
    let untested = declared
        .iter()
        .filter(|code| *code != UNSEEN && !tested.contains(*code));
    let untested = untested.map(|code| format!("no test contains the code {code}"));
    unexplained.chain(untested).collect()
}

/// The codes among the string literals of a source outside of comments, with their lines.
fn literals_in(code: &str) -> impl Iterator<Item = (usize, String)> {
    let lines = code.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim_start().starts_with("//"));
    lines.flat_map(|(at, line)| quoted(line).map(move |code| (at + 1, code)))
}

/// The codes among the string literals of a source.
fn quoted(source: &str) -> impl Iterator<Item = String> {
    let words = source.lines().flat_map(|line| line.split('"'));
    words.filter(|word| is_code(word)).map(str::to_owned)
}

/// Every word of a text that could be a code.
fn codes_in(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '/'));
    words.filter(|word| is_code(word)).map(str::to_owned)
}

/// Whether a word has the form of a code, such as `sgf/undecodable-text`.
fn is_code(word: &str) -> bool {
    let is_plain = |part: &str| {
        let mut bytes = part.bytes();
        !part.is_empty() && bytes.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    word.split_once('/')
        .is_some_and(|(area, name)| is_plain(area) && is_plain(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_in_comments_are_not_literals() {
        let code = "// \"a/one\"\nlet code = \"a/two\";\n    /// \"a/three\"\n";
        let found: Vec<_> = literals_in(code).collect();
        assert_eq!(found, [(2, "a/two".to_owned())]);
    }

    #[test]
    fn a_code_without_an_explanation_or_a_test_is_found() {
        let set = |text: &str| codes_in(text).collect::<BTreeSet<_>>();
        let declared: BTreeSet<_> =
            quoted("\"a/one\", \"a/two\", \"a/two-more\", \"no code\"").collect();
        assert_eq!(declared.len(), 3);
        let (explained, tested) = (set("a/one, a/two-more"), set("error[a/two]: x\na/two-more"));
        assert_eq!(
            compare(&declared, &explained, &tested),
            [
                "no page explains the code a/two",
                "no test contains the code a/one"
            ]
        );
    }
}
