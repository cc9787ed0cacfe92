//! Builds the tests of a crate with all its mutants, in a copy of the workspace.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use serde_json::Value;

use crate::instrument::{Instrumented, SWITCH, instrument};
use crate::list::Mutant;
use crate::{place, root};

/// A copy of the files that git knows.
pub struct Tree {
    root: PathBuf,
    package: String,
}

impl Tree {
    pub fn copy(package: &str) -> Result<Tree, String> {
        let tree = place().join("tree");
        let listed = Command::new("git")
            .args([
                "ls-files",
                "-z",
                "--cached",
                "--others",
                "--exclude-standard",
            ])
            .current_dir(root())
            .output()
            .map_err(|e| format!("git: {e}"))?;
        let mut known = BTreeSet::new();
        for name in listed
            .stdout
            .split(|&b| b == 0)
            .filter(|name| !name.is_empty())
        {
            let name = Path::new(std::str::from_utf8(name).map_err(|e| e.to_string())?);
            let (from, to) = (root().join(name), tree.join(name));
            let Ok(text) = fs::read(&from) else {
                continue; // Deleted, but not yet in git's list.
            };
            known.insert(to.clone());
            // Unchanged files keep their modification time, so that cargo does not build them again.
            if fs::read(&to).is_ok_and(|old| old == text) {
                continue;
            }
            let error = |e| format!("{}: {e}", to.display());
            fs::create_dir_all(to.parent().unwrap_or(&tree)).map_err(error)?;
            fs::write(&to, text).map_err(error)?;
        }
        remove_others(&tree, &known)?;
        Ok(Tree {
            root: tree,
            package: package.to_owned(),
        })
    }

    pub fn package_dir(&self) -> PathBuf {
        self.root.join("crates").join(&self.package)
    }

    fn cargo(
        &self,
        arguments: &[&str],
        features: Option<&str>,
    ) -> Result<(bool, Vec<Value>, String), String> {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        command.args(arguments).args([
            "--profile",
            "mutants",
            "--message-format",
            "json",
            "-p",
            &self.package,
        ]);
        if self.package_dir().join("src/lib.rs").exists() {
            command.arg("--lib");
        } else {
            command.arg("--bins");
        }
        if let Some(features) = features {
            command.args(["--features", features]);
        }
        let output = command
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", place().join("target"))
            .env("CARGO_INCREMENTAL", "0")
            .stderr(Stdio::piped())
            .output()
            .map_err(|e| format!("cargo: {e}"))?;
        let messages = String::from_utf8_lossy(&output.stdout);
        let messages = messages
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        Ok((output.status.success(), messages.collect(), said))
    }
}

/// Removes files of an earlier copy.
fn remove_others(dir: &Path, known: &BTreeSet<PathBuf>) -> Result<(), String> {
    for entry in fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))? {
        let entry = entry.map_err(|e| e.to_string())?;
        let path = entry.path();
        if entry.file_type().is_ok_and(|t| t.is_dir()) {
            remove_others(&path, known)?;
        } else if !known.contains(&path) {
            fs::remove_file(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        }
    }
    Ok(())
}

/// The result of a build.
pub struct Built {
    /// The test programs, each with the directory that it runs in.
    pub tests: Vec<(PathBuf, PathBuf)>,
    /// The mutants that do not compile.
    pub unviable: BTreeSet<u32>,
}

