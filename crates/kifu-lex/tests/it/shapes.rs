//! Tests of the fast paths, and of input that nearly matches them.

use kifu_lex::{Lexer, ShortNodes, TokenKind};

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
}

#[test]
fn lines_end_at_any_byte_that_differs() {
    // Several nodes are compared at once: the bytes next to each range of allowed bytes.
    let others = *b"@AZ[\\]^`az{:;<\t\n\x0B\x0C\r\x0E";
    for line_break in ["", "\n", "\r\n"] {
        let line = format!("(;GM[1]{}", format!(";B[az]{line_break}").repeat(9));
        for at in 7..41 {
            let byte = line.as_bytes()[at];
            for other in others.into_iter().chain([byte | 0x80]) {
                let mut line = line.clone().into_bytes();
                line[at] = other;
                laws::all(&line);
            }
        }
    }
}

#[test]
fn fast_paths_consume_whole_sequences() {
    let mut lexer = Lexer::new(b"(;B[pd];W[d1]\r\n BL[1791.5]C[a comment] [b\\]]LB[pd:1]");
    assert!(
        !lexer.short_node() && !lexer.blanks() && !lexer.closed_value(),
        "no game yet"
    );
    assert_eq!(lexer.next().map(|token| token.kind), Some(TokenKind::Open));
    assert!(lexer.short_node() && lexer.short_node());
    assert!(!lexer.short_node() && !lexer.short_property() && !lexer.closed_value());
    assert!(lexer.blanks() && !lexer.blanks());
    assert!(lexer.short_property() && lexer.short_property());
    assert!(lexer.blanks() && lexer.closed_value());
    assert!(lexer.short_property());
    assert_eq!(lexer.next(), None);
    assert!(!Lexer::new(b" (;B[pd])").blanks(), "no game yet");
}

#[test]
fn a_semicolon_is_consumed_alone() {
    let mut lexer = Lexer::new(b"(;;C[a];)");
    assert!(!lexer.semicolon(), "no game yet");
    lexer.next();
    assert!(lexer.semicolon() && lexer.semicolon() && !lexer.semicolon());
    assert_eq!((lexer.offset(), lexer.depth()), (3, 1));
    assert!(lexer.short_property() && lexer.semicolon() && !lexer.semicolon());
    assert!(
        !Lexer::resume(b";", 1, lexer.scheme()).semicolon(),
        "the end"
    );
}

#[test]
fn nothing_is_consumed_outside_of_a_game() {
    for source in [";B[pd]", ";", "B[pd]", "BL[3]", "[pd]", " ", "\n;B[pd]"] {
        let mut lexer = Lexer::new(source.as_bytes());
        assert!(
            !lexer.short_node() && !lexer.semicolon() && !lexer.short_property(),
            "{source}"
        );
        assert!(!lexer.closed_value() && !lexer.blanks(), "{source}");
        assert_eq!(
            (lexer.short_nodes(9).count, lexer.offset()),
            (0, 0),
            "{source}"
        );
        // The same is consumed inside.
        lexer.start_game();
        let is_any = lexer.short_node()
            || lexer.semicolon()
            || lexer.short_property()
            || lexer.closed_value()
            || lexer.blanks();
        assert!(is_any && lexer.offset() > 0, "{source}");
        // And no longer after the end of the game.
        let mut lexer = Lexer::new(source.as_bytes());
        lexer.start_game();
        lexer.end_game();
        assert!(!lexer.closed_value() && !lexer.blanks(), "{source}");
    }
}

#[test]
fn all_nodes_with_the_same_line_break_are_consumed_at_once() {
    for line_break in ["", "\n", "\r\n"] {
        for count in [1, 2, 9, 40] {
            let moves = format!(";B[pd]{line_break}").repeat(count);
            let source = format!("({moves}C[x])");
            let mut lexer = Lexer::new(source.as_bytes());
            lexer.next();
            let step = Lexer::SHORT_NODE + line_break.len();
            assert_eq!(
                lexer.clone().short_nodes(usize::MAX),
                ShortNodes { count, step }
            );
            let part = ShortNodes {
                count: count / 2,
                step,
            };
            assert_eq!(lexer.short_nodes(count / 2), part);
            assert_eq!(lexer.offset(), 1 + step * (count / 2));
        }
    }
}
