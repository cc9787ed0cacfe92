//! Verbs on JSON of OGS.

use crate::kifu::Kifu;

const EVEN: &[u8] = include_bytes!("../../../kifu-ogs/test_data/ok/0001_even_game.ogs");
const HANDICAP: &[u8] = include_bytes!("../../../kifu-ogs/test_data/ok/0002_free_handicap.ogs");
const LINES: &[u8] = include_bytes!("../../../kifu-ogs/test_data/ok/0005_lines.ogs");
const PUZZLE: &[u8] = include_bytes!("../../../kifu-ogs/test_data/ok/0006_puzzle.ogs");
const BAD: &[u8] = include_bytes!("../../../kifu-ogs/test_data/err/0022_bad_moves.ogs");
const LATIN: &[u8] = include_bytes!("../../../kifu-ogs/test_data/err/0027_not_utf8.ogs");

fn examples() -> Kifu {
    Kifu::with([
        ("even.json", EVEN),
        ("handicap.json", HANDICAP),
        ("lines.ndjson", LINES),
        ("puzzle.json", PUZZLE),
        ("bad.json", BAD),
        ("latin.json", LATIN),
    ])
}

#[test]
fn verbs_read_the_json_of_ogs() {
    let kifu = examples();
    let mut out = String::new();
    for args in [
        &["info", "even.json", "lines.ndjson"][..],
        &["check", "--color", "never", "bad.json", "latin.json"],
        &["check", "--format", "jsonl", "bad.json"],
        &["show", "--move", "1", "handicap.json"],
        &["moves", "even.json"],
        &["convert", "-t", "sgf", "--no-private-data", "puzzle.json"],
        &["convert", "-t", "sgf", "even.json"],
        &["convert", "-t", "jgf2", "--compact", "latin.json"],
        &["charset", "latin.json", "even.json"],
        &["charset", "--to", "utf-8", "latin.json"],
        &["fmt", "even.json"],
        &["find", "-e", "format == ogs and moves == 2", "."],
        &["split", "--dry-run", "-o", "games", "lines.ndjson"],
        &["extract", "--game", "2", "lines.ndjson"],
        &["set", "KM=7.5", "even.json"],
        &["transform", "--rot", "180", "even.json"],
        &["fix", "--all-safe", "--dry-run", "bad.json"],
    ] {
        let ran = kifu.run(args);
        out += &format!("{args:?}: {}\n{}{}\n", ran.code, ran.text(), ran.stderr);
    }
    insta::assert_snapshot!(out);
}
