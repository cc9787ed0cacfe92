use std::fs;

use crate::kifu::Kifu;

/// Old property names and version, an unusual order, and a charset that is converted.
const OLD: &[u8] = b"(;PB[\xB9\xC5\xC1\xA6]GaMe[1]CA[GB2312]SZ[9]FF[3]AB[aa][ba][ab][bb];B[tt]L[cc](;W[dd])(;W[ee]))";

const NEW: &str = "\
(;FF[4]
GM[1]
CA[UTF-8]
SZ[9]
PB[古力]
AB[aa:bb]
;B[]LB[cc:a]
(;W[dd])
(;W[ee]))
";

#[test]
fn files_are_formatted_as_ff4_in_utf8() {
    let kifu = Kifu::with([("a.sgf", OLD)]);
    let ran = kifu.run(&["fmt", "a.sgf"]);
    assert_eq!((ran.code, ran.text()), (0, NEW), "{}", ran.stderr);
    assert_eq!(ran.stderr, "1 of 1 file formatted\n");
    assert_eq!(fs::read(kifu.path("a.sgf")).unwrap(), OLD);
    let ran = kifu.feed(&["fmt"], NEW.as_bytes());
    assert_eq!((ran.code, ran.text()), (0, NEW));
    assert_eq!(ran.stderr, "0 of 1 file formatted\n");
}

