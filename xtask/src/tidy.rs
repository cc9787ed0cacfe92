//! What ARCHITECTURE.md and the house rules promise, compared with what is there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::Value;

use crate::chores::{cargo, root};
use crate::codegen;

/// Crates that may open files and print: the program, and what only tests use.
const OPEN: [&str; 2] = ["kifu-cli", "kifu-testkit"];

/// Crates of which the table says less than each package they use.
const LOOSE: [&str; 3] = ["kifu", "kifu-cli", "kifu-testkit"];

/// The codecs, none of which may use another.
const CODECS: [&str; 4] = ["kifu-sgf", "kifu-jgf", "kifu-sgn", "kifu-diagram"];

/// What a library has no business with.
const OUTSIDE: [&str; 8] = [
    "std::fs",
    "std::net",
    "std::process",
    "std::env",
    "println!",
    "print!(",
    "eprint",
    "dbg!",
];

/// Runs every check, and tells all that does not hold.
pub fn run() -> Result<(), String> {
    codegen::run(true)?;
    let mut found = Vec::new();
    let uses = uses()?;
    found.extend(table(&uses)?);
    found.extend(codecs(&uses));
    found.extend(libraries(&uses)?);
    found.extend(corpus()?);
    found.extend(codes(&uses)?);
    for line in &found {
        println!("{line}");
    }
    match found.len() {
        0 => Ok(()),
        1 => Err("1 thing is not as it is said".into()),
        some => Err(format!("{some} things are not as they are said")),
    }
}

/// The packages that each crate uses, tests apart.
fn uses() -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let output = cargo(["metadata", "--no-deps", "--format-version", "1"]).output();
    let output = output.map_err(|e| format!("cargo metadata: {e}"))?;
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata: {e}"))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let of = |package: &Value| {
        let all = package["dependencies"].as_array().into_iter().flatten();
        let normal = all.filter(|dependency| dependency["kind"].is_null());
        normal.map(|dependency| text(&dependency["name"])).collect()
    };
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let crates = packages.map(|package| (text(&package["name"]), of(package)));
    Ok(crates.filter(|(name, _)| name != "xtask").collect())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// The files below a folder with one of these endings.
fn files(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(path) = todo.pop() {
        let error = |e: io::Error| format!("{}: {e}", path.display());
        if path.is_dir() {
            for entry in fs::read_dir(&path).map_err(error)? {
                todo.push(entry.map_err(error)?.path());
            }
        } else if endings
            .iter()
            .any(|ending| path.to_string_lossy().ends_with(ending))
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The table of crates in ARCHITECTURE.md names each, and what it uses.
fn table(uses: &BTreeMap<String, BTreeSet<String>>) -> Result<Vec<String>, String> {
    let page = read(&root().join("ARCHITECTURE.md"))?;
    let mut said: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for line in page.lines() {
        let [_, name, _, packages, _] = line.split('|').collect::<Vec<_>>()[..] else {
            continue;
        };
        let Some(name) = name
            .trim()
            .strip_prefix('`')
            .and_then(|n| n.strip_suffix('`'))
        else {
            continue;
        };
        let words = packages.split([',', ';', ' ']).map(str::trim);
        let words = words.filter(|word| !word.is_empty() && !word.starts_with(['(', '–']));
        let full = |word: &str| match uses.contains_key(&format!("kifu-{word}")) {
            true => format!("kifu-{word}"),
            false => word.to_owned(),
        };
        said.insert(name, words.map(full).collect());
    }
    let mut found = Vec::new();
    for (name, uses) in uses {
        match said.get(name.as_str()) {
            None => found.push(format!("ARCHITECTURE.md: the table has no {name}")),
            Some(_) if LOOSE.contains(&name.as_str()) => {}
            Some(said) if said == uses => {}
            Some(said) => found.push(format!(
                "ARCHITECTURE.md: {name} uses {uses:?}, the table says {said:?}"
            )),
        }
    }
    Ok(found)
}

fn codecs(uses: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut found = Vec::new();
    for name in CODECS {
        for other in CODECS.iter().filter(|other| uses[name].contains(**other)) {
            found.push(format!("{name} uses {other}: codecs know no other codec"));
        }
    }
    found
}

/// No library opens a file or prints; each forbids unsafe code.
fn libraries(uses: &BTreeMap<String, BTreeSet<String>>) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for name in uses.keys() {
        let source = root().join("crates").join(name).join("src");
        for path in files(&source, &[".rs"])? {
            let text = read(&path)?;
            let is_top = path.ends_with("src/lib.rs") || path.ends_with("src/main.rs");
            if is_top && !text.contains("#![forbid(unsafe_code)]") {
                found.push(format!("{}: does not forbid unsafe code", path.display()));
            }
            if OPEN.contains(&name.as_str()) {
                continue;
            }
            // Examples in documentation print, and tests read cases.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for (line, number) in code.lines().zip(1..) {
                let code = line.split("//").next().unwrap_or_default();
                if let Some(what) = OUTSIDE.iter().find(|what| code.contains(**what)) {
                    found.push(format!(
                        "{}:{number}: a library uses {what}",
                        path.display()
                    ));
                }
            }
        }
    }
    Ok(found)
}

