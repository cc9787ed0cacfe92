//! Tests of the positions of a line, and of what they omit.

use kifu_notation::figure::Line;
use kifu_notation::sgf::{Document, Point};
use kifu_notation::{Entry, Notation, PositionChoice, Positions, omissions};

fn entries(sgf: &str, which: PositionChoice, name: &str) -> Vec<Entry> {
    let document = Document::parse(sgf).unwrap();
    let line = Line::main(&document, document.roots().next().unwrap());
    Entry::of_line(&line, which, name).collect()
}

fn names(sgf: &str, which: PositionChoice, name: &str) -> Vec<String> {
    let entries = entries(sgf, which, name).into_iter();
    entries.map(|entry| entry.figure.title).collect()
}

#[test]
fn positions_are_named_after_the_game_and_the_move() {
    let all = |sgf, name| names(sgf, PositionChoice::All, name);
    let game = "(;SZ[5]GN[ Cup ];B[aa];W[]C[x];B[bb])";
    assert_eq!(
        all(game, "file"),
        ["Cup, move 0", "Cup, move 1", "Cup, move 2", "Cup, move 3"]
    );
    let nameless = "(;SZ[5]GN[ ];AB[cc];B[aa])";
    assert_eq!(
        all(nameless, "file"),
        ["file, move 0", "file, move 0", "file, move 1"]
    );
    assert_eq!(all(nameless, ""), ["move 0", "move 0", "move 1"]);
    assert_eq!(all("(;SZ[5]GN[Cup])", "file"), ["Cup"]);
    assert_eq!(names(game, PositionChoice::Last, "file"), ["Cup"]);
    assert_eq!(names(nameless, PositionChoice::Figures, "file"), ["file"]);
}

#[test]
fn positions_have_the_komi_and_their_comment() {
    let comments = |sgf, which| {
        let entries = entries(sgf, which, "").into_iter();
        entries
            .map(|entry| (entry.komi.map(|komi| komi.to_string()), entry.comment))
            .collect::<Vec<_>>()
    };
    let sgf = "(;SZ[5]KM[7.5]C[start\n];B[aa]C[a\n\nb\n\n];W[bb])";
    let komi = || Some("7.5".to_owned());
    let expected = ["start", "a\n\nb", ""].map(|comment| (komi(), comment.to_owned()));
    assert_eq!(comments(sgf, PositionChoice::All), expected);
    assert_eq!(comments(sgf, PositionChoice::Last), expected[2..]);
    // A komi of 0 is as good as none.
    assert_eq!(
        comments("(;SZ[5]KM[0])", PositionChoice::Last),
        [(None, String::new())]
    );
}

#[test]
fn the_move_that_only_expresses_a_ko_has_no_captures() {
    let fen = |sgf| {
        entries(sgf, PositionChoice::Last, "")[0]
            .write(Notation::Fen)
            .value
    };
    let ko = "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb])";
    assert!(fen(ko).ends_with(" w b3 0 0 0 0 0 0 1\n"), "{}", fen(ko));
    let game = "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[W];W[dd];B[cb])";
    assert!(
        fen(game).ends_with(" w b3 0 0 1 0 0 0 2\n"),
        "{}",
        fen(game)
    );
    let eaten = "(;SZ[4]AB[ba]AW[aa];B[ab])";
    assert!(
        fen(eaten).ends_with(" w - 0 0 1 0 0 0 1\n"),
        "{}",
        fen(eaten)
    );
}

#[test]
fn passes_count_only_at_the_end() {
    let fen = |sgf| {
        entries(sgf, PositionChoice::Last, "")[0]
            .write(Notation::Fen)
            .value
    };
    assert!(fen("(;SZ[4];B[];W[tt];B[])").ends_with(" w - 0 0 0 0 0 3 2\n"));
    assert!(fen("(;SZ[4];B[];W[])").ends_with(" b - 0 0 0 0 0 2 2\n"));
    assert!(fen("(;SZ[4];B[];W[aa];C[x])").ends_with(" b - 0 0 0 0 0 0 2\n"));
}

fn omitted(sgf: &str, which: PositionChoice) -> Vec<String> {
    let document = Document::parse(sgf).unwrap();
    let line = Line::main(&document, document.roots().next().unwrap());
    omissions(&line, which)
        .iter()
        .map(|loss| loss.what.to_string())
        .collect()
}

