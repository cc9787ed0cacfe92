//! Verbs on JGF files.

use crate::kifu::Kifu;

/// Files with the structure, values and flaws of the examples in both specifications.
const EXAMPLES: [(&str, &str, &[u8]); 2] = [
    ("1.jgf", "jgf1", include_bytes!("examples/version_1.jgf")),
    ("2.jgf", "jgf2", include_bytes!("examples/version_2.jgf")),
];

fn examples() -> Kifu {
    Kifu::with(EXAMPLES.map(|(name, _, source)| (name, source)))
}

#[test]
fn findings_in_the_examples() {
    let kifu = examples();
    let ran = kifu.run(&["check", "--all", "--color", "never", "1.jgf", "2.jgf"]);
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.text());
}

#[test]
fn the_examples_survive_conversion_to_every_format() {
    let kifu = examples();
    for (name, own, _) in EXAMPLES {
        let unchanged = kifu.run(&["convert", name, "-t", own, "--compact"]);
        for format in ["sgf", "jgf1", "jgf2"] {
            let there = kifu.run(&["convert", name, "-t", format]);
            assert_eq!((there.code, &*there.stderr), (0, "1 of 1 file converted\n"));
            let back = kifu.feed(&["convert", "-t", own, "--compact"], &there.stdout);
            assert_eq!((back.code, &*back.stderr), (0, "1 of 1 file converted\n"));
            assert_eq!(back.json(), unchanged.json(), "{name} via {format}");
        }
        for verb in ["info", "show", "tree", "cat"] {
            let ran = kifu.run(&[verb, name]);
            assert_eq!(ran.code, 0, "{verb}: {}", ran.stderr);
        }
    }
}

#[test]
fn losses_of_the_examples_without_private_data() {
    let kifu = examples();
    let mut losses = String::new();
    for (name, ..) in EXAMPLES {
        for format in ["sgf", "jgf1", "jgf2"] {
            let ran = kifu.run(&["convert", name, "-t", format, "--no-private-data", "-n"]);
            assert_eq!(ran.code, 0);
            losses += &format!("{name} as {format}\n{}\n", ran.stderr);
        }
    }
    insta::assert_snapshot!(losses);
}

#[test]
fn fmt_writes_strict_json_in_the_order_of_the_specification() {
    let kifu = examples();
    for (name, ..) in EXAMPLES {
        let once = kifu.run(&["fmt", name]);
        assert_eq!(once.code, 0, "{}", once.stderr);
        assert!(
            once.stderr
                .contains(": comments, which JSON does not have, are left out\n")
        );
        let twice = kifu.feed(&["fmt"], &once.stdout);
        assert_eq!(
            (twice.text(), &*twice.stderr),
            (once.text(), "0 of 1 file formatted\n")
        );
        let as_sgf =
            |source: &[u8]| kifu.feed(&["convert", "-t", "sgf", "--no-private-data"], source);
        assert_eq!(
            as_sgf(&once.stdout).text(),
            kifu.run(&["convert", name, "-t", "sgf", "--no-private-data"])
                .text()
        );
    }
    let jgf =
        br#"{"tree": [{"mood": 1, "move": {"B": "aa"}, "name": "n"}], "game": {"komi": "6.50"}}"#;
    let ran = kifu.feed(&["fmt", "--compact"], jgf);
    assert_eq!(
        ran.text(),
        "{\"game\":{\"komi\":6.50},\"tree\":[{\"name\":\"n\",\"move\":{\"B\":\"aa\"},\"mood\":1}]}\n"
    );
    // Guessed values are not written.
    let ran = kifu.feed(
        &["fmt"],
        br#"{"game": {"komi": 6.5, "komi": 7}, "tree": []}"#,
    );
    assert_eq!((ran.code, ran.text()), (4, ""));
}

