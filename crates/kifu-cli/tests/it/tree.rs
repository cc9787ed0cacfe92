use serde_json::json;

use crate::kifu::Kifu;

const GAME: &str = "(;GM[1]SZ[9];B[ee];W[cc]C[x](;B[gc]N[joseki]C[y];W[];B[tt])(;B[cg]()(;W[gg])(;W[zz](;B[aa])(;B[bb]))))";

#[test]
fn text_shows_the_main_line_at_the_left() {
    let kifu = Kifu::with([
        ("a.sgf", GAME),
        (
            "two.sgf",
            "(;B[pd];W[])(;PB[Ann]BR[3d]PW[Ben]RE[B+R]AB[aa]())",
        ),
        ("none.txt", ""),
    ]);
    insta::assert_snapshot!(kifu.run(&["tree", "a.sgf", "two.sgf", "none.txt"]).seen());
    insta::assert_snapshot!(kifu.run(&["tree", "--depth", "1", "a.sgf"]).seen());
    insta::assert_snapshot!(
        kifu.run(&["tree", "--nodes", "--comments", "none", "a.sgf"])
            .seen()
    );
}

/// Returns a lesson with long lines, long comments and wide characters.
fn lesson() -> Kifu {
    let moves = |n: u8| -> String {
        let color = |n: u8| if n.is_multiple_of(2) { 'B' } else { 'W' };
        let point = |n: u8| [b'a' + n % 19, b'a' + n / 19].map(char::from);
        (0..n)
            .map(|n| format!(";{}[{}{}]", color(n), point(n)[0], point(n)[1]))
            .collect()
    };
    let long = "A comment that is much longer than one line of a terminal can be. ".repeat(3);
    let wide = "这是一个很长的评论".repeat(9);
    let text = format!(
        "(;CA[UTF-8]C[{long}]{}C[{wide}](;B[sa]C[Good.]{})(;B[sb]C[{wide}](;W[sc])(;W[sd]C[\nTwo\nlines])))",
        moves(90),
        moves(3)
    );
    Kifu::with([("lesson.sgf", text)])
}

#[test]
fn lines_fit_into_80_columns() {
    let kifu = lesson();
    for comments in ["none", "brief", "full"] {
        let ran = kifu.run(&["tree", "--comments", comments, "lesson.sgf"]);
        assert_eq!(ran.code, 0);
        let text = String::from_utf8(ran.stdout).unwrap();
        let widths = text.lines().map(unicode_width::UnicodeWidthStr::width);
        assert!(widths.max().unwrap() <= 80, "{text}");
        insta::assert_snapshot!(format!("comments_{comments}"), text);
    }
}

#[test]
fn a_label_replaces_the_name() {
    let kifu = Kifu::with([("a.sgf", "(;B[aa])")]);
    let text = |label: &str| {
        kifu.run(&["tree", "--label", label, "a.sgf"])
            .text()
            .to_owned()
    };
    assert_eq!(text("x"), "x  19x19\nm1     B A19\n");
    assert_eq!(text(""), "19x19\nm1     B A19\n");
    for verb in ["tree", "show", "fmt"] {
        let broken = kifu.run(&[verb, "--label", "x", "missing.sgf"]);
        assert!(broken.stderr.starts_with("kifu: x: "), "{}", broken.stderr);
    }
    let json = kifu.run(&["tree", "--jsonl", "--label", "x", "a.sgf"]);
    assert_eq!(json.lines()[0]["file"], "x");
}

#[test]
fn jsonl_is_a_flat_list_of_stretches() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    let ran = kifu.run(&["tree", "--jsonl", "a.sgf"]);
    let row = |id: u32,
               parent: u32,
               path: &[u32],
               address: &str,
               [start_move, nodes, moves]: [u32; 3]| {
        json!({
            "id": id, "parent": parent, "variation": path.last(), "path": path, "address": address,
            "start_move": start_move, "nodes": nodes, "moves": moves,
        })
    };
    let trunk = json!({
        "id": 0, "parent": null, "variation": null, "path": [], "address": "m0", "start_move": 1, "nodes": 3, "moves": 2,
    });
    let expected = json!({
        "kifu_schema": 1, "file": "a.sgf",
        "games": [{"game": 1, "size": [9, 9], "stretches": [
            trunk,
            row(1, 0, &[0], "m3", [3, 3, 3]),
            row(2, 0, &[1], "m3:1", [3, 1, 1]),
            row(3, 2, &[1, 0], "m3:1.2", [4, 1, 1]),
            row(4, 2, &[1, 1], "m3:1.2:1", [4, 1, 0]),
            row(5, 4, &[1, 1, 0], "m3:1.2:1.2", [4, 1, 1]),
            row(6, 4, &[1, 1, 1], "m3:1.2:1.2:1", [4, 1, 1]),
        ]}],
    });
    assert_eq!(ran.lines(), std::slice::from_ref(&expected));
    assert_eq!(
        kifu.run(&["tree", "--json", "a.sgf"]).json(),
        json!([expected])
    );
}

#[test]
fn the_game_option_selects_one_game() {
    let kifu = Kifu::with([("a.sgf", "(;B[aa])(;B[bb];W[cc])")]);
    let ran = kifu.run(&["tree", "--game", "2", "--jsonl", "a.sgf"]);
    assert_eq!(ran.lines()[0]["games"][0]["game"], 2);
    assert_eq!(ran.lines()[0]["games"].as_array().unwrap().len(), 1);
    assert_eq!(kifu.run(&["tree", "--game", "3", "a.sgf"]).code, 1);
    assert_eq!(kifu.run(&["tree", "--game", "0", "a.sgf"]).code, 2);
}
