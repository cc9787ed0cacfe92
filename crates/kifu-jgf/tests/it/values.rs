//! Tests of the small types, and of functions on whole files: splitting, charsets, repairs.

use kifu_jgf::charset::{Charset, CharsetSource};
use kifu_jgf::convert::{to_games, to_json_like};
use kifu_jgf::{
    Color, Document, Members, Number, Player, RawJson, Version, declare_utf8, recoded,
    split_records, text, to_utf8,
};

#[test]
fn numbers_keep_their_spelling() {
    for (text, number) in [
        ("6.50", "6.50"),
        (" 7 ", "7"),
        ("+1", "1"),
        (".5", "0.5"),
        ("5.", "5.0"),
        ("007", "7"),
        ("-1e3", "-1e3"),
    ] {
        let read = Number::parse(text).map(|number| number.as_str().to_owned());
        assert_eq!(read.as_deref(), Some(number), "{text}");
    }
    for text in ["", "x", "3 stones", "1e", "--1", "NaN"] {
        assert_eq!(Number::parse(text), None, "{text}");
    }
    let number = |text: &str| Number::parse(text).unwrap();
    assert_eq!(number("6.50").to_f64(), 6.5);
    assert_eq!(number("1e999").to_f64(), f64::INFINITY);
    for (text, whole) in [
        ("19", Some(19)),
        ("19.0", Some(19)),
        ("1e3", Some(1000)),
        ("0", Some(0)),
        ("4294967295.0", Some(u32::MAX)),
        ("4294967296.0", None),
        ("4294967296", None),
        ("-1", None),
        ("-1.0", None),
        ("1.5", None),
    ] {
        assert_eq!(number(text).to_u32(), whole, "{text}");
    }
    assert_eq!(format!("{:>5}", Number::from(-7)), "   -7");
    assert_eq!(format!("{:<4}|", Version::new("2.0")), "2.0 |");
    assert_eq!(Version::new("2.0").as_str(), "2.0");
}