#[test]
fn fix_leaves_jgf_unchanged() {
    let kifu = Kifu::with([
        ("a.jgf", "{\"tree\": [{}], // so\n}"),
        ("b.sgf", "(;KM[6,5];B[aa])"),
    ]);
    let ran = kifu.run(&["fix", "--all-safe", "-o", "out", "a.jgf", "b.sgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let end =
        "1 JGF file not repaired: `kifu fix` cannot repair JGF; use `kifu fmt` to rewrite it\n";
    assert!(ran.stderr.ends_with(end), "{}", ran.stderr);
    let kept = std::fs::read(kifu.path("out/a.jgf")).unwrap();
    assert_eq!(kept, std::fs::read(kifu.path("a.jgf")).unwrap());
}

#[test]
fn jgf_is_converted_to_utf_8_only() {
    let jgf = "{\"game\": {\"name\": \"囲碁\"}, \"tree\": []}";
    let utf16: Vec<u8> = std::iter::once(0xFEFF)
        .chain(jgf.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let latin1 = b"{\"game\": {\"name\": \"caf\xE9\"}, \"tree\": []}";
    let kifu = Kifu::with([
        ("a.jgf", jgf.as_bytes()),
        ("b.jgf", &utf16),
        ("c.jgf", latin1),
    ]);
    let ran = kifu.run(&["charset", "a.jgf", "b.jgf"]);
    let lines: Vec<&str> = ran.text().lines().collect();
    assert!(
        lines[0].ends_with("UTF-8 as required for JSON"),
        "{lines:?}"
    );
    assert!(lines[1].contains("UTF-16"), "{lines:?}");
    let to = |args: &[&str]| kifu.run(&[&["charset", "--to", "utf-8"], args].concat());
    assert_eq!(to(&["a.jgf"]).text(), jgf);
    assert_eq!(to(&["b.jgf"]).text(), jgf);
    assert_eq!((to(&["c.jgf"]).code, to(&["c.jgf"]).text()), (4, ""));
    assert!(to(&["--from", "latin1", "c.jgf"]).text().contains("café"));
    let ran = kifu.run(&["charset", "--to", "gbk", "a.jgf"]);
    assert_eq!((ran.code, ran.text()), (4, ""));
    assert!(
        ran.stderr
            .contains("JSON must be UTF-8; it cannot be converted to GBK"),
        "{}",
        ran.stderr
    );
}

#[test]
fn an_array_of_one_record_stays_an_array() {
    let array = "[{\"game\":{\"komi\":6.5},\"tree\":[]}]\n";
    let kifu = Kifu::new();
    for format in ["sgf", "jgf1", "jgf2"] {
        let there = kifu.feed(&["convert", "-t", format], array.as_bytes());
        let back = kifu.feed(&["convert", "-t", "jgf1", "--compact"], &there.stdout);
        assert_eq!(back.text(), array, "{format}");
    }
    let tree = "[{\"root\":true},{\"move\":{\"B\":\"dd\"}}]\n";
    let there = kifu.feed(&["convert", "-t", "sgf"], tree.as_bytes());
    let back = kifu.feed(&["convert", "-t", "jgf1", "--compact"], &there.stdout);
    assert_eq!(back.text(), tree);
}

#[test]
fn findings_in_the_head_point_to_its_members() {
    let jgf = "{\"record\":{\"version\":2,\"format\":\"JGF\"},\n\"rules\":{\"handicap\":3},\n\
               \"players\":{\"white\":{}},\"game\":{\"result\":\"B+x\"},\n\"tree\":[{}]}";
    let kifu = Kifu::with([("a.jgf", jgf)]);
    let found = kifu
        .run(&["check", "--all", "--format", "jsonl", "a.jgf"])
        .lines();
    let seen: Vec<_> = found[0]["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["line"].as_u64().unwrap(), one["pointer"].as_str()))
        .collect();
    assert_eq!(
        seen,
        [
            (2, Some("/rules/handicap")),
            (3, Some("/players")),
            (3, Some("/game/result"))
        ]
    );
}

/// A name that is cut in the middle of a character.
const DAMAGED: &[u8] = b"{\"record\":{\"version\":1,\"charset\":\"UTF-8\"},\"game\":{\"players\":\
    [{\"color\":\"black\",\"name\":\"a\xE5\x90\"}]},\"tree\":[{\"move\":{\"B\":\"aa\"}}]}";

#[test]
fn verbs_refuse_to_lose_undecodable_text() {
    let kifu = Kifu::with([("bad.jgf", DAMAGED), ("ok.sgf", b"(;B[aa];W[bb])")]);
    for args in [
        &["fmt", "bad.jgf"][..],
        &["convert", "-t", "sgf", "bad.jgf"],
        &["extract", "bad.jgf"],
        &["extract", "bad.jgf", "-o", "new.jgf"],
        &["split", "-o", "pieces", "bad.jgf"],
        &["merge", "ok.sgf", "bad.jgf"],
        &["merge", "bad.jgf", "ok.sgf"],
        &["cat", "bad.jgf"],
        &[
            "find",
            "--select",
            "moves>0",
            "--save",
            "found.sgf",
            "bad.jgf",
        ],
    ] {
        let ran = kifu.run(args);
        assert_eq!(ran.code, 4, "{args:?}: {}", ran.stderr);
        assert!(
            ran.stderr.contains("decode") || ran.stderr.contains("not valid UTF-8"),
            "{args:?}: {}",
            ran.stderr
        );
    }
    let ran = kifu.run(&["cat", "bad.jgf", "ok.sgf"]);
    assert_eq!((ran.code, ran.text()), (3, "(;B[aa];W[bb])"));
    assert_eq!(kifu.run(&["cat", "--raw", "bad.jgf"]).stdout, DAMAGED);
    let replace = ["--undecodable", "replace", "bad.jgf"];
    let ran = kifu.run(&[&["charset", "--to", "utf-8"][..], &replace].concat());
    assert_eq!(ran.code, 0);
    assert!(
        ran.stderr
            .contains("bad.jgf:1:88: these bytes are not valid UTF-8")
    );
    let ran = kifu.run(&[&["merge", "ok.sgf"][..], &replace].concat());
    assert!(ran.stderr.contains("bad.jgf:1:88: "), "{}", ran.stderr);
}

#[test]
fn boards_that_are_too_large_are_not_drawn() {
    let game = |size| {
        format!(
            "{{\"record\":{{\"format\":\"JGF\",\"version\":2}},\"board\":{{\"size\":{size}}},\"tree\":[{{}}]}}"
        )
    };
    let two = format!("[{},{}]", game(60), game(9));
    let kifu = Kifu::with([("large.jgf", game(60)), ("two.jgf", two)]);
    for args in [
        &["show", "large.jgf"][..],
        &["render", "large.jgf"],
        &["score", "large.jgf"],
        &["convert", "-t", "fen", "large.jgf"],
        &["show", "--game", "1", "two.jgf"],
    ] {
        let ran = kifu.run(args);
        assert_eq!(ran.code, 4, "{args:?}");
        let why =
            "game 1 has a board that cannot be shown: invalid board size; expected 1 to 52 columns";
        assert!(ran.stderr.contains(why), "{args:?}: {}", ran.stderr);
    }
    assert_eq!(kifu.run(&["show", "two.jgf"]).code, 3);
    assert_eq!(kifu.run(&["show", "--game", "2", "two.jgf"]).code, 0);
}
