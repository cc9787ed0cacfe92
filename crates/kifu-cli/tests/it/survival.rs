//! Whatever ends the command, a file is what it was or what it shall be.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::kifu::Kifu;

const FILES: usize = 12;
const FIX: [&str; 4] = ["fix", "--all-safe", "--in-place=.orig", "."];

fn old(n: usize) -> String {
    // A game without its closing parenthesis, and some pages of what is right.
    format!("(;FF[4]SZ[19]GN[{n}]{}", ";B[dd];W[pp]".repeat(200))
}

fn new(n: usize) -> String {
    old(n) + ")"
}

fn collection() -> Kifu {
    let kifu = Kifu::new();
    for n in 0..FILES {
        fs::write(kifu.path(format!("{n}.sgf")), old(n)).unwrap();
    }
    kifu
}

/// Every file of a folder, by its name.
fn files(kifu: &Kifu) -> BTreeMap<String, String> {
    let entries = fs::read_dir(kifu.path("")).unwrap().map(Result::unwrap);
    let file = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read_to_string(entry.path()).unwrap())
    };
    entries.map(file).collect()
}

/// Nothing is lost or half there; gives how many files were mended, and how many names there
/// are that nobody knows.
fn survived(kifu: &Kifu) -> (usize, usize) {
    let mut found = files(kifu);
    let mut mended = 0;
    for n in 0..FILES {
        let name = format!("{n}.sgf");
        let now = found.remove(&name).unwrap();
        let backup = found.remove(&format!("{name}.orig"));
        assert!(now == old(n) || now == new(n), "{name} is damaged");
        assert!(
            backup.is_none_or(|backup| backup == old(n)),
            "the backup of {name} is damaged"
        );
        mended += usize::from(now == new(n));
    }
    let hidden = |name: &String| name.starts_with(".kifu-");
    assert!(found.keys().all(hidden), "{:?}", found.keys());
    (mended, found.len())
}

/// Ends runs at ever later moments, with this signal; gives how many were ended halfway.
fn ended_by(signal: &str, runs: u32, leaves_nothing: bool) -> usize {
    let start = Instant::now();
    assert_eq!(collection().run(&FIX).code, 0);
    let takes = start.elapsed();
    let mut halfway = 0;
    for n in 0..runs {
        let kifu = collection();
        let mut child = kifu.command(&FIX).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(takes * n / runs);
        let pid = child.id().to_string();
        Command::new("kill").args([signal, &pid]).status().unwrap();
        child.wait().unwrap();
        let (mended, left) = survived(&kifu);
        assert!(left == 0 || !leaves_nothing, "after {n}: {left} files left");
        halfway += usize::from((1..FILES).contains(&mended));
        // Again, and nothing is in the way.
        let again = kifu.run(&FIX);
        assert_eq!(again.code, 0, "{}", again.stderr);
        assert_eq!(survived(&kifu).0, FILES);
    }
    halfway
}

#[test]
fn killed_runs_lose_nothing() {
    assert!(ended_by("-KILL", 10, false) > 0);
}

#[test]
fn interrupted_runs_leave_nothing_behind() {
    assert!(ended_by("-INT", 8, true) > 0);
    assert!(ended_by("-TERM", 4, true) > 0);
}

#[test]
fn two_runs_at_once_harm_nothing() {
    for _ in 0..3 {
        let kifu = collection();
        let run = || kifu.command(&FIX).stderr(Stdio::null()).spawn().unwrap();
        for mut child in [run(), run(), run()] {
            // Who comes late finds that a file is mended, or was changed, or all of them.
            assert!(matches!(child.wait().unwrap().code(), Some(0 | 3 | 4)));
        }
        assert_eq!(survived(&kifu), (FILES, 0));
    }
}

/// The command where no file can be longer than so many blocks of 512 bytes, which is what
/// it meets on a full disk.
fn run_with_room(kifu: &Kifu, blocks: usize, args: &[&str]) -> i32 {
    let mut shell = Command::new("sh");
    shell
        .arg("-c")
        .arg(format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""
        ))
        .arg(env!("CARGO_BIN_EXE_kifu"))
        .args(args)
        .current_dir(kifu.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    shell.status().unwrap().code().unwrap()
}

