//! `kifu show`, addresses in options, and command lines without a verb.

use crate::kifu::Kifu;

const LESSON: &str = "(;GM[1]FF[4]SZ[5]PB[Ann]BR[3d]PW[Ben]RE[B+R]EV[Cup]DT[2024-01-02]C[Welcome];B[aa];W[bb]\
    (;B[cc];W[dd];C[Marks here]TR[aa][bb]LB[cc:A][ee:corner]N[Signs];B[ea])(;B[dc]C[Also good];W[cd]))";

fn lesson() -> Kifu {
    Kifu::with([
        ("a.sgf", LESSON.to_owned()),
        ("two.sgf", format!("{LESSON}\n(;SZ[3];B[aa])")),
        ("starts_with_a_move.sgf", "(;SZ[3]B[aa];W[bb])".to_owned()),
    ])
}

#[test]
fn a_position_is_shown_with_the_data_of_the_record() {
    let kifu = lesson();
    insta::assert_snapshot!(kifu.run(&["show", "a.sgf"]).seen());
    insta::assert_snapshot!(
        "marks",
        kifu.run(&["show", "--path", "m4+1", "a.sgf"]).seen()
    );
    insta::assert_snapshot!(
        "branching",
        kifu.run(&["show", "--move", "2", "a.sgf"]).seen()
    );
    insta::assert_snapshot!(
        "several_games",
        kifu.run(&["show", "two.sgf", "a.sgf"]).seen()
    );
}

#[test]
fn comments_are_shown_in_part_or_not_at_all() {
    let kifu = Kifu::with([("a.sgf", format!("(;SZ[3]C[{}\nEnd])", "word ".repeat(30)))]);
    let lines = |how: &str| {
        let shown = kifu.run(&["show", "--comments", how, "a.sgf"]);
        let comment = shown
            .text()
            .lines()
            .filter(|line| line.contains("word") || *line == "End");
        comment.map(|line| line.len()).collect::<Vec<_>>()
    };
    assert_eq!(lines("none"), [0; 0]);
    // The line has 80 columns, and `…` is in the last one.
    assert_eq!(lines("brief"), [79 + '…'.len_utf8()]);
    assert_eq!(lines("full"), [79, 69, 3]);
}

#[test]
fn every_option_accepts_every_address() {
    let kifu = lesson();
    let board = |args: &[&str]| {
        let ran = kifu.run(&[&["show", "--style", "plain", "a.sgf"], args].concat());
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.stderr);
        ran.text().to_owned()
    };
    let same: [&[&[&str]]; 6] = [
        &[
            &["--move", "3"],
            &["--move", "m3"],
            &["--path", "m3"],
            &["--path", "#4"],
            &["--move", "#4"],
        ],
        &[
            &["--path", "m3:1"],
            &["--move", "3:1"],
            &["--path", "m3:1.1"],
            &["--path", "#8"],
        ],
        &[
            &["--path", "m3:1.2"],
            &["--path", "1"],
            &["--path", "m3:1", "--move", "4"],
            &["--path", "#9"],
        ],
        &[
            &["--path", "m4+1"],
            &["--path", "m3+2"],
            &["--move", "m4+1"],
            &["--move", "4"],
        ],
        &[
            &["--path", "m0"],
            &["--move", "0"],
            &["--path", "m3:1", "--move", "0"],
        ],
        &[
            &["--path", "0"],
            &["--move", "5"],
            &["--path", "main", "--move", "5"],
            &[],
        ],
    ];
    for places in same {
        let boards: Vec<String> = places.iter().map(|args| board(args)).collect();
        for (args, shown) in places.iter().zip(&boards) {
            assert_eq!(*shown, boards[0], "{args:?}");
        }
    }
    let text = |args: &[&str]| kifu.run(args).text().to_owned();
    let position = |verb: &[&str]| {
        let at = |args: &[&str]| text(&[verb, args, &["a.sgf"]].concat());
        assert_eq!(at(&["--path", "m3:1.2"]), at(&["--path", "1"]));
        assert_eq!(at(&["--move", "3:1.2"]), at(&["--path", "#9"]));
        assert_ne!(at(&["--path", "m3:1.2"]), at(&["--path", "m3:1"]));
    };
    position(&["show"]);
    position(&["render", "-t", "text"]);
    position(&["convert", "-t", "sgn"]);
    // Verbs that take a whole line follow it to its end.
    let line = text(&["extract", "--path", "m3:1", "a.sgf"]);
    assert_eq!(line, text(&["extract", "--path", "1", "a.sgf"]));
    assert_eq!(line, text(&["extract", "--var", "2", "a.sgf"]));
    let all = |place: &str| text(&["convert", "-t", "ascii", "--all", "--path", place, "a.sgf"]);
    assert_eq!(all("m3:1"), all("1"));
    let numbered = |place: &str| {
        text(&[
            "render", "-t", "text", "--moves", "1-", "--path", place, "a.sgf",
        ])
    };
    assert_eq!(numbered("m3:1"), numbered("1"));
}

