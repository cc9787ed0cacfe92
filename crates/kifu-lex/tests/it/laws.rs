//! Laws that hold for any bytes. Tests check them for cases and the corpus, the fuzzer for
//! arbitrary input.

use kifu_lex::{Lexer, Scheme, Token, TokenKind};

const SCHEMES: [Scheme; 5] = [
    Scheme::AsciiSafe,
    Scheme::ShiftJis,
    Scheme::Gbk,
    Scheme::Big5,
    Scheme::Iso2022,
];

/// Checks all laws for a source.
pub(crate) fn all(source: &[u8]) {
    tile(source, Lexer::new(source));
    for scheme in SCHEMES {
        tile(source, Lexer::with_scheme(source, scheme));
        shapes_are_tokens(source, scheme);
        grammar_agrees(Lexer::with_scheme(source, scheme));
    }
    grammar_agrees(Lexer::new(source));
}

/// Checks that the tokens tile the input: no byte is skipped, no token is empty.
fn tile(source: &[u8], lexer: Lexer<'_>) {
    let mut at = 0;
    let mut depth = 0usize;
    for token in lexer {
        assert_eq!(token.start, at);
        assert!(token.end > at);
        let bytes = token.of(source);
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth -= 1,
            // A game whose `(` is missing.
            TokenKind::Semicolon | TokenKind::Ident if depth == 0 => depth = 1,
            TokenKind::Value => assert!(bytes.starts_with(b"[") && bytes.ends_with(b"]")),
            TokenKind::Unclosed => {
                let next = source.get(token.end).copied();
                let node = |b: u8| {
                    b.is_ascii_uppercase() || b.is_ascii_whitespace() || b"\x0B;(".contains(&b)
                };
                assert!(bytes.starts_with(b"[") && next.is_none_or(node));
            }
            TokenKind::Text => assert_eq!(depth, 0),
            TokenKind::Ident => assert!(
                bytes[0].is_ascii_alphabetic() && bytes.iter().all(u8::is_ascii_alphanumeric)
            ),
            _ => {}
        }
        at = token.end;
    }
    assert_eq!(at, source.len());
}

/// Checks that `short_nodes` consumes what `short_node` and one line break each consume in turn.
fn short_nodes_are_each_one(at: &Lexer<'_>, max: usize) {
    let (mut together, mut each) = (at.clone(), at.clone());
    let found = together.short_nodes(max);
    let line_break = match found.step - Lexer::SHORT_NODE {
        0 => &b""[..],
        1 => b"\n",
        _ => b"\r\n",
    };
    let takes_one = |each: &mut Lexer<'_>| {
        let is_one = each.short_node();
        let rest = &each.source()[each.offset()..];
        is_one && rest.starts_with(line_break)
    };
    for number in 1..=found.count {
        assert!(takes_one(&mut each));
        let end = at.offset() + number * found.step;
        assert_eq!(each.offset() + line_break.len(), end);
        let scheme = each.scheme();
        each = Lexer::resume(at.source(), end, scheme);
    }
    assert_eq!(together.offset(), each.offset());
    assert!(found.count == max || !takes_one(&mut together));
}

/// Checks that each fast path consumes exactly the tokens that it documents.
fn shapes_are_tokens(source: &[u8], scheme: Scheme) {
    let mut lexer = Lexer::with_scheme(source, scheme);
    loop {
        let mut whole = lexer.clone();
        let expected: &[TokenKind] = if whole.short_node() {
            &[TokenKind::Semicolon, TokenKind::Ident, TokenKind::Value]
        } else if whole.short_property() {
            &[TokenKind::Ident, TokenKind::Value]
        } else if whole.closed_value() {
            &[TokenKind::Value]
        } else if whole.blanks() {
            &[TokenKind::Whitespace]
        } else {
            &[]
        };
        let start = lexer.offset();
        for max in [3, 12] {
            short_nodes_are_each_one(&lexer, max);
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

/// Checks that the grammar alone gives the same tokens.
fn grammar_agrees(lexer: Lexer<'_>) {
    let by_grammar = lexer.clone().by_grammar();
    assert!(lexer.eq(by_grammar));
}
