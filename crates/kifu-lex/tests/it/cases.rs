//! One small file for each idea: `test_data/ok`, which is cut into structure and white
//! space alone, and `test_data/err`, where something is left over. Beside each stand
//! its tokens. Adding a test is adding a file.

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::{env, fs};

use kifu_lex::{Kind, Lexer, Token};

#[test]
fn tokens_tile_every_case() {
    check_each(|case| {
        let mut rest = 0;
        for token in case.tokens() {
            assert_eq!(token.start, rest);
            assert!(token.end > rest, "no token is empty");
            rest = token.end;
        }
        assert_eq!(rest, case.source.len());
    });
}

#[test]
fn ok_is_clean_and_err_is_not() {
    check_each(|case| {
        let clean = case
            .tokens()
            .all(|token| !matches!(token.kind, Kind::Junk | Kind::Unclosed | Kind::Text));
        assert_eq!(
            if clean { "ok" } else { "err" },
            case.kind,
            "it belongs into the other folder"
        );
    });
}

#[test]
fn every_case_is_cut_as_beside_it() {
    check_each(|case| {
        let mut settings = insta::Settings::new();
        settings.set_snapshot_path(case.path.parent().unwrap());
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(case.name.as_str(), case.report()));
    });
}

struct Case {
    path: PathBuf,
    /// The folder it is in: `ok` or `err`.
    kind: &'static str,
    name: String,
    source: Vec<u8>,
}

/// All cases, by name; panics if there are none, since then something else is wrong.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for kind in ["ok", "err"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("test_data")
            .join(kind);
        let before = cases.len();
        for entry in fs::read_dir(&folder).expect("the folder of the cases is there") {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "sgf") {
                let name = path
                    .file_stem()
                    .unwrap()
                    .to_str()
                    .expect("names are ASCII")
                    .to_owned();
                cases.push(Case {
                    kind,
                    name,
                    source: fs::read(&path).unwrap(),
                    path,
                });
            }
        }
        assert!(cases.len() > before, "no cases in {}", folder.display());
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    for pair in cases.windows(2) {
        assert_ne!(
            pair[0].name[..4],
            pair[1].name[..4],
            "numbers are given once"
        );
    }
    cases
}

/// Runs a check over every case, and tells at the end which ones failed.
fn check_each(check: impl Fn(&Case)) {
    let failed: Vec<String> = cases()
        .iter()
        .filter(|case| catch_unwind(AssertUnwindSafe(|| check(case))).is_err())
        .map(|case| format!("{}/{}", case.kind, case.name))
        .collect();
    assert!(
        failed.is_empty(),
        "failed, each with its message above:\n  {}",
        failed.join("\n  ")
    );
}

impl Case {
    fn tokens(&self) -> Lexer<'_> {
        Lexer::new(&self.source)
    }

    /// A line for each token, and one where a game tree begins with its scheme.
    fn report(&self) -> String {
        let mut out = String::new();
        let mut lexer = self.tokens();
        loop {
            let before = lexer.depth();
            let Some(token) = lexer.next() else {
                break;
            };
            if before == 0 && lexer.depth() > 0 {
                writeln!(out, "game: {:?}", lexer.scheme()).unwrap();
            }
            write_token(&mut out, token, &self.source);
        }
        out
    }
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