#[test]
fn a_missing_place_is_explained() {
    let kifu = lesson();
    let cases = [
        (
            "--move=300",
            2,
            "a.sgf: game 1 has no move 300 on its main line; it ends with move 5",
        ),
        (
            "--path=m300",
            2,
            "a.sgf: game 1 has no move 300 on its main line; it ends with move 5",
        ),
        (
            "--path=m5+2",
            4,
            "a.sgf: game 1 has no node m5+2; its main line ends with m5",
        ),
        (
            "--path=m3:2",
            4,
            "a.sgf: game 1 has no variation 2 at m3; the last is m3:1",
        ),
        (
            "--path=m5:1",
            4,
            "a.sgf: game 1 has no variation at m5; the nearest are at m3",
        ),
        (
            "--path=m3:1.3",
            4,
            "a.sgf: game 1 has no node m3:1.3; the variation ends with m3:1.2",
        ),
        (
            "--path=#10",
            4,
            "a.sgf: game 1 has no node #10; its last node is #9",
        ),
        (
            "--path=5",
            4,
            "a.sgf: game 1 has no path 5; for move 5, write `m5`",
        ),
    ];
    for (place, code, message) in cases {
        let ran = kifu.run(&["show", place, "a.sgf"]);
        assert_eq!(
            (ran.code, ran.stderr),
            (code, format!("kifu: {message}\n")),
            "{place}"
        );
    }
    let both = kifu.run(&["show", "--path", "m3:1", "--move", "m4", "a.sgf"]);
    assert_eq!(both.code, 2);
    assert!(
        both.stderr.contains("both name an address"),
        "{}",
        both.stderr
    );
    let line = kifu.run(&["show", "--path", "m3:1", "--move", "9", "a.sgf"]);
    assert!(
        line.stderr
            .contains("no move 9 on this line; it ends with move 4"),
        "{}",
        line.stderr
    );
    for wrong in ["m", "x", "#0", "m1:", "1:0"] {
        let ran = kifu.run(&["show", "--path", wrong, "a.sgf"]);
        assert_eq!(ran.code, 2, "{wrong}");
        assert!(
            ran.stderr.contains("such as `m91`, `m91:2.3` or `#17`"),
            "{}",
            ran.stderr
        );
    }
    let start = kifu.run(&[
        "show",
        "--style",
        "plain",
        "--path",
        "m0",
        "starts_with_a_move.sgf",
    ]);
    assert_eq!(start.text(), "...\n...\n...\n");
}

#[test]
fn games_that_cannot_be_shown_do_not_stop_the_others() {
    let kifu = Kifu::with([("a.sgf", "(;GM[1]SZ[3];B[aa])(;GM[2];B[aa])(;SZ[3];W[cc])")]);
    let ran = kifu.run(&["show", "a.sgf"]);
    assert_eq!(ran.code, 3);
    assert_eq!(ran.stderr, "kifu: a.sgf: game 2 is not Go, but Othello\n");
    assert!(ran.text().contains("game 1") && ran.text().contains("game 3"));
    let many = Kifu::with([("a.sgf", "(;SZ[3];B[aa])".repeat(52))]);
    let ran = many.run(&["show", "a.sgf"]);
    assert_eq!(ran.text().matches("a.sgf  game ").count(), 50);
    assert_eq!(
        ran.stderr,
        "kifu: a.sgf: 2 more games; use `--game N` to show one\n"
    );
}

#[test]
fn a_path_without_a_verb_is_shown() {
    let kifu = Kifu::with([
        ("a.sgf", LESSON),
        ("folder/b.sgf", LESSON),
        // A verb is never taken for a path.
        ("check", LESSON),
    ]);
    let text = |args: &[&str]| kifu.run(args).text().to_owned();
    assert_eq!(text(&["a.sgf"]), text(&["show", "a.sgf"]));
    assert_eq!(
        text(&["a.sgf", "--move", "2"]),
        text(&["show", "a.sgf", "--move", "2"])
    );
    assert_eq!(
        text(&["--color", "never", "a.sgf"]),
        text(&["show", "a.sgf"])
    );
    assert_eq!(text(&["folder"]), text(&["info", "--summary", "folder"]));
    assert_eq!(text(&["check", "a.sgf"]), "");
    let piped = kifu.feed(&["-"], LESSON.as_bytes());
    assert_eq!(piped.text(), text(&["show", "a.sgf"]));
    let missing = kifu.run(&["none.sgf"]);
    assert_eq!(missing.code, 4);
    assert!(missing.stderr.contains("none.sgf"), "{}", missing.stderr);
    assert_eq!(kifu.run(&["none"]).code, 2);
}

#[test]
fn problems_are_shown_before_the_solution() {
    let problem = "(;SZ[5]AB[aa]AW[ba](;B[ab]C[RIGHT])(;B[bb]))";
    let kifu = Kifu::with([
        ("p.sgf", problem),
        ("game.sgf", "(;SZ[5]HA[2]AB[aa][ee];W[ba])"),
    ]);
    let text = |args: &[&str]| kifu.run(args).text().to_owned();
    for verb in [&["show"][..], &["render", "-t", "sensei"]] {
        let drawn = |file, more: &[&str]| text(&[verb, &[file], more].concat());
        let (start, at_0) = (drawn("p.sgf", &[]), drawn("p.sgf", &["--move", "0"]));
        // The first row has the stones, and the second one the answers.
        let rows = |text: &str, n| text.lines().nth(n).unwrap().to_owned();
        assert_eq!(rows(&start, 1), rows(&at_0, 1));
        assert!(
            !start.contains('\u{25CC}') && !start.contains("Next"),
            "{start}"
        );
        assert_ne!(drawn("p.sgf", &[]), drawn("p.sgf", &["--move", "1"]));
        assert_ne!(drawn("p.sgf", &[]), drawn("p.sgf", &["--path", "m1"]));
        assert_eq!(drawn("game.sgf", &[]), drawn("game.sgf", &["--move", "1"]));
    }
    let numbered = text(&["render", "-t", "sensei", "--moves", "1-", "p.sgf"]);
    assert!(numbered.contains(" 1 "), "{numbered}");
}
