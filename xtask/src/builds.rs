//! Checks that the workspace builds in unusual configurations.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::chores::{cargo, root, run, shown, target};
use crate::published::published;
use crate::workspace::Workspace;

/// Checks every crate with default features, without features, with each feature alone, and with all features, and
/// tests charsets without tables.
pub fn features() -> Result<(), String> {
    without_tables()?;
    for (name, package) in &Workspace::at(root())?.crates {
        let check = |args: &[&str]| run(cargo(["check", "--quiet", "-p", name]).args(args));
        check(&["--all-targets"])?;
        check(&["--no-default-features"])?;
        for feature in &package.features {
            check(&["--no-default-features", "--features", feature])?;
        }
        if !package.features.is_empty() {
            check(&["--all-features"])?;
        }
    }
    Ok(())
}

/// Tests charsets without tables, and checks that no other feature of the facade brings the tables back.
fn without_tables() -> Result<(), String> {
    const TABLES: &str = "charset-tables";
    let workspace = Workspace::at(root())?;
    let features = workspace.crates["kifu"].features.iter();
    let others: Vec<_> = features
        .map(String::as_str)
        .filter(|f| *f != TABLES)
        .collect();
    let mut tree = cargo([
        "tree",
        "--package",
        "kifu",
        "--edges",
        "normal",
        "--prefix",
        "none",
    ]);
    tree.args(["--no-default-features", "--features", &others.join(",")]);
    let output = tree.output().map_err(|e| format!("cargo tree: {e}"))?;
    let packages = String::from_utf8_lossy(&output.stdout);
    if !packages.starts_with("kifu ") || packages.contains("\nencoding_rs ") {
        return Err(format!(
            "{}: kifu without {TABLES} depends on encoding_rs",
            shown(&tree)
        ));
    }
    run(cargo(["test", "-p", "kifu-charset"]).args(["--no-default-features", "--tests"]))
}

/// Checks the workspace with the lowest allowed version of each dependency.
///
/// This runs in a copy, to keep the lock file. Choosing these versions is an unstable option of `cargo update`; the
/// compiler is the usual one.
pub fn minimal_versions() -> Result<(), String> {
    let copy = root().join("target/minimal-versions");
    let error = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    let listed = Command::new("git")
        .args(["ls-files", "-z", "Cargo.toml", "crates", "xtask"])
        .current_dir(root())
        .output();
    let listed = listed.map_err(|e| format!("git ls-files: {e}"))?;
    if copy.exists() {
        fs::remove_dir_all(&copy).map_err(|e| error(&copy, e))?;
    }
    for name in String::from_utf8_lossy(&listed.stdout).split_terminator('\0') {
        let (from, to) = (root().join(name), copy.join(name));
        let folder = to.parent().unwrap_or(&copy);
        fs::create_dir_all(folder).map_err(|e| error(folder, e))?;
        // A listed but missing file was removed without a commit.
        if from.exists() {
            fs::copy(&from, &to).map_err(|e| error(&from, e))?;
        }
    }
    run(cargo(["update", "-Z", "direct-minimal-versions"])
        .env("RUSTC_BOOTSTRAP", "1")
        .current_dir(&copy))?;
    run(cargo(["check", "--workspace", "--all-features"])
        .env("CARGO_TARGET_DIR", root().join("target/minimal"))
        .current_dir(&copy))
}

/// The features of the facade that work without std.
const WITHOUT_STD: &str = "charset-tables,check,compare,hash,sgn";

/// Builds the crates of the category no-std, without default features, for a target without std.
pub fn no_std() -> Result<(), String> {
    let build = |package: &str, features: &[&str]| {
        run(
            cargo(["build", "--quiet", "--target", "thumbv7em-none-eabi"])
                .args(["--package", package, "--no-default-features"])
                .args(features),
        )
    };
    for package in published()? {
        if package
            .categories
            .iter()
            .any(|name| name.starts_with("no-std"))
        {
            build(&package.name, &[])?;
        }
    }
    build("kifu", &["--features", WITHOUT_STD])
}

/// Runs tests of SGF, the corpus and fuzz targets with a lexer that has no shortcuts. `args` are those of `test-corpus`.
pub fn grammar(args: &[&str]) -> Result<(), String> {
    let by_grammar = |mut command: Command| {
        run(command
            .env("RUSTFLAGS", "--cfg kifu_lex_grammar")
            .env("CARGO_TARGET_DIR", target().join("grammar")))
    };
    let xtask = |args: &[&str]| {
        let mut command = Command::new(env::current_exe().map_err(|e| e.to_string())?);
        command.args(args);
        by_grammar(command)
    };
    let mut tests = cargo(["test", "--quiet", "--tests"]);
    for package in [
        "kifu-lex",
        "kifu-sgf",
        "kifu-check",
        "kifu-replay",
        "kifu-rgf",
    ] {
        tests.args(["--package", package]);
    }
    by_grammar(tests)?;
    xtask(&[&["test-corpus"], args].concat())?;
    for target in ["lex", "sgf_document", "sgf_edit"] {
        xtask(&["fuzz", target, "--fixed"])?;
    }
    Ok(())
}

/// Checks the published crates of each minimum compiler version together, with all features. [`features`] checks each crate
/// alone.
pub fn msrv() -> Result<(), String> {
    let mut by_version = BTreeMap::<String, Vec<String>>::new();
    for package in published()? {
        by_version
            .entry(package.rust_version)
            .or_default()
            .push(package.name);
    }
    for (version, names) in by_version {
        let mut command = Command::new("rustup");
        command.args([
            "run",
            &version,
            "cargo",
            "check",
            "--quiet",
            "--all-features",
        ]);
        command.args(names.iter().flat_map(|name| ["--package", name]));
        // `cargo xtask` sets variables for the usual toolchain.
        command
            .current_dir(root())
            .env_remove("CARGO")
            .env_remove("RUSTC");
        run(&mut command)?;
    }
    Ok(())
}
