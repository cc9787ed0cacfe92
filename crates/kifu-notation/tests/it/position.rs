//! Tests of single positions, between records and SGN.

use kifu_notation::position::{main_line, of_node, to_sgf};
use kifu_notation::sgf::Document;
use kifu_notation::sgn::Sgn;

/// The positions of the main line of a record, in SGN.
fn line(sgf: &str) -> Vec<String> {
    let document = Document::parse(sgf).unwrap();
    let root = document.roots().next().unwrap();
    let all: Vec<String> = main_line(&document, root)
        .map(|sgn| sgn.to_string())
        .collect();
    let nodes: Vec<_> = document.main_line(root).collect();
    assert_eq!(all.len(), nodes.len());
    for (node, position) in nodes.iter().zip(&all) {
        assert_eq!(of_node(&document, node.id()).to_string(), *position);
    }
    all
}

#[test]
fn a_line_has_the_position_after_each_node() {
    assert_eq!(
        line("(;SZ[3]AB[aa];B[bb];W[];PL[W](;W[ba])(;W[cc]))"),
        [
            "b2//-B",
            "b2/1b1/-W",
            "b2/1b1/-B",
            "b2/1b1/-W",
            "bw1/1b1/-B"
        ]
    );
    // Illegal moves are played, too.
    assert_eq!(line("(;SZ[2];B[aa];W[aa])"), ["/-B", "b1/-W", "w1/-B"]);
}

#[test]
fn a_ko_on_a_point_that_is_taken_is_left_out() {
    let all = line("(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];AW[bb])");
    assert_eq!(all[1..], ["1bw1/bKbw/1bw1/-W", "1bw1/bwbw/1bw1/-W"]);
}

/// Checks that a position comes back from its record, and returns the record.
fn record(sgn: &str, ko_kept: bool) -> String {
    let position: Sgn = sgn.parse().unwrap();
    let record = to_sgf(&position);
    assert_eq!(record.ko_kept, ko_kept, "{sgn}");
    let back = line(&record.text).pop().unwrap();
    let expected = if ko_kept {
        sgn.to_owned()
    } else {
        sgn.replace('K', "1")
    };
    assert_eq!(back.parse::<Sgn>(), expected.parse(), "{}", record.text);
    record.text
}

#[test]
fn positions_come_back_from_their_records() {
    assert_eq!(record("-B", true), "(;FF[4]GM[1]CA[UTF-8]SZ[1]PL[B])\n");
    assert_eq!(
        record("B2/w1-W", true),
        "(;FF[4]GM[1]CA[UTF-8]SZ[2]AB[aa:ba]AW[ab]PL[W])\n"
    );
    assert_eq!(
        record("1b1/3/w2/3-B", true),
        "(;FF[4]GM[1]CA[UTF-8]SZ[3:4]AB[ba]AW[ac]PL[B])\n"
    );
}

#[test]
fn a_ko_becomes_the_move_that_creates_it() {
    // At the sides, in a corner and in the middle.
    for sgn in [
        "1bw1/bKbw/1bw1/-W",
        "1wb1/wbKb/1wb1/-W",
        "1bw1/bwKw/1bw1/-B",
        "1b2/bKb1/wbw1/1w2-W",
        "1w2/wbw1/bKb1/1b2-W",
        "Kbw1/bw2//-W",
        "//2w2/1wbw1/1bKb1-W",
    ] {
        let text = record(sgn, true);
        assert_eq!(text.matches(';').count(), 2, "{text}");
    }
    assert!(record("1bw1/bKbw/1bw1/-W", true).ends_with("AW[ca][bb][db][cc]PL[B];B[cb])\n"));
}

#[test]
fn a_ko_that_no_move_creates_is_not_kept() {
    for sgn in [
        "1bw1/bKbw/1bw1/-B",
        "bKb1///-B",
        "1b2/bKb1/1b2/-W",
        "bKb/1b1/-W",
    ] {
        let text = record(sgn, false);
        assert_eq!(text.matches(';').count(), 1, "{text}");
    }
}
