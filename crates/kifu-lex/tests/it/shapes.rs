//! What is nearly a shape that is taken whole, and is not.

use kifu_lex::{Kind, Lexer};

use crate::laws;

#[test]
fn near_misses_are_cut_as_tokens() {
    let nodes = [
        ";([aa]", ";b[aa]", ";1[aa]", "; [aa]", ";B[a]]", ";B[\\]]", ";B[)a]", ";BB[aa]", ";B[aa",
        ";B[aaa]", ";B(aa]", ";B[aa)", "BL[\\]1]", "B1[aa]", "Bl[aa]", "[aa", "[a\\]", "BLX[1]",
    ];
    for node in nodes {
        laws::all(format!("(;GM[1]{node};W[bb])").as_bytes());
        laws::all(format!("(;GM[1]{node}").as_bytes());
    }
    // Anywhere among others, which are compared several at a time.
    let nodes = nodes.iter().chain(&[
        ";B[Aa]",
        ";B[a1]",
        ";B[a`]",
        ";B[{a]",
        ";@[aa]",
        ";[[aa]",
        ";B[\u{3B1}]",
        ":B[aa]",
        "\u{3BB}[aa]",
        ";B[aa]\n",
        "\r;B[aa]",
    ]);
    for node in nodes {
        for line_break in ["", "\n", "\r\n"] {
            for place in 0..7 {
                let line = |count| format!(";W[bb]{line_break}").repeat(count);
                let source = format!("(;GM[1]{}{node}{line_break}{}", line(place), line(9));
                laws::all(source.as_bytes());
            }
        }
    }
}

#[test]
fn shapes_are_taken_whole() {
    let mut lexer = Lexer::new(b"(;B[pd];W[d1]\r\n BL[1791.5]C[a comment] [b\\]]LB[pd:1]");
    assert!(
        !lexer.short_node() && !lexer.blanks() && !lexer.closed_value(),
        "no game yet"
    );
    assert_eq!(lexer.next().map(|token| token.kind), Some(Kind::Open));
    assert!(lexer.short_node() && lexer.short_node());
    assert!(!lexer.short_node() && !lexer.short_property() && !lexer.closed_value());
    assert!(lexer.blanks() && !lexer.blanks());
    assert!(lexer.short_property() && lexer.short_property());
    assert!(lexer.blanks() && lexer.closed_value());
    assert!(lexer.short_property());
    assert_eq!(lexer.next(), None);
    assert!(!Lexer::new(b" (;B[pd])").blanks(), "no game yet");
}
