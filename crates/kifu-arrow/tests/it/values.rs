//! Tests of the values in columns.

use std::collections::BTreeSet;

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt32Type};
use kifu_arrow::kifu::collection::Collection;
use kifu_arrow::{Options, Tables, TablesBuilder};

use crate::{everything, laws, texts};

fn games(source: &str) -> Tables {
    laws::all(source.as_bytes());
    crate::tables(source.as_bytes(), &everything()).unwrap()
}

/// The values of some columns of the first game, as text.
fn row<const N: usize>(source: &str, columns: [&str; N]) -> [Option<String>; N] {
    let games = games(source).games;
    columns.map(|name| texts(&games, name).swap_remove(0))
}

fn assert_row<const N: usize>(source: &str, columns: [&str; N], expected: [Option<&str>; N]) {
    let row = row(source, columns);
    let row: Vec<Option<&str>> = row.iter().map(Option::as_deref).collect();
    assert_eq!(row, expected, "{source}");
}

const TEXTS: [(&str, &str); 22] = [
    ("AP", "application"),
    ("PB", "black"),
    ("PW", "white"),
    ("BR", "black_rank"),
    ("WR", "white_rank"),
    ("BT", "black_team"),
    ("WT", "white_team"),
    ("RU", "rules"),
    ("TM", "time_limit"),
    ("OT", "overtime"),
    ("RE", "result"),
    ("DT", "date"),
    ("GN", "name"),
    ("EV", "event"),
    ("RO", "round"),
    ("PC", "place"),
    ("ON", "opening"),
    ("AN", "annotator"),
    ("SO", "publication"),
    ("US", "user"),
    ("CP", "copyright"),
    ("GC", "comment"),
];

#[test]
fn each_text_is_null_empty_or_present() {
    for (ident, column) in TEXTS {
        assert_row(&format!("(;SZ[9]{ident}[a\\]é])"), [column], [Some("a]é")]);
        assert_row(&format!("(;SZ[9]{ident}[])"), [column], [Some("")]);
        assert_row(&format!("(;SZ[9]{ident})"), [column], [None]);
        assert_row("(;SZ[9];B[aa])", [column], [None]);
    }
    // Only a comment has several lines.
    assert_row(
        "(;GN[a\nb]GC[a\nb])",
        ["name", "comment"],
        [Some("a b"), Some("a\nb")],
    );
}

#[test]
fn dates_are_ranges_of_days() {
    let columns = ["date", "date_from", "date_to"];
    for (text, from, to) in [
        ("1970-01-01", "1970-01-01", "1970-01-01"),
        ("1969-12-31", "1969-12-31", "1969-12-31"),
        ("2024-02-29", "2024-02-29", "2024-02-29"),
        ("2000-02", "2000-02-01", "2000-02-29"),
        ("1900-02", "1900-02-01", "1900-02-28"),
        ("2023-02", "2023-02-01", "2023-02-28"),
        ("1846", "1846-01-01", "1846-12-31"),
        ("0001", "0001-01-01", "0001-12-31"),
        ("9999-12-31", "9999-12-31", "9999-12-31"),
        ("1996-05-06,07,1996-04-30", "1996-04-30", "1996-05-07"),
        ("1933-10-16,1934-01", "1933-10-16", "1934-01-31"),
        // The Julian calendar has a day that the table of Arrow does not have.
        ("1500-02-29", "1500-03-01", "1500-03-01"),
        ("昭和21年7月31日", "1946-07-31", "1946-07-31"),
    ] {
        assert_row(
            &format!("(;DT[{text}])"),
            columns,
            [Some(text), Some(from), Some(to)],
        );
    }
    assert_row("(;DT[unknown])", columns, [Some("unknown"), None, None]);
}

#[test]
fn results_have_a_kind_and_a_margin() {
    let columns = ["winner", "result_kind", "margin"];
    for (text, expected) in [
        ("B+3.5", [Some("black"), Some("points"), Some("3.5")]),
        ("W+R", [Some("white"), Some("resign"), None]),
        ("W+T", [Some("white"), Some("time"), None]),
        ("B+F", [Some("black"), Some("forfeit"), None]),
        ("B+", [Some("black"), Some("win"), None]),
        ("Draw", [Some("draw"), Some("draw"), Some("0.0")]),
        ("Void", [None, Some("void"), None]),
        ("?", [None, Some("unknown"), None]),
        ("", [None, None, None]),
        ("nobody knows", [None, None, None]),
    ] {
        assert_row(&format!("(;RE[{text}])"), columns, expected);
    }
}