#[test]
fn raw_values_are_strict_json() {
    let parsed = |text: &str| RawJson::parse(text).map(|raw| raw.json().to_owned());
    assert_eq!(
        parsed(r#" { "komi": 6.50 } "#).as_deref(),
        Some(r#"{"komi":6.50}"#)
    );
    assert_eq!(parsed("[1,]"), None);
    assert_eq!(parsed("1 2"), None);
    assert_eq!(parsed("1, 2"), None);
    assert_eq!(parsed(""), None);
    let quoted = RawJson::text("a \"b\"\n");
    assert_eq!(quoted.json(), r#""a \"b\"\n""#);
    assert_eq!(quoted.as_text().as_deref(), Some("a \"b\"\n"));
    assert_eq!(RawJson::parse("[\"a\"]").unwrap().as_text(), None);
    assert_eq!(RawJson::parse("1").unwrap().as_text(), None);
}

#[test]
fn members_are_named_values_in_order() {
    let raw = |json: &str| RawJson::parse(json).unwrap();
    let mut members = Members::new();
    assert!(members.is_empty());
    members.set("mode", RawJson::text("solve"));
    members.set("level", raw("3"));
    members.set("mode", raw("1"));
    assert_eq!((members.len(), members.is_empty()), (2, false));
    let all = |members: &Members| -> Vec<String> {
        let all = members.iter();
        all.map(|(name, value)| format!("{name} {}", value.json()))
            .collect()
    };
    assert_eq!(all(&members), ["mode 1", "level 3"]);
    assert_eq!(members.get("level"), Some(&raw("3")));
    assert_eq!(members.get("x"), None);
    assert_eq!(members.remove("x"), None);
    assert_eq!(members.remove("mode"), Some(raw("1")));
    assert_eq!(all(&members), ["level 3"]);
    // Of members with the same name, the last one is used.
    let source = r#"{"x":1,"y":2,"x":3,"tree":[]}"#;
    let document = Document::parse(source.as_bytes()).unwrap();
    let kifu_jgf::Record::V1(record) = &document.records[0] else {
        panic!("version 1");
    };
    let mut others = record.other.clone();
    assert_eq!(all(&others), ["x 1", "y 2", "x 3"]);
    others.set("x", raw("4"));
    assert_eq!(all(&others), ["x 1", "y 2", "x 4"]);
    assert_eq!(others.remove("x"), Some(raw("4")));
    assert_eq!(all(&others), ["y 2"]);
}

#[test]
fn players_have_a_side() {
    let side = |color: Option<&str>| {
        let player = Player {
            color: color.map(str::to_owned),
            ..Player::default()
        };
        player.side()
    };
    assert_eq!(side(Some("Black")), Some(Color::Black));
    assert_eq!(side(Some("w")), Some(Color::White));
    assert_eq!([side(Some("green")), side(None)], [None, None]);
}

#[test]
fn boards_of_impossible_sizes_are_found() {
    let oversized = |board: &str| {
        let source =
            format!(r#"[{{"board":{{"size":0}},"tree":[]}},{{"board":{board},"tree":[]}}]"#);
        let document = Document::parse(source.as_bytes()).unwrap();
        assert!(document.oversized_board(0).unwrap().is_some());
        assert_eq!(document.oversized_board(2), Ok(None));
        document.oversized_board(1).unwrap().is_some()
    };
    for board in [
        r#"{"size":0}"#,
        r#"{"size":53}"#,
        r#"{"width":9,"height":53}"#,
        r#"{"width":0,"height":9}"#,
    ] {
        assert!(oversized(board), "{board}");
    }
    // Without a size, and with a value that is not a size, the board has the default size.
    for board in [
        r#"{"size":1}"#,
        r#"{"size":52}"#,
        r#"{"width":52,"height":1}"#,
        "{}",
        r#"{"size":"large"}"#,
    ] {
        assert!(!oversized(board), "{board}");
    }
}

#[test]
fn guesses_and_lost_text_are_found() {
    let document = |source: &str| Document::parse(source.as_bytes()).unwrap();
    let guess = |source: &str| document(source).first_guess().map(|found| found.code.name);
    let lost = |source: &str| -> Vec<(u32, &str)> {
        let document = document(source);
        let lost = document.left_out();
        lost.map(|(found, what)| (found.span.start, what)).collect()
    };
    let plain = r#"{"record":{"format":"JGF"},"tree":[]}"#;
    assert_eq!((guess(plain), lost(plain)), (None, vec![]));
    let missing = r#"{"record":{"format":"JGF"}"tree":[]}"#;
    assert_eq!(guess(missing), Some("jgf/missing-comma"));
    let comments = "// a game\n{\"tree\":[]}/* the end */";
    let [comment, around] = [
        "comments, which JSON does not have, are left out",
        "text that is not JSON is left out",
    ];
    assert_eq!(
        (guess(comments), lost(comments)),
        (None, vec![(0, comment)])
    );
    let fence = "Text:\n```\n{\"tree\":[]} // x\n```\n";
    assert_eq!(lost(fence), [(22, comment), (0, around)]);
}

/// A collection of two records in GBK.
const GBK: &[u8] =
    b"[{\"record\":{\"charset\":\"GBK\"},\"game\":{\"name\":\"\xb9\xc5\xc1\xa6\"},\"tree\":[]},\
    {\"record\":{\"charset\":\"GBK\"},\"tree\":[{}]}]";

#[test]
fn records_are_split_as_they_are_written() {
    let split = |source: &[u8]| split_records(source).unwrap();
    assert_eq!(
        split(br#"[ {"tree": [{}]}, {"game": {}, "tree": []} ]"#),
        [r#"{"tree": [{}]}"#, r#"{"game": {}, "tree": []}"#]
    );
    assert_eq!(
        split(GBK),
        [
            r#"{"record":{"charset":"UTF-8"},"game":{"name":"古力"},"tree":[]}"#,
            r#"{"record":{"charset":"UTF-8"},"tree":[{}]}"#
        ]
    );
    // The label of a file in UTF-8 stays as it is, even if it is wrong.
    let wrong = r#"{"record":{"charset":"GBK"},"game":{"name":"古力"},"tree":[]}"#;
    assert_eq!(split(wrong.as_bytes()), [wrong]);
}

#[test]
fn text_in_another_charset_names_utf_8() {
    assert!(text(GBK).contains(r#"{"charset":"GBK"},"game":{"name":"古力"}"#));
    let utf8 = to_utf8(GBK);
    assert_eq!(utf8.matches(r#""charset":"UTF-8""#).count(), 2);
    assert!(utf8.contains("古力"));
    let source = r#"{"record":{"charset":"GBK"},"game":{"name":"古力"},"tree":[]}"#;
    assert_eq!(to_utf8(source.as_bytes()), source);
    for (label, declared) in [
        (r#""GBK""#, r#""UTF-8""#),
        ("936", r#""UTF-8""#),
        (r#""utf8""#, r#""utf8""#),
        (r#""US-ASCII""#, r#""US-ASCII""#),
        (r#""""#, r#""""#),
        ("null", "null"),
    ] {
        let json = |label: &str| format!(r#"{{"record": {{"charset": {label}}}, "tree": []}}"#);
        assert_eq!(declare_utf8(&json(label)), json(declared));
    }
    // A game can have a member with this name.
    let other = r#"{"game":{"charset":"GBK"},"tree":[]}"#;
    assert_eq!(declare_utf8(other), other);
}

#[test]
fn text_of_a_known_charset_is_converted() {
    let gbk = recoded(GBK, Charset::GBK);
    assert_eq!(gbk.text, to_utf8(GBK));
    assert_eq!(gbk.damaged, []);
    let places = |source: &[u8], charset| -> Vec<(u32, u32)> {
        let damaged = recoded(source, charset).damaged;
        damaged
            .iter()
            .map(|place| (place.line, place.column))
            .collect()
    };
    assert_eq!(
        places(b"{\"tree\": [\n\"\xFF\",\"\xFE\"]}", Charset::UTF_8),
        [(2, 2), (2, 6)]
    );
    assert_eq!(places(b"{\"a\": \"\xFF\"}", Charset::GBK), [(1, 8)]);
    // A replacement character in the text is not damage.
    assert_eq!(places("[\"\u{FFFD}\"]".as_bytes(), Charset::UTF_8), []);
    let label = b"{\"record\":{\"charset\":\"GBK\"},\"tree\":[]}";
    assert_eq!(recoded(label, Charset::UTF_8).text.as_bytes(), label);
}

#[test]
fn the_source_of_the_charset_is_known() {
    let found = |source: &[u8]| {
        let document = Document::parse(source).unwrap();
        let found = document.charset().unwrap();
        (found.charset.name(), found.source)
    };
    assert_eq!(found(GBK), ("GBK", CharsetSource::Declared));
    assert_eq!(found(b"{\"tree\":[]}"), ("UTF-8", CharsetSource::Default));
    assert_eq!(
        found("{\"x\":\"é\",\"tree\":[]}".as_bytes()),
        ("UTF-8", CharsetSource::Content)
    );
    assert_eq!(
        found(b"\xEF\xBB\xBF{\"tree\":[]}"),
        ("UTF-8", CharsetSource::Bom)
    );
    assert_eq!(found(b"\xFF\xFE{\0}\0"), ("UTF-16LE", CharsetSource::Bom));
    assert_eq!(found(b"\0{\0}"), ("UTF-16BE", CharsetSource::Content));
    assert_eq!(Document::default().charset(), None);
    // The escapes of ISO-2022 need a label.
    let escapes = b"{\"record\":{\"charset\":\"ISO-2022-JP\"},\"game\":{\"name\":\"\x1b$B0O8k\x1b(B\"},\"tree\":[]}";
    assert_eq!(found(escapes), ("ISO-2022-JP", CharsetSource::Declared));
    assert!(text(escapes).contains("囲碁"));
    // A label in a comment, or of an unknown charset, does not count.
    let comment = b"/* charset: \"Big5\" */{\"record\":{\"charset\" : 'GBK'},\"game\":{\"name\":\"\xb9\xc5\xc1\xa6\"},\"tree\":[]}";
    assert_eq!(found(comment), ("GBK", CharsetSource::Declared));
    let guess = b"{\"game\":{\"name\":\"\xb9\xc5\xc1\xa6\"},\"tree\":[]}";
    assert_eq!(found(guess).1, CharsetSource::Guess);
    let damaged = b"{\"game\":{\"name\":\"\xE5\x9B\xB2\xE7\xA2\x81\xE5\x9B\xFF\"},\"tree\":[]}";
    assert_eq!(Document::parse(damaged).unwrap().undecodable().count(), 2);
}

#[test]
fn games_are_written_like_the_records_they_replace() {
    let like = |source: &str, games: &[usize]| {
        let before = Document::parse(source.as_bytes()).unwrap();
        let all: Vec<_> = to_games(&before).map(|game| game.value).collect();
        let games = games.iter().map(|at| all[*at].clone());
        to_json_like(&before, source.as_bytes(), games)
    };
    let two = r#"[{"game":{"komi":6.50},"tree":[{}]},{"rules":{"komi":"0"},"tree":[{}]}]"#;
    assert_eq!(like(two, &[0, 1]), two);
    // The array was only due to the number of games.
    assert_eq!(like(two, &[0]), r#"{"game":{"komi":6.50},"tree":[{}]}"#);
    let more = like(two, &[0, 1, 0]);
    assert_eq!(more.matches("6.50").count(), 2, "{more}");
    let one = r#"[{"game":{"komi":6.50},"tree":[{}]}]"#;
    assert_eq!(like(one, &[0]), one);
    let line = "{\"game\":{\"komi\":6.50},\"tree\":[{}]}\n";
    assert_eq!(like(line, &[0]), line);
    // A file of several lines is laid out.
    let lines = like("{\"game\":{\"komi\":6.50},\n\"tree\":[{}]}", &[0]);
    assert_eq!(lines, "{ \"game\": { \"komi\": 6.50 }, \"tree\": [{}] }\n");
}
