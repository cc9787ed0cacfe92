//! The meaning of expressions, tested on small subjects.

use kifu_select::{
    Color, Days, Field, Key, Move, PlayedMove, Point, Rank, Select, Size, Subject, Value,
};

/// A game with these values.
struct Game(Vec<(&'static str, Value<'static>)>);

impl Subject for Game {
    fn any(&self, key: &Key, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
        let name = key.to_string();
        let mut values = self.0.iter().filter(|(of, _)| *of == name);
        values.any(|(_, value)| found(*value))
    }

    fn moves(&self, found: &mut dyn FnMut(PlayedMove) -> bool) {
        // Q16, D4, a pass, Q4.
        let moves = [Some((15, 3)), Some((3, 15)), None, Some((15, 15))];
        for (number, at) in (1..).zip(moves) {
            let action = at.map_or(Move::Pass, |(col, row)| Move::Play(Point::new(col, row)));
            let color = Color::ALL[(number as usize + 1) % 2];
            if found(PlayedMove {
                number,
                color,
                action,
            }) {
                return;
            }
        }
    }

    fn board(&self) -> Size {
        Size::square(19).unwrap()
    }
}

fn day(text: &str) -> Value<'static> {
    Value::Date(Days::On(text.parse().unwrap()))
}

#[track_caller]
fn holds(values: &[(&'static str, Value<'static>)], yes: &[&str], no: &[&str]) {
    for field in values.iter().map(|(name, _)| *name) {
        assert!(Key::parse(field).is_some(), "{field}");
    }
    let game = Game(values.to_vec());
    for (expressions, expected) in [(yes, true), (no, false)] {
        for expression in expressions {
            let select = Select::parse(expression).unwrap();
            assert_eq!(select.matches(&game), expected, "{expression}");
        }
    }
}

#[test]
fn texts_are_compared_regardless_of_case_and_width() {
    holds(
        &[
            ("player", Value::Text("Cho Chikun")),
            ("player", Value::Text("ＡｌｐｈａＧｏ")),
            ("PW", Value::Text("Straße")),
        ],
        &[
            "player ~ 'CHO'",
            "player == \"cho chikun\"",
            "player == alphago",
            "PW == STRASSE",
            "player =~ '^Cho'",
            "player =~ '(?i)^cho'",
            "player != Lee",
        ],
        &[
            "player == Cho",
            "player =~ '^cho'",
            "player != 'Cho Chikun'",
            "player ~ Lee",
            "black ~ Cho",
        ],
    );
}

#[test]
fn numbers_are_compared_as_numbers() {
    holds(
        &[
            ("komi", Value::Number(6.5)),
            ("KM", Value::Text("6.50")),
            ("moves", Value::Number(211.0)),
            ("comments", Value::Number(0.0)),
            ("handicap", Value::Number(0.0)),
            ("size", Value::Size(Size::new(13, 9).unwrap())),
            ("PB", Value::Text("three")),
        ],
        &[
            "komi == 6.5",
            "komi in 5.5..6.5",
            "komi in ..7",
            "KM == 6.5",
            "KM > 6.49 and KM <= 06.5",
            "moves >= 50",
            "moves in 211..",
            "handicap == 0",
            "size == 13x9",
            "size >= 9",
            "size < 19",
            "size != 19",
            "has(moves) and not has-comments",
            "has(komi)",
        ],
        &[
            "KM == '6.5'",
            "komi > 6.5",
            "moves < 100",
            "size == 13",
            "size > 9",
            "PB < 4",
            "has(handicap)",
            "has(WR)",
        ],
    );
}

#[test]
fn dates_are_compared_as_dates() {
    holds(
        &[
            ("date", day("1990-05-17")),
            ("DT", Value::Text("1990-05-17,18")),
        ],
        &[
            "date == 1990",
            "date == 1990-05",
            "date >= 1990-05",
            "date > 1990-04",
            "date <= 1990-05",
            "date < 1990-05-18",
            "date > 1990-05-16",
            "date <= 1990-05-17 and date >= 1990-05-17",
            "date in 1989..1990",
            "DT >= 1990-05 and DT < 1991",
            "DT == 1990",
        ],
        &[
            "date > 1990-05",
            "date < 1990-05",
            "date < 1990-05-17 or date > 1990-05-17",
            "date <= 1990-05-16 or date >= 1990-05-18",
            "date == 1991",
            "DT > 1990",
        ],
    );
    // Only the year is known, so a comparison is true only if it is true for every day of that
    // year.
    holds(
        &[("date", day("1990"))],
        &[
            "date == 1990",
            "date >= 1990",
            "date < 1991",
            "date <= 1990",
            "date != 1990-02",
        ],
        &[
            "date >= 1990-02",
            "date < 1990-02",
            "date <= 1990-02",
            "date == 1990-02",
        ],
    );
    let (from, to) = ("1903-11-13".parse(), "1903-11-26".parse());
    holds(
        &[(
            "date",
            Value::Date(Days::During(from.unwrap(), to.unwrap())),
        )],
        &[
            "date == 1903-11-20",
            "date > 1903-11-25",
            "date < 1903-11-14",
            "date <= 1903-11-13",
            "date >= 1903-11-26",
            "date == 1903-11-13 and date == 1903-11-26",
        ],
        &[
            "date == 1903-11-12 or date == 1903-11-27",
            "date < 1903-11-13",
            "date > 1903-11-26",
            "date <= 1903-11-12",
            "date >= 1903-11-27",
        ],
    );
}

