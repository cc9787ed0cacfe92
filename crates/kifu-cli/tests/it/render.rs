use std::fs;

use crate::kifu::Kifu;

const GAME: &str = "(;GM[1]SZ[9];B[cc]LB[dd:x];W[gg](;B[cg];W[gc]TR[cc])(;B[ee]))";

#[test]
fn a_drawing_goes_to_standard_output() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    let ran = kifu.run(&["render", "a.sgf"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.text().starts_with("<svg ") && ran.text().ends_with("</svg>\n"));
    assert!(ran.text().contains("Black stones: C7 C3."));
    let fed = kifu.feed(&["render", "-"], GAME.as_bytes());
    assert_eq!(fed.stdout, ran.stdout);
    let start = kifu.run(&["render", "--move", "0", "a.sgf"]);
    assert!(!start.text().contains("stones:"));
    let other = kifu.run(&["render", "--path", "1", "a.sgf"]);
    assert!(other.text().contains("Last move: E5."), "{}", other.text());
    let both = kifu.run(&["render", "--path", "1", "--move", "1", "a.sgf"]);
    assert!(both.text().contains("Labels: x at D6."));
}

#[test]
fn text_and_sensei_diagrams_are_drawn() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    let drawn = |args: &[&str]| {
        let ran = kifu.run(&[&["render", "a.sgf", "--view", "A7:D9"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.text().to_owned()
    };
    assert_eq!(
        drawn(&["-t", "text"]),
        "   A B C D\n 9 · · · ·  9\n 8 · · · ·  8\n 7 · · ▲ ·  7\n   A B C D\n"
    );
    assert_eq!(
        drawn(&["-t", "sensei", "--moves", "1-2", "--coordinates", "none"]),
        "$$B9\n$$  --------\n$$ | . . . .\n$$ | . . . .\n$$ | . . 1 .\n"
    );
    let lost = kifu.run(&["render", "a.sgf", "-t", "sensei", "--move", "1"]);
    assert_eq!(lost.stderr, "");
    let lost = kifu.run(&["render", "a.sgf", "-t", "sensei", "--moves", "1-4"]);
    let message = "kifu: a.sgf: a `$$` diagram cannot show the mark in column 3, row 3\n";
    assert_eq!(lost.stderr, message);
    assert!(drawn(&["-t", "text", "--coordinates", "sgf"]).starts_with("   a b c d\n a ·"));
    let two = kifu.run(&["render", "-t", "text", "a.sgf", "a.sgf"]);
    assert_eq!(two.text().matches("A B C D E F G H J\n").count(), 4);
}

#[test]
fn output_files_are_named_and_numbered() {
    let kifu = Kifu::with([("a.sgf", GAME), ("b/c.sgf", "(;SZ[5]AB[aa])")]);
    let run = |args: &[&str]| {
        let ran = kifu.run(&[&["render"], args].concat());
        (ran.code, ran.stderr)
    };
    let read = |name: &str| fs::read(kifu.path(name)).unwrap();
    assert_eq!(run(&["a.sgf", "-o", "out.svg"]).0, 0);
    assert!(read("out.svg").starts_with(b"<svg"));
    let (code, stderr) = run(&["a.sgf", "-o", "out.svg"]);
    assert_eq!(code, 4);
    assert!(stderr.contains("out.svg already exists"), "{stderr}");
    assert_eq!(
        run(&["a.sgf", "-o", "out.svg", "-t", "text", "--force"]).0,
        0
    );
    assert!(read("out.svg").starts_with(b"   A"));
    assert_eq!(run(&["a.sgf", "-o", "fig.txt", "--per-figure", "1"]).0, 0);
    for n in 1..=4 {
        let text = String::from_utf8(read(&format!("fig-{n}.txt"))).unwrap();
        assert!(text.starts_with(&format!("Figure {n} ({n})\n")), "{text}");
    }
    assert!(!kifu.path("fig-5.txt").exists() && !kifu.path("fig.txt").exists());
    assert_eq!(run(&["a.sgf", "b", "-o", "all", "--width", "300"]).0, 0);
    assert!(
        String::from_utf8(read("all/a.svg"))
            .unwrap()
            .contains("width=\"300\"")
    );
    assert!(read("all/b/c.svg").starts_with(b"<svg"));
    let (code, stderr) = run(&["a.sgf", "b"]);
    assert_eq!((code, stderr.contains("use `-o DIR`")), (2, true));
    let (code, stderr) = run(&["a.sgf", "--per-figure", "3"]);
    assert_eq!(
        (code, stderr.contains("there are 2 figures; use `-o PATH`")),
        (2, true)
    );
}

#[test]
fn figures_follow_the_record() {
    let record = "(;SZ[9];FG[257:The start];B[aa];W[ba];FG[259:]PM[0];B[ca])";
    let kifu = Kifu::with([("a.sgf", record)]);
    let text = kifu
        .run(&["render", "-t", "text", "a.sgf"])
        .text()
        .to_owned();
    assert!(text.starts_with("The start\n 1 2 · ·"), "{text}");
    assert!(text.contains("\n\n ● ○ ● ·"), "{text}");
    let end = kifu.run(&["render", "-t", "text", "--move", "3", "a.sgf"]);
    assert!(end.text().starts_with("   A B C"), "{}", end.text());
}

#[test]
fn missing_moves_and_games_are_reported() {
    let kifu = Kifu::with([("a.sgf", GAME), ("hex.sgf", "(;GM[11];B[a1])")]);
    let run = |args: &[&str]| {
        let ran = kifu.run(&[&["render"], args].concat());
        (ran.code, ran.stderr)
    };
    for args in [
        &["a.sgf", "--move", "5"][..],
        &["a.sgf", "--moves", "5-"],
        &["a.sgf", "--moves", "3-2"],
        &["a.sgf", "--moves", "0-2"],
        &["a.sgf", "--move", "1", "--moves", "1-2"],
        &["a.sgf", "--per-figure", "0"],
        &["a.sgf", "--view", "A1:K10"],
        &["a.sgf", "--view", "A1"],
        &["a.sgf", "--width", "0"],
        &["a.sgf", "--force"],
    ] {
        assert_eq!(run(args).0, 2, "{args:?}");
    }
    let (_, stderr) = run(&["a.sgf", "--moves", "5-"]);
    assert_eq!(
        stderr,
        "kifu: a.sgf: game 1 has no move 5 on its main line; it ends with move 4\n"
    );
    assert_eq!(run(&["a.sgf", "--path", "2"]).0, 4);
    assert_eq!(run(&["a.sgf", "--game", "2"]).0, 4);
    assert_eq!(run(&["hex.sgf"]).0, 4);
}

#[cfg(feature = "png")]
#[test]
fn png_has_the_requested_size() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    let ran = kifu.run(&["render", "a.sgf", "-o", "a.png", "--width", "200"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let png = fs::read(kifu.path("a.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n"));
    assert_eq!(png[16..20], [0, 0, 0, 200]);
    let out = kifu.run(&["render", "a.sgf", "-t", "png"]);
    assert!(out.stdout.starts_with(b"\x89PNG\r\n"));
}

#[cfg(not(feature = "png"))]
#[test]
fn png_is_refused_without_the_feature() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    assert_eq!(kifu.run(&["render", "a.sgf", "-o", "a.png"]).code, 2);
}
