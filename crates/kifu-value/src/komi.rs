//! Komi and other amounts of points: `KM` (FF\[4\]; 2016 draft, *KM*), and the margins in results.

use alloc::string::{String, ToString};

use kifu_core::{Points, Ruleset};

use super::scan::{Decimal, Scan};
use super::{Parsed, ReadError, Sureness};

const KOMI: &str = "a komi such as `6.5`";

/// Reads a komi: the points that White gets for moving second.
///
/// In addition to decimals, it reads fractions (`5 1/2`, `3又3/4`), a decimal comma, a few words (`none`, `half`) and
/// units. `目`, `집` and `moku` are points. `子` counts stones, as in Chinese rules, and each stone is worth two
/// points, so `3.75子` is a komi of 7.5.
///
/// A number in the notation of the Fox server (`375`) is read as an ordinary number. Callers that know that this
/// server wrote the record can convert it with [`fox_komi`].
///
/// ```
/// use kifu_core::Points;
/// use kifu_value::komi;
///
/// assert!(komi("6.50").unwrap().is_exact());
/// assert_eq!(komi("3.75子").unwrap().value, Points::from_halves(15));
/// assert_eq!(komi("3又3/4子").unwrap().value, Points::from_halves(15));
/// assert_eq!(komi("5 1/2").unwrap().value, Points::from_halves(11));
/// ```
///
/// # Errors
///
/// [`ReadError`] if the text is not an amount, or has more than two decimals.
pub fn komi(text: &str) -> Result<Parsed<Points>, ReadError> {
    if is_real(text) {
        if let Ok(points) = text.parse() {
            return Ok(Parsed::exact(points));
        }
    }
    let mut scan = Scan::new(text);
    let lenient = scan.certain("a komi that is not a plain number");
    scan.word_run(NOISE);
    let value = match scan.word(&[("none", ()), ("no", ()), ("无", ()), ("없음", ())]) {
        Some(()) => Points::ZERO,
        None => signed_amount(&mut scan)?,
    };
    scan.eat(".");
    scan.word_run(NOISE);
    if !scan.is_done() {
        return Err(scan.expected(KOMI));
    }
    Ok(Parsed::lenient(value, lenient))
}

const NOISE: &[(&str, ())] = &[
    (" ", ()),
    ("komi", ()),
    ("黑贴", ()),
    ("贴", ()),
    ("コミ", ()),
    ("덤", ()),
];

fn signed_amount(scan: &mut Scan<'_>) -> Result<Points, ReadError> {
    let negative = scan.eat("-");
    if !negative {
        scan.eat("+");
    }
    scan.skip_spaces();
    let start = scan.at();
    let amount = amount(scan).ok_or_else(|| scan.expected(KOMI))?;
    let points = amount.points.ok_or_else(|| {
        scan.impossible(
            start,
            "an amount up to 21474836.47 with at most two decimals",
        )
    })?;
    Ok(if negative { -points } else { points })
}

/// Whether a text starts and ends like a *Real* of FF\[4\].
fn is_real(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_digit())
}

/// An amount of points in words.
pub(super) struct Amount {
    /// The amount in points; `None` if [`Points`] cannot represent it.
    pub(super) points: Option<Points>,
    /// The value of the unit in points, if there is a unit: 2 for `子`.
    pub(super) unit: Option<u32>,
}

impl Amount {
    /// Whether the unit is a stone, which is worth two points.
    pub(super) fn counts_stones(&self) -> bool {
        self.unit == Some(STONE)
    }
}

const STONE: u32 = 2;

/// The units of amounts, and their value in points.
const UNITS: &[(&str, u32)] = &[
    ("目", 1),
    ("집", 1),
    ("子", STONE),
    ("moku", 1),
    ("points", 1),
    ("point", 1),
    ("pts", 1),
    ("pt", 1),
    ("zi", STONE),
    ("punt", 1),
];

