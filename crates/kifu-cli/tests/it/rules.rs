use serde_json::{Value, json};

use crate::kifu::Kifu;

/// Returns the findings of `check --rules` about rules: code, severity, text and message.
fn found(rules: &str, record: &str) -> Vec<String> {
    let kifu = Kifu::with([("a.sgf", record)]);
    let ran = kifu.run(&["check", "--format", "jsonl", "--rules", rules, "a.sgf"]);
    let line = ran.lines().remove(0);
    let describe = |d: &Value| {
        let span = d["start"].as_u64().unwrap() as usize..d["end"].as_u64().unwrap() as usize;
        format!(
            "{} {} {} {}",
            d["code"].as_str().unwrap(),
            d["severity"].as_str().unwrap(),
            &record[span],
            d["message"].as_str().unwrap()
        )
    };
    let all = line["diagnostics"].as_array().unwrap();
    let rules = all.iter().filter(|d| {
        let code = d["code"].as_str().unwrap();
        code.starts_with("rules/") || d["severity"] == "error"
    });
    rules.map(describe).collect()
}

const KO: &str = "(;SZ[5]AB[ba][ab][bc]AW[ca][bb][cc][db];B[cb](;W[bb])(;W[ee];B[ed];W[bb]))";

#[test]
fn ko_is_reported_unless_a_threat_was_played() {
    assert_eq!(
        found("japanese", KO),
        ["rules/ko error [bb] move 2, W B4: the ko was retaken immediately"]
    );
    assert_eq!(found("none", KO).len(), 0);
}

#[test]
fn superko_names_the_earlier_move() {
    // The cycle known as “send two, return one”.
    let record = "(;SZ[4:1]PL[W]AW[ba]AB[da];W[aa];B[ca];W[];B[aa])";
    let findings = found("chinese", record);
    assert!(
        findings
            .iter()
            .all(|line| line.starts_with("rules/superko error")),
        "{findings:?}"
    );
    let ko = "(;SZ[5]AB[ba][ab][bc]AW[ca][bb][cc][db];B[cb];W[];B[];W[bb];B[ee];W[];B[cb])";
    let findings = found("chinese", ko);
    let [_over, superko, ..] = &findings[..] else {
        panic!("{findings:?}")
    };
    assert_eq!(
        superko,
        "rules/superko error [bb] move 4, W B4: the starting position is repeated"
    );
}

#[test]
fn suicide_depends_on_the_rules() {
    let record = "(;SZ[5]AB[ba][ab];W[aa])";
    let expected = ["rules/suicide error [aa] move 1, W A5: suicide of one stone"];
    assert_eq!(found("japanese", record), expected);
    assert_eq!(found("ing", record), expected);
    // The suicide of one stone repeats the position.
    assert_eq!(found("tromp-taylor", record).len(), 1);
}

#[test]
fn illegal_moves_and_other_games_are_reported() {
    assert_eq!(
        found(
            "japanese",
            "(;SZ[9];B[aa];W[bb];W[aa];B[zz];W[a1];B[tt];W[])"
        ),
        [
            "rules/wrong-turn warning [aa] move 3, W A9: it was the other player's turn",
            "rules/occupied error [aa] move 3, W A9: the point is occupied by a black stone",
            "value/off-board error zz `B[zz]`: `zz` is not on the 9x9 board",
            "value/western-point error a1 `W[a1]`: Western coordinates; in SGF this is `ai`",
        ]
    );
    assert_eq!(
        found("japanese", "(;SZ[3]AB[ba][ab]AW[aa])"),
        [
            "rules/no-liberty warning AB[ba][ab] before the first move: the setup leaves a chain without a liberty"
        ]
    );
    let not_go = found("japanese", "(;GM[11];B[a1])");
    assert!(
        not_go.len() == 1 && not_go[0].starts_with("rules/not-go info [11]"),
        "{not_go:?}"
    );
}

#[test]
fn handicap_stones_may_be_moves() {
    assert_eq!(
        found("chinese", "(;HA[3];B[dd];B[pp];B[dp];W[pd];B[qf])").len(),
        0
    );
    assert_eq!(found("japanese", "(;HA[2]AB[dd][pp];W[pd];B[qf])").len(), 0);
    assert_eq!(found("japanese", "(;B[dd];W[pd];B[qf];B[aa])").len(), 1);
}

