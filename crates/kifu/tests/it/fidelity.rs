//! Generates `FIDELITY.md`, which lists the data that each format can express, by converting examples.

use std::fmt::Write;
use std::path::Path;

use kifu::figure::Line;
use kifu::jgf::Document as Records;
use kifu::jgf::convert::{Target, from_game, to_game};
use kifu::notation::{Entry, Notation, PositionChoice};
use kifu::sgf::Document;
use kifu::sgf::convert as sgf;
use kifu::tree::game::{CarriedRole, Game, PrivateData};

/// Kinds of data in a game, with examples: properties of the root, and of the node after the first move.
const GAME_DATA: &[(&str, &str, &str)] = &[
    ("a move, a pass", "", ";W[]"),
    ("variations", "", "(;W[cc])(;W[dd])"),
    ("board size", "SZ[13]", ""),
    ("a non-square board", "SZ[13:9]", ""),
    ("players' names", "PB[Sato]PW[Lee]", ""),
    ("ranks, teams", "PB[Sato]BR[9d]BT[Osaka]", ""),
    ("komi", "KM[6.5]", ""),
    ("spelling of the komi", "KM[6.50]", ""),
    ("handicap", "HA[2]AB[dd][pp]", ""),
    ("result", "RE[W+3.5]", ""),
    ("rules", "RU[Japanese]", ""),
    ("time, overtime", "TM[3600]OT[5x30 byo-yomi]", ""),
    ("days of play", "DT[1846-09-11,12]", ""),
    ("event, round, place", "EV[Castle]RO[1]PC[Edo]", ""),
    ("opening", "ON[low Chinese]", ""),
    (
        "source, copyright, annotator, user",
        "SO[A book]CP[1990]AN[Lee]US[Sato]",
        "",
    ),
    (
        "name of the game, remark about it",
        "GN[A game]GC[A remark]",
        "",
    ),
    ("setup", "AB[cc:dd]AW[ee]", "AE[cc]"),
    ("player to move", "AB[cc]PL[W]", ""),
    ("comments", "C[At first]", "C[Two lines\nof text]"),
    ("node names", "", "N[Joseki]"),
    (
        "marks: circle, square, triangle, cross, selected",
        "",
        "CR[aa]SQ[ba]TR[ca]MA[da]SL[ea]",
    ),
    ("labels", "", "LB[aa:1][ba:A]"),
    ("territory", "", "TB[aa:cc]TW[ss]"),
    ("clocks", "", "BL[590.5]OB[3]"),
    ("lines, arrows", "", "LN[aa:bb]AR[cc:dd]"),
    (
        "dimmed points, visible part of the board",
        "",
        "DD[aa]VW[aa:ii]",
    ),
    (
        "figures, move numbers, print settings",
        "",
        "FG[257:Figure 1]MN[1]PM[1]",
    ),
    ("evaluation of a move", "", "TE[2]"),
    ("evaluation of a position", "", "GB[1]HO[1]"),
    ("a result in free text", "RE[Black wins by 3.5]", ""),
    ("private properties", "XX[?]", "SBKV[57.2]"),
];

/// Kinds of data in a position, with the properties of an example.
const POSITION_DATA: &[(&str, &str)] = &[
    ("stones", "AB[bb]AW[cb]"),
    ("player to move", "AB[bb]PL[W]"),
    ("a non-square board", "SZ[7:5]AB[bb]"),
    ("a name", "N[Corner]AB[bb]"),
    ("a comment", "C[White lives.]AB[bb]"),
    ("komi", "KM[6.5]AB[bb]"),
    (
        "marks: circle, square, triangle, cross",
        "AB[bb]CR[bb]SQ[aa]TR[ba]MA[ca]",
    ),
    ("selected points", "AB[bb]SL[aa]"),
    ("labels with a lower-case letter", "AB[bb]LB[aa:a]"),
    ("other labels", "AB[bb]LB[aa:Here]"),
    ("lines, arrows", "AB[bb]LN[aa:bb]AR[cc:dd]"),
    ("territory", "AB[bb]TB[aa]TW[ee]"),
    ("dimmed points", "AB[bb]DD[aa]"),
    ("visible part of the board", "AB[bb]VW[aa:cc]"),
];