/// Takes an amount: `6.5`, `二目半`, `9집 반`, `3又3/4子`, `half a point`.
pub(super) fn amount(scan: &mut Scan<'_>) -> Option<Amount> {
    let start = scan.at();
    let (mut total, mut unit) = (Decimal::ZERO, None);
    // A number that does not have a unit yet, which only "and a half" can follow.
    let mut open: Option<Decimal> = None;
    loop {
        let before = *scan;
        scan.skip_spaces();
        let half = scan.word(HALF).map(|()| Decimal::HALF);
        let number = match open {
            None => half.or_else(|| scan.number(true)),
            Some(_) => half,
        };
        let Some(number) = number else {
            *scan = before;
            break;
        };
        let number = number.plus(open.take().unwrap_or(Decimal::ZERO));
        let after = *scan;
        scan.skip_spaces();
        if let Some(points) = scan.word(UNITS) {
            unit = Some(points);
            total = total.plus(number.times(points));
        } else {
            *scan = after;
            open = Some(number);
        }
    }
    let open = open.map_or(Decimal::ZERO, |open| open.times(unit.unwrap_or(1)));
    let points = total.plus(open).points();
    (scan.at() > start).then_some(Amount { points, unit })
}

const HALF: &[(&str, ())] = &[("半", ()), ("반", ()), ("half", ()), ("half a", ())];

/// Writes a komi in the style of an old value: with its unit, its decimal comma, and at least as many decimals.
///
/// ```
/// use kifu_core::Points;
/// use kifu_value::respell_komi;
///
/// let komi = Points::from_halves(15);
/// assert_eq!(respell_komi("6.50", komi), "7.50");
/// assert_eq!(respell_komi("2.75子", komi), "3.75子");
/// assert_eq!(respell_komi("6.5目", komi), "7.5目");
/// ```
pub fn respell_komi(old: &str, new: Points) -> String {
    let unit = ["目", "子", "집"]
        .into_iter()
        .find(|unit| old.contains(unit));
    // Half of an odd number of hundredths is not a whole number of hundredths.
    let amount = match unit {
        Some("子") if new.hundredths() % 2 != 0 => return new.to_string(),
        Some("子") => Points::from_hundredths(new.hundredths() / 2),
        _ => new,
    };
    let mut spelled = amount.to_string();
    let decimals = |text: &str| {
        let (_, part) = text.split_once(['.', ','])?;
        Some(part.bytes().take_while(u8::is_ascii_digit).count())
    };
    let missing = decimals(old).unwrap_or(0).min(6);
    let present = decimals(&spelled);
    if present.is_none() && missing > 0 {
        spelled.push('.');
    }
    for _ in present.unwrap_or(0)..missing {
        spelled.push('0');
    }
    if old.contains(',') {
        spelled = spelled.replace('.', ",");
    }
    spelled + unit.unwrap_or("")
}

/// The komi that [`fox_komi`] returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResolvedKomi {
    /// The komi in points.
    pub points: Points,
    /// Whether the komi is certain or a guess.
    pub sureness: Sureness,
}

/// Converts a komi in the notation of the Fox server to points.
///
/// `rules` and `handicap` are the rules and the handicap that the record states, as in `RU` and `HA` of SGF.
///
/// The Fox server writes hundredths without a decimal point. Under Chinese rules, it counts in `子` of two points
/// each. In an even game whose komi it did not record, it writes `0`.
///
/// | `KM` | `RU` | `HA` | komi | why |
/// | --- | --- | --- | --- | --- |
/// | `375` | Chinese, or none | any | 7.5 | a quarter: counted in `子` |
/// | `325` | Chinese, or none | any | 6.5 | a quarter: counted in `子` |
/// | `375` | other | any | 7.5, a guess | a quarter, which these rules do not have |
/// | `350` | Chinese | any | 7 | counted in `子` |
/// | `350` | none | any | 3.5, a guess | may be counted in `子` |
/// | `750` | any | any | 7.5 | too large for `子` |
/// | `50` | other | any | 0.5 | points |
/// | `0` | Chinese | 0, or none | 7.5, a guess | not recorded |
/// | `0` | other, or none | 0, or none | 6.5, a guess | not recorded: all margins end in a half |
/// | `0` | any | 1 and more | 0 | no komi: all margins are whole |
///
/// Other numbers are not in this notation, and are returned unchanged. A negative number is converted like its
/// absolute value, and stays negative.
///
/// ```
/// use kifu_core::Points;
/// use kifu_value::{Sureness, fox_komi};
///
/// let meant = fox_komi(Points::whole(375), None, None);
/// assert_eq!(meant.points, Points::from_halves(15));
/// assert_eq!(meant.sureness, Sureness::Certain);
/// ```
pub fn fox_komi(written: Points, rules: Option<&str>, handicap: Option<&str>) -> ResolvedKomi {
    let rules = match rules.filter(|text| !text.trim().is_empty()) {
        None => FoxRules::Unstated,
        Some(text) => match super::rules(text) {
            Ok(read) if read.value.ruleset == Ruleset::Chinese => FoxRules::Chinese,
            _ => FoxRules::Other,
        },
    };
    let handicap = handicap.and_then(|text| super::handicap(text).ok());
    let stones = handicap.map_or(0, |read| read.value.stones);
    let converted = if written < Points::ZERO {
        from_fox(-written, rules, stones).map(|(points, sureness)| (-points, sureness))
    } else {
        from_fox(written, rules, stones)
    };
    let (points, sureness) = converted.unwrap_or((written, Sureness::Certain));
    ResolvedKomi { points, sureness }
}

