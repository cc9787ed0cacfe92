//! Tests of recognizing and converting problems.

use kifu_problem::sgf::Document;
use kifu_problem::{Convention, Loss, Problem, convert};

fn is_problem(source: &str) -> bool {
    let document = Document::parse(source).unwrap();
    let root = document.roots().next().unwrap();
    Problem::of(&document, root, None).is_some()
}

#[test]
fn a_played_game_is_not_a_problem() {
    for (head, marks, expected) in [
        ("AB[aa]AW[bb]", "", true),
        ("AB[aa]AW[bb]PB[Black]PW[white]HA[0]RE[]", "", true),
        ("AB[aa]AW[bb]PB[Sato]", "", true),
        // Positions from played games are not problems.
        ("AB[aa]AW[bb]PB[Sato]PW[Lee]", "", false),
        ("AB[aa]AW[bb]RE[B+R]", "", false),
        ("AB[aa]AW[bb]HA[3]", "", false),
        ("AB[aa]AW[bb]RE[B+R]", "TE[1]", true),
        ("AB[aa]AW[bb]RE[B+R]", "GB[1]", true),
        // Handicap games, with and without marks.
        ("AB[aa][bb]", "", false),
        ("AB[aa][bb]HA[2]PB[Sato]PW[Lee]", "TE[1]", false),
        ("AB[aa][bb]HA[2]", "GW[1]", false),
        ("AB[aa][bb]", "CH[1]", true),
        ("AB[aa][bb]", "WV[]", true),
        ("AB[aa][bb]", "C[WRONG]", true),
        ("AB[aa][bb]", "KX[solution]", true),
        ("AW[aa][bb]", "", true),
        ("", "CH[1]", false),
        ("", "TE[1]", false),
        ("RE[B+R]", "C[RIGHT]", true),
    ] {
        let source = format!("(;{head};W[cc]{marks})");
        assert_eq!(is_problem(&source), expected, "{source}");
    }
    assert!(is_problem("(;AB[aa][bb];B[cc])"));
}

/// Asserts the result of a conversion, and its losses.
#[track_caller]
fn converts(source: &str, to: Convention, expected: &str, losses: &[Loss]) {
    let mut document = Document::parse(source).unwrap();
    let root = document.roots().next().unwrap();
    let problem = Problem::of(&document, root, None).unwrap();
    let done = convert(&mut document, &problem, to).unwrap();
    let text = String::from_utf8(document.to_bytes()).unwrap();
    assert_eq!((text.as_str(), done.losses.as_slice()), (expected, losses));
}

#[test]
fn changed_lines_are_reported() {
    // The mark applies to all replies to the solver's last move.
    converts(
        "(;AB[aa]AW[bb];B[cc](;W[dd]C[RIGHT])(;W[ee])(;W[ff]))",
        Convention::Te,
        "(;AB[aa]AW[bb];B[cc]TE[1](;W[dd])(;W[ee])(;W[ff]))",
        &[Loss::WrongLines(2)],
    );
    // The existing `GB` has another purpose.
    converts(
        "(;AB[aa]AW[bb](;B[cc]C[RIGHT])(;B[dd]GB[2]))",
        Convention::Gb,
        "(;AB[aa]AW[bb](;B[cc]GB[1])(;B[dd]GB[2]))",
        &[Loss::WrongLines(1)],
    );
    converts(
        "(;AB[aa]AW[bb](;B[cc]C[RIGHT])(;B[dd]C[RIGHT])(;B[ee]))",
        Convention::MainLine,
        "(;AB[aa]AW[bb](;B[cc])(;B[dd])(;B[ee]))",
        &[Loss::Lines(1)],
    );
    converts(
        "(;AB[aa]AW[bb](;B[cc]C[WRONG])(;B[dd]))",
        Convention::MainLine,
        "(;AB[aa]AW[bb](;B[cc])(;B[dd]))",
        &[Loss::NoSolution, Loss::Wrong(1)],
    );
    // A node that becomes empty is not the end of a line.
    converts(
        "(;AB[aa]AW[bb](;B[cc](;C[RIGHT]))(;B[dd]))",
        Convention::Te,
        "(;AB[aa]AW[bb](;B[cc]TE[1](;))(;B[dd]))",
        &[],
    );
}

#[test]
fn marks_of_the_new_convention_stay() {
    converts(
        "(;AB[aa]AW[bb](;B[cc]C[RIGHT]TE[2])(;B[dd]C[WRONG]BM[2]))",
        Convention::Te,
        "(;AB[aa]AW[bb](;B[cc]TE[2])(;B[dd]BM[2]))",
        &[],
    );
    converts(
        "(;AB[aa]AW[bb](;B[cc]C[RIGHT]BM[2])(;B[dd]C[WRONG]TE[1]))",
        Convention::Te,
        "(;AB[aa]AW[bb](;B[cc]BM[2])(;B[dd]TE[1]))",
        &[Loss::Lines(1), Loss::WrongLines(1), Loss::Wrong(1)],
    );
    converts(
        "(;AB[aa]AW[bb](;B[cc]C[RIGHT])(;B[dd]WV[x]))",
        Convention::Uligo,
        "(;AB[aa]AW[bb](;B[cc])(;B[dd]WV[x]))",
        &[],
    );
    converts(
        "(;AB[aa]AW[bb](;B[cc]CH[1])(;B[dd]C[WRONG]))",
        Convention::Ch,
        "(;AB[aa]AW[bb](;B[cc]CH[1])(;B[dd]))",
        &[Loss::WrongLines(1), Loss::Wrong(1)],
    );
}

#[test]
fn words_are_removed_everywhere() {
    converts(
        "(;AB[aa]AW[bb];B[cc]C[RIGHT, yes RIGHT\nRIGHTLY so: RIGHT WRONG.\n])",
        Convention::Ch,
        "(;AB[aa]AW[bb];B[cc]C[, yes\nRIGHTLY so:\n.\n]CH[1])",
        &[],
    );
    // Many words are removed in one pass: one pass for each word would take minutes.
    let many = "RIGHT ".repeat(100_000);
    let source = format!("(;AB[aa]AW[bb];B[cc]C[{many}])");
    converts(&source, Convention::Ch, "(;AB[aa]AW[bb];B[cc]CH[1])", &[]);
}