#[test]
fn the_table_agrees_with_conversions() {
    let mut page = String::from(
        "# Fidelity of conversions\n\nThe data that each format can express. A test generates this page by converting \
         an example of each kind of data.\n\n\
         ## Between SGF, JGF 1, JGF 2 and GIB\n\n\
         * *yes*: The format can express the data.\n\
         * *carried*: The format cannot express the data. It is stored in private members, from which it can be \
         restored. With `PrivateData::Omit`, or `kifu convert --no-private-data`, it is left out and reported.\n\
         * *no*: The data is left out or expressed less exactly, and reported.\n\
         * *its meaning*: The format can express the meaning of the data; the spelling is carried.\n\n\
         **Nothing is lost in JGF**: SGF that is converted to JGF and back is byte for byte the same as SGF that is written \
         directly. The order of properties is carried, too.\n\n\
         | data | JGF 1 | JGF 2 | GIB |\n| --- | --- | --- | --- |\n",
    );
    for (what, root, node) in GAME_DATA {
        let cells = [Target::V1, Target::V2].map(|target| jgf(root, node, target));
        let gib = gib(root, node);
        writeln!(page, "| {what} | {} | {} | {gib} |", cells[0], cells[1]).unwrap();
    }
    page.push_str(
        "\nGIB has no place for private members. It expresses handicap stones only where Tygem places them, and writes other \
         stones of the root as moves. GIB that is converted to SGF or JGF and back is byte for byte the same, because its keys \
         are carried.\n\
         \nNGF is only read. SGF, JGF and GIB can express the moves, the players, the result and the other values of its header. \
         The time of day, the number of moves and lines without a known meaning are carried.\n\
         \nThe JSON of OGS is only read. SGF and JGF can express the moves, the variations of puzzles, the players, the result and \
         the settings; the time of each move, numbers of players and games, and all other members are carried.\n\
         \nUGF is only read. SGF and JGF can express the moves, the variations and comments of a review, labels, and the values \
         of its header. The time of day, the seconds of moves, figures, and keys and sections without a known meaning are \
         carried. E-mail addresses of players are left out and reported.\n\
         \nRecordings (RGF) are SGF with times, so RGF can express everything that SGF can. Data of JGF that SGF cannot \
         express (several comments with authors and times, players of other colours, unknown members) is carried in the \
         property `KX`.\n\n\
         ## Positions\n\nThese notations express a board position and little else. Data marked *no* is left out and \
         reported.\n\n\
         | data |",
    );
    for notation in Notation::ALL {
        write!(page, " {notation} |").unwrap();
    }
    page.push_str("\n| --- | --- | --- | --- | --- | --- |\n");
    for (what, root) in POSITION_DATA {
        write!(page, "| {what} |").unwrap();
        for notation in Notation::ALL {
            write!(page, " {} |", position(root, notation)).unwrap();
        }
        page.push('\n');
    }
    page.push_str(
        "\nA row for several kinds of data is *no* or *carried* if one of them is. Each format is described on its own \
         page.\n",
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("FIDELITY.md");
    kifu_testkit::written(&path, &page);
}

/// Returns how a conversion to GIB handles the properties.
fn gib(root: &str, node: &str) -> &'static str {
    let game = |root: &str, node: &str| {
        let source = format!("(;FF[4]GM[1]CA[UTF-8]{root};B[ge]{node})");
        let document = Document::parse(source).unwrap();
        sgf::to_game(&document, document.roots().next().unwrap()).value
    };
    let spelled = |game: &Game| {
        let nodes = game.nodes.preorder(game.root());
        let carried = nodes.flat_map(|id| &game.nodes[id].carried);
        let carried = carried.chain(&game.carried);
        carried
            .filter(|carried| carried.role == CarriedRole::Spelled)
            .count()
    };
    let (plain, game) = (game("", ""), game(root, node));
    if !kifu::gib::convert::from_game(&game).losses.is_empty() {
        "no"
    } else if spelled(&game) > spelled(&plain) {
        "its meaning"
    } else {
        "yes"
    }
}

