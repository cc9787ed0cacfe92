//! The smaller verbs.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The root of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the workspace")
}

/// Makes `crates/CRATE/test_data/KIND/NNNN_NAME.sgf`, empty; the extension is that of the
/// crate's other cases.
pub fn new_case(krate: &str, kind: &str, name: &str) -> Result<(), String> {
    let valid = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    if name.is_empty() || !name.bytes().all(valid) {
        return Err(format!(
            "`{name}`: a case is named in lower case, with `_` between words"
        ));
    }
    let krate = if krate.starts_with("kifu-") {
        krate.to_owned()
    } else {
        format!("kifu-{krate}")
    };
    let data = root().join("crates").join(&krate).join("test_data");
    // One count for both folders, so that a case can change sides.
    let mut last = 0;
    let mut extension = String::from("sgf");
    for folder in ["ok", "err"].map(|kind| data.join(kind)) {
        let error = |e| format!("{}: {e}", folder.display());
        for entry in fs::read_dir(&folder).map_err(error)? {
            let file = entry.map_err(error)?.file_name();
            let of = Path::new(&file).extension().and_then(OsStr::to_str);
            if let Some(of) = of.filter(|&of| of != "snap") {
                extension = of.to_owned();
            }
            let number = file
                .to_string_lossy()
                .split('_')
                .next()
                .and_then(|n| n.parse::<u32>().ok());
            last = last.max(number.unwrap_or(0));
        }
    }
    let folder = data.join(kind);
    let path = folder.join(format!("{:04}_{name}.{extension}", last + 1));
    fs::write(&path, "").map_err(|e| format!("{}: {e}", path.display()))?;
    println!("{}", path.display());
    println!(
        "write the input there, then run: INSTA_UPDATE=always cargo test -p {krate} --test it cases"
    );
    Ok(())
}

/// Runs fuzz targets with cargo-fuzz, seeded with the cases and the corpus.
pub fn fuzz(args: &[&str]) -> Result<(), String> {
    let (mut target, mut time, mut seed) = (None, "60", None);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match *arg {
            "--time" => time = args.next().ok_or("--time needs a number of seconds")?,
            "--seed" => seed = Some(args.next().ok_or("--seed needs a number")?),
            name if !name.starts_with('-') && target.is_none() => target = Some(name),
            other => return Err(format!("unexpected `{other}`")),
        }
    }
    time.parse::<u32>()
        .map_err(|_| format!("--time {time}: not a number of seconds"))?;
    let all = targets()?;
    let chosen: Vec<&String> = match target {
        None => all.iter().collect(),
        Some(name) => vec![
            all.iter()
                .find(|t| *t == name)
                .ok_or(format!("no target `{name}`; there are {}", all.join(", ")))?,
        ],
    };
    let have = Command::new("cargo")
        .args(["fuzz", "--version"])
        .output()
        .is_ok_and(|out| out.status.success());
    if !have {
        return Err("cargo-fuzz is missing: cargo install cargo-fuzz --locked".into());
    }
    let seeds = Seeds {
        sgf: seeds("sgf")?,
        jgf: seeds("jgf")?,
        rgf: seeds("rgf")?,
        sgn: seeds("sgn")?,
        txt: seeds("txt")?,
    };
    for name in chosen {
        let found = root().join("fuzz/corpus").join(name);
        fs::create_dir_all(&found).map_err(|e| e.to_string())?;
        // No sanitizer: there is no unsafe code to watch, and the stable toolchain has none.
        let mut command = cargo(["fuzz", "run", "--sanitizer", "none", name]);
        command.arg(&found);
        match name.as_str() {
            // It reads actions, and a long game shows nothing that a short one does not.
            "rules" | "timeline" | "timeline_edit" | "recorder" => {
                _ = command.args(["--", "-max_len=512"])
            }
            "bundle" => _ = command.args(["--", "-max_len=8192"]),
            "rgf" => seeded(&mut command, &seeds.rgf, "sgf.dict", 4096),
            "convert" => {
                command.arg(&seeds.sgf);
                seeded(&mut command, &seeds.jgf, "jgf.dict", 16384);
            }
            "jgf" => seeded(&mut command, &seeds.jgf, "jgf.dict", 65536),
            "diagram" => seeded(&mut command, &seeds.txt, "diagram.dict", 2048),
            "sgn" => seeded(&mut command, &seeds.sgn, "sgn.dict", 1024),
            _ => seeded(&mut command, &seeds.sgf, "sgf.dict", 65536),
        }
        command.args(["-rss_limit_mb=4096", "-timeout=20"]);
        command.arg(format!("-max_total_time={time}"));
        command.args(seed.map(|seed| format!("-seed={seed}")));
        // What was found before must stay mended.
        for old in regressions(name) {
            run(cargo(["fuzz", "run", "--sanitizer", "none", name]).arg(old))?;
        }
        run(&mut command)?;
    }
    Ok(())
}

