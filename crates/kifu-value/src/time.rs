//! Times: `TM`, `BL`, `WL`, `LT` (FF\[4\]: *Real*; 2016 draft, *Units*).

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use super::scan::{Decimal, Scan};
use super::{Parsed, ReadError};

const TIME: &str = "a time such as `5400`, `1h30m` or `1:30:00`";

/// An amount of time in seconds, with nanosecond precision. It can be negative: some servers write that when a clock
/// has run out.
///
/// ```
/// use kifu_value::Seconds;
///
/// assert_eq!(Seconds::whole(5400).to_string(), "5400");
/// assert_eq!(Seconds::from_nanos(56_789_000_000).to_string(), "56.789");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seconds {
    nanos: i64,
}

impl Seconds {
    /// Zero seconds.
    pub const ZERO: Seconds = Seconds { nanos: 0 };

    /// Creates a time from whole seconds.
    pub const fn whole(seconds: u32) -> Seconds {
        Seconds {
            nanos: seconds as i64 * 1_000_000_000,
        }
    }

    /// Creates a time from nanoseconds.
    pub const fn from_nanos(nanos: i64) -> Seconds {
        Seconds { nanos }
    }

    /// The time in nanoseconds.
    pub const fn nanos(self) -> i64 {
        self.nanos
    }

    /// Converts the time to the type of the standard library; `None` if it is negative.
    pub fn duration(self) -> Option<Duration> {
        u64::try_from(self.nanos).ok().map(Duration::from_nanos)
    }
}

/// Writes the shortest decimal number: `5400`, `56.789`, `-0.5`.
impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.nanos < 0 { "-" } else { "" };
        let nanos = self.nanos.unsigned_abs();
        let (whole, mut part) = (nanos / 1_000_000_000, nanos % 1_000_000_000);
        if part == 0 {
            return write!(f, "{sign}{whole}");
        }
        let mut width = 9;
        while part % 10 == 0 {
            part /= 10;
            width -= 1;
        }
        write!(f, "{sign}{whole}.{part:0width$}")
    }
}

/// Reads an amount of time.
///
/// The standard forms are seconds, with or without decimals, and a number with a unit of the draft: `15h`, `90m`,
/// `30s`. The reader also accepts several units (`1h30m`, `2시간 30분`), clocks (`1:30:00`, `50:00`), and words
/// (`90 minutes`, `每方2小时`, `3時間`, `9 hours each`).
///
/// ```
/// use kifu_value::{Seconds, time};
///
/// assert_eq!(time("1h30m").unwrap().value, Seconds::whole(5400));
/// assert_eq!(time("1:30:00").unwrap().value, Seconds::whole(5400));
/// assert_eq!(time("每方2小时").unwrap().value, Seconds::whole(7200));
/// assert!(time("15h").unwrap().is_exact());
/// ```
///
/// # Errors
///
/// [`ReadError`] if a part of the text does not belong to an amount of time; the span is that of the first such part.
/// To read a text that also describes overtime, such as `10:00(5x1:00)`, use [`time_system`](super::time_system).
pub fn time(text: &str) -> Result<Parsed<Seconds>, ReadError> {
    let mut scan = Scan::new(text);
    scan.word_run(NOISE);
    let negative = scan.eat("-");
    let (seconds, cut) = amount(&mut scan)?.ok_or_else(|| scan.expected(TIME))?;
    scan.eat(".");
    scan.word_run(NOISE);
    if !scan.is_done() {
        return Err(scan.expected(TIME));
    }
    let value = Seconds {
        nanos: if negative {
            -seconds.nanos
        } else {
            seconds.nanos
        },
    };
    let finer = cut.then(|| scan.guess(0, "a time with more than nine decimals"));
    let other = (!is_standard(text)).then(|| scan.certain("a time in a nonstandard form"));
    Ok(Parsed::exact(value).or_leniency(finer).or_leniency(other))
}

