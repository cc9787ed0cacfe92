use serde_json::json;

use crate::kifu::Kifu;

/// The output of `printf 'pdqp\n' | md5sum`.
const MOVES: &str = "8e525f65412fd5337dfe6e90007cc053";

#[test]
fn copies_have_the_same_hash() {
    let kifu = Kifu::with([
        ("a.sgf", "(;PB[A];B[pd];W[qp])(;GM[2];B[aa])"),
        ("b.sgf", "(;PB[B]C[x];B[pd];W[qp];B[dd])"),
        (
            "c.jgf",
            r#"{"game":{},"tree":[{},{"move":{"B":"pd"}},{"move":{"W":"qp"}}]}"#,
        ),
    ]);
    let ran = kifu.run(&["hash", "a.sgf", "c.jgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(
        ran.text(),
        format!("{MOVES}  a.sgf  game 1\n-  a.sgf  game 2\n{MOVES}  c.jgf\n")
    );
    let ran = kifu.run(&["hash", "--at", "2", "--kind", "dyer,moves", "b.sgf"]);
    assert_eq!(ran.text(), format!("????????????  {MOVES}  b.sgf\n"));
    assert_eq!(kifu.run(&["hash", "--kind", "md5", "a.sgf"]).code, 2);
}

#[test]
fn json_has_all_hashes() {
    let kifu = Kifu::with([
        ("a.sgf", "(;SZ[2];B[aa];W[ba];B[])(;GM[2];B[aa])"),
        ("b.txt", "no game"),
    ]);
    let ran = kifu.run(&["hash", "--kind", "all", "--json", "a.sgf", "b.txt"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    // md5sum of 'aabatt\n', 'babbtt\n', 'XO\n..\n' and '..\nOX\n'.
    assert_eq!(
        ran.json(),
        json!([{
            "kifu_schema": 1,
            "file": "a.sgf",
            "games": [
                {
                    "game": 1,
                    "moves": 3,
                    "hashes": {
                        "dyer": "????????????",
                        "dyer-sym": "????????????",
                        "moves": "9081707dcb555b313e3d197b786c2dd9",
                        "moves-sym": "0bafc1f0c384c08c219ef47097fdd25b",
                        "final": "c5a48e8463e74a37f3c388887afc82b9",
                        "final-sym": "35eee069f7f66702eaa8e9ce5350b1ee",
                    },
                },
                { "game": 2, "moves": null, "hashes": null },
            ],
        }])
    );
}
