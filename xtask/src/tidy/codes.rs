//! Checks that every code is explained to users and occurs in a test.

use std::collections::BTreeSet;
use std::fs;

use super::{Workspace, files, read, without_tests};

/// A code for future engines, which no test can trigger.
const UNSEEN: &str = "rules/illegal";

pub fn all(workspace: &Workspace) -> Result<Vec<String>, String> {
    let mut declared = BTreeSet::new();
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
            if code.contains("Code = Code {")
                || code.contains("Code = &Code {")
                || path.ends_with("codes.rs")
            {
                declared.extend(quoted(&code));
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
    Ok(compare(&declared, &explained, &tested))
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
