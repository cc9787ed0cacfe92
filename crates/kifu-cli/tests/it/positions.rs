//! Formats of positions: SGN, `$$` diagrams, text boards, FEN.

use std::fs;

use crate::kifu::Kifu;

const GAMES: &str = "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc]PB[Sato];B[cb]C[a ko];W[dd])\
                     (;SZ[5]GN[Two];B[bb]LB[bb:A]TR[cc]TE[1])\n";

const SGN: &str = "# For beginners\n\n# Black lives.\n/1b3///-B One\n/1x3///-B\n/1b3/1b2//-W Two\n";

const PAGE: &str = "Here:\n\n$$Wm5 White takes\n$$  ------------\n$$ | . X O . . .\n$$ | X 1 X O . a\n\
                    $$ | . X O . . .\n$$ [a|SomePage]\n\nand\n$$ Two\n$$ | . X ! |\n";

#[test]
fn games_are_converted_to_their_last_position() {
    let kifu = Kifu::with([("g.sgf", GAMES)]);
    for notation in ["sgn", "sensei", "ascii", "showboard", "fen"] {
        let ran = kifu.run(&["convert", "g.sgf", "-t", notation]);
        insta::assert_snapshot!(notation, ran.seen());
    }
}

#[test]
fn options_choose_the_positions() {
    let kifu = Kifu::with([("g.sgf", "(;SZ[3];B[aa](;W[bb];B[cc])(;W[ca];B[ac]))")]);
    let run = |args: &[&str]| {
        let ran = kifu.run(&[&["convert", "g.sgf", "-t", "sgn", "--loss", "allow"], args].concat());
        (ran.code, ran.text().to_owned(), ran.stderr)
    };
    assert_eq!(run(&[]).1, "b2/1w1/2b-W g\n");
    assert_eq!(run(&["--move", "0"]).1, "//-B g\n");
    assert_eq!(run(&["--path", "1"]).1, "b1w//b2-W g\n");
    assert_eq!(run(&["--path", "1", "--move", "2"]).1, "b1w//-B g\n");
    assert_eq!(
        run(&["--path", "1", "--all"]).1,
        "//-B g, move 0\nb2//-W g, move 1\nb1w//-B g, move 2\nb1w//b2-W g, move 3\n"
    );
    let (code, text, stderr) = run(&["--move", "9"]);
    assert_eq!((code, &*text), (2, ""));
    assert_eq!(
        stderr,
        "0 of 1 file converted\nkifu: g.sgf: game 1 has no move 9 on its main line; it ends with move 3\n"
    );
    assert_eq!(run(&["--path", "7"]).0, 4);
    assert_eq!(run(&["--all", "--move", "1"]).0, 2);
    let ran = kifu.run(&["convert", "g.sgf", "-t", "jgf2", "--all"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("need a position notation"),
        "{}",
        ran.stderr
    );
    // JGF gives the same positions.
    let jgf = kifu.run(&["convert", "g.sgf", "-t", "jgf1"]);
    let there = kifu.feed(
        &["convert", "-t", "sgn", "--path", "1", "--loss", "allow"],
        &jgf.stdout,
    );
    assert_eq!(there.text(), "b1w//b2-W\n");
}

#[test]
fn positions_become_games() {
    let kifu = Kifu::with([("p.sgn", SGN), ("page.txt", PAGE)]);
    insta::assert_snapshot!(
        "from_sgn",
        kifu.run(&["convert", "p.sgn", "-t", "sgf"]).seen()
    );
    insta::assert_snapshot!(
        "from_page",
        kifu.run(&["convert", "page.txt", "-t", "sgf"]).seen()
    );
    for format in ["jgf1", "jgf2"] {
        let there = kifu.run(&["convert", "page.txt", "-t", format]);
        let back = kifu.feed(&["convert", "-t", "sgf"], &there.stdout);
        let direct = kifu.run(&["convert", "page.txt", "-t", "sgf"]);
        assert_eq!(back.text(), direct.text());
        let diagrams = kifu.feed(&["convert", "-t", "sensei"], &there.stdout);
        assert!(
            diagrams.text().contains("$$ | X 1 X O . a\n"),
            "{}",
            diagrams.text()
        );
    }
}

#[test]
fn a_folder_is_converted_to_a_collection_and_back() {
    let kifu = Kifu::with([
        (
            "in/1 corner.sgf",
            "(;FF[4]GM[1]CA[UTF-8]SZ[5]AB[aa][bb]AW[cc]PL[W]C[White lives.])\n",
        ),
        ("in/2 死活.sgf", "(;FF[4]GM[1]CA[UTF-8]SZ[7]AW[dd]PL[B])\n"),
        (
            "in/ko.sgf",
            "(;FF[4]GM[1]CA[UTF-8]SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B]\n;B[cb])\n",
        ),
    ]);
    let ran = kifu.run(&[
        "convert", "in", "-t", "sgn", "-o", "all.sgn", "--loss", "error",
    ]);
    assert_eq!((ran.code, &*ran.stderr), (0, "3 of 3 files converted\n"));
    let all = fs::read_to_string(kifu.path("all.sgn")).unwrap();
    assert_eq!(
        all,
        "# White lives.\nb4/1b3/2w2//-W 1 corner\n///3w3///-B 2 死活\n1bw1/bKbw/1bw1/-W ko\n"
    );
    // Each position is written to a file with its name.
    let ran = kifu.run(&["convert", "all.sgn", "-t", "sgf", "--split", "-o", "back"]);
    assert_eq!((ran.code, &*ran.stderr), (0, "1 of 1 file converted\n"));
    for name in ["1 corner", "2 死活", "ko"] {
        let read =
            |folder: &str| fs::read_to_string(kifu.path(format!("{folder}/{name}.sgf"))).unwrap();
        assert_eq!(read("back").replace(&format!("GN[{name}]"), ""), read("in"));
    }
    // All positions are written to one file, and read again.
    let ran = kifu.run(&["convert", "all.sgn", "-o", "all.sgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let again = kifu.run(&["convert", "all.sgf", "-t", "sgn"]);
    assert_eq!(again.text(), all);
    let again = kifu.run(&["convert", "back", "-t", "sgn"]);
    assert_eq!(again.text(), all);
    // The output is not read as an input.
    fs::write(kifu.path("in/all.sgn"), &all).unwrap();
    let ran = kifu.run(&["convert", "in", "-t", "sgn", "-o", "in/all.sgn", "-f"]);
    assert_eq!((ran.code, &*ran.stderr), (0, "3 of 3 files converted\n"));
    assert_eq!(fs::read_to_string(kifu.path("in/all.sgn")).unwrap(), all);
    let ran = kifu.run(&["convert", "in", "-t", "sgn", "-o", "all.sgn"]);
    assert_eq!(ran.code, 4);
    assert!(
        ran.stderr.contains("all.sgn already exists"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_folder_gets_a_file_for_each_input_or_position() {
    let kifu = Kifu::with([
        ("g.sgf", GAMES),
        ("x/p.sgn", "/1b3///-B One\n/2b2///-B One\n"),
    ]);
    let run = |args: &[&str]| {
        let ran = kifu.run(&[&["convert", "g.sgf", "x", "--loss", "allow"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    };
    let names = |folder: &str| {
        let files = fs::read_dir(kifu.path(folder)).unwrap();
        let mut names: Vec<_> = files
            .map(|f| f.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names.join(" ")
    };
    run(&["-t", "ascii", "-o", "a/"]);
    assert_eq!(names("a"), "g.txt x");
    assert_eq!(names("a/x"), "p.txt");
    run(&["-t", "fen", "-o", "b", "--split"]);
    assert_eq!(names("b"), "Two.fen g-1.fen x");
    assert_eq!(names("b/x"), "One.fen p-2.fen");
    run(&["-t", "sgn", "-o", "c.sgn"]);
    assert_eq!(
        fs::read_to_string(kifu.path("c.sgn"))
            .unwrap()
            .lines()
            .count(),
        4
    );
}

#[test]
fn errors_have_line_numbers() {
    let kifu = Kifu::with([
        ("p.sgn", SGN),
        ("page.txt", PAGE),
        ("no.sgn", "/1x3///-B\n"),
    ]);
    let ran = kifu.run(&["convert", "no.sgn", "-t", "sgf", "--from", "sgn"]);
    assert_eq!(ran.code, 4);
    assert_eq!(
        ran.stderr,
        "kifu: no.sgn: line 1: row 2, column 2: got 'x', expected `b`, `w`, `B`, `W`, `K`, a number, `/` or `-`\n\
         0 of 1 file converted\n"
    );
    assert_eq!(
        kifu.run(&["convert", "p.sgn", "-t", "sgf", "--loss", "error"])
            .code,
        4
    );
    assert_eq!(
        kifu.run(&["convert", "page.txt", "-t", "sgf", "--loss", "error"])
            .code,
        4
    );
    insta::assert_snapshot!("check_sgn", kifu.run(&["check", "p.sgn"]).seen());
    insta::assert_snapshot!("check_page", kifu.run(&["check", "page.txt"]).seen());
    let json = kifu.run(&["check", "--format", "jsonl", "p.sgn"]).json();
    let first = &json["diagnostics"][0];
    assert_eq!(
        (&first["line"], &first["column"]),
        (&5.into(), &3.into()),
        "{json}"
    );
}

#[test]
fn from_overrides_the_detected_format() {
    let kifu = Kifu::with([("b.txt", "..X\n.O.\n")]);
    assert_eq!(kifu.run(&["convert", "b.txt", "-t", "sgn"]).code, 4);
    let ran = kifu.run(&["convert", "b.txt", "-t", "sgn", "--from", "ascii"]);
    assert_eq!(ran.text(), "2b/1w1-B b\n");
    let ran = kifu.feed(&["convert", "-t", "fen", "--from", "sgn"], b"2b/1w1-B");
    assert_eq!(
        ran.text(),
        "2S/1s1[SSSSSSSSSSssssssssss] b - 0 0 0 0 0 0 1\n"
    );
    let ran = kifu.feed(
        &["convert", "-t", "ascii", "--from", "fen"],
        b"2S/1s1 b - 0 0 1",
    );
    assert_eq!(ran.text(), "..X\n.O.\n");
    let ran = kifu.feed(&["convert", "-t", "sgf", "--from", "sensei"], b"(;B[aa])");
    assert_eq!((ran.code, ran.text()), (4, ""));
}

#[test]
fn other_verbs_read_positions_too() {
    let kifu = Kifu::with([("p.sgn", SGN), ("page.txt", PAGE)]);
    insta::assert_snapshot!("info", kifu.run(&["info", "p.sgn", "page.txt"]).seen());
    let summary = kifu
        .run(&["info", "--summary", "--json", "p.sgn", "page.txt"])
        .json();
    assert_eq!(
        (&summary["games"], &summary["nodes"]),
        (&4.into(), &5.into()),
        "{summary}"
    );
    let object = &kifu.run(&["info", "--jsonl", "page.txt"]).lines()[0];
    assert_eq!(object["format"], "sensei");
    let shown = kifu.run(&["show", "--game", "2", "--style", "plain", "p.sgn"]);
    assert_eq!(shown.text(), ".....\n.X...\n.X...\n.....\n.....\n");
    let drawn = kifu.run(&["render", "-t", "sensei", "page.txt"]);
    assert!(
        drawn.text().starts_with("$$Wm5 White takes\n"),
        "{}",
        drawn.text()
    );
    assert!(
        kifu.run(&["render", "p.sgn"])
            .text()
            .contains("Black stones: B4.")
    );
    assert_eq!(kifu.run(&["cat", "p.sgn"]).text().matches("(;").count(), 2);
}

#[test]
fn verbs_for_games_refuse_positions() {
    let kifu = Kifu::with([("p.sgn", SGN), ("g.sgf", GAMES)]);
    let why = "the file contains positions, not games; run `kifu convert -t sgf` first";
    for args in [
        &["extract", "p.sgn"][..],
        &["split", "p.sgn", "-o", "games"],
        &["split", "p.sgn", "-o", "games", "--raw"],
        &["strip", "p.sgn", "--comments"],
        &["transform", "p.sgn", "--rot", "90"],
    ] {
        let ran = kifu.run(args);
        assert_ne!(ran.code, 0, "{args:?}");
        assert!(ran.stderr.contains(why), "{args:?}: {}", ran.stderr);
    }
}
