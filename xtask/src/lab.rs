//! `test-corpus` and `bench`: build and run the crate `kifu-lab`, because xtask does not depend on any of the crates.

use crate::chores::{DIST, cargo, run, target};

pub fn test_corpus(args: &[&str]) -> Result<(), String> {
    run(lab(&["--release"]).args(["--", "test-corpus"]).args(args))
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
fn lab(profile: &[&str]) -> std::process::Command {
    let mut command = cargo(["run", "--quiet"]);
    let manifest = crate::chores::root().join("Cargo.toml");
    command.arg("--manifest-path").arg(manifest);
    command.args(["-p", "kifu-lab"]).args(profile);
    if let Ok(here) = std::env::current_dir() {
        command.current_dir(here);
    }
    command
}