#[test]
fn a_full_disk_leaves_files_as_they_were() {
    let kifu = collection();
    let before = files(&kifu);
    for blocks in [0, 1, 4] {
        for args in [
            &FIX[..],
            &["fmt", "--in-place=.orig", "."],
            &["convert", "-t", "jgf2", "-o", "out", "."],
            &["convert", "-t", "jgf2", "-o", "one.jgf", "0.sgf"],
            &["cat", "-o", "all.sgf", "."],
            &["render", "-o", "0.svg", "0.sgf"],
        ] {
            let code = run_with_room(&kifu, blocks, args);
            assert!(matches!(code, 3 | 4), "{args:?}: {code}");
            let _ = fs::remove_dir(kifu.path("out"));
            assert!(files(&kifu) == before, "{args:?}");
        }
    }
    assert_eq!(run_with_room(&kifu, 100, &FIX), 0);
    assert_eq!(survived(&kifu), (FILES, 0));
}

#[test]
fn what_cannot_be_written_is_told_and_nothing_is_there() {
    let kifu = Kifu::with([("a.sgf", "(;B[aa]")]);
    fs::create_dir(kifu.path("shut")).unwrap();
    let shut = std::os::unix::fs::PermissionsExt::from_mode(0o555);
    fs::set_permissions(kifu.path("shut"), shut).unwrap();
    for to in ["missing/a.jgf", "a.sgf/a.jgf", "shut/a.jgf"] {
        let ran = kifu.run(&["convert", "-t", "jgf2", "-o", to, "a.sgf"]);
        if ran.code == 0 {
            // The administrator can write anywhere.
            assert_eq!(to, "shut/a.jgf");
            continue;
        }
        assert_eq!(ran.code, 4, "{to}");
        assert!(ran.stderr.contains("cannot write"), "{}", ran.stderr);
        assert!(!kifu.path(to).exists());
    }
}

#[test]
fn devices_are_written_and_stay() {
    let kifu = Kifu::with([("a.sgf", "(;B[aa])")]);
    let args = [
        "convert",
        "-t",
        "jgf2",
        "--force",
        "-o",
        "/dev/null",
        "a.sgf",
    ];
    assert_eq!(kifu.run(&args).code, 0);
    let null = fs::metadata("/dev/null").unwrap();
    assert!(!null.is_file());
}

#[test]
fn pipes_are_written_and_stay() {
    use std::os::unix::fs::FileTypeExt;
    let kifu = Kifu::with([("a.sgf", "(;B[aa])")]);
    for (to, args, start) in [
        ("x.sgf", &["cat", "a.sgf", "--force"][..], &b"(;B[aa])"[..]),
        ("x.sgf", &["extract", "a.sgf"], b"(;B[aa])\n"),
        ("x.rgt", &["rec", "pack", "a.sgf", "--force"], b""),
    ] {
        let pipe = kifu.path(to);
        let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let mut reader = Command::new("cat");
        let reader = reader.arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
        let ran = kifu.run(&[args, &["-o", to]].concat());
        let is_pipe = fs::metadata(&pipe).unwrap().file_type().is_fifo();
        if !is_pipe || ran.code != 0 {
            let pid = reader.id().to_string();
            Command::new("kill").arg(pid).status().unwrap();
        }
        assert_eq!((ran.code, is_pipe), (0, true), "{args:?}: {}", ran.stderr);
        let read = reader.wait_with_output().unwrap().stdout;
        assert!(!read.is_empty() && read.starts_with(start), "{args:?}");
        fs::remove_file(&pipe).unwrap();
    }
}

#[test]
fn a_file_with_two_names_is_left_alone() {
    let kifu = Kifu::with([("a.sgf", "(;B[aa]")]);
    fs::hard_link(kifu.path("a.sgf"), kifu.path("b.sgf")).unwrap();
    let ran = kifu.run(&["fix", "--all-safe", "-i", "a.sgf"]);
    assert_eq!(ran.code, 4);
    assert!(ran.stderr.contains("other names"), "{}", ran.stderr);
    for name in ["a.sgf", "b.sgf"] {
        assert_eq!(fs::read(kifu.path(name)).unwrap(), b"(;B[aa]");
    }
}

