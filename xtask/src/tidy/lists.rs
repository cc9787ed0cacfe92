//! Checks that lists in several places agree.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{Workspace, files, read};
use crate::workspace::below;

/// Checks that each crate has a README and a row in the table of the main README.
pub fn crates(workspace: &Workspace) -> Result<Vec<String>, String> {
    let readme = read(&workspace.root.join("README.md"))?;
    let mut found = Vec::new();
    for (name, package) in &workspace.crates {
        if !workspace.folder(name).join("README.md").exists() {
            found.push(format!("crates/{name} has no README.md"));
        }
        let row = format!("[`{name}`](crates/{name}) |");
        if package.is_published && !readme.contains(&row) {
            found.push(format!("README.md: the table lacks {name}"));
        }
    }
    Ok(found)
}

/// The crate that only xtask builds.
const LAB: &str = "kifu-lab";

/// The heavy crates that a task with another name tests.
const TASKS: [(&str, &str); 2] = [("kifu-arrow", "tables"), ("kifu-arrow-python", "python")];

/// Checks that every crate is a default member of the workspace, or a heavy crate, which
/// `cargo xtask NAME --test` must test, and for which a workflow must run that task with `--full`.
pub fn default_members(workspace: &Workspace) -> Result<Vec<String>, String> {
    let manifest = read(&workspace.root.join("Cargo.toml"))?;
    let listed = manifest.split("default-members = [").nth(1);
    let listed = listed.and_then(|rest| rest.split(']').next());
    let listed: BTreeSet<&str> = listed.unwrap_or_default().split('"').collect();
    let chores = read(&workspace.root.join("xtask/src/main.rs"))?;
    let mut found = Vec::new();
    for krate in workspace.crates.keys() {
        let is_listed = listed.contains(format!("crates/{krate}").as_str());
        if is_listed && krate == LAB {
            found.push(format!(
                "Cargo.toml: the default members must not list crates/{krate}"
            ));
        }
        if is_listed || krate == LAB {
            continue;
        }
        let lack = format!("Cargo.toml: the default members lack crates/{krate}");
        let task = TASKS.iter().find(|(of, _)| of == krate);
        let name = krate.strip_prefix("kifu-").unwrap_or(krate);
        let name = task.map_or(name, |(_, task)| task);
        let workflow = format!(".github/workflows/{name}.yml");
        let runs = read(&workspace.root.join(&workflow)).unwrap_or_default();
        if !chores.contains(&format!("[\"{name}\", \"--test\"")) {
            found.push(format!(
                "{lack}; a heavy crate needs a task `{name} --test`"
            ));
        } else if !runs.contains(&format!("cargo xtask {name} --test --full")) {
            found.push(format!("{lack}, and {workflow} does not test all of it"));
        }
    }
    Ok(found)
}

/// Checks that each fuzz target has a file, is built, is described, and is run by the workflow.
pub fn fuzz_targets(root: &Path) -> Result<Vec<String>, String> {
    let mut targets = BTreeSet::new();
    for path in files(&root.join("fuzz/fuzz_targets"), &[".rs"])? {
        targets.extend(
            path.file_stem()
                .map(|stem| stem.to_string_lossy().into_owned()),
        );
    }
    let manifest = read(&root.join("fuzz/Cargo.toml"))?;
    let bins = manifest
        .split("[[bin]]")
        .skip(1)
        .filter_map(|bin| bin.split('"').nth(1));
    let page = read(&root.join("fuzz/README.md"))?;
    let rows = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let workflow = read(&root.join(".github/workflows/fuzz.yml"))?;
    let listed = workflow
        .split_once("target: [")
        .map_or("", |(_, rest)| rest);
    let listed = listed.split(']').next().unwrap_or_default();
    let listed = listed
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty());
    let mut found = same(
        "fuzz/Cargo.toml",
        &targets,
        bins.map(str::to_owned).collect(),
    );
    found.extend(same(
        "fuzz/README.md",
        &targets,
        rows.map(str::to_owned).collect(),
    ));
    found.extend(same(
        "the workflow fuzz.yml",
        &targets,
        listed.map(str::to_owned).collect(),
    ));
    Ok(found)
}

fn same(place: &str, targets: &BTreeSet<String>, listed: BTreeSet<String>) -> Vec<String> {
    let missing = targets
        .difference(&listed)
        .map(|name| format!("{place}: the fuzz target {name} is missing"));
    let gone = listed
        .difference(targets)
        .map(|name| format!("{place}: unknown fuzz target {name}"));
    missing.chain(gone).collect()
}

/// Checks that each verb of xtask is in its help, and that workflows and pages call only existing verbs.
pub fn verbs(root: &Path) -> Result<Vec<String>, String> {
    let source = read(&root.join("xtask/src/main.rs"))?;
    let verbs = verbs_of(&source);
    let help = source
        .split("const HELP")
        .nth(1)
        .and_then(|rest| rest.split("\";").next());
    let help = help.unwrap_or_default();
    let mut found = Vec::new();
    for verb in &verbs {
        if !help
            .lines()
            .any(|line| line.trim_start().split(' ').next() == Some(verb))
        {
            found.push(format!("xtask: `{verb}` is not in the help"));
        }
    }
    let mut pages = files(root, &[".md"])?;
    pages.extend(files(&root.join(".github"), &[".yml"])?);
    for path in pages {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let unknown = called(&text)
            .into_iter()
            .filter(|verb| !verbs.contains(verb));
        found.extend(
            unknown
                .map(|verb| format!("{}: unknown verb `cargo xtask {verb}`", below(root, &path))),
        );
    }
    Ok(found)
}

