//! `kifu problem`.

use serde_json::json;

use crate::kifu::Kifu;

/// Returns a problem with two right moves of Black in a row, and marks at right, wrong and first
/// moves.
fn problem(right: &str, wrong: &str, first: &str) -> String {
    format!(
        "(;SZ[9]AB[aa][bb]AW[ba][cb]\n(;B[ab]{first};W[bc]\n(;B[ca]{right})\n(;B[ac]C[No.]{wrong}))\n(;B[bd]{wrong}))\n"
    )
}

fn all() -> [(&'static str, String); 6] {
    [
        ("right", problem("C[RIGHT]", "", "")),
        ("te", problem("TE[1]", "", "TE[1]")),
        ("gb", problem("GB[1]", "", "")),
        ("ch", problem("CH[1]", "", "")),
        ("jgf", problem("KX[solution]", "", "")),
        ("mainline", problem("", "", "")),
    ]
}

#[test]
fn conventions_are_recognised_by_their_marks() {
    for (name, source) in all() {
        let kifu = Kifu::with([("p.sgf", source)]);
        let ran = kifu.run(&["problem", "list", "p.sgf", "--json"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let problem = &ran.json()[0]["problems"][0];
        assert_eq!(problem["convention"], name);
        assert_eq!(problem["solver"], "B");
        assert_eq!(
            problem["right"],
            json!([["B A8", "W B7", "B C9"]]),
            "{name}"
        );
        assert_eq!(problem["lines"], 3);
    }
    let kifu = Kifu::with([
        ("a.sgf", problem("TE[1]", "BM[1]", "")),
        ("b.sgf", problem("", "WV[]", "")),
        ("game.sgf", "(;SZ[19];B[pd];W[dp]TE[1])".to_owned()),
    ]);
    let ran = kifu.run(&["problem", "list", "."]);
    assert_eq!(
        ran.text().replace('\\', "/"),
        "./a.sgf  Black to play, 1 of 3 lines right by te (marks: te 1 right 2 wrong)\n  B A8 W B7 B C9\n\
         ./b.sgf  Black to play, 1 of 3 lines right by uligo (marks: uligo 0 right 2 wrong)\n  B A8 W B7 B C9\n"
    );
    assert_eq!(kifu.run(&["problem", "list", "game.sgf"]).code, 1);
    assert_eq!(
        kifu.run(&["problem", "list", "--from", "te", "game.sgf"])
            .code,
        0
    );
    assert_eq!(
        kifu.run(&["problem", "list", "--from", "xx", "game.sgf"])
            .code,
        2
    );
}

#[test]
fn every_conversion_changes_only_the_marks() {
    for (from, source) in all() {
        for (to, expected) in all() {
            let kifu = Kifu::with([("p.sgf", source.clone())]);
            let ran = kifu.run(&["problem", "convert", "--to", to, "p.sgf"]);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            // Conversion marks only the last right move.
            let expected = match to {
                "te" if from != "te" => expected.replacen("TE[1]", "", 1),
                _ => expected,
            };
            assert_eq!(ran.text(), expected, "{from} to {to}");
        }
    }
}

#[test]
fn conversion_keeps_comments_and_reports_losses() {
    let source = problem("C[Well done. RIGHT\nIt lives.]", "C[WRONG]", "").replace("C[No.]", "");
    let kifu = Kifu::with([("p.sgf", source.clone())]);
    let ran = kifu.run(&["problem", "convert", "--to", "te", "p.sgf"]);
    assert_eq!(
        ran.text(),
        problem("C[Well done.\nIt lives.]TE[1]", "BM[1]", "").replace("C[No.]", "")
    );
    let ran = kifu.run(&["problem", "convert", "--to", "ch", "-n", "p.sgf"]);
    assert!(
        ran.stderr.contains("2 marks of wrong moves are lost"),
        "{}",
        ran.stderr
    );
    let two = source.replace("C[WRONG]", "C[RIGHT]");
    let kifu = Kifu::with([("p.sgf", two)]);
    let ran = kifu.run(&["problem", "convert", "--to", "mainline", "p.sgf"]);
    assert!(
        ran.stderr.contains("2 right lines now count as wrong"),
        "{}",
        ran.stderr
    );
    let kifu = Kifu::with([(
        "p.sgf",
        problem("", "", "").replace("\n(;B[bd]", "\n(;B[bd]C[RIGHT]"),
    )]);
    let ran = kifu.run(&["problem", "convert", "--to", "mainline", "p.sgf"]);
    assert!(
        ran.text().find("B[bd]") < ran.text().find("B[ab]"),
        "{}",
        ran.text()
    );
}

#[test]
fn jgf_uses_the_solution_flag() {
    let kifu = Kifu::with([("p.sgf", problem("C[RIGHT]", "", ""))]);
    assert_eq!(kifu.run(&["convert", "p.sgf", "-o", "p.jgf"]).code, 0);
    let ran = kifu.run(&["problem", "convert", "--to", "jgf", "p.jgf", "-o", "q.jgf"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = std::fs::read_to_string(kifu.path("q.jgf")).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(value.to_string().contains("\"solution\":true"), "{text}");
    assert!(!text.contains("RIGHT"), "{text}");
    let ran = kifu.run(&["problem", "list", "q.jgf", "--jsonl"]);
    assert_eq!(ran.lines()[0]["problems"][0]["convention"], "jgf");
}

#[test]
fn the_number_of_listed_lines_is_limited() {
    const DEEP: usize = 1000;
    let stem = "(;B[cc];W[dd]".repeat(DEEP);
    let ends = "(;B[ee]C[RIGHT]))".repeat(DEEP);
    let kifu = Kifu::with([("p.sgf", format!("(;GM[1]AB[aa]AW[bb]{stem}{ends})"))]);
    let ran = kifu.run(&["problem", "list", "p.sgf"]);
    assert!(ran.text().contains(" 1000 of 1000 lines right"));
    assert!(ran.text().ends_with(" more\n"));
    let problem = &kifu.run(&["problem", "list", "p.sgf", "--jsonl"]).lines()[0]["problems"][0];
    let right = problem["right"].as_array().unwrap();
    let moves: usize = right
        .iter()
        .map(|line| line.as_array().unwrap().len())
        .sum();
    assert!(moves > 100_000 && moves <= 64 * (3 * DEEP + 1), "{moves}");
    assert_eq!(problem["more"], DEEP - right.len());
}
