//! Behaviour that all verbs share.

use std::fs;
use std::io::Read;
use std::process::Stdio;

use crate::kifu::Kifu;

const VERBS: [&[&str]; 13] = [
    &["info", "--jsonl"],
    &["info", "--summary"],
    &["check", "--format", "jsonl"],
    &["check"],
    &["cat", "--raw"],
    &["tree"],
    &["show"],
    &["render", "-t", "text"],
    &["score"],
    &["check", "--rules", "chinese"],
    &["charset"],
    &["charset", "--jsonl"],
    &["fmt", "--dry-run"],
];

#[test]
fn standard_input_is_read_without_a_path_and_for_a_dash() {
    let kifu = Kifu::with([("a.sgf", "(;)")]);
    let info = |args: &[&str]| kifu.feed(&[&["info", "--jsonl"], args].concat(), b"(;B[aa])");
    assert_eq!(info(&[]).files(), ["-"]);
    assert_eq!(info(&["-"]).files(), ["-"]);
    let ran = info(&["a.sgf", "-"]);
    assert_eq!(ran.files(), ["a.sgf", "-"]);
    assert_eq!(ran.lines()[1]["games"][0]["moves"], 1);
}

#[test]
fn unreadable_files_are_reported_and_skipped() {
    let kifu = Kifu::with([("a.sgf", "(;)"), ("broken.sgf", "(;")]);
    for verb in VERBS {
        let code = |paths: &[&str]| kifu.run(&[verb, paths].concat()).code;
        assert_eq!(code(&["a.sgf"]), 0, "{verb:?}");
        assert_eq!(code(&["missing", "a.sgf"]), 3, "{verb:?}");
        assert_eq!(code(&["missing", "a.sgf", "broken.sgf"]), 3, "{verb:?}");
        assert_eq!(code(&["missing", "gone"]), 4, "{verb:?}");
        assert_eq!(code(&["--no-such-flag"]), 2, "{verb:?}");
        assert_eq!(code(&["a.sgf", "--glob", "[z"]), 2, "{verb:?}");
    }
    let ran = kifu.run(&["info", "--jsonl", "missing", "a.sgf", "gone\x1b[m"]);
    assert_eq!(ran.files(), ["a.sgf"]);
    let reason = "No such file or directory";
    if cfg!(unix) {
        assert_eq!(
            ran.stderr,
            format!("kifu: missing: {reason}\nkifu: gone\\u{{1b}}[m: {reason}\n")
        );
    }
}

#[test]
fn folders_are_read_in_order_without_hidden_files() {
    let kifu = Kifu::with([
        ("b.sgf", "(;)"),
        ("a/z.txt", "(;)"),
        ("a/a.SGF", "(;)"),
        ("a/b/deep", "(;)"),
        (".hidden.sgf", "(;)"),
        (".git/x.sgf", "(;)"),
        (".gitignore", "*"),
        (".ignore", "*"),
        ("a-.sgf", "(;)"),
    ]);
    let files = |args: &[&str]| kifu.run(&[&["info", "--jsonl"], args].concat()).files();
    assert_eq!(
        files(&["."]),
        [
            "./a/a.SGF",
            "./a/b/deep",
            "./a/z.txt",
            "./a-.sgf",
            "./b.sgf"
        ]
    );
    assert_eq!(
        files(&["b.sgf", "-r", "a"]),
        ["b.sgf", "a/a.SGF", "a/b/deep", "a/z.txt"]
    );
    assert_eq!(files(&[".", "--glob", "*.sgf"]), ["./a-.sgf", "./b.sgf"]);
    assert_eq!(
        files(&[".", "--glob", "*.sgf", "--glob", "a/*.txt"]),
        ["./a/z.txt", "./a-.sgf", "./b.sgf"]
    );
    assert_eq!(
        files(&[".", "--glob", "!*.sgf"]),
        ["./a/a.SGF", "./a/b/deep", "./a/z.txt"]
    );
    assert_eq!(
        files(&[".hidden.sgf", ".git"]),
        [".hidden.sgf", ".git/x.sgf"]
    );
    fs::create_dir(kifu.path("nothing")).unwrap();
    assert_eq!(kifu.run(&["info", "nothing"]).code, 0);
}