/// Each folder of the corpus is in the list of sources, with its terms.
fn corpus() -> Result<Vec<String>, String> {
    let folder = root().join("corpus");
    let list = read(&folder.join("SOURCES.md"))?;
    let mut found = Vec::new();
    let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
    for file in files(&folder, &[""])? {
        let parent = file.strip_prefix(&folder).ok().and_then(Path::parent);
        folders.extend(
            parent
                .filter(|parent| *parent != Path::new(""))
                .map(Path::to_owned),
        );
    }
    for folder in folders {
        let listed = folder.ancestors().any(|above| {
            let above = above.to_string_lossy();
            !above.is_empty() && list.contains(&format!("`{above}`"))
        });
        if !listed {
            found.push(format!(
                "corpus/SOURCES.md does not name {}",
                folder.display()
            ));
        }
    }
    if list.matches("Terms:").count() < list.matches("\n## ").count() {
        found.push("corpus/SOURCES.md: a folder has no terms".into());
    }
    Ok(found)
}

/// What only engines to come can find.
const UNSEEN: &str = "rules/illegal";

/// Each code of a diagnostic is in some snapshot, or at least in a test.
fn codes(uses: &BTreeMap<String, BTreeSet<String>>) -> Result<Vec<String>, String> {
    let mut tested = String::new();
    let mut codes = BTreeSet::new();
    for name in uses.keys() {
        let folder = root().join("crates").join(name);
        for path in files(&folder.join("src"), &["codes.rs"])? {
            let text = read(&path)?;
            let words = text.lines().flat_map(|line| line.split('"'));
            codes.extend(words.filter(|word| is_code(word)).map(str::to_owned));
        }
        for path in files(&folder.join("src"), &[".rs"])? {
            let text = read(&path)?;
            tested.extend(text.split_once("#[cfg(test)]").map(|(_, tests)| tests));
        }
        for place in ["tests", "test_data"] {
            let place = folder.join(place);
            if place.exists() {
                for path in files(&place, &[".rs", ".snap", ".txt", ".md", ".stderr"])? {
                    tested.push_str(&read(&path)?);
                }
            }
        }
    }
    let untested = codes
        .into_iter()
        .filter(|code| code != UNSEEN && !tested.contains(code.as_str()));
    Ok(untested
        .map(|code| format!("no test has the code {code}"))
        .collect())
}

/// `sgf/undecodable-text` and the like.
fn is_code(word: &str) -> bool {
    let is_plain = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    word.split_once('/')
        .is_some_and(|(area, name)| is_plain(area) && is_plain(name))
}
