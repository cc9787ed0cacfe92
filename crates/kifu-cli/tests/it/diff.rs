//! `kifu diff`.

use serde_json::json;

use crate::kifu::Kifu;

const GAME: &str = "(;SZ[19]PB[Sato];B[pd];W[dp];B[pp];W[dd];B[fc];W[cf];B[qf];W[jc])";

fn diff(other: &str, args: &[&str]) -> String {
    let kifu = Kifu::with([("a.sgf", GAME), ("b.sgf", "")]);
    std::fs::write(kifu.path("b.sgf"), other).unwrap();
    let ran = kifu.run(&[&["diff", "a.sgf", "b.sgf"], args].concat());
    assert_eq!(ran.stderr, "");
    format!("{}exit {}", ran.text(), ran.code)
}

#[test]
fn turned_and_mirrored_games_are_the_same() {
    assert_eq!(diff(GAME, &[]), "the same 8 moves\nexit 0");
    assert_eq!(
        diff(
            "(;SZ[19];B[dp];W[pd];B[dd];W[pp];B[nq];W[qn];B[cn];W[jq])",
            &[]
        ),
        "the same 8 moves; rotated by 180 degrees\nexit 0"
    );
    assert_eq!(
        diff(
            "(;SZ[19];W[dd];B[pp];W[dp];B[pd];W[nc];B[qf];W[cf];B[jc])",
            &[]
        ),
        "the same 8 moves; mirrored left to right, colours swapped\nexit 0"
    );
}

#[test]
fn differences_have_move_numbers_and_points() {
    let same = "moves and stones in common; the first has";
    assert_eq!(
        diff(&GAME.replace("W[dd]", "W[cd]"), &[]),
        format!(
            "7 {same} 8, the second has 8\nmove 4: W D16 in the first, W C16 in the second\nexit 1"
        )
    );
    assert_eq!(
        diff(&GAME.replace(";B[qf];W[jc]", ""), &[]),
        format!(
            "6 {same} 8, the second has 6\nthe first continues with 2 moves after the end of the second\nexit 1"
        )
    );
    assert_eq!(
        diff(
            &GAME.replace(";B[pp];W[dd];B[fc];W[cf]", ";B[fc];W[cf];B[pp];W[dd]"),
            &[]
        ),
        format!(
            "6 {same} 8, the second has 8\n\
             moves 3-6: in a different order: B Q4 W D16 B F17 W C14 in the first, B F17 W C14 B Q4 W D16 in the second\nexit 1"
        )
    );
    assert_eq!(
        diff(&GAME.replace(";W[dp]", ";W[];B[];W[dp]"), &[]),
        format!("8 {same} 8, the second has 10\n2 passes at move 2 only in the second\nexit 1")
    );
    assert_eq!(
        diff(&GAME.replace("SZ[19]", "SZ[19]AW[ss]"), &[]),
        format!("8 {same} 8, the second has 9\nmove 0: only in the second: AW T1\nexit 1")
    );
    assert_eq!(
        diff(&GAME.replace("SZ[19]", "SZ[21]"), &[]),
        "different board sizes: 19x19 in the first, 21x21 in the second\nexit 1"
    );
}

/// Any two games have a few moves in common in some orientation. `diff` still reports different games.
#[test]
fn unrelated_games_are_reported_as_different() {
    let other = "(;SZ[19];B[dd];W[pq];B[qo];W[qp];B[po];W[np];B[cp];W[qj];B[jd];W[cf])";
    let summary = "different games: 1 move or stone in common; the first has 8, the second has 10";
    assert_eq!(diff(other, &[]), format!("{summary}\nexit 1"));
    let meta = diff(other, &["--meta"]);
    assert_eq!(
        meta,
        format!("{summary}\nPB: [Sato] in the first, nothing in the second\nexit 1")
    );
}

