//! Checks that no verb of the command uses another verb.

use std::collections::BTreeSet;
use std::path::Path;

use super::{files, read, without_tests};
use crate::workspace::below;

/// The directory of the verbs. A verb `x` consists of the file `x.rs` and the directory `x`.
const FOLDER: &str = "crates/kifu-cli/src/cmd";

/// Returns the lines in which a verb names the module of another verb. Code that two verbs need belongs outside of
/// [`FOLDER`], in a module that is named after its purpose.
pub fn independent(root: &Path) -> Result<Vec<String>, String> {
    let folder = root.join(FOLDER);
    let paths = files(&folder, &[".rs"])?;
    let inside: Vec<String> = paths.iter().map(|path| below(&folder, path)).collect();
    let verbs: BTreeSet<&str> = inside.iter().map(|path| verb(path)).collect();
    let mut found = Vec::new();
    for (path, inside) in paths.iter().zip(&inside) {
        let others = others(inside, &read(path)?, &verbs);
        found.extend(others.into_iter().map(|(line, other)| {
            let shown = below(root, path);
            format!("{shown}:{line}: uses the verb `{other}`; move the shared code out of cmd/")
        }));
    }
    Ok(found)
}

/// The verb of a file in the directory.
fn verb(path: &str) -> &str {
    let top = path.split('/').next().unwrap_or_default();
    top.strip_suffix(".rs").unwrap_or(top)
}

/// The other verbs that a source names, with line numbers: `crate::cmd::y`, also in a list, and, outside of tests,
/// as many `super` as lead to the directory.
fn others<'v>(path: &str, source: &str, verbs: &BTreeSet<&'v str>) -> Vec<(usize, &'v str)> {
    let own = verb(path);
    let source: Vec<&str> = source.lines().map(uncommented).collect();
    let source = source.join("\n");
    let up = "super::".repeat(path.matches('/').count() + 1);
    let (code, _) = without_tests(&source);
    let mut found = Vec::new();
    for (text, prefix) in [(&source, "crate::cmd::"), (&code, &up)] {
        for (at, _) in text.match_indices(prefix) {
            // `super::super::x` also ends with `super::x`.
            if text[..at].ends_with("::") {
                continue;
            }
            let line = text[..at].matches('\n').count() + 1;
            let named = named(&text[at + prefix.len()..]);
            let others = named.into_iter().filter(|name| *name != own);
            found.extend(others.filter_map(|name| Some((line, *verbs.get(name)?))));
        }
    }
    found.sort_unstable();
    found
}

fn uncommented(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// The first component of a path, or of each path in a list.
fn named(rest: &str) -> Vec<&str> {
    let name = |text: &'_ str| -> usize {
        let is_end = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
        text.find(is_end).unwrap_or(text.len())
    };
    let Some(list) = rest.strip_prefix('{') else {
        return vec![&rest[..name(rest)]];
    };
    let mut names = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                let item = list[start..at].trim_start();
                names.push(&item[..name(item)]);
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uses_of_other_verbs_are_found() {
        let verbs = BTreeSet::from(["check", "info", "rec"]);
        let others = |path, source| others(path, source, &verbs);
        assert_eq!(
            others(
                "info.rs",
                "use std::fs;\nuse crate::cmd::rec::source::Opened;"
            ),
            [(2, "rec")]
        );
        let list = "use crate::cmd::{\n    check::{A, rec},\n    info, rec::B,\n};";
        assert_eq!(others("info.rs", list), [(1, "check"), (1, "rec")]);
        assert_eq!(
            others("info.rs", "fn a() { super::check::b() }"),
            [(1, "check")]
        );
        assert_eq!(
            others("info/fields.rs", "use super::super::rec;"),
            [(1, "rec")]
        );
        let in_tests = "#[cfg(test)]\nmod tests {\n    use crate::cmd::rec;\n}\n";
        assert_eq!(others("info.rs", in_tests), [(3, "rec")]);
    }

    #[test]
    fn a_verb_uses_its_own_modules() {
        let verbs = BTreeSet::from(["check", "info", "rec"]);
        let others = |path, source| others(path, source, &verbs);
        let own = "use crate::cmd::rec::seen;\nuse super::info;\nuse crate::recordings;";
        assert_eq!(others("rec/at.rs", own), []);
        // The tests of `info` call its function `check`.
        let in_tests = "#[cfg(test)]\nmod tests {\n    fn a() { super::check() }\n}\n";
        assert_eq!(others("info.rs", in_tests), []);
        assert_eq!(others("info.rs", "// As crate::cmd::check does."), []);
    }
}
