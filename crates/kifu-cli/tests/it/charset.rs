//! `kifu charset`.

use std::fs;

use serde_json::json;

use crate::kifu::Kifu;

/// A record from the Fox server, in GBK without `CA`.
const FOX: &[u8] =
    b"(;PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xC2\xED\xCF\xFE\xB4\xBA]BR[9\xB6\xCE];B[pd])\n";
const FOX_UTF8: &str = "(;CA[UTF-8]PB[聂卫平]PW[马晓春]BR[9段];B[pd])\n";

#[test]
fn json_has_charset_source_and_confidence() {
    let kifu = Kifu::with([
        ("a.sgf", FOX),
        ("b.sgf", b"(;CA[GB2312]PB[\xB9\xC5])".as_slice()),
        ("c.sgf", "(;CA[big5]PB[古力])".as_bytes()),
        ("d.sgf", b"(;)"),
    ]);
    let ran = kifu.run(&["charset", "--jsonl", "."]);
    let charsets: Vec<_> = ran
        .lines()
        .iter()
        .map(|line| {
            let text = |name: &str| line[name].as_str().unwrap_or("-").to_owned();
            (text("charset"), text("source"), text("declared"))
        })
        .collect();
    let expected = [
        ("GBK", "guess", "-"),
        ("GBK", "ca", "GB2312"),
        ("UTF-8", "content", "big5"),
        ("UTF-8", "default", "-"),
    ];
    assert_eq!(
        charsets,
        expected.map(|(a, b, c)| (a.into(), b.into(), c.into()))
    );
    let confidence = |line: &serde_json::Value| line["confidence"].as_f64().unwrap();
    for line in ran.lines() {
        assert!((0.0..=1.0).contains(&confidence(&line)), "{line}");
    }
    assert!(confidence(&ran.lines()[0]) > 0.99);
    assert!(ran.lines()[0]["runner_up"]["charset"].is_string());
}

