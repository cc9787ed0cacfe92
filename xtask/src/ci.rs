//! `cargo xtask ci`: the checks of CI.

use std::env;
use std::fs::{self, File};
use std::io;
use std::process::Command;
use std::time::Instant;

use crate::chores::{cargo, run, target};

/// The option for the second row of checks.
const OPTIMIZED: &str = "--optimized";

type Check = (&'static str, fn() -> Result<(), String>);

/// The checks of what is built without optimization.
const FIRST: [Check; 9] = [
    ("formatting", formatting),
    ("tidy", crate::tidy::run),
    ("site", || crate::site::run_with(&[])),
    ("lints", lints),
    ("docs", docs),
    ("tests", tests),
    ("features", crate::builds::features),
    ("tables", || crate::tables::run_with(&["--test"])),
    ("page", || crate::page::run_with(&["--test"])),
];

/// The checks of what is built with optimization.
const SECOND: [Check; 5] = [
    ("published counts", counts),
    ("corpus", || crate::lab::test_corpus(&[])),
    ("Python", || crate::python::run_with(&["--test", "--quick"])),
    ("npm package", npm_package),
    // Uses the same inputs every time, so that a change is only judged by its own faults.
    ("fuzz", || crate::fuzz::fuzz(&["--fixed"])),
];

/// Runs all checks. There are two rows of them, each until its first failure: both have parts that take one core only,
/// and cargo locks only the directory of a profile.
pub fn run_with(args: &[&str]) -> Result<(), String> {
    match args {
        [] => both(),
        [OPTIMIZED] => row(&SECOND),
        _ => Err(format!("usage: ci [{OPTIMIZED}]")),
    }
}

fn both() -> Result<(), String> {
    let path = target().join("ci-optimized.log");
    let error = |e: io::Error| format!("{}: {e}", path.display());
    fs::create_dir_all(target()).map_err(error)?;
    let log = File::create(&path).map_err(error)?;
    // A copy of the output, because `cargo test -p xtask` replaces the program.
    let mut second = Command::new(env::current_exe().map_err(error)?)
        .args(["ci", OPTIMIZED])
        .stdout(log.try_clone().map_err(error)?)
        .stderr(log)
        .spawn()
        .map_err(error)?;
    let first = row(&FIRST);
    let is_good = second.wait().map_err(error)?.success();
    let mut log = File::open(&path).map_err(error)?;
    io::copy(&mut log, &mut io::stderr()).map_err(error)?;
    match (first, is_good) {
        (first, true) => first,
        (Ok(()), false) => Err("the checks of optimized builds failed".into()),
        (Err(first), false) => Err(format!(
            "{first}\nxtask: the checks of optimized builds failed, too"
        )),
    }
}

/// Runs checks until the first failure, and prints their times.
fn row(checks: &[Check]) -> Result<(), String> {
    let mut times = String::new();
    let result = checks.iter().try_for_each(|(name, check)| {
        let start = Instant::now();
        let result = check();
        times += &format!(" {name} {} s;", start.elapsed().as_secs());
        result
    });
    eprintln!("xtask:{}", times.trim_end_matches(';'));
    result
}

fn formatting() -> Result<(), String> {
    run(&mut cargo(["fmt", "--all", "--check"]))
}

fn lints() -> Result<(), String> {
    let clippy = ["clippy", "--all-targets", "--all-features"];
    run(cargo(clippy).args(["--", "-D", "warnings"]))?;
    run(cargo(clippy)
        .args(["-p", "xtask", "-p", "kifu-lab"])
        .args(["--", "-D", "warnings"]))
}

fn docs() -> Result<(), String> {
    run(cargo(["doc", "--no-deps", "--all-features"]).env("RUSTDOCFLAGS", "-D warnings"))
}

fn tests() -> Result<(), String> {
    run(&mut cargo(["test", "--no-fail-fast"]))?;
    run(cargo(["test", "-p", "xtask"]).args(["--", "--include-ignored"]))?;
    // Tests of what the features add.
    run(&mut cargo([
        "test",
        "-p",
        "kifu-sgn",
        "-p",
        "kifu-diagram",
        "--all-features",
    ]))
}

/// Compares published counts, which takes minutes without optimization.
fn counts() -> Result<(), String> {
    run(cargo(["test", "--release", "-p", "kifu-rules"]).args(["--test", "it", "--", "--ignored"]))
}

fn npm_package() -> Result<(), String> {
    if !crate::wasm::has_toolchain() {
        eprintln!("xtask: no nightly toolchain with rust-src; the npm package is not tested");
        return Ok(());
    }
    crate::wasm::run_with(&["--test"])
}
