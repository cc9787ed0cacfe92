//! The descriptions of a score.

use kifu_replay::rules::{Color, Point, Rules};
use kifu_replay::scoring::{
    DeadStones, NoStone, Note, Options, Scored, Verdict, marked_territory, score,
};
use kifu_replay::sgf::Document;

/// Two halves of a board with 5 columns. By area, Black has 15 points and White has 10.
const HALVES: &str = "AB[ca:ce]AW[da:de]";
const MARKS: &str = "TB[aa:be]TW[ea:ee]";

fn scored(source: &str) -> Scored {
    let document = Document::parse(source).unwrap();
    score(
        &document,
        document.roots().next().unwrap(),
        &Options::default(),
    )
    .unwrap()
}

/// A position of 15 to 10 points, or of 10 to 5 points by territory, with other properties.
fn halves(rest: &str) -> Scored {
    scored(&format!("(;SZ[5]{HALVES}{rest})"))
}

#[test]
fn headlines_and_verdicts() {
    let japanese = "RU[Japanese]KM[0.5]";
    for (rest, verdict, headline) in [
        (
            "RE[B+4.5]TB[aa:be]TW[ea:ee]",
            "agrees",
            "B+4.5, as recorded",
        ),
        ("RE[B+4.5]", "agrees", "B+4.5, as recorded"),
        (
            "RE[B+3.5]TB[aa:be]TW[ea:ee]",
            "differs",
            "Black wins: counted 4.5 points, recorded 3.5",
        ),
        (
            "RE[W+4.5]TB[aa:be]TW[ea:ee]",
            "differs",
            "counted B+4.5, recorded W+4.5",
        ),
        (
            "RE[0]TB[aa:be]TW[ea:ee]",
            "differs",
            "counted B+4.5, recorded 0",
        ),
        (
            "TB[aa:be]TW[ea:ee]",
            "nothing-stated",
            "B+4.5; no result is recorded",
        ),
        (
            "RE[who knows]TB[aa:be]TW[ea:ee]",
            "nothing-stated",
            "B+4.5; recorded `who knows`, which is not a result",
        ),
        (
            "",
            "not-countable",
            "not countable: no marked territory; no result is recorded",
        ),
        (
            "RE[B+3.5]",
            "not-countable",
            "not countable: no marked territory; recorded B+3.5",
        ),
        ("RE[W+R]", "not-by-points", "Black resigned: recorded W+R"),
        (
            "RE[B+T]",
            "not-by-points",
            "White lost on time: recorded B+T",
        ),
        ("RE[B+F]", "not-by-points", "White forfeited: recorded B+F"),
        (
            "RE[B+]",
            "not-by-points",
            "Black won, by an unknown margin: recorded B+",
        ),
        ("RE[Void]", "not-by-points", "no result: recorded Void"),
    ] {
        let scored = halves(&format!("{japanese}{rest}"));
        assert_eq!(
            (scored.verdict().name(), &*scored.headline()),
            (verdict, headline),
            "{rest}"
        );
    }
    let one = halves(&format!("RU[Japanese]KM[4]RE[B+2]{MARKS}"));
    assert_eq!(one.headline(), "Black wins: counted 1 point, recorded 2");
    // The Tromp-Taylor rules need no marks.
    let exact = halves("RU[Tromp-Taylor]KM[0]RE[B+9]");
    assert!(matches!(exact.verdict(), Verdict::Differs(_)));
    let none = halves("RU[Tromp-Taylor]KM[0]");
    assert_eq!(none.verdict(), Verdict::NothingStated);
    assert_eq!(none.headline(), "B+5; no result is recorded");
}

#[test]
fn lines_of_a_count() {
    let area = halves("RU[Chinese]KM[1.5]RE[B+3.5]");
    assert_eq!(
        area.lines()[..3],
        [
            "Black  15: 10 territory, 5 stones",
            "White  11.5: 5 territory, 5 stones, 1.5 komi",
            "Counted without marks",
        ]
    );
    assert_eq!(area.lines().len(), 4);
    let territory = scored(&format!(
        "(;SZ[5]RU[Japanese]KM[0]{HALVES};B[ea];W[ba];B[eb]{MARKS})"
    ));
    // Two prisoners of White and one of Black.
    assert_eq!(
        territory.lines(),
        [
            "Black  11: 10 territory, 1 prisoner",
            "White  7: 5 territory, 2 prisoners",
            "Counted with the marks TB and TW",
        ]
    );
    let handicap = halves(&format!("RU[AGA]KM[0]HA[2]{MARKS}"));
    assert_eq!(
        handicap.lines()[1],
        "White  11: 5 territory, 5 stones, 1 for handicap"
    );
    // A count has no meaning if the game did not end with it.
    assert_eq!(halves("RU[Japanese]KM[0.5]RE[W+R]").lines(), [""; 0]);
    assert_eq!(halves("RU[Japanese]KM[0.5]RE[B+3.5]").lines(), [""; 0]);
    assert_eq!(
        halves(&format!("RU[Japanese]KM[0.5]RE[W+R]{MARKS}"))
            .lines()
            .len(),
        3
    );
}

