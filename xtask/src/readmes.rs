//! Runs the programs in READMEs, builds the programs in cookbooks, each in a fresh crate, and measures the costs of
//! each crate for its users.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::chores::{cargo, root, run, shown};
use crate::published::{Published, array, chosen, target, text};
use crate::workspace::{files, read, write};

/// Runs the first program of each README and builds all programs of each cookbook in a crate that depends only on
/// that crate, and prints a table; with `--measure` also runs slow measurements.
pub fn readmes(args: &[&str]) -> Result<(), String> {
    let (flags, names): (Vec<&str>, Vec<&str>) = args.iter().partition(|arg| arg.starts_with("--"));
    let measure = match flags[..] {
        [] => false,
        ["--measure"] => true,
        _ => return Err("usage: readmes [CRATE…] [--measure]".into()),
    };
    let crates: Vec<Published> = chosen(&names)?
        .into_iter()
        .filter(|package| package.is_library)
        .collect();
    let folder = target()?.join("readmes");
    let mut rows = Vec::new();
    let mut failed = Vec::new();
    for package in &crates {
        let fresh = fresh(package, &folder)?;
        eprintln!("{}", package.name);
        for arguments in [&["run", "--quiet"][..], &["check", "--quiet", "--examples"]] {
            let output = cargo(arguments)
                .current_dir(&fresh)
                .env("CARGO_TARGET_DIR", folder.join("target"))
                .output()
                .map_err(|e| format!("cargo {}: {e}", arguments[0]))?;
            if !output.status.success() {
                eprintln!("{}", String::from_utf8_lossy(&output.stderr));
                failed.push(package.name.clone());
            }
        }
        let (direct, all) = outside(package, &fresh)?;
        let mut row = vec![
            format!("`{}`", package.name),
            own_lines(package)?.to_string(),
            direct.to_string(),
            all.to_string(),
            examples(package)?.to_string(),
        ];
        if measure {
            row.push(documentation(package)?.to_string());
            row.push(format!("{:.1}", build_time(&fresh, &folder.join("alone"))?));
        }
        rows.push(row);
    }
    println!(
        "| crate | own lines | outside dependencies: direct | all | examples |{}",
        if measure {
            " KiB of documentation | s to build |"
        } else {
            ""
        }
    );
    println!(
        "| --- |{}",
        " ---: |".repeat(rows.first().map_or(0, Vec::len) - 1)
    );
    for row in rows {
        println!("| {} |", row.join(" | "));
    }
    match failed[..] {
        [] => Ok(()),
        _ => Err(format!(
            "programs in READMEs or cookbooks do not run: {}",
            failed.join(", ")
        )),
    }
}

/// Creates a crate as a reader of the README would.
fn fresh(package: &Published, folder: &Path) -> Result<PathBuf, String> {
    let program = program(package)?;
    let fresh = folder.join(&package.name);
    let manifest = format!(
        "[package]\nname = \"readme-of-{name}\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\n{name} = {{ path = {path:?} }}\n",
        name = package.name,
        path = package.folder,
    );
    // The lock file selects the tested versions, without access to a registry.
    let lock =
        fs::read_to_string(root().join("Cargo.lock")).map_err(|e| format!("Cargo.lock: {e}"))?;
    for (name, content) in [
        ("Cargo.toml", manifest),
        ("Cargo.lock", lock),
        ("src/main.rs", program),
    ] {
        let path = fresh.join(name);
        let parent = path.parent().unwrap_or(&fresh);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, content))
            .map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let examples = fresh.join("examples");
    if examples.exists() {
        fs::remove_dir_all(&examples).map_err(|e| format!("{}: {e}", examples.display()))?;
    }
    let cookbook = package.folder.join("COOKBOOK.md");
    if cookbook.exists() {
        for (number, program) in (1..).zip(recipes(&read(&cookbook)?)) {
            write(&examples.join(format!("recipe{number}.rs")), &program)?;
        }
    }
    Ok(fresh)
}

