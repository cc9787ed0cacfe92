//! Counts the instructions of all operations per byte of ordinary records, and detects increases. The counts do not
//! depend on the load of the machine, so even small changes are visible.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::chores::root;
use crate::linear;
use crate::workspace;

/// The file of the stored counts.
const KEPT: &str = "crates/kifu/INSTRUCTIONS.txt";

/// The ratio above which an increase is a finding.
const MOST: f64 = 1.05;

/// One of this many files of `corpus/` is used, because callgrind is fifty times slower.
const EACH: usize = 8;

/// Counts instructions and compares them with the stored counts; `--bless` stores the new counts.
pub fn run_with(args: &[&str]) -> Result<(), String> {
    let bless = match args {
        [] => false,
        ["--bless"] => true,
        other => {
            return Err(format!(
                "unexpected argument `{}`; see `cargo xtask help`",
                other.join(" ")
            ));
        }
    };
    if !linear::can_count() {
        return Ok(());
    }
    let list = linear::operations()?;
    let folder = root().join("target/instructions");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut counted = BTreeMap::new();
    for (format, input) in inputs(&folder)? {
        let bytes = fs::metadata(&input).map_err(|e| e.to_string())?.len();
        let path = input.display().to_string();
        let counts = linear::count_parts(&folder.join("parts"), &["--over", format, &path])?;
        let counts = counts.chunks_exact(2).map(|pair| pair[1]);
        for (operation, count) in operations_on(&list, format).into_iter().zip(counts) {
            let each = count as f64 / bytes as f64;
            counted.insert(format!("{format}: {operation}"), each);
        }
    }
    let compiler = compiler()?;
    let kept = root().join(KEPT);
    if bless {
        let text = written(&compiler, &counted);
        return fs::write(&kept, text).map_err(|e| format!("{KEPT}: {e}"));
    }
    let before = fs::read_to_string(&kept).map_err(|e| format!("{KEPT}: {e}"))?;
    compare(&before, &compiler, &counted)
}

/// Creates one SGF and one JGF file from `corpus/`.
fn inputs(folder: &Path) -> Result<[(&'static str, PathBuf); 2], String> {
    let corpus = root().join("corpus");
    let mut files = BTreeMap::new();
    for (format, every) in [("sgf", EACH), ("jgf", 1)] {
        let paths = workspace::files(&corpus.join(format), &[&format!(".{format}")])?;
        let contents: io::Result<Vec<_>> = paths.iter().step_by(every).map(fs::read).collect();
        files.insert(format, contents.map_err(|e| format!("corpus: {e}"))?);
    }
    let (sgf, jgf) = (folder.join("records.sgf"), folder.join("records.jgf"));
    let put = |path: &Path, bytes: Vec<u8>| {
        fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
    };
    put(&sgf, files["sgf"].join(&b"\n"[..]))?;
    // Combines several records in one array, without damaged ones, which would affect their neighbours.
    let whole = |json: &&Vec<u8>| serde_json::from_slice::<serde_json::Value>(json).is_ok();
    let records: Vec<&[u8]> = files["jgf"]
        .iter()
        .filter(whole)
        .map(Vec::as_slice)
        .collect();
    put(&jgf, [b"[", &*records.join(&b","[..]), b"]"].concat())?;
    Ok([("sgf", sgf), ("jgf", jgf)])
}

/// The operations on a format, in order.
fn operations_on<'l>(list: &'l str, format: &str) -> Vec<&'l str> {
    let names = list.lines().filter_map(|name| {
        let (of, rest) = name.split_once(": ")?;
        let (shape, operation) = rest.rsplit_once(": ")?;
        (of == format).then_some((shape, operation))
    });
    let names: Vec<_> = names.collect();
    let first = names.first().map(|(shape, _)| *shape);
    let of_first = names.iter().take_while(|(shape, _)| Some(*shape) == first);
    of_first.map(|(_, operation)| *operation).collect()
}

fn compiler() -> Result<String, String> {
    let out = Command::new("rustc").arg("-vV").output();
    let out = out.map_err(|e| format!("rustc: {e}"))?.stdout;
    let out = String::from_utf8_lossy(&out).into_owned();
    let field = |key: &str| out.lines().find_map(|line| line.strip_prefix(key));
    match (field("release: "), field("host: ")) {
        (Some(release), Some(host)) => Ok(format!("rustc {release}, {host}")),
        _ => Err("rustc does not report its version".into()),
    }
}

fn written(compiler: &str, counted: &BTreeMap<String, f64>) -> String {
    let mut text = format!(
        "# Instructions for each byte of records of corpus/, reading included: cargo xtask instructions\n\
         # {compiler}\n"
    );
    for (name, each) in counted {
        let _ = writeln!(text, "{name:<28} {each:>9.1}");
    }
    text
}

fn compare(before: &str, compiler: &str, counted: &BTreeMap<String, f64>) -> Result<(), String> {
    let mut kept = BTreeMap::new();
    for line in before.lines().filter(|line| !line.starts_with('#')) {
        let (name, each) = line.rsplit_once(' ').ok_or(format!("{KEPT}: {line}"))?;
        let each: f64 = each.parse().map_err(|e| format!("{KEPT}: {line}: {e}"))?;
        kept.insert(name.trim_end(), each);
    }
    let mut more = Vec::new();
    for (name, each) in counted {
        let Some(before) = kept.remove(name.as_str()) else {
            more.push(format!("{name} is new"));
            continue;
        };
        let ratio = each / before;
        println!("{name:<28} {each:>9.1} {ratio:>6.3} times the stored count");
        if ratio > MOST {
            more.push(format!("{name}: {ratio:.2} times the stored count"));
        }
    }
    more.extend(kept.keys().map(|name| format!("{name} is gone")));
    if !before.contains(&format!("# {compiler}\n")) {
        println!("not compared: {KEPT} was counted with a compiler other than {compiler}");
        return Ok(());
    }
    if more.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "{}; run with --bless to accept the changes",
            more.join("; ")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_instructions_than_before_are_a_finding() {
        let counts = |each| BTreeMap::from([("sgf: read".to_owned(), each)]);
        let kept = written("rustc 1", &counts(10.0));
        assert_eq!(compare(&kept, "rustc 1", &counts(10.4)), Ok(()));
        let error = compare(&kept, "rustc 1", &counts(11.0)).unwrap_err();
        assert!(error.starts_with("sgf: read: 1.10 times"), "{error}");
        // A different compiler is not a finding.
        assert_eq!(compare(&kept, "rustc 2", &counts(11.0)), Ok(()));
        assert!(compare(&kept, "rustc 1", &BTreeMap::new()).is_err());
    }

    #[test]
    fn operations_are_those_of_the_first_shape() {
        let list = "sgf: a: read\nsgf: a: check\nsgf: b: read\njgf: c: write\n";
        assert_eq!(operations_on(list, "sgf"), ["read", "check"]);
        assert_eq!(operations_on(list, "jgf"), ["write"]);
    }
}
