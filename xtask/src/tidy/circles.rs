//! Checks that the modules of the command have no cycles.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

use super::{files, read, without_tests};
use crate::workspace::below;

const FOLDER: &str = "crates/kifu-cli/src";

/// The modules that each module uses, by path: `cmd::rec`. The root does not count as a module.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// Returns the cycles of modules that use one another, without tests.
pub fn none(root: &Path) -> Result<Vec<String>, String> {
    let folder = root.join(FOLDER);
    let mut sources = BTreeMap::new();
    for path in files(&folder, &[".rs"])? {
        let inside = below(&folder, &path);
        let module = inside.trim_end_matches(".rs").replace('/', "::");
        sources.insert(module, read(&path)?);
    }
    let uses = uses(&sources);
    Ok(circles(&uses)
        .into_iter()
        .map(|circle| format!("{FOLDER}: a cycle of modules: {}", circle.join(" → ")))
        .collect())
}

fn uses(sources: &BTreeMap<String, String>) -> Uses {
    let mut only_tests = BTreeSet::new();
    let mut uses = Uses::new();
    for (module, source) in sources {
        let lines: Vec<&str> = source.lines().map(uncommented).collect();
        let (code, tests) = without_tests(&lines.join("\n"));
        let path: Vec<&str> = match module.as_str() {
            "main" => Vec::new(),
            module => module.split("::").collect(),
        };
        only_tests.extend(declared(&tests).map(|name| join(&path, name)));
        if module == "main" {
            continue;
        }
        let mut named = after(&code, "crate", &[]);
        named.extend(after(&code, "self", &path));
        for up in 1..=path.len() {
            let supers = vec!["super"; up].join("::");
            named.extend(after(&code, &supers, &path[..path.len() - up]));
        }
        for name in declared(&code) {
            named.extend(after(&code, name, &[&path[..], &[name]].concat()));
        }
        let used = named.iter().filter_map(|path| module_of(path, sources));
        let used = used.filter(|used| used != module).collect();
        uses.insert(module.clone(), used);
    }
    uses.retain(|module, _| !only_tests.contains(module));
    uses
}

fn uncommented(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// The modules that a source declares in separate files.
fn declared(code: &str) -> impl Iterator<Item = &str> {
    code.lines().filter_map(|line| {
        let declaration = line.trim().strip_suffix(';')?;
        let (before, name) = declaration.rsplit_once(' ').unwrap_or(("", declaration));
        before.ends_with("mod").then_some(name)
    })
}

fn join(path: &[&str], name: &str) -> String {
    [path, &[name]].concat().join("::")
}

/// The paths in a source that begin with a prefix, which stands for the path of a module.
fn after(code: &str, prefix: &str, module: &[&str]) -> Vec<String> {
    let begins = |at: usize| !code[..at].ends_with(|c: char| c == ':' || is_word(c));
    let prefix = format!("{prefix}::");
    let found = code.match_indices(&prefix).filter(|(at, _)| begins(*at));
    let trees = found.flat_map(|(at, _)| paths(&code[at + prefix.len()..]).0);
    trees.map(|path| join(module, &path)).collect()
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The paths of a tree such as `a::{b, c::D}`, and its length.
fn paths(tree: &str) -> (Vec<String>, usize) {
    let end = tree.find(|c| !(is_word(c) || c == ':'));
    let end = end.unwrap_or(tree.len());
    let prefix = &tree[..end];
    if !tree[end..].starts_with('{') {
        return (vec![prefix.to_owned()], end);
    }
    let (mut all, mut at) = (Vec::new(), end + 1);
    while let Some(next) = tree[at..].find(|c: char| c == '}' || is_word(c)) {
        at += next;
        if tree[at..].starts_with('}') {
            break;
        }
        let (inner, len) = paths(&tree[at..]);
        all.extend(inner.iter().map(|path| format!("{prefix}{path}")));
        at += len;
    }
    (all, at + 1)
}

/// The module that contains the item of a path: the longest prefix of the path that is a module.
fn module_of(path: &str, sources: &BTreeMap<String, String>) -> Option<String> {
    let parts: Vec<&str> = path.split("::").collect();
    let starts = (1..=parts.len()).rev().map(|len| parts[..len].join("::"));
    starts.into_iter().find(|path| sources.contains_key(path))
}

/// A shortest cycle through each module that is in one; each cycle occurs once.
fn circles(uses: &Uses) -> Vec<Vec<&str>> {
    let mut seen = BTreeSet::new();
    let circles = uses.keys().filter_map(|module| circle(module, uses));
    circles
        .filter(|circle| seen.insert(circle.iter().copied().collect::<BTreeSet<_>>()))
        .collect()
}

fn circle<'u>(start: &'u str, uses: &'u Uses) -> Option<Vec<&'u str>> {
    let mut came_from: BTreeMap<&str, &str> = BTreeMap::new();
    let mut todo = VecDeque::from([start]);
    while let Some(module) = todo.pop_front() {
        for next in uses.get(module).into_iter().flatten() {
            if came_from.contains_key(next.as_str()) {
                continue;
            }
            came_from.insert(next, module);
            todo.push_back(next);
        }
    }
    let mut circle = vec![start];
    let mut at = *came_from.get(start)?;
    while at != start {
        circle.push(at);
        at = came_from[at];
    }
    circle.push(start);
    circle.reverse();
    Some(circle)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let sources = files.iter();
        let sources = sources.map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        let uses = uses(&sources.collect());
        let circles = circles(&uses).into_iter();
        circles.map(|circle| circle.join(" → ")).collect()
    }

    #[test]
    fn cycles_are_found() {
        let a = ("a", "use crate::b::{self, C};");
        assert_eq!(
            found(&[a, ("b", "fn f() { crate::a::g() }")]),
            ["a → b → a"]
        );
        assert_eq!(
            found(&[
                ("a", "mod b;\nuse self::b::C;"),
                ("a::b", "use super::{D, E};")
            ]),
            ["a → a::b → a"]
        );
        assert_eq!(
            found(&[
                ("a", "mod b;\nfn f() { b::g() }"),
                ("a::b", "use crate::a;")
            ]),
            ["a → a::b → a"]
        );
        assert_eq!(
            found(&[
                ("a", "use crate::{c, b::x::Y};"),
                ("b", ""),
                ("b::x", "fn f() -> super::super::c::D {}"),
                ("c", "use crate::a::A;"),
            ]),
            ["a → c → a", "b::x → c → a → b::x"]
        );
    }

    #[test]
    fn layered_modules_are_not_a_cycle() {
        let uses = [
            ("main", "mod a;\nmod b;\n#[cfg(test)]\nmod law;"),
            ("a", "use crate::b::c::D;\n// crate::a\n"),
            ("b", "mod c;\nmod e;\nuse self::e::F;"),
            ("b::c", "use super::G;"),
            (
                "b::e",
                "#[cfg(test)]\nmod tests {\n    use crate::law;\n}\n",
            ),
            ("law", "use crate::a;\nuse crate::b::e;"),
        ];
        assert_eq!(found(&uses), [""; 0]);
    }
}
