//! Handicaps: `HA` (FF\[4\]) and `OH` (2016 draft, *OH*).

use alloc::vec::Vec;
use core::fmt;

use kifu_core::Points;

use super::komi::amount;
use super::scan::Scan;
use super::{Leniency, Parsed, ReadError, span};

const HANDICAP: &str = "a number of handicap stones";

/// A handicap, as `HA` states it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Handicap {
    /// The number of stones. 0 is an even game; 1 means that Black plays first and White gets no komi.
    pub stones: u16,
    /// The komi, if the text also states one, although it belongs in `KM`.
    pub komi: Option<Points>,
}

/// Writes the number of stones, without the komi.
impl fmt::Display for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.stones)
    }
}

/// Reads the number of handicap stones.
///
/// The standard form is a number. The reader also accepts `让2子` and `三子`, the names of an even game (`对子`, `互先`,
/// `호선`) and of a game without komi (`定先`, `让先`), and a komi after them (`호선 - 6집 반 공제`).
///
/// ```
/// use kifu_value::handicap;
///
/// assert!(handicap("2").unwrap().is_exact());
/// assert_eq!(handicap("让2子").unwrap().value.stones, 2);
/// let read = handicap("호선 - 6집 반 공제").unwrap().value;
/// assert_eq!((read.stones, read.komi.unwrap().to_string()), (0, "6.5".into()));
/// ```
///
/// # Errors
///
/// [`ReadError`] if the text is not a number of stones, or the number is greater than the points on the largest board.
pub fn handicap(text: &str) -> Result<Parsed<Handicap>, ReadError> {
    const MAX: u64 = 52 * 52;
    let mut scan = Scan::new(text);
    let is_signed = text.trim_start().starts_with(['-', '－']);
    scan.word_run(NOISE);
    let start = scan.at();
    let stones = match scan.word(NAMED) {
        Some(stones) => stones,
        None => {
            let stones = scan.integer().ok_or_else(|| scan.expected(HANDICAP))?;
            let stones = u16::try_from(stones.min(MAX + 1)).unwrap_or(u16::MAX);
            if u64::from(stones) > MAX {
                return Err(scan.impossible(start, HANDICAP));
            }
            scan.word_run(STONES);
            stones
        }
    };
    // With a point or slash directly after it, the number is not a whole number.
    if scan.peek() == Some('.') || scan.peek() == Some('/') {
        return Err(scan.impossible(0, HANDICAP));
    }
    let stones_end = scan.at();
    scan.word_run(NOISE);
    let komi_at = scan.at();
    let mut komi = None;
    if let Some(found) = amount(&mut scan) {
        if found.unit.is_none() {
            scan.back_to(komi_at);
            return Err(scan.expected(HANDICAP));
        }
        let points = found.points;
        komi = Some(points.ok_or_else(|| scan.impossible(komi_at, "a komi such as `6.5`"))?);
        scan.word_run(NOISE);
    }
    if !scan.is_done() {
        return Err(scan.expected(HANDICAP));
    }
    let value = Handicap { stones, komi };
    let exact = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let other = (!exact).then(|| scan.certain("a handicap in words"));
    let with_komi = komi.map(|_| {
        Leniency::guess(
            "a komi in addition to the handicap",
            span(komi_at, text.len()),
        )
    });
    let sign =
        is_signed.then(|| Leniency::guess("a minus sign before the handicap", span(0, start)));
    let is_more = !text[stones_end..].trim().is_empty();
    let more =
        is_more.then(|| Leniency::guess("text after the handicap", span(stones_end, text.len())));
    Ok(Parsed::exact(value)
        .or_leniency(with_komi)
        .or_leniency(sign)
        .or_leniency(more)
        .or_leniency(other))
}

/// Names of handicaps.
const NAMED: &[(&str, u16)] = &[
    ("none", 0),
    ("even", 0),
    ("对子", 0),
    ("分先", 0),
    ("互先", 0),
    ("호선", 0),
    ("맞바둑", 0),
    ("无", 0),
    ("先", 1),
    ("定先", 1),
    ("让先", 1),
    ("受先", 1),
    ("정선", 1),
];

const STONES: &[(&str, ())] = &[
    ("子", ()),
    ("目", ()),
    ("점", ()),
    ("stones", ()),
    ("stone", ()),
    (" ", ()),
];

const NOISE: &[(&str, ())] = &[
    (" ", ()),
    ("-", ()),
    (",", ()),
    ("让", ()),
    ("受", ()),
    ("置", ()),
    ("공제", ()),
    ("덤", ()),
    ("komi", ()),
    ("贴", ()),
];

/// A traditional handicap: the colour or the stones that the weaker player takes in a repeating series of games.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OldHandicap {
    /// The games of the series: at least one.
    pub stages: Vec<HandicapStage>,
    /// The index of this game in the series, if stated.
    pub present: Option<usize>,
}

/// The colour or the stones that the weaker player takes in one game of a series.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapStage {
    /// The weaker player takes Black.
    Black,
    /// The weaker player takes White.
    White,
    /// The weaker player takes this number of handicap stones, 1 to 9.
    Stones(u8),
}

/// Writes the series with the present game in parentheses, such as `(B)-W-B` or `B-2-B`.
impl fmt::Display for OldHandicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, stage) in self.stages.iter().enumerate() {
            let (open, close) = if self.present == Some(n) {
                ("(", ")")
            } else {
                ("", "")
            };
            f.write_str(if n == 0 { "" } else { "-" })?;
            f.write_str(open)?;
            match stage {
                HandicapStage::Black => f.write_str("B")?,
                HandicapStage::White => f.write_str("W")?,
                HandicapStage::Stones(stones) => write!(f, "{stones}")?,
            }
            f.write_str(close)?;
        }
        Ok(())
    }
}

