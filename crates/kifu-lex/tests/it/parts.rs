//! Tests that read a part of a source again, or change the scheme while reading.

use kifu_lex::{Lexer, Scheme, TokenKind};

/// 0x83 0x5C is one character of Shift-JIS, the second half of it a backslash.
const SOURCE: &[u8] = b"(;C[\x83\\]C[\x83\\]) after";

#[test]
fn a_scheme_that_is_set_holds_from_the_next_token_on() {
    let mut lexer = Lexer::with_scheme(SOURCE, Scheme::AsciiSafe);
    assert_eq!(
        lexer.by_ref().take(3).last().unwrap().kind,
        TokenKind::Ident
    );
    // Read as ASCII, the bracket is escaped, and the first value would extend to the end of the
    // second one.
    lexer.set_scheme(Scheme::ShiftJis);
    assert_eq!(lexer.scheme(), Scheme::ShiftJis);
    let value = lexer.next().unwrap();
    assert_eq!((value.kind, value.range()), (TokenKind::Value, 3..7));
}

#[test]
fn a_part_is_read_again_as_inside_of_a_game() {
    let all: Vec<_> = Lexer::with_scheme(SOURCE, Scheme::ShiftJis).collect();
    for (at, token) in all.iter().enumerate().skip(1) {
        let again = Lexer::resume(SOURCE, token.start, Scheme::ShiftJis);
        if token.start <= 11 {
            assert_eq!(again.depth(), 1);
            assert!(again.eq(all[at..].iter().copied()), "at {}", token.start);
        }
    }
    let mut past = Lexer::resume(SOURCE, SOURCE.len() + 1, Scheme::ShiftJis);
    assert_eq!((past.offset(), past.next()), (SOURCE.len(), None));
}
