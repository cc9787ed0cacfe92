use std::fs;

use crate::kifu::Kifu;

const GAME: &str = "(;SZ[9]PB[A]PW[B]KM[6.5]RE[W+R]AB[aa:cb] ;W[gc]LB[gc:1];B[])";

#[test]
fn games_are_turned_and_mirrored() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    for (args, area, point) in [
        (&["--rot", "90"][..], "ha:ic", "gg"),
        (&["--rot", "180"], "gh:ii", "cg"),
        (&["--rot", "270"], "ag:bi", "cc"),
        (&["--flip", "h"], "ga:ib", "cc"),
        (&["--flip", "v"], "ah:ci", "gg"),
        (&["--flip", "d"], "aa:bc", "cg"),
        (&["--flip", "a"], "hg:ii", "gc"),
        (&["--rot", "90", "--flip", "h"], "aa:bc", "cg"),
    ] {
        let ran = kifu.run(&[&["transform"], args, &["a.sgf"]].concat());
        let expected = GAME.replace("aa:cb", area).replace("gc", point);
        assert_eq!((ran.code, ran.text()), (0, expected.as_str()), "{args:?}");
        assert_eq!(ran.stderr, "1 of 1 file transformed\n");
    }
    let ran = kifu.run(&["transform", "a.sgf"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let ran = kifu.run(&["transform", "--canonical", "--rot", "90", "a.sgf"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
}

#[test]
fn colors_are_exchanged() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    let ran = kifu.run(&["transform", "--swap-colors", "a.sgf"]);
    assert_eq!(
        ran.text(),
        "(;SZ[9]PW[A]PB[B]KM[-6.5]RE[B+R]AW[aa:cb] ;B[gc]LB[gc:1];W[])"
    );
}

#[test]
fn files_are_rewritten_in_place() {
    let kifu = Kifu::with([("x/a.sgf", "(;B[aa]\n;W[bb])\n"), ("x/b.sgf", "(;B[jj])")]);
    let ran = kifu.run(&["transform", "--flip", "h", "-n", "--diff", "-i", "x"]);
    assert_eq!(
        ran.text(),
        "--- x/a.sgf\n+++ x/a.sgf\n@@ -1,2 +1,2 @@\n-(;B[aa]\n-;W[bb])\n+(;B[sa]\n+;W[rb])\n"
    );
    assert_eq!(ran.stderr, "1 of 2 files to transform\n");
    assert_eq!(kifu.run(&["transform", "--flip", "h", "x"]).code, 2);
    let ran = kifu.run(&["transform", "--flip", "h", "-i", "x"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let read = |name: &str| fs::read_to_string(kifu.path(name)).unwrap();
    assert_eq!(read("x/a.sgf"), "(;B[sa]\n;W[rb])\n");
    assert_eq!(read("x/a.sgf.orig"), "(;B[aa]\n;W[bb])\n");
    assert!(!kifu.path("x/b.sgf.orig").exists());
}

#[test]
fn unchanged_values_are_reported() {
    let kifu = Kifu::with([
        ("a.sgf", "(;HA[2]AB[dd][pp]\n;W[zz]ZQ[aa])(;GM[2];B[aa])"),
        ("a.sgn", "/1b2/1bw1/-B Problem 1\n"),
        ("a.txt", "no game"),
    ]);
    let ran = kifu.run(&["transform", "--rot", "180", "--swap-colors", "a.sgf"]);
    assert_eq!(ran.text(), "(;HA[2]AW[pp][dd]\n;B[zz]ZQ[aa])(;GM[2];B[aa])");
    assert_eq!(
        ran.stderr,
        "kifu: a.sgf:1:5: `[2]` was not transformed: SGF cannot express a handicap for White\n\
         kifu: a.sgf:2:3: `[zz]` was not transformed: not a point of this board\n\
         kifu: a.sgf:2:7: `ZQ[aa]` was not transformed: an unknown property whose values look like points\n\
         kifu: a.sgf:2:15: `;GM[2]` was not transformed: the game is Othello, not Go\n\
         1 of 1 file transformed\n"
    );
    for name in ["a.sgn", "a.txt"] {
        let ran = kifu.run(&["transform", "--rot", "180", name]);
        assert_eq!((ran.code, ran.text()), (4, ""), "{}", ran.stderr);
    }
}

#[test]
fn jgf_is_transformed_and_restored() {
    let jgf = "{\"game\":{\"komi\":6.50,\"mood\":1},\"tree\":[{},{\"move\":{\"B\":\"gc\"}}]}\n";
    let kifu = Kifu::with([("a.jgf", jgf)]);
    let ran = kifu.run(&["transform", "--rot", "90", "a.jgf", "-o", "b.jgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let turned = fs::read_to_string(kifu.path("b.jgf")).unwrap();
    assert_eq!(turned, jgf.replace("gc", "qg"));
    let ran = kifu.run(&["transform", "--rot", "270", "b.jgf"]);
    assert_eq!(ran.text(), jgf);
}

#[test]
fn the_canonical_form_is_the_same_for_all_orientations() {
    let kifu = Kifu::with([
        ("a.sgf", "(;B[dc];W[pp])"),
        ("b.sgf", "(;B[qp];W[dd])"),
        ("c.sgf", "(;W[qp];B[dd])"),
    ]);
    for name in ["a.sgf", "b.sgf"] {
        let ran = kifu.run(&["transform", "--canonical", name]);
        assert_eq!(ran.text(), "(;B[qd];W[dp])");
    }
    let ran = kifu.run(&["transform", "--canonical", "--swap-colors", "c.sgf"]);
    assert_eq!(ran.text(), "(;B[qd];W[dp])");
}
