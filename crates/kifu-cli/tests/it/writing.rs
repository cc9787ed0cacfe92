//! Output paths, files that are never overwritten, and exit codes of runs with bad files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::kifu::{Kifu, RunOutput};

const GAME: &str = "(;GM[1]FF[4]SZ[9]PB[Sato]RE[B+1]C[x];B[aa];W[bb];B[cc])\n";

/// Verbs that write one file per input to a directory.
const INTO_FOLDERS: [&[&str]; 10] = [
    &["fix", "--all-safe"],
    &["fmt"],
    &["charset", "--to", "gbk"],
    &["strip", "--comments"],
    &["transform", "--rot", "90"],
    &["problem", "convert", "--to", "te"],
    &["convert", "-t", "sgf"],
    &["render", "-t", "text"],
    &["split"],
    &["extract"],
];

/// Verbs that rewrite files in place.
const IN_PLACE: [&[&str]; 5] = [
    &["fix", "--all-safe"],
    &["fmt"],
    &["charset", "--to", "utf-8"],
    &["strip", "--comments"],
    &["transform", "--rot", "90"],
];

/// Returns the contents of all files, by path.
fn all(kifu: &Kifu) -> BTreeMap<String, String> {
    kifu.files("").into_iter().collect()
}

/// Returns the paths of the files below a directory, without extensions.
fn stems(kifu: &Kifu, folder: &str) -> Vec<String> {
    let files = kifu.files(folder).into_iter();
    let stem = |name: String| {
        let name = name.strip_prefix(&format!("{folder}/")).unwrap().to_owned();
        Path::new(&name)
            .with_extension("")
            .to_str()
            .unwrap()
            .to_owned()
    };
    files.map(|(name, _)| stem(name)).collect()
}

#[test]
fn files_keep_their_paths_below_the_common_folder() {
    let list = "a/x.sgf\na/y/x.sgf\nb/x.sgf\n";
    for verb in INTO_FOLDERS {
        let kifu = Kifu::with([
            ("a/x.sgf", GAME),
            ("a/y/x.sgf", GAME),
            ("b/x.sgf", GAME),
            ("list", list),
        ]);
        for (paths, places) in [
            (&["a", "b"][..], &["a/x", "a/y/x", "b/x"][..]),
            (&["--files-from", "list"], &["a/x", "a/y/x", "b/x"]),
            (&["--files-from", "-"], &["a/x", "a/y/x", "b/x"]),
            (&["a"], &["x", "y/x"]),
            (&["a/x.sgf", "a/y/x.sgf"], &["x", "y/x"]),
            (&["./a/../a/x.sgf", "b"], &["a/x", "b/x"]),
            (&["a/y", "b/x.sgf"], &["a/y/x", "b/x"]),
        ] {
            let args = [verb, &["-o", "out"], paths].concat();
            let ran = kifu.feed(&args, list.as_bytes());
            assert_eq!(ran.code, 0, "{args:?}: {}", ran.stderr);
            assert_eq!(stems(&kifu, "out"), places, "{args:?}");
            fs::remove_dir_all(kifu.path("out")).unwrap();
        }
    }
}

#[test]
fn colliding_outputs_are_refused_before_anything_is_written() {
    let kifu = Kifu::with([
        ("in/a.sgf", GAME),
        ("in/b.sgf", GAME),
        ("in/b.mgt", GAME),
        ("in/z.sgf", GAME),
    ]);
    for args in [
        &["convert", "-t", "jgf2", "in"][..],
        &["convert", "-t", "jgf2", "--split", "in"],
        &["render", "-t", "svg", "in"],
        &["fmt", "in", "in/b.sgf"],
        &["fmt", "in/b.sgf", "./in/b.sgf"],
    ] {
        for dry in [&["-n"][..], &[]] {
            if args[0] == "render" && !dry.is_empty() {
                continue;
            }
            let ran = kifu.run(&[args, &["-o", "out"], dry].concat());
            assert_eq!(ran.code, 2, "{args:?}: {}", ran.stderr);
            assert!(ran.stderr.contains("out/b."), "{args:?}: {}", ran.stderr);
            assert!(!kifu.path("out").exists(), "{args:?}");
        }
    }
}

