//! Fuzzing: runs the targets, keeps failing inputs, and measures coverage.

mod fixed;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

use crate::chores::{cargo, root, run, shown};

/// The arguments of cargo-fuzz. There is no sanitizer, because there is no unsafe code to check, and the stable
/// toolchain does not support sanitizers.
const PLAIN: [&str; 2] = ["--sanitizer", "none"];

/// Runs fuzz targets with cargo-fuzz, seeded with the cases and the corpus.
pub fn fuzz(args: &[&str]) -> Result<(), String> {
    if let Some(at) = args.iter().position(|arg| *arg == "--fixed") {
        return match [&args[..at], &args[at + 1..]].concat()[..] {
            [] => fixed::run_all(None),
            [target] => fixed::run_all(Some(target)),
            ref other => Err(format!(
                "unexpected argument `{}`; see `cargo xtask help`",
                other.join(" ")
            )),
        };
    }
    let (mut target, mut time, mut seed) = (None, "60", None);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match *arg {
            "--time" => time = args.next().ok_or("--time needs a number of seconds")?,
            "--seed" => seed = Some(args.next().ok_or("--seed needs a number")?),
            name if !name.starts_with('-') && target.is_none() => target = Some(name),
            other => {
                return Err(format!(
                    "unexpected argument `{other}`; see `cargo xtask help`"
                ));
            }
        }
    }
    time.parse::<u32>()
        .map_err(|_| format!("--time {time}: not a number of seconds"))?;
    let chosen = choose(target)?;
    let seeds = Seeds::collect()?;
    let mut done = Vec::new();
    for name in &chosen {
        // Faults found earlier must stay fixed.
        for old in regressions(name) {
            run(cargo(["fuzz", "run"]).args(PLAIN).arg(name).arg(old))?;
        }
        let start = seeds.of(name);
        let mut command = cargo(["fuzz", "run"]);
        command.args(PLAIN).arg(name).arg(found(name)?);
        command.args(&start.folders).arg("--");
        command.arg(format!("-max_len={}", start.longest));
        command.args(start.dict.map(|dict| format!("-dict={}", dict.display())));
        command.args(["-rss_limit_mb=4096", "-timeout=20", "-print_final_stats=1"]);
        command.arg(format!("-max_total_time={time}"));
        command.args(seed.map(|seed| format!("-seed={seed}")));
        done.push((name, watch(&mut command)?));
    }
    summarize(&done)
}

/// Prints a table of the results of each target. Returns an error if one of them failed.
fn summarize(done: &[(&String, TargetResult)]) -> Result<(), String> {
    println!("target                runs  branches");
    for (name, done) in done {
        let found = if done.found { "  FAILED" } else { "" };
        println!("{name:<16}{:>10}{:>10}{found}", done.runs, done.branches);
    }
    match done.iter().filter(|(_, done)| done.found).count() {
        0 => Ok(()),
        1 => Err("1 target failed".into()),
        some => Err(format!("{some} targets failed")),
    }
}

/// The results of a target.
#[derive(Default)]
struct TargetResult {
    /// The number of inputs that were run.
    runs: u64,
    /// The number of code branches that the inputs reached.
    branches: u64,
    /// Whether the target failed.
    found: bool,
}

/// Runs libFuzzer, forwards its output, and extracts the numbers.
fn watch(command: &mut Command) -> Result<TargetResult, String> {
    let shown = shown(command);
    eprintln!("$ {shown}");
    let failed = |e: io::Error| format!("{shown}: {e}");
    let mut child = command.stderr(Stdio::piped()).spawn().map_err(failed)?;
    let stderr = child.stderr.take().ok_or("no standard error")?;
    let mut done = TargetResult::default();
    for line in BufReader::new(stderr).split(b'\n') {
        let line = line.map_err(failed)?;
        let line = String::from_utf8_lossy(&line);
        eprintln!("{line}");
        let number = |text: &str| text.split_whitespace().next()?.parse().ok();
        let after = |word: &str| number(line.split_once(word)?.1);
        done.branches = after(" cov: ").unwrap_or(done.branches);
        done.runs = after("stat::number_of_executed_units:").unwrap_or(done.runs);
    }
    done.found = !child.wait().map_err(failed)?.success();
    Ok(done)
}

