//! Verbs on NGF files.

use crate::kifu::Kifu;

const EVEN: &[u8] = include_bytes!("../../../kifu-ngf/test_data/ok/0001_even_game.ngf");
const HANDICAP: &[u8] =
    include_bytes!("../../../kifu-ngf/test_data/ok/0002_third_handicap_stone.ngf");
const KOREAN: &[u8] = include_bytes!("../../../kifu-ngf/test_data/ok/0004_cp949.ngf");
const PASSES: &[u8] = include_bytes!("../../../kifu-ngf/test_data/ok/0005_passes.ngf");
const CHINESE: &[u8] = include_bytes!("../../../kifu-ngf/test_data/err/0021_gi_lines.ngf");

fn examples() -> Kifu {
    Kifu::with([
        ("even.ngf", EVEN),
        ("handicap.ngf", HANDICAP),
        ("korean.ngf", KOREAN),
        ("passes.ngf", PASSES),
        ("chinese.ngf", CHINESE),
    ])
}

#[test]
fn verbs_read_ngf() {
    let kifu = examples();
    let mut out = String::new();
    for args in [
        &["info", "korean.ngf", "passes.ngf"][..],
        &["check", "--color", "never", "chinese.ngf"],
        &["show", "--move", "2", "handicap.ngf"],
        &["moves", "passes.ngf"],
        &["convert", "-t", "sgf", "--no-private-data", "handicap.ngf"],
        &["convert", "-t", "sgf", "chinese.ngf"],
        &["convert", "-t", "gib", "--loss", "allow", "even.ngf"],
        &["charset", "korean.ngf", "chinese.ngf"],
        &["find", "-e", "format == ngf and black ~ 이바다", "."],
        &["split", "--dry-run", "even.ngf"],
        &["set", "KM=7.5", "even.ngf"],
        &["transform", "--rot", "180", "even.ngf"],
        &["fix", "--all-safe", "--dry-run", "chinese.ngf"],
    ] {
        let ran = kifu.run(args);
        out += &format!("{args:?}: {}\n{}{}\n", ran.code, ran.text(), ran.stderr);
    }
    insta::assert_snapshot!(out);
}

#[test]
fn the_charset_is_converted_without_other_changes() {
    let kifu = examples();
    let ran = kifu.run(&["charset", "--to", "utf-8", "korean.ngf", "-o", "utf8.ngf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = std::fs::read_to_string(kifu.path("utf8.ngf")).unwrap();
    assert!(text.contains("김하늘"));
    let ran = kifu.run(&["fmt", "korean.ngf"]);
    assert_eq!(String::from_utf8_lossy(&ran.stdout), text);
}