#[test]
fn modification_times_change_without_keep_mtime() {
    let then = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    for verb in IN_PLACE {
        let kifu = Kifu::with([("a.sgf", "(;CA[gbk]PB[\u{100}]C[x];B[dd]")]);
        let modified = |name: &str| fs::metadata(kifu.path(name)).unwrap().modified().unwrap();
        let age = || {
            let file = fs::File::options().write(true).open(kifu.path("a.sgf"));
            file.unwrap().set_modified(then).unwrap();
        };
        age();
        let ran = kifu.run(&[verb, &["-i", "a.sgf"]].concat());
        assert_eq!(ran.code, 0, "{verb:?}: {}", ran.stderr);
        assert!(kifu.path("a.sgf.orig").exists(), "{verb:?}");
        assert!(
            modified("a.sgf") > then + Duration::from_secs(1000),
            "{verb:?}"
        );
        assert_eq!(modified("a.sgf.orig"), then, "{verb:?}");
        fs::rename(kifu.path("a.sgf.orig"), kifu.path("a.sgf")).unwrap();
        age();
        assert_eq!(
            kifu.run(&[verb, &["-i", "--keep-mtime", "a.sgf"]].concat())
                .code,
            0
        );
        assert_eq!(modified("a.sgf"), then, "{verb:?}");
    }
}

#[test]
fn an_index_notices_changes_in_place() {
    let kifu = Kifu::with([("g/a.sgf", GAME)]);
    let then = SystemTime::now() - Duration::from_secs(1000);
    let file = fs::File::options().write(true).open(kifu.path("g/a.sgf"));
    file.unwrap().set_modified(then).unwrap();
    assert_eq!(kifu.run(&["index", "g"]).code, 0);
    let swap = ["transform", "--swap-colors", "-i", "g/a.sgf"];
    assert_eq!(kifu.run(&swap).code, 0);
    let ran = kifu.run(&["index", "g"]);
    assert!(ran.text().contains("1 changed"), "{}", ran.text());
}

/// Returns the messages about files that were not written.
fn refused(ran: &RunOutput) -> Vec<String> {
    let lines = ran.stderr.lines().filter(|line| line.starts_with("kifu: "));
    lines.map(str::to_owned).collect()
}

#[test]
fn dry_runs_fail_like_real_runs() {
    let others = [("in/b.sgf", GAME), ("in/c.sgf", GAME)];
    // Each function makes an obstacle for the first file, for verbs with -o or with -i.
    type Make = fn(&Kifu);
    let in_the_way: [(&str, Make); 3] = [
        ("-o", |kifu| {
            fs::create_dir(kifu.path("out")).unwrap();
            for name in ["a.sgf", "a.jgf"] {
                fs::write(kifu.path(format!("out/{name}")), "there").unwrap();
            }
        }),
        ("-i", |kifu| {
            fs::write(kifu.path("in/a.sgf.orig"), "there").unwrap()
        }),
        ("-i", |kifu| {
            fs::create_dir(kifu.path("other")).unwrap();
            fs::hard_link(kifu.path("in/a.sgf"), kifu.path("other/a.sgf")).unwrap();
        }),
    ];
    let game = "(;GM[1]FF[4]CA[gbk]SZ[9]PB[Sato]RE[B+1]C[x];B[aa];W[bb];B[cc]";
    for (to, make) in in_the_way {
        let verbs = match to {
            "-i" => &IN_PLACE[..],
            _ => &INTO_FOLDERS[..],
        };
        let verbs = verbs.iter().filter(|verb| verb[0] != "render");
        for verb in verbs {
            let kifu = Kifu::with([&[("in/a.sgf", game)][..], &others].concat());
            make(&kifu);
            let to: &[&str] = if to == "-i" { &["-i"] } else { &["-o", "out"] };
            let before = all(&kifu);
            let dry = kifu.run(&[verb, to, &["-n", "in"]].concat());
            assert!(all(&kifu) == before, "{verb:?} writes in a dry run");
            let real = kifu.run(&[verb, to, &["in"]].concat());
            assert_eq!(real.code, 3, "{verb:?}: {}", real.stderr);
            assert_eq!(dry.code, 3, "{verb:?} -n: {}", dry.stderr);
            assert_eq!(refused(&dry), refused(&real), "{verb:?}");
        }
    }
}

#[test]
fn a_dry_run_of_convert_lists_names() {
    let two = "(;GM[1]SZ[9];B[aa])\n(;GM[1]SZ[9];B[bb])\n";
    let kifu = Kifu::with([("in/a.sgf", two), ("in/x/b.sgf", GAME)]);
    for (args, names) in [
        (&["-o", "out", "in"][..], "out/a.jgf\nout/x/b.jgf\n"),
        (
            &["-o", "out", "--split", "in"],
            "out/a-1.jgf\nout/a-2.jgf\nout/x/b.jgf\n",
        ),
        (&["-o", "new.jgf", "in/a.sgf"], "new.jgf\n"),
        (&["in"], ""),
    ] {
        let args = [&["convert", "-t", "jgf2", "-n"], args].concat();
        let ran = kifu.run(&args);
        assert_eq!(
            (ran.code, ran.text()),
            (0, names),
            "{args:?}: {}",
            ran.stderr
        );
        assert!(!kifu.path("out").exists() && !kifu.path("new.jgf").exists());
    }
    assert_eq!(
        kifu.run(&["convert", "-t", "jgf2", "-o", "out", "in"]).code,
        0
    );
    let again = kifu.run(&["convert", "-t", "jgf2", "-n", "-o", "out", "in"]);
    assert_eq!((again.code, again.text()), (4, ""));
    let forced = kifu.run(&["convert", "-t", "jgf2", "-n", "-f", "-o", "out", "in"]);
    assert_eq!(
        (forced.code, forced.text()),
        (0, "out/a.jgf\nout/x/b.jgf\n")
    );
}