#[test]
fn numbers_are_read_as_people_write_them() {
    let ranks = ["black_rank_number", "white_rank_number"];
    assert_row("(;BR[30k]WR[1 kyu])", ranks, [Some("-30"), Some("-1")]);
    assert_row("(;BR[7d]WR[9p])", ranks, [Some("7"), Some("265")]);
    assert_row(
        "(;BR[九段]WR[strong])",
        ranks,
        [row("(;BR[九段])", ranks)[0].as_deref(), None],
    );
    let komi = ["komi", "komi_half"];
    assert_row("(;KM[6.5])", komi, [Some("6.5"), Some("13")]);
    assert_row("(;KM[-3.75])", komi, [Some("-3.75"), None]);
    assert_row("(;KM[0])", komi, [Some("0.0"), Some("0")]);
    assert_row("(;KM[20000])", komi, [Some("20000.0"), None]);
    assert_row("(;KM[much])", komi, [None, None]);
    assert_row("(;KM[])", komi, [None, None]);
    // The Fox server counts in hundredths of a stone.
    assert_row(
        "(;AP[foxwq]RU[Chinese]KM[375])",
        komi,
        [Some("7.5"), Some("15")],
    );
    assert_row("(;AP[foxwq]HA[2]KM[0])", komi, [Some("0.0"), Some("0")]);
    assert_row(
        "(;AP[GNU Go:3.8]AP[foxwq]RU[Japanese]KM[650])",
        komi,
        [Some("6.5"), Some("13")],
    );
    assert_row("(;HA[2])", ["handicap"], [Some("2")]);
    assert_row("(;HA[0])", ["handicap"], [Some("0")]);
    for text in ["-2", "two", "", "99999999999"] {
        assert_row(&format!("(;HA[{text}])"), ["handicap"], [None]);
    }
    let time = ["time_limit", "time_seconds"];
    assert_row("(;TM[1800.5])", time, [Some("1800.5"), Some("1800.5")]);
    assert_row("(;TM[none of it])", time, [Some("none of it"), None]);
    let rules = ["rules", "ruleset"];
    assert_row(
        "(;RU[Chinese 2002])",
        rules,
        [Some("Chinese 2002"), Some("Chinese")],
    );
    assert_row("(;RU[NZ])", rules, [Some("NZ"), Some("New Zealand")]);
    assert_row("(;RU[house])", rules, [Some("house"), None]);
}

#[test]
fn boards_of_all_sizes_are_included() {
    let size = ["columns", "rows"];
    assert_row(
        "(;SZ[5:4];B[ed];W[de];B[E4];W[z9])",
        size,
        [Some("5"), Some("4")],
    );
    assert_row("(;SZ[1];B[aa];W[aa])", size, [Some("1"), Some("1")]);
    assert_row(
        "(;SZ[52:3]AW[aa:ZC];B[ZC];W[tt])",
        size,
        [Some("52"), Some("3")],
    );
    let comment = "a".repeat(700);
    let large = format!("(;SZ[52]C[{comment}]AB[aa:ZZ];AE[aa:ZZ]PL[W];W[ZZ]B[aa])");
    assert_eq!(games(&large).positions.len(), 3);
    assert_row(
        "(;SZ[]PB[a];W[aa]PL[B];W[bb]PL[W])",
        size,
        [Some("19"), Some("19")],
    );
    let refused = games("(;SZ[53])(;GM[4])(;GM[1]SZ[52:1])");
    let reasons = texts(&refused.errors, "reason");
    assert!(
        reasons[0]
            .as_deref()
            .unwrap()
            .starts_with("the game has a board that cannot be shown")
    );
    assert_eq!(
        reasons[1].as_deref(),
        Some("the game is not Go, but Gomoku")
    );
    assert_eq!(texts(&refused.games, "number"), [Some("3".to_owned())]);
}

