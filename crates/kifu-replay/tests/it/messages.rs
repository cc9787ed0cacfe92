//! The findings of a replay: their codes, places and messages.

use kifu_replay::rules::{Rules, Size};
use kifu_replay::sgf::Document;
use kifu_replay::{NotShown, Replayer, replay};

/// The code, the text and the message of each finding on the main line.
fn findings(source: &str, rules: &Rules) -> Vec<String> {
    let document = Document::parse(source).unwrap();
    let root = document.roots().next().unwrap();
    let end = document.main_line(root).last().unwrap().id();
    let played = replay(&document, end, rules);
    let size = played.position.board().size();
    let findings = played.findings.iter().map(|finding| {
        let diagnostic = finding.diagnostic(size).unwrap();
        assert_eq!(
            (diagnostic.code.name, &*diagnostic.message),
            (finding.code().name, &*finding.message(size))
        );
        let text = &source[diagnostic.span.start as usize..diagnostic.span.end as usize];
        format!("{}  {text}  {}", diagnostic.code.name, diagnostic.message)
    });
    findings.collect()
}

#[test]
fn each_fault_has_a_code_a_place_and_a_message() {
    let japanese = |source| findings(source, &Rules::JAPANESE);
    assert_eq!(
        japanese("(;SZ[9];B[aa];W[aa];B[])"),
        ["rules/occupied  [aa]  move 2, W A9: the point is occupied by a black stone"]
    );
    assert_eq!(
        japanese("(;SZ[9];B[zz])"),
        ["rules/off-board  [zz]  move 1, B: the point is not on the board"]
    );
    assert_eq!(
        japanese("(;SZ[9];B[a-1])"),
        ["rules/unusable-value  [a-1]  at move 1: the value is neither a point nor a player"]
    );
    assert_eq!(
        japanese("(;SZ[9]PL[grey];B[aa])"),
        [
            "rules/unusable-value  [grey]  before the first move: the value is neither a point nor a player"
        ]
    );
    assert_eq!(
        japanese("(;SZ[9];B[aa];W[bb];AB[cc]PL[x])"),
        ["rules/unusable-value  [x]  at move 2: the value is neither a point nor a player"]
    );
    assert_eq!(
        japanese("(;SZ[9]AB[ba][ab];PL[W];W[aa])"),
        ["rules/suicide  [aa]  move 1, W A9: suicide of one stone"]
    );
    assert_eq!(
        japanese("(;SZ[9];B[aa];W[bb];W[])"),
        ["rules/wrong-turn  []  move 3, W pass: it was the other player's turn"]
    );
    assert_eq!(
        japanese("(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc][bb];PL[B];B[cb];W[bb])"),
        ["rules/ko  [bb]  move 2, W B3: the ko was retaken immediately"]
    );
    assert_eq!(
        japanese("(;SZ[9]AB[aa]AW[ba][ab])"),
        [
            "rules/no-liberty  AB[aa]  before the first move: the setup leaves a chain without a liberty"
        ]
    );
    assert_eq!(
        japanese("(;GM[3];B[aa];W[bb])"),
        ["rules/not-go  [3]  the game is Chess, not Go, so it is not played"]
    );
}

#[test]
fn repetitions_name_the_earlier_position() {
    const KO: &str =
        "AB[ba][fa][ja][ab][eb][gb][ib][bc][fc][jc]AW[ca][ga][ka][bb][db][hb][jb][lb][cc][gc][kc]";
    const ROUND: &str = ";B[cb];W[fb];B[kb];W[bb];B[gb];W[jb]";
    let from_start = format!("(;SZ[12:3]{KO}{ROUND})");
    let later = format!("(;SZ[12:3]{KO};B[aa];W[la]{ROUND})");
    for (rules, code, end) in [
        (Rules::CHINESE, "rules/superko", ""),
        (
            Rules::JAPANESE,
            "rules/cycle",
            "; the players may agree that the game has no result",
        ),
    ] {
        assert_eq!(
            findings(&from_start, &rules),
            [format!(
                "{code}  [jb]  move 6, W K2: the starting position is repeated{end}"
            )]
        );
        assert_eq!(
            findings(&later, &rules),
            [format!(
                "{code}  [jb]  move 8, W K2: the position after move 2 is repeated{end}"
            )]
        );
    }
}

#[test]
fn records_that_cannot_be_shown_are_refused() {
    let shown = |source: &str| {
        let document = Document::parse(source).unwrap();
        let root = document.roots().next().unwrap();
        let shown = Replayer::to_show(&document, root, &Rules::LENIENT);
        shown.map(|game| game.position().board().size())
    };
    assert_eq!(shown("(;SZ[5:3])"), Ok(Size::new(5, 3).unwrap()));
    // The default size applies to a value that is not a size.
    assert_eq!(shown("(;SZ[none])"), Ok(Size::default()));
    let error = shown("(;GM[3]SZ[99])").unwrap_err();
    assert!(matches!(error, NotShown::OtherGame(_)));
    assert_eq!(error.to_string(), "is not Go, but Chess");
    let error = shown("(;SZ[99])").unwrap_err();
    assert!(matches!(error, NotShown::Board(_)));
    assert!(
        error
            .to_string()
            .starts_with("has a board that cannot be shown: `SZ`: "),
        "{error}"
    );
}