#[test]
fn inputs_are_never_overwritten() {
    let rgf = "(;FF[4]GM[1]SZ[9]TS[0];B[aa]TS[1];W[bb]TS[9])\n";
    let files = [
        ("in/a.sgf", GAME),
        ("in/b.sgf", GAME),
        ("a.rgf", rgf),
        ("b.rgf", rgf),
        ("clock.sgf", "(;GM[1]SZ[9]TM[60];B[aa]BL[50];W[bb]WL[40])"),
        ("list", "in/a.sgf\n"),
    ];
    let kifu = Kifu::with(files);
    // A symbolic link and a hard link to an input.
    #[cfg(unix)]
    std::os::unix::fs::symlink("in/a.sgf", kifu.path("link.sgf")).unwrap();
    #[cfg(unix)]
    fs::hard_link(kifu.path("in/a.sgf"), kifu.path("hard.sgf")).unwrap();
    let before = all(&kifu);
    let mut cases = vec![
        vec!["convert", "-t", "sgf", "-f", "-o", "in/a.sgf", "in/a.sgf"],
        vec![
            "convert", "-t", "sgf", "-f", "-n", "-o", "in/a.sgf", "in/a.sgf",
        ],
        vec!["convert", "-t", "sgf", "-f", "-o", "in", "in"],
        vec![
            "convert",
            "-t",
            "sgf",
            "-f",
            "-o",
            "in/../in/a.sgf",
            "in/a.sgf",
        ],
        vec![
            "convert", "-t", "sgn", "-f", "-o", "in/b.sgf", "in/a.sgf", "in/b.sgf",
        ],
        vec![
            "render", "-t", "svg", "--force", "-o", "in/a.sgf", "in/a.sgf",
        ],
        vec!["extract", "-f", "-o", "in", "in"],
        vec!["extract", "-f", "-o", "in/a.sgf", "in/a.sgf"],
        vec!["extract", "-f", "-n", "-o", "in", "in"],
        vec!["split", "-f", "-o", "in", "in"],
        vec!["cat", "--force", "-o", "in/a.sgf", "in/a.sgf", "in/b.sgf"],
        vec!["cat", "--force", "-o", "list", "--files-from", "list"],
        vec!["merge", "--force", "-o", "in/a.sgf", "in/a.sgf", "in/b.sgf"],
        vec!["rec", "cut", "0..5", "a.rgf", "-f", "-o", "a.rgf"],
        vec![
            "rec", "retime", "a.rgf", "--scale", "2", "-f", "-o", "./a.rgf",
        ],
        vec!["rec", "join", "a.rgf", "b.rgf", "-f", "-o", "b.rgf"],
        vec!["rec", "at", "1", "a.rgf", "-f", "-o", "a.rgf"],
        vec![
            "rec",
            "record",
            "--clocks",
            "clock.sgf",
            "-f",
            "-o",
            "clock.sgf",
        ],
    ];
    if cfg!(unix) {
        cases.push(vec![
            "convert", "-t", "sgf", "-f", "-o", "link.sgf", "in/a.sgf",
        ]);
        cases.push(vec![
            "convert", "-t", "sgf", "-f", "-o", "in/a.sgf", "link.sgf",
        ]);
        cases.push(vec![
            "convert", "-t", "sgf", "-f", "-o", "hard.sgf", "in/a.sgf",
        ]);
    }
    for args in cases {
        let ran = kifu.run(&args);
        assert!(
            matches!(ran.code, 3 | 4),
            "{args:?}: {} {}",
            ran.code,
            ran.stderr
        );
        assert!(
            ran.stderr.contains("this file is also an input"),
            "{args:?}: {}",
            ran.stderr
        );
        assert!(all(&kifu) == before, "{args:?}");
    }
    // With -f, files that are not inputs are replaced.
    let ran = kifu.run(&["convert", "-t", "sgf", "-f", "-o", "in/b.sgf", "in/a.sgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

/// Files without a game, and a packed file.
const BAD: [(&str, &str); 3] = [("empty", ""), ("text", "hello\n"), ("packed", "PK\x03\x04")];

#[test]
fn all_verbs_handle_bad_files_alike() {
    let verbs: [&[&str]; 20] = [
        &["info", "--fields", "PB"],
        &["fix", "--all-safe", "-o", "out"],
        &["fmt", "-o", "out"],
        &["charset", "--to", "utf-8", "-o", "out"],
        &["strip", "--comments", "-o", "out"],
        &["transform", "--rot", "90", "-o", "out"],
        &["problem", "list"],
        &["problem", "convert", "--to", "te", "-o", "out"],
        &["convert", "-t", "jgf2", "-o", "out"],
        &["convert", "-t", "fen"],
        &["split", "-o", "out"],
        &["extract", "-o", "out/"],
        &["render", "-t", "svg", "-o", "out/"],
        &["hash"],
        &["find", "-e", "moves > 0"],
        &["stats"],
        &["tree"],
        &["show"],
        &["score"],
        &["dedupe"],
    ];
    for verb in verbs {
        for (name, bad) in BAD {
            let kifu = Kifu::with([("in/a.sgf", GAME), ("in/b.sgf", bad), ("in/c.sgf", GAME)]);
            let many = kifu.run(&[verb, &["in"]].concat());
            assert_eq!(many.code, 3, "{verb:?} with {name}: {}", many.stderr);
            let named = Path::new("in").join("b.sgf").display().to_string();
            assert!(many.stderr.contains(&named), "{verb:?}: {}", many.stderr);
            let out = kifu.path("out");
            if out.exists() {
                assert_eq!(stems(&kifu, "out"), ["a", "c"], "{verb:?} with {name}");
                fs::remove_dir_all(out).unwrap();
            }
            let alone = kifu.run(&[verb, &["in/b.sgf"]].concat());
            assert_eq!(alone.code, 4, "{verb:?} of {name}: {}", alone.stderr);
            assert!(!kifu.path("out").exists() || stems(&kifu, "out").is_empty());
        }
    }
    // These verbs accept any bytes; check reports findings.
    let kifu = Kifu::with([("in/a.sgf", GAME), ("in/b.sgf", "")]);
    for (verb, code) in [("info", 0), ("charset", 0), ("cat", 0), ("check", 1)] {
        assert_eq!(kifu.run(&[verb, "in"]).code, code, "{verb}");
        assert_eq!(kifu.run(&[verb, "in", "gone"]).code, 3, "{verb}");
        assert_eq!(kifu.run(&[verb, "gone"]).code, 4, "{verb}");
    }
}

#[test]
fn refused_files_count_as_failed() {
    let chess = "(;GM[3]FF[4];B[aa];W[bb])\n";
    let unsure = b"(;GM[1]FF[4]SZ[9]CA[UTF-8]PB[\xE5\x90];B[aa])\n";
    for (verb, bad) in [
        (
            &["convert", "-t", "sgn", "-o", "out/"][..],
            chess.as_bytes(),
        ),
        (&["render", "-t", "svg", "-o", "out/"], chess.as_bytes()),
        (&["show"], chess.as_bytes()),
        (&["score"], chess.as_bytes()),
        (&["charset", "--to", "utf-8", "-o", "out/"], unsure),
        (&["extract", "--game", "2", "-o", "out/"], GAME.as_bytes()),
        (&["show", "--game", "2"], GAME.as_bytes()),
    ] {
        let two = [GAME, GAME].concat();
        let kifu = Kifu::with([("in/a.sgf", two.as_bytes()), ("in/b.sgf", bad)]);
        let many = kifu.run(&[verb, &["in"]].concat());
        assert_eq!(many.code, 3, "{verb:?}: {}", many.stderr);
        if kifu.path("out").exists() {
            assert_eq!(stems(&kifu, "out").len(), 1, "{verb:?}");
            fs::remove_dir_all(kifu.path("out")).unwrap();
        }
        let alone = kifu.run(&[verb, &["in/b.sgf"]].concat());
        assert_eq!(alone.code, 4, "{verb:?}: {}", alone.stderr);
    }
}

#[test]
fn templates_stay_below_the_output_directory() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    for name in ["/x/{PB}.sgf", "../{PB}.sgf", "x/../../{PB}.sgf"] {
        for verb in ["split", "extract"] {
            let ran = kifu.run(&[verb, "-o", "out", "--name", name, "a.sgf"]);
            assert_eq!(ran.code, 2, "{name}: {}", ran.stderr);
            assert!(ran.stderr.contains("output directory"), "{}", ran.stderr);
        }
    }
    assert_eq!(all(&kifu).len(), 1);
}
