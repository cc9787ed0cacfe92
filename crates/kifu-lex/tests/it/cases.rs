//! One small file for each idea: `test_data/ok`, which is cut into structure and white
//! space alone, and `test_data/err`, where something is left over. Beside each stand
//! its tokens. Adding a test is adding a file.

use std::fmt::Write;

use kifu_lex::{Kind, Lexer, Token};
use kifu_testkit::{Case, Cases};

use crate::laws;

#[test]
fn every_case_obeys_the_laws() {
    cases().check(|case| laws::all(&case.source));
}

#[test]
fn ok_is_clean_and_err_is_not() {
    cases().check(|case| {
        let clean = Lexer::new(&case.source)
            .all(|token| !matches!(token.kind, Kind::Junk | Kind::Unclosed | Kind::Text));
        case.is_clean(clean);
    });
}

#[test]
fn every_case_is_cut_as_beside_it() {
    cases().check(|case| {
        case.snapshot(&report(case));
    });
}

fn cases() -> Cases {
    Cases::of(env!("CARGO_MANIFEST_DIR"), "sgf")
}

/// A line for each token, and one where a game tree begins with its scheme.
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
    // Marked at the end, so that blanks are seen.
    writeln!(
        out,
        "  {:<10} {range:<8} |{bytes}|",
        format!("{:?}", token.kind)
    )
    .unwrap();
}