/// Adds a failing input to the regressions of its target, minimized by libFuzzer for up to a minute.
pub fn keep(target: &str, file: &str, name: &str) -> Result<(), String> {
    choose(Some(target))?;
    let valid = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    if name.is_empty() || !name.bytes().all(valid) {
        return Err(format!(
            "`{name}`: describe the fault in lower case, with `-` between words"
        ));
    }
    // cargo-fuzz runs in another directory.
    let file = fs::canonicalize(file).map_err(|e| format!("{file}: {e}"))?;
    let folder = root().join("fuzz/regressions").join(target);
    let kept = folder.join(name);
    if kept.exists() {
        return Err(format!("{} already exists", kept.display()));
    }
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    fs::create_dir_all(root().join("target")).map_err(|e| e.to_string())?;
    let small = root().join("target/fuzz-kept");
    let _ = fs::remove_file(&small);
    let mut command = cargo(["fuzz", "run"]);
    command.args(PLAIN).arg(target).arg(&file);
    command.args(["--", "-minimize_crash=1", "-max_total_time=60"]);
    command.arg(format!("-exact_artifact_path={}", small.display()));
    // The command fails if the target no longer fails on the input, or if the input cannot be made
    // smaller.
    let _ = run(&mut command);
    let size = |path: &Path| fs::metadata(path).map(|meta| meta.len());
    let from = match (size(&small), size(&file)) {
        (Ok(less), Ok(before)) if less < before => &small,
        _ => &file,
    };
    let copied = fs::copy(from, &kept).map_err(|e| format!("{}: {e}", kept.display()))?;
    println!("{}: {copied} bytes", kept.display());
    Ok(())
}

/// Prints the share of each source file of this workspace that the targets reach with all existing inputs: seeds,
/// regressions, and the inputs that fuzzing stored in `fuzz/corpus`.
pub fn coverage(target: Option<&str>) -> Result<(), String> {
    let chosen = choose(target)?;
    let tool = llvm_cov()?;
    let seeds = Seeds::collect()?;
    for name in &chosen {
        let mut inputs = vec![found(name)?];
        inputs.extend(seeds.of(name).folders);
        inputs.extend(
            regressions(name)
                .first()
                .and_then(|first| Some(first.parent()?.into())),
        );
        run(cargo(["fuzz", "coverage"])
            .args(PLAIN)
            .arg(name)
            .args(inputs))?;
        let profile = root()
            .join("fuzz/coverage")
            .join(name)
            .join("coverage.profdata");
        let host = host()?;
        // This path does not depend on CARGO_TARGET_DIR.
        let binary = root()
            .join("target")
            .join(&host)
            .join("coverage")
            .join(&host)
            .join("release")
            .join(name);
        let mut report = Command::new(&tool);
        report.arg("report").arg(binary);
        report.arg(format!("-instr-profile={}", profile.display()));
        report.args([
            "--ignore-filename-regex",
            "(registry|rustc|rustlib|tests/it)/",
        ]);
        report.args(["--show-region-summary=false", "--show-branch-summary=false"]);
        println!("{name}");
        run(&mut report)?;
    }
    Ok(())
}

/// The `llvm-cov` of the toolchain, because others cannot read its output.
fn llvm_cov() -> Result<PathBuf, String> {
    let out = Command::new("rustc")
        .args(["--print", "target-libdir"])
        .output();
    let out = out.map_err(|e| format!("rustc: {e}"))?.stdout;
    let libraries = PathBuf::from(String::from_utf8_lossy(&out).trim());
    let tool = libraries.with_file_name("bin").join("llvm-cov");
    if tool.exists() {
        Ok(tool)
    } else {
        Err("llvm-cov is missing; run `rustup component add llvm-tools`".into())
    }
}

fn host() -> Result<String, String> {
    let out = Command::new("rustc").arg("-vV").output();
    let out = String::from_utf8_lossy(&out.map_err(|e| format!("rustc: {e}"))?.stdout).into_owned();
    let host = out.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or("rustc does not report a host".into())
}

/// Returns the target with this name, or all targets, if cargo-fuzz is installed.
fn choose(name: Option<&str>) -> Result<Vec<String>, String> {
    let have = Command::new("cargo").args(["fuzz", "--version"]).output();
    if !have.is_ok_and(|out| out.status.success()) {
        return Err("cargo-fuzz is missing; run `cargo install cargo-fuzz --locked`".into());
    }
    let all = targets()?;
    match name {
        None => Ok(all),
        Some(name) if all.iter().any(|target| target == name) => Ok(vec![name.to_owned()]),
        Some(name) => Err(format!(
            "unknown target `{name}`; the targets are {}",
            all.join(", ")
        )),
    }
}

fn targets() -> Result<Vec<String>, String> {
    let names = sorted(&root().join("fuzz/fuzz_targets"))?;
    let stem = |path: PathBuf| Some(path.file_stem()?.to_string_lossy().into_owned());
    Ok(names.into_iter().filter_map(stem).collect())
}

fn regressions(target: &str) -> Vec<PathBuf> {
    sorted(&root().join("fuzz/regressions").join(target)).unwrap_or_default()
}

/// The entries of a directory, sorted by name.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

