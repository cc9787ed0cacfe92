//! `kifu rec`: tests of the verbs that write recordings and bundles.

use std::fs;
use std::path::Path;

use kifu_testkit::tar::{Raw, archive, hostile};

use crate::kifu::Kifu;

const MAIN: &str = "(;GM[1]FF[4]CA[UTF-8](;GS[talk.rgf:12]MS[talk.mp3:audio];B[pd]C[A star point.];W[dd])(;GD[talk.rgf:6];B[pd]C[A star]))\n";
const TALK: &str = "(;TS[0]B[pd]TS[0]VT[X-MARK:One]TS[2]C[A star]TS[4]C[ point.]TS[8];TS[9]W[dd]TS[9]VT[X-MARK:Two]TS[9:1]VT[ENDED]TS[12])\n";

fn talk() -> Kifu {
    Kifu::with([
        ("talk.sgf", MAIN.as_bytes()),
        ("talk.rgf", TALK.as_bytes()),
        ("talk.mp3", &[7; 3000]),
    ])
}

fn names(folder: impl AsRef<Path>) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

// ---- bundles ----

#[test]
fn bundle_depends_only_on_names_and_contents() {
    let (one, two) = (talk(), talk());
    fs::write(one.path(".hidden"), "x").unwrap();
    let long_ago = std::time::SystemTime::UNIX_EPOCH;
    let file = fs::File::options()
        .write(true)
        .open(two.path("talk.mp3"))
        .unwrap();
    file.set_modified(long_ago).unwrap();
    for name in ["out/talk.rgt", "out/talk.rgz"] {
        for kifu in [&one, &two] {
            fs::create_dir_all(kifu.path("out")).unwrap();
        }
        let by_name = one.run(&["rec", "pack", "talk.sgf", "-o", name]);
        assert_eq!((by_name.code, &*by_name.stderr), (0, "3 files packed\n"));
        let args = [
            "rec",
            "pack",
            "talk.mp3",
            "talk.rgf",
            "./talk.sgf",
            "-o",
            name,
        ];
        assert_eq!(two.run(&args).code, 0);
        assert_eq!(
            fs::read(one.path(name)).unwrap(),
            fs::read(two.path(name)).unwrap()
        );
        let into = one.run(&["rec", "unpack", name, "-o", "back"]);
        assert_eq!((into.code, &*into.stderr), (0, "3 files in back\n"));
        assert_eq!(
            names(one.path("back")),
            ["talk.mp3", "talk.rgf", "talk.sgf"]
        );
        for file in names(one.path("back")) {
            let back = fs::read(one.path("back").join(&file)).unwrap();
            assert_eq!(back, fs::read(one.path(&file)).unwrap());
        }
        // A directory adds all of its files.
        let folder = one.run(&["rec", "pack", "back", "-o", "again.rgt", "-f"]);
        assert_eq!(folder.code, 0, "{}", folder.stderr);
        fs::remove_dir_all(one.path("back")).unwrap();
    }
    assert_eq!(
        fs::read(one.path("again.rgt")).unwrap(),
        fs::read(one.path("out/talk.rgt")).unwrap()
    );
}

#[test]
fn hostile_archives_write_nothing() {
    for (what, bytes) in hostile() {
        // Unpacking several SGF files is fine; only reading such a bundle is refused.
        if what == "several SGF files" {
            continue;
        }
        let kifu = Kifu::with([("in/x.rgt", &*bytes), ("in/there/game.sgf", b"precious")]);
        let into = ["rec", "unpack", "x.rgt"];
        for args in [&into[..], &["rec", "unpack", "x.rgt", "-o", "there", "-f"]] {
            let mut command = kifu.command(args);
            let output = command.current_dir(kifu.path("in")).output().unwrap();
            assert_eq!(output.status.code(), Some(4), "{what}");
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert!(
                stderr.starts_with("kifu: x.rgt: ") && stderr.lines().count() == 1,
                "{stderr}"
            );
        }
        assert_eq!(names(kifu.path("in")), ["there", "x.rgt"], "{what}");
        assert_eq!(names(kifu.path("in/there")), ["game.sgf"], "{what}");
        assert_eq!(
            fs::read(kifu.path("in/there/game.sgf")).unwrap(),
            b"precious"
        );
        assert_eq!(names(kifu.path("")), ["in"], "{what}");
    }
}

