//! Games as separate files, and joined again.

use kifu::charset::Charset;
use kifu::parts::{
    Between, JoinError, JoinableGames, SplitError, SplitGames, game, in_format_of, join,
    make_joinable, split,
};
use kifu::sgf::Document;
use kifu::{Record, read};

/// The games of a file as text.
fn games(source: &str, between: Between) -> Result<Vec<String>, SplitError> {
    let record = read(source).unwrap();
    let games = split(&record, source.as_bytes(), between)?;
    let roots: Vec<_> = record.to_sgf().unwrap().roots().collect();
    assert!(games.iter().all(|game| roots.contains(&game.root)));
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ok(games.into_iter().map(|game| text(game.bytes)).collect())
}

const OGS: [&str; 2] = [
    r#"{"game_id": 1, "initial_state": {}, "moves": [[3, 3, 900]]}"#,
    r#"{"game_id": 2, "initial_state": {}, "moves": []}"#,
];

#[test]
fn games_are_separated_in_each_format() {
    let dropped = |source: &str| games(source, Between::Drop).unwrap();
    let kept = |source: &str| games(source, Between::Keep);
    let sgf = "Games\n(;B[aa])\n\n(;B[bb]) end";
    assert_eq!(dropped(sgf), ["(;B[aa])", "(;B[bb])"]);
    assert_eq!(kept(sgf).unwrap(), ["Games\n(;B[aa])", "\n\n(;B[bb]) end"]);
    let jgf = r#" {"tree": [{}]} "#;
    assert_eq!(dropped(jgf), [r#"{"tree": [{}]}"#]);
    assert_eq!(kept(jgf).unwrap(), [jgf]);
    let array = r#"[{"tree": [{}]}, {"tree": []}]"#;
    assert_eq!(dropped(array), [r#"{"tree": [{}]}"#, r#"{"tree": []}"#]);
    assert_eq!(kept(array), Err(SplitError::JsonArray));
    let lines = format!("{}\n{}\n", OGS[0], OGS[1]);
    assert_eq!(dropped(&lines), OGS);
    let [first, second] = OGS.map(|line| format!("{line}\n"));
    assert_eq!(kept(&lines).unwrap(), [first, second]);
    let array = format!("[{},\n{}]", OGS[0], OGS[1]);
    assert_eq!(dropped(&array), OGS);
    assert_eq!(kept(&array), Err(SplitError::JsonArray));
    let gib = "\\HS\n\\HE\n\\GS\n2 1 0\n119 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 3 3\n\\GE\n";
    assert_eq!([dropped(gib), kept(gib).unwrap()], [[gib], [gib]]);
    assert_eq!(kept("nothing"), Err(SplitError::NoGame));
    assert_eq!(
        games("/1b2/1bw1/-B One\n/1b2/1bw1/-W Two\n", Between::Drop),
        Err(SplitError::Positions)
    );
    assert!(SplitError::NoGame.to_string().contains("no game"));
    assert!(SplitError::JsonArray.to_string().contains("JSON array"));
    assert!(SplitError::Positions.to_string().contains("`kifu convert`"));
}

#[test]
fn one_game_is_found_by_its_root() {
    let source = "(;PB[Sato])((;PB[Lee])(;PB[Kim])) (;PB[Cho])";
    let record = read(source).unwrap();
    let all = SplitGames::of(&record, source.as_bytes()).unwrap();
    let roots: Vec<_> = record.to_sgf().unwrap().roots().collect();
    let expected = ["(;PB[Sato])", "(;PB[Lee])", "(;PB[Kim])", "(;PB[Cho])"];
    for (root, expected) in roots.iter().zip(expected) {
        let one = game(&record, source.as_bytes(), *root).unwrap().unwrap();
        assert_eq!(String::from_utf8(one).unwrap(), expected);
        assert_eq!(all.game(*root).unwrap().unwrap(), expected.as_bytes());
    }
    for (source, expected) in [
        (
            r#"[{"tree": [{}, {}]}, {"tree": []}]"#.to_owned(),
            [r#"{"tree": [{}, {}]}"#, r#"{"tree": []}"#],
        ),
        (OGS.join("\n"), OGS),
    ] {
        let record = read(source.as_str()).unwrap();
        let all = SplitGames::of(&record, source.as_bytes()).unwrap();
        let sgf = record.to_sgf().unwrap();
        for (root, expected) in sgf.roots().zip(expected) {
            let one = game(&record, source.as_bytes(), root).unwrap().unwrap();
            assert_eq!(String::from_utf8(one).unwrap(), expected);
            assert_eq!(all.game(root).unwrap().unwrap(), expected.as_bytes());
        }
    }
    let nothing = read("nothing").unwrap();
    assert_eq!(
        game(&nothing, b"nothing", roots[0]),
        Err(SplitError::NoGame)
    );
    assert_eq!(
        SplitGames::of(&nothing, b"nothing").unwrap_err(),
        SplitError::NoGame
    );
}

#[test]
fn games_are_joined_in_their_format() {
    let joined = |source: &str, order: &[usize], between| {
        let record = read(source).unwrap();
        let games = split(&record, source.as_bytes(), between).unwrap();
        let joined = join(&record, order.iter().map(|at| &games[*at]), between).unwrap();
        String::from_utf8(joined).unwrap()
    };
    let sgf = "(;B[aa])  (;B[bb])\t(;B[cc]";
    assert_eq!(joined(sgf, &[2, 0], Between::Drop), "(;B[cc])\n(;B[aa])\n");
    assert_eq!(joined(sgf, &[0, 1], Between::Keep), "(;B[aa])  (;B[bb])");
    let mark = "\u{FEFF}(;B[aa])(;B[bb])(;B[cc])";
    assert_eq!(
        joined(mark, &[0, 2], Between::Drop),
        "\u{FEFF}(;B[aa])\n(;B[cc])\n"
    );
    let jgf = r#"[{"tree": [{}]}, {"tree": []}]"#;
    assert_eq!(
        joined(jgf, &[1, 0], Between::Drop),
        "[{\"tree\": []},\n{\"tree\": [{}]}]\n"
    );
    let lines = OGS.join("\n");
    assert_eq!(
        joined(&lines, &[1, 0], Between::Drop),
        format!("{}\n{}\n", OGS[1], OGS[0])
    );
    let broken = format!("[{},{}]", OGS[0].replace(", ", ",\n"), OGS[1]);
    let array = joined(&broken, &[1, 0], Between::Drop);
    assert_eq!(
        array,
        format!("[{},\n{}]\n", OGS[1], OGS[0].replace(", ", ",\n"))
    );
    assert_eq!(read(array).unwrap().game_count(), 2);
    let gib = "\\HS\n\\HE\n\\GS\n2 1 0\n119 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 3 3\n\\GE\n";
    assert_eq!(joined(gib, &[0], Between::Drop), gib);
    let positions = read("/1b2/1bw1/-B One\n/1b2/1bw1/-W Two\n").unwrap();
    let error = join(&positions, [], Between::Drop).unwrap_err();
    assert_eq!(error, JoinError::Split(SplitError::Positions));
    assert_eq!(error.to_string(), SplitError::Positions.to_string());
}

#[test]
fn games_of_utf_16_are_joined_in_utf_16() {
    let utf16 =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let source = utf16("\u{FEFF}(;C[囲])(;C[碁])(;C[x])");
    let record = read(source.as_slice()).unwrap();
    let games = split(&record, &source, Between::Drop).unwrap();
    let joined = join(&record, [&games[2], &games[0]], Between::Drop).unwrap();
    assert_eq!(joined, utf16("\u{FEFF}(;C[x])\n(;C[囲])\n"));
}

#[test]
fn games_are_closed_so_that_others_can_follow() {
    let closed = |game: &str| {
        let game = make_joinable(game.as_bytes(), Charset::UTF_8)?;
        Ok(String::from_utf8(game).unwrap())
    };
    for (game, joinable) in [
        ("(;B[aa])", "(;B[aa])"),
        ("\u{FEFF}(;B[aa])", "(;B[aa])"),
        ("(;B[aa]", "(;B[aa])"),
        ("(;PB[Sato];B[pd", "(;PB[Sato];B[pd])"),
        ("(;B[aa](;W[bb](;B[cc", "(;B[aa](;W[bb](;B[cc])))"),
        ("(;B[aa](;W[bb])", "(;B[aa](;W[bb]))"),
        ("(;B[aa](;W[bb](;B[cc])", "(;B[aa](;W[bb](;B[cc])))"),
        // The parenthesis is part of the value.
        ("(;C[x)", "(;C[x)])"),
    ] {
        assert_eq!(closed(game).as_deref(), Ok(joinable), "{game}");
    }
    // The backslash would take the bracket that closes the value.
    assert_eq!(closed("(;C[a\\"), Err(JoinError::ReadsDifferently));
    assert!(
        JoinError::ReadsDifferently
            .to_string()
            .contains("`kifu fix`")
    );
    // Without its mark or its declaration, the game would have another charset.
    let other = make_joinable(b"(;CA[GBK]C[\xB9\xC5])", Charset::BIG5);
    assert_eq!(other, Err(JoinError::ReadsDifferently));
}

#[test]
fn games_of_a_document_can_be_joined_with_others() {
    let document = Document::parse("(;B[aa])((;B[bb])(;B[cc]))(;B[dd](;W[ee]").unwrap();
    let games = JoinableGames::of(&document);
    let joinable: Vec<String> = document
        .roots()
        .map(|root| String::from_utf8(games.game(root).unwrap()).unwrap())
        .collect();
    assert_eq!(
        joinable,
        ["(;B[aa])", "(;B[bb])", "(;B[cc])", "(;B[dd](;W[ee]))"]
    );
    let child = document
        .forest()
        .first_child(document.roots().nth(3).unwrap());
    assert_eq!(games.game(child.unwrap()), Err(JoinError::NotFound));
    assert_eq!(
        JoinError::NotFound.to_string(),
        "the game is not in the file"
    );
}

#[test]
fn a_changed_record_is_written_in_its_format() {
    let changed = |source: &[u8]| {
        let record = read(source).unwrap();
        let mut sgf = record.to_sgf().unwrap().to_bytes();
        let at = sgf.windows(2).rposition(|bytes| bytes == b";W").unwrap();
        sgf.truncate(at);
        sgf.push(b')');
        in_format_of(&record, source, &Document::parse(sgf).unwrap())
    };
    assert_eq!(changed(b"(;GM[1];B[aa];W[bb])").unwrap(), b"(;GM[1];B[aa])");
    let jgf = br#"{"game":{"komi":6.50},"tree":[{},{"move":{"B":"pd"}},{"move":{"W":"dd"}}]}"#;
    assert_eq!(
        changed(jgf).unwrap(),
        br#"{"game":{"komi":6.50},"tree":[{},{"move":{"B":"pd"}}]}"#
    );
    let gib =
        "\\HS\n\\HE\n\\GS\n2 1 0\n119 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 3 3\nSTO 0 3 2 4 4\n\\GE\n";
    let gib = String::from_utf8(changed(gib.as_bytes()).unwrap()).unwrap();
    assert!(
        gib.contains("STO 0 2 1 3 3") && !gib.contains("STO 0 3"),
        "{gib}"
    );
    assert!(matches!(read(gib).unwrap(), Record::Gib(_)));
    assert_eq!(
        changed(OGS[0].replace("]]", "], [4, 4, 1]]").as_bytes()),
        None
    );
}
