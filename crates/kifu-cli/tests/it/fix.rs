use std::fs;

use serde_json::json;

use crate::kifu::Kifu;

const FOX: &str = "(;GM[1]FF[4]AP[foxwq]RU[Chinese]KM[375]HA[0];B[pd];W[dd]";

#[test]
fn only_what_is_named_is_mended() {
    let kifu = Kifu::with([("a.sgf", FOX)]);
    let ran = kifu.run(&["fix", "a.sgf"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let ran = kifu.run(&["fix", "--only", "fox-komi", "a.sgf"]);
    assert_eq!(ran.text(), FOX.replace("375", "7.5"));
    assert_eq!(ran.stderr, "1 of 1 file mended: game/fox-komi 1\n");
    let ran = kifu.run(&["fix", "--all-safe", "a.sgf"]);
    assert_eq!(ran.text(), FOX.replace("375", "7.5") + ")");
    assert_eq!(fs::read_to_string(kifu.path("a.sgf")).unwrap(), FOX);
}

#[test]
fn doubtful_repairs_are_asked_for_by_name() {
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
fn in_place_keeps_the_old_file_and_never_loses_it() {
    let kifu = Kifu::with([("x/a.sgf", FOX), ("x/b.sgf", "(;FF[4];B[aa])")]);
    let ran = kifu.run(&["fix", "--all-safe", "-i", "x"]);
    assert_eq!((ran.code, ran.text()), (0, ""), "{}", ran.stderr);
    let read = |name: &str| fs::read_to_string(kifu.path(name)).unwrap();
    assert_eq!(read("x/a.sgf.orig"), FOX);
    assert_eq!(read("x/a.sgf"), FOX.replace("375", "7.5") + ")");
    assert!(!kifu.path("x/b.sgf.orig").exists());
    // The backup is in the way of another one.
    fs::write(kifu.path("x/a.sgf"), FOX).unwrap();
    let ran = kifu.run(&["fix", "--all-safe", "-i", "x/a.sgf"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert_eq!(read("x/a.sgf"), FOX);
    // Here the other file needs no writing.
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
fn several_files_need_a_place() {
    let kifu = Kifu::with([("x/a.sgf", FOX), ("x/y/a.sgf", FOX)]);
    assert_eq!(kifu.run(&["fix", "--all-safe", "x"]).code, 2);
    let ran = kifu.run(&["fix", "--all-safe", "x", "-o", "out"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(kifu.path("out/a.sgf").exists() && kifu.path("out/y/a.sgf").exists());
    // Nothing is overwritten.
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
