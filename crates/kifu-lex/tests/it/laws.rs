//! What holds for any bytes. Tests run these over cases and corpus, the fuzzer over
//! everything else, from this one file.

use kifu_lex::{Kind, Lexer, Scheme, Token};

const SCHEMES: [Scheme; 5] = [
    Scheme::AsciiSafe,
    Scheme::ShiftJis,
    Scheme::Gbk,
    Scheme::Big5,
    Scheme::Iso2022,
];

/// All that must hold of a source.
pub(crate) fn all(source: &[u8]) {
    tile(source, Lexer::new(source));
    for scheme in SCHEMES {
        tile(source, Lexer::with_scheme(source, scheme));
        shapes_are_tokens(source, scheme);
    }
}

/// Tokens tile the input: nothing is skipped, nothing is empty.
fn tile(source: &[u8], lexer: Lexer<'_>) {
    let mut at = 0;
    let mut depth = 0usize;
    for token in lexer {
        assert_eq!(token.start, at);
        assert!(token.end > at);
        let bytes = token.of(source);
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth -= 1,
            // A game whose `(` is missing.
            Kind::Semicolon | Kind::Ident if depth == 0 => depth = 1,
            Kind::Value => assert!(bytes.starts_with(b"[") && bytes.ends_with(b"]")),
            Kind::Unclosed => {
                let next = source.get(token.end).copied();
                let node = |b: u8| {
                    b.is_ascii_uppercase() || b.is_ascii_whitespace() || b"\x0B;(".contains(&b)
                };
                assert!(bytes.starts_with(b"[") && next.is_none_or(node));
            }
            Kind::Text => assert_eq!(depth, 0),
            Kind::Ident => assert!(
                bytes[0].is_ascii_alphabetic() && bytes.iter().all(u8::is_ascii_alphanumeric)
            ),
            _ => {}
        }
        at = token.end;
    }
    assert_eq!(at, source.len());
}

/// Several short nodes are taken as if one was taken after the other, and its line break.
fn short_nodes_are_each_one(at: &Lexer<'_>, most: usize) {
    let (mut together, mut each) = (at.clone(), at.clone());
    let found = together.short_nodes(most);
    let line_break = match found.step - Lexer::SHORT_NODE {
        0 => &b""[..],
        1 => b"\n",
        _ => b"\r\n",
    };
    let takes_one = |each: &mut Lexer<'_>| {
        let is_one = each.short_node();
        let behind = &each.source()[each.offset()..];
        is_one && behind.starts_with(line_break)
    };
    for number in 1..=found.count {
        assert!(takes_one(&mut each));
        let end = at.offset() + number * found.step;
        assert_eq!(each.offset() + line_break.len(), end);
        let scheme = each.scheme();
        each = Lexer::resume(at.source(), end, scheme);
    }
    assert_eq!(together.offset(), each.offset());
    assert!(found.count == most || !takes_one(&mut together));
}

/// Each shape that is taken whole is the tokens that it stands for.
fn shapes_are_tokens(source: &[u8], scheme: Scheme) {
    let mut lexer = Lexer::with_scheme(source, scheme);
    loop {
        let mut whole = lexer.clone();
        let expected: &[Kind] = if whole.short_node() {
            &[Kind::Semicolon, Kind::Ident, Kind::Value]
        } else if whole.short_property() {
            &[Kind::Ident, Kind::Value]
        } else if whole.closed_value() {
            &[Kind::Value]
        } else if whole.blanks() {
            &[Kind::Whitespace]
        } else {
            &[]
        };
        let start = lexer.offset();
        for most in [3, 12] {
            short_nodes_are_each_one(&lexer, most);
        }
        for kind in expected {
            assert_eq!(lexer.next().map(|token: Token| token.kind), Some(*kind));
        }
        if expected.is_empty() {
            assert_eq!(whole.offset(), start);
            if lexer.next().is_none() {
                break;
            }
        } else {
            assert_eq!(lexer.offset(), whole.offset());
            assert_eq!(lexer.depth(), whole.depth());
        }
    }
}
