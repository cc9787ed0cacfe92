//! The public interface of each crate, kept beside it as `api.txt`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::chores::{cargo, root, run};
use crate::published::{Published, chosen};

/// Types of other projects in the interface of a crate. ARCHITECTURE.md says why they are there.
const FOREIGN: [(&str, &str); 9] = [
    ("kifu-compare", "serde_core"),
    ("kifu-core", "serde_core"),
    ("kifu-problem", "serde_core"),
    ("kifu-search", "serde_core"),
    ("kifu-sgn", "serde_core"),
    ("kifu-jgf", "serde_core"),
    ("kifu-report", "serde_core"),
    ("kifu-stats", "serde_core"),
    ("kifu", "serde_core"),
];

/// Compares the interface of each crate with its `api.txt`, or writes that.
pub fn api(args: &[&str]) -> Result<(), String> {
    let (flags, names): (Vec<&str>, Vec<&str>) = args.iter().partition(|arg| arg.starts_with("--"));
    let bless = match flags[..] {
        [] => false,
        ["--bless"] => true,
        _ => return Err("api [CRATE…] [--bless]".into()),
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
        match bless {
            true => fs::write(&path, now).map_err(|e| format!("{}: {e}", path.display()))?,
            false => changed.push(package.name.as_str().to_owned()),
        }
    }
    if !foreign.is_empty() {
        return Err(foreign.join("\n"));
    }
    if !changed.is_empty() {
        return Err(format!(
            "not as api.txt says: {}; if that is meant: cargo xtask api --bless",
            changed.join(", ")
        ));
    }
    Ok(())
}

fn snapshot(package: &Published) -> PathBuf {
    package.folder.join("api.txt")
}

/// A line for each item, with all features; implementations that every type has are left out.
fn interface(package: &Published) -> Result<String, String> {
    let output = Command::new("cargo")
        .args(["public-api", "--all-features", "--color", "never"])
        .args(["--omit", "blanket-impls,auto-trait-impls"])
        .args(["--package", &package.name])
        .current_dir(root())
        // It chooses a nightly toolchain by itself.
        .env_remove("RUSTUP_TOOLCHAIN")
        .output()
        .map_err(|e| format!("cargo public-api: {e}"))?;
    if !output.status.success() {
        return Err(format!(
            "{}\n(it needs `cargo install cargo-public-api` and a nightly toolchain)",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    String::from_utf8(output.stdout).map_err(|e| format!("cargo public-api: {e}"))
}

/// Crates of other projects whose types are in an interface without being listed, with a line that has one.
fn foreigners(package: &Published, interface: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for line in interface.lines() {
        for krate in crates_in(line) {
            let is_ours =
                ["core", "alloc", "std", "kifu"].contains(&krate) || krate.starts_with("kifu_");
            let is_known = FOREIGN.contains(&(package.name.as_str(), krate));
            if !is_ours && !is_known && seen.insert(krate) {
                found.push(format!(
                    "{}: a type of `{krate}` is in its interface: {line}",
                    package.name
                ));
            }
        }
    }
    found
}

/// The first parts of all paths in a line.
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

/// Says whether what changed since a revision asks for a new major version.
pub fn semver(args: &[&str]) -> Result<(), String> {
    let baseline = match args {
        [] => last_release(),
        ["--baseline", revision] => Some((*revision).to_owned()),
        _ => return Err("semver [--baseline REVISION]".into()),
    };
    let Some(baseline) = baseline else {
        println!("nothing was released yet: `--baseline REVISION` names what to compare with");
        return Ok(());
    };
    let mut command = cargo(["semver-checks", "check-release", "--all-features"]);
    command.args(["--baseline-rev", &baseline]);
    for package in chosen(&[])?.iter().filter(|package| package.is_library) {
        command.args(["--package", &package.name]);
    }
    run(&mut command)
}

/// The tag of the last release that this one comes after.
fn last_release() -> Option<String> {
    let output = Command::new("git")
        .args(["describe", "--tags", "--abbrev=0", "--match", "v*"])
        .current_dir(root())
        .output()
        .ok()?;
    let tag = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    output.status.success().then_some(tag)
}
