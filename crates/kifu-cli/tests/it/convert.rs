//! `kifu convert`: tests with small files and with files of the corpora.

use std::fs;
use std::path::{Path, PathBuf};

use crate::kifu::Kifu;

const SGF: &str = "(;FF[4]GM[1]SZ[9]PB[Sato]KM[6.50];B[cc];W[gg]TE[2](;B[cg])(;B[gc]XX[?]))\n";
const TWO: &str = "(;PB[Sato];B[cc])\n(;PB[Lee];B[dd];W[ee])\n";
const JGF: &str = r#"{"record":{"version":1},"game":{"komi":6.50,"mood":"good"},"board":{"width":9,"height":9},"tree":[{"root":true},{"move":{"B":"cc"},"pressure":0.70}]}"#;

fn corpus(name: &str) -> Vec<u8> {
    fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../corpus")
            .join(name),
    )
    .unwrap()
}

#[test]
fn conversion_to_every_format_is_reversible() {
    let kifu = Kifu::with([("a.sgf", SGF), ("b.jgf", JGF)]);
    for format in ["jgf1", "jgf2"] {
        let converted = kifu.run(&["convert", "a.sgf", "-t", format]);
        assert_eq!(converted.code, 0, "{}", converted.stderr);
        assert_eq!(converted.stderr, "1 of 1 file converted\n");
        let object = converted.json();
        assert_eq!(object["tree"].as_array().unwrap().len(), 4, "{object}");
        let back = kifu.feed(&["convert", "-t", "sgf"], &converted.stdout);
        assert_eq!((back.code, &*back.stderr), (0, "1 of 1 file converted\n"));
        let direct = kifu.run(&["convert", "a.sgf", "-t", "sgf"]);
        assert_eq!(back.text(), direct.text());
        assert!(back.text().contains("KM[6.50]") && back.text().contains("XX[?]"));
    }
    for format in ["sgf", "jgf2"] {
        let converted = kifu.run(&["convert", "b.jgf", "-t", format]);
        let back = kifu.feed(&["convert", "-t", "jgf1", "--compact"], &converted.stdout);
        assert_eq!(back.text(), format!("{JGF}\n"));
    }
}

