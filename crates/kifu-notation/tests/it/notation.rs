//! Tests of converting positions between notations and records.

use std::fs;

use kifu_notation::diagram::{Coordinates, Figure, LostFeature, lost};
use kifu_notation::figure::Line;
use kifu_notation::sgf::Document;
use kifu_notation::{Entry, Notation, PositionChoice, Positions, omissions};
use kifu_testkit::repository;

fn entries(sgf: &str, which: PositionChoice) -> Vec<Entry> {
    let document = Document::parse(sgf).unwrap();
    let line = Line::main(&document, document.roots().next().unwrap());
    Entry::of_line(&line, which, "").collect()
}

fn figure(entry: &Entry) -> (Figure, Vec<String>) {
    let sgf = entry.to_sgf();
    let back = entries(&sgf.value, PositionChoice::Figures);
    assert_eq!(back.len(), 1, "{}", sgf.value);
    let losses = sgf.losses.iter().map(ToString::to_string).collect();
    (back[0].figure.clone(), losses)
}

/// The features of a figure that its record does not restore.
fn lost_in_sgf(entry: &Entry) -> Vec<LostFeature> {
    let (mut back, _) = figure(entry);
    back.last = entry.figure.last;
    back.captures = entry.figure.captures;
    back.to_play = back.to_play.filter(|_| entry.figure.to_play.is_some());
    lost(&entry.figure, &back)
}

#[test]
fn diagrams_come_back_from_sgf_with_all_their_marks() {
    let folder = repository("crates/kifu-diagram/test_data/ok");
    let mut diagrams = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let source = fs::read(&path).unwrap();
        // A board that is not square is not recognized without its notation.
        let file = Positions::recognize(&source)
            .unwrap_or_else(|| Positions::read(&source, Notation::Ascii));
        assert_eq!(file.unreadable_count(), 0, "{path:?}");
        for entry in &file.entries().collect::<Vec<_>>() {
            let mut expected = Vec::new();
            if !entry.figure.links.is_empty() {
                expected.push(LostFeature::Links);
            }
            assert_eq!(
                lost_in_sgf(entry),
                expected,
                "{path:?}\n{}",
                entry.to_sgf().value
            );
            diagrams += usize::from(file.notation() == Notation::Sensei);
        }
    }
    assert!(diagrams > 6);
}

#[test]
fn every_kind_of_mark_survives_in_both_directions() {
    let sgf = "(;FF[4]GM[1]CA[UTF-8]SZ[9]GN[All]AB[ba:bb]AW[ca]VW[aa:gg]DD[ff]FG[769:All];W[cb];\
               B[]MN[4];W[cc]CR[ba]SQ[ca]TR[da]MA[ea]SL[fa]TB[aa]TW[ab]LB[dd:Ko\\: 死活]LN[aa:cc]AR[cc:aa])\n";
    let made = &entries(sgf, PositionChoice::Figures)[0];
    let written = made.to_sgf();
    assert_eq!(written.losses, []);
    assert_eq!(written.value.replace('\n', ""), sgf.replace('\n', ""));
}

#[test]
fn an_fg_is_written_only_if_it_has_an_effect() {
    let fg = |text: &[u8], notation| {
        let file = Positions::read(text, notation);
        file.entries()
            .next()
            .unwrap()
            .to_sgf()
            .value
            .contains("FG[")
    };
    assert!(!fg(b"$$c5\n$$  -------\n$$ | . X .\n", Notation::Sensei));
    assert!(fg(b"$$5\n$$ | . X .\n", Notation::Sensei));
    assert!(fg(b"$$c5\n$$ | . 1 .\n", Notation::Sensei));
    assert!(!fg(b"/1b1/-B", Notation::Sgn));
    assert!(!fg(b"...\n.X.\n...\n", Notation::Ascii));
}

#[test]
fn the_last_move_and_the_ko_are_moves() {
    let first = |text: &str, notation| {
        let file = Positions::read(text.as_bytes(), notation);
        let sgf = file.entries().next().unwrap().to_sgf();
        let losses: Vec<String> = sgf.losses.iter().map(ToString::to_string).collect();
        (sgf.value, losses.join("; "))
    };
    let (sgf, losses) = first("3 . . .\n2 .(X).\n1 . O .\n", Notation::Showboard);
    assert_eq!(sgf, "(;FF[4]GM[1]CA[UTF-8]SZ[3]AW[bc]PL[B];B[bb])\n");
    assert_eq!(losses, "");
    let (_, losses) = first(
        "3 . . .\n2 .(X).\n1 . O .\nBlack to play",
        Notation::Showboard,
    );
    assert_eq!(losses, "the mark of the last move is left out");
    let (sgf, losses) = first("1bw1/bKbw/1bw1/-W", Notation::Sgn);
    assert!(sgf.contains(";B[cb])"), "{sgf}");
    assert_eq!(losses, "");
    let (_, losses) = first("1bw1/bKbw/1bw1/-B", Notation::Sgn);
    assert_eq!(losses, "a ko that no move creates is left out");
}

