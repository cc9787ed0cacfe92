//! A file is either unchanged or complete, however the command ends.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::kifu::Kifu;

const FILES: usize = 12;
const FIX: [&str; 4] = ["fix", "--all-safe", "--in-place=.orig", "."];

fn old(n: usize) -> String {
    // A long game without its closing parenthesis.
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

/// Returns the contents of all files, by name.
fn files(kifu: &Kifu) -> BTreeMap<String, String> {
    let entries = fs::read_dir(kifu.path("")).unwrap().map(Result::unwrap);
    let file = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read_to_string(entry.path()).unwrap())
    };
    entries.map(file).collect()
}

/// Asserts that no file is lost or damaged. Returns the number of repaired files, and the number of
/// temporary files.
fn survived(kifu: &Kifu) -> (usize, usize) {
    let mut found = files(kifu);
    let mut repaired = 0;
    for n in 0..FILES {
        let name = format!("{n}.sgf");
        let now = found.remove(&name).unwrap();
        let backup = found.remove(&format!("{name}.orig"));
        assert!(now == old(n) || now == new(n), "{name} is damaged");
        assert!(
            backup.is_none_or(|backup| backup == old(n)),
            "the backup of {name} is damaged"
        );
        repaired += usize::from(now == new(n));
    }
    let hidden = |name: &String| name.starts_with(".kifu-");
    assert!(found.keys().all(hidden), "{:?}", found.keys());
    (repaired, found.len())
}

