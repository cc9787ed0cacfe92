//! Measures whole commands on 40,000 files of about 1.5 kB, compared with only opening and reading them.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::table::{Of, Requirement, Table};
use super::{Corpus, peers};

const FILES: usize = 40_000;
const COMMAND: &str = "KIFU_BENCH_COMMAND";
const BASELINE: &str = "files opened and read";

/// Measures the command in `KIFU_BENCH_COMMAND`, which `cargo xtask bench` builds and names.
pub(super) fn measure(corpus: &Corpus, table: &mut Table) -> Result<(), String> {
    if std::env::var_os(COMMAND).is_none() {
        return Err(format!(
            "{COMMAND} does not name the command: run `cargo xtask bench`"
        ));
    }
    let folder = std::env::temp_dir().join(format!("kifu-bench-{}", std::process::id()));
    let measured = fill(corpus, &folder).and_then(|files| measure_in(&folder, &files, table));
    let _ = fs::remove_dir_all(&folder);
    measured.map_err(|e| format!("{}: {e}", folder.display()))
}

/// Fills a directory with repeated copies of the corpus files closest to the target size.
fn fill(corpus: &Corpus, folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut near: Vec<&Vec<u8>> = corpus.files.iter().collect();
    near.sort_by_key(|file| file.len().abs_diff(1500));
    near.truncate(near.len().div_ceil(2));
    let mut paths = Vec::with_capacity(FILES);
    for (number, file) in near.iter().cycle().take(FILES).enumerate() {
        let below = folder.join(format!("{:02}", number / 1000));
        if number % 1000 == 0 {
            fs::create_dir_all(&below)?;
        }
        let path = below.join(format!("{number:05}.sgf"));
        fs::write(&path, file)?;
        paths.push(path);
    }
    Ok(paths)
}

fn measure_in(folder: &Path, files: &[PathBuf], table: &mut Table) -> std::io::Result<()> {
    let of = Of::Items(files.len(), "files");
    let mut buffer = vec![0; 1 << 20];
    table.measure(BASELINE, of, &[], || {
        let mut read = |path| File::open(path).and_then(|mut file| file.read(&mut buffer));
        files
            .iter()
            .filter_map(|path| read(path).ok())
            .sum::<usize>()
    });
    let beside = Requirement::Times(0.0, BASELINE);
    for (what, args, required) in COMMANDS {
        let one = best_of_five(&[folder], args, Some("1"))?;
        let required = Requirement::Rate(required);
        table.add(what, of, one.cpu.as_secs_f64(), &[required, beside]);
        let two = best_of_five(&[folder], args, Some("2"))?;
        let faster = one.wall.as_secs_f64() / two.wall.as_secs_f64();
        let memory = two.memory.max(one.memory) as f64 / 1e6;
        table.figure("  on two cores", faster, "times as fast", &[]);
        table.figure("  peak memory", memory, "MB", &[Requirement::AtMost(100.0)]);
    }
    search(folder, of, table)?;
    recording(folder, table)?;
    peers::measure(folder, files, table)
}

/// The commands, with the required rate in files per second; 0 if there is no requirement.
const COMMANDS: [(&str, &[&str], f64); 4] = [
    ("kifu info --summary -j 1", &["info", "--summary"], 110e3),
    (
        "kifu check --rules japanese -j 1",
        &["check", "--quiet", "--rules", "japanese"],
        40e3,
    ),
    ("kifu stats -j 1", &["stats"], 0.0),
    ("kifu dedupe -j 1", &["dedupe"], 0.0),
];

