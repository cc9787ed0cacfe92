//! Tests of the methods of records, for files of every format.

use std::fs;

use kifu::charset::CharsetSource;
use kifu::info::{CharsetInfo, FileInfo, Totals};
use kifu::select::Origin;
use kifu::{Format, Limits, Record, Syntax, read, read_within};

/// A file of each format, the display of the format, and the number of its games.
fn files() -> Vec<(Vec<u8>, &'static str, usize)> {
    let case = |name: &str| {
        let path = format!("{}/../kifu-{name}", env!("CARGO_MANIFEST_DIR"));
        fs::read(path).unwrap()
    };
    let text = |text: &str| text.as_bytes().to_vec();
    vec![
        (text("(;FF[4]B[aa])x(;B[bb])"), "SGF FF[4]", 2),
        (text("(;B[aa])"), "SGF", 1),
        (
            text(r#"[{"game":{"komi":1},"tree":[{}]},{"rules":{},"tree":[{}]}]"#),
            "JGF 1 (v1-letters)",
            2,
        ),
        (case("gib/test_data/ok/0001_long_header.gib"), "GIB", 1),
        (case("ngf/test_data/ok/0001_even_game.ngf"), "NGF", 1),
        (case("ogs/test_data/ok/0001_even_game.ogs"), "OGS", 1),
        (case("ugf/test_data/ok/0001_a_game.ugf"), "UGF", 1),
        (
            text("Problem 1\n/1b2/1bw1/-B One\n/1b2/1bw1/-W Two\n"),
            "SGN",
            2,
        ),
        (text("nothing"), "no record", 0),
    ]
}

#[test]
fn every_format_has_games_and_a_name() {
    for (file, display, count) in files() {
        let record = read(file.as_slice()).unwrap();
        let format = record.format();
        assert_eq!(format.to_string(), display);
        assert_eq!(record.game_count(), count, "{display}");
        assert_eq!(record.games().count(), count, "{display}");
        assert_eq!(record.is_empty(), count == 0, "{display}");
        let totals = Totals::of(&file).unwrap();
        assert_eq!(totals.games, count, "{display}");
        let sgf = record.to_sgf().unwrap();
        let info = FileInfo::of_record(&record, &sgf);
        assert_eq!((info.format, info.games.len()), (format, count));
        assert_eq!(info.charset, CharsetInfo::of_record(&record));
        let nodes: usize = info.games.iter().map(|game| game.nodes).sum();
        assert_eq!(nodes, totals.nodes, "{display}");
        assert_eq!(record.oversized_board(0).unwrap(), None);
        let is_sgf = matches!(format, Format::Sgf { .. } | Format::Unknown);
        assert_eq!(record.sgf_document().is_some(), is_sgf, "{display}");
        assert_eq!(record.charset().is_none(), is_sgf, "{display}");
        let text = sgf.to_bytes();
        assert_eq!(record.into_sgf().unwrap().to_bytes(), text, "{display}");
        assert_eq!(text == file, is_sgf, "{display}");
    }
}

#[test]
fn formats_have_capabilities() {
    let capabilities: Vec<String> = files()
        .iter()
        .map(|(file, ..)| {
            let format = read(file.as_slice()).unwrap().format();
            let can = format.capabilities();
            let [games, written, chunks] =
                [can.has_games, can.is_written, can.has_chunks].map(u8::from);
            format!(
                "{} {} {games}{written}{chunks}",
                format.name(),
                can.extension
            )
        })
        .collect();
    let expected = [
        "sgf sgf 111",
        "sgf sgf 111",
        "jgf jgf 110",
        "gib gib 110",
        "ngf ngf 100",
        "ogs json 100",
        "ugf ugf 100",
        "sgn sgn 000",
        "unknown sgf 111",
    ];
    assert_eq!(capabilities, expected);
}

#[test]
fn selections_know_the_format_of_each_game() {
    let origin = |file: &[u8], index| {
        let record = read(file).unwrap();
        let format = Origin::format(&record, index);
        let format = format.map(|(name, display)| format!("{name} {display}"));
        (
            format,
            Origin::dialect(&record, index),
            Origin::charset(&record),
            record.is_sgf(),
        )
    };
    let files = files();
    assert_eq!(origin(&files[0].0, 0), (None, None, None, true));
    let [first, second] = [0, 1].map(|index| origin(&files[2].0, index));
    assert_eq!(first.0.as_deref(), Some("jgf JGF 1 (v1-letters)"));
    assert_eq!(first.1.as_deref(), Some("v1-letters"));
    assert_eq!(second.0.as_deref(), Some("jgf JGF 2 (v2)"));
    assert_eq!(second.1.as_deref(), Some("v2"));
    assert_eq!((first.2, first.3), (Some("UTF-8"), false));
    for (file, display, _) in &files[3..8] {
        let (format, dialect, charset, is_sgf) = origin(file, 0);
        assert_eq!(
            format,
            Some(format!("{} {display}", display.to_lowercase()))
        );
        assert_eq!((dialect, is_sgf), (None, false), "{display}");
        assert!(charset.is_some(), "{display}");
    }
    let faulty = read(r#"{"game":{"komi":"6.5"},"tree":[{}]}"#).unwrap();
    let codes: Vec<&str> = Origin::diagnostics(&faulty)
        .iter()
        .map(|found| found.code.name)
        .collect();
    assert_eq!(codes, ["jgf/text-as-number"]);
}

#[test]
fn text_around_games_is_not_lost() {
    let stray = |source: &str| -> Vec<String> {
        let record = read(source).unwrap();
        let texts = record.stray_text().into_iter();
        texts
            .map(|text| String::from_utf8(text.to_vec()).unwrap())
            .collect()
    };
    assert_eq!(stray("Games:\n(;B[aa]) and (;B[bb])\n"), ["Games:", "and"]);
    assert_eq!(stray("(;B[aa])"), [""; 0]);
    assert_eq!(
        stray("# Black lives.\n\n /1b2/1bw1/-B One\n"),
        ["# Black lives.", "/1b2/1bw1/-B One"]
    );
    assert_eq!(stray(r#"{"tree":[{}]}"#), [""; 0]);
}

#[test]
fn boards_that_cannot_be_shown_are_found_in_jgf() {
    let record =
        read(r#"[{"board":{"size":9},"tree":[]},{"board":{"size":99},"tree":[]}]"#).unwrap();
    assert_eq!(record.oversized_board(0).unwrap(), None);
    let found = record.oversized_board(1).unwrap().unwrap();
    assert_eq!(found.code.name, "jgf/bad-size");
}

#[test]
fn limits_hold_for_every_format() {
    for (file, display, _) in files() {
        let limits = |bytes| Limits {
            bytes,
            ..Limits::default()
        };
        assert!(
            read_within(file.as_slice(), &limits(file.len())).is_ok(),
            "{display}"
        );
        assert!(
            read_within(file.as_slice(), &limits(file.len() - 1)).is_err(),
            "{display}"
        );
    }
    for (file, display, _) in &files()[..7] {
        let none = Limits {
            nodes: 0,
            ..Limits::default()
        };
        assert!(read_within(file.as_slice(), &none).is_err(), "{display}");
    }
}

#[test]
fn text_without_properties_can_be_positions() {
    let format = |source: &str| read(source).unwrap().format().name();
    assert_eq!(format("(;)\n/1b2/1bw1/-B One\n"), "sgn");
    assert_eq!(format("(;C[x])\n/1b2/1bw1/-B One\n"), "sgf");
    assert_eq!(format("(;)(;)"), "sgf");
    assert_eq!(Syntax::of(b" \n(;B[aa])"), Syntax::Sgf);
}

#[test]
fn the_charset_of_a_record_is_that_of_its_file() {
    let info = |source: &[u8]| CharsetInfo::of_record(&read(source).unwrap()).to_string();
    assert_eq!(info(b"(;PB[a])"), "UTF-8 (by default)");
    assert_eq!(info(b"(;CA[GBK]PB[\xB9\xC5\xC1\xA6])"), "GBK (declared)");
    assert_eq!(
        info(b"\xEF\xBB\xBF(;PB[a])"),
        "UTF-8 (by its byte order mark)"
    );
    assert_eq!(info("(;PB[é])".as_bytes()), "UTF-8 (by its bytes)");
    assert_eq!(info(b"(\0;\0P\0B\0[\0a\0]\0)\0"), "UTF-16LE (by its bytes)");
    assert_eq!(
        info(b"\xFE\xFF\0(\0;\0P\0B\0[\0a\0]\0)"),
        "UTF-16BE (by its byte order mark)"
    );
    assert_eq!(info(b"{\"tree\":[{}]}"), "UTF-8 (by default)");
    assert!(info(b"(;PB[\xB9\xC5\xC1\xA6\xB9\xC5\xC1\xA6])").contains(" (guessed, "));
    let mut given = CharsetInfo::of_record(&read("").unwrap());
    given.source = CharsetSource::Given;
    assert_eq!(given.to_string(), "UTF-8 (specified)");
    let positions: Vec<u8> = "\u{FEFF}/1b2/1bw1/-B One\n/1b2/1bw1/-W Two\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let record = read(positions).unwrap();
    assert!(matches!(record, Record::Positions(_)));
    assert_eq!(CharsetInfo::of_record(&record).name, "UTF-16LE");
}