/// Reads a traditional handicap.
///
/// The standard forms are those of the draft, with and without hyphens: `B-W-B` (the weaker player takes Black in two
/// of three games), `(B)-W-B` and `(B)WB` (and takes Black in this game), `B`, `B-2-B`. Hyphens at the start and at the
/// end are ignored, which is a guess.
///
/// ```
/// use kifu_value::{HandicapStage, old_handicap};
///
/// let read = old_handicap("(B)WB").unwrap();
/// assert!(read.is_exact());
/// assert_eq!(read.value.present, Some(0));
/// assert_eq!(read.value.stages, [HandicapStage::Black, HandicapStage::White, HandicapStage::Black]);
/// ```
///
/// # Errors
///
/// [`ReadError`] if the text does not state a game of the series, or marks two games as the present
/// one.
pub fn old_handicap(text: &str) -> Result<Parsed<OldHandicap>, ReadError> {
    let expected = "a handicap such as `B-W-B`";
    let mut scan = Scan::new(text);
    let mut found = OldHandicap {
        stages: Vec::new(),
        present: None,
    };
    let ends = text.starts_with('-') || text.ends_with('-');
    loop {
        scan.skip_while(|c| matches!(c, ' ' | '-'));
        if scan.is_done() {
            break;
        }
        let present = scan.eat("(");
        found.stages.push(stage(&mut scan)?);
        if present {
            let before = found.present.replace(found.stages.len() - 1);
            if before.is_some() || !scan.eat(")") {
                return Err(scan.expected(expected));
            }
        }
    }
    if found.stages.is_empty() {
        return Err(scan.expected(expected));
    }
    let written = alloc::format!("{found}");
    let exact = text == written || text == written.replace('-', "");
    let other = (!exact).then(|| scan.certain("a traditional handicap in a nonstandard form"));
    let open = ends.then(|| scan.guess(0, "hyphens around a traditional handicap"));
    Ok(Parsed::exact(found).or_leniency(open).or_leniency(other))
}

fn stage(scan: &mut Scan<'_>) -> Result<HandicapStage, ReadError> {
    let expected = "`B`, `W` or a number of stones";
    if scan.eat("b") {
        return Ok(HandicapStage::Black);
    }
    if scan.eat("w") {
        return Ok(HandicapStage::White);
    }
    // Without hyphens, two digits are two games.
    match scan.peek().and_then(|c| c.to_digit(10)) {
        Some(stones @ 1..=9) => {
            scan.bump();
            Ok(HandicapStage::Stones(stones as u8))
        }
        _ => Err(scan.expected(expected)),
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};

    use super::*;

    #[test]
    fn handicaps_in_many_spellings() {
        for (text, stones, komi, exact) in [
            ("0", 0, "", true),
            ("9", 9, "", true),
            (" 2", 2, "", false),
            ("２", 2, "", false),
            ("3子", 3, "", false),
            ("让2子", 2, "", false),
            ("讓二子", 2, "", false),
            ("三子", 3, "", false),
            ("4점", 4, "", false),
            ("2 stones", 2, "", false),
            ("对子", 0, "", false),
            ("互先", 0, "", false),
            ("호선 ", 0, "", false),
            ("호선 - 6집 반 공제", 0, "6.5", false),
            ("호선 - 7집 반 공제", 0, "7.5", false),
            ("定先", 1, "", false),
            ("让先", 1, "", false),
        ] {
            let read = handicap(text).expect(text);
            assert_eq!(read.value.stones, stones, "{text}");
            let found = read
                .value
                .komi
                .map_or(String::new(), |komi| komi.to_string());
            assert_eq!(found, komi, "{text}");
            assert_eq!(read.is_exact(), exact, "{text}");
        }
        for wrong in [
            "",
            "-1x",
            "吴先相先",
            "9999",
            "2x",
            "99999999999999999999",
            "2 3",
        ] {
            assert!(handicap(wrong).is_err(), "{wrong}");
        }
        for wrong in ["2.5", ".5", "2,5", "2 3", "5 1/2", "三.5", "x"] {
            let error = handicap(wrong).unwrap_err();
            assert_eq!(error.expected, HANDICAP, "{wrong}");
        }
    }

    #[test]
    fn old_handicaps_with_and_without_hyphens() {
        for (text, canonical, exact) in [
            ("B", "B", true),
            ("B-W", "B-W", true),
            ("B-W-B", "B-W-B", true),
            ("BWB", "B-W-B", true),
            ("(B)-W-B", "(B)-W-B", true),
            ("(B)BW", "(B)-B-W", true),
            ("B-(W)-B", "B-(W)-B", true),
            ("B-2-B", "B-2-B", true),
            ("2-(3)-2", "2-(3)-2", true),
            ("2", "2", true),
            ("b-w", "B-W", false),
            ("-B-", "B", false),
        ] {
            let read = old_handicap(text).expect(text);
            assert_eq!(read.value.to_string(), canonical, "{text}");
            assert_eq!(read.is_exact(), exact, "{text}");
            assert_eq!(old_handicap(canonical).unwrap(), Parsed::exact(read.value));
        }
        for wrong in ["", "-", "X", "(B", "(B)-(W)", "B-0", "BWB,B"] {
            assert!(old_handicap(wrong).is_err(), "{wrong}");
        }
    }
}