/// The folders of the inputs that fuzzing starts from, by format.
struct Seeds {
    jgf: PathBuf,
    rgf: PathBuf,
    sgf: PathBuf,
    sgn: PathBuf,
    txt: PathBuf,
}

/// Starts from seeds and with the words of a format.
fn seeded(command: &mut Command, seeds: &Path, dict: &str, longest: u32) {
    let dict = root().join("fuzz/dict").join(dict);
    command.arg(seeds).arg("--");
    command.arg(format!("-max_len={longest}"));
    command.arg(format!("-dict={}", dict.display()));
}

fn targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(|e| Some(e.ok()?.path().file_stem()?.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    Ok(names)
}

fn regressions(target: &str) -> Vec<PathBuf> {
    let folder = root().join("fuzz/regressions").join(target);
    fs::read_dir(folder)
        .map(|entries| entries.filter_map(|e| Some(e.ok()?.path())).collect())
        .unwrap_or_default()
}

/// The cases and the smaller files of the corpus of a format, flat in one folder, for libFuzzer.
fn seeds(extension: &str) -> Result<PathBuf, String> {
    const LARGE: u64 = 1 << 16;
    let folder = root().join("target/fuzz-seeds").join(extension);
    // Files get other numbers once there is one more.
    match fs::remove_dir_all(&folder) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e.to_string()),
        _ => {}
    }
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let crates = root().join("crates");
    let mut todo = vec![root().join("corpus")];
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
    files.sort();
    for (path, count) in files.iter().zip(1..) {
        fs::copy(path, folder.join(format!("{count:05}.{extension}")))
            .map_err(|e| e.to_string())?;
    }
    Ok(folder)
}

/// Everything that CI runs, in order; the first failure ends it.
pub fn ci() -> Result<(), String> {
    run(&mut cargo(["fmt", "--all", "--check"]))?;
    run(&mut cargo(["xtask", "codegen", "--check"]))?;
    run(&mut cargo([
        "clippy",
        "--workspace",
        "--all-targets",
        "--all-features",
        "--",
        "-D",
        "warnings",
    ]))?;
    run(cargo(["doc", "--workspace", "--no-deps", "--all-features"])
        .env("RUSTDOCFLAGS", "-D warnings"))?;
    run(&mut cargo(["test"]))?;
    // What their features add.
    run(&mut cargo([
        "test",
        "-p",
        "kifu-sgn",
        "-p",
        "kifu-diagram",
        "--all-features",
    ]))?;
    // The published counts, and a million boards, which take minutes without optimization.
    for package in ["kifu-rules", "kifu-sgn"] {
        run(&mut cargo([
            "test",
            "--release",
            "-p",
            package,
            "--test",
            "it",
            "--",
            "--ignored",
        ]))?;
    }
    for package in packages()? {
        run(&mut cargo([
            "check",
            "--quiet",
            "--all-targets",
            "-p",
            &package,
        ]))?;
        run(&mut cargo([
            "check",
            "--quiet",
            "--no-default-features",
            "-p",
            &package,
        ]))?;
    }
    run(&mut cargo(["xtask", "test-corpus"]))?;
    // With the same seed each time, a change is judged by its own faults.
    run(&mut cargo(["xtask", "fuzz", "--time", "10", "--seed", "1"]))
}

fn packages() -> Result<Vec<String>, String> {
    let crates = root().join("crates");
    let entries = fs::read_dir(&crates).map_err(|e| format!("{}: {e}", crates.display()))?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|e| e.path().is_dir())
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    Ok(names)
}

fn cargo<I: AsRef<OsStr>>(args: impl IntoIterator<Item = I>) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    command.args(args).current_dir(root());
    command
}

fn run(command: &mut Command) -> Result<(), String> {
    let args: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
    let shown = format!("cargo {}", args.join(" "));
    eprintln!("$ {shown}");
    let status = command.status().map_err(|e| format!("{shown}: {e}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{shown}: {status}"))
    }
}
