//! Mutation testing: checks whether the tests notice faults.

use std::fs;
use std::process::Command;

use crate::chores::{cargo, root, run};

/// The crates whose behaviour is specified by their own tests.
const CRATES: [&str; 9] = [
    "lex", "tree", "value", "sgn", "rules", "rgf", "timeline", "jgf", "sgf",
];

/// Tests that take seconds and overlap with others: the corpus, large inputs, other engines. They run only for
/// mutants that survived the quick tests.
const SLOW: [&str; 4] = ["big::", "corpus::", "engines::", "large_recordings"];

/// Runs `cargo mutants`, which reports the outcome of each mutant; the arguments are
/// `[CRATE…] [--shard K/N] [--survivors]`. Survivors are identified by their position, so the code must not
/// change between runs; tests may be added.
pub fn test(args: &[&str]) -> Result<(), String> {
    let (mut crates, mut shard, mut survivors) = (Vec::new(), None, false);
    let mut args = args.iter();
    while let Some(&arg) = args.next() {
        match arg {
            "--shard" => shard = Some(*args.next().ok_or("--shard needs K/N")?),
            "--survivors" => survivors = true,
            name if CRATES.contains(&name.trim_start_matches("kifu-")) => {
                crates.push(name.trim_start_matches("kifu-"));
            }
            other => {
                return Err(format!(
                    "unexpected argument `{other}`; the crates are {}",
                    CRATES.join(", ")
                ));
            }
        }
    }
    let have = Command::new("cargo")
        .args(["mutants", "--version"])
        .output();
    if !have.is_ok_and(|out| out.status.success()) {
        return Err("cargo-mutants is missing; run `cargo install cargo-mutants --locked`".into());
    }
    if crates.is_empty() {
        crates = CRATES.to_vec();
    }
    let mut missed = Vec::new();
    for name in crates {
        let package = format!("kifu-{name}");
        let output = root().join("target/mutants").join(&package);
        fs::create_dir_all(&output).map_err(|e| format!("{}: {e}", output.display()))?;
        let mut command = cargo(["mutants", "--package", &package, "--output"]);
        command.arg(&output).env("INSTA_UPDATE", "no");
        if survivors {
            let list = output.join("mutants.out/missed.txt");
            let list = fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?;
            if list.is_empty() {
                continue;
            }
            command.args(
                list.lines()
                    .flat_map(|name| ["--re".to_owned(), exactly(name)]),
            );
        } else if let Some(shard) = shard {
            command.args(["--shard", shard]);
        }
        // Skip documentation examples: each needs its own link step, and cases and laws must detect the
        // faults.
        command.args(["--", "--lib", "--test", "it"]);
        if !survivors {
            command.arg("--");
            command.args(SLOW.iter().flat_map(|name| ["--skip", name]));
        }
        // The command fails if a mutant survives; the other results are still of interest.
        if let Err(error) = run(&mut command) {
            missed.push(error);
        }
    }
    if missed.is_empty() {
        Ok(())
    } else {
        Err(missed.join("\n"))
    }
}

/// A regular expression for exactly this name, which includes the position and the change.
fn exactly(name: &str) -> String {
    let mut pattern = String::from("^");
    for c in name.chars() {
        if r"\.+*?()|[]{}^$".contains(c) {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('$');
    pattern
}
