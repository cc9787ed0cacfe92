use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::kifu::Kifu;

const FOX: &str = "(;GM[1]FF[4]AP[foxwq]RU[Chinese]KM[375]HA[0];B[pd];W[dd]";

#[test]
fn only_chosen_repairs_are_applied() {
    let kifu = Kifu::with([("a.sgf", FOX)]);
    let ran = kifu.run(&["fix", "a.sgf"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let ran = kifu.run(&["fix", "--only", "fox-komi", "a.sgf"]);
    assert_eq!(ran.text(), FOX.replace("375", "7.5"));
    assert_eq!(ran.stderr, "1 of 1 file repaired: game/fox-komi 1\n");
    let ran = kifu.run(&["fix", "--all-safe", "a.sgf"]);
    assert_eq!(ran.text(), FOX.replace("375", "7.5") + ")");
    assert_eq!(fs::read_to_string(kifu.path("a.sgf")).unwrap(), FOX);
}

#[test]
fn unsafe_repairs_need_their_option() {
    let kifu = Kifu::with([("a.sgf", "(;FF[4];B[D4])")]);
    assert_eq!(
        kifu.run(&["fix", "--all-safe", "a.sgf"]).text(),
        "(;FF[4];B[D4])"
    );
    let ran = kifu.run(&["fix", "--unsafe", "value/western-point", "a.sgf"]);
    assert_eq!(ran.text(), "(;FF[4];B[dp])");
    assert_eq!(
        kifu.run(&["fix", "--unsafe", "all", "a.sgf"]).text(),
        "(;FF[4];B[dp])"
    );
    assert_eq!(
        kifu.run(&["fix", "--only", "no-such-code", "a.sgf"]).code,
        2
    );
}

#[test]
fn the_option_for_the_other_repairs_is_named() {
    let kifu = Kifu::with([("a.sgf", "(;FF[4];B[D4])"), ("b.sgf", FOX)]);
    let stderr = |args: &[&str]| kifu.run(&[&["fix", "-n"], args].concat()).stderr;
    let code = "value/western-point";
    assert_eq!(
        stderr(&["--only", code, "a.sgf"]),
        format!(
            "0 of 1 file to repair\n\
             unsafe repairs of `{code}` were not applied; use `--unsafe {code}`\n"
        )
    );
    let code = "game/fox-komi";
    assert_eq!(
        stderr(&["--unsafe", code, "b.sgf"]),
        format!(
            "0 of 1 file to repair\nsafe repairs of `{code}` were not applied; use \
             `--only {code}`\n"
        )
    );
    for args in [
        &["--only", code, "b.sgf"][..],
        &["--all-safe", "a.sgf"],
        &["--unsafe", "all", "b.sgf"],
    ] {
        assert!(!stderr(args).contains("not applied"), "{args:?}");
    }
}

#[test]
fn diffs_of_long_lines_show_words() {
    let moves = ";B[pd];W[dp]".repeat(100);
    let kifu = Kifu::with([("a.sgf", format!("(;FF[4]{moves}"))]);
    let ran = kifu.run(&["fix", "--only", "unclosed-tree", "-n", "--diff", "a.sgf"]);
    assert_eq!(
        ran.text(),
        "--- a.sgf\n+++ a.sgf\n@@ -1 +1 @@\n line 1, byte 1208: …;B[pd];W[dp];B[pd];W[dp]{+)+}\n"
    );
    assert_eq!(ran.stderr, "1 of 1 file to repair: sgf/unclosed-tree 1\n");
}

#[test]
fn in_place_keeps_the_old_file_and_never_loses_it() {
    let kifu = Kifu::with([("x/a.sgf", FOX), ("x/b.sgf", "(;FF[4];B[aa])")]);
    let ran = kifu.run(&["fix", "--all-safe", "-i", "x"]);
    assert_eq!((ran.code, ran.text()), (0, ""), "{}", ran.stderr);
    let read = |name: &str| fs::read_to_string(kifu.path(name)).unwrap();
    assert_eq!(read("x/a.sgf.orig"), FOX);
    assert_eq!(read("x/a.sgf"), FOX.replace("375", "7.5") + ")");
    assert!(!kifu.path("x/b.sgf.orig").exists());
    // The backup exists, so a second one cannot be written.
    fs::write(kifu.path("x/a.sgf"), FOX).unwrap();
    let ran = kifu.run(&["fix", "--all-safe", "-i", "x/a.sgf"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert_eq!(read("x/a.sgf"), FOX);
    // The other file needs no repair, which is a success.
    assert_eq!(kifu.run(&["fix", "--all-safe", "-i", "x"]).code, 3);
    let nowhere = ["fix", "--all-safe", "x/a.sgf", "-o", "no/such/folder.sgf"];
    assert_eq!(kifu.run(&nowhere).code, 4);
    assert_eq!(
        kifu.run(&["fix", "--all-safe", "--in-place=~", "x/a.sgf"])
            .code,
        0
    );
    assert_eq!(read("x/a.sgf~"), FOX);
}

#[test]
fn a_dry_run_shows_and_writes_nothing() {
    let kifu = Kifu::with([("a.sgf", "(;FF[4]KM[5 1/2]\n;B[aa])\n")]);
    let ran = kifu.run(&["fix", "--all-safe", "-n", "--diff", "-i", "a.sgf"]);
    assert_eq!(ran.code, 0);
    assert_eq!(
        ran.text(),
        "--- a.sgf\n+++ a.sgf\n@@ -1,2 +1,2 @@\n-(;FF[4]KM[5 1/2]\n+(;FF[4]KM[5.5]\n ;B[aa])\n"
    );
    assert!(!kifu.path("a.sgf.orig").exists());
}

#[test]
fn several_files_need_an_output() {
    let kifu = Kifu::with([("x/a.sgf", FOX), ("x/y/a.sgf", FOX)]);
    assert_eq!(kifu.run(&["fix", "--all-safe", "x"]).code, 2);
    let ran = kifu.run(&["fix", "--all-safe", "x", "-o", "out"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(kifu.path("out/a.sgf").exists() && kifu.path("out/y/a.sgf").exists());
    // Existing files are not replaced.
    let ran = kifu.run(&["fix", "--all-safe", "x", "-o", "out"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    fs::remove_file(kifu.path("out/a.sgf")).unwrap();
    let ran = kifu.run(&["fix", "--all-safe", "x", "-o", "out"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
}

#[test]
fn codes_are_listed_and_explained() {
    let kifu = Kifu::new();
    let ran = kifu.run(&["explain", "rules/ko", "fox-komi"]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.text().starts_with("rules/ko (error): "),
        "{}",
        ran.text()
    );
    assert!(ran.text().contains("\ngame/fox-komi (warning): "));
    assert!(ran.text().lines().all(|line| line.len() <= 100));
    assert_eq!(kifu.run(&["explain", "nonsense"]).code, 2);
    let listed = kifu.run(&["codes", "--json"]).json();
    let lines = kifu.run(&["codes"]).text().lines().count();
    assert_eq!(listed.as_array().unwrap().len(), lines);
}

#[test]
fn sarif_has_rules_results_and_fixes() {
    let kifu = Kifu::with([("a b.sgf", FOX), ("good.sgf", "(;FF[4];B[aa])")]);
    let ran = kifu.run(&["check", "--format", "sarif", "a b.sgf", "good.sgf"]);
    assert_eq!(ran.code, 1);
    let log = ran.json();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    for result in results {
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]));
    }
    let komi = &results[1];
    assert_eq!(komi["ruleId"], "game/fox-komi");
    let location = &komi["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "a%20b.sgf");
    assert_eq!(location["region"]["byteOffset"], 34);
    let replacement = &komi["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(
        replacement["deletedRegion"],
        json!({"byteOffset": 35, "byteLength": 3})
    );
    assert_eq!(replacement["insertedContent"], json!({"text": "7.5"}));
    let clean = kifu.run(&["check", "--format", "sarif", "good.sgf"]).json();
    assert_eq!(clean["runs"][0]["results"], json!([]));
}

/// Applies the edits that `check --format json` or `--format sarif` proposes.
fn with_offered(
    source: &[u8],
    edits: impl Iterator<Item = (u64, u64, serde_json::Value)>,
) -> Vec<u8> {
    let mut edits: Vec<_> = edits.collect();
    edits.sort_by_key(|(start, ..)| *start);
    let mut out = Vec::new();
    let mut at = 0;
    for (start, end, content) in edits {
        out.extend_from_slice(&source[at..start as usize]);
        match content["binary"].as_str() {
            Some(bytes) => out.extend(STANDARD.decode(bytes).unwrap()),
            None => out.extend(content["text"].as_str().unwrap().bytes()),
        }
        at = end as usize;
    }
    out.extend_from_slice(&source[at..]);
    out
}

#[test]
fn offered_edits_are_the_repairs_in_every_charset() {
    let utf16 = "\u{feff}(;PB[吴清源]DT[1940年(朝日新闻)];B[pd])";
    let utf16: Vec<u8> = utf16.encode_utf16().flat_map(u16::to_le_bytes).collect();
    // The UTF-8 bytes of `é` are also a valid character in GBK.
    for (source, text) in [
        (
            &b"(;CA[GBK]PB[\xce\xe2]DT[1940\xc4\xea(\xb3\xaf\xc8\xd5\xd0\xc2\xce\xc5)];B[pd])"[..],
            "1940: 朝日新闻",
        ),
        (b"(;CA[GBK]DT[1940\xc4\xea(\xc3\xa9)];B[pd])", "1940: 茅"),
        (
            b"(;CA[windows-1252]DT[1940 (\xe9t\xe9)];B[pd])",
            "1940: été",
        ),
        ("(;CA[UTF-8]DT[1940 (été)];B[pd])".as_bytes(), "1940: été"),
        (&utf16, "1940: 朝日新闻"),
    ] {
        let kifu = Kifu::new();
        fs::write(kifu.path("a.sgf"), source).unwrap();
        let fixed = kifu.run(&["fix", "--all-safe", "a.sgf"]);
        assert_eq!(fixed.stderr, "1 of 1 file repaired: value/spelling 1\n");
        let json = kifu.run(&["check", "--format", "json", "a.sgf"]).json();
        let edits = json[0]["diagnostics"][0]["fix"]["edits"]
            .as_array()
            .unwrap();
        assert_eq!(edits[0]["text"], text);
        let offset = |value: &serde_json::Value| value.as_u64().unwrap();
        let edits = edits.iter();
        let edits = edits.map(|e| (offset(&e["start"]), offset(&e["end"]), e.clone()));
        assert_eq!(with_offered(source, edits), fixed.stdout);
        let sarif = kifu.run(&["check", "--format", "sarif", "a.sgf"]).json();
        let fix = &sarif["runs"][0]["results"][0]["fixes"][0];
        let edits = fix["artifactChanges"][0]["replacements"]
            .as_array()
            .unwrap();
        let edits = edits.iter().map(|edit| {
            let start = offset(&edit["deletedRegion"]["byteOffset"]);
            let end = start + offset(&edit["deletedRegion"]["byteLength"]);
            (start, end, edit["insertedContent"].clone())
        });
        assert_eq!(with_offered(source, edits), fixed.stdout);
    }
}