#[test]
fn rule_findings_decide_the_exit_code() {
    let kifu = Kifu::with([("a.sgf", KO)]);
    assert_eq!(kifu.run(&["check", "a.sgf"]).code, 1);
    assert_eq!(kifu.run(&["check", "--rules", "none", "a.sgf"]).code, 0);
    assert_eq!(kifu.run(&["check", "--rules", "aga", "a.sgf"]).code, 1);
    assert_eq!(kifu.run(&["check", "--rules", "chess", "a.sgf"]).code, 2);
    let ran = kifu.run(&[
        "check",
        "--rules",
        "nz",
        "--level",
        "error",
        "--summary",
        "--format",
        "json",
        "a.sgf",
    ]);
    assert_eq!(ran.json()["codes"][0]["code"], "rules/ko");
}

#[test]
fn a_million_nested_variations_are_safe() {
    const DEPTH: usize = 1_000_000;
    let kifu = Kifu::with([
        (
            "moves.sgf",
            format!(
                "{}{}",
                "(;B[aa](;W[bb])".repeat(DEPTH / 2),
                ")".repeat(DEPTH / 2)
            ),
        ),
        (
            "passes.sgf",
            format!("{}{}", "(;B[];W[]".repeat(DEPTH / 5), ")".repeat(DEPTH / 5)),
        ),
        (
            "setup.sgf",
            format!(
                "{}{}",
                "(;AB[aa][bb]".repeat(DEPTH / 5),
                ")".repeat(DEPTH / 5)
            ),
        ),
    ]);
    for file in ["moves.sgf", "passes.sgf", "setup.sgf"] {
        let ran = kifu.run(&["check", "--rules", "chinese", "--quiet", file]);
        assert!(ran.code <= 1, "{file}: {}", ran.stderr);
    }
    assert_eq!(kifu.run(&["show", "--style", "plain", "setup.sgf"]).code, 0);
}

const GAME: &str = "(;GM[1]SZ[4:3];B[ba];W[aa];B[ab](;W[bb];B[])(;W[cc](;B[dc])(;B[db])))";

#[test]
fn plain_boards_have_only_rows() {
    let kifu = Kifu::with([("a.sgf", GAME), ("empty", "")]);
    let plain = |args: &[&str]| {
        let ran = kifu.run(&[&["show", "--style", "plain", "a.sgf"], args].concat());
        (ran.code, ran.text().to_owned())
    };
    assert_eq!(plain(&[]), (0, ".X..\nXO..\n....\n".into()));
    assert_eq!(plain(&["--move", "0"]), (0, "....\n....\n....\n".into()));
    assert_eq!(plain(&["--move", "2"]), (0, "OX..\n....\n....\n".into()));
    assert_eq!(plain(&["--path", "1.1"]), (0, ".X..\nX..X\n..O.\n".into()));
    assert_eq!(plain(&["--path", "1"]), (0, ".X..\nX...\n..O.\n".into()));
    assert_eq!(plain(&["--path", "2"]).0, 4);
    assert_eq!(plain(&["--path", "1.1.0"]).0, 4);
    assert_eq!(plain(&["--path", "x"]).0, 2);
    assert_eq!(plain(&["--game", "2"]).0, 4);
    let past = kifu.run(&["show", "--move", "6", "a.sgf"]);
    assert_eq!(
        (past.code, past.stderr.as_str()),
        (
            2,
            "kifu: a.sgf: game 1 has no move 6 on its main line; it ends with move 5\n"
        )
    );
    assert_eq!(kifu.run(&["show", "empty"]).code, 4);
    let fed = kifu.feed(&["show", "--style", "plain", "-"], GAME.as_bytes());
    assert_eq!(fed.text(), ".X..\nXO..\n....\n");
}

#[test]
fn text_boards_have_coordinates_and_captures() {
    let kifu = Kifu::with([("a.sgf", GAME)]);
    assert_eq!(
        kifu.run(&["show", "--style", "ascii", "--path", "1.0", "a.sgf"])
            .text(),
        "   A B C D\n 3 . X . .  3\n 2 X . . .  2\n 1 . . O(X) 1\n   A B C D\n\
         Move 5: Black D1 (m4:1.2)\nWhite to play\nCaptures: Black 1, White 0\n"
    );
    assert!(kifu.run(&["show", "a.sgf"]).text().contains("●"));
}