/// The rules of a record of the Fox server, as far as its notation of the komi depends on them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FoxRules {
    Unstated,
    Chinese,
    Other,
}

/// Converts a number that is not negative; `None` if it is not in the notation of the Fox server.
fn from_fox(written: Points, rules: FoxRules, stones: u16) -> Option<(Points, Sureness)> {
    use FoxRules::{Chinese, Other, Unstated};
    use Sureness::{Certain, Guess};
    // The smallest komi is 0.5 and the largest one in `子` is 4. No komi is above 20.
    const SMALLEST: i32 = 5_000;
    const LARGEST_IN_STONES: i32 = 40_000;
    const LARGEST: i32 = 200_000;
    let number = written.hundredths();
    let scaled = Points::from_hundredths(number / 100);
    let doubled = scaled + scaled;
    let is_quarter = number % 5_000 != 0;
    Some(match (number, rules) {
        (0, _) if stones > 0 => (Points::ZERO, Certain),
        (0, Chinese) => (Points::from_halves(15), Guess),
        (0, _) => (Points::from_halves(13), Guess),
        (number, _) if !(SMALLEST..=LARGEST).contains(&number) || number % 2_500 != 0 => {
            return None;
        }
        (_, Other) if is_quarter => (doubled, Guess),
        _ if is_quarter => (doubled, Certain),
        (..=LARGEST_IN_STONES, Chinese) => (doubled, Certain),
        (..=LARGEST_IN_STONES, Unstated) => (scaled, Guess),
        _ => (scaled, Certain),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_komis_start_and_end_with_a_digit() {
        for (text, is_exact) in [
            ("0", true),
            ("6.5", true),
            ("-4.50", true),
            ("+0.5", true),
            ("5.", false),
            (".5", false),
            ("-.5", false),
            (" 5", false),
            ("6,5", false),
        ] {
            assert_eq!(komi(text).unwrap().is_exact(), is_exact, "{text}");
        }
    }

    #[test]
    fn komis_in_many_spellings() {
        for (text, halves_of_halves) in [
            ("0", 0),
            ("6.5", 26),
            ("5.50", 22),
            ("7.500000", 30),
            ("-4.5", -18),
            ("+0.5", 2),
            (" 6.5 ", 26),
            ("5.", 20),
            (".5", 2),
            ("6,5", 26),
            ("5。5", 22),
            ("６．５", 26),
            ("5 1/2", 22),
            ("3 3/4", 15),
            ("5½", 22),
            ("3.75子", 30),
            ("3又3/4子", 30),
            ("三又四分", -1),
            ("2又1/2子", 20),
            ("3子3/4子", 30),
            ("黑贴3又3/4子", 30),
            ("6.5目", 26),
            ("六目半", 26),
            ("5目半", 22),
            ("6.5집", 26),
            ("덤 6집반", 26),
            ("コミ6目半", 26),
            ("5.5 points", 22),
            ("4 1/2 points", 18),
            ("none", 0),
            ("half", 2),
            ("no komi", 0),
            ("375", 1500),
        ] {
            let points = Points::from_hundredths(halves_of_halves * 25);
            match komi(text) {
                Ok(read) if halves_of_halves != -1 => assert_eq!(read.value, points, "{text}"),
                Ok(_) => panic!("{text}"),
                Err(_) => assert_eq!(halves_of_halves, -1, "{text}"),
            }
        }
        for exact in ["0", "6.5", "5.50", "-4.5", "+0.5", "7.500000"] {
            assert!(komi(exact).unwrap().is_exact(), "{exact}");
        }
        assert_eq!(
            komi("6.5目").unwrap().map(|komi| komi.to_string()).value,
            "6.5"
        );
        for wrong in [
            "", " ", "?", "6.5x", "x6.5", "1/3", "1/0", "5 0/2", "6.505", "5 5", "子", "--5",
        ] {
            assert!(komi(wrong).is_err(), "{wrong}");
        }
        let error = komi("6.5 or so").unwrap_err();
        assert_eq!(error.span, crate::Span::new(4, 6));
    }

    #[test]
    fn fox_writes_hundredths() {
        use Sureness::{Certain, Guess};
        let (chinese, japanese) = (Some("Chinese"), Some("Japanese"));
        for (written, rules, handicap, komi, sureness) in [
            (375, chinese, 0, 750, Certain),
            (375, chinese, 2, 750, Certain),
            (325, chinese, 2, 650, Certain),
            (275, chinese, 3, 550, Certain),
            (475, chinese, 0, 950, Certain),
            (350, chinese, 0, 700, Certain),
            (750, chinese, 0, 750, Certain),
            (650, chinese, 0, 650, Certain),
            (375, None, 0, 750, Certain),
            (325, None, 0, 650, Certain),
            (375, Some(" "), 0, 750, Certain),
            (750, None, 0, 750, Certain),
            (350, None, 0, 350, Guess),
            (50, None, 2, 50, Guess),
            (375, japanese, 0, 750, Guess),
            (325, Some("Korean"), 0, 650, Guess),
            (375, Some("house rules"), 0, 750, Guess),
            (750, japanese, 0, 750, Certain),
            (650, japanese, 0, 650, Certain),
            (550, japanese, 3, 550, Certain),
            (450, japanese, 4, 450, Certain),
            (50, japanese, 2, 50, Certain),
            (0, japanese, 0, 650, Guess),
            (0, chinese, 0, 750, Guess),
            (0, None, 0, 650, Guess),
            (0, japanese, 1, 0, Certain),
            (0, japanese, 5, 0, Certain),
            (0, chinese, 2, 0, Certain),
            (-375, chinese, 0, -750, Certain),
            (6, japanese, 0, 600, Certain),
            (666, japanese, 0, 66_600, Certain),
            (99_999, japanese, 0, 9_999_900, Certain),
        ] {
            let stones = handicap.to_string();
            let written = Points::whole(written);
            let meant = fox_komi(written, rules, Some(&stones));
            let points = Points::from_hundredths(komi);
            let expected = ResolvedKomi { points, sureness };
            assert_eq!(meant, expected, "KM[{written}]RU[{rules:?}]HA[{handicap}]");
        }
        let halves = Points::from_halves(13);
        assert_eq!(fox_komi(halves, None, None).points, halves);
    }

    #[test]
    fn respelled_komis_keep_their_style() {
        let komis = [13, 15, 0, -9].map(Points::from_halves);
        for old in [
            "6",
            "6.5",
            "5.50",
            "6,5",
            "3.75子",
            "3又3/4子",
            "6.5目",
            "6.5집",
            "none",
        ] {
            for new in komis {
                let spelled = respell_komi(old, new);
                assert_eq!(komi(&spelled).unwrap().value, new, "{old} {spelled}");
            }
        }
        assert_eq!(respell_komi("6,50", komis[1]), "7,50");
        assert_eq!(respell_komi("6.5", komis[2]), "0.0");
    }
}