/// Sends a signal to each of several runs, each time after a longer delay. Returns the number of
/// runs that did not repair all files.
fn ended_by(signal: &str, runs: u32, leaves_nothing: bool) -> usize {
    let start = Instant::now();
    assert_eq!(collection().run(&FIX).code, 0);
    let takes = start.elapsed();
    let mut early = 0;
    for n in 0..runs {
        let kifu = collection();
        let mut child = kifu.command(&FIX).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(takes * n / runs);
        let pid = child.id().to_string();
        Command::new("kill").args([signal, &pid]).status().unwrap();
        child.wait().unwrap();
        let (repaired, left) = survived(&kifu);
        assert!(left == 0 || !leaves_nothing, "after {n}: {left} files left");
        early += usize::from(repaired < FILES);
        // The next run succeeds.
        let again = kifu.run(&FIX);
        assert_eq!(again.code, 0, "{}", again.stderr);
        assert_eq!(survived(&kifu).0, FILES);
    }
    early
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
fn concurrent_runs_damage_nothing() {
    for _ in 0..3 {
        let kifu = collection();
        let run = || kifu.command(&FIX).stderr(Stdio::null()).spawn().unwrap();
        for mut child in [run(), run(), run()] {
            // A later run may find files that another run has just changed.
            assert!(matches!(child.wait().unwrap().code(), Some(0 | 3 | 4)));
        }
        assert_eq!(survived(&kifu), (FILES, 0));
    }
}

/// Runs the command with a limit of `blocks` blocks of 512 bytes for each file, as on a full disk.
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
fn failed_writes_are_reported_and_leave_no_file() {
    let kifu = Kifu::with([("a.sgf", "(;B[aa]")]);
    fs::create_dir(kifu.path("shut")).unwrap();
    let shut = std::os::unix::fs::PermissionsExt::from_mode(0o555);
    fs::set_permissions(kifu.path("shut"), shut).unwrap();
    for to in ["missing/a.jgf", "a.sgf/a.jgf", "shut/a.jgf"] {
        let ran = kifu.run(&["convert", "-t", "jgf2", "-o", to, "a.sgf"]);
        if ran.code == 0 {
            // Root can write anywhere.
            assert_eq!(to, "shut/a.jgf");
            continue;
        }
        assert_eq!(ran.code, 4, "{to}");
        assert!(ran.stderr.contains("cannot write"), "{}", ran.stderr);
        assert!(!kifu.path(to).exists());
    }
}

#[test]
fn devices_are_written_but_not_replaced() {
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
fn pipes_are_written_but_not_replaced() {
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
fn files_with_hard_links_are_not_replaced() {
    let kifu = Kifu::with([("a.sgf", "(;B[aa]")]);
    fs::hard_link(kifu.path("a.sgf"), kifu.path("b.sgf")).unwrap();
    let ran = kifu.run(&["fix", "--all-safe", "-i", "a.sgf"]);
    assert_eq!(ran.code, 4);
    assert!(ran.stderr.contains("hard links"), "{}", ran.stderr);
    for name in ["a.sgf", "b.sgf"] {
        assert_eq!(fs::read(kifu.path(name)).unwrap(), b"(;B[aa]");
    }
}

#[test]
fn permissions_are_kept_and_times_on_request() {
    use std::os::unix::fs::PermissionsExt;
    let kifu = Kifu::with([("a.sgf", "(;B[aa]")]);
    let path = kifu.path("a.sgf");
    let then = std::time::SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(then).unwrap();
    file.set_permissions(fs::Permissions::from_mode(0o600))
        .unwrap();
    let fix = ["fix", "--all-safe", "-i", "--keep-mtime", "a.sgf"];
    assert_eq!(kifu.run(&fix).code, 0);
    for (name, bytes) in [("a.sgf", "(;B[aa])"), ("a.sgf.orig", "(;B[aa]")] {
        assert_eq!(fs::read(kifu.path(name)).unwrap(), bytes.as_bytes());
        let found = fs::metadata(kifu.path(name)).unwrap();
        assert_eq!(found.modified().unwrap(), then, "{name}");
        assert_eq!(found.permissions().mode() & 0o777, 0o600, "{name}");
    }
}

/// The number of files to rename. Of each four, three exchange their names and one gets a new name.
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

/// Returns the names of all files in the order of their numbers, and asserts that each file has one
/// name.
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

#[test]
fn extended_attributes_are_kept() {
    let kifu = Kifu::with([("a.sgf", "(;B[aa]")]);
    let path = kifu.path("a.sgf");
    if let Err(error) = xattr::set(&path, "user.kifu.test", b"kept") {
        // Not every file system supports extended attributes.
        assert_eq!(error.kind(), std::io::ErrorKind::Unsupported, "{error}");
        return;
    }
    assert_eq!(kifu.run(&["fix", "--all-safe", "-i", "a.sgf"]).code, 0);
    for name in ["a.sgf", "a.sgf.orig"] {
        let found = xattr::get(kifu.path(name), "user.kifu.test").unwrap();
        assert_eq!(found.as_deref(), Some(&b"kept"[..]), "{name}");
    }
}

/// The command line of a verb that writes files, and whether it changes its inputs.
struct Writer {
    args: &'static [&'static str],
    in_place: bool,
}

/// All verbs that write files, except `rename`, which has a separate test.
const WRITERS: [Writer; 32] = {
    const fn to(args: &'static [&'static str]) -> Writer {
        Writer {
            args,
            in_place: false,
        }
    }
    const fn at(args: &'static [&'static str]) -> Writer {
        Writer {
            args,
            in_place: true,
        }
    }
    [
        at(&["fix", "--all-safe", "-i", "in"]),
        at(&["fmt", "-i", "in"]),
        at(&["charset", "--to", "utf-16le", "-i", "in"]),
        at(&["strip", "--comments", "-i", "in"]),
        at(&["transform", "--rot", "90", "-i", "in"]),
        to(&["fmt", "-o", "out", "in"]),
        to(&["convert", "-t", "jgf2", "-o", "out", "in"]),
        to(&["convert", "-t", "jgf2", "--split", "-o", "out", "all.sgf"]),
        to(&["convert", "-t", "sgn", "-o", "out.txt", "in"]),
        to(&["render", "-t", "svg", "-o", "out", "in"]),
        to(&["split", "-o", "out", "all.sgf"]),
        to(&["extract", "-o", "out", "in"]),
        to(&["cat", "-o", "out.sgf", "in"]),
        to(&["find", "-e", "moves > 0", "--save", "out.sgf", "in"]),
        to(&["merge", "-o", "out.sgf", "in/0.sgf", "copy.sgf"]),
        to(&["index", "-o", "out.kifu", "in"]),
        to(&["find", "-e", "GN ~ \"1\"", "--save-rest", "out.sgf", "in"]),
        to(&["dedupe", "--move-to", "out", "in", "copy.sgf"]),
        to(&["dedupe", "--delete", "in", "copy.sgf"]),
        to(&["dedupe", "--link", "in", "copy.sgf"]),
        at(&["dedupe", "--delete", "--merge", "in", "more"]),
        at(&["problem", "convert", "--to", "right", "-i", "problems"]),
        to(&[
            "problem", "convert", "--to", "right", "-o", "out", "problems",
        ]),
        to(&["rec", "at", "300", "a.rgf", "-o", "out.sgf"]),
        to(&["rec", "final", "a.rgf", "-o", "out.sgf"]),
        to(&[
            "rec",
            "record",
            "--difference",
            "in/0.sgf",
            "more/more-0.sgf",
            "-o",
            "out.rgf",
        ]),
        to(&["rec", "cut", "0..300", "a.rgf", "-o", "out.rgf"]),
        to(&["rec", "join", "a.rgf", "a.rgf", "-o", "out.rgf"]),
        to(&["rec", "retime", "--scale", "2", "a.rgf", "-o", "out.rgf"]),
        to(&["rec", "pack", "in/0.sgf", "-o", "out.rgt"]),
        to(&["rec", "pack", "in/0.sgf", "-o", "out.rgz"]),
        to(&["rec", "unpack", "bundle.rgt", "-o", "out"]),
    ]
};

