//! Checks that the error types of libraries follow one style: they implement `core::error::Error`, and enums are
//! `#[non_exhaustive]`.

use super::libraries::OPEN;
use super::{Workspace, files, read, without_tests};
use crate::workspace::below;

pub fn all(workspace: &Workspace) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for name in workspace.crates.keys() {
        if OPEN.contains(&name.as_str()) {
            continue;
        }
        let mut sources = Vec::new();
        for path in files(&workspace.folder(name).join("src"), &[".rs"])? {
            sources.push((below(&workspace.root, &path), read(&path)?));
        }
        found.extend(faults(&sources));
    }
    Ok(found)
}

/// The faults in the sources of a crate, which are names and texts.
fn faults(sources: &[(String, String)]) -> Vec<String> {
    let mut found = Vec::new();
    let mut errors: Vec<String> = Vec::new();
    let code = |text: &str| without_tests(text).0;
    for (shown, text) in sources {
        for line in code(text).lines() {
            let Some((before, after)) = line.split_once("Error for ") else {
                continue;
            };
            if !line.starts_with("impl") {
                continue;
            }
            let name: String = after.chars().take_while(|&c| is_word(c)).collect();
            if !before.ends_with("core::error::") {
                found.push(format!(
                    "{shown}: {name} does not implement `core::error::Error` by that name"
                ));
            }
            errors.push(name);
        }
    }
    for (shown, text) in sources {
        let code = code(text);
        let lines: Vec<&str> = code.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let line = line.trim_start();
            let Some((is_enum, rest)) = (line.strip_prefix("pub enum ").map(|rest| (true, rest)))
                .or(line.strip_prefix("pub struct ").map(|rest| (false, rest)))
            else {
                continue;
            };
            let name: String = rest.chars().take_while(|&c| is_word(c)).collect();
            let is_error = errors.contains(&name);
            if name.ends_with("Error") && !is_error {
                found.push(format!(
                    "{shown}: {name} does not implement `core::error::Error`"
                ));
            }
            let attributes = lines[..at].iter().rev().map(|line| line.trim_start());
            let mut attributes = attributes.take_while(|line| line.starts_with("#["));
            if is_enum && is_error && !attributes.any(|line| line == "#[non_exhaustive]") {
                found.push(format!(
                    "{shown}: {name} is an error, but not `#[non_exhaustive]`"
                ));
            }
        }
    }
    found
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_another_style_are_found() {
        let found = |text: &str| faults(&[("a.rs".to_owned(), text.to_owned())]);
        let good = "#[derive(Debug)]\n#[non_exhaustive]\npub enum ReadError {\n}\n\
            impl core::error::Error for ReadError {}\npub struct NoMove;\n\
            impl core::error::Error for NoMove {}\n";
        assert_eq!(found(good), [""; 0]);
        for (from, to, fault) in [
            (
                "core::error::Error for R",
                "std::error::Error for R",
                "a.rs: ReadError does not implement `core::error::Error` by that name",
            ),
            (
                "#[non_exhaustive]\n",
                "",
                "a.rs: ReadError is an error, but not `#[non_exhaustive]`",
            ),
            (
                "impl core::error::Error for ReadError {}",
                "",
                "a.rs: ReadError does not implement `core::error::Error`",
            ),
        ] {
            assert_eq!(found(&good.replace(from, to)), [fault]);
        }
    }
}