/// The Rust blocks of a cookbook as programs, made in the same way as those of `cargo test --doc`.
fn recipes(page: &str) -> Vec<String> {
    let mut recipes = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once("```rust\n") {
        let (block, after) = after.split_once("\n```").unwrap_or((after, ""));
        rest = after;
        let lines = block.lines().map(|line| match line.strip_prefix('#') {
            Some(hidden) if hidden.is_empty() || hidden.starts_with(' ') => hidden,
            _ => line,
        });
        let code = lines.collect::<Vec<_>>().join("\n");
        recipes.push(if code.contains("fn main()") {
            code
        } else if code.trim_end().ends_with("(())") {
            format!(
                "fn main() {{\n    fn recipe() -> Result<(), impl core::fmt::Debug> {{\n{code}\n}}\n    \
                 recipe().unwrap()\n}}\n"
            )
        } else {
            format!("fn main() {{\n{code}\n}}\n")
        });
    }
    recipes
}

/// The first Rust block of a README.
fn program(package: &Published) -> Result<String, String> {
    let path = package.folder.join("README.md");
    let page = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let after = page.split_once("```rust\n").map(|(_, after)| after);
    let program = after.and_then(|after| Some(after.split_once("\n```")?.0));
    match program {
        Some(program) if program.contains("fn main()") => Ok(format!("{program}\n")),
        _ => Err(format!(
            "{}: the first Rust block is not a complete program",
            path.display()
        )),
    }
}

/// The numbers of direct and of all external dependencies, with default features.
fn outside(package: &Published, fresh: &Path) -> Result<(usize, usize), String> {
    let host = Command::new("rustc")
        .args(["--print", "host-tuple"])
        .output();
    let host = host.map_err(|e| format!("rustc: {e}"))?;
    let host = String::from_utf8_lossy(&host.stdout);
    let output = cargo([
        "metadata",
        "--format-version",
        "1",
        "--filter-platform",
        host.trim(),
    ])
    .current_dir(fresh)
    .output()
    .map_err(|e| format!("cargo metadata: {e}"))?;
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata: {e}"))?;
    let outsiders: BTreeSet<String> = array(&metadata["packages"])
        .filter(|package| !package["source"].is_null())
        .map(|package| text(&package["id"]))
        .collect();
    let nodes: Vec<&Value> = array(&metadata["resolve"]["nodes"]).collect();
    let uses = |id: &str| -> Vec<String> {
        let node = nodes.iter().find(|node| node["id"] == id);
        let all = node.into_iter().flat_map(|node| array(&node["deps"]));
        let normal = all
            .filter(|dependency| array(&dependency["dep_kinds"]).any(|kind| kind["kind"] != "dev"));
        normal.map(|dependency| text(&dependency["pkg"])).collect()
    };
    let is_named = |found: &&Value| text(&found["name"]) == package.name;
    let own = array(&metadata["packages"])
        .find(is_named)
        .map(|found| text(&found["id"]));
    let own = own.ok_or_else(|| format!("{}: cargo metadata does not list it", package.name))?;
    let direct = uses(&own)
        .iter()
        .filter(|id| outsiders.contains(*id))
        .count();
    let mut all = BTreeSet::new();
    let mut todo = vec![own];
    while let Some(id) = todo.pop() {
        todo.extend(uses(&id).into_iter().filter(|id| all.insert(id.clone())));
    }
    Ok((direct, all.intersection(&outsiders).count()))
}

/// The number of lines of code in `src`, without tests, comments and empty lines.
fn own_lines(package: &Published) -> Result<usize, String> {
    let mut lines = 0;
    for path in files(&package.folder.join("src"), &[".rs"])? {
        let is_test = path.file_stem().is_some_and(|name| name == "tests");
        let source = read(&path)?;
        let code = source
            .split("#[cfg(test)]\nmod tests")
            .next()
            .unwrap_or_default();
        let counts = |line: &&str| !line.is_empty() && !line.starts_with("//");
        lines += if is_test {
            0
        } else {
            code.lines().map(str::trim).filter(counts).count()
        };
    }
    Ok(lines)
}