fn folder_of_all() -> Kifu {
    let kifu = Kifu::new();
    fs::create_dir(kifu.path("in")).unwrap();
    let mut all = String::new();
    for n in 0..FILES {
        // Every verb changes something in this game.
        let game = format!(
            "(;FF[4]CA[UTF-8]SZ[19]GN[{n}]PB[\u{4e00}]C[x];B[{}a]{}",
            char::from(b'a' + n as u8),
            ";B[dd];W[pq]".repeat(100)
        );
        fs::write(kifu.path(format!("in/{n}.sgf")), &game).unwrap();
        all.push_str(&format!("{game})\n"));
    }
    fs::write(kifu.path("all.sgf"), all).unwrap();
    fs::copy(kifu.path("in/0.sgf"), kifu.path("copy.sgf")).unwrap();
    // Copies with additional text.
    fs::create_dir(kifu.path("more")).unwrap();
    for n in 0..FILES {
        let game = fs::read_to_string(kifu.path(format!("in/{n}.sgf"))).unwrap();
        let more = game.replacen("C[x]", &format!("C[more of {n}]"), 1);
        fs::write(kifu.path(format!("more/more-{n}.sgf")), more).unwrap();
    }
    fs::create_dir(kifu.path("problems")).unwrap();
    for n in 0..FILES {
        let text = "read it out ".repeat(300);
        let problem = format!(
            "(;SZ[9]GN[{n}]C[{text}]AB[aa][ab]AW[ba][bb](;B[cc];W[dd];B[ee]TE[1])(;B[ff];W[gg]))"
        );
        fs::write(kifu.path(format!("problems/{n}.sgf")), problem).unwrap();
    }
    static BUNDLE: OnceLock<Vec<u8>> = OnceLock::new();
    let bundle = BUNDLE.get_or_init(|| {
        let packed = kifu.run(&["rec", "pack", "in/0.sgf", "-o", "bundle.rgt"]);
        assert_eq!(packed.code, 0, "{}", packed.stderr);
        fs::read(kifu.path("bundle.rgt")).unwrap()
    });
    fs::write(kifu.path("bundle.rgt"), bundle).unwrap();
    let timed = (1..400).map(|n| format!(";B[dd]TS[{n}]"));
    let timed: String = timed.collect();
    fs::write(kifu.path("a.rgf"), format!("(;FF[4]GM[1]TS[0]{timed})\n")).unwrap();
    kifu
}

fn bytes_of_all(kifu: &Kifu) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![kifu.path("")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(kifu.path("")).unwrap();
            found.insert(name.to_str().unwrap().to_owned(), fs::read(&path).unwrap());
        }
    }
    found
}

/// Returns whether a file or one of its directories has the name of a temporary file.
fn is_hidden(name: &str) -> bool {
    name.split('/').any(|part| part.starts_with(".kifu-tmp-"))
}

