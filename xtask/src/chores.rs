//! The smaller tasks.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The root of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is in the workspace")
}

/// Creates an empty `crates/CRATE/test_data/KIND/NNNN_NAME.sgf`; the extension is that of the crate's other cases.
pub fn new_case(krate: &str, kind: &str, name: &str) -> Result<(), String> {
    let valid = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    if name.is_empty() || !name.bytes().all(valid) {
        return Err(format!(
            "`{name}`: the name of a case must be in lower case, with `_` between words"
        ));
    }
    let krate = if krate.starts_with("kifu-") {
        krate.to_owned()
    } else {
        format!("kifu-{krate}")
    };
    let data = root().join("crates").join(&krate).join("test_data");
    // Both directories share one sequence of numbers, so that a case can move between them.
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
        "write the input to it, then run `INSTA_UPDATE=always cargo test -p {krate} --test it cases`"
    );
    Ok(())
}

/// Runs the program `mutants`, which is built on its own.
pub fn mutants(args: &[&str]) -> Result<(), String> {
    let build = [
        "run",
        "--quiet",
        "--package",
        "xtask",
        "--features",
        "mutants",
        "--bin",
        "mutants",
        "--",
    ];
    run(cargo(build).args(args))
}

pub fn cargo<I: AsRef<OsStr>>(args: impl IntoIterator<Item = I>) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// The profile for measuring and publishing, as arguments of cargo.
pub const DIST: [&str; 2] = ["--profile", "dist"];

/// The directory that cargo builds into.
pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A command as a user would type it.
pub fn shown(command: &Command) -> String {
    let args: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
    let program = Path::new(command.get_program()).file_name();
    let program = program.unwrap_or_default().to_string_lossy();
    format!("{program} {}", args.join(" "))
}

pub fn run(command: &mut Command) -> Result<(), String> {
    let shown = shown(command);
    eprintln!("$ {shown}");
    let status = command.status().map_err(|e| format!("{shown}: {e}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{shown}: {status}"))
    }
}
