use serde_json::json;

use crate::kifu::Kifu;

const GBK: &[u8] =
    b"(;GM[1]FF[4]SZ[13]CA[GB2312]PB[\xC4\xF4\xCE\xC0\xC6\xBD]BR[9p]PW[Lee\\]]RE[B+R]DT[1999]\
    ;B[jd]KM[5.5];W[dj](;B[jj];W[])(;B[dd]()(;W[cc])(;W[ee])))";

#[test]
fn jsonl_is_one_object_for_each_file() {
    let kifu = Kifu::with([("a.sgf", GBK), ("b.txt", b"no game")]);
    let ran = kifu.run(&["info", "--jsonl", "a.sgf", "b.txt"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let [a, b] = <[_; 2]>::try_from(ran.lines()).unwrap();
    assert_eq!(
        a,
        json!({
            "kifu_schema": 1, "file": "a.sgf", "format": "sgf", "format_name": "SGF FF[4]",
            "charset": {"name": "GBK", "source": "ca", "confidence": 0.99},
            "games": [{
                "size": [13, 13], "nodes": 8, "moves": 4, "leaves": 3, "depth": 5,
                "black": "聂卫平", "white": "Lee]", "result": "B+R", "date": "1999", "komi": "5.5", "komi_points": 5.5,
            }],
            "diagnostics": {"error": 0, "warning": 1, "info": 0},
        })
    );
    assert_eq!(
        b,
        json!({
            "kifu_schema": 1, "file": "b.txt", "format": "unknown", "format_name": "no record",
            "charset": {"name": "UTF-8", "source": "default", "confidence": 1.0},
            "games": [],
            "diagnostics": {"error": 1, "warning": 0, "info": 0},
        })
    );
    assert!(
        ran.text()
            .starts_with(r#"{"kifu_schema":1,"file":"a.sgf","format":"sgf","charset":{"#)
    );
}

#[test]
fn json_is_one_array() {
    let kifu = Kifu::with([("a.sgf", "(;)"), ("b.sgf", "(;)(;)")]);
    let ran = kifu.run(&["info", "--json", "a.sgf", "b.sgf"]);
    let array = ran.json();
    assert_eq!(array[1]["games"].as_array().unwrap().len(), 2);
    assert_eq!(array.as_array().unwrap().len(), 2);
    assert_eq!(kifu.run(&["info", "--json", "missing"]).json(), json!([]));
}

#[test]
fn summary_counts() {
    let kifu = Kifu::with([
        ("a.sgf", "(;B[aa](;)(;))"),
        ("b.sgf", "(;)(;;)()"),
        ("empty", ""),
    ]);
    let ran = kifu.run(&[
        "info",
        "--summary",
        "--json",
        "a.sgf",
        "missing",
        "b.sgf",
        "empty",
    ]);
    let expected = json!({
        "kifu_schema": 1, "files": 4, "ok": 3, "failed": 1, "formats": {"SGF": 2}, "games": 3, "nodes": 6, "recordings": 0, "bytes": 23,
    });
    assert_eq!((ran.json(), ran.code), (expected, 3));
    insta::assert_snapshot!(kifu.run(&["info", "--summary", "a.sgf", "b.sgf"]).seen());
}

#[test]
fn utf16_is_named() {
    let bytes: Vec<u8> = "\u{FEFF}(;PB[村])(;)"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    let kifu = Kifu::with([("a.sgf", bytes)]);
    let [a] = <[_; 1]>::try_from(kifu.run(&["info", "--jsonl", "a.sgf"]).lines()).unwrap();
    assert_eq!(
        a["charset"],
        json!({"name": "UTF-16BE", "source": "bom", "confidence": 1.0})
    );
    assert_eq!(a["games"][0]["black"], "村");
    let summary = kifu.run(&["info", "--summary", "--json", "a.sgf"]).json();
    assert_eq!(
        (&summary["games"], &summary["nodes"], &summary["bytes"]),
        (&json!(2), &json!(2), &json!(24))
    );
}

#[test]
fn text_output_has_a_block_for_each_file() {
    let many: String = (1..=12)
        .map(|n| format!("(;PB[Black {n}]PW[White {n}]RE[B+{n}];B[aa];W[bb])\n"))
        .collect();
    let kifu = Kifu::with([
        ("one.sgf", GBK),
        ("many.sgf", many.as_bytes()),
        ("bare.sgf", b"(;B[aa])"),
        ("broken.sgf", b"(;SZ[9]PB[Sato]PW[Lee]RE[?]KM[6.5]KM[0]x[1]"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0"),
        ("empty.sgf", b""),
    ]);
    let files = [
        "one.sgf",
        "many.sgf",
        "bare.sgf",
        "broken.sgf",
        "picture.png",
        "empty.sgf",
    ];
    insta::assert_snapshot!(kifu.run(&[&["info"], &files[..]].concat()).seen());
    insta::assert_snapshot!(kifu.feed(&["info"], b"(;PW[Lee]W[aa]").seen());
}

#[test]
fn control_characters_in_files_are_escaped() {
    let source =
        "(;FF[\x1b]PB[a\x1b[31mb\u{9b}c\u{202e}]PW[\x07]RE[\u{7f}\u{2066}]DT[\u{85}];C[\x1b])"
            .as_bytes();
    let kifu = Kifu::with([("a.sgf", source)]);
    for args in [
        &["info", "a.sgf"][..],
        &["info", "--jsonl", "a.sgf"],
        &["tree", "a.sgf"],
        &["check", "--format", "jsonl", "a.sgf"],
        &["check", "a.sgf"],
    ] {
        let ran = kifu.run(args);
        let acts = |c: char| c.is_control() && c != '\n' || matches!(c, '\u{202e}' | '\u{2066}');
        assert!(!ran.text().contains(acts), "{args:?}: {:?}", ran.text());
    }
    let black =
        kifu.run(&["info", "--jsonl", "a.sgf"]).lines().remove(0)["games"][0]["black"].clone();
    assert_eq!(black, "a\x1b[31mb\u{9b}c\u{202e}");
}

#[test]
fn expressions_select_games() {
    let kifu = Kifu::with([
        (
            "a.sgf",
            "(;PB[a];B[aa])(;PB[b];B[bb];W[cc])(;PB[c];B[bb];W[cc])",
        ),
        ("b.sgf", "(;PB[b])"),
    ]);
    let run = |args: &[&str]| kifu.run(&[&["info", "."], args].concat());
    let ran = run(&["-e", "moves > 1", "--jsonl"]);
    let lines = ran.lines();
    assert_eq!((ran.code, lines.len()), (0, 1));
    assert_eq!(lines[0]["numbers"], serde_json::json!([2, 3]));
    assert_eq!(lines[0]["games"][1]["black"], "c");
    let ran = run(&["-e", "moves > 1"]);
    assert!(ran.text().contains("2 games, 6 nodes"), "{}", ran.text());
    assert!(
        ran.text().contains("\n    3  c – ?, 19x19, 2 moves"),
        "{}",
        ran.text()
    );
    let ran = run(&["-e", "PB == c"]);
    assert!(
        ran.text().starts_with("./a.sgf  game 3: SGF"),
        "{}",
        ran.text()
    );
    assert!(ran.text().contains("Black  c\n"), "{}", ran.text());
    let ran = run(&["-e", "PB == x"]);
    assert_eq!((ran.code, ran.text()), (1, ""));
    assert_eq!(run(&["-e", "PB == x", "--json"]).text(), "[]\n");
    assert_eq!(run(&["-e", "PB == x", "--summary"]).code, 2);
}

#[test]
fn fields_are_in_columns() {
    let kifu = Kifu::with([
        (
            "a.sgf",
            "(;PB[Cho\tChikun]DT[1990];B[aa]C[one\ntwo])(;PB[Kato])",
        ),
        ("b.sgf", "(;PW[\u{202e}Lee])"),
    ]);
    let ran = kifu.run(&["info", "--fields", "PB,C,PW", "a.sgf", "b.sgf"]);
    let rows = "a.sgf\t1\tCho Chikun\tone two\t\na.sgf\t2\tKato\t\t\nb.sgf\t1\t\t\t\\u{202e}Lee\n";
    assert_eq!((ran.code, ran.text()), (0, rows), "{}", ran.stderr);
    let ran = kifu.run(&["info", "--fields", "PB,DT", "--jsonl", "a.sgf"]);
    assert_eq!(ran.lines()[0]["fields"]["DT"], "1990");
    assert_eq!(
        (&ran.lines()[1]["game"], &ran.lines()[1]["fields"]["DT"]),
        (&2.into(), &().into())
    );
    assert_eq!(kifu.run(&["info", "--fields", "p b", "a.sgf"]).code, 2);
    let some =
        |args: &[&str]| kifu.run(&[&["info", "--fields=PB", "a.sgf", "b.sgf"], args].concat());
    let ran = some(&["-e", "PB ~ Kato"]);
    assert_eq!((ran.code, ran.text()), (0, "a.sgf\t2\tKato\n"));
    let ran = some(&["-e", "PB ~ Kato", "--json"]);
    assert_eq!(ran.json().as_array().unwrap().len(), 1);
    let ran = some(&["-e", "PB ~ nobody", "--json"]);
    assert_eq!((ran.code, ran.text()), (1, "[]\n"));
}

#[test]
fn all_verbs_count_the_same_moves() {
    let record = "(;FF[4];B;W[zz];B[D4];W[abc];B[pd])";
    let kifu = Kifu::with([("a.sgf", record)]);
    let ran = kifu.run(&["info", "--json", "a.sgf"]).json();
    assert_eq!(ran[0]["games"][0]["moves"], 2);
    let stats = kifu.run(&["stats", "--json", "a.sgf"]).json();
    assert_eq!(stats["moves"]["most"], 2);
    let tree = kifu.run(&["tree", "--json", "a.sgf"]).json();
    assert_eq!(tree[0]["games"][0]["stretches"][0]["moves"], 2);
    assert_eq!(
        kifu.run(&["find", "--select", "moves>=2 and moves<=2", "a.sgf"])
            .code,
        0
    );
    let sixty = record.replace("FF[4]", "FF[4]MN[5]");
    let kifu = Kifu::with([("a.sgf", sixty.as_str())]);
    let found = kifu.run(&["check", "--color", "never", "a.sgf"]);
    let output = found.text().to_owned() + &found.stderr;
    assert!(
        output.contains("`MN` states 5 moves, but the main line has 2"),
        "{output}"
    );
}

const GAMES: [(&str, &str); 2] = [
    (
        "a.sgf",
        "(;PB[Cho\tChikun]PW[Lee, \"Sedol\"]WR[9p]DT[1990-05-17]RE[Black wins by 3.5]KM[5.5];B[aa];W[ba];B[];B[bb];B[ca]\
         C[one\ntwo])(;PB[武宮　正樹]RE[W+R]XX[private])",
    ),
    ("b.sgf", "(;SZ[9]PW[\u{202e}Lee])"),
];

#[test]
fn csv_has_exactly_the_named_columns() {
    let kifu = Kifu::with(GAMES);
    let columns = "file,number,black,white,white.rank,winner,margin,moves,captures,XX";
    let ran = kifu.run(&[
        "info", "--format", "csv", "--fields", columns, "a.sgf", "b.sgf",
    ]);
    let expected = "\
file,number,black,white,white.rank,winner,margin,moves,captures,XX
a.sgf,1,Cho Chikun,\"Lee, \"\"Sedol\"\"\",9p,black,3.5,5,1,
a.sgf,2,武宮　正樹,,,white,,0,0,private
b.sgf,1,,\u{202e}Lee,,,,0,0,
";
    assert_eq!((ran.code, ran.text()), (0, expected), "{}", ran.stderr);
    let ran = kifu.run(&["info", "--format=tsv", "--fields=C,date,komi", "a.sgf"]);
    let expected = "C\tdate\tkomi\none two\t1990-05-17\t5.5\n\t\t\n";
    assert_eq!((ran.code, ran.text()), (0, expected));
    let ran = kifu.run(&["info", "--format=tsv", "--fields=size", "--no-header", "."]);
    assert_eq!(ran.text(), "19x19\n19x19\n9x9\n");
    let ran = kifu.run(&[
        "info",
        "--format=csv",
        "--fields=path",
        "-e",
        "size > 30",
        ".",
    ]);
    assert_eq!((ran.code, ran.text()), (1, "path\n"));
}

#[test]
fn jsonl_rows_have_numbers_and_nulls() {
    let kifu = Kifu::with(GAMES);
    let fields = "black,winner,result,margin,komi,handicap,size,findings,DT";
    let ran = kifu.run(&["info", "--format=jsonl", "--fields", fields, "a.sgf"]);
    assert_eq!(
        ran.lines()[0],
        json!({
            "kifu_schema": 1, "black": "Cho Chikun", "winner": "black", "result": "B+3.5", "margin": 3.5,
            "komi": 5.5, "handicap": 0, "size": "19x19", "findings": ran.lines()[0]["findings"], "DT": "1990-05-17",
        })
    );
    assert!(ran.lines()[0]["findings"].as_u64() > Some(0));
    assert_eq!(ran.lines()[1]["komi"], json!(null));
    // Without --fields, the default columns are written.
    let usual = kifu.run(&["info", "--format=jsonl", "."]).lines();
    assert_eq!((usual.len(), &usual[2]["number"]), (3, &json!(1)));
    assert_eq!(usual[0]["rules"], json!(null));
    // The same fields can be named for the objects of `--jsonl`.
    let nested = kifu
        .run(&["info", "--jsonl", "--fields=moves,PB", "a.sgf"])
        .lines();
    assert_eq!(nested[0]["fields"], json!({"moves": 5, "PB": "Cho Chikun"}));
}

#[test]
fn tables_are_for_people() {
    let kifu = Kifu::with(GAMES);
    std::fs::write(kifu.path("c.txt"), "no game").unwrap();
    let ran = kifu.run(&["info", "--format=table", "a.sgf", "b.sgf", "c.txt"]);
    let expected = "\
path   number  date        black       white         result  size   moves
a.sgf       1  1990-05-17  Cho Chikun  Lee, \"Sedol\"  B+3.5   19x19      5
a.sgf       2              武宮　正樹                W+R     19x19      0
b.sgf       1                          \\u{202e}Lee           9x9        0
3 games in 2 files: 2 SGF; 1 file without a game
";
    assert_eq!((ran.code, ran.text()), (0, expected), "{}", ran.stderr);
    // Columns with only default values are omitted, unless --fields names them.
    let ran = kifu.run(&[
        "info",
        "--format=table",
        "--no-header",
        "-e",
        "number == 2",
        ".",
    ]);
    assert_eq!(ran.text(), "./a.sgf  2  武宮　正樹  W+R  0\n");
    let ran = kifu.run(&[
        "info",
        "--format=table",
        "--no-header",
        "--fields=PC,size",
        "a.sgf",
    ]);
    assert_eq!(ran.text(), "   19x19\n   19x19\n");
    // For programs, a file without a game is a failure.
    let ran = kifu.run(&["info", "--format=csv", "--fields=file", "a.sgf", "c.txt"]);
    assert_eq!((ran.code, ran.text()), (3, "file\na.sgf\na.sgf\n"));
}

#[test]
fn unknown_columns_have_suggestions() {
    let kifu = Kifu::with(GAMES);
    for (name, suggestion) in [
        ("movez", "did you mean `moves`?"),
        ("pb", "did you mean the property `PB`?"),
        ("black.rnk", "did you mean `black.rank`?"),
        ("captures.black", "did you mean `black.captures`?"),
    ] {
        for args in [["info", "--fields"], ["stats", "--by"]] {
            let ran = kifu.run(&[&args[..], &[name, "a.sgf"]].concat());
            assert_eq!((ran.code, ran.text()), (2, ""));
            assert!(ran.stderr.contains(suggestion), "{}", ran.stderr);
        }
    }
    let help = kifu.run(&["info", "--help"]);
    for field in kifu::select::Field::ALL {
        assert!(help.text().contains(&format!(" {field}")), "{field}");
    }
    assert_eq!(
        kifu.run(&["info", "--format=csv", "--jsonl", "a.sgf"]).code,
        2
    );
}

#[test]
fn aliases_are_other_names_of_players() {
    let kifu = Kifu::with([
        ("a.sgf", "(;PB[Fujisawa Hideyuki]PW[Cho Chikun]RE[B+R])"),
        ("b.sgf", "(;PB[Fujisawa Hosai]PW[fujisawa shuko]RE[B+R])"),
        ("c.sgf", "(;PB[藤沢秀行]PW[Lee])"),
        (
            "players.toml",
            "\"Fujisawa Shuko\" = [\"Fujisawa Hideyuki\", \"藤沢秀行\"]\n",
        ),
    ]);
    let names = ["--aliases", "players.toml"];
    let games = ["a.sgf", "b.sgf", "c.sgf"];
    let expression = ["-e", "player == 'Fujisawa Shuko'"];
    let found = kifu.run(&[&["find"], &names[..], &expression, &games].concat());
    assert_eq!((found.code, found.text()), (0, "a.sgf\nb.sgf\nc.sgf\n"));
    // The option can also come before the verb.
    let found = kifu.run(&[&names[..], &["find"], &expression, &games].concat());
    assert_eq!((found.code, found.text()), (0, "a.sgf\nb.sgf\nc.sgf\n"));
    let found = kifu.run(&[&["find"], &expression[..], &games].concat());
    assert_eq!((found.code, found.text()), (0, "b.sgf\n"));

    let columns = [
        "info",
        "--format=csv",
        "--no-header",
        "--fields=black,winner,PB",
    ];
    let ran = kifu.run(&[&columns[..], &names, &["a.sgf"]].concat());
    assert_eq!(ran.text(), "Fujisawa Shuko,black,Fujisawa Hideyuki\n");
    let ran = kifu.run(&[&["stats", "--by=player", "--json"], &names[..], &games].concat());
    let player = json!({"value": "Fujisawa Shuko", "games": 3});
    assert_eq!(ran.json()["tables"]["player"][0], player);
    let ran = kifu.run(
        &[
            &["rename", "-n", "{PB} {number}.sgf"],
            &names[..],
            &["c.sgf"],
        ]
        .concat(),
    );
    assert!(
        ran.text().contains("Fujisawa Shuko 1.sgf"),
        "{}",
        ran.text()
    );

    let ran = kifu.run(&[&names[..], &["check", "a.sgf"]].concat());
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr
            .contains("this verb does not support `--aliases`"),
        "{}",
        ran.stderr
    );
    std::fs::write(kifu.path("players.toml"), "a = 1\n").unwrap();
    let ran = kifu.run(&[&["find"], &names[..], &expression, &games].concat());
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("expected names in quotes"),
        "{}",
        ran.stderr
    );
}

#[test]
fn the_komi_that_is_shown_is_found() {
    let kifu = Kifu::with([
        ("a.sgf", "(;AP[foxwq]KM[375]RU[Chinese])"),
        ("b.sgf", "(;KM[7.5])"),
    ]);
    let shown = kifu.run(&["info", "a.sgf"]);
    assert!(shown.text().contains("375 (means 7.5)"), "{}", shown.text());
    let find = |expression: &str| kifu.run(&["find", "-e", expression, "a.sgf", "b.sgf"]);
    assert_eq!(find("komi == 375").text(), "a.sgf\n");
    assert_eq!(find("komi == 7.5").text(), "a.sgf\nb.sgf\n");
    assert_eq!(find("komi > 8").text(), "");
}

#[test]
fn columns_have_the_requested_names() {
    let kifu = Kifu::with([("a.sgf", "(;SZ[9]RE[B+2.5]EV[Cup];B[aa];W[bb])")]);
    let fields = ["--fields", "margin,black_captures,EV", "a.sgf"];
    let run = |more: &[&str]| kifu.run(&[&["info"], more, &fields].concat());
    let jsonl = run(&["--format", "jsonl"]);
    assert_eq!(
        jsonl.lines(),
        [json!({"kifu_schema": 1, "margin": 2.5, "black_captures": 0, "EV": "Cup"})]
    );
    assert_eq!(
        run(&["--format", "csv"]).text(),
        "margin,black_captures,EV\n2.5,0,Cup\n"
    );
    assert_eq!(run(&["--jsonl"]).lines()[0]["fields"]["margin"], 2.5);
}
