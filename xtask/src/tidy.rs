//! Checks the rules of ARCHITECTURE.md and of the project against the workspace.
//!
//! Each check is a function from its inputs to its findings, so that tests can pass a faulty input; [`check`]
//! reads the workspace and calls all of them.

mod circles;
mod codes;
mod corpus;
mod errors;
mod graph;
mod libraries;
mod links;
mod lists;
mod prose;
mod top;
mod verbs;
mod words;

use std::path::Path;

use crate::chores::root;
use crate::codegen;
use crate::workspace::{Workspace, files, read};

/// Runs every check and prints the findings.
pub fn run() -> Result<(), String> {
    codegen::run(true)?;
    let found = check(root())?;
    for line in &found {
        println!("{line}");
    }
    match found.len() {
        0 => Ok(()),
        1 => Err("1 check failed".into()),
        some => Err(format!("{some} checks failed")),
    }
}

/// The findings in the workspace with this root.
pub fn check(root: &Path) -> Result<Vec<String>, String> {
    let workspace = Workspace::at(root)?;
    let architecture = read(&root.join("ARCHITECTURE.md"))?;
    let mut found = graph::table(&architecture, &workspace);
    found.extend(graph::codecs(&workspace));
    found.extend(libraries::all(&workspace)?);
    found.extend(errors::all(&workspace)?);
    found.extend(corpus::listed(&root.join("corpus"))?);
    found.extend(codes::all(root, &workspace)?);
    found.extend(lists::crates(&workspace)?);
    found.extend(lists::default_members(&workspace)?);
    found.extend(lists::fuzz_targets(root)?);
    found.extend(lists::verbs(root)?);
    found.extend(verbs::independent(root)?);
    found.extend(circles::none(root)?);
    found.extend(words::exist(root, &architecture)?);
    found.extend(links::lead_somewhere(root)?);
    found.extend(prose::is_plain(root)?);
    found.extend(top::is_closed(root)?);
    Ok(found)
}

/// Splits a source into code and tests. Each part has empty lines in place of the lines of the other.
///
/// In formatted sources, the indentation shows the end of an item. A file with `#![cfg(test)]` consists of tests.
fn without_tests(source: &str) -> (String, String) {
    let (mut code, mut tests) = (String::new(), String::new());
    let mut end: Option<String> = None;
    for line in source.lines() {
        let indent = &line[..line.len() - line.trim_start().len()];
        let attribute = line.trim();
        let is_test = attribute == "#[cfg(test)]" || attribute.starts_with("#[cfg(all(test,");
        if end.is_none() && is_test {
            end = Some(format!("{indent}}}"));
        }
        if attribute == "#![cfg(test)]" {
            end = Some("the end of the file".to_owned());
        }
        match &end {
            Some(last) => {
                tests.push_str(line);
                let is_short = line.ends_with(';') && last.len() == indent.len() + 1;
                if line == last || is_short {
                    end = None;
                }
            }
            None => code.push_str(line),
        }
        code.push('\n');
        tests.push('\n');
    }
    (code, tests)
}

#[cfg(test)]
mod tests {
    #[test]
    fn text_after_tests_is_code() {
        let source = "#[cfg(test)]\nuse a;\nfn b() {}\n#[cfg(test)]\nmod tests {\n    fn c() {\n    }\n}\nfn d() {}\n";
        let (code, tests) = super::without_tests(source);
        assert_eq!(code, "\n\nfn b() {}\n\n\n\n\n\nfn d() {}\n");
        assert_eq!(tests.lines().filter(|line| !line.is_empty()).count(), 7);
        let (code, _) = super::without_tests("//! Laws.\n#![cfg(test)]\nfn a() {\n}\nfn b() {}\n");
        assert_eq!(code.trim_end(), "//! Laws.");
    }
}
