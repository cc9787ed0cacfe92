use serde_json::{Value, json};

use crate::kifu::Kifu;

const WARNED: &str = "(;KM[0]KM[6.5])";
const BROKEN: &str = "(;GM[1]\n  ;B[pd]C[古] !\n;W[dd";

#[test]
fn jsonl_has_the_places_of_findings() {
    let kifu = Kifu::with([("a.sgf", BROKEN), ("good.sgf", "(;)")]);
    let ran = kifu.run(&["check", "--format", "jsonl", "a.sgf", "good.sgf"]);
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (1, "2 files, 2 errors, 0 warnings\n")
    );
    let [a, good] = <[_; 2]>::try_from(ran.lines()).unwrap();
    assert_eq!(
        good,
        json!({"kifu_schema": 1, "file": "good.sgf", "diagnostics": []})
    );
    let places: Vec<_> = a["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(place)
        .collect();
    assert_eq!(
        places,
        [
            "sgf/junk error 23..24 2:14",
            "sgf/unclosed-value error 27..28 3:3",
        ]
    );
    assert!(a["diagnostics"][0]["help"].is_string());
    let array = kifu
        .run(&["check", "--format", "json", "a.sgf", "good.sgf"])
        .json();
    assert_eq!(array, json!([a, good]));
}

fn place(finding: &Value) -> String {
    let text = |key: &str| finding[key].as_str().unwrap();
    assert!(!text("message").is_empty());
    let [start, end, line, column] =
        ["start", "end", "line", "column"].map(|key| finding[key].as_u64().unwrap());
    format!(
        "{} {} {start}..{end} {line}:{column}",
        text("code"),
        text("severity")
    )
}

