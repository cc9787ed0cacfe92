//! `FIDELITY.md`: what each format can say, found out by converting.

use std::fmt::Write;
use std::path::Path;

use kifu::figure::Line;
use kifu::jgf::Document as Records;
use kifu::jgf::convert::{Target, from_game, to_game};
use kifu::notation::{Entry, Notation, PositionChoice};
use kifu::sgf::Document;
use kifu::sgf::convert as sgf;
use kifu::tree::game::PrivateData;

/// What a record says, and properties that say it: of the root, and of the node of the first move.
const SAID: &[(&str, &str, &str)] = &[
    ("a move, a pass", "", ";W[]"),
    ("variations", "", "(;W[cc])(;W[dd])"),
    ("size of the board", "SZ[13]", ""),
    ("a board that is no square", "SZ[13:9]", ""),
    ("players' names", "PB[Sato]PW[Lee]", ""),
    ("ranks, teams", "PB[Sato]BR[9d]BT[Osaka]", ""),
    ("komi", "KM[6.5]", ""),
    ("komi as it is spelled", "KM[6.50]", ""),
    ("handicap", "HA[2]AB[dd][pp]", ""),
    ("result", "RE[W+3.5]", ""),
    ("rules", "RU[Japanese]", ""),
    ("time, overtime", "TM[3600]OT[5x30 byo-yomi]", ""),
    ("days of play", "DT[1846-09-11,12]", ""),
    ("event, round, place", "EV[Castle]RO[1]PC[Edo]", ""),
    ("opening", "ON[low Chinese]", ""),
    (
        "source, copyright, annotator, who entered it",
        "SO[A book]CP[1990]AN[Lee]US[Sato]",
        "",
    ),
    (
        "name of the game, remark on it",
        "GN[A game]GC[A remark]",
        "",
    ),
    ("setup", "AB[cc:dd]AW[ee]", "AE[cc]"),
    ("whose turn it is", "AB[cc]PL[W]", ""),
    ("comments", "C[At first]", "C[Two lines\nof text]"),
    ("names of nodes", "", "N[Joseki]"),
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
        "dimmed points, the part that is shown",
        "",
        "DD[aa]VW[aa:ii]",
    ),
    (
        "figures, move numbers, how to print",
        "",
        "FG[257:Figure 1]MN[1]PM[1]",
    ),
    ("judgments of a move", "", "TE[2]"),
    ("judgments of a position", "", "GB[1]HO[1]"),
    ("a result in words of its own", "RE[Black wins by 3.5]", ""),
    ("private properties", "XX[?]", "SBKV[57.2]"),
];

/// What a position shows, and the properties of its node.
const SHOWN: &[(&str, &str)] = &[
    ("stones", "AB[bb]AW[cb]"),
    ("whose turn it is", "AB[bb]PL[W]"),
    ("a board that is no square", "SZ[7:5]AB[bb]"),
    ("a name", "N[Corner]AB[bb]"),
    ("a comment", "C[White lives.]AB[bb]"),
    ("komi", "KM[6.5]AB[bb]"),
    (
        "marks: circle, square, triangle, cross",
        "AB[bb]CR[bb]SQ[aa]TR[ba]MA[ca]",
    ),
    ("selected points", "AB[bb]SL[aa]"),
    ("labels of a small letter", "AB[bb]LB[aa:a]"),
    ("other labels", "AB[bb]LB[aa:Here]"),
    ("lines, arrows", "AB[bb]LN[aa:bb]AR[cc:dd]"),
    ("territory", "AB[bb]TB[aa]TW[ee]"),
    ("dimmed points", "AB[bb]DD[aa]"),
    ("the part of the board that is shown", "AB[bb]VW[aa:cc]"),
];

#[test]
fn the_table_says_what_converting_does() {
    let mut page = String::from(
        "# What survives\n\nWhat one format says and another has words for. A test makes this page, by converting \
         each of these things and looking at what became of it.\n\n\
         ## Between SGF, JGF 1 and JGF 2\n\n\
         *Yes*: in the format's own words. *Carried*: it has none, so it stands in private members, from which it comes \
         back; with `PrivateData::Omit`, or `kifu convert --no-carriage`, it is left out and told. *Its meaning*: so is the \
         spelling, while the format has words for what it means. **All of it comes back**: SGF \
         that goes into JGF and back is the same byte for byte as SGF that was written without going there; the order of properties is carried, too.\n\n\
         | what | JGF 1 | JGF 2 |\n| --- | --- | --- |\n",
    );
    for (what, root, node) in SAID {
        let cells = [Target::V1, Target::V2].map(|target| jgf(root, node, target));
        writeln!(page, "| {what} | {} | {} |", cells[0], cells[1]).unwrap();
    }
    page.push_str(
        "\nRecordings (RGF) are SGF with times: all that SGF says, RGF says. What JGF says and SGF has no words for (several \
         comments with authors and times, players of other colours, unknown members) is carried in the property `KX`.\n\n\
         ## Positions\n\nThese notations say what is on a board and little else. *No*: it is left out, and told.\n\n\
         | what |",
    );
    for notation in Notation::ALL {
        write!(page, " {notation} |").unwrap();
    }
    page.push_str("\n| --- | --- | --- | --- | --- | --- |\n");
    for (what, root) in SHOWN {
        write!(page, "| {what} |").unwrap();
        for notation in Notation::ALL {
            write!(page, " {} |", position(root, notation)).unwrap();
        }
        page.push('\n');
    }
    page.push_str(
        "\nWhere a row joins several things, one that is lost makes it a *no* or *carried*. How each format is read and \
         written is on its own page.\n",
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("FIDELITY.md");
    kifu_testkit::written(&path, &page);
}

/// What becomes of it on the way to JGF.
fn jgf(root: &str, node: &str, target: Target) -> &'static str {
    let source = format!("(;FF[4]GM[1]CA[UTF-8]{root};B[ge]{node})");
    let document = Document::parse(source.as_str()).unwrap();
    let game = sgf::to_game(&document, document.roots().next().unwrap()).value;
    let there = from_game(&game, target, PrivateData::Write);
    assert_eq!(there.losses, [], "{source}");
    // The text, and not only the record, has all of it.
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
    match plain.losses.is_empty() {
        false => "carried",
        true if is_spelled_as(&document, &sgf::from_game(&same, PrivateData::Write).value) => "yes",
        true => "its meaning",
    }
}

/// Whether each property, but for those about the file, stands in a text as it did.
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
    let there = properties(&Document::parse(text).unwrap());
    let mut here = properties(document).into_iter();
    here.all(|property| there.contains(&property))
}

/// What becomes of it in a notation of positions.
fn position(root: &str, notation: Notation) -> &'static str {
    let source = match root.contains("SZ[") {
        true => format!("(;GM[1]{root})"),
        false => format!("(;GM[1]SZ[5]{root})"),
    };
    let document = Document::parse(source.as_str()).unwrap();
    let line = Line::main(&document, document.roots().next().unwrap());
    let entry = Entry::of_line(&line, PositionChoice::Last, "")
        .next()
        .unwrap();
    let losses = entry.write(notation).losses;
    // Every position has a turn, which is a row by itself.
    let turn = "the player to move is left out";
    let mut others = losses
        .iter()
        .filter(|loss| root.contains("PL[") || loss.to_string() != turn);
    match others.next().is_none() {
        true => "yes",
        false => "no",
    }
}

/// A player of whom another format said nothing that SGF has words for is named in SGF.
#[test]
fn a_player_without_a_name_can_be_given_one() {
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
