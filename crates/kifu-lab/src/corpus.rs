//! `test-corpus`: checks the laws and the summary on directories.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use kifu_sgf::{Diagnostic, Document, Severity};

use crate::laws;
use crate::root;
use crate::suite;

const SUMMARY: &str = "corpus/SUMMARY.txt";

/// The directory of the conformance suite in `corpus/`. Its cases have their own expectations, and are not in the summary.
const CONFORMANCE: &str = "conformance";

/// Compares `corpus/` with its summary, and checks the laws on it and on the given paths.
pub fn test(args: &[&str]) -> Result<(), String> {
    let bless = args.contains(&"--bless");
    if let Some(unknown) = args
        .iter()
        .find(|arg| arg.starts_with('-') && **arg != "--bless")
    {
        return Err(format!("unknown option {unknown}"));
    }
    let here = std::env::current_dir().map_err(|e| e.to_string())?;
    let paths = args
        .iter()
        .filter(|arg| !arg.starts_with('-'))
        .map(|arg| here.join(arg));
    let own = root().join("corpus");
    let mut failures = Vec::new();
    for path in std::iter::once(own.clone()).chain(paths) {
        let files = files(&path)?;
        if files.is_empty() {
            return Err(format!("{}: no files", path.display()));
        }
        let reports = reports(&path, &files)?;
        println!("{}", table(&path, &reports));
        for report in &reports {
            failures.extend(
                report
                    .broken
                    .iter()
                    .map(|(law, why)| format!("{}: {law}\n    {why}", report.name)),
            );
        }
        if path == own {
            compare(&summary(&reports), bless)?;
        }
    }
    let (cases, failed) = suite::run(&own.join(CONFORMANCE))?;
    println!(
        "conformance suite: {} of {cases} cases passed",
        cases - failed.len()
    );
    failures.extend(failed);
    match failures.len() {
        0 => Ok(()),
        n => Err(format!(
            "{n} broken laws and failed cases:\n{}",
            failures.join("\n")
        )),
    }
}

/// The files below a path, sorted, without hidden files, the notes of this repository and its conformance suite.
fn files(path: &Path) -> Result<Vec<PathBuf>, String> {
    let hidden = |p: &Path| {
        p.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'))
    };
    let notes =
        ["SOURCES.md", "SUMMARY.txt", CONFORMANCE].map(|name| root().join("corpus").join(name));
    let mut found = Vec::new();
    let mut todo = vec![path.to_path_buf()];
    while let Some(path) = todo.pop() {
        let error = |e| format!("{}: {e}", path.display());
        if notes.contains(&path) {
            continue;
        }
        if path.is_dir() {
            for entry in fs::read_dir(&path).map_err(error)? {
                let path = entry.map_err(error)?.path();
                if !hidden(&path) {
                    todo.push(path);
                }
            }
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The report on a file.
struct Report {
    /// The path relative to the directory, with `/`.
    name: String,
    bytes: usize,
    hash: u64,
    games: usize,
    nodes: usize,
    /// The charset of SGF, or the dialect of JGF.
    kind: &'static str,
    /// Whether the file is identical when it is written without edits: byte for byte, or for JGF
    /// token for token.
    identical: bool,
    codes: BTreeMap<(Severity, &'static str), usize>,
    broken: Vec<(&'static str, String)>,
}

impl Report {
    fn new(name: String, source: &[u8]) -> Report {
        let jgf = [".jgf", ".json"].iter().any(|end| name.ends_with(end));
        let rgf = name.ends_with(".rgf");
        let mut report = Report {
            name,
            bytes: source.len(),
            hash: source.iter().fold(0xCBF2_9CE4_8422_2325, |h, b| {
                (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01B3)
            }),
            games: 0,
            nodes: 0,
            kind: "-",
            identical: false,
            codes: BTreeMap::new(),
            broken: Vec::new(),
        };
        if jgf || kifu_jgf::is_jgf(source) {
            report.read_jgf(source);
        } else {
            report.read_sgf(source);
        }
        if rgf {
            report.broken.extend(laws::broken(laws::RGF, source));
        }
        report
    }

    fn read_sgf(&mut self, source: &[u8]) {
        self.broken = laws::broken(laws::SGF, source);
        let Ok(document) = Document::parse(source) else {
            return;
        };
        let nodes = document
            .roots()
            .flat_map(|root| document.forest().preorder(root));
        self.games = document.roots().count();
        self.nodes = nodes
            .filter(|id| !document.node(*id).is_empty_variation())
            .count();
        self.identical = document.to_bytes() == source;
        if let Some(root) = document.roots().next() {
            self.kind = document
                .utf16()
                .map_or(document.charset(root).charset.name(), |(name, _)| name);
        }
        self.count(&kifu_sgf::check(&document));
    }

    fn read_jgf(&mut self, source: &[u8]) {
        self.broken = laws::broken(laws::JGF, source);
        let Ok(document) = kifu_jgf::Document::parse(source) else {
            return;
        };
        self.games = document.records.len();
        for record in &document.records {
            let tree = record.tree();
            let nodes = tree.roots().flat_map(|root| tree.preorder(root));
            self.nodes += nodes.filter(|id| !tree[*id].is_placeholder()).count();
        }
        let strict = kifu_jgf::RawJson::parse(&kifu_jgf::text(source));
        let written = document.to_json(&kifu_jgf::Options::COMPACT);
        self.identical = strict.is_some_and(|strict| strict.json() == written);
        if let Some(record) = document.records.first() {
            self.kind = record.dialect().name();
        }
        self.count(document.diagnostics());
    }

    fn count(&mut self, found: &[Diagnostic]) {
        for found in found {
            *self
                .codes
                .entry((found.severity, found.code.name))
                .or_default() += 1;
        }
    }

    fn is_clean(&self) -> bool {
        self.codes
            .keys()
            .all(|(severity, _)| *severity == Severity::Info)
    }
}

/// Reads and checks the files on all cores; the reports keep their order.
fn reports(base: &Path, files: &[PathBuf]) -> Result<Vec<Report>, String> {
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        let mut done = Vec::new();
        while let Some((at, path)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, files.get(at)?)))
        {
            let name = path
                .strip_prefix(base)
                .unwrap_or(path)
                .to_string_lossy()
                .replace('\\', "/");
            let name = if name.is_empty() {
                path.display().to_string()
            } else {
                name
            };
            let report = fs::read(path).map(|source| Report::new(name, &source));
            done.push((at, report.map_err(|e| format!("{}: {e}", path.display()))));
        }
        done
    };
    let mut all: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| {
                worker
                    .join()
                    .expect("panics of laws are caught, and nothing else panics")
            })
            .collect()
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, report)| report).collect()
}

