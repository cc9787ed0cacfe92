//! One small file for each case. The files in `test_data/ok` consist of structure and white space
//! only; those in `test_data/err` contain junk, text or unclosed values. The snapshot next to each
//! file lists its tokens. To add a test, add a file.

use std::fmt::Write;

use kifu_lex::{Lexer, Token, TokenKind};
use kifu_testkit::{Case, Cases};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| laws::all(&case.source));
}

#[test]
fn ok_is_clean_and_err_is_not() {
    cases().check(|case| {
        let clean = Lexer::new(&case.source).all(|token| {
            !matches!(
                token.kind,
                TokenKind::Junk | TokenKind::Unclosed | TokenKind::Text
            )
        });
        case.is_clean(clean);
    });
}

#[test]
fn every_case_matches_its_snapshot() {
    cases().check(|case| {
        case.snapshot(&report(case));
    });
}

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "sgf")
}

/// Lists each token on a line, and the scheme where a game tree begins.
fn report(case: &Case) -> String {
    let mut out = String::new();
    let mut lexer = Lexer::new(&case.source);
    loop {
        let before = lexer.depth();
        let Some(token) = lexer.next() else {
            break;
        };
        if before == 0 && lexer.depth() > 0 {
            writeln!(out, "game: {:?}", lexer.scheme()).unwrap();
        }
        write_token(&mut out, token, &case.source);
    }
    out
}

fn write_token(out: &mut String, token: Token, source: &[u8]) {
    let range = format!("{}..{}", token.start, token.end);
    let bytes = token
        .of(source)
        .escape_ascii()
        .to_string()
        .replace("\\'", "'")
        .replace("\\\"", "\"");
    // The `|` at the end makes trailing blanks visible.
    writeln!(
        out,
        "  {:<10} {range:<8} |{bytes}|",
        format!("{:?}", token.kind)
    )
    .unwrap();
}