#[test]
fn a_large_board_keeps_its_columns() {
    let kifu = Kifu::with([("a.sgf", "(;SZ[52];B[ZZ];W[aa];B[YZ])")]);
    let ran = kifu.run(&["show", "--style", "ascii", "a.sgf"]);
    assert!(ran.text().contains("  (X)  X  1"), "{}", ran.text());
    let rows: Vec<_> = ran.text().lines().skip(1).take(52).map(str::len).collect();
    assert!(rows.iter().all(|&len| len == rows[0]), "{rows:?}");
}

const COUNTED: &str = "(;SZ[5]KM[0.5]RU[Japanese]RE[B+0.5]\
    AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de];B[];W[];AW[ab]TB[aa:be]TW[ea:ee])";

#[test]
fn marks_are_counted_and_compared() {
    let kifu = Kifu::with([("a.sgf", COUNTED)]);
    let ran = kifu.run(&["score", "--json", "a.sgf"]);
    // Black has ten points and a dead stone, White five points and komi.
    let json = ran.json();
    assert_eq!(ran.code, 1);
    for (key, value) in [
        ("source", json!("marks")),
        ("rules", json!("japanese")),
        ("score", json!(5.5)),
        ("black", json!(11.0)),
        ("white", json!(5.5)),
        ("result", json!("B+5.5")),
        ("recorded", json!("B+0.5")),
        ("agrees", json!(false)),
    ] {
        assert_eq!(json[key], value, "{key}");
    }
    let right = COUNTED.replace("B+0.5", "B+5.50");
    let ran = kifu.feed(&["score", "--json"], right.as_bytes());
    assert_eq!((ran.code, &ran.json()["agrees"]), (0, &json!(true)));
    let text = kifu.run(&["score", "a.sgf"]);
    let expected = "a.sgf  Black wins: counted 5.5 points, recorded 0.5\n  Rules  japanese\n";
    assert!(text.text().starts_with(expected), "{}", text.text());
}

#[test]
fn games_that_cannot_be_counted_are_not_errors() {
    let counted = |result: &str| COUNTED.replace("B+0.5", result);
    let unmarked = |result: &str| counted(result).replace("TB[aa:be]TW[ea:ee]", "");
    let cases = [
        (counted("B+5.5"), "B+5.5, as recorded", 0, "agrees"),
        (
            counted("Black wins by 5.5"),
            "B+5.5, as recorded",
            0,
            "agrees",
        ),
        (
            counted("B+R"),
            "White resigned: recorded B+R",
            0,
            "not-by-points",
        ),
        (
            counted("W+T"),
            "Black lost on time: recorded W+T",
            0,
            "not-by-points",
        ),
        (
            counted(""),
            "B+5.5; no result is recorded",
            0,
            "nothing-stated",
        ),
        (counted("W+2"), "counted B+5.5, recorded W+2", 1, "differs"),
        (
            unmarked("B+5.5"),
            "not countable: no marked territory; recorded B+5.5",
            0,
            "not-countable",
        ),
        (unmarked("W+5.5"), "W+5.5, as recorded", 0, "agrees"),
        (
            unmarked("B+R"),
            "White resigned: recorded B+R",
            0,
            "not-by-points",
        ),
    ];
    for (record, headline, code, verdict) in cases {
        let kifu = Kifu::with([("a.sgf", record)]);
        let ran = kifu.run(&["score", "a.sgf"]);
        let first = ran.text().lines().next().unwrap();
        assert_eq!((first, ran.code), (&*format!("a.sgf  {headline}"), code));
        let json = kifu.run(&["score", "--json", "a.sgf"]).json();
        assert_eq!(json["verdict"], verdict, "{headline}");
    }
    // Under Tromp-Taylor rules, all stones are alive.
    let record = unmarked("B+5.5").replace("Japanese", "Tromp-Taylor");
    let kifu = Kifu::with([("a.sgf", record)]);
    let ran = kifu.run(&["score", "a.sgf"]);
    assert_eq!(ran.code, 1, "{}", ran.text());
}

