//! Verbs on GIB files.

use crate::kifu::Kifu;

const LONG: &[u8] = include_bytes!("../../../kifu-gib/test_data/ok/0001_long_header.gib");
const KOREAN: &[u8] = include_bytes!("../../../kifu-gib/test_data/ok/0004_korean.gib");
const SHORT: &[u8] =
    include_bytes!("../../../kifu-gib/test_data/ok/0002_passes_and_short_header.gib");
const REVIEW: &[u8] = include_bytes!("../../../kifu-gib/test_data/ok/0006_review.gib");
const MANGLED: &[u8] = include_bytes!("../../../kifu-gib/test_data/err/0022_mangled_names.gib");

fn examples() -> Kifu {
    Kifu::with([
        ("long.gib", LONG),
        ("korean.gib", KOREAN),
        ("short.gib", SHORT),
        ("review.gib", REVIEW),
        ("mangled.gib", MANGLED),
    ])
}

#[test]
fn verbs_read_gib() {
    let kifu = examples();
    let mut out = String::new();
    for args in [
        &["info", "korean.gib", "short.gib"][..],
        &["check", "--color", "never", "mangled.gib"],
        &["show", "--move", "8", "short.gib"],
        &["tree", "review.gib"],
        &["moves", "short.gib"],
        &["convert", "-t", "sgf", "--no-private-data", "review.gib"],
        &["charset", "korean.gib", "mangled.gib"],
        &["find", "-e", "format == gib and black ~ dustkd", "."],
    ] {
        let ran = kifu.run(args);
        out += &format!("{args:?}: {}\n{}{}\n", ran.code, ran.text(), ran.stderr);
    }
    insta::assert_snapshot!(out);
}

#[test]
fn gib_survives_conversion_to_every_format() {
    let kifu = examples();
    for (name, source) in [("short.gib", SHORT), ("review.gib", REVIEW)] {
        for format in ["sgf", "jgf1", "jgf2", "gib"] {
            let there = kifu.run(&["convert", name, "-t", format]);
            assert_eq!((there.code, &*there.stderr), (0, "1 of 1 file converted\n"));
            let back = kifu.feed(&["convert", "-t", "gib"], &there.stdout);
            assert_eq!((back.code, &*back.stderr), (0, "1 of 1 file converted\n"));
            assert!(back.stdout == source, "{name} via {format}");
        }
    }
}

#[test]
fn edits_keep_the_format_and_the_charset() {
    let kifu = examples();
    let text = |bytes: &[u8]| bytes.escape_ascii().to_string();
    let ran = kifu.run(&["set", "KM=7.5", "korean.gib"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let expected = text(KOREAN)
        .replace("GONGJE:65", "GONGJE:75")
        .replace("GAMEGONGJE=65", "GAMEGONGJE=75")
        .replace(",G65,", ",G75,");
    let condition = |text: &str| {
        let lines = text.split("\\n");
        let lines = lines.filter(|line| !line.contains("GAMECONDITION"));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(condition(&text(&ran.stdout)), condition(&expected));
    // Two rotations by 180 degrees restore the original.
    let ran = kifu.run(&["transform", "--rot", "180", "long.gib"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let again = kifu.feed(&["transform", "--rot", "180"], &ran.stdout);
    assert_ne!(text(&ran.stdout), text(LONG));
    assert_eq!(text(&again.stdout), text(LONG));
}

#[test]
fn mangled_names_are_restored_on_request() {
    let kifu = examples();
    let ran = kifu.run(&["fix", "--all-safe", "mangled.gib"]);
    assert!(ran.stdout == MANGLED);
    let ran = kifu.run(&[
        "fix",
        "--unsafe",
        "gib/mangled-name,gib/damaged-text",
        "mangled.gib",
    ]);
    let text = String::from_utf8(ran.stdout).unwrap();
    for name in ["WID:Menskit", "BNICK:윤미89", "GAMENAME=升降级对局"] {
        assert!(text.contains(name), "{name}: {text}");
    }
    let ran = kifu.run(&["charset", "--to", "utf-8", "korean.gib", "-o", "utf8.gib"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = std::fs::read_to_string(kifu.path("utf8.gib")).unwrap();
    assert!(text.contains("타이젬 바둑"));
}

#[test]
fn a_gib_file_has_one_game() {
    let kifu = Kifu::with([("two.sgf", "(;SZ[9];B[cc])(;SZ[9];B[dd])")]);
    let ran = kifu.run(&["convert", "-t", "gib", "two.sgf"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert!(ran.stderr.contains("a GIB file has one game"));
    let ran = kifu.run(&["convert", "-t", "gib", "--split", "two.sgf", "-o", "out/"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(kifu.files("out").len(), 2);
}