/// A table with one line per directory, and a total.
fn table(path: &Path, reports: &[Report]) -> String {
    /// The maximum number of lines, to keep the table readable.
    const LINES: usize = 20;
    let mut folders = by_folder(reports, 2);
    if folders.len() > LINES {
        folders = by_folder(reports, 1);
    }
    if folders.len() > 1 {
        folders.insert("all", reports.iter().collect());
    }
    let mut out = format!(
        "{}\n{:<40} {:>7} {:>11} {:>8} {:>9} {:>7} {:>9} {:>6}\n",
        path.display(),
        "directory",
        "files",
        "bytes",
        "games",
        "nodes",
        "clean",
        "identical",
        "broken"
    );
    for (folder, reports) in &folders {
        let sum =
            |count: fn(&Report) -> usize| reports.iter().map(|report| count(report)).sum::<usize>();
        let _ = writeln!(
            out,
            "{:<40} {:>7} {:>11} {:>8} {:>9} {:>7} {:>9} {:>6}",
            folder.chars().take(40).collect::<String>(),
            reports.len(),
            sum(|r| r.bytes),
            sum(|r| r.games),
            sum(|r| r.nodes),
            sum(|r| usize::from(r.is_clean())),
            sum(|r| usize::from(r.identical)),
            sum(|r| r.broken.len()),
        );
    }
    out
}

/// Groups the reports by the first components of their directories.
fn by_folder(reports: &[Report], depth: usize) -> BTreeMap<&str, Vec<&Report>> {
    let mut folders: BTreeMap<&str, Vec<&Report>> = BTreeMap::new();
    for report in reports {
        let folder = report
            .name
            .rsplit_once('/')
            .map_or(".", |(folder, _)| folder);
        let end = folder
            .match_indices('/')
            .nth(depth - 1)
            .map_or(folder.len(), |(at, _)| at);
        folders.entry(&folder[..end]).or_default().push(report);
    }
    folders
}

/// The summary to compare with the committed one: totals, then one line per file.
fn summary(reports: &[Report]) -> String {
    let sum = |count: fn(&Report) -> usize| reports.iter().map(count).sum::<usize>();
    let mut out = format!(
        "files {} · bytes {} · games {} · nodes {}\nclean {} · identical {} · laws broken {}\n",
        reports.len(),
        sum(|r| r.bytes),
        sum(|r| r.games),
        sum(|r| r.nodes),
        sum(|r| usize::from(r.is_clean())),
        sum(|r| usize::from(r.identical)),
        sum(|r| r.broken.len()),
    );
    let mut codes: BTreeMap<(Severity, &str), (usize, usize)> = BTreeMap::new();
    for report in reports {
        for (code, count) in &report.codes {
            let total = codes.entry(*code).or_default();
            *total = (total.0 + 1, total.1 + count);
        }
    }
    for ((severity, code), (files, count)) in codes.iter().rev() {
        let _ = writeln!(out, "{severity} {code}: {count} in {files} files");
    }
    out.push('\n');
    for report in reports {
        let codes: Vec<String> = report
            .codes
            .iter()
            .map(|((_, code), count)| format!("{code}×{count}"))
            .collect();
        let _ = writeln!(
            out,
            "{} {:016x} {} games {} nodes {} {}",
            report.name,
            report.hash,
            report.games,
            report.nodes,
            report.kind,
            if codes.is_empty() {
                "clean".into()
            } else {
                codes.join(" ")
            }
        );
    }
    out
}

fn compare(summary: &str, bless: bool) -> Result<(), String> {
    let path = root().join(SUMMARY);
    if bless {
        return fs::write(&path, summary).map_err(|e| format!("{}: {e}", path.display()));
    }
    let expected = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    if expected == summary {
        return Ok(());
    }
    let mut diff = String::new();
    for line in expected
        .lines()
        .filter(|line| !summary.lines().any(|l| l == *line))
    {
        let _ = writeln!(diff, "- {line}");
    }
    for line in summary
        .lines()
        .filter(|line| !expected.lines().any(|l| l == *line))
    {
        let _ = writeln!(diff, "+ {line}");
    }
    Err(format!(
        "corpus/ no longer matches {SUMMARY} (run `cargo xtask test-corpus --bless` to accept the changes):\n{diff}"
    ))
}