#[test]
fn long_games_are_included() {
    let source = "(;SZ[9]".to_owned() + &";B[aa];W[];B[ba];W[tt]".repeat(17_000) + ")";
    let tables = crate::tables(source.as_bytes(), &Options::default()).unwrap();
    assert_eq!(
        texts(&tables.games, "move_count"),
        [Some("68000".to_owned())]
    );
    let sgf = &kifu_arrow::games_to_sgf(&tables.games).unwrap()[0].sgf;
    let again = crate::tables(sgf.as_bytes(), &Options::default()).unwrap();
    assert!(*again.games["moves"] == *tables.games["moves"]);
}

#[test]
fn texts_in_all_charsets_are_decoded() {
    let columns = ["black", "charset"];
    let values = |bytes: &[u8]| {
        laws::all(bytes);
        let games = crate::tables(bytes, &everything()).unwrap().games;
        columns.map(|name| texts(&games, name)[0].clone().unwrap())
    };
    assert_eq!(
        values(b"(;CA[gbk]PB[\xB9\xC5\xC1\xA6];B[aa])"),
        ["古力", "GBK"]
    );
    // The second byte of this character is a bracket.
    assert_eq!(
        values(b"(;CA[Shift_JIS]PB[\x83]]PW[\x83\\];B[aa])"),
        ["ゾ", "Shift_JIS"]
    );
    let wide: Vec<u16> = "(;PB[古力\u{1F600}]C[\\]];B[aa]()(;W[bb]))"
        .encode_utf16()
        .collect();
    let wide: Vec<u8> = wide.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    assert_eq!(values(&wide), ["古力\u{1F600}", "UTF-16LE"]);
    // The escape character is after the first bracket, where the charset of the text is not looked for.
    laws::all(b"(;C[[[[see];\x1B$Ba])");
    // Half a surrogate pair, and half a code unit.
    let broken = [&b"\xFF\xFE(\0;\0P\0B\0[\0\x3D\xD8]\0)\0"[..], b"x"].concat();
    assert_eq!(values(&broken)[1], "UTF-16LE");
}

#[test]
fn trees_in_one_pair_of_parentheses_are_games() {
    let tables = games("((;PB[a];B[aa])(;PB[b];B[aa];B[ab])(;PB[c];B[aa]))(;PB[d];B[aa])");
    let names = texts(&tables.games, "black");
    assert_eq!(
        names,
        ["a", "b", "c", "d"].map(|name| Some(name.to_owned()))
    );
    let ids = tables.games["game_id"].as_fixed_size_binary();
    let ids: BTreeSet<&[u8]> = (0..4).map(|row| ids.value(row)).collect();
    assert_eq!(ids.len(), 4);
}