#[test]
fn metadata_and_bytes_are_compared_on_request() {
    let other = GAME.replace("Sato", "Lee").replace("W[dp]", "W[dp]C[!]") + "\n";
    assert_eq!(diff(&other, &[]), "the same 8 moves\nexit 0");
    assert_eq!(
        diff(&other, &["--meta"]),
        "the same 8 moves\nPB: [Sato] in the first, [Lee] in the second\nexit 1"
    );
    assert_eq!(
        diff(&other, &["--exact"]),
        "the same 8 moves\nm0: PB: [Sato] in the first, [Lee] in the second\nm2: C: nothing in the first, [!] in the second\nexit 1"
    );
    assert_eq!(
        diff(GAME, &["--exact"]),
        "the same 8 moves\nthe same bytes\nexit 0"
    );
    assert_eq!(diff(&other, &["--quiet", "--meta"]), "exit 1");
    // The properties of Black are compared with those of the same player.
    let swapped = "(;SZ[19]PW[Sato];W[pd];B[dp];W[pp];B[dd];W[fc];B[cf];W[qf];B[jc])";
    assert_eq!(
        diff(swapped, &["--meta"]),
        "the same 8 moves; colours swapped\nexit 0"
    );
}

#[test]
fn json_is_one_object() {
    let kifu = Kifu::with([
        ("a.sgf", GAME.to_owned()),
        (
            "b.sgf",
            format!("(;SZ[9]){}", GAME.replace("W[dd]", "W[cd]")),
        ),
    ]);
    let args = [
        "diff",
        "a.sgf",
        "b.sgf",
        "--with-game",
        "2",
        "--json",
        "--meta",
    ];
    let ran = kifu.run(&args);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert_eq!(
        ran.json(),
        json!({
            "kifu_schema": 1,
            "same": false,
            "first": { "file": "a.sgf", "game": 1, "moves": 8 },
            "second": { "file": "b.sgf", "game": 2, "moves": 8 },
            "same_board": true,
            "transform": { "rot": 0, "flip": null, "swap_colors": false },
            "same_steps": 7,
            "off": 1,
            "differences": [{
                "kind": "other",
                "first": { "number": 4, "moves": ["W D16"] },
                "second": { "number": 4, "moves": ["W C16"] },
            }],
            "metadata": [],
        })
    );
    // As with all verbs, a missing game is a failure.
    let ran = kifu.run(&["diff", "a.sgf", "b.sgf", "--game", "2"]);
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (4, "kifu: a.sgf: the file has no game 2\n")
    );
    assert_eq!(kifu.run(&["diff", "a.sgf", "none.sgf"]).code, 4);
    assert_eq!(kifu.run(&["diff", "-", "-"]).code, 2);
    let ran = kifu.feed(&["diff", "-", "a.sgf"], GAME.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

#[test]
fn formats_are_compared_with_each_other() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    let ran = kifu.run(&["convert", "a.sgf", "-o", "b.jgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = kifu.run(&["diff", "a.sgf", "b.jgf"]);
    assert_eq!((ran.code, ran.text()), (0, "the same 8 moves\n"));
}

#[test]
fn errors_name_the_file_and_recordings_are_refused() {
    let kifu = Kifu::with([
        ("a.sgf", GAME.as_bytes()),
        ("b.jgf", b"{\"game\": 1"),
        ("c.rgf", b"(;SZ[9]TS[0]GN[x](;B[aa]TS[1.0])(;W[bb]TS[2.0]))"),
    ]);
    let ran = kifu.run(&["diff", "a.sgf", "b.jgf"]);
    assert_eq!(ran.code, 4);
    assert!(ran.stderr.starts_with("kifu: b.jgf: "), "{}", ran.stderr);
    let ran = kifu.run(&["diff", "c.rgf", "a.sgf"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert!(
        ran.stderr.starts_with("kifu: c.rgf: this is a recording; "),
        "{}",
        ran.stderr
    );
}
