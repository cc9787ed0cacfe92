//! Collections that are read a few megabytes at a time.

use std::fmt::Write;

use crate::kifu::Kifu;

const GAMES: usize = 120_000;

/// Each game has its number as its name.
fn collection() -> Kifu {
    let mut text = String::new();
    for number in 1..=GAMES {
        let moves = ";B[aa];W[bb]".repeat(number % 5);
        writeln!(text, "(;GM[1]FF[4]GN[{number}]{moves})").unwrap();
    }
    assert!(text.len() > 5 << 20);
    Kifu::with([("all.sgf", text)])
}

#[test]
fn games_are_numbered_through_all_parts() {
    let kifu = collection();
    let found = |expression: &str| {
        let ran = kifu.run(&["find", "all.sgf", "-e", expression]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{expression}");
        ran.text().to_owned()
    };
    for number in [1, 7, 99_999, GAMES] {
        let line = format!("all.sgf  game {number}\n");
        assert_eq!(found(&format!("GN == '{number}'")), line);
        assert_eq!(found(&format!("number == {number}")), line);
        assert_eq!(
            found(&format!("number == {number} and games == {GAMES}")),
            line
        );
    }
    let counted = kifu.run(&["find", "all.sgf", "-e", "moves == 8", "--count"]);
    assert_eq!(counted.text(), format!("{}\n", GAMES / 5));
    let files = kifu.run(&["find", "all.sgf", "-e", "moves == 8", "--files"]);
    assert_eq!(files.text(), "all.sgf\n");
}

#[test]
fn a_file_in_parts_counts_once() {
    let kifu = collection();
    let bytes = std::fs::metadata(kifu.path("all.sgf")).unwrap().len();
    let stats = &kifu.run(&["stats", "all.sgf", "--json"]).json();
    assert_eq!(stats["files"], 1);
    assert_eq!(stats["games"], GAMES);
    assert_eq!(stats["bytes"], bytes);
    assert_eq!(stats["games_of_files"]["most"], GAMES);
    let text = std::fs::read(kifu.path("all.sgf")).unwrap();
    assert_eq!(&kifu.feed(&["stats", "--json"], &text).json(), stats);
    let summary = &kifu.run(&["info", "--summary", "--json", "all.sgf"]).json();
    assert_eq!(
        (&summary["files"], &summary["games"]),
        (&1.into(), &GAMES.into())
    );
    assert_eq!(summary["bytes"], bytes);
}
