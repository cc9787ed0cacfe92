//! Findings about games in other formats are at the text that they are about.

use kifu_check::Settings;
use kifu_check::sgf::Diagnostic;

/// Checks the codes of the findings of [`check()`](kifu_check::check()), and the texts that they are at.
#[track_caller]
fn are_at(found: &[Diagnostic], source: &str, expected: &[(&str, &str)]) {
    let found = found
        .iter()
        .filter(|found| kifu_check::is_format_independent(found.code))
        .map(|found| (found.code.name, &source[found.span.range()]));
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[cfg(feature = "ngf")]
#[test]
fn findings_about_ngf_are_at_a_line() {
    let source = "Game\n19\nIto  9DP\nSato  7D*\nplace\n0\n0\n6\n20170316\n5\nBlack wins by 3!\n3\n\
                  PMABBEEEE\nPMACWEEEE\nPMADBQQQQ\n";
    let document = kifu_check::ngf::Document::parse(source).unwrap();
    let found = kifu_check::check_ngf(&document, &Settings::default()).unwrap();
    let expected = [
        ("game/result-and-komi", "Black wins by 3!"),
        ("rules/occupied", "PMACWEEEE"),
    ];
    are_at(&found, source, &expected);
}

#[cfg(feature = "gib")]
#[test]
fn findings_about_gib_are_at_a_field_or_a_line() {
    let main = "\\[GAMEINFOMAIN=GRLT:0,ZIPSU:30,GONGJE:65\\]";
    let source = format!(
        "\\HS\n\\[GAMEBLACKNAME=hill (1K)\\]\n{main}\n\\[GAMETAG=A\\]\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 3 3\n\
         STO 0 3 2 3 3\nSTO 0 4 1 4 4\n\\GE\n"
    );
    let document = kifu_check::gib::Document::parse(source.as_str()).unwrap();
    let found = kifu_check::check_gib(&document, &Settings::default()).unwrap();
    let expected = [
        ("game/result-and-komi", main),
        ("rules/occupied", "STO 0 3 2 3 3"),
    ];
    are_at(&found, &source, &expected);
}

#[cfg(feature = "ugf")]
#[test]
fn findings_about_ugf_are_at_a_value_or_a_line() {
    let source = "[Header]\nTitle=A game\nSize=9\nHdcp=0,6.50\nWinner=B,3.00\n[Data]\nAA,B1,0,0\nAB,W1,0,0\n\
                  BA,W1,0,0\nCC,B1,1,0\nCC,W1,2,0\n";
    let document = kifu_check::ugf::Document::parse(source).unwrap();
    let found = kifu_check::check_ugf(&document, &Settings::default()).unwrap();
    let expected = [
        ("game/result-and-komi", "B,3.00"),
        ("rules/no-liberty", "AA,B1,0,0"),
        ("rules/occupied", "CC,W1,2,0"),
    ];
    are_at(&found, source, &expected);
}

#[cfg(feature = "ogs")]
#[test]
fn findings_about_ogs_are_at_a_member() {
    let source = r#"{"komi": 6.5, "handicap": 3, "winner": 7, "outcome": "3 points", "black_player_id": 7,
        "white_player_id": 8, "width": 9, "height": 9, "moves": [[2, 2, 900], [2, 2, 900]]}"#;
    let document = kifu_check::ogs::Document::parse(source).unwrap();
    let found = kifu_check::check_ogs(&document, &Settings::default()).unwrap();
    let expected = [
        ("game/handicap-stones", "3"),
        ("game/result-and-komi", "\"3 points\""),
        ("rules/occupied", "[2, 2, 900]"),
    ];
    are_at(&found, source, &expected);
    // Of an object, only the start is shown.
    let source = r#"{"width": 9, "height": 9, "initial_state": {"black": "aa", "white": "abba"}, "moves": []}"#;
    let document = kifu_check::ogs::Document::parse(source).unwrap();
    let found = kifu_check::check_ogs(&document, &Settings::default()).unwrap();
    are_at(&found, source, &[("rules/no-liberty", "{")]);
    assert!(source[found[0].span.range().start..].starts_with(r#"{"black": "aa""#));
}

#[cfg(feature = "jgf")]
#[test]
fn findings_about_jgf_are_at_a_member() {
    let version_1 = r#"{"record": {"version": 1}, "game": {"players": [], "komi": "six", "handicap": "two",
        "result": "odd", "time": {"main": "long"}, "dates": ["spring"]}, "tree": [{}]}"#;
    let version_2 = r#"{"record": {"version": 2}, "game": {"dates": ["spring"], "result": "odd"},
        "rules": {"komi": "six", "handicap": "two", "time": "long"}, "tree": [{}]}"#;
    let position = r#"{"game": {"komi": 6.5, "result": "W+3"}, "board": {"width": 9, "height": 9},
        "tree": [{"setup": {"B": ["ab", "ba"], "W": ["aa"]}}, {"move": {"B": "cc"}}, {"move": {"W": "cc"}}]}"#;
    let unreadable = |text| ("value/unreadable", text);
    for (source, expected) in [
        (
            version_1,
            ["\"six\"", "\"two\"", "\"odd\"", "\"long\"", "[\"spring\"]"]
                .map(unreadable)
                .to_vec(),
        ),
        (
            version_2,
            ["[\"spring\"]", "\"odd\"", "\"six\"", "\"two\"", "\"long\""]
                .map(unreadable)
                .to_vec(),
        ),
        (
            position,
            vec![
                ("game/result-and-komi", "\"W+3\""),
                (
                    "rules/no-liberty",
                    r#"{"setup": {"B": ["ab", "ba"], "W": ["aa"]}}"#,
                ),
                ("rules/occupied", r#"{"move": {"W": "cc"}}"#),
            ],
        ),
    ] {
        let found = kifu_check::check_jgf(source.as_bytes(), &Settings::default()).unwrap();
        are_at(&found, source, &expected);
    }
}

#[cfg(feature = "notation")]
#[test]
fn findings_about_positions_are_at_the_position() {
    use kifu_check::notation::{Notation, Positions};
    let source = "b2/3/3-W\nbw1/w2/3-B\n";
    let positions = Positions::read(source.as_bytes(), Notation::Sgn);
    let found = kifu_check::check_positions(&positions, &Settings::default()).unwrap();
    are_at(&found, source, &[("rules/no-liberty", "bw1/w2/3-B")]);
}