#[test]
fn hints_and_votes_decide_unclear_charsets() {
    // One syllable, which is valid in Korean and Chinese charsets.
    let short = b"(;PB[\xB0\xAD])".as_slice();
    let kifu = Kifu::with([
        ("kr/a.sgf", short),
        (
            "kr/b.sgf",
            b"(;PB[\xC0\xCC\xC3\xA2\xC8\xA3]PW[\xC1\xB6\xC8\xC6\xC7\xF6])",
        ),
        ("kr/c.sgf", b"(;PB[\xC0\xAF\xC3\xA2\xC7\xF5])"),
        ("kr/d.sgf", FOX),
    ]);
    let charsets = |args: &[&str]| -> Vec<String> {
        let ran = kifu.run(&[&["charset", "--jsonl", "kr"], args].concat());
        ran.lines()
            .iter()
            .map(|line| line["charset"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(charsets(&["--hint", "cn"])[0], "GBK");
    assert_eq!(
        charsets(&["--hint", "kr"]),
        ["EUC-KR", "EUC-KR", "EUC-KR", "GBK"]
    );
    assert_eq!(charsets(&["--vote"]), ["EUC-KR", "EUC-KR", "EUC-KR", "GBK"]);
    assert_eq!(charsets(&["--from", "big5"]), ["Big5"; 4]);
    // A charset that the directory decided has no runner-up.
    let voted = kifu.run(&["charset", "--jsonl", "kr", "--vote"]).lines();
    assert!(voted.iter().all(|line| line["runner_up"].is_null()));
    assert_eq!(kifu.run(&["charset", "--hint", "atlantis", "kr"]).code, 2);
    assert_eq!(kifu.feed(&["charset", "--vote"], short).code, 2);
}

#[test]
fn one_file_is_converted_to_standard_output_or_a_new_file() {
    let kifu = Kifu::with([("a.sgf", FOX)]);
    assert_eq!(
        kifu.run(&["charset", "--to", "utf8", "a.sgf"]).text(),
        FOX_UTF8
    );
    assert_eq!(
        kifu.feed(&["charset", "--to", "utf8"], FOX).text(),
        FOX_UTF8
    );
    let write = ["charset", "--to", "utf-8", "a.sgf", "-o", "b.sgf"];
    assert_eq!(kifu.run(&write).code, 0);
    assert_eq!(fs::read_to_string(kifu.path("b.sgf")).unwrap(), FOX_UTF8);
    // Existing files are not replaced.
    let again = kifu.run(&write);
    assert_eq!(again.code, 4);
    assert!(again.stderr.contains("b.sgf already exists"), "{again:?}");
    // `-o` needs `--to`.
    assert_eq!(kifu.run(&["charset", "a.sgf", "-o", "c.sgf"]).code, 2);
}

#[test]
fn a_dry_run_shows_the_diff() {
    let kifu = Kifu::with([("a.sgf", "(;CA[big5]PB[Sato]\n;B[pd])\n")]);
    let ran = kifu.run(&["charset", "--to", "utf-8", "-i", "-n", "--diff", "a.sgf"]);
    assert_eq!(
        ran.seen(),
        "--- a.sgf\n+++ a.sgf\n@@ -1,2 +1,2 @@\n-(;CA[big5]PB[Sato]\n+(;CA[UTF-8]PB[Sato]\n \
         ;B[pd])\n--- stderr\n1 of 1 file to convert to UTF-8\n--- exit 0\n"
    );
    assert!(!kifu.path("a.sgf.orig").exists());
}

#[test]
fn several_files_are_converted_into_a_folder_or_in_place() {
    let kifu = Kifu::with([
        ("in/a.sgf", FOX),
        ("in/deep/b.sgf", FOX),
        ("in/c.sgf", b"(;B[aa])".as_slice()),
    ]);
    assert_eq!(kifu.run(&["charset", "--to", "utf-8", "in"]).code, 2);
    assert_eq!(
        kifu.run(&["charset", "--to", "utf-8", "in", "-o", "out"])
            .code,
        0
    );
    assert_eq!(
        fs::read_to_string(kifu.path("out/deep/b.sgf")).unwrap(),
        FOX_UTF8
    );

    let in_place = ["charset", "--to", "utf-8", "-i", "in"];
    assert_eq!(kifu.run(&in_place).code, 0);
    assert_eq!(fs::read_to_string(kifu.path("in/a.sgf")).unwrap(), FOX_UTF8);
    assert_eq!(fs::read(kifu.path("in/a.sgf.orig")).unwrap(), FOX);
    // An unchanged file gets no backup.
    assert!(!kifu.path("in/c.sgf.orig").exists());
    assert_eq!(fs::read(kifu.path("in/c.sgf")).unwrap(), b"(;B[aa])");
    // An existing backup is never overwritten.
    fs::write(kifu.path("in/a.sgf"), FOX).unwrap();
    let again = kifu.run(&["charset", "--to", "utf-8", "-i", "in/a.sgf"]);
    assert_eq!(again.code, 4);
    assert_eq!(fs::read(kifu.path("in/a.sgf")).unwrap(), FOX);
}

#[test]
fn text_that_cannot_be_converted_is_refused_with_its_place() {
    let kifu = Kifu::with([
        ("a.sgf", "(;PB[Sato]\nC[古 é])".as_bytes()),
        (
            "b.sgf",
            b"(;CA[GBK]PB[\xB9\xC5\xC1\xA6\xFF]PW[\xC2\xED\xCF\xFE\xB4\xBA])".as_slice(),
        ),
        ("c.sgf", b"(;PB[\xC8\xF4])"),
    ]);
    let refused = |args: &[&str]| {
        let ran = kifu.run(&[&["charset", "--to"], args].concat());
        assert_eq!((ran.code, ran.text()), (4, ""), "{args:?}");
        let (why, summary) = ran.stderr.split_once('\n').unwrap();
        assert!(summary.starts_with("0 of 1 file converted to "));
        why.to_owned()
    };
    assert_eq!(
        refused(&["latin1", "a.sgf"]),
        "kifu: a.sgf: 2:2: the target charset lacks `古` (U+53E4)"
    );
    assert_eq!(
        refused(&["utf-8", "b.sgf"]),
        "kifu: b.sgf: 1:12: `PB`: this text is not valid GBK, the charset of its game; \
         see `--undecodable`"
    );
    // A guess from one character is too uncertain.
    assert!(refused(&["utf-8", "c.sgf"]).contains("too uncertain"));
}

#[test]
fn the_summary_counts_guesses_and_undecodable_text() {
    let kifu = Kifu::with([
        ("a.sgf", FOX),
        (
            "b.sgf",
            b"(;CA[GBK]PB[\xB9\xC5\xC1\xA6\xFF]PW[\xC2\xED])".as_slice(),
        ),
        ("c.sgf", "(;PB[古力])".as_bytes()),
        ("d.sgf", b"(;)"),
        // This text is too short for a certain guess.
        ("e.sgf", b"(;PB[\xC8\xF4])"),
    ]);
    let ran = kifu.run(&["charset", "--summary", "."]);
    insta::assert_snapshot!(ran.seen());
    let summary = kifu.run(&["charset", "--summary", "--json", "."]).json();
    assert_eq!(summary["files"], 5);
    assert_eq!(summary["undecodable"], json!({"values": 1, "files": 1}));
    let gbk = &summary["charsets"][0];
    assert_eq!((&gbk["charset"], &gbk["files"]), (&json!("GBK"), &json!(3)));
    assert_eq!(gbk["sources"], json!({"ca": 1, "guess": 2}));
    let bands = gbk["guesses"].as_array().unwrap();
    let files: Vec<_> = bands.iter().map(|band| &band["files"]).collect();
    assert_eq!(files, [1, 0, 0, 1]);
    assert_eq!(
        kifu.run(&["charset", "--summary", "--to", "gbk", "."]).code,
        2
    );
}