#[test]
fn offsets_in_utf16_are_those_of_the_file() {
    let bytes: Vec<u8> = "\u{FEFF}(;C[村😀]\n;KM[1]KM[2]"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let kifu = Kifu::with([("a.sgf", &bytes)]);
    let ran = kifu.run(&["check", "--format", "jsonl", "a.sgf"]);
    let places: Vec<_> = ran.lines()[0]["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(place)
        .collect();
    assert_eq!(
        places,
        [
            "sgf/unclosed-tree error 2..4 1:1",
            "node/game-info-late info 22..26 2:2",
            "sgf/duplicate-property warning 32..36 2:7",
            "node/game-info-late info 32..36 2:7"
        ]
    );
    assert_eq!(bytes[32..36], *b"K\0M\0");
}

#[test]
fn text_output_marks_the_place() {
    let gbk = b"\xEF(;CA[GBK]PB[\xC4\xF4\xCE\xC0\xC6\xBD]PB[\xC4\xF4] \x1b[31m\x07 \t!)";
    let long = format!(
        "(;C[{}] ! ;KM[1]{})",
        "long; ".repeat(1000),
        "B[aa];W[bb];".repeat(1000)
    );
    let kifu = Kifu::with([
        ("a.sgf", BROKEN.as_bytes()),
        ("empty.sgf", b""),
        ("gbk.sgf", gbk),
        ("good.sgf", b"(;)"),
        ("long.sgf", long.as_bytes()),
    ]);
    insta::assert_snapshot!(kifu.run(&["check", "."]).seen().replace(".\\", "./"));
    let colored = kifu.run(&["check", "--color", "always", "a.sgf"]);
    assert!(colored.text().starts_with("\x1b["));
}

#[test]
fn text_output_limits_the_findings() {
    let kifu = Kifu::with([("a.sgf", format!("(;{})", "C[aa]! ".repeat(50)))]);
    let ran = kifu.run(&["check", "a.sgf"]);
    // The file has 50 findings about junk, and 49 about repeated comments.
    assert!(
        ran.text()
            .ends_with("a.sgf: 79 more findings; use `--format jsonl` or `--all`\n\n")
    );
    assert_eq!(ran.text().matches("--> a.sgf:1:").count(), 20);
    assert_eq!(
        kifu.run(&["check", "--all", "a.sgf"])
            .text()
            .matches("--> a.sgf:1:")
            .count(),
        99
    );
}

#[test]
fn deny_and_allow_decide_the_exit_code() {
    let kifu = Kifu::with([
        ("warned.sgf", WARNED),
        ("broken.sgf", BROKEN),
        ("good.sgf", "(;)"),
    ]);
    let code = |args: &[&str]| kifu.run(&[&["check"], args].concat()).code;
    assert_eq!(code(&["good.sgf"]), 0);
    assert_eq!(code(&["warned.sgf"]), 0);
    assert_eq!(code(&["broken.sgf"]), 1);
    assert_eq!(code(&["warned.sgf", "--deny", "warning"]), 1);
    assert_eq!(code(&["warned.sgf", "--deny", "info"]), 1);
    assert_eq!(code(&["warned.sgf", "--deny", "sgf/duplicate-property"]), 1);
    assert_eq!(code(&["warned.sgf", "--deny", "sgf/stray-close"]), 0);
    assert_eq!(code(&["broken.sgf", "--deny", "sgf/stray-close"]), 1);
    let warned = [
        "warned.sgf",
        "--deny",
        "warning",
        "--allow",
        "sgf/duplicate-property",
    ];
    assert_eq!(code(&warned), 0);
    assert_eq!(code(&["broken.sgf", "good.sgf", "missing"]), 3);
    assert_eq!(code(&["good.sgf", "--deny", "eror"]), 2);
    assert_eq!(code(&["good.sgf", "--allow", "warning"]), 2);
    // Findings below --level are still denied.
    assert_eq!(
        code(&["warned.sgf", "--deny", "warning", "--level", "error"]),
        1
    );
}

#[test]
fn level_and_quiet_decide_what_is_shown() {
    let kifu = Kifu::with([("a.sgf", format!("hello {WARNED}"))]);
    let found = |args: &[&str]| {
        let ran = kifu.run(&[&["check", "--format", "jsonl", "a.sgf"], args].concat());
        ran.lines()[0]["diagnostics"].as_array().unwrap().len()
    };
    assert_eq!(found(&[]), 2);
    assert_eq!(found(&["--level", "warning"]), 1);
    assert_eq!(found(&["--level", "error"]), 0);
    assert_eq!(found(&["--allow", "sgf/text-before"]), 1);
    let quiet = kifu.run(&["check", "-q", "--deny", "info", "a.sgf"]);
    assert_eq!(
        (quiet.code, quiet.text(), quiet.stderr.as_str()),
        (1, "", "")
    );
}

#[test]
fn summary_counts_codes() {
    let kifu = Kifu::with([
        ("a.sgf", WARNED),
        ("b.sgf", "(;KM[1]KM[2]KM[3]"),
        ("c.sgf", "(;)"),
    ]);
    let files = ["a.sgf", "b.sgf", "c.sgf"];
    insta::assert_snapshot!(
        kifu.run(&[&["check", "--summary"], &files[..]].concat())
            .seen()
    );
    let json = kifu
        .run(&[&["check", "--summary", "--format", "json"], &files[..]].concat())
        .json();
    assert_eq!(
        json,
        json!({
            "kifu_schema": 1, "files": 3, "ok": 3, "failed": 0,
            "codes": [
                {"code": "sgf/duplicate-property", "severity": "warning", "files": 2, "count": 3},
                {"code": "sgf/unclosed-tree", "severity": "error", "files": 1, "count": 1},
            ],
        })
    );
}

#[test]
fn findings_name_their_nodes() {
    let games = "(;GM[1]SZ[9];B[ee](;W[cc];B[gg])(;W[gg]MN[x]))\n(;GM[1]SZ[9]KM[6,5];B[zz]) x";
    let kifu = Kifu::with([("a.sgf", games)]);
    let text = kifu.run(&["check", "a.sgf"]);
    for place in [
        " a.sgf:1:43 m2:1\n",
        " a.sgf:2:16 game 2 m0\n",
        " a.sgf:2:23 game 2 m0+1\n",
    ] {
        assert!(text.text().contains(place), "{place}: {}", text.text());
    }
    let json = kifu
        .run(&["check", "--format", "jsonl", "a.sgf"])
        .lines()
        .remove(0);
    let found = json["diagnostics"].as_array().unwrap();
    let nodes = found.iter().map(|found| (&found["game"], &found["node"]));
    assert!(
        nodes
            .clone()
            .any(|node| node == (&json!(1), &json!("m2:1")))
    );
    // Text after the games is in no node.
    assert!(
        nodes
            .clone()
            .any(|node| node == (&Value::Null, &Value::Null))
    );
    let sarif = kifu.run(&["check", "--format", "sarif", "a.sgf"]);
    assert!(
        sarif
            .text()
            .contains("\"fullyQualifiedName\":\"game 2 m0\""),
        "{}",
        sarif.text()
    );
    // The named nodes can be shown.
    let shown = kifu.run(&["show", "a.sgf", "--path", "m2:1"]);
    assert!(shown.text().contains("m2:1"), "{}", shown.text());
}
