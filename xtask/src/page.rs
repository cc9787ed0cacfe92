//! `cargo xtask page`: builds the script of pages, and tests pages in Chromium.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::chores::{cargo, root, run, target};

/// Builds the script and the style sheet into `crates/kifu-page/src/built`.
///
/// `--test` compares them with what is there instead, and tests pages in Chromium; `--full` tests with all records of
/// the corpus, or of another directory.
pub fn run_with(args: &[&str]) -> Result<(), String> {
    let (mut test, mut full, mut corpus) = (false, false, None);
    for arg in args {
        match *arg {
            "--test" => test = true,
            "--full" => full = true,
            path if !path.starts_with('-') && corpus.is_none() => {
                corpus = Some(PathBuf::from(path))
            }
            other => return Err(format!("page: unexpected argument `{other}`")),
        }
    }
    let web = root().join("crates/kifu-page/web");
    install(&web)?;
    run(Command::new(npm("npx")).arg("tsc").current_dir(&web))?;
    let mut build = node(&web);
    build.arg("build.mjs");
    if !test {
        return run(&mut build);
    }
    run(build.arg("--check"))?;
    run(&mut cargo([
        "build",
        "--quiet",
        "-p",
        "kifu-page",
        "--features",
        "recordings",
        "--examples",
    ]))?;
    let corpus = corpus.unwrap_or_else(|| root().join("corpus/sgf"));
    let corpus = std::path::absolute(&corpus).map_err(|e| format!("{}: {e}", corpus.display()))?;
    let mut tests = node(&web);
    tests
        .arg("test/run.mjs")
        .arg(target().join("debug/examples"))
        .arg(corpus)
        .arg(target().join("page"));
    if full {
        tests.arg("--full");
    }
    run(&mut tests)
}

/// Installs the packages that the lock file names, unless they are there.
pub(crate) fn install(web: &Path) -> Result<(), String> {
    let modified = |path: PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    let installed = modified(web.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= modified(web.join("package-lock.json")) {
        return Ok(());
    }
    let mut npm = Command::new(npm("npm"));
    run(npm
        .args(["ci", "--no-audit", "--no-fund", "--silent"])
        .current_dir(web))
}

pub(crate) fn node(web: &Path) -> Command {
    let mut node = Command::new("node");
    node.current_dir(web);
    node
}

/// The name of a program of npm.
pub(crate) fn npm(name: &str) -> String {
    if cfg!(windows) {
        format!("{name}.cmd")
    } else {
        name.to_owned()
    }
}