/// The first words of the arms of `match`.
fn verbs_of(source: &str) -> BTreeSet<&str> {
    let arms = source
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("[\""));
    let verbs = arms.filter_map(|arm| arm.split('"').next());
    verbs.filter(|verb| *verb != "--help").collect()
}

/// The words after `cargo xtask` in a text.
fn called(text: &str) -> BTreeSet<&str> {
    let calls = text.split("cargo xtask ").skip(1);
    let verbs = calls.map(|rest| {
        rest.split(|c: char| !(c.is_ascii_lowercase() || c == '-'))
            .next()
    });
    verbs.flatten().filter(|verb| !verb.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::{Package, write};

    #[test]
    fn a_crate_without_a_page_or_a_row_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        write(
            &root.join("README.md"),
            "| x | [`kifu-a`](crates/kifu-a) | – |",
        )
        .unwrap();
        write(&root.join("crates/kifu-b/README.md"), "").unwrap();
        let package = || Package {
            is_published: true,
            ..Package::default()
        };
        let crates = ["kifu-a", "kifu-b"].map(|name| (name.to_owned(), package()));
        let workspace = Workspace {
            root: root.to_owned(),
            crates: crates.into(),
        };
        let found = super::crates(&workspace).unwrap();
        assert_eq!(
            found,
            [
                "crates/kifu-a has no README.md",
                "README.md: the table lacks kifu-b"
            ]
        );
    }

    #[test]
    fn a_crate_missing_from_the_default_members_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let members = "default-members = [\n    \"crates/kifu-a\",\n    \"crates/kifu-lab\",\n]\n";
        write(&root.join("Cargo.toml"), members).unwrap();
        let chores = "[\"c\", \"--test\", rest @ ..] => [\"d\", \"--test\"] =>";
        write(&root.join("xtask/src/main.rs"), chores).unwrap();
        let workflow = "run: cargo xtask c --test --full";
        write(&root.join(".github/workflows/c.yml"), workflow).unwrap();
        let crates = ["kifu-a", "kifu-b", "kifu-c", "kifu-d", "kifu-lab"];
        let workspace = Workspace {
            root: root.to_owned(),
            crates: crates
                .map(|name| (name.to_owned(), Package::default()))
                .into(),
        };
        assert_eq!(
            default_members(&workspace).unwrap(),
            [
                "Cargo.toml: the default members lack crates/kifu-b; a heavy crate needs a task `b --test`",
                "Cargo.toml: the default members lack crates/kifu-d, and .github/workflows/d.yml does not test all \
                 of it",
                "Cargo.toml: the default members must not list crates/kifu-lab"
            ]
        );
    }

    #[test]
    fn fuzz_targets_that_are_not_everywhere_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let put = |name: &str, text: &str| write(&root.join(name), text).unwrap();
        put("fuzz/fuzz_targets/a.rs", "");
        put("fuzz/fuzz_targets/b.rs", "");
        put(
            "fuzz/Cargo.toml",
            "[[bin]]\nname = \"a\"\n[[bin]]\nname = \"b\"\n",
        );
        put("fuzz/README.md", "| `a` | x |\n| `c` | x |\n");
        put(".github/workflows/fuzz.yml", "target: [a, b]\n");
        let found = fuzz_targets(root).unwrap();
        assert_eq!(
            found,
            [
                "fuzz/README.md: the fuzz target b is missing",
                "fuzz/README.md: unknown fuzz target c"
            ]
        );
        put(".github/workflows/fuzz.yml", "target:\n  [\n    a ]\n");
        assert_eq!(fuzz_targets(root).unwrap().len(), 4);
    }

    #[test]
    fn verbs_without_help_and_calls_of_none_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let main = "const HELP: &str = \"\\\n  one   does it\n\";\n\
            match args { [\"one\"] => a(), [\"one\", x] => b(),\n [\"two\", rest @ ..] => c(),\n }";
        write(&root.join("xtask/src/main.rs"), main).unwrap();
        write(
            &root.join(".github/workflows/ci.yml"),
            "run: cargo xtask three --fast\n",
        )
        .unwrap();
        write(
            &root.join("README.md"),
            "`cargo xtask one`, `cargo xtask help`",
        )
        .unwrap();
        let found = verbs(root).unwrap();
        assert!(
            found.contains(&"xtask: `two` is not in the help".to_owned()),
            "{found:?}"
        );
        let there_is_none = ".github/workflows/ci.yml: unknown verb `cargo xtask three`";
        assert!(found.contains(&there_is_none.to_owned()), "{found:?}");
    }
}
