//! Checks that each word set as code in ARCHITECTURE.md exists, as a file or as a name in the sources.

use std::path::Path;

use super::{files, read};
use crate::workspace::below;

pub fn exist(root: &Path, page: &str) -> Result<Vec<String>, String> {
    let paths: Vec<String> = files(root, &[""])?
        .iter()
        .map(|path| below(root, path))
        .collect();
    let mut sources = String::new();
    for path in files(root, &[".rs", ".toml", ".yml"])? {
        sources.push_str(&read(&path)?);
    }
    Ok(unknown(page, &paths, &sources))
}

/// The words of a page that are neither a path nor in the sources.
fn unknown(page: &str, paths: &[String], sources: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in prose(page) {
        for word in line.split('`').skip(1).step_by(2) {
            let is_there = match kind(word) {
                Kind::Path => is_path(word, paths) || sources.contains(&format!("\"{word}\"")),
                Kind::Name => {
                    let last = word
                        .trim_end_matches("()")
                        .rsplit("::")
                        .next()
                        .unwrap_or(word);
                    sources.contains(last) || is_path(word, paths)
                }
                Kind::Other => true,
            };
            if !is_there {
                found.push(format!(
                    "ARCHITECTURE.md:{number}: `{word}` is neither a file nor a name in the sources"
                ));
            }
        }
    }
    found
}

/// The lines outside of diagrams and examples, with their numbers.
fn prose(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(page.lines()).filter(move |(_, line)| {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

enum Kind {
    Path,
    Name,
    Other,
}

fn kind(word: &str) -> Kind {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let has_letters = word.chars().filter(char::is_ascii_alphabetic).count() > 2;
    if !has_letters || word.starts_with(['-', '.']) {
        Kind::Other
    } else if word.contains('/') && word.chars().all(|c| plain(c) || c == '/') {
        Kind::Path
    } else if word
        .trim_end_matches("()")
        .chars()
        .all(|c| plain(c) || c == ':')
    {
        Kind::Name
    } else {
        Kind::Other
    }
}

/// Whether the word is the end of a path of a file or a directory.
fn is_path(word: &str, paths: &[String]) -> bool {
    let word = word.trim_end_matches('/');
    let inner = format!("/{word}/");
    paths.iter().any(|path| {
        let path = format!("/{path}/");
        path.contains(&inner)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_names_that_are_gone_are_found() {
        let paths = ["crates/kifu-a/src/machine.rs".to_owned()];
        let sources = "fn only_move() {} const A: &str = \"rules/ko\";";
        let page = "`kifu-a/src/machine.rs` `src/gone.rs` `NodeRef::only_move` `NodeRef::gone()`\n\
            `rules/ko` `;B[pd]` `KX` `kifu-a`\n```\n`not_read`\n```\n";
        let sources = format!("{sources} kifu-a");
        assert_eq!(
            unknown(page, &paths, &sources),
            [
                "ARCHITECTURE.md:1: `src/gone.rs` is neither a file nor a name in the sources",
                "ARCHITECTURE.md:1: `NodeRef::gone()` is neither a file nor a name in the sources"
            ]
        );
    }
}
