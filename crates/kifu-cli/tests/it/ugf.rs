//! Verbs on UGF files.

use crate::kifu::Kifu;

const GAME: &[u8] =
    include_bytes!("../../../kifu-ugf/test_data/ok/0002_a_game_with_its_review.ugf");
const JAPANESE: &[u8] = include_bytes!("../../../kifu-ugf/test_data/ok/0005_shift_jis.ugf");
const HANDICAP: &[u8] = include_bytes!("../../../kifu-ugf/test_data/ok/0007_handicap_stones.ugf");
const PASSES: &[u8] = include_bytes!("../../../kifu-ugf/test_data/ok/0010_passes.ugf");
const REVIEW: &[u8] = include_bytes!("../../../kifu-ugf/test_data/ok/0012_review.ugf");
const ADDRESSES: &[u8] = include_bytes!("../../../kifu-ugf/test_data/ok/0025_addresses.ugf");
const ENCRYPTED: &[u8] = include_bytes!("../../../kifu-ugf/test_data/err/0047_encrypted.ugf");

fn examples() -> Kifu {
    Kifu::with([
        ("game.ugf", GAME),
        ("japanese.ugf", JAPANESE),
        ("handicap.ugf", HANDICAP),
        ("passes.ugf", PASSES),
        ("review.ugi", REVIEW),
        ("addresses.ugf", ADDRESSES),
        ("encrypted.ugf", ENCRYPTED),
    ])
}

#[test]
fn verbs_read_ugf() {
    let kifu = examples();
    let mut out = String::new();
    for args in [
        &["info", "japanese.ugf", "passes.ugf"][..],
        &["check", "--color", "never", "encrypted.ugf"],
        &["show", "--move", "1", "handicap.ugf"],
        &["moves", "passes.ugf"],
        &["convert", "-t", "sgf", "--no-private-data", "game.ugf"],
        &["convert", "-t", "sgf", "review.ugi"],
        &["convert", "-t", "jgf2", "review.ugi"],
        &["convert", "-t", "sgf", "addresses.ugf"],
        &["charset", "japanese.ugf", "game.ugf"],
        &["find", "-e", "format == ugf and black ~ 小林", "."],
        &["split", "--dry-run", "game.ugf"],
        &["set", "KM=7.5", "game.ugf"],
        &["transform", "--rot", "180", "game.ugf"],
        &["fix", "--all-safe", "--dry-run", "encrypted.ugf"],
    ] {
        let ran = kifu.run(args);
        out += &format!("{args:?}: {}\n{}{}\n", ran.code, ran.text(), ran.stderr);
    }
    insta::assert_snapshot!(out);
}

#[test]
fn the_charset_is_converted_together_with_its_name() {
    let kifu = examples();
    let ran = kifu.run(&["charset", "--to", "utf-8", "japanese.ugf", "-o", "utf8.ugf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = std::fs::read_to_string(kifu.path("utf8.ugf")).unwrap();
    assert!(text.contains("小林光一") && text.contains("Lang=UTF8"));
    let ran = kifu.run(&["fmt", "japanese.ugf"]);
    assert_eq!(String::from_utf8_lossy(&ran.stdout), text);
    let ran = kifu.run(&["fmt", "game.ugf"]);
    assert_eq!(ran.stdout, GAME);
    let back = &["charset", "--to", "shift_jis", "utf8.ugf", "-o", "back.ugf"];
    assert_eq!(kifu.run(back).code, 0);
    assert_eq!(std::fs::read(kifu.path("back.ugf")).unwrap(), JAPANESE);
}