#[test]
fn existing_files_are_replaced_only_with_force() {
    let kifu = talk();
    assert_eq!(
        kifu.run(&["rec", "pack", "talk.sgf", "-o", "talk.rgt"])
            .code,
        0
    );
    let packed = fs::read(kifu.path("talk.rgt")).unwrap();
    let again = kifu.run(&["rec", "pack", "talk.sgf", "-o", "talk.rgt"]);
    assert_eq!(
        again.stderr,
        "kifu: cannot write talk.rgt: talk.rgt already exists\n"
    );
    fs::create_dir(kifu.path("talk")).unwrap();
    fs::write(kifu.path("talk/talk.sgf"), "precious").unwrap();
    let unpacked = kifu.run(&["rec", "unpack", "talk.rgt"]);
    assert_eq!(
        (unpacked.code, &*unpacked.stderr),
        (4, "kifu: talk already exists\n")
    );
    assert_eq!(names(kifu.path("talk")), ["talk.sgf"]);
    for args in [["-o", "new.rgf"], ["-o", "new.rgz"]] {
        fs::write(kifu.path(args[1]), "precious").unwrap();
        let args = [&["rec", "cut", "2..4", "talk.rgt"], &args[..]].concat();
        let ran = kifu.run(&args);
        assert_eq!(ran.code, 4);
        assert!(ran.stderr.ends_with("already exists\n"), "{}", ran.stderr);
        assert_eq!(fs::read(kifu.path(args[5])).unwrap(), b"precious");
        assert_eq!(kifu.run(&[&args[..], &["--force"]].concat()).code, 0);
    }
    assert_eq!(fs::read(kifu.path("talk.rgt")).unwrap(), packed);
    assert_eq!(kifu.run(&["rec", "unpack", "talk.rgt", "--force"]).code, 0);
    assert_eq!(
        fs::read_to_string(kifu.path("talk/talk.sgf")).unwrap(),
        MAIN
    );
    // An existing directory is never replaced by a file.
    fs::remove_file(kifu.path("talk/talk.mp3")).unwrap();
    fs::create_dir(kifu.path("talk/talk.mp3")).unwrap();
    assert_eq!(kifu.run(&["rec", "unpack", "talk.rgt", "--force"]).code, 4);
    assert!(
        names(kifu.path(""))
            .iter()
            .all(|name| !name.starts_with(".kifu"))
    );
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_neither_packed_nor_followed() {
    let kifu = talk();
    assert_eq!(
        kifu.run(&["rec", "pack", "talk.sgf", "-o", "talk.rgt"])
            .code,
        0
    );
    fs::create_dir(kifu.path("to")).unwrap();
    std::os::unix::fs::symlink("../talk.rgt", kifu.path("to/talk.mp3")).unwrap();
    assert_eq!(
        kifu.run(&["rec", "unpack", "talk.rgt", "-o", "to", "-f"])
            .code,
        0
    );
    assert_eq!(fs::read(kifu.path("to/talk.mp3")).unwrap(), [7; 3000]);
    assert!(!kifu.path("to/talk.mp3").is_symlink());
    std::os::unix::fs::symlink("/etc/passwd", kifu.path("to/x.mp3")).unwrap();
    let packed = kifu.run(&["rec", "pack", "to", "-o", "x.rgt"]);
    assert!(
        packed.code == 4 && packed.stderr.contains("not links"),
        "{}",
        packed.stderr
    );
    assert!(!kifu.path("x.rgt").exists());
}

#[test]
fn invalid_bundles_are_refused() {
    let kifu = talk();
    let pack = |args: &[&str]| {
        let ran = kifu.run(&[&["rec", "pack"], args].concat());
        assert!(!kifu.path("x.rgt").exists() && !kifu.path("x.rgz").exists());
        (ran.code, ran.stderr)
    };
    fs::rename(kifu.path("talk.mp3"), kifu.path("away.mp3")).unwrap();
    let missing = "kifu: the SGF file refers to talk.mp3, which is missing\n".to_owned();
    assert_eq!(pack(&["talk.sgf", "-o", "x.rgt"]), (4, missing));
    let (code, why) = pack(&["talk.sgf", "-o", "x.zip"]);
    assert!(code == 2 && why.contains("`.rgt` or `.rgz`"));
    let (code, why) = pack(&["talk.rgf", "-o", "x.rgt"]);
    assert!(
        code == 4 && why.contains("a bundle needs an SGF file"),
        "{why}"
    );
    fs::write(kifu.path("talk.mp3"), vec![0; 4 << 20]).unwrap();
    let (code, why) = pack(&["talk.sgf", "-o", "x.rgt", "--max-size", "1M"]);
    assert!(
        code == 4 && why.contains("more than 1048576 bytes"),
        "{why}"
    );
    assert_eq!(
        names(kifu.path("")),
        ["away.mp3", "talk.mp3", "talk.rgf", "talk.sgf"]
    );
    let nested = archive([
        Raw::file("a.sgf"),
        Raw::of(b"b.tar", b'0', &archive([Raw::file("../x")])),
    ]);
    fs::write(kifu.path("nested.rgt"), nested).unwrap();
    // Archives inside a bundle are treated like other files.
    assert_eq!(kifu.run(&["rec", "unpack", "nested.rgt"]).code, 0);
    assert_eq!(names(kifu.path("nested")), ["a.sgf", "b.tar"]);
}

#[test]
fn highly_compressed_bundle_needs_max_ratio() {
    let kifu = talk();
    let silence = |bytes: u64| {
        let file = fs::File::create(kifu.path("talk.mp3")).unwrap();
        file.set_len(bytes).unwrap();
    };
    silence(30_000_000);
    let ran = kifu.run(&["rec", "pack", "talk.sgf", "-o", "talk.rgz"]);
    assert_eq!((ran.code, &*ran.stderr), (0, "3 files packed\n"));
    assert_eq!(kifu.run(&["rec", "unpack", "talk.rgz"]).code, 0);
    assert_eq!(kifu.run(&["rec", "info", "talk.rgz"]).code, 0);
    silence(70 << 20);
    fs::remove_dir_all(kifu.path("talk")).unwrap();
    let ran = kifu.run(&["rec", "pack", "talk.sgf", "-o", "talk.rgz", "-f"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("--max-ratio 1100"), "{}", ran.stderr);
    for args in [
        &["rec", "unpack", "talk.rgz"][..],
        &["rec", "info", "talk.rgz"],
    ] {
        let ran = kifu.run(args);
        assert_eq!(ran.code, 4);
        assert!(ran.stderr.contains("--max-ratio 1100"), "{}", ran.stderr);
    }
    let ran = kifu.run(&["rec", "unpack", "talk.rgz", "--max-ratio", "1100"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let unpacked = fs::metadata(kifu.path("talk/talk.mp3")).unwrap();
    assert_eq!(unpacked.len(), 70 << 20);
}

#[test]
fn unsafe_names_are_not_packed() {
    let kifu = Kifu::with([
        ("in/talk.rgf", TALK),
        ("secret.mp3", "x"),
        ("in/b.mp3", "x"),
    ]);
    for (reference, name) in [
        ("GS[talk.rgf:12]MS[../secret.mp3:audio]", "../secret.mp3"),
        (
            "GS[talk.rgf:12]MS[/etc/secret.mp3:audio]",
            "/etc/secret.mp3",
        ),
        ("GS[talk.rgf:12]MS[C\\:\\\\x.mp3:audio]", "C:\\x.mp3"),
        ("GS[talk.rgf:12]MS[file\\:///x.mp3:audio]", "file:///x.mp3"),
        ("GS[../talk.rgf:12]", "../talk.rgf"),
        ("GS[talk.rgf:12];GD[../talk.rgf:1]", "../talk.rgf"),
    ] {
        fs::write(kifu.path("in/talk.sgf"), format!("(;GM[1];{reference})")).unwrap();
        for from in ["in/talk.sgf", "in"] {
            let ran = kifu.run(&["rec", "pack", from, "-o", "talk.rgt"]);
            assert_eq!(ran.code, 4, "{reference}: {}", ran.stderr);
            let expected = format!("the SGF file refers to {name}, which cannot be packed");
            assert!(ran.stderr.contains(&expected), "{}", ran.stderr);
            assert!(!kifu.path("talk.rgt").exists());
        }
    }
    // A snapshot of a missing recording.
    let main = "(;GM[1];GS[talk.rgf:12];GD[other.rgf:1])";
    fs::write(kifu.path("in/talk.sgf"), main).unwrap();
    let ran = kifu.run(&["rec", "pack", "in/talk.sgf", "-o", "talk.rgt"]);
    assert_eq!(ran.code, 4);
    assert!(
        ran.stderr.contains("other.rgf, which is missing"),
        "{}",
        ran.stderr
    );
    // Names that differ only in case.
    let main = "(;GM[1];GS[talk.rgf:12])";
    fs::write(kifu.path("in/talk.sgf"), main).unwrap();
    fs::write(kifu.path("B.mp3"), "x").unwrap();
    let ran = kifu.run(&["rec", "pack", "in", "B.mp3", "-o", "talk.rgt"]);
    assert_eq!(ran.code, 4);
    assert!(
        ran.stderr.contains("the name conflicts with"),
        "{}",
        ran.stderr
    );
}

#[test]
fn cut_reports_missing_media() {
    let kifu = talk();
    fs::remove_file(kifu.path("talk.mp3")).unwrap();
    let ran = kifu.run(&["rec", "cut", "..5", "talk.sgf", "-o", "piece.rgt"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("\"talk.mp3\" is missing"),
        "{}",
        ran.stderr
    );
    assert!(kifu.path("piece.rgt").exists());
}

#[test]
fn pack_warns_of_wrong_name_and_missing_duration() {
    let main = "(;GM[1]FF[4]CA[UTF-8];GS[talk.rgf])";
    let kifu = Kifu::with([("talk.sgf", main), ("talk.rgf", "(;TS[0]B[pd]TS[1])")]);
    let ran = kifu.run(&["rec", "pack", "talk.sgf", "-o", "other.rgt"]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.stderr.contains("named after the bundle"),
        "{}",
        ran.stderr
    );
    let ran = kifu.run(&["rec", "check", "other.rgt"]);
    for code in ["rgf/main-name", "rgf/no-duration"] {
        assert!(ran.text().contains(code), "{code}: {}", ran.text());
    }
}

// ---- new versions ----

#[test]
fn cut_extracts_time_range() {
    let kifu = talk();
    let ran = kifu.run(&["rec", "cut", "4..9", "talk.rgf"]);
    assert_eq!((ran.code, &*ran.stderr), (0, "6 events, 5 seconds\n"));
    assert_eq!(
        ran.text(),
        "(\n    ;B[pd]VT[N]C[A star]TS[0]C[ point.]TS[4]VT[ENDED]TS[5]\n)\n"
    );
    // A range without events keeps its length.
    let game = "(;TS[1]B[aa]TS[1];TS[2]W[bb]TS[9])";
    fs::write(kifu.path("game.rgf"), game).unwrap();
    for (range, name) in [("..0:00.5", "a.rgf"), ("0.5..5", "b.rgf"), ("5..", "c.rgf")] {
        let ran = kifu.run(&["rec", "cut", range, "game.rgf", "-o", name]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(fs::metadata(kifu.path(name)).unwrap().len() > 10);
    }
    let joined = kifu.run(&["rec", "join", "a.rgf", "b.rgf", "c.rgf"]);
    assert_eq!(
        joined.text(),
        "(\n    ;TS[1]B[aa]TS[1]\n    ;TS[2]W[bb]TS[9]\n)\n",
        "{}",
        joined.stderr
    );
    // Events at the end of the recording are included.
    let ran = kifu.run(&["rec", "cut", "9..12", "talk.rgf"]);
    assert!(
        ran.text().ends_with("VT[ENDED]TS[3]\n)\n"),
        "{}",
        ran.text()
    );
    assert_eq!(kifu.run(&["rec", "cut", "13..", "talk.rgf"]).code, 2);
    assert_eq!(kifu.run(&["rec", "cut", "5..4", "talk.rgf"]).code, 2);
    let none = kifu.run(&["rec", "cut", "1..2", "nothing.rgf"]);
    assert!(none.code == 4 && none.stdout.is_empty());
}

#[test]
fn cut_writes_bundle_with_media() {
    let kifu = talk();
    let ran = kifu.run(&["rec", "cut", "4..9", "talk.sgf", "-o", "piece.rgt"]);
    assert_eq!(
        ran.stderr,
        "kifu: talk.mp3 was not cut; extract 4 to 9 from it as well\n6 events, 5 seconds\n"
    );
    assert_eq!(kifu.run(&["rec", "unpack", "piece.rgt"]).code, 0);
    assert_eq!(
        names(kifu.path("piece")),
        ["piece.sgf", "talk.mp3", "talk.rgf"]
    );
    let main = fs::read_to_string(kifu.path("piece/piece.sgf")).unwrap();
    assert_eq!(
        main,
        "(;GM[1]FF[4]CA[UTF-8](;GS[talk.rgf:5]MS[talk.mp3:audio];B[pd]C[A star point.])(;GD[talk.rgf:2];B[pd]C[A star]))\n"
    );
    let checked = kifu.run(&["rec", "check", "piece.rgt", "--level", "warning"]);
    assert_eq!(checked.code, 0, "{}", checked.text());
    // A bundle cannot be overwritten while it is read.
    let ran = kifu.run(&["rec", "cut", "..2", "piece.rgt", "-o", "piece.rgt", "-f"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    let ran = kifu.run(&["rec", "cut", "..2", "piece.rgt", "-o", "start.rgt"]);
    assert_eq!((ran.code, &*ran.stderr), (0, "5 events, 2 seconds\n"));
    let info = kifu.run(&["rec", "info", "start.rgt"]);
    assert!(info.text().contains("talk.mp3"), "{}", info.text());
}

#[test]
fn join_restores_cut_recording() {
    let kifu = talk();
    for (range, name) in [("..4", "a.rgf"), ("4..9", "b.rgf"), ("9..", "c.rgf")] {
        assert_eq!(
            kifu.run(&["rec", "cut", range, "talk.rgf", "-o", name])
                .code,
            0
        );
    }
    let joined = kifu.run(&["rec", "join", "a.rgf", "b.rgf", "c.rgf", "-o", "whole.rgf"]);
    assert_eq!(joined.code, 0, "{}", joined.stderr);
    assert!(
        !joined.stderr.contains("does not continue"),
        "{}",
        joined.stderr
    );
    for time in ["0", "3.9", "4", "8", "8.5", "9", "12"] {
        let at = |file| kifu.run(&["rec", "at", time, file, "--bare"]).stdout;
        assert_eq!(at("whole.rgf"), at("talk.rgf"), "at {time}");
    }
    let other = kifu.run(&["rec", "join", "c.rgf", "a.rgf"]);
    assert!(
        other.stderr.starts_with(
            "kifu: a.rgf: the start differs from the end of the previous recording, at 3: 1 node removed\n"
        ),
        "{}",
        other.stderr
    );
    let bundle = kifu.run(&["rec", "join", "talk.sgf", "a.rgf", "-o", "two.rgt"]);
    assert_eq!(bundle.code, 0);
    assert!(
        bundle
            .stderr
            .contains("talk.mp3 ends before the recording does")
    );
    let info = kifu.run(&["rec", "info", "two.rgt"]);
    assert!(info.text().contains("0:16"), "{}", info.text());
    let none = kifu.run(&["rec", "join", "a.rgf", "nothing.rgf"]);
    assert!(none.code == 4 && none.stdout.is_empty(), "{none:?}");
    assert_eq!(kifu.run(&["rec", "join", "a.rgf"]).code, 2);
}

#[test]
fn retime_changes_times() {
    let kifu = talk();
    fs::write(kifu.path("map.txt"), "0 0\n4 2\n12 14\n").unwrap();
    let cases: [(&[&str], &str); 7] = [
        (&["--scale", "3/2"], "18"),
        (&["--scale", "0.1"], "1.2"),
        (&["--shift", "1:00"], "72"),
        (&["--shift", "-3", "--clamp"], "9"),
        (&["--shift", "0"], "12"),
        (&["--idle-limit", "1.5"], "7"),
        (&["--map", "map.txt"], "14"),
    ];
    for (map, seconds) in cases {
        let args = [&["rec", "retime", "talk.rgf"], map].concat();
        let ran = kifu.run(&args);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(
            ran.stderr
                .ends_with(&format!("events, {seconds} seconds\n")),
            "{}",
            ran.stderr
        );
        assert!(
            ran.text().contains(&format!("TS[{seconds}")),
            "{}",
            ran.text()
        );
    }
    let ran = kifu.run(&[
        "rec", "retime", "talk.sgf", "--shift", "10", "-o", "late.rgz",
    ]);
    assert!(
        ran.stderr.starts_with(
            "kifu: talk.mp3 was not changed; its times no longer match the recording\n"
        )
    );
    assert_eq!(kifu.run(&["rec", "unpack", "late.rgz"]).code, 0);
    let main = fs::read_to_string(kifu.path("late/late.sgf")).unwrap();
    assert!(
        main.contains("GS[talk.rgf:22]") && main.contains("GD[talk.rgf:16]"),
        "{main}"
    );
    // Events out of range are refused without `--clamp`.
    fs::write(kifu.path("late.rgf"), "(;TS[2]B[aa]TS[3];TS[6]W[bb]TS[9])").unwrap();
    let retimed = |args: &[&str]| {
        let ran = kifu.run(&[&["rec", "retime", "late.rgf"], args].concat());
        (ran.code, ran.stderr.clone(), ran.text().to_owned())
    };
    let (code, stderr, text) = retimed(&["--shift", "-5"]);
    assert_eq!((code, &*text), (2, ""));
    assert_eq!(
        stderr,
        "kifu: 2 events would happen before 0; use at most `--shift -2`, or add `--clamp`\n"
    );
    let (code, stderr, text) = retimed(&["--shift", "-2"]);
    assert_eq!((code, &*stderr), (0, "4 events, 7 seconds\n"));
    assert!(text.contains("W[bb]TS[7]"), "{text}");
    let (code, stderr, _) = retimed(&["--shift", "-5", "--clamp"]);
    assert_eq!(
        (code, &*stderr),
        (0, "kifu: 2 events moved to 0\n4 events, 4 seconds\n")
    );
    let (code, stderr, _) = retimed(&["--scale", "9000000000"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("too late"), "{stderr}");
    fs::write(kifu.path("map.txt"), "5 0\n").unwrap();
    let (code, stderr, _) = retimed(&["--map", "map.txt"]);
    assert_eq!(code, 2);
    let expected = "2 events would happen before 0";
    assert!(stderr.contains(expected), "{stderr}");
    let early = "(;TS[-1]B[aa]TS[-1]TS[2]C[x])";
    fs::write(kifu.path("early.rgf"), early).unwrap();
    let ran = kifu.run(&["rec", "join", "late.rgf", "early.rgf"]);
    assert!(
        ran.stderr
            .contains("early.rgf: 2 events before time 0 moved to the start of the recording"),
        "{}",
        ran.stderr
    );
    let age = "(;TS[9000000000]B[aa])";
    fs::write(kifu.path("age.rgf"), age).unwrap();
    let ran = kifu.run(&["rec", "join", "age.rgf", "age.rgf"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    fs::write(kifu.path("map.txt"), "0 0\n0 2\n").unwrap();
    let bad = kifu.run(&["rec", "retime", "talk.rgf", "--map", "map.txt"]);
    assert_eq!(
        (bad.code, &*bad.stderr),
        (
            4,
            "kifu: map.txt: line 2: expected both times to be in order: the old one later \
             than in the previous line, the new one not earlier\n"
        )
    );
    for bad in [
        &["--scale", "0"][..],
        &[],
        &["--scale", "2", "--shift", "1"],
    ] {
        assert_eq!(
            kifu.run(&[&["rec", "retime", "talk.rgf"], bad].concat())
                .code,
            2
        );
    }
}

// ---- recording ----

const JOURNAL: &str = "{\"rgfj\":1,\"game\":1,\"quantum\":0.001,\"ties\":\"count\"}\n\
    [0,[\"add\",null],[\"put\",0,\"B\",\"pd\"]]\n\
    [2.5,[\"put\",0,\"C\",\"A star\"]]\n\
    [1,[\"put\",0,\"C\",\" point.\"]]\n";

#[test]
fn damaged_journal_is_recorded_up_to_damage() {
    let kifu = talk();
    let ran = kifu.feed(&["rec", "record"], JOURNAL.as_bytes());
    assert_eq!((ran.code, &*ran.stderr), (0, "5 events, 3.501 seconds\n"));
    let whole = "(\n    ;TS[0]B[pd]TS[0:1]C[A star]TS[2.5]C[ point.]TS[3.5]VT[ENDED]TS[3.501]\n)\n";
    assert_eq!(ran.text(), whole);
    let cut = kifu.feed(&["rec", "record"], &JOURNAL.as_bytes()[..JOURNAL.len() - 5]);
    assert_eq!(cut.code, 0);
    assert_eq!(
        cut.text(),
        "(\n    ;TS[0]B[pd]TS[0:1]C[A star]TS[2.5]VT[ENDED]TS[2.501]\n)\n"
    );
    let damaged = JOURNAL.replace("[1,", "[1,oh");
    let ran = kifu.feed(&["rec", "record", "-o", "x.rgf"], damaged.as_bytes());
    assert_eq!(ran.code, 3);
    assert!(ran.stderr.starts_with(
        "kifu: line 4: expected a JSON array with a time and edits; the recording ends before this error"
    ));
    assert_eq!(fs::read_to_string(kifu.path("x.rgf")).unwrap(), cut.text());
    let none = kifu.feed(&["rec", "record", "-o", "y.rgf"], b"(;GM[1])\n");
    assert!(
        none.code == 4 && !kifu.path("y.rgf").exists(),
        "{}",
        none.stderr
    );
}

#[test]
fn growing_journal_is_recorded() {
    use std::io::Write;
    use std::process::Stdio;

    let kifu = Kifu::new();
    let mut command = kifu.command(&[
        "rec",
        "record",
        "-o",
        "talk.rgt",
        "--media",
        "https://x.org/1:video",
    ]);
    let mut child = command
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut journal = child.stdin.take().unwrap();
    for piece in JOURNAL.as_bytes().chunks(11) {
        journal.write_all(piece).unwrap();
        journal.flush().unwrap();
        assert!(!kifu.path("talk.rgt").exists());
    }
    drop(journal);
    assert!(child.wait().unwrap().success());
    assert_eq!(kifu.run(&["rec", "unpack", "talk.rgt"]).code, 0);
    assert_eq!(names(kifu.path("talk")), ["talk.rgf", "talk.sgf"]);
    let main = fs::read_to_string(kifu.path("talk/talk.sgf")).unwrap();
    assert_eq!(
        main,
        "(;FF[4]GM[1]CA[UTF-8];GS[talk.rgf:3.501]MS[https\\://x.org/1:video];B[pd]C[A star point.])\n"
    );
    let checked = kifu.run(&["rec", "check", "talk.rgt", "--level", "warning"]);
    assert_eq!(checked.code, 0, "{}", checked.text());
}

#[test]
fn record_makes_recordings_of_games() {
    let kifu = Kifu::with([
        (
            "game.sgf",
            "(;GM[1]FF[4]CA[UTF-8]TM[600];B[pd]BL[590];W[dd]WL[580.5](;B[pp]BL[588])(;B[dp]))\n",
        ),
        (
            "new.sgf",
            "(;GM[1]FF[4]CA[UTF-8]TM[600];B[pd]BL[590]C[Good];W[dd]WL[580.5];B[pp]BL[588])\n",
        ),
        ("cues.txt", "0 m1\n1:30 m3 The end\n"),
        ("talk.mp3", "x"),
    ]);
    let clocks = kifu.run(&["rec", "record", "--clocks", "game.sgf"]);
    assert_eq!(
        clocks.stderr,
        "kifu: the recording contains only the main line, without variations\n9 events, 31.5 seconds\n"
    );
    assert!(
        clocks.text().contains("B[pp]TS[31.5:1]"),
        "{}",
        clocks.text()
    );
    let changed = kifu.run(&[
        "rec",
        "record",
        "--difference",
        "game.sgf",
        "new.sgf",
        "--at",
        "7",
    ]);
    assert!(
        changed.text().contains("C[Good]TS[7]"),
        "{}",
        changed.text()
    );
    assert!(
        changed.text().contains("B[dp]RP[:]TS[7:1]"),
        "{}",
        changed.text()
    );
    let args = [
        "rec",
        "record",
        "--cues",
        "cues.txt",
        "game.sgf",
        "-o",
        "cues.rgz",
        "--media",
        "talk.mp3:audio",
    ];
    let cues = kifu.run(&args);
    assert_eq!((cues.code, &*cues.stderr), (0, "14 events, 90 seconds\n"));
    let markers = kifu.run(&["rec", "markers", "cues.rgz"]);
    assert!(markers.text().contains("The end"), "{}", markers.text());
    let checked = kifu.run(&["rec", "check", "cues.rgz", "--level", "warning"]);
    assert_eq!(checked.code, 0, "{}", checked.text());
    fs::write(kifu.path("cues.txt"), "0 m1\n5 m99\n").unwrap();
    let bad = kifu.run(&["rec", "record", "--cues", "cues.txt", "game.sgf"]);
    assert_eq!(
        (bad.code, &*bad.stderr),
        (
            4,
            "kifu: cues.txt: line 2: the game has no move 99 on its main line; it ends with move 3\n"
        )
    );
    for bad in [
        &["--clocks"][..],
        &["--difference", "game.sgf"],
        &["--cues", "cues.txt", "--clocks", "game.sgf"],
        &["game.sgf", "new.sgf"],
        &["--clocks", "game.sgf", "--media", "talk.mp3"],
        &["--clocks", "game.sgf", "--media", "talk.mp3:audio"],
    ] {
        assert_eq!(
            kifu.run(&[&["rec", "record"], bad].concat()).code,
            2,
            "{bad:?}"
        );
    }
}

// ---- size ----

/// Runs a command and returns its peak memory in bytes and its duration.
#[cfg(target_os = "linux")]
fn measure(kifu: &Kifu, args: &[&str]) -> (u64, std::time::Duration) {
    let start = std::time::Instant::now();
    let mut child = kifu.command(args).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        peak = peak.max(kib.unwrap_or(0) * 1024);
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            return (peak, start.elapsed());
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// `cargo test --release -p kifu-cli -- --ignored --nocapture large_media`
#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs 8 GB of disk space and several minutes"]
#[allow(clippy::print_stdout)] // Prints the measurements.
fn large_media_need_constant_memory() {
    use std::io::{Read, Write};

    const SIZE: u64 = 2 << 30;
    const MAX_MEMORY: u64 = 32 << 20;
    let kifu = talk();
    let mut noise = fs::File::open("/dev/urandom").unwrap().take(SIZE);
    let mut file = fs::File::create(kifu.path("talk.mp3")).unwrap();
    std::io::copy(&mut noise, &mut file).unwrap();
    file.flush().unwrap();
    for name in ["big.rgt", "big.rgz"] {
        let (pack, took) = measure(&kifu, &["rec", "pack", "talk.sgf", "-o", name]);
        println!("{name}: packed with {} KiB in {took:.1?}", pack >> 10);
        let (unpack, took) = measure(&kifu, &["rec", "unpack", name, "-o", "back"]);
        println!("{name}: unpacked with {} KiB in {took:.1?}", unpack >> 10);
        let (cut, took) = measure(&kifu, &["rec", "cut", "2..9", name, "-o", "cut.rgt"]);
        println!("{name}: cut with {} KiB in {took:.1?}", cut >> 10);
        assert!(pack < MAX_MEMORY && unpack < MAX_MEMORY && cut < MAX_MEMORY);
        let [mut a, mut b] =
            ["talk.mp3", "back/talk.mp3"].map(|name| fs::File::open(kifu.path(name)).unwrap());
        let (mut here, mut there) = (vec![0; 1 << 20], vec![0; 1 << 20]);
        for _ in 0..SIZE >> 20 {
            a.read_exact(&mut here).unwrap();
            b.read_exact(&mut there).unwrap();
            assert!(here == there);
        }
        for gone in [name, "cut.rgt"] {
            fs::remove_file(kifu.path(gone)).unwrap();
        }
        fs::remove_dir_all(kifu.path("back")).unwrap();
    }
}

/// The archive is refused before all of its members are read.
#[test]
#[ignore = "creates half a gigabyte of headers"]
#[allow(clippy::print_stdout)] // Prints the measurements.
fn million_members_are_refused_quickly() {
    let many = (0..1_000_000).map(|n| Raw::of(format!("{n}.mp3").as_bytes(), b'0', b""));
    let kifu = Kifu::with([("many.rgt", archive(many))]);
    let start = std::time::Instant::now();
    let ran = kifu.run(&["rec", "unpack", "many.rgt"]);
    assert!(
        ran.code == 4 && ran.stderr.contains("more than 1024 members"),
        "{}",
        ran.stderr
    );
    assert_eq!(names(kifu.path("")), ["many.rgt"]);
    println!("{}, after {:?}", ran.stderr.trim(), start.elapsed());
}

#[test]
fn assumed_durations_are_reported() {
    let kifu = Kifu::with([
        ("none.sgf", "(;SZ[9];B[aa];W[bb])"),
        ("some.sgf", "(;SZ[9]TM[600];B[aa]BL[590];W[bb];B[cc])"),
        ("all.sgf", "(;SZ[9]TM[600];B[aa]BL[590];W[bb]WL[580])"),
    ]);
    let stderr = |args: &[&str]| {
        let ran = kifu.run(&[&["rec", "record", "--clocks"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.stderr
    };
    let assumption = "seconds per move; `--default-duration` changes this\n";
    let none = stderr(&["none.sgf"]);
    let expected = format!("kifu: the game has no clock times; assumed 5 {assumption}");
    assert!(none.starts_with(&expected), "{none}");
    let some = stderr(&["some.sgf", "--default-duration", "2.5"]);
    let expected = "kifu: the clocks do not determine the time of 2 of 3 moves; assumed 2.5 ";
    assert!(
        some.starts_with(&format!("{expected}{assumption}")),
        "{some}"
    );
    let all = stderr(&["all.sgf"]);
    assert!(!all.contains("assumed"), "{all}");
}