#[test]
fn output_folders_are_not_read() {
    const VERBS: [&[&str]; 12] = [
        &["fmt"],
        &["fix", "--all-safe"],
        &["charset", "--to", "utf-8"],
        &["set", "EV=Cup"],
        &["strip", "--comments"],
        &["transform", "--rot", "90"],
        &["problem", "convert", "--to", "te"],
        &["split", "--name", "{n}.sgf"],
        &["extract"],
        &["convert", "-t", "jgf2"],
        &["render", "-t", "svg"],
        &["dedupe", "--move-to"],
    ];
    for verb in VERBS {
        let kifu = Kifu::with([
            ("a.sgf", "(;SZ[9];B[aa];W[bb];B[cc];W[dd])"),
            ("g/a.sgf", "(;SZ[9];B[aa];W[bb];B[cc];W[dd])"),
            // The directory is listed before the first file is written.
            ("g/z/out/old.sgf", "(;SZ[9];B[aa];W[bb];B[cc];W[dd])"),
        ]);
        let to: &[&str] = if verb.contains(&"--move-to") {
            &["g/z/../z/out", "--against", "a.sgf", "g"]
        } else {
            &["-o", "g/z/../z/out", "g"]
        };
        let ran = kifu.run(&[verb, to].concat());
        assert_eq!(ran.code, 0, "{verb:?}: {}", ran.stderr);
        let files = kifu.files("g/z");
        assert_eq!(files.len(), 2, "{verb:?}: {files:?}");
        assert!(kifu.path("g/z/out/old.sgf").exists(), "{verb:?}");
    }
}

#[cfg(unix)]
#[test]
fn links_to_files_are_read_but_links_to_folders_are_not_followed() {
    use std::os::unix::fs::symlink;
    let kifu = Kifu::with([("d/a.sgf", "(;)"), ("other/b.sgf", "(;)")]);
    symlink("../other/b.sgf", kifu.path("d/link.sgf")).unwrap();
    symlink("../other", kifu.path("d/folder")).unwrap();
    symlink(".", kifu.path("d/loop")).unwrap();
    let ran = kifu.run(&["info", "--jsonl", "d"]);
    assert_eq!(
        (ran.code, ran.files()),
        (0, vec!["d/a.sgf".into(), "d/link.sgf".into()])
    );
    assert_eq!(
        kifu.run(&["info", "--jsonl", "d/folder"]).files(),
        ["d/folder/b.sgf"]
    );
}

#[test]
fn paths_come_from_lists() {
    let kifu = Kifu::with([
        ("a.sgf", "(;)"),
        ("b c.sgf", "(;)"),
        ("list", "a.sgf\n\nb c.sgf"),
    ]);
    let files = |args: &[&str], input: &[u8]| {
        let ran = kifu.feed(&[&["info", "--jsonl"], args].concat(), input);
        (ran.code, ran.files().join("|"))
    };
    assert_eq!(
        files(&["--files-from", "list"], b""),
        (0, "a.sgf|b c.sgf".into())
    );
    assert_eq!(
        files(&["a.sgf", "--files-from", "list"], b""),
        (0, "a.sgf|a.sgf|b c.sgf".into())
    );
    assert_eq!(
        files(&["--files-from", "-"], b"b c.sgf\nmissing\n"),
        (3, "b c.sgf".into())
    );
    assert_eq!(
        files(&["--files-from", "-", "--null"], b"b c.sgf\0a.sgf\0"),
        (0, "b c.sgf|a.sgf".into())
    );
    assert_eq!(
        files(&["--files-from", "-", "-0"], b"b c.sgf\0a.sgf"),
        (0, "b c.sgf|a.sgf".into())
    );
    assert_eq!(files(&["--files-from", "-"], b""), (0, String::new()));
    assert_eq!(files(&["--files-from", "missing"], b""), (4, String::new()));
    assert_eq!(
        files(&["--files-from", "-", "-"], b"a.sgf"),
        (2, String::new())
    );
    assert_eq!(files(&["--null", "a.sgf"], b""), (2, String::new()));
}

#[test]
fn output_order_does_not_depend_on_the_number_of_threads() {
    let kifu = Kifu::new();
    for n in 0..300 {
        let nodes = if n % 10 == 0 { 20_000 } else { 10 };
        fs::write(
            kifu.path(format!("{n:03}.sgf")),
            format!("({})", ";B[aa]".repeat(nodes)),
        )
        .unwrap();
    }
    let expected: Vec<String> = (0..300).map(|n| format!("./{n:03}.sgf")).collect();
    let one = kifu.run(&["info", "--jsonl", "-j1", "."]);
    assert_eq!(one.files(), expected);
    for jobs in ["-j2", "-j7"] {
        assert_eq!(kifu.run(&["info", "--jsonl", jobs, "."]).stdout, one.stdout);
    }
    assert_eq!(kifu.run(&["info", "-j0", "."]).code, 2);
}