#[test]
fn options_choose_the_style() {
    let kifu = Kifu::with([("a.sgf", OLD)]);
    let text = |args: &[&str]| {
        let ran = kifu.run(&[&["fmt", "a.sgf"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.text().to_owned()
    };
    assert_eq!(text(&["--ff", "4", "--points", "compress"]), NEW);
    assert_eq!(
        text(&["--compact"]),
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[古力]AB[aa:bb];B[]LB[cc:a](;W[dd])(;W[ee]))\n"
    );
    let expanded = NEW.replace("aa:bb", "aa][ba][ab][bb");
    assert_eq!(text(&["--points", "expand"]), expanded);
    assert_eq!(text(&["--expand-points"]), expanded);
    assert_eq!(text(&["--points", "keep"]), expanded);
    assert_eq!(text(&["--pass", "tt"]), NEW.replace("B[]", "B[tt]"));
    assert_eq!(text(&["--linebreaks", "crlf"]), NEW.replace('\n', "\r\n"));
    assert_eq!(
        text(&["--expand-points", "--wrap", "9"]),
        NEW.replace("aa:bb", "aa]\n[ba][ab]\n[bb")
            .replace("LB[", "\nLB[")
    );
    let moves = Kifu::with([("a.sgf", "(;B[aa];W[bb];B[cc])")]);
    let ran = moves.run(&["fmt", "--one-move-per-line", "a.sgf"]);
    assert!(ran.text().ends_with("B[aa]\n;W[bb]\n;B[cc])\n"));
    let ran = moves.run(&["fmt", "--wrap", "none", "a.sgf"]);
    assert!(ran.text().ends_with("B[aa]\n;W[bb];B[cc])\n"));
    for nonsense in [
        &["--ff", "3"][..],
        &["--wrap", "wide"],
        &["--compact", "--one-move-per-line"],
        &["--check", "-i"],
    ] {
        let ran = kifu.run(&[&["fmt", "a.sgf"], nonsense].concat());
        assert_eq!(ran.code, 2, "{nonsense:?}");
    }
}

#[test]
fn check_lists_files_that_would_change() {
    let kifu = Kifu::with([("x/a.sgf", OLD), ("x/b.sgf", NEW.as_bytes())]);
    let ran = kifu.run(&["fmt", "--check", "x"]);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.text().replace('\\', "/"), "x/a.sgf\n");
    assert_eq!(ran.stderr, "1 of 2 files to format\n");
    assert_eq!(fs::read(kifu.path("x/a.sgf")).unwrap(), OLD);
    let ran = kifu.run(&["fmt", "--check", "x/b.sgf"]);
    assert_eq!((ran.code, ran.text()), (0, ""));
    // Another layout is a change.
    assert_eq!(
        kifu.run(&["fmt", "--check", "--compact", "x/b.sgf"]).code,
        1
    );
}

#[test]
fn folders_are_formatted_in_place_or_elsewhere() {
    let kifu = Kifu::with([("x/a.sgf", OLD), ("x/y/b.sgf", NEW.as_bytes())]);
    assert_eq!(kifu.run(&["fmt", "x"]).code, 2);
    let ran = kifu.run(&["fmt", "x", "-o", "out"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let read = |name: &str| fs::read(kifu.path(name)).unwrap();
    assert_eq!(read("out/a.sgf"), NEW.as_bytes());
    assert_eq!(read("out/y/b.sgf"), NEW.as_bytes());
    let ran = kifu.run(&["fmt", "-n", "--diff", "-i", "x"]);
    assert!(ran.text().contains("+AB[aa:bb]\n"), "{}", ran.text());
    assert_eq!(read("x/a.sgf"), OLD);
    assert_eq!(kifu.run(&["fmt", "--in-place=.old", "x"]).code, 0);
    assert_eq!(read("x/a.sgf"), NEW.as_bytes());
    assert_eq!(read("x/a.sgf.old"), OLD);
    assert!(!kifu.path("x/y/b.sgf.old").exists());
}

#[test]
fn removed_text_is_reported() {
    let kifu = Kifu::with([("mail.sgf", "From: a friend\n\n(;B[aa]C[hi])\nBye\n")]);
    let ran = kifu.run(&["fmt", "mail.sgf"]);
    assert_eq!(ran.code, 0);
    assert!(ran.text().starts_with("(;FF[4]\n"));
    assert_eq!(
        ran.stderr,
        "kifu: mail.sgf:1:1: text before the first game tree: left out of the output\n\
         kifu: mail.sgf:4:1: text after the last game tree: left out of the output\n\
         1 of 1 file formatted\n"
    );
    let ran = kifu.run(&["fmt", "--header", "keep", "mail.sgf"]);
    assert!(ran.text().starts_with("From: a friend\n\n(;FF[4]\n"));
    assert!(!ran.stderr.contains("before"), "{}", ran.stderr);
}

#[test]
fn undecodable_text_is_refused_replaced_or_kept() {
    let kifu = Kifu::with([
        (
            "a.sgf",
            &b"(;CA[UTF-8]PB[\xE5\x90]PW[\xE6\x9D\x8E];B[aa]\nC[\xE6\x9D\x8E\xFF])"[..],
        ),
        ("b.sgf", b"(;CA[UTF-8]C[\xFF\xFE raw])"),
    ]);
    let refused = kifu.run(&["fmt", "a.sgf"]);
    assert_eq!((refused.code, refused.text()), (4, ""));
    let places =
        "a.sgf: 1:14: `PB`: this text is not valid UTF-8, the charset of its game; also 2:2 `C`";
    assert!(refused.stderr.contains(places), "{}", refused.stderr);
    let head = "(;FF[4]\nGM[1]\nCA[UTF-8]\n";
    for (what, name, comment, became) in [
        (
            "replace",
            &b"\xEF\xBF\xBD"[..],
            &b"\xEF\xBF\xBD"[..],
            "replaced by U+FFFD",
        ),
        ("keep", b"\xE5\x90", b"\xFF", "the bytes are kept"),
    ] {
        let ran = kifu.run(&["fmt", "--undecodable", what, "a.sgf", "-o", what]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let places = ["a.sgf:1:14: `PB`: ", "a.sgf:2:2: `C`: "];
        for place in places {
            let line = ran.stderr.lines().find(|line| line.contains(place));
            assert!(
                line.is_some_and(|line| line.contains(became)),
                "{}",
                ran.stderr
            );
        }
        let li = "李".as_bytes();
        let parts = [
            head.as_bytes(),
            b"PB[",
            name,
            b"]\nPW[",
            li,
            b"]\n;B[aa]C[",
            li,
            comment,
            b"])\n",
        ];
        assert_eq!(fs::read(kifu.path(what)).unwrap(), parts.concat());
    }
    // Two bytes are too few to guess a charset.
    for verb in [
        &["fmt"][..],
        &["charset", "--to", "utf-8"],
        &["convert", "-t", "jgf2"],
    ] {
        let ran = kifu.run(&[verb, &["b.sgf"]].concat());
        assert!(ran.code != 0 && ran.text().is_empty(), "{verb:?}");
        assert!(ran.stderr.contains("too uncertain"), "{}", ran.stderr);
    }
    let converted = kifu.run(&["charset", "--to", "utf-8", "--from", "latin1", "b.sgf"]);
    assert_eq!(converted.text(), "(;CA[UTF-8]C[ÿþ raw])");
    let kept = kifu.run(&[
        "charset",
        "--to",
        "utf-8",
        "--undecodable",
        "keep",
        "b.sgf",
        "-o",
        "c.sgf",
    ]);
    assert_eq!(kept.code, 0, "{}", kept.stderr);
    assert_eq!(
        fs::read(kifu.path("c.sgf")).unwrap(),
        b"(;CA[UTF-8]C[\xFF\xFE raw])"
    );
}

#[test]
fn files_that_cannot_be_formatted_are_refused() {
    let kifu = Kifu::with([
        (
            "x/torn.sgf",
            &b"(;CA[UTF-8]PW[\xE5\x8F\xA4\xE5\x8A\x9B]\nPB[\xE6\x9F?];B[aa])"[..],
        ),
        ("x/none.sgf", b"no game"),
        ("x/unsure.sgf", b"(;PB[\xB0\xA1];B[aa])"),
        ("x/good.sgf", NEW.as_bytes()),
    ]);
    let ran = kifu.run(&["fmt", "-i", "x"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    let messages: Vec<&str> = ran.stderr.lines().collect();
    let [none, torn, unsure, summary] = messages.as_slice() else {
        panic!("{messages:?}");
    };
    assert!(none.ends_with("none.sgf: no game found"), "{none}");
    let why = "torn.sgf: 2:3: `PB`: this text is not valid UTF-8, the charset of its game";
    assert!(torn.contains(why), "{torn}");
    assert!(unsure.contains("too uncertain"), "{unsure}");
    assert_eq!(*summary, "0 of 4 files formatted");
    assert_eq!(fs::read(kifu.path("x/none.sgf")).unwrap(), b"no game");
    assert_eq!(kifu.run(&["fmt", "x/none.sgf"]).code, 4);
}