pub fn build(tree: &Tree, mutants: &[Mutant], features: Option<&str>) -> Result<Built, String> {
    let mut by_file: BTreeMap<&Path, Vec<&Mutant>> = BTreeMap::new();
    for mutant in mutants {
        by_file.entry(&mutant.file).or_default().push(mutant);
    }
    let mut unviable = BTreeSet::new();
    let mut roots = BTreeSet::new();
    for name in ["src/lib.rs", "src/main.rs"] {
        let path = Path::new("crates").join(&tree.package).join(name);
        if root().join(&path).exists() {
            by_file
                .entry(Box::leak(path.clone().into_boxed_path()))
                .or_default();
            roots.insert(path);
        }
    }
    let mut arguments = vec!["test", "--no-run"];
    if tree.package_dir().join("tests/it").exists() {
        arguments.extend(["--test", "it"]);
    }
    let mut round = 0;
    loop {
        let mut files: BTreeMap<&Path, Instrumented> = BTreeMap::new();
        for (&file, all) in &by_file {
            let path = root().join(file);
            let source =
                fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let viable: Vec<&Mutant> = all
                .iter()
                .copied()
                .filter(|m| !unviable.contains(&m.id))
                .collect();
            let (mut changed, missing) =
                instrument(&source, &viable).map_err(|e| format!("{}: {e}", path.display()))?;
            unviable.extend(missing);
            if roots.contains(file) {
                changed.text.push_str(SWITCH);
            }
            let to = tree.root.join(file);
            fs::write(&to, &changed.text).map_err(|e| format!("{}: {e}", to.display()))?;
            files.insert(file, changed);
        }
        let (checked, mut messages, mut said) = tree.cargo(&["check"], features)?;
        if checked {
            // Code that only tests compile can have mutants, too.
            let (built, of_tests, said_of_tests) = tree.cargo(&arguments, features)?;
            if built {
                eprintln!(
                    "{}: {} mutants compile",
                    tree.package,
                    mutants.len() - unviable.len()
                );
                return Ok(Built {
                    tests: programs(tree, &of_tests),
                    unviable,
                });
            }
            (messages, said) = (of_tests, said_of_tests);
        }
        let before = unviable.len();
        let mut texts = String::new();
        for message in messages
            .iter()
            .filter(|m| m["reason"] == "compiler-message")
        {
            let message = &message["message"];
            if message["level"] != "error" {
                continue;
            }
            let mut found = constants(message, &by_file, &unviable);
            let spans = message["spans"].as_array();
            let spans = spans.into_iter().flatten();
            let known = !found.is_empty();
            for span in spans.filter(|s| !known && s["is_primary"] == true) {
                let file = span["file_name"].as_str().map(Path::new);
                let (Some(file), Some(at)) =
                    (file.and_then(|f| files.get(f)), span["byte_start"].as_u64())
                else {
                    continue;
                };
                found.extend_from_slice(file.blamed(at as usize));
            }
            if found.is_empty() {
                texts.push_str(message["rendered"].as_str().unwrap_or_default());
            }
            unviable.extend(found);
        }
        if unviable.len() == before {
            return Err(format!(
                "{}: cannot be built with its mutants:\n{texts}\n{said}",
                tree.package
            ));
        }
        eprintln!(
            "{}: round {round}: {} do not compile",
            tree.package,
            unviable.len() - before
        );
        round += 1;
    }
}

/// The test programs in the messages of a build, each with the directory that it runs in.
fn programs(tree: &Tree, messages: &[Value]) -> Vec<(PathBuf, PathBuf)> {
    let programs = messages
        .iter()
        .filter(|m| m["reason"] == "compiler-artifact" && m["profile"]["test"] == true);
    let programs = programs.filter_map(|m| m["executable"].as_str());
    programs
        .map(|path| (PathBuf::from(path), tree.package_dir()))
        .collect()
}

/// The mutants of functions that an error names: a function that reads a switch cannot be called where a constant is
/// computed.
fn constants(
    message: &Value,
    by_file: &BTreeMap<&Path, Vec<&Mutant>>,
    unviable: &BTreeSet<u32>,
) -> Vec<u32> {
    let text = message["message"].as_str().unwrap_or_default();
    if !text.contains("non-const") {
        return Vec::new();
    }
    let Some(name) = text.split('`').nth(1) else {
        return Vec::new();
    };
    let name = name.rsplit("::").next().unwrap_or(name);
    let all = by_file.values().flatten();
    let of = all.filter(|m| {
        !unviable.contains(&m.id)
            && m.name
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .any(|w| w == name)
    });
    of.map(|m| m.id).collect()
}
