//! Checks that comments, documentation and messages contain few telltale words of stilted prose.

use std::collections::BTreeMap;
use std::path::Path;

use super::{files, read};
use crate::workspace::below;

/// The words, the exceptions and the limits.
const LIST: &str = "xtask/prose.txt";

/// Directories with data for tests.
const DATA: [&str; 3] = ["corpus/sgf/", "test_data/", "regressions/"];

pub fn is_plain(root: &Path) -> Result<Vec<String>, String> {
    let list = read(&root.join(LIST))?;
    let rules = Rules::parse(&list)?;
    let mut texts = Vec::new();
    for path in files(root, &[".rs", ".md", ".toml", ".yml"])? {
        let shown = below(root, &path);
        if !DATA.iter().any(|data| shown.contains(data)) {
            texts.push((shown, read(&path)?));
        }
    }
    Ok(rules.check(&texts))
}

#[derive(Default)]
struct Rules<'l> {
    words: Vec<&'l str>,
    allowed: Vec<&'l str>,
    /// The maximum number of hits in 1,000 lines for each directory; the default has an empty name.
    limits: BTreeMap<&'l str, usize>,
}

impl<'l> Rules<'l> {
    fn parse(list: &'l str) -> Result<Rules<'l>, String> {
        let mut rules = Rules::default();
        let is_rule = |line: &&str| !line.is_empty() && !line.starts_with('#');
        for line in list.lines().filter(is_rule) {
            let unknown = || format!("{LIST}: unknown rule: {line}");
            let (kind, text) = line.split_once(' ').ok_or_else(unknown)?;
            match kind {
                "word" => rules.words.push(text),
                "allow" => rules.allowed.push(text),
                "limit" => {
                    let (number, folder) = text.split_once(' ').unwrap_or((text, ""));
                    let number = number.parse().map_err(|_| unknown())?;
                    rules.limits.insert(folder, number);
                }
                _ => return Err(unknown()),
            }
        }
        Ok(rules)
    }

    /// The hits in all directories that exceed their limits.
    fn check(&self, texts: &[(String, String)]) -> Vec<String> {
        let mut folders: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
        for (path, text) in texts {
            let (lines, hits) = folders.entry(folder(path)).or_default();
            for (number, line) in prose(path, text) {
                *lines += 1;
                let found = self.words.iter().filter(|word| self.is_in(word, line));
                hits.extend(found.map(|word| format!("{path}:{number}: `{word}` is in {LIST}")));
            }
        }
        let exceeds = |(folder, (lines, hits)): (String, (usize, Vec<String>))| {
            let default = self.limits.get("").copied().unwrap_or_default();
            let limit = self.limits.get(&*folder).copied().unwrap_or(default);
            // Rounded up, so that one hit does not exceed the limit of a small directory.
            (hits.len() > (limit * lines).div_ceil(1000)).then_some(hits)
        };
        folders.into_iter().filter_map(exceeds).flatten().collect()
    }

    /// Whether a line contains a word outside of all exceptions.
    fn is_in(&self, word: &str, line: &str) -> bool {
        let mut line = line.to_lowercase();
        for allowed in self.allowed.iter().filter(|allowed| allowed.contains(word)) {
            line = line.replace(allowed, "");
        }
        let ends_word = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        line.match_indices(word).any(|(at, _)| {
            let after = line[at + word.len()..].chars().next();
            ends_word(line[..at].chars().next_back()) && ends_word(after)
        })
    }
}

/// The crate of a path, or its first directory.
fn folder(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').collect();
    match parts.as_slice() {
        ["crates", name, _, ..] => format!("crates/{name}"),
        [folder, _, ..] => (*folder).into(),
        _ => ".".into(),
    }
}

/// The lines of a page, or those of a source with a comment or a text, with their numbers.
fn prose<'t>(path: &str, text: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
    let is_page = path.ends_with(".md");
    let is_prose = move |line: &str| {
        let is_text = |text: &str| text.contains(' ') && text.len() > 8;
        is_page || line.starts_with(['/', '#']) || line.split('"').skip(1).any(is_text)
    };
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(move |(_, line)| !line.is_empty() && is_prose(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_above_the_limit_of_a_folder_are_found() {
        let list = "# Note\nword yonder\nword /// lo\nallow the yonder hill\nlimit 6\nlimit 500 crates/b\n";
        let text = "/// Lo, yonder.\n/// The yonder hill, and yonders.\nlet yonder = 1;\nf(\"is yonder now\");\n";
        let texts = [
            "crates/a/src/lib.rs",
            "crates/b/src/lib.rs",
            "README.md",
            "crates/c/README.md",
        ]
        .map(|path| (path.to_owned(), text.to_owned()));
        let hits = |path: &str, hits: &[(usize, &str)]| -> Vec<String> {
            let shown = |(number, word)| format!("{path}:{number}: `{word}` is in {LIST}");
            hits.iter().copied().map(shown).collect()
        };
        let in_source = [(1, "yonder"), (1, "/// lo"), (4, "yonder")];
        let in_page = [(1, "yonder"), (1, "/// lo"), (3, "yonder"), (4, "yonder")];
        let expected = [
            hits("README.md", &in_page),
            hits("crates/a/src/lib.rs", &in_source),
            // 500 in 1,000 lines allow two of three hits.
            hits("crates/b/src/lib.rs", &in_source),
            hits("crates/c/README.md", &in_page),
        ];
        assert_eq!(Rules::parse(list).unwrap().check(&texts), expected.concat());
        let lenient = format!("{list}limit 1000 crates/b\nlimit 1000 crates/c\nlimit 1000 .\n");
        let found = Rules::parse(&lenient).unwrap().check(&texts);
        assert_eq!(found, hits("crates/a/src/lib.rs", &in_source));
        assert!(Rules::parse("words yonder").is_err());
    }
}