/// Whether a text is a *Real*, or a number with a unit of the draft.
fn is_standard(text: &str) -> bool {
    let number = text.strip_suffix(['h', 'm', 's']).unwrap_or(text);
    let number = number.strip_prefix(['+', '-']).unwrap_or(number);
    number.starts_with(|c: char| c.is_ascii_digit())
        && number.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// The units of time, with their lengths in seconds.
const UNITS: &[(&str, u32)] = &[
    ("h", 3600),
    ("hr", 3600),
    ("hrs", 3600),
    ("hour", 3600),
    ("hours", 3600),
    ("std", 3600),
    ("小时", 3600),
    ("时间", 3600),
    ("시간", 3600),
    ("m", 60),
    ("min", 60),
    ("mins", 60),
    ("minute", 60),
    ("minutes", 60),
    ("分", 60),
    ("分钟", 60),
    ("분", 60),
    ("s", 1),
    ("sec", 1),
    ("secs", 1),
    ("second", 1),
    ("seconds", 1),
    ("秒", 1),
    ("초", 1),
];

/// Words that do not change the amount of time.
const NOISE: &[(&str, ())] = &[
    (" ", ()),
    ("+", ()),
    ("each", ()),
    ("per player", ()),
    ("for each player", ()),
    ("每方", ()),
    ("各", ()),
    ("각", ()),
    ("双方", ()),
    ("持ち时间", ()),
    ("制限时间", ()),
];

/// Takes an amount of time: a clock, numbers with units, or a number of seconds. Also returns whether it has more
/// than nine decimals.
pub(super) fn amount(scan: &mut Scan<'_>) -> Result<Option<(Seconds, bool)>, ReadError> {
    let start = scan.at();
    let total = clock(scan).or_else(|| units(scan));
    let Some(total) = total else {
        return Ok(None);
    };
    match i64::try_from(total.billionths) {
        Ok(nanos) => Ok(Some((Seconds { nanos }, total.cut))),
        Err(_) => Err(scan.impossible(start, "a time of less than 292 years")),
    }
}

/// Takes a clock such as `1:30:00` or `50:00`.
fn clock(scan: &mut Scan<'_>) -> Option<Decimal> {
    let mut there = *scan;
    let mut total = there.decimal(false)?;
    let mut parts = 1;
    while parts < 3 && there.peek() == Some(':') {
        let mut next = there;
        next.bump();
        let at = next.at();
        let Some(part) = next.decimal(false) else {
            break;
        };
        let two_digits = next.at() - at >= 2;
        if !two_digits || part.plus(Decimal::ZERO).billionths >= 60_000_000_000 {
            return None;
        }
        total = total.times(60).plus(part);
        there = next;
        parts += 1;
    }
    if parts == 1 {
        return None;
    }
    *scan = there;
    Some(total)
}

/// Takes numbers with units, the largest unit first, or one number of seconds.
///
/// A time that is followed by its number of periods (`2시간60초5회`) is not added to the time before it.
fn units(scan: &mut Scan<'_>) -> Option<Decimal> {
    let mut total: Option<Decimal> = None;
    let mut smallest = u32::MAX;
    loop {
        let before = *scan;
        scan.skip_spaces();
        let number = scan.decimal(false);
        let after = *scan;
        scan.skip_spaces();
        match (number, scan.word(UNITS)) {
            (Some(number), Some(unit)) if unit < smallest => {
                if total.is_some() && times_follow(*scan) {
                    *scan = before;
                    return total;
                }
                let number = number.times(unit);
                // Example: `1時間半`.
                let half = scan.word(&[("半", ()), ("반", ())]).is_some();
                let half = if half {
                    Decimal::HALF.times(unit)
                } else {
                    Decimal::ZERO
                };
                total = Some(total.unwrap_or(Decimal::ZERO).plus(number).plus(half));
                smallest = unit;
            }
            (Some(number), None) if total.is_none() => {
                *scan = after;
                return Some(number);
            }
            _ => {
                *scan = before;
                return total;
            }
        }
    }
}

/// Whether a number of periods follows: `5회`.
fn times_follow(mut scan: Scan<'_>) -> bool {
    scan.skip_spaces();
    scan.integer().is_some() && scan.word(TIMES).is_some()
}

/// Words after a number of periods.
pub(super) const TIMES: &[(&str, ())] = &[("회", ()), ("回", ()), ("次", ())];

/// Writes a time in the style of an old value: in seconds; in hours, minutes and seconds; or as a clock.
///
/// ```
/// use kifu_value::{Seconds, respell_time};
///
/// let new = Seconds::whole(5430);
/// assert_eq!(respell_time("600", new), "5430");
/// assert_eq!(respell_time("2h", new), "1h30m30s");
/// assert_eq!(respell_time("1:00:00", new), "1:30:30");
/// assert_eq!(respell_time("3時間", new), "1時間30分30秒");
/// ```
pub fn respell_time(old: &str, new: Seconds) -> String {
    let plain = || new.to_string();
    if new.nanos <= 0
        || old
            .bytes()
            .all(|b| !b.is_ascii_alphabetic() && b < 0x80 && b != b':')
    {
        return plain();
    }
    let rest = Seconds::from_nanos(new.nanos % 60_000_000_000);
    let minutes = new.nanos / 60_000_000_000;
    let (hours, minutes) = (minutes / 60, minutes % 60);
    if old.contains(':') {
        let zero = if rest.nanos < 10_000_000_000 { "0" } else { "" };
        return alloc::format!("{hours}:{minutes:02}:{zero}{rest}");
    }
    let units = [
        ["小时", "分", "秒"],
        ["時間", "分", "秒"],
        ["시간", "분", "초"],
    ]
    .into_iter()
    .find(|units| units.iter().any(|unit| old.contains(unit)))
    .unwrap_or(["h", "m", "s"]);
    let parts = [hours.to_string(), minutes.to_string(), rest.to_string()];
    let parts = parts.iter().zip(units).filter(|(part, _)| *part != "0");
    let parts: Vec<&str> = parts
        .flat_map(|(part, unit)| [part.as_str(), unit])
        .collect();
    parts.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_many_spellings() {
        for (text, canonical) in [
            ("5400", "5400"),
            ("0", "0"),
            ("300.0", "300"),
            ("56.789", "56.789"),
            ("-0.5", "-0.5"),
            ("15h", "54000"),
            ("90m", "5400"),
            ("30s", "30"),
            ("1.5h", "5400"),
            ("1h30m", "5400"),
            ("1h 30m 5s", "5405"),
            ("1:30:00", "5400"),
            ("50:00", "3000"),
            ("05:03", "303"),
            ("1:00.5", "60.5"),
            ("90 minutes", "5400"),
            ("9 hours", "32400"),
            ("9 hours each", "32400"),
            ("4h each", "14400"),
            ("1 hour", "3600"),
            ("10 min", "600"),
            ("5小时", "18000"),
            ("每方2小时", "7200"),
            ("3時間", "10800"),
            ("各３時間", "10800"),
            ("1時間半", "5400"),
            ("三时间", "10800"),
            ("2시간 30분", "9000"),
            ("각 2시간", "7200"),
            ("90분", "5400"),
            ("60초", "60"),
            (" 600 ", "600"),
            ("34.", "34"),
            ("0.000000001", "0.000000001"),
        ] {
            let read = time(text).unwrap();
            assert_eq!(read.value.to_string(), canonical, "{text}");
            let again = time(canonical).unwrap();
            assert!(again.is_exact(), "{canonical}");
            assert_eq!(again.value, read.value, "{text}");
        }
        for exact in ["5400", "15h", "90m", "1.5h", "56.789", "-0.5"] {
            assert!(time(exact).unwrap().is_exact(), "{exact}");
        }
        let finer = time("0.1234567891").unwrap();
        assert_eq!(finer.value.nanos(), 123_456_789);
        assert!(!finer.is_exact());
    }

    #[test]
    fn errors_point_at_the_fault() {
        for (text, start, end) in [
            ("", 0, 0),
            ("-", 1, 1),
            ("30s/mv", 3, 4),
            ("10:00(5x1:00)", 5, 6),
            ("1800,0,30,5", 4, 5),
            ("10 20", 3, 4),
            ("1m2h", 2, 3),
            ("1:99", 1, 2),
            ("99999999999999999999", 0, 20),
            ("not much time left", 0, 3),
        ] {
            let error = time(text).unwrap_err();
            assert_eq!(error.span, crate::Span::new(start, end), "{text}");
        }
    }

    #[test]
    fn respelled_times_keep_their_style() {
        let times = [
            0,
            1_000_000_000,
            61_500_000_000,
            5_405_000_000_000,
            -500_000_000,
        ];
        for old in [
            "600",
            "2h",
            "1:00:00",
            "3時間",
            "2小时",
            "2시간",
            "90 minutes",
            "junk",
        ] {
            for new in times.map(Seconds::from_nanos) {
                let spelled = respell_time(old, new);
                assert_eq!(time(&spelled).unwrap().value, new, "{old} {spelled}");
            }
        }
        assert_eq!(Seconds::whole(3).duration(), Some(Duration::from_secs(3)));
        assert_eq!(Seconds::from_nanos(-1).duration(), None);
    }
}
