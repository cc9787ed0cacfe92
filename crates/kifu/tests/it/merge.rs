//! What of another record goes into one, and what is told that does not.

use std::time::Instant;

use kifu::compare::merge;
use kifu::sgf::Document;

/// The record that it becomes, and what is left.
#[track_caller]
fn merged(one: &str, other: &str) -> (String, Vec<String>) {
    let (one, other) = (
        Document::parse(one).unwrap(),
        Document::parse(other).unwrap(),
    );
    let (root, from) = (one.roots().next().unwrap(), other.roots().next().unwrap());
    let made = merge(one, root, (&other, from), "b", 1).unwrap();
    let text = String::from_utf8(made.document.to_bytes()).unwrap();
    let left = made.left.into_iter().map(|(_, ident)| ident);
    (text, left.collect())
}

#[track_caller]
fn becomes(one: &str, other: &str, expected: &str, left: &[&str]) {
    let left: Vec<String> = left.iter().map(|ident| ident.to_string()).collect();
    assert_eq!(merged(one, other), (expected.to_owned(), left));
}

#[test]
fn a_note_says_that_a_line_comes_back_only_where_it_does() {
    let one = "(;B[pd];W[dp];B[pp])";
    becomes(
        one,
        "(;B[pd];W[dq];C[x])",
        "(;B[pd](;W[dp];B[pp])(;W[dq]C[x]))",
        &[],
    );
    becomes(
        one,
        "(;B[pd];W[dq];C[x];B[pp])",
        "(;B[pd](;W[dp];B[pp])(;W[dq]C[x\nb has this, and goes on as the main line]))",
        &[],
    );
}

#[test]
fn other_setup_is_told() {
    let one = "(;AB[dd];W[dp];B[pp];W[pd])";
    becomes(one, "(;AB[dd][jj];W[dp];B[pp];W[pd])", one, &["AB"]);
    becomes(one, "(;AB[dd]AE[jj];W[dp];B[pp];W[pd])", one, &["AE"]);
    becomes(one, "(;AddBlack[dd:dd];W[dp];B[pp];W[pd])", one, &[]);
    // What cannot be read may say anything.
    becomes(one, "(;AB[dd][??];W[dp];B[pp];W[pd])", one, &["AB"]);
    becomes(one, "(;AB[dd];W[dp][aa];B[pp];W[pd])", one, &["W"]);
}

#[test]
fn what_is_said_of_the_game_elsewhere_is_told() {
    let one = "(;PB[x];B[pd](;W[dp])(;W[dd]))";
    becomes(one, "(;B[pd]PB[x](;W[dp])(;W[dd]))", one, &[]);
    becomes(
        one,
        "(;;B[pd]GC[g]RE[B+R](;W[dp])(;W[dd]))",
        "(;PB[x]RE[B+R];B[pd](;W[dp])(;W[dd]))",
        &["GC"],
    );
    becomes(
        one,
        "(;B[pd](;W[dp])(;W[dd]PB[x]RE[B+R]))",
        one,
        &["PB", "RE"],
    );
    becomes(one, "(;FF[4];B[pd];W[dp]PB[x]FF[3])", one, &["FF"]);
    // In a dialect it is of the game, elsewhere it says who is ahead.
    becomes(
        one,
        "(;ZZ[x]GB[club];B[pd];W[dp])",
        "(;PB[x]ZZ[x];B[pd](;W[dp])(;W[dd]))",
        &["GB"],
    );
}

#[test]
fn a_text_is_there_only_if_its_lines_are() {
    let one = "(;B[pd]C[It is not good\nat all.];W[dp])";
    let both = "(;B[pd]C[It is not good\nat all.\nb: good];W[dp])";
    becomes(one, "(;B[pd]C[good];W[dp])", both, &[]);
    becomes(both, "(;B[pd]C[good];W[dp])", both, &[]);
    becomes(one, "(;B[pd]C[at all.];W[dp])", one, &[]);
}

#[test]
fn what_would_hold_for_the_move_before_is_told() {
    let one = "(;B[pd];W[dp])";
    becomes(
        one,
        "(;B[pd];PL[W]MN[5]TR[pd];W[dp])",
        "(;B[pd]TR[pd];W[dp])",
        &["PL", "MN"],
    );
    becomes(
        "(;SZ[19];B[pd];W[dp])",
        "(;PL[B];MN[3];B[pd];W[dp])",
        "(;SZ[19]PL[B]MN[3];B[pd];W[dp])",
        &[],
    );
}

/// Many nodes can go with one that says much; each is compared with as much as it says.
#[test]
fn what_does_not_fit_is_compared_in_no_time() {
    const MANY: usize = 4000;
    let moves = ";B[pd];W[dp];B[pp];W[dd]";
    let labels: String = (0..MANY).map(|at| format!("[aa:{at}]")).collect();
    let one = format!("(;GM[1]LB{labels}{moves})");
    let other = format!("(;GM[1]{}{moves})", ";LB[bb:1]".repeat(MANY));
    let start = Instant::now();
    let (text, left) = merged(&one, &other);
    assert_eq!((text, left.len()), (one, MANY));
    assert!(start.elapsed().as_secs() < 3, "{:?}", start.elapsed());
}
