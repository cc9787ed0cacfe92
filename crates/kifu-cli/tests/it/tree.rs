use serde_json::json;

use crate::kifu::Kifu;

const GAME: &str = "(;GM[1]SZ[9];B[ee];W[cc]C[x](;B[gc]N[joseki]C[y];W[];B[tt])(;B[cg]()(;W[gg])(;W[zz](;B[aa])(;B[bb]))))";

#[test]
fn text_output_has_a_line_for_each_stretch() {
    let kifu = Kifu::with([
        ("a.sgf", GAME),
        ("two.sgf", "(;B[pd])(;PB[x]())"),
        ("none.txt", ""),
    ]);
    insta::assert_snapshot!(kifu.run(&["tree", "a.sgf", "two.sgf", "none.txt"]).seen());
    insta::assert_snapshot!(kifu.run(&["tree", "--depth", "1", "a.sgf"]).seen());
}

#[test]
fn jsonl_is_a_flat_list_of_stretches() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    let ran = kifu.run(&["tree", "--jsonl", "a.sgf"]);
    let row = |id: u32, parent: u32, path: &[u32], start_move: u32, nodes: u32, moves: u32| {
        json!({
            "id": id, "parent": parent, "variation": path.last(), "path": path,
            "start_move": start_move, "nodes": nodes, "moves": moves,
        })
    };
    let trunk = json!({
        "id": 0, "parent": null, "variation": null, "path": [], "start_move": 1, "nodes": 3, "moves": 2,
    });
    let expected = json!({
        "kifu_schema": 1, "file": "a.sgf",
        "games": [{"game": 1, "size": [9, 9], "stretches": [
            trunk,
            row(1, 0, &[0], 3, 3, 3),
            row(2, 0, &[1], 3, 1, 1),
            row(3, 2, &[1, 0], 4, 1, 1),
            row(4, 2, &[1, 1], 4, 1, 0),
            row(5, 4, &[1, 1, 0], 4, 1, 1),
            row(6, 4, &[1, 1, 1], 4, 1, 1),
        ]}],
    });
    assert_eq!(ran.lines(), std::slice::from_ref(&expected));
    assert_eq!(
        kifu.run(&["tree", "--json", "a.sgf"]).json(),
        json!([expected])
    );
}

#[test]
fn the_game_option_selects_one_game() {
    let kifu = Kifu::with([("a.sgf", "(;B[aa])(;B[bb];W[cc])")]);
    let ran = kifu.run(&["tree", "--game", "2", "--jsonl", "a.sgf"]);
    assert_eq!(ran.lines()[0]["games"][0]["game"], 2);
    assert_eq!(ran.lines()[0]["games"].as_array().unwrap().len(), 1);
    assert_eq!(kifu.run(&["tree", "--game", "3", "a.sgf"]).code, 1);
    assert_eq!(kifu.run(&["tree", "--game", "0", "a.sgf"]).code, 2);
}
