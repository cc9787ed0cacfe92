//! Tests of the removed data, the kept data, and the counts.

use kifu_sgf::Document;
use kifu_sgf::strip::{Condition, StripOptions, StripResult, ValueTest, strip};

#[track_caller]
fn check(source: &str, what: &StripOptions, expected: &str) -> StripResult {
    let mut document = Document::parse(source).unwrap();
    let done = strip(&mut document, what);
    assert_eq!(String::from_utf8(document.to_bytes()).unwrap(), expected);
    done
}

#[test]
fn all_nodes_of_variations_are_counted() {
    let what = StripOptions {
        variations: true,
        ..StripOptions::default()
    };
    let done = check(
        "(;B[aa](;W[bb];B[cc](;W[dd])(;W[ee];B[ff])())(;W[gg](;B[hh])(;B[ii])))(;(;B[aa])(;B[bb]))",
        &what,
        "(;B[aa](;W[bb];B[cc](;W[dd])))(;(;B[aa]))",
    );
    assert_eq!((done.nodes, done.properties), (6, 0));
}

#[test]
fn properties_are_removed_where_allowed() {
    let source = "(;C[a];B[aa]C[b];W[bb]C[c](;B[cc]C[d])(;B[dd]C[e]))";
    let what = |head, middle, tail| StripOptions {
        comments: true,
        keep_head: head,
        keep_middle: middle,
        keep_tail: tail,
        ..StripOptions::default()
    };
    for (what, expected, count) in [
        (
            what(false, false, false),
            "(;;B[aa];W[bb](;B[cc])(;B[dd]))",
            5,
        ),
        (
            what(true, false, false),
            "(;C[a];B[aa];W[bb](;B[cc])(;B[dd]))",
            4,
        ),
        (
            what(false, true, false),
            "(;;B[aa]C[b];W[bb]C[c](;B[cc])(;B[dd]C[e]))",
            2,
        ),
        (
            what(false, false, true),
            "(;;B[aa];W[bb](;B[cc]C[d])(;B[dd]))",
            4,
        ),
    ] {
        assert_eq!(check(source, &what, expected).properties, count);
    }
}

#[test]
fn conditions_choose_nodes() {
    let source = "(;N[One]TR[aa];N[one two]TR[bb]CR[cc];TR[dd])";
    let what = |test| StripOptions {
        markup: true,
        conditions: vec![Condition {
            ident: "N".into(),
            test,
        }],
        ..StripOptions::default()
    };
    for (test, expected, count) in [
        (ValueTest::Present, "(;N[One];N[one two];TR[dd])", 3),
        (
            ValueTest::Is("ONE".into()),
            "(;N[One];N[one two]TR[bb]CR[cc];TR[dd])",
            1,
        ),
        (
            ValueTest::Contains("Two".into()),
            "(;N[One]TR[aa];N[one two];TR[dd])",
            2,
        ),
    ] {
        assert_eq!(check(source, &what(test), expected).properties, count);
    }
}

#[test]
fn only_marks_on_the_last_move_are_removed() {
    let what = StripOptions {
        last_move_marks: true,
        ..StripOptions::default()
    };
    let done = check(
        "(;CR[aa];B[aa]CR[aa][bb]TR[bb]MA[aa];W[])",
        &what,
        "(;CR[aa];B[aa]CR[bb]TR[bb];W[])",
    );
    assert_eq!(done.properties, 2);
}

#[test]
fn a_charset_that_text_needs_stays() {
    let mut document = Document::parse(b"(;CA[GBK]PB[\xC4\xF4])(;CA[UTF-8])".as_slice()).unwrap();
    let what = StripOptions {
        properties: vec!["CA".into()],
        ..StripOptions::default()
    };
    let done = strip(&mut document, &what);
    assert_eq!((done.properties, done.refused.len()), (1, 1));
    assert_eq!(document.to_bytes(), b"(;CA[GBK]PB[\xC4\xF4])(;)");
}

#[test]
fn empty_nodes_are_removed_unless_they_keep_a_variation_first() {
    let what = StripOptions {
        empty: true,
        ..StripOptions::default()
    };
    for (source, expected, count) in [
        ("(;C[x];;B[aa];;W[bb];)", "(;C[x];B[aa];W[bb])", 3),
        ("(;B[aa](;;W[bb])(;W[cc];))", "(;B[aa](;W[bb])(;W[cc]))", 2),
        // The root stays, and so does a variation without nodes.
        ("(;;)", "(;)", 1),
        ("(;B[aa]()(;W[bb]))", "(;B[aa]()(;W[bb]))", 0),
        ("(;B[aa](;W[bb])())", "(;B[aa](;W[bb])())", 0),
        // Otherwise, the second variation would become the main line.
        ("(;B[aa](;)(;W[bb]))", "(;B[aa](;)(;W[bb]))", 0),
        ("(;B[aa](;W[bb])(;))", "(;B[aa](;W[bb]))", 1),
    ] {
        let done = check(source, &what, expected);
        assert_eq!((done.nodes, done.properties), (count, 0), "{source}");
    }
}