#[test]
fn ranks_have_an_order() {
    holds(
        &[
            ("rank", Value::Rank("5d".parse::<Rank>().unwrap())),
            ("rank", Value::Rank("2k".parse::<Rank>().unwrap())),
            ("BR", Value::Text("5D")),
        ],
        &[
            "rank >= 5d",
            "rank == 2k",
            "rank < 1d",
            "BR > 1k",
            "BR == 5d",
            "rank in 4d..9p",
        ],
        &["rank > 5d", "rank == 5p", "rank < 2k"],
    );
}

#[test]
fn properties_hold_dates_and_ranks_as_people_write_them() {
    holds(
        &[
            ("DT", Value::Text("May 16-18, 1842")),
            ("RD", Value::Text("1990-05-17,18")),
            ("BR", Value::Text("アマ六段")),
            ("WR", Value::Text("9p, Honinbo & 3d?")),
            ("EV", Value::Text("1842 tournament")),
        ],
        &[
            "DT >= 1842-05-17",
            "DT < 1900 and DT in 1840..1842",
            "RD > 1990-05-17",
            "RD in 1990-05-18..1990-05-18",
            "BR >= 6d and BR < 7d",
            "WR > 9d and WR < 4d",
        ],
        &[
            "DT > 1842-05-18",
            "RD > 1990-05-18",
            "BR > 6d",
            "WR < 3d",
            "EV > 1000",
            "EV < 3d",
            // Only an integer from 1 to 9999 is a year.
            "RD == 1990.5",
            "RD < 1990.5 or RD > 1990.5",
            "RD == 0 or RD > -1 or RD < 10000",
        ],
    );
}

#[test]
fn moves_are_found_by_point_and_number() {
    holds(
        &[],
        &[
            "B[Q16]",
            "B[pd] within 1..8",
            "W[D4] within 2",
            "move[d4] within 2..2",
            "B[pass] within 3",
            "B[] within ..3",
            "B[tt]",
            "W[Q4] within 4..",
        ],
        &[
            "W[Q16]",
            "B[Q16] within 2..",
            "W[D4] within ..1",
            "move[K10]",
            "W[pass]",
            "B[ZZ40]",
        ],
    );
}

#[test]
fn absent_values_fail_every_comparison() {
    let tests = [
        "komi > 0",
        "komi <= 0",
        "komi != 6.5",
        "PB ~ ''",
        "PB =~ ''",
        "date < 9999",
        "rank in ..9p",
        "size == 19",
        "result.kind == draw",
    ];
    holds(
        &[],
        &tests.map(|test| format!("not {test}").leak() as &str),
        &tests,
    );
}

#[test]
fn only_deciding_values_are_requested() {
    struct Head;
    impl Subject for Head {
        fn any(&self, key: &Key, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
            assert_eq!(*key, Key::Field(Field::Black));
            found(Value::Text("Sato"))
        }

        fn moves(&self, _: &mut dyn FnMut(PlayedMove) -> bool) {
            panic!("the expression should not request moves");
        }

        fn board(&self) -> Size {
            Size::LARGEST
        }
    }
    let holds = |text: &str| Select::parse(text).unwrap().matches(&Head);
    assert!(!holds("black ~ Lee and captures > 3 and B[Q16]"));
    assert!(holds("black ~ sato or B[Q16]"));
}

#[test]
fn an_expression_may_have_64_kib() {
    let test = "has(PB)";
    let text = " ".repeat((1 << 16) - test.len()) + test;
    assert!(Select::parse(&text).is_ok());
    let found = Select::parse(&format!("{text} ")).unwrap_err();
    assert_eq!(
        (found.code.name, found.span.range()),
        ("select/too-long", 1 << 16..1 << 16)
    );
}

#[test]
fn too_long_has_a_span_within_the_text() {
    for start in ["", "a", "aa"] {
        let text = start.to_owned() + &"é古𝄞".repeat(10_000);
        let found = Select::parse(&text).unwrap_err();
        assert_eq!(found.code.name, "select/too-long");
        assert!(text.is_char_boundary(found.span.start as usize));
    }
}

#[test]
fn many_parentheses_may_follow_each_other() {
    for test in ["(KM == 6.5)", "not KM == 6.5", "(not (KM == 6.5))"] {
        let tests = vec![test; 150].join(" and ");
        assert!(Select::parse(&tests).is_ok(), "{test}");
    }
}

#[test]
fn equal_expressions_have_the_same_text() {
    let select = |text: &str| Select::parse(text).unwrap();
    assert_eq!(
        select("PB =~ '^Cho' and moves>50"),
        select("PB =~ \"^Cho\" and moves > 50")
    );
    for other in [
        "PB =~ '^Cho$'",
        "PB ~ '^Cho'",
        "PW =~ '^Cho'",
        "not PB =~ '^Cho'",
        "PB =~ '^cho'",
    ] {
        assert_ne!(select(other), select("PB =~ '^Cho'"), "{other}");
    }
}
