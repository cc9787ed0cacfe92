//! Mutation testing: do the tests notice faults?
//!
//! [cargo-mutants](https://mutants.rs) lists the possible changes of a crate, but builds the tests again for each of them.
//! This program builds the tests once, with hundreds of changes: each is guarded by a condition on its number, and the
//! environment variable `KIFU_MUTANT` has the number of the enabled one. The program has the feature `mutants`, because
//! its dependencies take long to build; `cargo xtask mutants` runs it.

mod build;
mod instrument;
mod list;
mod run;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use list::Mutant;

const HELP: &str = "\
usage: cargo xtask mutants CRATE… [OPTIONS]

  --sample N    how many mutants of each crate are tested (default 100)
  --seed N      decides which ones (default 1)
  --jobs N      how many are tested at once (default: the number of cores)
  --at-least P  fails if the tests of a crate catch less than P % (default 0)
  --only FILE   only the mutants that this file names, one a line, such as target/mutants/CRATE.missed
  --features L  features of the crate, besides the default ones
";

struct Options {
    crates: Vec<String>,
    sample: usize,
    seed: u64,
    jobs: usize,
    at_least: usize,
    only: Option<BTreeSet<String>>,
    features: Option<String>,
}

fn main() -> ExitCode {
    let result = options().and_then(|options| {
        let mut good = true;
        for name in &options.crates {
            good &= test(name, &options)? >= options.at_least as f64;
        }
        Ok(good)
    });
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("mutants: {error}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Result<Options, String> {
    let jobs = std::thread::available_parallelism().map_or(1, Into::into);
    let mut options = Options {
        crates: Vec::new(),
        sample: 100,
        seed: 1,
        jobs,
        at_least: 0,
        only: None,
        features: None,
    };
    let mut args = env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        let number = |text: String| {
            text.parse()
                .map_err(|_| format!("`{text}` is not a number"))
        };
        match arg.as_str() {
            "--sample" => options.sample = number(value()?)?,
            "--seed" => options.seed = number(value()?)? as u64,
            "--jobs" => options.jobs = number(value()?)?.max(1),
            "--at-least" => options.at_least = number(value()?)?,
            "--features" => options.features = Some(value()?),
            "--only" => {
                let path = value()?;
                let text = fs::read_to_string(&path).map_err(|e| format!("{path}: {e}"))?;
                options.only = Some(text.lines().map(str::to_owned).collect());
            }
            "--help" | "-h" => return Err(HELP.to_owned()),
            _ if arg.starts_with('-') => {
                return Err(format!("unexpected argument `{arg}`\n{HELP}"));
            }
            _ if arg == "kifu" || arg.starts_with("kifu-") => options.crates.push(arg),
            _ => options.crates.push(format!("kifu-{arg}")),
        }
    }
    if options.crates.is_empty() {
        return Err(format!("no crate is named\n{HELP}"));
    }
    Ok(options)
}

pub fn root() -> &'static Path {
    let parent = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    parent.expect("xtask is in the workspace")
}

/// Where the changed copy of the workspace is, and the results.
pub fn place() -> PathBuf {
    root().join("target/mutants")
}

/// Tests the mutants of one crate, and returns how many of a hundred are caught.
fn test(package: &str, options: &Options) -> Result<f64, String> {
    let mut mutants = list::list(root(), package, options.seed)?;
    let all = mutants.len();
    let wanted = match &options.only {
        Some(only) => {
            mutants.retain(|m| only.contains(&m.name));
            mutants.len()
        }
        None => options.sample,
    };
    // About a third of them do not compile.
    mutants.truncate(wanted.saturating_mul(2) + 20);
    let tree = build::Tree::copy(package)?;
    let built = build::build(&tree, &mutants, options.features.as_deref())?;
    let tested: Vec<&Mutant> = mutants
        .iter()
        .filter(|m| !built.unviable.contains(&m.id))
        .take(wanted)
        .collect();
    let last = tested.last().map_or(0, |m| m.id);
    let unviable = built.unviable.iter().filter(|&&id| id <= last).count();
    let missed = run::run(&built.tests, &tested, options.jobs)?;
    let names: String = missed.iter().map(|m| format!("{}\n", m.name)).collect();
    let path = place().join(format!("{package}.missed"));
    fs::write(&path, &names).map_err(|e| format!("{}: {e}", path.display()))?;
    print!("{names}");
    let caught = tested.len() - missed.len();
    let percent = caught as f64 * 100.0 / tested.len().max(1) as f64;
    println!(
        "{package}: {} of {all} tested, seed {}; {unviable} more do not compile; {caught} caught ({percent:.0} %), {} survive",
        tested.len(),
        options.seed,
        missed.len(),
    );
    Ok(percent)
}