#[test]
fn any_bytes_are_read() {
    let all: Vec<u8> = (0..=255).collect();
    for bytes in [&b""[..], &all, b"\0\0\0", b"\xFF\xFE", b"(;\xFF"] {
        let kifu = Kifu::with([("a", bytes)]);
        for verb in VERBS {
            let ran = kifu.run(&[verb, &["a"]].concat());
            // Other verbs refuse files without a game.
            let refused = !matches!(verb[0], "info" | "check" | "charset" | "cat") && ran.code == 4;
            assert!(
                ran.code <= 1 || refused,
                "{verb:?} {}: {}",
                bytes.escape_ascii(),
                ran.stderr
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn file_names_are_escaped() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let kifu = Kifu::new();
    fs::write(kifu.path(OsStr::from_bytes(b"\x1b[31m\xFF\n.sgf")), "(;").unwrap();
    assert_eq!(
        kifu.run(&["info", "--jsonl", "."]).files(),
        ["./\x1b[31m\u{FFFD}\n.sgf"]
    );
    for verb in VERBS.iter().filter(|verb| verb[0] != "cat") {
        let ran = kifu.run(&[verb, &["."][..]].concat());
        assert!(
            !ran.text().contains('\x1b') && !ran.stderr.contains('\x1b'),
            "{verb:?}"
        );
    }
}

#[test]
fn deep_trees_are_safe() {
    const DEPTH: usize = 100_000;
    let straight = format!("{}{}", "(;B[aa]".repeat(DEPTH), ")".repeat(DEPTH));
    let branched = format!("{}{}", "(;B[aa](;W[bb])".repeat(DEPTH), ")".repeat(DEPTH));
    let kifu = Kifu::with([
        ("straight", straight),
        ("branched", branched),
        ("open", "(;B[aa]".repeat(DEPTH)),
    ]);
    for verb in [
        &["tree", "--jsonl"],
        &["info", "--json"],
        VERBS[0],
        VERBS[1],
        VERBS[2],
    ] {
        for file in ["straight", "branched", "open"] {
            let ran = kifu.run(&[verb, &[file]].concat());
            assert!(ran.code <= 1, "{verb:?} {file}: {}", ran.stderr);
        }
    }
    let tree = kifu.run(&["tree", "branched"]);
    // The heading, and a line for each variation.
    assert_eq!(tree.text().lines().count(), 1 + DEPTH);
    assert!(
        tree.text().lines().all(|line| line.len() < 120),
        "the indentation is capped"
    );
    for file in ["straight", "branched", "open"] {
        assert_eq!(
            kifu.run(&["cat", "--raw", file]).stdout,
            fs::read(kifu.path(file)).unwrap()
        );
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_command_silently() {
    let kifu = Kifu::with([("a.sgf", format!("(;C[{}])", "x".repeat(1 << 20)))]);
    let args = [&["cat"], &["a.sgf"; 20][..]].concat();
    let mut child = kifu
        .command(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(141), &b""[..])
    );
}

#[test]
fn colour_follows_the_option_and_no_color() {
    let kifu = Kifu::with([("a.sgf", "(;PB[x])")]);
    let colored = |args: &[&str], no_color: &str| {
        let output = kifu
            .command(&[&["info", "a.sgf"], args].concat())
            .env("NO_COLOR", no_color)
            .output()
            .unwrap();
        output.stdout.contains(&0x1b)
    };
    assert!(!colored(&[], ""));
    assert!(!colored(&["--color=never"], ""));
    assert!(colored(&["--color=always"], "1"));
    assert!(!colored(&["--color=auto"], "1"));
}

#[test]
fn completions_and_manual_pages_are_written() {
    let kifu = Kifu::new();
    assert!(
        kifu.run(&["completions", "bash"])
            .text()
            .contains("complete")
    );
    assert!(kifu.run(&["man"]).text().contains(".TH KIFU "));
    assert!(kifu.run(&["man", "check"]).text().contains("\\-\\-deny"));
    assert_eq!(kifu.run(&["man", "nothing"]).code, 2);
    assert!(
        kifu.run(&["man", "rec", "at"])
            .text()
            .contains("\\-\\-before")
    );
    assert_eq!(kifu.run(&["man", "rec", "nothing"]).code, 2);
    assert_eq!(kifu.run(&["--version"]).code, 0);
    assert_eq!(kifu.run(&[]).code, 2);
}

/// Writes to a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn failed_writes_to_standard_output_are_reported() {
    let kifu = Kifu::with([("a.sgf", "(;PB[x]")]);
    let rewriting: [&[&str]; 2] = [&["fix", "--all-safe"], &["fmt"]];
    let results = VERBS
        .into_iter()
        .filter(|verb| !verb.contains(&"--dry-run"));
    for verb in results.chain(rewriting) {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = kifu.command(&[verb, &["a.sgf"]].concat());
        let output = command.stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{verb:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn arguments_come_from_files() {
    let kifu = Kifu::with([
        ("a.sgf", "(;)"),
        ("b c.sgf", "(;)"),
        ("@d.sgf", "(;)"),
        ("args", "--jsonl\r\n\nb c.sgf\n"),
        ("more", "@args"),
    ]);
    let ran = kifu.run(&["info", "a.sgf", "@args", "./@d.sgf"]);
    assert_eq!(ran.files(), ["a.sgf", "b c.sgf", "./@d.sgf"]);
    let literal = kifu.run(&["info", "--jsonl", "--", "@d.sgf"]);
    assert_eq!(literal.files(), ["@d.sgf"]);
    // Argument files are not expanded recursively.
    let nested = kifu.run(&["info", "--jsonl", "@more"]);
    assert_eq!((nested.code, nested.files().len()), (4, 0));
    let missing = kifu.run(&["info", "@missing"]);
    assert_eq!(missing.code, 2);
    assert!(
        missing.stderr.starts_with("kifu: @missing: "),
        "{missing:?}"
    );
}

#[test]
fn strict_stops_at_the_first_failure() {
    let kifu = Kifu::with([
        ("a.sgf", "(;FF[4];B[aa]"),
        ("b.sgf", "(;FF[4];B[aa]"),
        ("b.sgf.orig", ""),
        ("c.sgf", "(;FF[4];B[aa]"),
    ]);
    for jobs in ["-j1", "-j3"] {
        let files = ["a.sgf", "missing", "c.sgf"];
        let ran = kifu.run(&[&["info", "--jsonl", "--strict", jobs][..], &files].concat());
        assert_eq!((ran.code, ran.files()), (3, vec!["a.sgf".to_owned()]));
        let ran = kifu.run(&[
            "check", "--format", "json", "--strict", jobs, "missing", "a.sgf",
        ]);
        assert_eq!((ran.code, ran.json()), (4, serde_json::json!([])));
    }
    let fix = [
        "fix",
        "--all-safe",
        "-i",
        "--strict",
        "-j1",
        "a.sgf",
        "b.sgf",
        "c.sgf",
    ];
    let ran = kifu.run(&fix);
    assert_eq!(ran.code, 3, "{ran:?}");
    let closed = |name| fs::read_to_string(kifu.path(name)).unwrap().ends_with(')');
    assert_eq!(
        ["a.sgf", "b.sgf", "c.sgf"].map(closed),
        [true, false, false]
    );
}

/// Each thread adds up its own totals; merged, they are those of a single thread.
#[test]
fn sums_do_not_depend_on_the_number_of_threads() {
    let kifu = Kifu::new();
    let mut list = String::new();
    for number in 0..240 {
        let name = format!("{number}.sgf");
        if number != 200 {
            let (rank, moves) = (number % 7, ";B[aa];W[bb]".repeat(number % 50));
            let game = format!("(;GM[1]FF[4]BR[{rank}d]KM[{rank}.5]{moves}C[{number}])");
            std::fs::write(kifu.path(&name), game).unwrap();
        }
        list += &format!("{name}\n");
    }
    std::fs::write(kifu.path("list"), list).unwrap();
    for verb in [
        &["stats", "--json"][..],
        &["stats", "--all"],
        &["stats", "-e", "komi > 2"],
        &["next", "--json", "--text-pattern=X."],
    ] {
        for strict in [&[][..], &["--strict"]] {
            let ran = |jobs: &str| {
                let args = [verb, strict, &["--files-from", "list", jobs]].concat();
                let ran = kifu.run(&args);
                assert!(ran.stderr.starts_with("kifu: 200.sgf: "), "{}", ran.stderr);
                assert_eq!(ran.code, 3);
                ran.stdout
            };
            let alone = ran("-j1");
            for jobs in ["-j2", "-j5"] {
                assert!(ran(jobs) == alone, "{verb:?} {strict:?} {jobs}");
            }
        }
    }
    let counted = |strict| {
        kifu.run(&["stats", "--json", "--files-from=list", strict])
            .json()
    };
    assert_eq!(counted("--strict")["files"], 200);
    assert_eq!(counted("--no-progress")["files"], 239);
}

const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n";

#[test]
fn files_in_unknown_formats_are_named() {
    let page: &[u8] = b"<!DOCTYPE html>\n<title>Go</title>\n<script>for(;;){}</script>\n";
    let kifu = Kifu::with([
        ("scan.pdf", &b"%PDF-1.4\n%%EOF\n"[..]),
        ("board.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        ("page.html", page),
        ("go.svg", SVG.as_bytes()),
        ("a.sgf", b"(;)"),
    ]);
    let cases = [
        ("scan.pdf", "a PDF document"),
        ("board.png", "a PNG image"),
        ("page.html", "an HTML page"),
        ("go.svg", "an SVG image"),
    ];
    for verb in VERBS.iter().filter(|verb| verb[0] != "cat") {
        for (file, name) in cases {
            let ran = kifu.run(&[verb, &[file][..]].concat());
            let expected = format!("kifu: {file}: this is {name}, which kifu cannot read\n");
            assert!(ran.stderr.starts_with(&expected), "{verb:?} {}", ran.stderr);
            assert_eq!(ran.code, 4, "{verb:?} {file}");
            assert_eq!(kifu.run(&[verb, &[file, "a.sgf"][..]].concat()).code, 3);
        }
    }
}

#[test]
fn other_files_in_folders_are_counted_in_one_line() {
    let kifu = Kifu::with([
        ("d/a.sgf", &b"(;SZ[9]RE[B+R];B[aa])"[..]),
        ("d/README.md", b"# Games\n"),
        ("d/more/notes.txt", b"nothing\n"),
        ("d/more/old.svg", SVG.as_bytes()),
        ("d/more/1.pdf", b"%PDF-1.4\n"),
        ("d/more/2.pdf", b"%PDF-1.4\n"),
        ("d/talk.rgf", b"(;TS[0]B[aa]TS[1])"),
        ("d/empty.sgf", b""),
        ("other/1.pdf", b"%PDF-1.4\n"),
    ]);
    let skipped = "2 files without games, 2 PDF documents, 1 SVG image";
    for verb in [
        &["hash"][..],
        &["show", "--move", "0"],
        &["stats", "--json"],
        &["find", "-e", "moves > 0"],
        &["fmt", "--dry-run"],
    ] {
        let ran = kifu.run(&[verb, &["d"][..]].concat());
        let lines: Vec<&str> = ran.stderr.lines().collect();
        // A file with the name of a game record should contain a game.
        assert_eq!(ran.code, 3, "{verb:?} {}", ran.stderr);
        assert!(lines.contains(&"kifu: d/empty.sgf: no game found"));
        let line = format!("kifu: skipped {skipped}, 1 recording");
        assert!(lines.contains(&line.as_str()), "{verb:?} {}", ran.stderr);
        assert_eq!(ran.stderr.matches("skipped").count(), 1, "{verb:?}");
    }
    fs::remove_file(kifu.path("d/empty.sgf")).unwrap();
    for verb in VERBS.iter().filter(|verb| verb[0] != "cat") {
        let ran = kifu.run(&[verb, &["d", "--strict"][..]].concat());
        assert!(ran.code <= 1, "{verb:?} {}", ran.stderr);
        assert!(
            ran.stderr.contains("2 PDF documents"),
            "{verb:?} {}",
            ran.stderr
        );
        // A verb fails if no input contains a game.
        let ran = kifu.run(&[verb, &["other"][..]].concat());
        assert_eq!(ran.code, 4, "{verb:?}");
        assert!(
            ran.stderr.starts_with("kifu: skipped 1 PDF document\n"),
            "{}",
            ran.stderr
        );
    }
}
