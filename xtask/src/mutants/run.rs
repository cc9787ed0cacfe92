//! Runs the tests against one mutant after another.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::list::Mutant;

/// Tests that take seconds and overlap with others: the corpus, large inputs, other engines. They run only for
/// mutants that survived the quick tests.
const SLOW: [&str; 4] = ["big::", "corpus::", "engines::", "large_recordings"];

/// Above this, in KiB, a program is stopped: a mutant may reserve memory without end.
const MEMORY: &str = "6000000";

/// The mutants that no test notices.
pub fn run<'a>(
    tests: &[(PathBuf, PathBuf)],
    mutants: &[&'a Mutant],
    jobs: usize,
) -> Result<Vec<&'a Mutant>, String> {
    let mut missed = mutants.to_vec();
    for slow in [false, true] {
        let limits = tests
            .iter()
            .map(|test| baseline(test, slow))
            .collect::<Result<Vec<_>, _>>()?;
        let (next, survive) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    while let Some(mutant) = missed.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let mut all = tests.iter().zip(&limits);
                        if all.all(|(test, &limit)| passes(test, Some(mutant.id), slow, limit)) {
                            survive.lock().expect("no thread panics").push(*mutant);
                        }
                    }
                });
            }
        });
        missed = survive.into_inner().expect("no thread panics");
        missed.sort_by_key(|m| m.id);
    }
    // A mutant may have changed the files that the tests read.
    for test in tests {
        baseline(test, true)?;
    }
    Ok(missed)
}

/// How long the tests may take, from the time that they take without a mutant.
fn baseline(test: &(PathBuf, PathBuf), slow: bool) -> Result<Duration, String> {
    let start = Instant::now();
    if !passes(test, None, slow, Duration::from_secs(1200)) {
        return Err(format!("{} fails without a mutant", test.0.display()));
    }
    Ok(start.elapsed() * 6 + Duration::from_secs(20))
}

fn passes(
    (program, dir): &(PathBuf, PathBuf),
    mutant: Option<u32>,
    slow: bool,
    limit: Duration,
) -> bool {
    let mut command = Command::new("sh");
    // A group of its own, so that the programs which a test starts end with it.
    command
        .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$@\""), "sh"])
        .arg(program)
        .process_group(0);
    if !slow {
        command.args(SLOW.iter().flat_map(|name| ["--skip", name]));
    }
    if let Some(mutant) = mutant {
        command.env("KIFU_MUTANT", mutant.to_string());
    }
    finishes(&mut command, dir, limit)
}

/// Whether a test program ends well. It is stopped at the first test that fails, and after the limit.
fn finishes(command: &mut Command, dir: &Path, limit: Duration) -> bool {
    command
        .current_dir(dir)
        .env("INSTA_UPDATE", "no")
        .env("CARGO_MANIFEST_DIR", dir);
    let mut child = match command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
    {
        Ok(child) => child,
        Err(error) => panic!("sh cannot be started: {error}"),
    };
    let output = child.stdout.take().expect("the output is a pipe");
    let failed = std::sync::Arc::new(AtomicUsize::new(0));
    let seen = failed.clone();
    std::thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            if line.ends_with(b" ... FAILED") {
                seen.store(1, Ordering::Relaxed);
            }
        }
    });
    let start = Instant::now();
    let mut pause = Duration::from_millis(2);
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return status.success();
        }
        if failed.load(Ordering::Relaxed) == 1 || start.elapsed() > limit {
            let group = format!("-{}", child.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
            let _ = child.kill();
            let _ = child.wait();
            return false;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}