/// The number of tested examples: those in the documentation, including pages, and programs.
fn examples(package: &Published) -> Result<usize, String> {
    let mut count = 0;
    for path in files(&package.folder.join("src"), &[".rs"])? {
        let source = read(&path)?;
        let comments = source.lines().map(str::trim_start).filter_map(|line| {
            line.strip_prefix("///")
                .or_else(|| line.strip_prefix("//!"))
        });
        count += blocks(comments);
        for page in source
            .split("#[doc = include_str!(\"../")
            .skip(1)
            .chain(source.split("#![doc = include_str!(\"../").skip(1))
        {
            let name = page.split('"').next().unwrap_or_default();
            count += blocks(read(&package.folder.join(name))?.lines());
        }
    }
    let programs = package.folder.join("examples");
    let programs = if programs.exists() {
        fs::read_dir(&programs).map_or(0, Iterator::count)
    } else {
        0
    };
    Ok(count + programs)
}

/// The number of tested Rust blocks.
fn blocks<'t>(lines: impl Iterator<Item = &'t str>) -> usize {
    let mut is_inside = false;
    let mut count = 0;
    for line in lines {
        let Some(kind) = line.trim().strip_prefix("```") else {
            continue;
        };
        let is_tested = matches!(kind, "" | "rust" | "no_run" | "should_panic");
        count += usize::from(!is_inside && is_tested);
        is_inside = !is_inside;
    }
    count
}

/// The size of the documentation of this crate alone in KiB, with all features.
fn documentation(package: &Published) -> Result<u64, String> {
    run(&mut cargo([
        "doc",
        "--quiet",
        "--no-deps",
        "--all-features",
        "--package",
        &package.name,
    ]))?;
    let folder = target()?.join("doc").join(package.name.replace('-', "_"));
    let mut bytes = 0;
    for path in files(&folder, &[".html"])? {
        bytes += fs::metadata(&path)
            .map_err(|e| format!("{}: {e}", path.display()))?
            .len();
    }
    Ok(bytes.div_ceil(1024))
}

/// The processor time in seconds for building a program with all its dependencies from scratch.
fn build_time(fresh: &Path, built: &Path) -> Result<f64, String> {
    if built.exists() {
        fs::remove_dir_all(built).map_err(|e| format!("{}: {e}", built.display()))?;
    }
    // The shell adds up the times of its child processes.
    let mut command = Command::new("sh");
    command
        .args(["-c", "cargo build --quiet && times"])
        .current_dir(fresh)
        .env("CARGO_TARGET_DIR", built);
    let output = command
        .output()
        .map_err(|e| format!("{}: {e}", shown(&command)))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let stdout = String::from_utf8_lossy(&output.stdout);
    let of_children = stdout.lines().last().unwrap_or_default();
    let seconds = |time: &str| -> Option<f64> {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    of_children
        .split(' ')
        .map(seconds)
        .sum::<Option<f64>>()
        .ok_or_else(|| format!("`times` printed {stdout}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_programs() {
        let page = "# Cookbook\n\n```rust\nassert!(true);\n# let hidden = 1;\n```\n\n```text\nno\n```\n\n\
            ```rust\nlet x: u8 = \"1\".parse()?;\n# Ok::<(), core::num::ParseIntError>(())\n```\n";
        let recipes = recipes(page);
        assert_eq!(
            recipes[0],
            "fn main() {\nassert!(true);\n let hidden = 1;\n}\n"
        );
        assert!(recipes[1].contains("recipe().unwrap()"), "{}", recipes[1]);
        assert_eq!(recipes.len(), 2);
    }
}
