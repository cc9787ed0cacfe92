//! `test-corpus` and `bench`: build and run the crate `kifu-lab`, because xtask does not depend on any of the crates.
//! `conformance` runs the Python program that anyone can use without Rust.

use std::process::Command;

use crate::chores::{DIST, cargo, root, run, target};

pub fn test_corpus(args: &[&str]) -> Result<(), String> {
    run(lab(&["--release"]).args(["--", "test-corpus"]).args(args))
}

/// Runs a program on the conformance suite; kifu, if no program is named. `--table` writes the page of the results.
pub fn conformance(args: &[&str]) -> Result<(), String> {
    if args == ["--table"] {
        return conformance_table();
    }
    let mut runner = suite("run.py");
    runner.args(args);
    if !args
        .iter()
        .any(|arg| *arg == "--program" || arg.starts_with("--program="))
    {
        run(&mut cargo([
            "build",
            "--quiet",
            "-p",
            "kifu",
            "--example",
            "conformance",
        ]))?;
        let name = format!("conformance{}", std::env::consts::EXE_SUFFIX);
        let program = target().join("debug/examples").join(name);
        // The runner splits the command as a shell does.
        runner.arg(format!("--program='{}'", program.display()));
    }
    run(&mut runner)
}

/// Writes `corpus/conformance/RESULTS.md` from the results of programs.
pub fn conformance_table() -> Result<(), String> {
    run(&mut suite("table.py"))
}

/// A program of the conformance suite.
fn suite(name: &str) -> Command {
    let mut command = Command::new(std::env::var_os("PYTHON").unwrap_or("python3".into()));
    let script = root().join("corpus/conformance").join(name);
    command.arg("-B").arg(script);
    command
}

/// Measures with the profile of released binaries: `dist`.
pub fn bench(args: &[&str]) -> Result<(), String> {
    run(cargo(["build", "--quiet", "-p", "kifu-cli"]).args(DIST))?;
    let name = format!("kifu{}", std::env::consts::EXE_SUFFIX);
    run(lab(&DIST)
        .args(["--features", "bench", "--", "bench"])
        .args(args)
        .env("KIFU_BENCH_COMMAND", target().join("dist").join(name)))
}

/// Returns a `cargo run` command for the crate. It runs in the current directory, so that relative paths work.
fn lab(profile: &[&str]) -> Command {
    let mut command = cargo(["run", "--quiet"]);
    let manifest = root().join("Cargo.toml");
    command.arg("--manifest-path").arg(manifest);
    command.args(["-p", "kifu-lab"]).args(profile);
    if let Ok(here) = std::env::current_dir() {
        command.current_dir(here);
    }
    command
}
