//! `cargo xtask tables`: tests the crates that need Arrow and Parquet.

use crate::chores::{cargo, root, run};

/// The crates, which are not default members because their dependencies take minutes to build.
const CRATES: [&str; 4] = ["-p", "kifu-arrow", "-p", "kifu-tables"];

/// The command with the verbs for tables.
const COMMAND: [&str; 4] = ["-p", "kifu-cli", "--features", "tables"];

/// Tests the crates, and the verbs of the command. `--full` adds the slow tests.
pub fn run_with(args: &[&str]) -> Result<(), String> {
    let full = match args {
        ["--test"] => false,
        ["--test", "--full"] => true,
        _ => return Err("usage: tables --test [--full]".into()),
    };
    let clippy = ["clippy", "--all-targets"];
    run(cargo(clippy).args(CRATES).args(["--", "-D", "warnings"]))?;
    run(cargo(["doc", "--no-deps"])
        .args(CRATES)
        .env("RUSTDOCFLAGS", "-D warnings"))?;
    run(cargo(["test"]).args(CRATES))?;
    run(cargo(["test"])
        .args(COMMAND)
        .args(["--test", "it", "--", "tables", "guide", "help"]))?;
    if full {
        run(cargo(["test"])
            .args(CRATES)
            .args(["--", "--ignored"])
            .env("KIFU_TEST_CORPUS", root().join("corpus")))?;
    }
    Ok(())
}
