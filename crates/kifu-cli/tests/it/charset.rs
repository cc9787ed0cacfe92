//! `kifu charset`.

use std::fs;

use serde_json::json;

use crate::kifu::Kifu;

/// A Fox server record: GBK, and it does not say so.
const FOX: &[u8] =
    b"(;PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xC2\xED\xCF\xFE\xB4\xBA]BR[9\xB6\xCE];B[pd])\n";
const FOX_UTF8: &str = "(;CA[UTF-8]PB[聂卫平]PW[马晓春]BR[9段];B[pd])\n";

#[test]
fn programs_see_charset_source_and_confidence() {
    let kifu = Kifu::with([
        ("a.sgf", FOX),
        ("b.sgf", b"(;CA[GB2312]PB[\xB9\xC5])".as_slice()),
        ("c.sgf", "(;CA[big5]PB[古力])".as_bytes()),
        ("d.sgf", b"(;)"),
    ]);
    let ran = kifu.run(&["charset", "--jsonl", "."]);
    let said: Vec<_> = ran
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
        said,
        expected.map(|(a, b, c)| (a.into(), b.into(), c.into()))
    );
    assert!(ran.lines()[0]["confidence"].as_f64().unwrap() > 0.99);
    assert!(ran.lines()[0]["runner_up"]["charset"].is_string());
}

#[test]
fn hints_and_votes_break_what_the_bytes_leave_open() {
    // One syllable, which Chinese could be as well.
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
    // What a file says alone does not stand beside what the folder says.
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
    // What exists is left alone.
    let again = kifu.run(&write);
    assert_eq!(again.code, 4);
    assert!(again.stderr.contains("b.sgf exists already"), "{again:?}");
    // Where to write makes no sense if nothing is converted.
    assert_eq!(kifu.run(&["charset", "a.sgf", "-o", "c.sgf"]).code, 2);
}

#[test]
fn what_would_change_can_be_seen_first() {
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
fn many_files_go_into_a_folder_or_take_their_own_places() {
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
    // Nothing to do, so no backup.
    assert!(!kifu.path("in/c.sgf.orig").exists());
    assert_eq!(fs::read(kifu.path("in/c.sgf")).unwrap(), b"(;B[aa])");
    // A backup that is there is never overwritten.
    fs::write(kifu.path("in/a.sgf"), FOX).unwrap();
    let again = kifu.run(&["charset", "--to", "utf-8", "-i", "in/a.sgf"]);
    assert_eq!(again.code, 4);
    assert_eq!(fs::read(kifu.path("in/a.sgf")).unwrap(), FOX);
}

#[test]
fn what_does_not_fit_or_decode_is_refused_with_its_place() {
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
        "kifu: b.sgf: 1:12: `PB`: this text is not valid GBK, the charset of its game; see --undecodable"
    );
    // A guess from one character is not acted on.
    assert!(refused(&["utf-8", "c.sgf"]).contains("too uncertain"));
}

#[test]
fn totals_say_how_sure_guesses_are_and_what_does_not_decode() {
    let kifu = Kifu::with([
        ("a.sgf", FOX),
        (
            "b.sgf",
            b"(;CA[GBK]PB[\xB9\xC5\xC1\xA6\xFF]PW[\xC2\xED])".as_slice(),
        ),
        ("c.sgf", "(;PB[古力])".as_bytes()),
        ("d.sgf", b"(;)"),
        // Too short to tell.
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