/// Measures searches by an expression and by a pattern of six stones in a corner, without and with an index.
fn search(folder: &Path, of: Of, table: &mut Table) -> std::io::Result<()> {
    const PATTERN: &[u8] = b"(;SZ[19]AB[pd][qf][pc]AW[nc][qc][pb])";
    let (pattern, index) = (folder.join("pattern"), folder.join("index"));
    fs::write(&pattern, PATTERN)?;
    let (pattern, index) = (pattern.display().to_string(), index.display().to_string());
    let by_words = ["find", "-e", "result ~ resign and moves > 150"];
    let by_stones = ["find", "--any-symmetry", "--swap", "--pattern", &pattern];
    let files: Vec<PathBuf> = (0..FILES / 1000)
        .map(|number| folder.join(format!("{number:02}")))
        .collect();
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let searches = [
        ("kifu find -e (words, moves) -j 1", &by_words[..]),
        ("kifu find --pattern (6 stones, 16 ways) -j 1", &by_stones),
        ("kifu index -j 1", &["index", "--full", "-o", &index]),
    ];
    for (what, args) in searches {
        let one = best_of_five(&files, args, Some("1"))?;
        // The required rate is that of the fastest other program for this task.
        let required = if what.contains("pattern") { 49e3 } else { 0.0 };
        table.add(
            what,
            of,
            one.cpu.as_secs_f64(),
            &[Requirement::Rate(required)],
        );
    }
    let mut indexed = by_stones.to_vec();
    indexed.extend(["--index", &index]);
    // The search reads only the index, so there is no parallel variant.
    let found = best_of_five(&[], &indexed, None)?;
    let milliseconds = found.wall.as_secs_f64() * 1e3;
    table.figure(
        "  the same with the index",
        milliseconds,
        "ms",
        &[Requirement::AtMost(20.0)],
    );
    Ok(())
}

/// Measures `rec at` at the end of a recording of a million moves.
fn recording(folder: &Path, table: &mut Table) -> std::io::Result<()> {
    const MOVES: usize = 1_000_000;
    let mut text = "(".to_owned();
    for number in 0..MOVES {
        let letter = |n: usize| char::from(b'a' + (n % 19) as u8);
        let (color, time) = (["B", "W"][number % 2], number as f64 / 4.0);
        let (col, row) = (letter(7 * number), letter(11 * number / 19));
        text.push_str(&format!(";TS[{time}]{color}[{col}{row}]TS[{time}]"));
    }
    text.push_str(")\n");
    let path = folder.join("million.rgf");
    fs::write(&path, text)?;
    let one = best_of_five(&[&path], &["rec", "at", "end"], None)?;
    fs::remove_file(&path)?;
    table.add(
        "kifu rec at end (a million moves)",
        Of::Items(MOVES, "moves"),
        one.cpu.as_secs_f64(),
        &[Requirement::Rate(2.5e6)],
    );
    let memory = one.memory as f64 / 1e6;
    table.figure("  peak memory", memory, "MB", &[Requirement::AtMost(190.0)]);
    Ok(())
}

/// The measurements of a run of a command.
#[derive(Clone, Copy)]
pub(super) struct Measurement {
    pub(super) cpu: Duration,
    wall: Duration,
    /// Peak memory in bytes.
    memory: u64,
}

fn best_of_five(
    paths: &[&Path],
    args: &[&str],
    jobs: Option<&str>,
) -> std::io::Result<Measurement> {
    let jobs = jobs.into_iter().flat_map(|jobs| ["-j", jobs]);
    best_of(5, || {
        let mut kifu = kifu();
        kifu.args(args).args(jobs.clone()).args(paths);
        kifu
    })
}

/// Returns `kifu` without arguments.
pub(super) fn kifu() -> Command {
    Command::new(std::env::var_os(COMMAND).unwrap_or_default())
}

/// Runs a command several times, and returns the best of each measurement.
pub(super) fn best_of(times: usize, command: impl Fn() -> Command) -> std::io::Result<Measurement> {
    let mut best = took(&mut command())?;
    for _ in 1..times {
        let took = took(&mut command())?;
        best = Measurement {
            cpu: best.cpu.min(took.cpu),
            wall: best.wall.min(took.wall),
            memory: best.memory.max(took.memory),
        };
    }
    Ok(best)
}

fn took(command: &mut Command) -> std::io::Result<Measurement> {
    let (before, start) = (cpu_of_children(), Instant::now());
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let mut memory = 0;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        memory = memory.max(peak_memory(&child).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(2));
    };
    // Exit code 1 is a valid result: nothing was found, or a file has findings. `sgfcheck` exits with 255 for those.
    if !matches!(status.code(), Some(0 | 1 | 255)) {
        return Err(std::io::Error::other(format!("{command:?}: {status}")));
    }
    let wall = start.elapsed();
    let cpu = before
        .zip(cpu_of_children())
        .map_or(wall, |(before, after)| after - before);
    Ok(Measurement { cpu, wall, memory })
}

/// The CPU time of all finished child processes, if the system reports it.
fn cpu_of_children() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The fields after the name of the process, which can contain any characters.
    let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(13);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}

/// The peak memory of a child process so far, in bytes, if the system reports it.
fn peak_memory(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = peak.split_whitespace().next()?.parse().ok()?;
    Some(1024 * kilobytes)
}