#[test]
fn files_of_folder_keep_relative_paths() {
    let kifu = Kifu::with([
        ("in/a.sgf", SGF.as_bytes()),
        ("in/deep/1846.v2", SGF.as_bytes()),
        ("in/deep/b.jgf", JGF.as_bytes()),
        ("in/readme.txt", b"no game"),
    ]);
    let ran = kifu.run(&["convert", "in", "-t", "jgf2", "-o", "out"]);
    let expected = "kifu: skipped 1 file without games\n3 of 3 files converted\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (0, expected));
    for file in ["a.jgf", "deep/1846.v2.jgf", "deep/b.jgf"] {
        let written = kifu.path("out").join(file);
        assert!(written.is_file(), "{file}");
    }
    assert!(!kifu.path("out/readme.txt.jgf").exists());
    // No incomplete files are left.
    assert_eq!(fs::read_dir(kifu.path("out")).unwrap().count(), 2);
    let ran = kifu.run(&["convert", "out", "-t", "sgf", "-o", "back"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let direct = kifu.run(&["convert", "in/a.sgf", "-t", "sgf"]);
    let back = fs::read_to_string(kifu.path("back/a.sgf")).unwrap();
    assert_eq!(back, direct.text());
}

#[test]
fn output_folder_is_not_read_as_input() {
    let kifu = Kifu::with([("a.sgf", SGF), ("z/b.sgf", SGF)]);
    let ran = kifu.run(&["convert", ".", "-t", "jgf2", "-o", "new", "-j", "1"]);
    assert_eq!((ran.code, &*ran.stderr), (0, "2 of 2 files converted\n"));
    assert!(!kifu.path("new/new").exists());
}

#[test]
fn collections_are_converted_whole_or_split() {
    let kifu = Kifu::with([("two.sgf", TWO), ("one.sgf", SGF)]);
    let array = kifu.run(&["convert", "two.sgf", "-t", "jgf2"]);
    assert_eq!(array.json().as_array().map(Vec::len), Some(2));
    let back = kifu.feed(&["convert", "-t", "sgf"], &array.stdout);
    let direct = kifu.run(&["convert", "two.sgf", "-t", "sgf"]);
    assert_eq!(back.text(), direct.text());
    assert_eq!(back.text().matches("PB[").count(), 2);

    let ran = kifu.run(&[
        "convert", "two.sgf", "one.sgf", "-t", "jgf1", "--split", "-o", "parts",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for (file, name) in [
        ("two-1.jgf", "Sato"),
        ("two-2.jgf", "Lee"),
        ("one.jgf", "Sato"),
    ] {
        let text = fs::read(kifu.path("parts").join(file)).unwrap();
        let object: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(object["game"]["players"][0]["name"], name, "{file}");
    }
    // An array of records is split like a collection.
    fs::write(kifu.path("two.jgf"), &array.stdout).unwrap();
    let ran = kifu.run(&["convert", "two.jgf", "-t", "sgf", "--split", "-o", "parts"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let second = fs::read_to_string(kifu.path("parts/two-2.sgf")).unwrap();
    assert!(second.starts_with("(;PB[Lee]"), "{second}");
    assert_eq!(
        kifu.run(&["convert", "two.sgf", "-t", "jgf1", "--split"])
            .code,
        2
    );
}

#[cfg(unix)]
#[test]
fn many_files_need_few_open_files() {
    let kifu = Kifu::with([("all.sgf", TWO.repeat(100))]);
    let run = |args: &[&str]| {
        let mut shell = std::process::Command::new("sh");
        let shell = shell.args(["-c", "ulimit -n 64 && exec \"$0\" \"$@\""]);
        let command = kifu.command(args);
        let shell = shell.arg(command.get_program()).args(command.get_args());
        let ran = shell.current_dir(kifu.path("")).output().unwrap();
        let stderr = String::from_utf8(ran.stderr).unwrap();
        (ran.status.code(), stderr)
    };
    let split = ["convert", "all.sgf", "-t", "sgf", "--split", "-o", "games"];
    assert_eq!(run(&split), (Some(0), "1 of 1 file converted\n".to_owned()));
    let each = ["convert", "games", "-t", "jgf2", "-o", "jgf", "-j", "8"];
    assert_eq!(
        run(&each),
        (Some(0), "200 of 200 files converted\n".to_owned())
    );
    assert_eq!(kifu.files("jgf").len(), 200);
    let one = [
        "convert", "jgf", "-o", "all.sgn", "--loss", "allow", "-j", "8",
    ];
    let (code, stderr) = run(&one);
    assert_eq!(code, Some(0), "{stderr}");
    let all = fs::read_to_string(kifu.path("all.sgn")).unwrap();
    assert_eq!(all.lines().count(), 200);
}

#[test]
fn refused_files_add_nothing_to_combined_text() {
    let bare = "(;SZ[3]AB[aa]PL[W])";
    let kifu = Kifu::with([
        ("a.sgf", bare),
        ("b.sgf", "(;SZ[3]AB[bb]PL[W]PB[Sato])"),
        ("c.sgf", "(;SZ[3]AB[cc]PL[W])(;GM[2])"),
        ("d.sgf", bare),
    ]);
    let run = |files: &[&str], to: &[&str]| {
        let ran = kifu.run(&[&["convert", "-t", "sgn", "--loss", "error"], files, to].concat());
        (ran.code, ran.text().to_owned(), ran.stderr)
    };
    let all = ["a.sgf", "b.sgf", "c.sgf", "d.sgf"];
    let (code, text, stderr) = run(&all, &[]);
    assert_eq!((code, &*text), (3, "b2//-W a\nb2//-W d\n"));
    assert_eq!(run(&all, &["-o", "all.sgn"]), (3, String::new(), stderr));
    assert_eq!(fs::read_to_string(kifu.path("all.sgn")).unwrap(), text);
    // Without output, no file is created.
    let (code, text, _) = run(&["b.sgf", "c.sgf"], &["-o", "none.sgn"]);
    assert_eq!((code, &*text), (4, ""));
    assert_eq!(fs::read_dir(kifu.path("")).unwrap().count(), 5);
}

#[test]
fn existing_files_are_overwritten_only_with_force() {
    let kifu = Kifu::with([("a.sgf", SGF), ("a.mgt", TWO), ("out.jgf", "precious")]);
    let ran = kifu.run(&["convert", "a.sgf", "-t", "jgf2", "-o", "out.jgf"]);
    assert_eq!(ran.code, 4);
    assert!(
        ran.stderr.contains("out.jgf already exists"),
        "{}",
        ran.stderr
    );
    assert_eq!(fs::read(kifu.path("out.jgf")).unwrap(), b"precious");
    let ran = kifu.run(&["convert", "a.sgf", "-o", "out.jgf", "--force"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = fs::read_to_string(kifu.path("out.jgf")).unwrap();
    assert!(text.contains("\"version\": 2"), "{text}");
    // A run never writes two files to the same path, even with --force.
    let ran = kifu.run(&["convert", "a.sgf", "a.mgt", "-t", "jgf2", "-o", "d/", "-f"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("would both be written to"),
        "{}",
        ran.stderr
    );
    assert!(!kifu.path("d").exists());
}

#[test]
fn losses_are_reported_with_places() {
    let kifu = Kifu::with([
        ("x/a.sgf", SGF),
        ("x/b.sgf", TWO),
        (
            "c.sgf",
            "(;B[aa](;W[bb])(;W[cc];B[dd]XX[1])(;W[ee]))(;XX[2])",
        ),
    ]);
    let ran = kifu.run(&["convert", "c.sgf", "-t", "jgf2", "--no-private-data", "-n"]);
    assert_eq!(
        ran.stderr,
        "kifu: c.sgf: game 1, m2:1.2, move 3: XX of sgf is left out (2 times, first here)\n\
         1 of 1 file to convert, with 2 losses in 1 file\n"
    );
    assert_eq!((ran.code, ran.text()), (0, ""));
    let ran = kifu.run(&[
        "convert",
        "x",
        "-t",
        "jgf2",
        "--no-private-data",
        "-o",
        "out",
        "--loss",
        "error",
    ]);
    assert_eq!(ran.code, 3);
    assert!(!kifu.path("out/a.jgf").exists());
    assert!(kifu.path("out/b.jgf").exists());
    assert!(ran.stderr.contains("a.sgf: move 2: "), "{}", ran.stderr);
    assert!(
        ran.stderr
            .ends_with("1 of 2 files converted, with 2 losses in 1 file\n"),
        "{}",
        ran.stderr
    );
    let ran = kifu.run(&[
        "convert",
        "x",
        "-t",
        "jgf2",
        "--no-private-data",
        "-o",
        "out2",
        "--loss",
        "allow",
    ]);
    assert_eq!(
        (ran.code, ran.stderr.lines().count()),
        (0, 1),
        "{}",
        ran.stderr
    );
    assert!(kifu.path("out2/a.jgf").exists());
}

#[test]
fn number_of_reported_losses_is_limited() {
    let many: String = (b'A'..=b'Z')
        .map(|letter| format!("X{}[1]", char::from(letter)))
        .collect();
    let kifu = Kifu::new();
    let ran = kifu.feed(
        &["convert", "-t", "jgf1", "--no-private-data"],
        format!("(;{many})").as_bytes(),
    );
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(lines.len(), 12, "{lines:?}");
    assert_eq!(lines[10], "kifu: <stdin>: and 16 losses of other kinds");
    assert_eq!(lines[11], "1 of 1 file converted, with 26 losses in 1 file");
}

#[test]
fn format_comes_from_options_or_extension() {
    let kifu = Kifu::with([("a.sgf", SGF), ("b.jgf", JGF)]);
    assert_eq!(kifu.run(&["convert", "a.sgf"]).code, 2);
    assert_eq!(kifu.run(&["convert", "a.sgf", "-o", "x.json"]).code, 2);
    assert_eq!(kifu.run(&["convert", "b.jgf", "-o", "x.sgf"]).code, 0);
    assert!(fs::read(kifu.path("x.sgf")).unwrap().starts_with(b"(;"));
    for (extension, format) in [
        ("SGF", "sgf"),
        ("jgf", "jgf2"),
        ("gib", "gib"),
        ("sgn", "sgn"),
        ("fen", "fen"),
    ] {
        let named = format!("y.{extension}");
        let ran = kifu.run(&["convert", "a.sgf", "-o", &named]);
        assert_eq!(ran.code, 0, "{named}: {}", ran.stderr);
        let expected = kifu.run(&["convert", "a.sgf", "-t", format]);
        assert_eq!(
            fs::read(kifu.path(&named)).unwrap(),
            expected.stdout,
            "{named}"
        );
    }
    let text = |args: &[&str]| {
        let ran = kifu.run(&[&["convert", "a.sgf", "--compact"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.text().to_owned()
    };
    assert!(text(&["-t", "jgf1"]).contains(r#"{"move":{"B":"cc"}}"#));
    assert!(text(&["-t", "jgf1", "--numeric"]).contains(r#"{"move":{"B":[2,2]}}"#));
    assert_eq!(
        text(&["-t", "jgf1", "--numeric"]),
        text(&["-t", "jgf1", "--profile", "nggo"])
    );
    let seki = text(&["-t", "jgf2", "--profile", "seki"]);
    assert!(
        seki.contains(r#""players":{"black":{"name":"Sato"}"#),
        "{seki}"
    );
    assert!(seki.contains(r#""version":"2.0.0""#));
    for invalid in [
        &["-t", "sgf", "--compact"][..],
        &["-t", "jgf2", "--numeric"],
        &["-t", "jgf1", "--profile", "seki"],
        &["-t", "jgf1", "--pretty", "--compact"],
        &["-t", "rgf"],
    ] {
        let ran = kifu.run(&[&["convert", "a.sgf"], invalid].concat());
        assert_eq!(ran.code, 2, "{invalid:?}");
    }
}

#[test]
fn guessed_charset_is_refused() {
    let kifu = Kifu::with([("a.sgf", &b"(;PB[\xB0\xA1];B[aa])"[..])]);
    let ran = kifu.run(&["convert", "a.sgf", "-t", "jgf2"]);
    assert_eq!(ran.code, 4);
    assert!(
        ran.stderr.contains("too uncertain to recode it"),
        "{}",
        ran.stderr
    );
    let kept = kifu.run(&["convert", "a.sgf", "-t", "jgf2", "--undecodable", "keep"]);
    assert_eq!(kept.code, 4);
    assert!(
        kept.stderr.contains("--undecodable replace"),
        "{}",
        kept.stderr
    );
    let replaced = kifu.run(&["convert", "a.sgf", "-t", "jgf2", "--undecodable", "replace"]);
    assert_eq!(replaced.code, 0, "{}", replaced.stderr);
    assert!(replaced.text().contains("\u{FFFD}"));
    assert!(
        replaced.stderr.contains("a.sgf:1:5: `PB`: "),
        "{}",
        replaced.stderr
    );
}

#[test]
fn reading_verbs_accept_jgf() {
    let kifu = Kifu::with([("a.jgf", JGF)]);
    let info = kifu.run(&["info", "a.jgf"]);
    assert!(
        info.text()
            .starts_with("a.jgf  JGF 1 (v1-letters), 9x9, 1 move, UTF-8"),
        "{}",
        info.text()
    );
    let object = &kifu.run(&["info", "--jsonl", "a.jgf"]).lines()[0];
    assert_eq!(object["format"], "jgf");
    assert_eq!(object["format_name"], "JGF 1 (v1-letters)");
    assert_eq!(object["games"][0]["komi"], "6.5");
    let totals = kifu.run(&["info", "--summary", "--json", "a.jgf"]).json();
    assert_eq!((&totals["games"], &totals["nodes"]), (&1.into(), &2.into()));
    let show = kifu.run(&["show", "--style", "plain", "a.jgf"]);
    assert_eq!(show.text().lines().nth(2), Some("..X......"));
    let tree = kifu.run(&["tree", "a.jgf"]);
    assert!(tree.text().contains("m1     B C7"), "{}", tree.text());
    let score = kifu.run(&["score", "--json", "a.jgf"]);
    assert_eq!(score.lines()[0]["white"], 6.5, "{}", score.stderr);
    let cat = kifu.run(&["cat", "a.jgf"]);
    assert!(cat.text().starts_with("(;FF[4]"), "{}", cat.text());
    assert_eq!(kifu.run(&["cat", "--raw", "a.jgf"]).text(), JGF);
}

#[test]
fn check_reports_json_pointers() {
    let jgf = "{\"game\": {\"players\": 5}, \"tree\": [{},\n  {\"move\": {\"B\": \"dd\"}},\n  {\"move\": {\"W\": \"dd\"}}]}";
    let kifu = Kifu::with([("a.jgf", jgf)]);
    let ran = kifu.run(&["check", "a.jgf"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.text().contains("--> a.jgf:3:3 /tree/2\n"),
        "{}",
        ran.text()
    );
    let found =
        kifu.run(&["check", "--format", "jsonl", "a.jgf"]).lines()[0]["diagnostics"].clone();
    let found = found.as_array().unwrap();
    let seen: Vec<_> = found
        .iter()
        .map(|one| {
            (
                one["code"].as_str().unwrap(),
                one["line"].as_u64().unwrap(),
                one["pointer"].as_str(),
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            ("jgf/wrong-type", 1, Some("/game/players")),
            ("rules/occupied", 3, Some("/tree/2")),
        ]
    );
    let log = kifu.run(&["check", "--format", "sarif", "a.jgf"]).json();
    let place = &log["runs"][0]["results"][1]["locations"][0];
    assert_eq!(
        place["logicalLocations"][0]["fullyQualifiedName"],
        "/tree/2"
    );
    for code in ["jgf/comment", "sgn/ambiguous-row"] {
        assert!(kifu.run(&["explain", code]).text().starts_with(code));
        assert!(kifu.run(&["codes"]).text().contains(code));
    }
    assert_eq!(
        kifu.run(&["check", "--allow", "jgf/wrong-type,rules/occupied", "a.jgf"])
            .text(),
        ""
    );
}

#[test]
fn move_in_root_does_not_shift_places() {
    let kifu = Kifu::with([("a.sgf", "(;B[aa];W[bb];B[bb])")]);
    let ran = kifu.run(&["convert", "a.sgf", "-t", "jgf2", "-o", "a.jgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = kifu.run(&["check", "a.jgf"]);
    assert!(
        ran.text().starts_with("error[rules/occupied]: move 3"),
        "{}",
        ran.text()
    );
    assert!(ran.text().contains(" /tree/3\n"), "{}", ran.text());
}

#[test]
fn jgf_corpus_survives_conversion_to_sgf() {
    for name in [
        "v1_letters_full_game",
        "v2_full_game",
        "v2_variations",
        "deep_2000_variations",
    ] {
        let file = corpus(&format!("jgf/{name}.jgf"));
        let kifu = Kifu::new();
        let version = if name.starts_with("v2") {
            "jgf2"
        } else {
            "jgf1"
        };
        let direct = kifu.feed(&["convert", "-t", version], &file);
        let sgf = kifu.feed(&["convert", "-t", "sgf"], &file);
        let back = kifu.feed(&["convert", "-t", version], &sgf.stdout);
        assert!(back.stdout == direct.stdout, "{name}");
    }
}

/// Converts from the format of every crate that has a FORMAT.md and valid test files, and to it if kifu
/// writes it. RGF is an exception: `kifu rec` converts recordings.
#[test]
fn every_format_crate_is_supported() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let kifu = Kifu::with([("game.sgf", "(;GM[1]FF[4]SZ[9];B[ee])")]);
    let mut codecs = 0;
    for entry in fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap();
        let Some(name) = name.strip_prefix("kifu-").filter(|name| *name != "rgf") else {
            continue;
        };
        let Ok(mut cases) = fs::read_dir(folder.join("test_data/ok")) else {
            continue;
        };
        let is_case = |path: &PathBuf| path.extension().is_some_and(|ending| ending == name);
        let Some(case) = cases.find_map(|case| Some(case.ok()?.path()).filter(is_case)) else {
            continue;
        };
        if !folder.join("FORMAT.md").exists() {
            continue;
        }
        codecs += 1;
        let case = case.to_str().unwrap();
        let ran = kifu.run(&["convert", case, "--from", name, "-t", "sgf"]);
        assert_eq!(ran.code, 0, "{case}: {}", ran.stderr);
        let to = if name == "jgf" { "jgf2" } else { name };
        let ran = kifu.run(&["convert", "game.sgf", "-t", to]);
        let format = ::kifu::read(fs::read(case).unwrap()).unwrap().format();
        // SGN is not written by editing games.
        let is_written = name == "sgn" || format.capabilities().is_written;
        assert_eq!(
            ran.code,
            if is_written { 0 } else { 2 },
            "{to}: {}",
            ran.stderr
        );
    }
    assert!(codecs >= 3, "{codecs}");
}