#[test]
fn copies_have_the_same_id() {
    let id = |source: &str| {
        let games = crate::tables(source.as_bytes(), &Options::default())
            .unwrap()
            .games;
        let ids = games["game_id"].as_fixed_size_binary();
        let id = ids.value(0);
        id.iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    // As `xxhsum -H2` writes it.
    assert_eq!(id("(;B[aa])"), ID_OF_A_MOVE);
    assert_eq!(id("\n text (;B[aa])\n(;B[bb])"), id("(;B[aa])"));
    assert_ne!(id("(;B[aa] )"), id("(;B[aa])"));
}

const ID_OF_A_MOVE: &str = "6af211a85af240ca77ab739ff58eb501";

#[test]
fn findings_belong_to_their_game() {
    let findings = |source: &str, check| {
        let options = Options {
            check,
            ..Options::default()
        };
        let games = crate::tables(source.as_bytes(), &options).unwrap().games;
        let lists = games["findings"].as_list::<i32>().clone();
        let codes = |row| {
            let codes = lists.value(row);
            let codes: Vec<String> = codes
                .as_string::<i32>()
                .iter()
                .flatten()
                .map(str::to_owned)
                .collect();
            codes.join(" ")
        };
        (0..lists.len()).map(codes).collect::<Vec<_>>()
    };
    let source = "(;SZ[9];B[aa];W[aa])(;SZ[9]PB[a]x;B[aa];W[bb];B[aa];W[aa])(;SZ[9];B[aa])";
    let of_play = findings(source, false);
    assert_eq!(
        of_play,
        ["rules/occupied", "rules/occupied sgf/missing-value", ""]
    );
    // Text between games belongs to none of them.
    for check in [false, true] {
        let outside = findings("(;SZ[9];B[aa];W[aa])text(;SZ[9];B[aa])", check);
        assert!(outside[0].contains("rules/occupied"));
        assert!(outside.iter().all(|codes| !codes.contains("text")));
    }
    let checked = findings(source, true);
    for (checked, of_play) in checked.iter().zip(of_play) {
        assert!(
            of_play.split(' ').all(|code| checked.contains(code)),
            "{checked}"
        );
    }
    assert!(findings("(;SZ[9]RE[whatever];B[aa])", true)[0].contains("value/unreadable"));
}

/// The rows do not depend on the chunks in which a file is read.
#[test]
fn chunks_do_not_change_the_rows() {
    let comment = "A long comment. ".repeat(100);
    let game = format!("(;SZ[9]PB[a];B[aa]C[{comment}];W[aa])\n");
    let source = format!("{game}some text\n") + &game.repeat(100) + "more text";
    for check in [false, true] {
        let options = Options {
            check,
            ..everything()
        };
        let [whole, chunked] = [usize::MAX, 20_000].map(|chunk_len| {
            let mut builder = TablesBuilder::new(&options);
            let chunks = Collection::with_chunk_len(source.as_bytes(), chunk_len);
            let (mut before, mut count) = (0, 0);
            for chunk in chunks.unwrap().records() {
                let mut chunk = chunk.unwrap();
                chunk.games_before = before;
                before += chunk.record.game_count();
                count += 1;
                builder.add("a.sgf", &chunk);
            }
            assert_eq!(count > 1, chunk_len == 20_000);
            builder.finish(0)
        });
        assert_eq!(whole, chunked);
    }
}

/// A file of a few kilobytes could set up millions of stones.
#[test]
fn hostile_setup_is_an_error() {
    let source =
        "(;SZ[52];B[aa];".to_owned() + &"AB[aa:ZZ];AE[aa:ZZ];".repeat(100) + ")(;B[aa]AB[bb])";
    let tables = crate::tables(source.as_bytes(), &everything()).unwrap();
    let reason = "the game has too much setup".to_owned();
    assert_eq!(texts(&tables.errors, "reason"), [Some(reason)]);
    assert_eq!(texts(&tables.games, "number"), [Some("2".to_owned())]);
    assert_eq!(tables.games["setup"].as_list::<i32>().value(0).len(), 1);
    assert_eq!(tables.games["setup"].as_list::<i32>().values().len(), 1);
    assert_eq!(tables.positions.len(), 2);
    // The text of a game limits its setup, whatever the board.
    let tables = crate::tables(b"(;SZ[52]AB[aa:ZZ])(;SZ[19]AB[aa:ss])", &everything()).unwrap();
    assert_eq!(tables.errors.num_rows(), 1);
    assert_eq!(tables.games["setup"].as_list::<i32>().value(0).len(), 361);
}

#[test]
fn a_builder_continues_after_its_tables() {
    let options = everything();
    let mut builder = TablesBuilder::new(&options);
    let add = |builder: &mut TablesBuilder<'_>, source: &str| {
        for chunk in Collection::open(source.as_bytes()).unwrap().records() {
            builder.add("a", &chunk.unwrap());
        }
    };
    assert_eq!(builder.finish(5), []);
    add(&mut builder, "(;B[aa])(;GM[2])(;B[bb];W[cc])");
    builder.add_error("b", 0, "broken");
    assert_eq!(builder.row_counts(), (2, 2));
    let [first] = &builder.finish(5)[..] else {
        panic!("expected one part");
    };
    assert_eq!(first.first_game, 5);
    assert_eq!(
        texts(&first.errors, "source"),
        ["a", "b"].map(|name| Some(name.to_owned()))
    );
    assert_eq!(
        texts(&first.errors, "number"),
        ["2", "0"].map(|name| Some(name.to_owned()))
    );
    assert_eq!(builder.row_counts(), (0, 0));
    assert_eq!(builder.finish(7), []);
    add(&mut builder, "(;B[dd])");
    let [second] = &builder.finish(7)[..] else {
        panic!("expected one part");
    };
    assert_eq!(
        second.games["game"].as_primitive::<Int64Type>().values(),
        &[7]
    );
    assert_eq!(
        second.nodes["node"].as_primitive::<UInt32Type>().values(),
        &[0]
    );
    assert_eq!(second.errors.num_rows(), 0);
    assert_eq!(second.positions[0].game, 7);
}
