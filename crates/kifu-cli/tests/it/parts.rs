//! `kifu split`, `kifu extract` and `kifu strip`.

use std::fs;

use serde_json::json;

use crate::kifu::Kifu;

const TWO: &str = "Title games\r\n(;PB[Sato]PW[Lee/Kim]DT[1998-03-02];B[pd] ;W[dd])\r\n\r\n\
    Next:\n(;PB[sato]PW[Lee:Kim]DT[1998-03-02]\n;B[dd])\nThe end.";
const TREE: &str = "(;SZ[9]PB[Sato]C[A game.]\n;B[ee]CR[ee]TR[ee][cc]\n;W[ce]C[Ad: x]BL[1]\n\
    (;B[gc]LB[aa:1]\n;W[cg])\n(;B[gg]C[y]\n(;W[gc])\n()\n(;W[gd]\n;B[aa])))\n";
const JGF: &str = r#"{"game":{"komi":6.50,"mood":"good"},"board":{"width":9,"height":9},"tree":[{"root":true},{"move":{"B":"cc"},"comments":["!"],"pressure":0.70},[[{"move":{"W":"dd"}}],[{"move":{"W":"ee"}}]]]}"#;

#[test]
fn games_are_split_byte_for_byte() {
    let kifu = Kifu::with([
        ("in/two.sgf", TWO),
        ("in/deep/one.sgf", "(;B[aa])\n"),
        ("in/no.txt", "no game"),
    ]);
    let ran = kifu.run(&["split", "in", "-o", "out"]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.stderr.ends_with("3 games of 2 files written\n"),
        "{}",
        ran.stderr
    );
    let parts = kifu.files("out");
    let names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["out/deep/one.sgf", "out/two-1.sgf", "out/two-2.sgf"]
    );
    let first = "(;PB[Sato]PW[Lee/Kim]DT[1998-03-02];B[pd] ;W[dd])";
    assert_eq!(parts[1].1, first);
    assert!(TWO.contains(&parts[2].1) && parts[2].1.starts_with("(;PB[sato]"));
    // Existing files are only replaced with --force.
    assert_eq!(kifu.run(&["split", "in/two.sgf", "-o", "out"]).code, 4);
    assert_eq!(
        kifu.run(&["split", "in/two.sgf", "-o", "out", "-f"]).code,
        0
    );
    assert_eq!(kifu.run(&["split", "in/two.sgf"]).code, 2);
}

#[test]
fn the_help_names_all_fields_of_a_template() {
    let kifu = Kifu::new();
    for verb in ["split", "extract"] {
        let ran = kifu.run(&["help", verb]);
        let text = ran.text().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            text.contains("{n} for the number of the game"),
            "{}",
            ran.text()
        );
    }
}

