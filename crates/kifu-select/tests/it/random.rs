//! Random expressions.

use kifu_select::{Field, Select};

use crate::laws::{self, Random};

#[test]
fn random_expressions_obey_the_laws() {
    let mut random = Random(1);
    let mut read = 0;
    for _ in 0..300 {
        let text = expression(&mut random, 3);
        laws::all(text.as_bytes());
        read += u32::from(Select::parse(&text).is_ok());
    }
    // Both valid and invalid expressions occur.
    assert!((60..290).contains(&read), "{read}");
}

#[test]
fn random_words_obey_the_laws() {
    let mut random = Random(2);
    for _ in 0..5_000 {
        let words = 1 + random.below(6);
        let words: Vec<&str> = (0..words).map(|_| pick(&mut random, &WORDS)).collect();
        laws::findings_are_in_the_text(&words.join(pick(&mut random, &["", " "])));
    }
}

const WORDS: [&str; 38] = [
    "PB", "C", "moves", "has", "has-", "(", ")", "[", "]", "B", "W", "move", "within", "in", "..",
    ".", "...", "1..8", "and", "or", "not", "==", "=", "!=", "!", "<=", "~", "=~", "\"", "'", "\\",
    "6.5", "-", "古", "\u{3000}", "&&", "9p", "1990-05",
];

const VALUES: [&str; 22] = [
    "6.5",
    "-0",
    "007",
    "1990",
    "1990-05",
    "1990-05-17",
    "5d",
    "9p",
    "13k",
    "19",
    "13x9",
    "Lee",
    "古力",
    "ＡＢＣ",
    "points",
    "resign",
    "\"Cho Chikun\"",
    "'it\\'s'",
    "\"a\\\\b\"",
    "'x\"y'",
    "1e5",
    "99999999999999999999999",
];

fn expression(random: &mut Random, depth: u32) -> String {
    let mut inner = || match depth {
        0 => test(random),
        _ => expression(random, depth - 1),
    };
    let (a, b) = (inner(), inner());
    match random.below(6) {
        0 => format!("{a} and {b}"),
        1 => format!("{a} or {b}"),
        2 => format!("not {a}"),
        3 => format!("({a}) and ({b})"),
        4 => format!("not({a} or {b})"),
        _ => a,
    }
}

fn test(random: &mut Random) -> String {
    let field = Field::ALL[random.below(Field::ALL.len() as u32) as usize].name();
    let key = pick(
        random,
        &["PB", "KM", "DT", "BR", field, field, field, field],
    );
    let kind = Select::parse(&format!("{key} ~ x")).is_ok();
    let (a, b) = (pick(random, &VALUES), pick(random, &VALUES));
    // Choose mostly operators that the kind of the field supports.
    match (random.below(12), kind) {
        (0, _) => format!("has({key})"),
        (1, _) => format!("has-{key}"),
        (2, _) => format!(
            "move[{}] within {}..",
            pick(random, &["Q16", "pd", ""]),
            1 + random.below(9)
        ),
        (3, false) => format!("{key} in {a}..{b}"),
        (4, false) => format!("{key}in ..{b}"),
        (5, _) => format!("{key} != {a}"),
        (6, true) => format!("{key} =~ {a}"),
        (7, true) => format!("{key} ~ {a}"),
        (8, true) => format!("{key} == {a}"),
        (_, true) => format!("{key}~{a}"),
        (9, false) => format!("{key} >= {}", random.below(3_000)),
        (_, false) => format!("{key} in ..{}", random.below(30)),
    }
}

fn pick<'w>(random: &mut Random, words: &[&'w str]) -> &'w str {
    words[random.below(words.len() as u32) as usize]
}