#[test]
fn omitted_nodes_and_properties_are_listed() {
    use PositionChoice::{All, Figures, Last};
    let none = [""; 0];
    assert_eq!(omitted("(;SZ[5]AB[aa];B[bb])", All), none);
    assert_eq!(
        omitted("(;SZ[5]AB[aa];B[bb];W[cc](;B[dd])(;B[ee])(;B[ea]))", All),
        ["the rest of the game (2 nodes)"]
    );
    // Setup before the last node shows in the position.
    assert_eq!(omitted("(;SZ[5]AB[aa];AW[bb];B[cc])", Last), none);
    assert_eq!(
        omitted("(;SZ[5];B[aa];W[bb])", Last),
        ["the rest of the game (1 node)"]
    );
    let described = "(;SZ[5]PB[A]RE[B+1];B[aa]C[x]N[y]TR[bb];W[bb]C[z]N[n]BM[1])";
    let rest = "the rest of the game (1 node)";
    assert_eq!(
        omitted(described, Last),
        [rest, "BM", "C", "N", "N", "PB", "RE", "TR"]
    );
    assert_eq!(omitted(described, All), ["BM", "N", "N", "PB", "RE"]);
    // Figures have no comments, unless there are no figures.
    assert_eq!(omitted(described, Figures), omitted(described, Last));
    assert_eq!(omitted("(;SZ[5]C[x];B[aa]FG[]C[y])", Figures), ["C", "C"]);
    assert_eq!(
        omitted("(;SZ[5]AN[x]ST[2]AP[p]FF[4]GM[1]CA[UTF-8])", Last),
        ["AN"]
    );
}

/// Returns the record of the first position of a text.
fn record(text: &str, notation: Notation) -> (String, Vec<String>) {
    let file = Positions::read(text.as_bytes(), notation);
    let converted = file.entries().next().unwrap().to_sgf();
    let losses = converted
        .losses
        .iter()
        .map(|loss| loss.what.to_string())
        .collect();
    (converted.value, losses)
}

#[test]
fn numbered_moves_become_moves() {
    let (sgf, losses) = record(
        "$$Wcm7\n$$ --------\n$$ | 1 3 . |\n$$ | . O . |\n$$ | 2 . . |\n$$ --------\n",
        Notation::Sensei,
    );
    assert!(
        sgf.ends_with("AW[bb]FG[256:];W[aa]MN[7];B[ac];W[ba])\n"),
        "{sgf}"
    );
    assert_eq!(losses, [""; 0]);
    let (sgf, _) = record(
        "$$B\n$$ --------\n$$ | 1 3 . |\n$$ | . O . |\n$$ | . . . |\n$$ --------\n",
        Notation::Sensei,
    );
    assert!(sgf.contains(";B[aa];B[ba]MN[3])"), "{sgf}");
}

#[test]
fn names_and_comments_are_escaped() {
    let (sgf, _) = record("# a ] b\\\n/1b1/-W name [x]\n", Notation::Sgn);
    assert_eq!(
        sgf,
        "(;FF[4]GM[1]CA[UTF-8]SZ[3]GN[name [x\\]]AB[bb]PL[W]C[a \\] b\\\\])\n"
    );
}

#[test]
fn captures_of_either_side_are_lost_in_sgf() {
    for (captures, is_lost) in [("0 0", false), ("1 0", true), ("0 2", true)] {
        let (_, losses) = record(&format!("3/1S1/3 b - 0 0 {captures} 0 0 1"), Notation::Fen);
        let expected = ["the number of captured stones"];
        assert_eq!(losses, expected[..usize::from(is_lost)], "{captures}");
    }
}

#[test]
fn a_line_needs_two_points_of_the_board() {
    let sgf = "(;SZ[5]LN[aa:bb]AR[cc:dd])";
    let mut entry = entries(sgf, PositionChoice::Last, "").remove(0);
    assert!(entry.to_sgf().value.contains("LN[aa:bb]AR[cc:dd]"));
    let [from, to] = entry.figure.lines[0];
    let off = Point::new(5, 0);
    entry
        .figure
        .lines
        .extend([[from, from], [from, off], [off, to]]);
    let converted = entry.to_sgf();
    assert!(converted.value.contains("LN[aa:bb]AR[cc:dd]"));
    let losses = converted.losses.iter().map(|loss| loss.what.to_string());
    assert_eq!(losses.collect::<Vec<_>>(), ["a line of one point"; 3]);
}

#[test]
fn a_fen_is_written_as_it_was_read() {
    for fields in [
        "w - 0 0 0 0 0 0 5",
        "b - 0 0 3 0 0 1 1",
        "b - 0 65 0 2 65 2 90",
    ] {
        let text = format!("3/1S1/3[SSSSSSSSSSssssssssss] {fields}\n");
        let file = Positions::read(text.as_bytes(), Notation::Fen);
        let entry = file.entries().next().unwrap();
        assert_eq!(entry.write(Notation::Fen).value, text);
    }
}
