//! The public interface of each crate, stored as `api.txt`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::chores::{cargo, root, run};
use crate::published::{Published, chosen};

/// The crates of other projects whose types may be in the interface of a crate. ARCHITECTURE.md explains
/// why.
const FOREIGN: [(&str, &str); 14] = [
    ("kifu-arrow", "arrow_array"),
    ("kifu-arrow", "arrow_schema"),
    ("kifu-tables", "arrow_array"),
    ("kifu-terminal", "ratatui_core"),
    ("kifu-compare", "serde_core"),
    ("kifu-core", "serde_core"),
    ("kifu-diagram", "serde_core"),
    ("kifu-problem", "serde_core"),
    ("kifu-search", "serde_core"),
    ("kifu-sgn", "serde_core"),
    ("kifu-jgf", "serde_core"),
    ("kifu-report", "serde_core"),
    ("kifu-stats", "serde_core"),
    ("kifu", "serde_core"),
];

/// Compares the interface of each crate with its `api.txt`, or updates the file.
pub fn api(args: &[&str]) -> Result<(), String> {
    let (flags, names): (Vec<&str>, Vec<&str>) = args.iter().partition(|arg| arg.starts_with("--"));
    let bless = match flags[..] {
        [] => false,
        ["--bless"] => true,
        _ => return Err("usage: api [CRATE…] [--bless]".into()),
    };
    let mut changed = Vec::new();
    let mut foreign = Vec::new();
    for package in chosen(&names)?.iter().filter(|package| package.is_library) {
        let now = interface(package)?;
        foreign.extend(foreigners(package, &now));
        let path = snapshot(package);
        let before = fs::read_to_string(&path).unwrap_or_default();
        if before == now {
            continue;
        }
        print_changes(&package.name, &before, &now);
        if bless {
            fs::write(&path, now).map_err(|e| format!("{}: {e}", path.display()))?
        } else {
            changed.push(package.name.as_str().to_owned())
        }
    }
    if !foreign.is_empty() {
        return Err(foreign.join("\n"));
    }
    if !changed.is_empty() {
        return Err(format!(
            "the interface differs from api.txt: {}; run `cargo xtask api --bless` to accept it",
            changed.join(", ")
        ));
    }
    Ok(())
}

fn snapshot(package: &Published) -> PathBuf {
    package.folder.join("api.txt")
}

/// The interface, with one line per item and all features; implementations that every type has are omitted.
fn interface(package: &Published) -> Result<String, String> {
    let output = Command::new("cargo")
        .args(["public-api", "--all-features", "--color", "never"])
        .args(["--omit", "blanket-impls,auto-trait-impls"])
        .args(["--package", &package.name])
        .current_dir(root())
        // cargo-public-api chooses a nightly toolchain itself.
        .env_remove("RUSTUP_TOOLCHAIN")
        .output()
        .map_err(|e| format!("cargo public-api: {e}"))?;
    if !output.status.success() {
        return Err(format!(
            "{}\n(this task needs `cargo install cargo-public-api` and a nightly toolchain)",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    String::from_utf8(output.stdout).map_err(|e| format!("cargo public-api: {e}"))
}

/// Unlisted crates of other projects with types in an interface, each with a line that uses one.
fn foreigners(package: &Published, interface: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for line in interface.lines() {
        for krate in crates_in(line) {
            let is_ours = ["core", "alloc", "std", "str", "kifu"].contains(&krate)
                || krate.starts_with("kifu_");
            let is_known = FOREIGN.contains(&(package.name.as_str(), krate));
            if !is_ours && !is_known && seen.insert(krate) {
                found.push(format!(
                    "{}: the interface has a type of `{krate}`: {line}",
                    package.name
                ));
            }
        }
    }
    found
}

/// The first components of all paths in a line.
fn crates_in(line: &str) -> impl Iterator<Item = &str> {
    let is_of_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    line.split(move |c| !is_of_path(c))
        .filter_map(|word| word.split_once("::"))
        .map(|(first, _)| first)
        .filter(|first| first.starts_with(|c: char| c.is_ascii_lowercase()))
}

fn print_changes(name: &str, before: &str, now: &str) {
    let (old, new): (BTreeSet<&str>, BTreeSet<&str>) =
        (before.lines().collect(), now.lines().collect());
    println!("{name}");
    for line in old.difference(&new) {
        println!("  - {line}");
    }
    for line in new.difference(&old) {
        println!("  + {line}");
    }
}

/// Checks whether the changes since a revision require a new major version.
pub fn semver(args: &[&str]) -> Result<(), String> {
    let baseline = match args {
        [] => last_release(),
        ["--baseline", revision] => Some((*revision).to_owned()),
        _ => return Err("usage: semver [--baseline REVISION]".into()),
    };
    let Some(baseline) = baseline else {
        println!(
            "nothing has been released yet; name a revision to compare with: `--baseline REVISION`"
        );
        return Ok(());
    };
    let mut command = cargo(["semver-checks", "check-release", "--all-features"]);
    command.args(["--baseline-rev", &baseline]);
    for package in chosen(&[])?.iter().filter(|package| package.is_library) {
        command.args(["--package", &package.name]);
    }
    run(&mut command)
}

/// The tag of the last release before this revision.
fn last_release() -> Option<String> {
    let output = Command::new("git")
        .args(["describe", "--tags", "--abbrev=0", "--match", "v*"])
        .current_dir(root())
        .output()
        .ok()?;
    let tag = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    output.status.success().then_some(tag)
}