#[test]
fn rules_are_recognized_with_a_description() {
    let kifu = Kifu::with([(
        "a.sgf",
        "(;SZ[5]KM[0]RU[Chinese 2002]AB[ca][cb][cc][cd][ce])",
    )]);
    let score = kifu.run(&["score", "--json", "a.sgf"]).json();
    assert_eq!(score["rules"], json!("chinese"));
    assert_eq!(score["notes"].as_array().map(Vec::len), Some(1));
    let found = kifu.run(&["find", "-e", "rules == chinese", "a.sgf"]);
    assert_eq!(found.code, 0);
}

#[test]
fn dead_stones_come_only_from_marks_or_the_option() {
    let record = COUNTED
        .replace("TB[aa:be]TW[ea:ee]", "")
        .replace("B+0.5", "B+R");
    let kifu = Kifu::with([("a.sgf", record)]);
    let json = |args: &[&str]| {
        let ran = kifu.run(&[&["score", "--json", "a.sgf"], args].concat());
        (
            ran.code,
            ran.json()["source"].clone(),
            ran.json()["result"].clone(),
        )
    };
    assert_eq!(json(&["--dead", "a4"]), (0, json!("dead"), json!("B+5.5")));
    assert_eq!(json(&[]), (0, json!("none"), json!("W+5.5")));
    assert_eq!(
        json(&["--rules", "chinese", "--dead", "A4"]).2,
        json!("B+4.5")
    );
    assert_eq!(kifu.run(&["score", "--dead", "E5", "a.sgf"]).code, 2);
    assert_eq!(kifu.run(&["score", "--dead", "Z9", "a.sgf"]).code, 2);
    assert_eq!(kifu.run(&["score", "--game", "2", "a.sgf"]).code, 4);
}

#[test]
fn eyes_in_seki_count_by_area_alone() {
    // `.X.O.`: each side has one eye, and they share a liberty.
    let kifu = Kifu::with([("a.sgf", "(;SZ[5:1]KM[0]AB[ba]AW[da])")]);
    let parts = |rules: &str| {
        let ran = kifu.run(&["score", "--json", "--rules", rules, "a.sgf"]);
        (ran.json()["black"].clone(), ran.json()["white"].clone())
    };
    assert_eq!(parts("japanese"), (json!(0.0), json!(0.0)));
    assert_eq!(parts("chinese"), (json!(2.0), json!(2.0)));
}

#[test]
fn all_verbs_read_the_komi_of_the_fox_server() {
    let komis = [
        ("", true),
        ("RU[Chinese]", true),
        // A quarter point contradicts the rules.
        ("RU[Japanese]", false),
    ];
    for (rules, is_safe) in komis {
        let record = format!("(;FF[4]GM[1]AP[foxwq]KM[375]{rules};B[pd])");
        let kifu = Kifu::with([("a.sgf", record.as_str())]);
        let score = kifu.run(&["score", "--json", "a.sgf"]).json();
        assert_eq!(score["white"], json!(7.5), "{rules}");
        let info = kifu.run(&["info", "--json", "a.sgf"]).json();
        let game = &info[0]["games"][0];
        assert_eq!(
            (&game["komi"], &game["komi_points"]),
            (&json!("375"), &json!(7.5))
        );
        assert!(
            kifu.run(&["info", "a.sgf"])
                .text()
                .contains("375 (means 7.5)")
        );
        assert_eq!(kifu.run(&["find", "-e", "komi == 7.5", "a.sgf"]).code, 0);
        let jgf = kifu.run(&["convert", "--to", "jgf2", "a.sgf"]);
        assert_eq!(jgf.json()["rules"]["komi"], json!(7.5));
        let back = kifu.feed(&["convert", "--to", "sgf"], jgf.text().as_bytes());
        assert!(back.text().contains("KM[375]"), "{}", back.text());
        let fen = kifu.run(&["convert", "--to", "fen", "a.sgf"]);
        assert!(fen.text().contains(" 75 "), "{}", fen.text());
        let fixed = kifu.feed(&["fix", "--all-safe"], record.as_bytes());
        assert_eq!(fixed.text().contains("KM[7.5]"), is_safe, "{rules}");
    }
}