/// Kills each verb that writes files, at random moments; the variable `KIFU_KILLS` sets how often.
/// Every input must survive, every file must be complete, and the next run must remove temporary
/// files.
#[test]
fn every_verb_that_writes_survives_being_killed() {
    let kills = std::env::var("KIFU_KILLS").ok();
    let each: u32 = kills.map_or(4, |kills| kills.parse().unwrap());
    // A linear congruential generator, so the kills are at the same fractions of each run.
    let mut seed = 21_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as f64 / f64::from(1_u32 << 31)
    };
    let (mut killed, mut left_behind) = (0, 0);
    for Writer { args, in_place } in WRITERS {
        let kifu = folder_of_all();
        let before = bytes_of_all(&kifu);
        let start = Instant::now();
        let whole = kifu.run(args);
        let takes = start.elapsed();
        assert_eq!(whole.code, 0, "{args:?}: {}", whole.stderr);
        let after = bytes_of_all(&kifu);
        let links = fs::metadata(kifu.path("copy.sgf")).map_or(0, |copy| copy.nlink());
        assert!(after != before || links > 1, "{args:?} writes nothing");
        for _ in 0..each {
            let kifu = folder_of_all();
            let mut child = kifu.command(args);
            let mut child = child
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(takes.mul_f64(random()));
            let _ = child.kill();
            killed += u32::from(!child.wait().unwrap().success());
            let found = bytes_of_all(&kifu);
            for (name, bytes) in &found {
                let is_old = before.get(name) == Some(bytes);
                let is_new = after.get(name) == Some(bytes);
                // All files except temporary ones are those before or after a complete run.
                assert!(
                    is_old || is_new || is_hidden(name),
                    "{args:?}: {name} is torn"
                );
            }
            for (name, bytes) in &before {
                // The file or a backup of its contents must exist.
                let is_there = found.get(name).is_some_and(|now| {
                    now == bytes || in_place && found.get(&format!("{name}.orig")) == Some(bytes)
                });
                let is_moved = found.values().any(|now| now == bytes);
                // `dedupe --merge` merged the file into the one that is kept.
                let kept = name.replace("more/more-", "in/");
                let is_merged = kept != *name && found.get(&kept) == after.get(&kept);
                let may_go = !after.contains_key(name) && (is_moved || is_merged);
                assert!(is_there || may_go, "{args:?}: {name} is lost");
            }
            left_behind += found.keys().filter(|name| is_hidden(name)).count();
            // The next run removes temporary files, and continues where possible.
            let again = kifu.run(args);
            assert!(
                matches!(again.code, 0 | 3 | 4),
                "{args:?}: {}",
                again.stderr
            );
            let found = bytes_of_all(&kifu);
            assert!(
                !found.keys().any(|name| is_hidden(name)),
                "{args:?} leaves {:?}",
                found.keys()
            );
            if in_place {
                assert!(found == after, "{args:?}");
            }
        }
    }
    // Some runs end before they are killed.
    let all = each * WRITERS.len() as u32;
    assert!(killed > all / 4, "{killed} of {all} killed");
    assert!(left_behind > 0, "no run left anything to clean up");
}

/// The temporary file is another name of the file that is kept, which the run locks.
#[cfg(unix)]
#[test]
fn a_link_of_a_killed_run_is_removed() {
    let kifu = Kifu::with([("a.sgf", "(;B[aa])"), ("b.sgf", "(;B[aa])")]);
    fs::hard_link(kifu.path("a.sgf"), kifu.path(".kifu-tmp-abcdefgh")).unwrap();
    assert_eq!(kifu.run(&["dedupe", "--link", "."]).code, 0);
    assert!(!kifu.path(".kifu-tmp-abcdefgh").exists());
    assert_eq!(fs::metadata(kifu.path("a.sgf")).unwrap().nlink(), 2);
}

#[test]
fn stale_temporary_files_are_removed() {
    let kifu = Kifu::with([
        ("a.sgf", "(;B[aa]"),
        (".kifu-tmp-abcdefgh", "left by a killed run"),
        (".kifu-tmp-ABCDEFGH", "in use"),
        (".kifu-journal", "of something else"),
        ("out/.kifu-tmp-12345678", "left by a killed run"),
        ("out/.kifu-tmp-folder12/a.sgf", "left by a killed run"),
    ]);
    let used = fs::File::open(kifu.path(".kifu-tmp-ABCDEFGH")).unwrap();
    used.lock().unwrap();
    assert_eq!(kifu.run(&["fix", "--all-safe", "-i", "a.sgf"]).code, 0);
    assert_eq!(kifu.run(&["fmt", "-o", "out", "a.sgf"]).code, 0);
    let names = kifu.files("").into_iter().map(|(name, _)| name);
    let names: Vec<String> = names.collect();
    let left = [
        ".kifu-journal",
        ".kifu-tmp-ABCDEFGH",
        "a.sgf",
        "a.sgf.orig",
        "out/a.sgf",
    ];
    assert_eq!(names, left);
    drop(used);
    // Stale files are also removed if the next run has nothing to write.
    assert_eq!(kifu.run(&["fix", "--all-safe", "-i", "a.sgf"]).code, 0);
    assert!(!kifu.path(".kifu-tmp-ABCDEFGH").exists());
}