#[test]
fn given_dead_stones() {
    let source = format!("(;SZ[5]RU[Japanese]KM[0]{HALVES};B[ea]W[ba])");
    let document = Document::parse(source).unwrap();
    let root = document.roots().next().unwrap();
    let options = Options {
        dead: Some(&[Point::new(4, 0), Point::new(1, 0)]),
        rules: Some(Rules::CHINESE),
    };
    let scored = score(&document, root, &options).unwrap();
    assert_eq!(scored.dead_stones, DeadStones::Listed);
    assert_eq!(scored.rules, Rules::CHINESE);
    assert_eq!(
        scored.lines(),
        [
            "Black  15: 10 territory, 5 stones",
            "White  10: 5 territory, 5 stones",
            "Counted with the given dead stones",
        ]
    );
    let point = Point::new(4, 4);
    let options = Options {
        dead: Some(&[point]),
        ..options
    };
    let error = score(&document, root, &options).unwrap_err();
    assert_eq!(error, NoStone { index: 0, point });
    assert_eq!(error.to_string(), "dead point 1 has no stone");
    // Without marks, no territory is known.
    assert_eq!(marked_territory(&document, root), None);
}

#[test]
fn marks_of_one_player_are_enough() {
    for (marks, color) in [("TB[aa:be]", Color::Black), ("TW[ea:ee]", Color::White)] {
        let source = format!("(;SZ[5]{HALVES};C[x]{marks};B[])");
        let document = Document::parse(source).unwrap();
        let root = document.roots().next().unwrap();
        let territory = marked_territory(&document, root).unwrap();
        let corner = Point::new(if color == Color::Black { 0 } else { 4 }, 0);
        assert_eq!(territory[corner].area_of(), Some(color));
    }
}

#[test]
fn notes_name_what_is_assumed() {
    let notes = |rest: &str| {
        let scored = halves(&format!("{rest}{MARKS}"));
        scored.notes.iter().map(Note::to_string).collect::<Vec<_>>()
    };
    assert_eq!(notes("RU[Japanese]KM[0.5]"), [""; 0]);
    assert_eq!(
        notes("KM[0.5]"),
        ["the record does not state its rules; scored by Japanese rules"]
    );
    assert_eq!(
        notes("RU[house]KM[0.5]"),
        ["unknown rules `house`; scored by Japanese rules"]
    );
    for rules in [
        "koSIMPLEscoreTERRITORYtaxALLsui0",
        "koSIMPLEscoreAREAtaxSEKIsui0",
        "stone-scoring",
        "ancient-area",
    ] {
        assert_eq!(
            notes(&format!("RU[{rules}]KM[0.5]")),
            ["these rules have a group tax, which the score ignores"],
            "{rules}"
        );
    }
    assert_eq!(
        notes("RU[koSIMPLEscoreTERRITORYtaxSEKIsui0]KM[0.5]"),
        [""; 0]
    );
    assert_eq!(
        notes("RU[aga-button]KM[0.5]"),
        ["these rules have a button, which the score ignores"]
    );
    assert_eq!(
        notes("RU[koSIMPLEscoreAREAtaxNONEsui0button1]KM[0.5]"),
        ["these rules have a button, which the score ignores"]
    );
    assert_eq!(
        notes("RU[Japanese]KM[ much ]"),
        [
            "the komi `much` is not a number",
            "the record does not state a readable komi; scored with a komi of 6.5"
        ]
    );
    // Blank text is not a komi, and a handicap game has none.
    assert_eq!(
        notes("RU[Chinese]KM[ ]"),
        ["the record does not state a readable komi; scored with a komi of 7.5"]
    );
    for (handicap, komi) in [("0", "6.5"), ("1", "6.5"), ("2", "0")] {
        assert_eq!(
            notes(&format!("RU[Japanese]HA[{handicap}]")),
            [format!(
                "the record does not state a readable komi; scored with a komi of {komi}"
            )]
        );
    }
    assert_eq!(
        notes("AP[foxwq]RU[Chinese]KM[375]"),
        ["the komi `375` is on the scale of the Fox server and equals 7.5 points"]
    );
}

#[test]
fn the_first_komi_and_result_of_the_main_line_count() {
    let scored = scored(&format!(
        "(;SZ[5]RU[Japanese]{HALVES};KM[0.5]RE[B+4.5];KM[9]RE[W+R];{MARKS};B[])"
    ));
    assert_eq!(scored.stated.as_deref(), Some("B+4.5"));
    assert_eq!(scored.verdict(), Verdict::Agrees);
    assert_eq!(scored.notes, []);
}
