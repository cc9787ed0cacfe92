//! `kifu merge`: tests with small files.

use std::fs;

use crate::kifu::Kifu;

const ONE: &str = "(;SZ[19]PB[Sato] ;B[pd];W[dp]\n;B[pp];W[dd])\n";

#[test]
fn missing_content_is_added_and_bytes_are_kept() {
    let other = "(;SZ[19]PB[Sato, K.]RE[B+R];B[dp];W[pd](;B[dd]C[!];W[pp];B[nq])(;B[cd];W[qq]))";
    let kifu = Kifu::with([("a.sgf", ONE), ("b.sgf", other)]);
    let ran = kifu.run(&["merge", "a.sgf", "b.sgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(
        ran.text(),
        "(;SZ[19]PB[Sato]RE[B+R]GC[PB in b.sgf: Sato, K.] ;B[pd];W[dp]\n\
         (;B[pp]C[!];W[dd];B[fc])(;B[qp];W[cc]))\n"
    );
    // Merging again adds nothing.
    fs::write(kifu.path("c.sgf"), ran.text()).unwrap();
    let again = kifu.run(&["merge", "c.sgf", "a.sgf"]);
    assert_eq!(again.text(), ran.text());
    let ran = kifu.run(&["merge", "a.sgf", "a.sgf"]);
    assert_eq!(ran.text(), ONE);
}

#[test]
fn different_moves_within_tolerance_become_variations() {
    let other = ONE.replace("W[dp]", "W[dq]C[better]").replace(" ", "");
    let kifu = Kifu::with([("a.sgf", ONE.to_owned()), ("b.sgf", other)]);
    let ran = kifu.run(&["merge", "a.sgf", "b.sgf"]);
    assert_eq!((ran.code, ran.text()), (1, ""));
    assert!(ran.stderr.contains("1 move differs"), "{}", ran.stderr);
    let ran = kifu.run(&[
        "merge",
        "--tolerance",
        "1",
        "--prefer",
        "b.sgf",
        "a.sgf",
        "b.sgf",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(
        ran.text(),
        "(;SZ[19]PB[Sato];B[pd](;W[dq]C[better]\n;B[pp];W[dd])\
         (;W[dp]C[a.sgf continues from here as in the main line]))\n"
    );
    let ran = kifu.run(&["merge", "--prefer", "c.sgf", "a.sgf", "b.sgf"]);
    assert_eq!(ran.code, 2);
}

#[test]
fn records_of_different_games_are_refused() {
    let kifu = Kifu::with([
        ("in/a.sgf", ONE),
        ("in/b.sgf", "(;SZ[19];B[aa];W[bb];B[cc])"),
        ("c.sgf", "(;SZ[9];B[pd])"),
        ("two.sgf", "(;B[pd])(;B[pd])"),
        ("out.sgf", "mine"),
        ("d.sgf", "(;SZ[19];B[pd];W[dp])"),
    ]);
    let ran = kifu.run(&["merge", "in", "-o", "new.sgf"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(!kifu.path("new.sgf").exists());
    assert_eq!(kifu.run(&["merge", "in/a.sgf", "c.sgf"]).code, 1);
    assert_eq!(kifu.run(&["merge", "in/a.sgf", "two.sgf"]).code, 4);
    assert_eq!(
        kifu.run(&["merge", "in/a.sgf", "d.sgf", "-o", "out.sgf"])
            .code,
        4
    );
    assert_eq!(fs::read_to_string(kifu.path("out.sgf")).unwrap(), "mine");
    let ran = kifu.run(&["merge", "d.sgf", "in/a.sgf", "-n", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.json()["merged"][0]["nodes"], 2);
    let ran = kifu.run(&["merge", "d.sgf", "in/a.sgf", "-o", "new.sgf"]);
    assert_eq!((ran.code, ran.text()), (0, ""));
    assert_eq!(
        fs::read_to_string(kifu.path("new.sgf")).unwrap(),
        "(;SZ[19]PB[Sato];B[pd];W[dp];B[pp];W[dd])"
    );
}

#[test]
fn undecodable_text_is_refused_or_replaced() {
    let kifu = Kifu::with([
        ("a.sgf", "(;CA[UTF-8]PB[古力];B[pd];W[dd])".as_bytes()),
        ("b.sgf", b"(;CA[UTF-8]C[\xFF\xFE raw];B[pd];W[dd])"),
    ]);
    let refused = kifu.run(&["merge", "a.sgf", "b.sgf"]);
    assert!(refused.code != 0 && refused.text().is_empty());
    assert!(
        refused.stderr.contains("b.sgf: 1:13: `C`"),
        "{}",
        refused.stderr
    );
    let replaced = kifu.run(&["merge", "--undecodable", "replace", "a.sgf", "b.sgf"]);
    assert_eq!(replaced.code, 0, "{}", replaced.stderr);
    assert!(
        replaced.text().contains("\u{FFFD} raw"),
        "{}",
        replaced.text()
    );
    assert!(
        replaced.stderr.contains("b.sgf:1:13: `C`"),
        "{}",
        replaced.stderr
    );
}

#[test]
fn records_in_different_charsets_and_formats_are_merged() {
    let gb = b"(;SZ[19]CA[GB2312]PW[\xC4\xF4\xCE\xC0\xC6\xBD];B[pd];W[dp]C[\xBA\xC3])".to_vec();
    let kifu = Kifu::with([("a.sgf", ONE.as_bytes().to_vec()), ("b.sgf", gb)]);
    let ran = kifu.run(&["merge", "a.sgf", "b.sgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(
        ran.text(),
        "(;SZ[19]PB[Sato]CA[UTF-8]PW[聂卫平] ;B[pd];W[dp]C[好]\n;B[pp];W[dd])\n"
    );
    let ran = kifu.run(&["convert", "b.sgf", "-o", "b.jgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = kifu.run(&["merge", "b.jgf", "a.sgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let record = kifu::read(ran.stdout).unwrap();
    assert_eq!(record.format().name(), "jgf");
    let sgf = record.to_sgf().unwrap();
    let root = sgf.roots().next().unwrap();
    assert_eq!(sgf.main_line(root).count(), 5);
    assert_eq!(sgf.node(root).simple_text("PB").as_deref(), Some("Sato"));
}
