//! Runs the tests against one mutant after another.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::list::Mutant;

/// Tests that take seconds and overlap with others: the corpus, large inputs, other engines, many runs of the command.
/// They run only for mutants that survived the quick tests.
const SLOW: [&str; 22] = [
    "archives::",
    "big::",
    "chunks_of_joined",
    "commands::",
    "copies::",
    "corpus::",
    "dedupe::",
    "engines::",
    "every_member_is",
    "every_verb::",
    "games_of_the_corpus",
    "jgf_in_chunks",
    "large::",
    "large_recordings",
    "laws::characters_are_encoded",
    "laws::files_are_read",
    "laws::short_sequences_are",
    "laws::texts_are_read",
    "long_games::a_long_game",
    "programs::",
    "short_records_are",
    "survival::",
];

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
                        if all.all(|(test, &limit)| {
                            finishes(test, Some(mutant.id), slow, limit).is_some()
                        }) {
                            let tests = if slow { "" } else { " the quick tests" };
                            eprintln!("survives{tests}: {}", mutant.name);
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

/// The limits of a test program.
#[derive(Clone, Copy)]
struct Limit {
    time: Duration,
    /// Processor time, on systems that report it. Unlike `time`, it does not depend on the load of the machine.
    processor: Duration,
}

/// Runs the tests without a mutant, and derives the limits from that.
fn baseline(test: &(PathBuf, PathBuf), slow: bool) -> Result<Limit, String> {
    let hour = Duration::from_secs(3600);
    let start = Instant::now();
    let run = finishes(
        test,
        None,
        slow,
        Limit {
            time: hour,
            processor: hour,
        },
    );
    let Some(processor) = run else {
        return Err(format!("{} fails without a mutant", test.0.display()));
    };
    let (time, processor) = (start.elapsed() * 10, processor * 4);
    let least = Duration::from_secs(5);
    Ok(Limit {
        time: time + 10 * least,
        processor: processor + least,
    })
}

/// Runs a test program, and returns the time of the processor that it took; `None` if a test failed. It is stopped at
/// the first test that fails, and at the limit.
fn finishes(
    (program, dir): &(PathBuf, PathBuf),
    mutant: Option<u32>,
    slow: bool,
    limit: Limit,
) -> Option<Duration> {
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
    let failed = Arc::new(AtomicBool::new(false));
    let seen = failed.clone();
    std::thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            if line.ends_with(b" ... FAILED") {
                seen.store(true, Ordering::Relaxed);
            }
        }
    });
    let start = Instant::now();
    let (mut pause, mut taken) = (Duration::from_millis(2), Duration::ZERO);
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return status.success().then_some(taken);
        }
        taken = processor(child.id()).unwrap_or(taken);
        if failed.load(Ordering::Relaxed) || start.elapsed() > limit.time || taken > limit.processor
        {
            let group = format!("-{}", child.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

/// The processor time of a process, which Linux reports in hundredths of a second.
fn processor(id: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name of the program, in parentheses, may contain spaces.
    let fields = text.rsplit_once(") ")?.1.split(' ');
    let ticks = fields
        .skip(11)
        .take(2)
        .map(|field| field.parse::<u64>().unwrap_or(0));
    Some(Duration::from_millis(10 * ticks.sum::<u64>()))
}
