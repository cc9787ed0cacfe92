//! Checks the dependencies between crates.

use std::collections::{BTreeMap, BTreeSet};

use super::Workspace;

/// Crates whose row in the table does not list every dependency.
const LOOSE: [&str; 4] = ["kifu", "kifu-cli", "kifu-lab", "kifu-testkit"];

/// Codecs that depend on another one by the definition of their format.
const UPON: [(&str, &str); 1] = [("kifu-rgf", "kifu-sgf")];

/// Checks that the table of crates in ARCHITECTURE.md lists each crate and its dependencies.
pub fn table(page: &str, workspace: &Workspace) -> Vec<String> {
    let listed: BTreeMap<&str, &str> = page.lines().filter_map(row).collect();
    let mut found = Vec::new();
    for (name, package) in &workspace.crates {
        let Some(words) = listed.get(name.as_str()) else {
            found.push(format!("ARCHITECTURE.md: the table lacks {name}"));
            continue;
        };
        let (listed, uses) = (packages(words, workspace), &package.uses);
        if !LOOSE.contains(&name.as_str()) && listed != *uses {
            found.push(format!(
                "ARCHITECTURE.md: {name} uses {uses:?}, but the table lists {listed:?}"
            ));
        }
    }
    let is_gone = |name: &&str| name.starts_with("kifu") && !workspace.crates.contains_key(*name);
    let gone = listed.into_keys().filter(is_gone);
    found.extend(gone.map(|name| format!("ARCHITECTURE.md: unknown crate {name}")));
    found
}

/// The crate and its dependencies, if a line is a row of the table.
fn row(line: &str) -> Option<(&str, &str)> {
    let [_, name, _, packages, _] = line.split('|').collect::<Vec<_>>()[..] else {
        return None;
    };
    let name = name.trim().strip_prefix('`')?.strip_suffix('`')?;
    (!name.contains(['`', ' '])).then_some((name, packages))
}

/// The names of packages; ours are written without `kifu-`.
fn packages(words: &str, workspace: &Workspace) -> BTreeSet<String> {
    let words = words.split([',', ';', ' ']).map(str::trim);
    let words = words.filter(|word| !word.is_empty() && !word.starts_with(['(', '–']));
    let full = |word: &str| match format!("kifu-{word}") {
        ours if workspace.crates.contains_key(&ours) => ours,
        _ => word.to_owned(),
    };
    words.map(full).collect()
}

/// Checks that no codec depends on another one, tests included.
pub fn codecs(workspace: &Workspace) -> Vec<String> {
    let codecs = workspace.codecs();
    let mut found = Vec::new();
    for name in &codecs {
        let needed = needed(workspace, name);
        let others = codecs.iter().filter(|other| needed.contains(**other));
        for other in others.filter(|other| !UPON.contains(&(name, other))) {
            found.push(format!(
                "{name} needs {other}: codecs must not depend on other codecs"
            ));
        }
    }
    found
}

/// Our crates that are built for testing one, except itself.
fn needed<'w>(workspace: &'w Workspace, name: &str) -> BTreeSet<&'w str> {
    let package = &workspace.crates[name];
    let mut todo: Vec<&String> = package.uses.iter().chain(&package.tests_use).collect();
    let mut needed = BTreeSet::new();
    while let Some(next) = todo.pop() {
        if let Some(package) = workspace.crates.get(next)
            && next != name
            && needed.insert(next.as_str())
        {
            todo.extend(&package.uses);
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::workspace::Package;

    fn workspace(crates: &[(&str, &[&str], &[&str])]) -> Workspace {
        let set = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let package = |(name, uses, tests_use): &(&str, &[&str], &[&str])| {
            let (uses, tests_use) = (set(uses), set(tests_use));
            let package = Package {
                uses,
                tests_use,
                ..Package::default()
            };
            (name.to_string(), package)
        };
        Workspace {
            root: "/".into(),
            crates: crates.iter().map(package).collect(),
        }
    }

    #[test]
    fn the_table_is_compared_with_what_is_used() {
        let there = workspace(&[("kifu-a", &[], &[]), ("kifu-b", &["kifu-a", "memchr"], &[])]);
        let page = "| `kifu-a` | a | – |\n| `kifu-b` | b | a (feature); memchr |\n";
        assert_eq!(table(page, &there), [] as [&str; 0]);
        let found = table("| `kifu-b` | b | a |\n| `kifu-c` | c | – |\n", &there);
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found[0], "ARCHITECTURE.md: the table lacks kifu-a");
        assert!(found[1].starts_with("ARCHITECTURE.md: kifu-b uses"));
        assert_eq!(found[2], "ARCHITECTURE.md: unknown crate kifu-c");
    }

    #[test]
    fn a_codec_that_needs_another_is_found_also_through_its_tests() {
        let folder = tempfile::tempdir().unwrap();
        let mut there = workspace(&[
            ("kifu-sgf", &[], &[]),
            ("kifu-mid", &["kifu-sgf"], &[]),
            ("kifu-rgf", &["kifu-sgf"], &[]),
            ("kifu-new", &[], &["kifu-mid"]),
        ]);
        there.root = folder.path().to_owned();
        for codec in ["kifu-sgf", "kifu-rgf", "kifu-new"] {
            fs::create_dir_all(there.folder(codec)).unwrap();
            fs::write(there.folder(codec).join("FORMAT.md"), "").unwrap();
        }
        assert_eq!(
            codecs(&there),
            ["kifu-new needs kifu-sgf: codecs must not depend on other codecs"]
        );
    }
}
