//! Laws that hold for every text. The tests check them on the cases; the fuzzer uses this file,
//! too.

use kifu_select::{
    Color, Date, Days, FieldKind, Key, Move, PlayedMove, Point, Rank, Select, Size, Subject, Value,
};

/// Checks all laws on a source.
pub(crate) fn all(source: &[u8]) {
    let text = String::from_utf8_lossy(source);
    for line in text.lines() {
        findings_are_in_the_text(line);
        let Ok(select) = Select::parse(line) else {
            continue;
        };
        written_reads_back(&select);
        let mut random = Random::of(source);
        for _ in 0..2 {
            logic_holds(&select, &Anything::random(&mut random));
        }
    }
}

/// Checks that the span of an error is within the text.
pub(crate) fn findings_are_in_the_text(text: &str) {
    if let Err(found) = Select::parse(text) {
        let _in_the_text = &text[found.span.range()];
        let codes = kifu_select::CODES;
        assert!(codes.iter().any(|code| code.name == found.code.name));
    }
}

/// Checks that a selection parses back from its canonical form and has the same canonical form
/// again.
pub(crate) fn written_reads_back(select: &Select) {
    let text = select.to_string();
    if text.len() > 1 << 16 {
        return;
    }
    let again = Select::parse(&text);
    assert_eq!(again.as_ref(), Ok(select), "{text}");
    assert_eq!(again.unwrap().to_string(), text);
}

/// Checks that `not`, `and` and `or` obey logic.
pub(crate) fn logic_holds(select: &Select, subject: &Anything) {
    let holds = |text: String| match Select::parse(&text) {
        Ok(select) => Some(select.matches(subject)),
        Err(found) => {
            let limits = ["select/too-deep", "select/too-long", "select/bad-pattern"];
            assert!(limits.contains(&found.code.name), "{text}: {found}");
            None
        }
    };
    let a = select.to_string();
    let is = select.matches(subject);
    let same = |text: String, expected: bool| {
        assert!(holds(text).is_none_or(|holds| holds == expected), "{a}");
    };
    same(format!("not ({a})"), !is);
    same(format!("not not ({a})"), is);
    same(format!("({a}) and ({a})"), is);
    same(format!("({a}) or ({a})"), is);
    for b in ["has(C)", "moves > 100", "not komi < 6"] {
        let b_is = Select::parse(b).unwrap().matches(subject);
        same(format!("not (({a}) and {b})"), !is || !b_is);
        same(format!("not ({a}) or not ({b})"), !(is && b_is));
        same(format!("not (({a}) or {b})"), !is && !b_is);
        same(format!("not ({a}) and not ({b})"), !(is || b_is));
    }
}

/// A subject with pseudo-random values.
pub(crate) struct Anything {
    seed: u64,
    size: Size,
}

impl Anything {
    pub(crate) fn random(random: &mut Random) -> Anything {
        let mut side = || 1 + random.below(52) as u8;
        Anything {
            size: Size::new(side(), side()).unwrap(),
            seed: u64::from(random.below(u32::MAX)),
        }
    }
}

const TEXTS: [&str; 8] = [
    "",
    "Cho Chikun",
    "ＡＢＣ",
    "1990-05-17,18",
    "6.5",
    "古力",
    "9p",
    "points",
];

impl Subject for Anything {
    fn any(&self, key: &Key, found: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
        let mut random = Random::of(format!("{key}{}", self.seed).as_bytes());
        let values = match key.kind() {
            FieldKind::Count | FieldKind::Size => 1,
            _ => random.below(3),
        };
        (0..values).any(|_| {
            let number = random.below(400);
            found(match key.kind() {
                FieldKind::Property | FieldKind::Text => Value::Text(TEXTS[number as usize % 8]),
                FieldKind::Word(words) => Value::Text(words[number as usize % words.len()]),
                FieldKind::Count => Value::Number(f64::from(number)),
                FieldKind::Number => Value::Number(f64::from(number) / 2.0 - 20.0),
                FieldKind::Date => Value::Date(days(&mut random)),
                FieldKind::Rank => Value::Rank(Rank::dan(1 + number as u8 % 9).unwrap()),
                FieldKind::Size => Value::Size(self.size),
            })
        })
    }

    fn moves(&self, found: &mut dyn FnMut(PlayedMove) -> bool) {
        let mut random = Random(self.seed);
        for number in 1..=20 {
            let mut at = |sides: u8| random.below(u32::from(sides)) as u8;
            let point = Point::new(at(self.size.cols()), at(self.size.rows()));
            let played = PlayedMove {
                number,
                color: Color::ALL[number as usize % 2],
                action: if number == 20 {
                    Move::Pass
                } else {
                    Move::Play(point)
                },
            };
            if found(played) {
                return;
            }
        }
    }

    fn board(&self) -> Size {
        self.size
    }
}

fn days(random: &mut Random) -> Days {
    let year = 1900 + random.below(120) as u16;
    let month = Some(1 + random.below(12) as u8);
    match random.below(4) {
        0 => Days::On(Date::new(year, None, None).unwrap()),
        1 => Days::On(Date::new(year, month, None).unwrap()),
        2 => Days::On(Date::new(year, month, Some(28)).unwrap()),
        _ => Days::During(
            Date::new(year, month, Some(3)).unwrap(),
            Date::new(year + 1, month, None).unwrap(),
        ),
    }
}

/// The SplitMix64 pseudo-random number generator.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn of(bytes: &[u8]) -> Random {
        let mix = |seed: u64, &byte: &u8| (seed ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        Random(bytes.iter().fold(0xCBF2_9CE4_8422_2325, mix))
    }

    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) >> 32) as u32 % limit
    }
}