#[test]
fn losses_of_each_notation_are_reported() {
    let sgf =
        "(;SZ[5]GN[x]KM[6.5]PB[A]AB[bb]C[so]VW[aa:cc]CR[bb]LB[aa:1]LN[aa:bb](;W[cc])(;W[dd]))";
    let losses = |which, notation| {
        let document = Document::parse(sgf).unwrap();
        let mut line = Line::main(&document, document.roots().next().unwrap());
        if which == PositionChoice::Last {
            line = line.up_to(0).unwrap();
        }
        let found = omissions(&line, which);
        let entry = Entry::of_line(&line, which, "").next().unwrap();
        let written = entry.write(notation);
        let losses = found.iter().chain(&written.losses);
        losses.map(|loss| loss.what.to_string()).collect::<Vec<_>>()
    };
    let common = ["the rest of the game (2 nodes)", "PB"];
    assert_eq!(
        losses(PositionChoice::Last, Notation::Sgn),
        [
            &common[..],
            &[
                "a line",
                "a label",
                "a mark",
                "the visible part of the board",
                "the komi"
            ]
        ]
        .concat()
    );
    assert_eq!(
        losses(PositionChoice::Last, Notation::Sensei),
        [&common[..], &["a label", "the komi", "the comment"]].concat()
    );
    assert_eq!(
        losses(PositionChoice::Last, Notation::Fen)[2..],
        [
            "the name",
            "a line",
            "a label",
            "a mark",
            "the visible part of the board",
            "the comment"
        ]
    );
    assert_eq!(
        losses(PositionChoice::All, Notation::Fen)[0],
        "the rest of the game (1 node)"
    );
}

/// Returns what is lost when only the position after the last node is converted.
fn lost_at_the_end(sgf: &str) -> Vec<String> {
    let document = Document::parse(sgf).unwrap();
    let line = Line::main(&document, document.roots().next().unwrap());
    let losses = omissions(&line, PositionChoice::Last);
    losses.iter().map(|loss| loss.what.to_string()).collect()
}

#[test]
fn losses_of_earlier_nodes_are_reported() {
    assert_eq!(
        lost_at_the_end("(;GM[1]SZ[9]XX[a]KGSDE[x]C[first]CR[cc];B[aa])"),
        ["the rest of the game (1 node)", "C", "CR", "KGSDE", "XX"]
    );
    assert_eq!(
        lost_at_the_end("(;GM[1]SZ[9]AB[bb]VW[aa:cc]DD[dd];PL[B]BL[5];B[aa]KX[made])"),
        ["the rest of the game (1 node)", "BL"]
    );
    assert_eq!(lost_at_the_end("(;GM[1]SZ[9]KX[solution])"), ["KX"]);
}

#[test]
fn a_board_of_unknown_size_is_reported() {
    for size in ["53", "0", "19:60", "", "abc"] {
        assert_eq!(
            lost_at_the_end(&format!("(;GM[1]SZ[{size}]AB[aa])")),
            ["SZ"]
        );
    }
    for size in ["52", "2:1", "19x19"] {
        assert!(lost_at_the_end(&format!("(;GM[1]SZ[{size}])")).is_empty());
    }
}

#[test]
fn fens_have_komi_captures_and_the_move_number() {
    let sgf = "(;SZ[5]KM[6.5]AW[ab];B[aa];W[ba];B[];W[])";
    let last = &entries(sgf, PositionChoice::Last)[0];
    let text = "1s3/s4/5/5/5[SSSSSSSSSSssssssssss] b - 0 65 0 1 65 2 3\n";
    assert_eq!(last.write(Notation::Fen).value, text);
    let file = Positions::recognize(text.as_bytes()).unwrap();
    let back = file.entries().next().unwrap().to_sgf();
    assert!(
        back.value.contains("KM[6.5]AW[ba][ab]PL[B]"),
        "{}",
        back.value
    );
    let losses: Vec<_> = back.losses.iter().map(|loss| &*loss.what).collect();
    assert_eq!(
        losses,
        [
            "the move number",
            "the number of passes",
            "the number of captured stones"
        ]
    );
}

/// Returns the numbers of positions read and skipped, and the code and text of each finding.
fn found(text: &str, notation: Notation) -> (usize, usize, Vec<(&'static str, &str)>) {
    let file = Positions::read(text.as_bytes(), notation);
    let found = file.diagnostics().iter();
    let found = found.map(|found| (found.code.name, &text[found.span.range()]));
    (
        file.entries().len(),
        file.unreadable_count(),
        found.collect(),
    )
}

#[test]
fn unreadable_text_is_reported_with_its_span() {
    let text = "# one\n/1b3///-B A\n\n/1x3///-B B\n/1b3/1b2//-B C\n$$ what\n";
    let expected = vec![
        ("sgn/unexpected-character", "x"),
        ("sgn/short-row", "1b2"),
        ("sgn/unexpected-character", "$"),
    ];
    assert_eq!(found(text, Notation::Sgn), (2, 2, expected));
    let text = "a\r\n$$B\r\n$$ | . X ! . |\r\n$$ {XY}\r\n\r\n$$ only a title\r\n";
    let expected = vec![
        ("board/unknown-symbol", "!"),
        ("board/unknown-symbol", "{XY}"),
        ("board/unreadable", "$$ only a title"),
    ];
    assert_eq!(found(text, Notation::Sensei), (1, 1, expected));
    let text = "...\n.X\n";
    let file = Positions::read(text.as_bytes(), Notation::Ascii);
    assert_eq!(
        file.diagnostics()[0].message,
        "the row has 2 points, expected 3"
    );
}

#[test]
fn one_text_can_have_several_boards() {
    let sgf = "(;SZ[5]AB[aa];W[bb];B[cc];W[];B[cd])";
    for notation in Notation::ALL {
        let all = entries(sgf, PositionChoice::All);
        let texts: Vec<String> = all
            .iter()
            .map(|entry| entry.write(notation).value)
            .collect();
        let text = texts.join(notation.separator());
        let file = Positions::recognize(text.as_bytes()).unwrap();
        assert_eq!(file.entries().len(), 5, "{text}");
        for (there, here) in file.entries().zip(&all) {
            assert!(
                there
                    .figure
                    .setup()
                    .stones()
                    .eq(here.figure.setup().stones())
            );
            assert!(notation == Notation::Ascii || there.figure.to_play == here.figure.to_play);
            assert_eq!(there.figure.coordinates, Coordinates::Western);
        }
    }
}