/// The directory where libFuzzer stores useful inputs.
fn found(target: &str) -> Result<PathBuf, String> {
    let found = root().join("fuzz/corpus").join(target);
    fs::create_dir_all(&found).map_err(|e| e.to_string())?;
    Ok(found)
}

/// The directories of seeds, by format.
struct Seeds {
    jgf: PathBuf,
    rgf: PathBuf,
    sgf: PathBuf,
    select: PathBuf,
    sgn: PathBuf,
    txt: PathBuf,
    value: PathBuf,
    /// Seeds of formats without a branch above: the target has the name of its format.
    of_its_own: BTreeMap<String, PathBuf>,
}

/// The inputs and options of a target.
struct TargetInputs {
    folders: Vec<PathBuf>,
    dict: Option<PathBuf>,
    /// The maximum length of an input in bytes.
    longest: u32,
}

impl Seeds {
    fn collect() -> Result<Seeds, String> {
        Ok(Seeds {
            jgf: seeds("jgf")?,
            rgf: seeds("rgf")?,
            sgf: seeds("sgf")?,
            select: seeds("sel")?,
            sgn: seeds("sgn")?,
            txt: seeds("txt")?,
            value: seeds("value")?,
            of_its_own: targets()?
                .into_iter()
                .filter(|target| {
                    let folder = root().join(format!("crates/kifu-{target}"));
                    folder.join("FORMAT.md").exists()
                })
                .map(|target| Ok((target.clone(), seeds(&target)?)))
                .collect::<Result<_, String>>()?,
        })
    }

    fn of(&self, target: &str) -> TargetInputs {
        let (folders, dict, longest): (&[&PathBuf], _, _) = match target {
            // Games of more than 512 plies are packed.
            "rules" => (&[], None, 1024),
            // These targets decode actions, and long games reveal no more faults than short ones.
            "search" | "timeline" | "timeline_edit" | "recorder" => (&[], None, 512),
            "compare" | "merge" | "report" => (&[&self.sgf], Some("sgf.dict"), 4096),
            // The regressions are also the seeds: an archive of each kind.
            "archive" => (&[], None, 4096),
            "bundle" => (&[], None, 8192),
            "rgf" => (&[&self.rgf], Some("sgf.dict"), 4096),
            "convert" => (&[&self.sgf, &self.jgf], Some("jgf.dict"), 16384),
            "jgf" => (&[&self.jgf], Some("jgf.dict"), 65536),
            "diagram" => (&[&self.txt], Some("diagram.dict"), 2048),
            "select" => (&[&self.select], Some("select.dict"), 1024),
            "value" => (&[&self.value], Some("value.dict"), 256),
            "sgn" => (&[&self.sgn], Some("sgn.dict"), 1024),
            "json" => (&[&self.jgf], Some("jgf.dict"), 4096),
            "ogs" => (&[&self.of_its_own["ogs"]], Some("ogs.dict"), 16384),
            format if self.of_its_own.contains_key(format) => {
                (&[&self.of_its_own[format]], None, 65536)
            }
            _ => (&[&self.sgf], Some("sgf.dict"), 65536),
        };
        TargetInputs {
            folders: folders.iter().map(|folder| folder.to_path_buf()).collect(),
            dict: dict.map(|dict| root().join("fuzz/dict").join(dict)),
            longest,
        }
    }
}

/// Copies the cases and the smaller corpus files of a format into one flat directory, for libFuzzer.
fn seeds(extension: &str) -> Result<PathBuf, String> {
    const LARGE: u64 = 1 << 16;
    let folder = root().join("target/fuzz-seeds").join(extension);
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let crates = root().join("crates");
    let mut todo = vec![root().join("corpus/sgf"), root().join("corpus/jgf")];
    todo.extend(
        fs::read_dir(&crates)
            .map_err(|e| e.to_string())?
            .flatten()
            .map(|e| e.path().join("test_data")),
    );
    let mut files = Vec::new();
    while let Some(path) = todo.pop() {
        let Ok(meta) = fs::metadata(&path) else {
            continue;
        };
        if meta.is_dir() {
            todo.extend(
                fs::read_dir(&path)
                    .map_err(|e| e.to_string())?
                    .flatten()
                    .map(|e| e.path()),
            );
        } else if meta.len() <= LARGE && path.extension() == Some(OsStr::new(extension)) {
            files.push(path);
        }
    }
    for path in files {
        // Names are unique and stable, so that two concurrent runs do not interfere.
        let name = path.strip_prefix(root()).unwrap_or(&path);
        let name = name.to_string_lossy().replace(['/', '\\'], "-");
        fs::copy(&path, folder.join(name)).map_err(|e| e.to_string())?;
    }
    Ok(folder)
}