#[test]
fn times_and_permissions_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let kifu = Kifu::with([("a.sgf", "(;B[aa]")]);
    let path = kifu.path("a.sgf");
    let then = std::time::SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(then).unwrap();
    file.set_permissions(fs::Permissions::from_mode(0o600))
        .unwrap();
    assert_eq!(kifu.run(&["fix", "--all-safe", "-i", "a.sgf"]).code, 0);
    for (name, bytes) in [("a.sgf", "(;B[aa])"), ("a.sgf.orig", "(;B[aa]")] {
        assert_eq!(fs::read(kifu.path(name)).unwrap(), bytes.as_bytes());
        let found = fs::metadata(kifu.path(name)).unwrap();
        assert_eq!(found.modified().unwrap(), then, "{name}");
        assert_eq!(found.permissions().mode() & 0o777, 0o600, "{name}");
    }
}

/// Files that get each other's names, by threes, and some that get a name that is free.
const RENAMED: usize = 16;
const RENAME: [&str; 3] = ["rename", "{GN}.sgf", "."];

fn new_name(n: usize) -> String {
    match n % 4 {
        0 if n + 2 < RENAMED => format!("{}", n + 1),
        1 if n + 1 < RENAMED => format!("{}", n + 1),
        2 => format!("{}", n - 2),
        _ => format!("new-{n}"),
    }
}

fn to_rename() -> Kifu {
    let kifu = Kifu::new();
    for n in 0..RENAMED {
        let game = format!("(;GN[{}]C[{n}])", new_name(n));
        fs::write(kifu.path(format!("{n}.sgf")), game).unwrap();
    }
    kifu
}

/// The names of all files, in the order of their numbers, each once.
fn renamed(kifu: &Kifu) -> Vec<String> {
    let mut found = BTreeMap::new();
    for (name, text) in files(kifu) {
        let number = text
            .split("C[")
            .nth(1)
            .and_then(|text| text.split(']').next());
        let number: usize = number.unwrap().parse().unwrap();
        let twice = found.insert(number, name);
        assert_eq!(twice, None, "{number} has two names");
    }
    assert_eq!(found.len(), RENAMED, "{found:?}");
    found.into_values().collect()
}

#[test]
fn killed_renames_lose_nothing() {
    let old: Vec<String> = (0..RENAMED).map(|n| format!("{n}.sgf")).collect();
    let new: Vec<String> = (0..RENAMED).map(|n| new_name(n) + ".sgf").collect();
    let start = Instant::now();
    let kifu = to_rename();
    assert_eq!(kifu.run(&RENAME).code, 0);
    let takes = start.elapsed();
    assert_eq!(renamed(&kifu), new);
    const RUNS: u32 = 100;
    let mut halfway = 0;
    for n in 0..RUNS {
        let kifu = to_rename();
        let mut child = kifu.command(&RENAME).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(takes * n / RUNS);
        child.kill().unwrap();
        child.wait().unwrap();
        let was_interrupted = kifu.path(".kifu-rename").exists();
        halfway += usize::from(was_interrupted);
        if was_interrupted {
            let dry = kifu.run(&[&RENAME[..], &["-n"]].concat());
            assert_eq!(dry.code, 4, "{}", dry.stderr);
            assert!(dry.stderr.contains("--undo"), "{}", dry.stderr);
        }
        if n % 2 == 0 && was_interrupted {
            let undone = kifu.run(&["rename", "--undo"]);
            assert_eq!(undone.code, 0, "{}", undone.stderr);
            assert_eq!(renamed(&kifu), old);
        }
        let again = kifu.run(&RENAME);
        assert_eq!(again.code, 0, "{}", again.stderr);
        assert_eq!(renamed(&kifu), new);
    }
    assert!(halfway > 0);
}