/// Returns how a conversion to JGF handles the properties.
fn jgf(root: &str, node: &str, target: Target) -> &'static str {
    let source = format!("(;FF[4]GM[1]CA[UTF-8]{root};B[ge]{node})");
    let document = Document::parse(source.as_str()).unwrap();
    let game = sgf::to_game(&document, document.roots().next().unwrap()).value;
    let there = from_game(&game, target, PrivateData::Write);
    assert_eq!(there.losses, [], "{source}");
    // Not only the record but also its text must contain everything.
    let text = there.value.to_json(&kifu::jgf::Options::COMPACT);
    let read = Records::parse(text.as_bytes()).unwrap();
    let back = to_game(&read.records[0]).value;
    let (before, after) = (
        sgf::from_game(&game, PrivateData::Write),
        sgf::from_game(&back, PrivateData::Write),
    );
    assert_eq!(before.value, after.value, "{source}: {text}");
    let plain = from_game(&game, target, PrivateData::Omit);
    let same = to_game(&plain.value).value;
    if !plain.losses.is_empty() {
        "carried"
    } else if is_spelled_as(&document, &sgf::from_game(&same, PrivateData::Write).value) {
        "yes"
    } else {
        "its meaning"
    }
}

/// Returns whether the text contains each property of the document in the same spelling, except those about the file.
fn is_spelled_as(document: &Document, text: &str) -> bool {
    const FILE: [&str; 3] = ["CA", "FF", "GM"];
    let properties = |document: &Document| {
        let root = document.roots().next().unwrap();
        let nodes = document.forest().preorder(root);
        let nodes = nodes.flat_map(|id| document.node(id).properties());
        let spelled = nodes.map(|property| {
            let values = property.values().map(|value| value.raw().to_vec());
            (property.ident().to_string(), values.collect::<Vec<_>>())
        });
        let mut spelled: Vec<_> = spelled.collect();
        spelled.retain(|(ident, _)| !FILE.contains(&ident.as_str()));
        spelled
    };
    let written = properties(&Document::parse(text).unwrap());
    let mut expected = properties(document).into_iter();
    expected.all(|property| written.contains(&property))
}

/// Returns whether a notation of positions can express the properties.
fn position(root: &str, notation: Notation) -> &'static str {
    let source = if root.contains("SZ[") {
        format!("(;GM[1]{root})")
    } else {
        format!("(;GM[1]SZ[5]{root})")
    };
    let document = Document::parse(source.as_str()).unwrap();
    let line = Line::main(&document, document.roots().next().unwrap());
    let entry = Entry::of_line(&line, PositionChoice::Last, "")
        .next()
        .unwrap();
    let losses = entry.write(notation).losses;
    // The player to move, which every position has, is a separate row.
    let turn = "the player to move is left out";
    let mut others = losses
        .iter()
        .filter(|loss| root.contains("PL[") || loss.to_string() != turn);
    if others.next().is_none() { "yes" } else { "no" }
}

/// A player about whom SGF cannot express anything from another format can still be named in SGF.
#[test]
fn a_player_without_a_name_can_be_named() {
    let source = br#"{"game":{"players":{"black":5}},"tree":[{}]}"#;
    let records = Records::parse(source).unwrap();
    let game = to_game(&records.records[0]).value;
    let text = sgf::from_game(&game, PrivateData::Write).value;
    let mut document = Document::parse(text).unwrap();
    let root = document.roots().next().unwrap();
    document.node_mut(root).set("PB", ["Sato"]).unwrap();
    let game = sgf::to_game(&document, root).value;
    let names: Vec<_> = game
        .info
        .players
        .iter()
        .map(|player| player.name.as_deref())
        .collect();
    assert_eq!(names, [Some("Sato")]);
    let again = sgf::from_game(&game, PrivateData::Write).value;
    assert!(again.contains("PB[Sato]"), "{again}");
}
