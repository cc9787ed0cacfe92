//! Large inputs, which would run for hours if time grew with the square of their length.

use kifu_ugf::Document;
use kifu_ugf::convert::to_game;

#[test]
fn time_is_linear() {
    const N: usize = 100_000;
    let header = "[Header]\nSize=19\n";
    let many = |start: &str, middle: &str| [start, &middle.repeat(N)].concat();
    let moves = many("[Header]\n[Data]\n", "QP,B1,1,0\n");
    let setup = many("[Header]\n[Data]\n", "QP,B1,0,0\n");
    for source in [
        moves.clone(),
        many(&format!("{moves}[ReviewNode]\n"), "NODE,1,1,17,17\n"),
        many(&format!("{setup}[ReviewNode]\n"), "NODE,1,1,17,17\n"),
        many("[Header]\n[ReviewNode]\n", "NODE,1,1,4,4\n"),
        many("[Header]\n[ReviewNode]\n", "VARIATION,\nNODE,1,1,4,4\n"),
        many(
            "[Header]\n[ReviewNode]\n",
            "VARIATION,\nNODE,1,1,4,4\nVARIATIONEND,\n",
        ),
        many(
            "[Header]\n[ReviewNode]\n",
            "NODE,1,1,4,4\nVARIATION,\nVARIATIONEND,\n",
        ),
        many(&format!("{moves}[ReviewComment]\n"), ".Comment,99999\na\n"),
        many("[Header]\n[ReviewComment]\n.Comment,1\n", "\n"),
        many("[Header]\n[Figure]\n", ".Text,1\n"),
        many("[Header]\n[Figure]\n.Text,0\n", ".#,1,1,A\n"),
        many("[Header]\n[Figure]\n", ".Fig,1\na\n"),
        many(header, "PlayerB=a,1d,,a@b\n"),
        many(header, "[Data]\n"),
        many(header, "[x]\ny\n"),
        many(header, "[x]\n"),
        many("", "[Header]\nCrypt=1,x\n"),
        many("", "#\n"),
        many("", "\r"),
        many(header, "\u{FFFD}=\n"),
    ] {
        let document = Document::parse(source.as_str()).unwrap();
        assert_eq!(document.to_bytes(), source.as_bytes());
        to_game(&document);
    }
}