#[test]
fn raw_parts_concatenate_to_the_original() {
    let utf16: Vec<u8> = [0xFEFF]
        .into_iter()
        .chain(TWO.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let odd = b"junk ( (;A[\xe9]) ) ((;B[aa])(;B[bb]))) tail\n\n(;GM[1]B[aa]\n(;FF[4]PB[x]C[open\\";
    let with_bom = "\u{feff}(;PB[\u{e9}]) (;PB[\u{e8}])";
    for source in [
        TWO.as_bytes(),
        &utf16,
        odd,
        with_bom.as_bytes(),
        JGF.as_bytes(),
    ] {
        let kifu = Kifu::with([("all", source)]);
        let ran = kifu.run(&["split", "--raw", "all", "-o", "out"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let back = kifu.run(&["cat", "--raw", "out"]);
        assert_eq!(
            back.stdout.escape_ascii().to_string(),
            source.escape_ascii().to_string()
        );
        // Without --raw, each part is a complete file.
        let ran = kifu.run(&["split", "all", "-o", "games"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let games =
            |path: &str| kifu.run(&["info", "--summary", "--json", path]).json()["games"].clone();
        assert_eq!(games("games"), games("all"));
    }
    let kifu = Kifu::with([("all.jgf", format!("[{JGF}, {JGF}]"))]);
    assert_eq!(
        kifu.run(&["split", "--raw", "all.jgf", "-o", "out"]).code,
        4
    );
    assert_eq!(kifu.run(&["split", "all.jgf", "-o", "out"]).code, 0);
    let parts = kifu.files("out");
    assert_eq!(parts[1], ("out/all-2.jgf".to_owned(), JGF.to_owned()));
}

#[test]
fn names_from_templates_stay_in_the_folder() {
    let evil = "(;PB[../../x]PW[CON])(;PB[a\0b]PW[\u{202e}])(;PW[NUL])";
    let kifu = Kifu::with([("two.sgf", TWO), ("evil.sgf", evil)]);
    let template = "{DT:%Y}/{PB}-{PW}.{ext}";
    let ran = kifu.run(&[
        "split", "two.sgf", "evil.sgf", "-o", "out", "--name", template, "-n",
    ]);
    let listed: Vec<String> = ran
        .text()
        .lines()
        .map(|line| line.replace('\\', "/"))
        .collect();
    assert_eq!(
        listed,
        [
            "out/1998/Sato-Lee_Kim.sgf",
            "out/1998/sato-Lee_Kim-2.sgf",
            "out/unknown/_._.._x-CON.sgf",
            "out/unknown/a_b-_.sgf",
            "out/unknown/unknown-NUL.sgf",
        ]
    );
    assert!(!kifu.path("out").exists());
    let ran = kifu.run(&[
        "split",
        "two.sgf",
        "evil.sgf",
        "-o",
        "out",
        "--name",
        "_/{PW}/{n}",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let names: Vec<String> = kifu.files("").into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        [
            "evil.sgf",
            "out/_/Lee_Kim/1",
            "out/_/Lee_Kim/2",
            "out/_/_/2",
            "out/_/_CON/1",
            "out/_/_NUL/3",
            "two.sgf"
        ]
    );
    let ran = kifu.run(&["split", "two.sgf", "-o", "out", "--name", "{PB"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("`{` without `}`"), "{}", ran.stderr);
}

#[test]
fn extracted_lines_and_moves_keep_their_bytes() {
    let kifu = Kifu::with([("two.sgf", TWO), ("tree.sgf", TREE)]);
    let text = |args: &[&str]| {
        let ran = kifu.run(&[&["extract"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.text().to_owned()
    };
    assert_eq!(
        text(&["two.sgf", "--game", "2"]),
        "(;PB[sato]PW[Lee:Kim]DT[1998-03-02]\n;B[dd])\n"
    );
    assert_eq!(text(&["tree.sgf"]), TREE);
    let trunk = "(;SZ[9]PB[Sato]C[A game.]\n;B[ee]CR[ee]TR[ee][cc]\n;W[ce]C[Ad: x]BL[1]";
    let third = format!("{trunk}\n;B[gg]C[y]\n;W[gd]\n;B[aa])\n");
    assert_eq!(
        text(&["tree.sgf", "--var", "1"]),
        format!("{trunk}\n;B[gc]LB[aa:1]\n;W[cg])\n")
    );
    assert_eq!(text(&["tree.sgf", "--var", "3"]), third);
    assert_eq!(text(&["tree.sgf", "--path", "1.1"]), third);
    assert_eq!(
        text(&["tree.sgf", "--path", "1"]),
        format!("{trunk}\n;B[gg]C[y])\n")
    );
    assert_eq!(text(&["tree.sgf", "--moves", "1-2"]), format!("{trunk})\n"));
    assert_eq!(
        text(&["tree.sgf", "--path", "1.1", "--moves", "3-4"]),
        "(;SZ[9]PB[Sato]C[A game.]AB[ee]AW[ce]PL[B]\n;B[gg]C[y]MN[3]\n;W[gd])\n"
    );
    let all = text(&["tree.sgf", "--each-variation"]);
    assert!(
        all.ends_with(&third) && all.matches("(;SZ").count() == 3,
        "{all}"
    );
    assert_eq!(text(&["tree.sgf", "--each-variation", "-o", "out/"]), "");
    let parts = kifu.files("out");
    assert_eq!(parts[2], ("out/tree-3.sgf".to_owned(), third));
    assert_eq!(text(&["tree.sgf", "--each-variation", "-o", "vars"]), "");
    assert_eq!(kifu.files("vars").len(), 3);
    assert_eq!(text(&["tree.sgf", "--each-variation", "-o", "all.sgf"]), "");
    assert!(kifu.path("all.sgf").is_file());
    let code = |args: &[&str]| kifu.run(&[&["extract", "tree.sgf"], args].concat()).code;
    assert_eq!(code(&["--game", "2"]), 4);
    assert_eq!(code(&["--var", "4"]), 4);
    assert_eq!(code(&["--path", "7"]), 4);
    assert_eq!(code(&["--moves", "5-"]), 2);
}

#[test]
fn extracted_lines_of_jgf_keep_all_members() {
    let kifu = Kifu::with([("a.jgf", JGF)]);
    let ran = kifu.run(&["extract", "a.jgf", "--var", "2"]);
    assert_eq!(
        ran.text(),
        r#"{"game":{"komi":6.50,"mood":"good"},"board":{"width":9,"height":9},"tree":[{"root":true},{"move":{"B":"cc"},"comments":["!"],"pressure":0.70},{"move":{"W":"ee"}}]}
"#
    );
    let ran = kifu.run(&["strip", "a.jgf", "--comments", "--variations"]);
    assert_eq!(
        ran.text(),
        r#"{"game":{"komi":6.50,"mood":"good"},"board":{"width":9,"height":9},"tree":[{"root":true},{"move":{"B":"cc"},"pressure":0.70},{"move":{"W":"dd"}}]}"#
    );
    assert_eq!(kifu.run(&["strip", "a.jgf", "--markup"]).text(), JGF);
}

#[test]
fn strip_removes_only_what_the_options_name() {
    let kifu = Kifu::with([("tree.sgf", TREE)]);
    let text = |args: &[&str]| {
        let ran = kifu.run(&[&["strip", "tree.sgf"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.text().to_owned()
    };
    let without = |gone: &[&str]| {
        gone.iter()
            .fold(TREE.to_owned(), |text, gone| text.replace(gone, ""))
    };
    assert_eq!(text(&["--props", "bl,WL"]), without(&["BL[1]"]));
    assert_eq!(
        text(&["--comments"]),
        without(&["C[A game.]", "C[Ad: x]", "C[y]"])
    );
    assert_eq!(
        text(&["--comments", "--keep-head"]),
        without(&["C[Ad: x]", "C[y]"])
    );
    assert_eq!(
        text(&["--comments", "--keep-middle"]),
        without(&["C[A game.]"])
    );
    assert_eq!(
        text(&["--comments", "--if", "C~AD:"]),
        without(&["C[Ad: x]"])
    );
    assert_eq!(text(&["--comments", "--if", "C=Y"]), without(&["C[y]"]));
    assert_eq!(text(&["--comments", "--if", "BL"]), without(&["C[Ad: x]"]));
    assert_eq!(
        text(&["--props", "W", "--keep-tail"]),
        without(&["W[ce]", "W[gc]", "W[gd]"])
    );
    assert_eq!(
        text(&["--markup"]),
        without(&["CR[ee]", "TR[ee][cc]", "LB[aa:1]"])
    );
    let marks = TREE.replace("CR[ee]TR[ee][cc]", "TR[cc]");
    assert_eq!(text(&["--last-move-marks"]), marks);
    let main = "(;SZ[9]PB[Sato]C[A game.]\n;B[ee]CR[ee]TR[ee][cc]\n;W[ce]C[Ad: x]BL[1]\n(;B[gc]LB[aa:1]\n;W[cg]))\n";
    assert_eq!(text(&["--mainline"]), main);
    assert_eq!(kifu.run(&["strip", "tree.sgf"]).code, 2);
    let ran = kifu.run(&["strip", "tree.sgf", "--variations", "--props", "BL", "-n"]);
    assert_eq!(ran.stderr, "1 of 1 file to strip: 1 property, 4 nodes\n");
    let ran = kifu.run(&["strip", "tree.sgf", "--props", "BL", "-n", "--diff"]);
    assert!(
        ran.text()
            .contains("\n-;W[ce]C[Ad: x]BL[1]\n+;W[ce]C[Ad: x]\n"),
        "{}",
        ran.text()
    );
    assert_eq!(
        kifu.run(&["strip", "tree.sgf", "--props", "BL", "-i"]).code,
        0
    );
    assert_eq!(
        fs::read_to_string(kifu.path("tree.sgf.orig")).unwrap(),
        TREE
    );
}

#[test]
fn strip_keeps_a_charset_that_texts_need() {
    let source = b"(;CA[GBK]PB[\xb9\xc5\xc1\xa6]BL[1])";
    let kifu = Kifu::with([("a.sgf", source)]);
    let ran = kifu.run(&["strip", "a.sgf", "--props", "CA,BL"]);
    assert_eq!(ran.stdout, b"(;CA[GBK]PB[\xb9\xc5\xc1\xa6])");
    assert!(
        ran.stderr.contains("game 1: CA was not removed"),
        "{}",
        ran.stderr
    );
}

#[test]
fn strip_refuses_to_change_a_guessed_charset() {
    // The comment shows that this is Korean; the name alone looks like Chinese.
    let source = b"(;PB[\xc6R]C[\xb1\xe2\xba\xb8\xc0\xd4\xb4\xcf\xb4\xd9. \xb9\xe9\xc0\xcc \xb5\xb9\xc0\xbb \xb5\xce\xbe\xfa\xbd\xc0\xb4\xcf\xb4\xd9.])";
    let kifu = Kifu::with([("a.sgf", source)]);
    let before = kifu.run(&["charset", "--jsonl", "a.sgf"]).lines()[0].clone();
    assert_eq!(before["source"], "guess", "{before}");
    let ran = kifu.run(&["strip", "--comments", "a.sgf"]);
    let alone = Kifu::with([("a.sgf", &b"(;PB[\xc6R])"[..])]);
    let now = alone.run(&["charset", "--jsonl", "a.sgf"]).lines()[0].clone();
    assert_ne!(now["charset"], before["charset"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("the charset is only guessed"),
        "{}",
        ran.stderr
    );
}

#[test]
fn unknown_obsolete_and_empty_are_stripped() {
    let source = "(;SZ[9]KO[]XX[a];B[ee] CH[1]QZ[b]\n;(;;W[cc]C[!])(;W[gg]);)";
    let kifu = Kifu::with([
        ("a.sgf", source),
        ("c.sgf", "(;SZ[9];B[ee]C[only](;C[x];C[y])(;W[gg];C[z]))"),
        ("old.sgf", "(;FF[3]SI[abc];B[aa]LT[]KO[])"),
        ("j.jgf", JGF),
    ]);
    let strip = |args: &[&str]| {
        let ran = kifu.run(&[&["strip"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.text().to_owned()
    };
    assert_eq!(
        strip(&["--unknown", "a.sgf"]),
        "(;SZ[9]KO[];B[ee] CH[1]\n;(;;W[cc]C[!])(;W[gg]);)"
    );
    assert_eq!(
        strip(&["--obsolete", "a.sgf"]),
        "(;SZ[9]KO[]XX[a];B[ee]QZ[b]\n;(;;W[cc]C[!])(;W[gg]);)"
    );
    assert_eq!(
        strip(&["--unknown", "--obsolete", "--keep-head", "old.sgf"]),
        "(;FF[3]SI[abc];B[aa]KO[])"
    );
    assert_eq!(
        strip(&["--empty", "a.sgf"]),
        "(;SZ[9]KO[]XX[a];B[ee] CH[1]QZ[b](;W[cc]C[!])(;W[gg]))"
    );
    // Nodes that become empty are removed too, unless that changes the main line.
    assert_eq!(
        strip(&["--comments", "--empty", "c.sgf"]),
        "(;SZ[9];B[ee](;)(;W[gg]))"
    );
    // The private properties that JGF gets in SGF are not unknown.
    for what in ["--unknown", "--obsolete", "--empty"] {
        assert_eq!(strip(&[what, "j.jgf"]), JGF, "{what}");
    }
    let ran = kifu.run(&["strip", "--empty", "--comments", "j.jgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

#[test]
fn split_every_n_games() {
    let source =
        "Title\n(;PB[a];B[aa])\njunk((;PB[b])(;PB[c]))\n(;PB[d]C[never]\n(;B[bb]\n\n(;GM[1]PB[e])";
    let kifu = Kifu::with([
        ("all.sgf", source.to_owned()),
        ("j.jgf", format!("[{JGF}, {JGF}, {JGF}]")),
    ]);
    let ran = kifu.run(&["split", "--every", "2", "all.sgf", "-o", "out"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.stderr, "5 games of 1 file written, into 2 files\n");
    let expected = [
        ("out/all-1.sgf", "(;PB[a];B[aa])\n((;PB[b])(;PB[c]))\n"),
        (
            "out/all-2.sgf",
            "(;PB[d]C[never]\n(;B[bb]))\n(;GM[1]PB[e])\n",
        ),
    ];
    assert_eq!(
        kifu.files("out"),
        expected.map(|(name, text)| (name.to_owned(), text.to_owned()))
    );
    // A single part keeps the name, and with -e only selected games count.
    let args = [
        "split",
        "all.sgf",
        "-o",
        "few",
        "--every=9",
        "-e",
        "PB == a or PB == e",
    ];
    let ran = kifu.run(&[&args[..], &["--json"]].concat());
    assert_eq!(kifu.files("few")[0].1, "(;PB[a];B[aa])\n(;GM[1]PB[e])\n");
    assert_eq!(
        ran.json(),
        json!([{ "kifu_schema": 1, "file": "all.sgf",
            "parts": [{ "to": "few/all.sgf", "games": [1, 5], "fate": "written" }] }])
    );
    // With --raw, text between games is kept.
    let ran = kifu.run(&["split", "--raw", "--every=3", "all.sgf", "-o", "raw"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(kifu.files("raw").len(), 2);
    assert_eq!(kifu.run(&["cat", "--raw", "raw"]).text(), source);

    let ran = kifu.run(&["split", "--every=2", "j.jgf", "-o", "jgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let games = |path: &str| {
        let info = kifu.run(&["info", "--jsonl", path]);
        info.json()["games"].as_array().unwrap().len()
    };
    assert_eq!((games("jgf/j-1.jgf"), games("jgf/j-2.jgf")), (2, 1));
    assert_eq!(
        kifu.run(&["split", "--every=0", "j.jgf", "-o", "jgf"]).code,
        2
    );
}

#[test]
fn split_every_n_games_keeps_charsets() {
    let text = "(;PB[古力])\n(;PB[b])\n(;PB[柯洁])";
    let utf16: Vec<u8> = [0xFEFF]
        .into_iter()
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let gbk = b"(;CA[GBK]PB[\xB9\xC5\xC1\xA6])(;PB[b])(;CA[GBK]PB[\xBF\xC2\xBD\xE0])";
    let bom = ["\u{feff}".as_bytes(), text.as_bytes()].concat();
    for source in [utf16.as_slice(), gbk, &bom] {
        let kifu = Kifu::with([("all.sgf", source)]);
        let ran = kifu.run(&["split", "--every=2", "all.sgf", "-o", "out"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let names = |path: &str| {
            let info = kifu.run(&["info", "--jsonl", path]).json();
            let games = info["games"].as_array().unwrap().clone();
            let names: Vec<_> = games.iter().map(|game| game["black"].clone()).collect();
            (info["charset"]["name"].clone(), names)
        };
        let (charset, all) = names("all.sgf");
        assert_eq!(names("out/all-1.sgf"), (charset.clone(), all[..2].to_vec()));
        assert_eq!(names("out/all-2.sgf").1, &all[2..]);
    }
}

#[test]
fn json_reports_written_files() {
    let kifu = Kifu::with([
        ("in/two.sgf", TWO),
        ("in/one.sgf", "(;B[aa])"),
        ("taken/two-2.sgf", "mine"),
    ]);
    let run = |code: i32, args: &[&str]| {
        let ran = kifu.run(args);
        assert_eq!(ran.code, code, "{args:?}: {}", ran.stderr);
        ran
    };
    let report = |file: &str, parts: serde_json::Value| json!({ "kifu_schema": 1, "file": file, "parts": parts });
    let ran = run(0, &["split", "in", "-o", "x", "-n", "--jsonl"]);
    let planned = |to: &str, game: usize| json!({ "to": to, "games": [game], "fate": "planned" });
    assert_eq!(
        ran.lines(),
        [
            report("in/one.sgf", json!([planned("x/one.sgf", 1)])),
            report(
                "in/two.sgf",
                json!([planned("x/two-1.sgf", 1), planned("x/two-2.sgf", 2)])
            ),
        ]
    );
    assert!(!kifu.path("x").exists());
    // Only one of the files was written.
    let ran = run(3, &["split", "in/two.sgf", "-o", "taken", "--jsonl"]);
    let fates = |ran: &crate::kifu::RunOutput| -> Vec<serde_json::Value> {
        let parts = ran.lines()[0]["parts"].as_array().unwrap().clone();
        parts.iter().map(|part| part["fate"].clone()).collect()
    };
    assert_eq!(fates(&ran), ["written", "failed"]);
    assert_eq!(kifu.files("taken")[1].1, "mine");

    let ran = run(
        0,
        &["extract", "in/two.sgf", "--game=2", "-o", "e.sgf", "--json"],
    );
    assert_eq!(
        ran.json(),
        json!([report(
            "in/two.sgf",
            json!([{ "to": "e.sgf", "games": [2], "fate": "written" }])
        )])
    );
    let ran = run(
        3,
        &["extract", "in", "-e moves >= 0", "-o", "taken/", "--jsonl"],
    );
    assert_eq!(ran.lines().len(), 2);
    run(2, &["extract", "in/one.sgf", "--json"]);
    run(2, &["extract", "in/one.sgf", "--json", "-o", "-"]);

    let ran = run(0, &["strip", "--props=PB", "in", "-o", "y", "--jsonl"]);
    assert_eq!(
        ran.lines(),
        [
            json!({ "kifu_schema": 1, "file": "in/one.sgf", "to": "y/one.sgf", "fate": "written",
                "changed": false, "properties": 0, "nodes": 0 }),
            json!({ "kifu_schema": 1, "file": "in/two.sgf", "to": "y/two.sgf", "fate": "written",
                "changed": true, "properties": 2, "nodes": 0 }),
        ]
    );
    let ran = run(0, &["transform", "--rot=90", "in", "-n", "--json"]);
    assert_eq!(
        ran.json()[1],
        json!({ "kifu_schema": 1, "file": "in/two.sgf", "to": null, "fate": "planned",
            "changed": true, "left": 0 })
    );
    let ran = run(0, &["transform", "--rot=90", "in", "-i", "--json"]);
    assert_eq!(ran.json()[0]["to"], "in/one.sgf");
    run(
        4,
        &["strip", "--props=PB", "in/one.sgf", "-o", "e.sgf", "--json"],
    );
    run(2, &["strip", "--props=PB", "in/one.sgf", "--json"]);
    run(
        2,
        &["transform", "--rot=90", "in", "-n", "--diff", "--json"],
    );
}

#[test]
fn json_reports_name_the_lines() {
    let kifu = Kifu::with([("c.sgf", "(;SZ[9];B[aa](;W[bb])(;W[cc];B[dd]))")]);
    let lines = [
        "extract",
        "--each-variation",
        "-o",
        "out/",
        "c.sgf",
        "--jsonl",
    ];
    let reported = kifu.run(&lines).lines();
    let ends = reported[0]["parts"].as_array().unwrap().iter();
    let ends: Vec<_> = ends.map(|part| part["end"].as_str().unwrap()).collect();
    assert_eq!(ends, ["m2", "m2:1.2"]);
    let again = kifu.run(&["extract", "--path", ends[1], "c.sgf"]);
    assert_eq!(again.text(), "(;SZ[9];B[aa];W[cc];B[dd])\n");
}

#[test]
fn extract_accepts_expressions() {
    let source = "\u{feff}(;PB[a];B[aa](;W[bb])(;W[cc]))(;PB[b])(;PB[a]C[open";
    let kifu = Kifu::with([("c.sgf", source), ("none.sgf", "(;PB[x])"), ("j.jgf", JGF)]);
    let run = |args: &[&str]| kifu.run(&[&["extract", "-e", "PB == a"], args].concat());
    let ran = run(&["c.sgf", "none.sgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(
        ran.text(),
        "(;PB[a];B[aa](;W[bb])(;W[cc]))\n(;PB[a]C[open])\n"
    );
    let ran = run(&["c.sgf", "-o", "out/", "-n"]);
    assert_eq!(ran.text(), "out/c-1.sgf\nout/c-3.sgf\n");
    let ran = run(&["c.sgf", "-o", "out/", "-n", "--each-variation"]);
    assert_eq!(ran.text(), "out/c-1.sgf\nout/c-2.sgf\nout/c-3.sgf\n");
    // Only one of the games has a second line.
    let ran = run(&["c.sgf", "--var=2"]);
    assert_eq!(ran.text(), "(;PB[a];B[aa];W[cc])\n");
    assert_eq!(ran.code, 3);
    assert!(
        ran.stderr.contains("c.sgf: game 3: the game has no line 2"),
        "{}",
        ran.stderr
    );
    assert_eq!(run(&["none.sgf", "-o", "no.sgf"]).code, 1);
    assert!(!kifu.path("no.sgf").exists());
    assert_eq!(run(&["c.sgf", "--game=2"]).code, 2);
    let ran = kifu.run(&["extract", "-e", "komi == 6.5", "j.jgf"]);
    assert_eq!(ran.text().trim_end(), JGF);
}

#[test]
fn json_reports_failed_files() {
    let kifu = Kifu::with([("a.sgf", "(;PB[a]C[x])"), ("taken.sgf", "mine")]);
    let onto = |verb: &[&str], options: &[&str]| {
        kifu.run(&[verb, &["a.sgf", "-o", "taken.sgf"], options].concat())
    };
    for verb in [&["extract"][..], &["strip", "--comments"]] {
        let ran = onto(verb, &["--jsonl"]);
        assert_eq!(ran.code, 4, "{verb:?}: {}", ran.stderr);
        let report = &ran.lines()[0];
        let fate = report.get("fate").unwrap_or(&report["parts"][0]["fate"]);
        assert_eq!(fate, "failed", "{report}");
        assert_eq!(std::fs::read(kifu.path("taken.sgf")).unwrap(), b"mine");
    }
    let ran = onto(&["strip", "--comments"], &[]);
    assert!(
        ran.stderr.ends_with("0 of 1 file stripped\n"),
        "{}",
        ran.stderr
    );
}

#[test]
fn dry_runs_report_existing_files() {
    let kifu = Kifu::with([
        ("a.sgf", "(;PB[a])(;PB[b])"),
        ("o/a-1.sgf", ""),
        ("b.sgf", ""),
    ]);
    let split = |args: &[&str]| kifu.run(&[&["split", "a.sgf", "-o", "o", "-n"], args].concat());
    let ran = split(&[]);
    assert_eq!((ran.code, ran.text().lines().count()), (3, 1));
    assert!(
        ran.stderr.contains("a-1.sgf already exists"),
        "{}",
        ran.stderr
    );
    assert_eq!(split(&["--jsonl"]).lines()[0]["parts"][0]["fate"], "failed");
    assert_eq!(split(&["--force"]).code, 0);
    let extract = |to: &str, args: &[&str]| {
        let ran = kifu.run(&[&["extract", "a.sgf", "-n", "-o", to], args].concat());
        (ran.code, ran.text().is_empty())
    };
    let name = ["--name", "a-1.sgf"];
    assert_eq!(extract("b.sgf", &[]), (4, true));
    assert_eq!(extract("o", &name), (4, true));
    assert_eq!(extract("b.sgf", &["--force"]), (0, false));
    assert_eq!(
        extract("o", &[&name[..], &["--force"]].concat()),
        (0, false)
    );
}

/// A file can have only one byte order mark, and a JGF file only one list of games.
#[test]
fn games_that_cannot_be_in_one_file_need_a_directory() {
    let games = "(;FF[4];B[aa])(;FF[4];B[bb])";
    let utf16: Vec<u8> = games.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let kifu = Kifu::with([("u.sgf", utf16)]);
    let extract =
        |output: &[&str]| kifu.run(&[&["extract", "u.sgf", "-e", "moves > 0"], output].concat());
    for output in [&[][..], &["-o", "one.sgf"]] {
        let ran = extract(output);
        assert_eq!(ran.code, 2, "{output:?}");
        let why = "its games cannot be written to one file; use `-o DIR/`";
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
        assert!(ran.stdout.is_empty() && !kifu.path("one.sgf").exists());
    }
    let ran = extract(&["-o", "all/"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(fs::read_dir(kifu.path("all")).unwrap().count(), 2);
}

#[test]
fn strict_stops_only_after_a_failure() {
    let kifu = Kifu::with([
        ("a.sgf", "(;PB[Ann])(;PB[Bob])"),
        ("b.sgf", "(;PB[Cho])(;PB[Dan])"),
    ]);
    let split = |output: &str| {
        let args = ["split", "a.sgf", "b.sgf", "--name", "{PB}.sgf", "--strict"];
        let ran = kifu.run(&[&args[..], &["-o", output]].concat());
        let files = fs::read_dir(kifu.path(output)).unwrap().count();
        (ran.code, files)
    };
    assert_eq!(split("all"), (0, 4));
    fs::create_dir(kifu.path("some")).unwrap();
    fs::write(kifu.path("some/Ann.sgf"), "mine").unwrap();
    assert_eq!(split("some"), (4, 1));
}
