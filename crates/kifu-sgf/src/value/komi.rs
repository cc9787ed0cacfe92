//! Komi and other amounts of points: `KM` (FF\[4\]; 2016 draft, *KM*), and the margins
//! in results.

use alloc::string::{String, ToString};

use kifu_core::{Points, Ruleset};

use super::scan::{Decimal, Scan};
use super::{Read, ValueError};

const KOMI: &str = "a komi such as `6.5`";

/// Reads a komi: what White gets for moving second, in points.
///
/// Besides decimals it reads fractions (`5 1/2`, `3又3/4`), a decimal comma, a few words
/// (`none`, `half`) and units. `目`, `집` and `moku` are points. `子` counts stones, as Chinese
/// rules do; giving one stone moves two points, so `3.75子` is a komi of 7.5.
///
/// What the Fox server writes (`375`) is an ordinary number here: only who knows which
/// program wrote the file can ask [`fox_komi`] what is meant.
///
/// ```
/// use kifu_core::Points;
/// use kifu_sgf::value::komi;
///
/// assert!(komi("6.50").unwrap().is_exact());
/// assert_eq!(komi("3.75子").unwrap().value, Points::from_halves(15));
/// assert_eq!(komi("3又3/4子").unwrap().value, Points::from_halves(15));
/// assert_eq!(komi("5 1/2").unwrap().value, Points::from_halves(11));
/// ```
///
/// # Errors
///
/// If it is no amount, or finer than a hundredth of a point.
pub fn komi(text: &str) -> Result<Read<Points>, ValueError> {
    if is_real(text) {
        if let Ok(points) = text.parse() {
            return Ok(Read::exact(points));
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
    Ok(Read::lenient(value, lenient))
}

const NOISE: &[(&str, ())] = &[
    (" ", ()),
    ("komi", ()),
    ("黑贴", ()),
    ("贴", ()),
    ("コミ", ()),
    ("덤", ()),
];

fn signed_amount(scan: &mut Scan<'_>) -> Result<Points, ValueError> {
    let negative = scan.eat("-");
    if !negative {
        scan.eat("+");
    }
    scan.skip_spaces();
    let start = scan.at();
    let amount = amount(scan).ok_or_else(|| scan.expected(KOMI))?;
    let points = amount
        .points
        .ok_or_else(|| scan.impossible(start, "an amount in hundredths of a point"))?;
    Ok(if negative { -points } else { points })
}

/// Whether it starts and ends as a *Real* of FF\[4\] does.
fn is_real(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_digit())
}

/// An amount of points in words.
pub(super) struct Amount {
    /// `None` if it is finer or more than [`Points`] can say.
    pub(super) points: Option<Points>,
    /// In how many points each counted: 2 for `子`.
    pub(super) unit: Option<u32>,
}

impl Amount {
    /// Whether it was counted in stones of area, of two points each.
    pub(super) fn counts_stones(&self) -> bool {
        self.unit == Some(STONE)
    }
}

const STONE: u32 = 2;

/// What an amount can be counted in, in points.
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
    // What has no unit yet; after it only "and a half" can follow.
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

/// Writes a komi in the manner of an old value: with its unit, its decimal comma, and as
/// many decimals at least.
///
/// ```
/// use kifu_core::Points;
/// use kifu_sgf::value::respell_komi;
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
    // An odd number of hundredths has no half.
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

/// What a komi in a record of the Fox server means (`AP[foxwq]`, also those saved
/// again as `AP[GNU Go:3.8]`, and Yuanyu's).
///
/// The server writes hundredths without a point, under Chinese rules hundredths of `子`, and `0`
/// in an even game where it did not note the komi. `rules` is `RU`, `handicap` is `HA`.
/// `None` means that the number is not of this scale, and stands for itself.
///
/// | `KM` | `RU` | `HA` | komi | seen as |
/// | --- | --- | --- | --- | --- |
/// | `375` | Chinese | any | 7.5 | stones |
/// | `325` | Chinese | any | 6.5 | stones |
/// | `750` | Chinese | any | 7.5 | points, too many for stones |
/// | `650` | other | any | 6.5 | points |
/// | `50` | other | any | 0.5 | points |
/// | `0` | Chinese | 0 | 7.5 | not noted |
/// | `0` | other | 0 | 6.5 | not noted: all margins end in a half |
/// | `0` | any | 1 and more | 0 | no komi: all margins are whole |
///
/// ```
/// use kifu_core::{Points, Ruleset};
/// use kifu_sgf::value::fox_komi;
///
/// let chinese = Some(Ruleset::Chinese);
/// assert_eq!(fox_komi(Points::whole(375), chinese, 0), Some(Points::from_halves(15)));
/// assert_eq!(fox_komi(Points::from_halves(13), chinese, 0), None);
/// ```
pub fn fox_komi(written: Points, rules: Option<Ruleset>, handicap: u64) -> Option<Points> {
    let chinese = rules == Some(Ruleset::Chinese);
    let number = written.hundredths();
    let scaled = Points::from_hundredths(number / 100);
    match number {
        0 if handicap > 0 => Some(Points::ZERO),
        0 if chinese => Some(Points::from_halves(15)),
        0 => Some(Points::from_halves(13)),
        // 0.5 is the smallest komi there is, 20 is more than any; nothing is finer than
        // a quarter.
        5_000..=40_000 if chinese && number % 2_500 == 0 => Some(scaled + scaled),
        5_000..=200_000 if number % 2_500 == 0 => Some(scaled),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komis_as_specified_start_and_end_with_a_digit() {
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
            "", " ", "?", "6.5x", "x6.5", "1/3", "1/0", "6.505", "5 5", "子", "--5",
        ] {
            assert!(komi(wrong).is_err(), "{wrong}");
        }
        let error = komi("6.5 or so").unwrap_err();
        assert_eq!(error.span, crate::Span::new(4, 6));
    }

    #[test]
    fn fox_writes_hundredths() {
        use Ruleset::{Chinese, Japanese};
        for (written, rules, handicap, komi) in [
            (375, Chinese, 0, Some(750)),
            (375, Chinese, 2, Some(750)),
            (325, Chinese, 2, Some(650)),
            (275, Chinese, 3, Some(550)),
            (750, Chinese, 0, Some(750)),
            (650, Chinese, 0, Some(650)),
            (750, Japanese, 0, Some(750)),
            (650, Japanese, 0, Some(650)),
            (550, Japanese, 3, Some(550)),
            (450, Japanese, 4, Some(450)),
            (375, Japanese, 0, Some(375)),
            (50, Japanese, 2, Some(50)),
            (0, Japanese, 0, Some(650)),
            (0, Chinese, 0, Some(750)),
            (0, Japanese, 1, Some(0)),
            (0, Japanese, 5, Some(0)),
            (0, Chinese, 2, Some(0)),
            (6, Japanese, 0, None),
            (-50, Japanese, 0, None),
            (666, Japanese, 0, None),
            (99_999, Japanese, 0, None),
        ] {
            let found = fox_komi(Points::whole(written), Some(rules), handicap);
            let komi = komi.map(Points::from_hundredths);
            assert_eq!(found, komi, "KM[{written}] {rules} HA[{handicap}]");
        }
        assert_eq!(fox_komi(Points::from_halves(13), None, 0), None);
    }

    #[test]
    fn respelled_komis_keep_their_manner() {
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
