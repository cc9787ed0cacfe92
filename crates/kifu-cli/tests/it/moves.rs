//! `kifu moves`.

use serde_json::json;

use crate::kifu::Kifu;

const GAME: &str = "(;SZ[9];B[cc]BL[60.5]OB[3];W[gg](;B[];W[zz])(;B[ee];W[ed]))";

fn kifu() -> Kifu {
    Kifu::with([("a.sgf", GAME), ("two.sgf", "(;B[pd])(;SZ[9];W[ee])")])
}

#[test]
fn one_game_has_no_heading() {
    let ran = kifu().run(&["moves", "a.sgf"]);
    assert_eq!(ran.text(), "1 B C7 60.5\n2 W G3\n3 B pass\n");
    let ran = kifu().run(&["moves", "--path", "m3:1", "a.sgf"]);
    assert_eq!(ran.text(), "1 B C7 60.5\n2 W G3\n3 B E5\n4 W E6\n");
}

#[test]
fn several_games_have_headings() {
    let ran = kifu().run(&["moves", "a.sgf", "two.sgf"]);
    assert_eq!(
        ran.text(),
        "a.sgf\n1 B C7 60.5\n2 W G3\n3 B pass\ntwo.sgf  game 1\n1 B Q16\ntwo.sgf  game 2\n1 W E5\n"
    );
    let ran = kifu().run(&["moves", "--game", "2", "two.sgf"]);
    assert_eq!(ran.text(), "1 W E5\n");
    let ran = kifu().run(&["moves", "--game", "3", "two.sgf"]);
    let shown = kifu().run(&["show", "--game", "3", "two.sgf"]);
    assert_eq!((ran.code, ran.stderr), (shown.code, shown.stderr));
}

#[test]
fn tables_have_a_row_for_each_move() {
    let ran = kifu().run(&["moves", "--format", "csv", "a.sgf", "two.sgf"]);
    assert_eq!(
        ran.text(),
        "file,game,number,color,point,time_left,periods_left\n\
         a.sgf,1,1,black,C7,60.5,3\na.sgf,1,2,white,G3,,\na.sgf,1,3,black,pass,,\n\
         two.sgf,1,1,black,Q16,,\ntwo.sgf,2,1,white,E5,,\n"
    );
    let ran = kifu().run(&["moves", "--format", "tsv", "--game", "2", "two.sgf"]);
    assert_eq!(
        ran.text().lines().nth(1),
        Some("two.sgf\t2\t1\twhite\tE5\t\t")
    );
    let ran = kifu().run(&["moves", "--format", "jsonl", "--game", "2", "two.sgf"]);
    let row: serde_json::Value = serde_json::from_str(ran.text()).unwrap();
    let expected = json!({
        "kifu_schema": 1, "file": "two.sgf", "game": 2, "number": 1, "color": "white", "point": "E5",
        "time_left": null, "periods_left": null
    });
    assert_eq!(row, expected);
}

#[test]
fn missing_places_are_refused() {
    let ran = kifu().run(&["moves", "--path", "m9", "a.sgf"]);
    assert_eq!((ran.code, ran.text()), (2, ""));
    assert!(ran.stderr.contains("no move 9"), "{}", ran.stderr);
}
