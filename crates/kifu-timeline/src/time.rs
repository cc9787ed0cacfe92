//! Exact times of a recording.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

/// A time of a recording, in whole nanoseconds since its start. The range is 292 years before and after the
/// start.
///
/// ```
/// use kifu_timeline::Time;
///
/// let time: Time = "1:02:03.5".parse().unwrap();
/// assert_eq!(time, Time::from_millis(3_723_500));
/// assert_eq!(time.to_string(), "3723.5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Time(i64);

const NANOS: u64 = 1_000_000_000;

impl Time {
    /// The start of the recording.
    pub const ZERO: Time = Time(0);
    /// The earliest time.
    pub const MIN: Time = Time(i64::MIN + 1);
    /// The latest time.
    pub const MAX: Time = Time(i64::MAX);

    /// Creates a time from nanoseconds after the start; `i64::MIN` becomes [`Time::MIN`].
    pub const fn from_nanos(nanos: i64) -> Time {
        match nanos {
            i64::MIN => Time::MIN,
            nanos => Time(nanos),
        }
    }

    /// Creates a time from seconds after the start, at most [`Time::MAX`].
    pub const fn from_secs(secs: i64) -> Time {
        Time::from_nanos(secs.saturating_mul(NANOS as i64))
    }

    /// Creates a time from milliseconds after the start, at most [`Time::MAX`].
    pub const fn from_millis(millis: i64) -> Time {
        Time::from_nanos(millis.saturating_mul(1_000_000))
    }

    /// The nanoseconds since the start.
    pub const fn nanos(self) -> i64 {
        self.0
    }

    /// Adds a duration; at most [`Time::MAX`].
    pub fn after(self, duration: Duration) -> Time {
        let nanos = i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX);
        Time(self.0.saturating_add(nanos))
    }

    /// Moves the time later by `start`; at most [`Time::MAX`].
    pub(crate) fn later(self, start: Time) -> Time {
        Time::from_nanos(self.0.saturating_add(start.0))
    }

    /// Moves the time earlier by `start`; at least [`Time::MIN`].
    pub(crate) fn before(self, start: Time) -> Time {
        Time::from_nanos(self.0.saturating_sub(start.0))
    }

    /// The duration since an earlier time; zero if that time is not earlier.
    pub fn since(self, earlier: Time) -> Duration {
        let nanos = i128::from(self.0) - i128::from(earlier.0);
        Duration::from_nanos(u64::try_from(nanos).unwrap_or(0))
    }

    /// Parses a decimal number of seconds, such as `13.6`, in any spelling.
    ///
    /// Numbers with more than nine decimals are rounded, with ties to even.
    ///
    /// ```
    /// use kifu_timeline::Time;
    ///
    /// let read = Time::read("13.6").unwrap();
    /// assert_eq!(read.time, Time::from_millis(13_600));
    /// assert!(!read.is_rounded && !read.is_unusual);
    /// assert!(Time::read("1e-3").unwrap().is_unusual);
    /// assert!(Time::read("0.1234567895").unwrap().is_rounded);
    /// assert!(Time::read("NaN").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TimeError`] if the text is not such a number, or is more than 292 years.
    pub fn read(written: &str) -> Result<ParsedTime, TimeError> {
        if let Some(nanos) = usual(written.as_bytes()) {
            return Ok(ParsedTime {
                time: Time(nanos),
                is_rounded: false,
                is_unusual: false,
            });
        }
        let text = written.trim_ascii();
        let (negative, digits) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            all => (false, all),
        };
        let number = Decimal::of(digits).ok_or(TimeError::NotANumber)?;
        let (nanos, is_rounded) = number.nanos().ok_or(TimeError::TooLarge)?;
        let is_unusual = number.is_unusual || text.len() != written.len() || text.starts_with('+');
        let nanos = if negative { -nanos } else { nanos };
        let time = Time(nanos);
        Ok(ParsedTime {
            time,
            is_rounded,
            is_unusual,
        })
    }
}

/// A time with its spelling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsedTime {
    /// The time that the text states.
    pub time: Time,
    /// Whether the number had more digits than nanoseconds.
    pub is_rounded: bool,
    /// Whether the time is not spelled as a real number of SGF: with an exponent, a `+`, white space, or without a
    /// digit on one side of the point.
    pub is_unusual: bool,
}

/// The error for a text that is not a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TimeError {
    /// The text is neither a decimal number nor a time with colons such as `12:30`.
    NotANumber,
    /// The time is more than 292 years.
    TooLarge,
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TimeError::NotANumber => "expected a number of seconds such as `13.6`",
            TimeError::TooLarge => "expected at most 292 years",
        })
    }
}

impl core::error::Error for TimeError {}

/// Reads the nanoseconds of nearly all times: a few digits, with or without a point among them. Returns `None` for
/// other spellings.
fn usual(written: &[u8]) -> Option<i64> {
    /// Numbers with at most this many digits do not overflow.
    const MAX_LEN: usize = 18;
    const MAX_WHOLE: usize = 9;
    const UNITS: [i64; 10] = [
        1_000_000_000,
        100_000_000,
        10_000_000,
        1_000_000,
        100_000,
        10_000,
        1_000,
        100,
        10,
        1,
    ];
    if written.len() > MAX_LEN {
        return None;
    }
    let mut value = 0;
    let mut point = None;
    for (at, byte) in written.iter().enumerate() {
        match byte {
            b'0'..=b'9' => value = 10 * value + i64::from(byte - b'0'),
            b'.' if point.is_none() => point = Some(at),
            _ => return None,
        }
    }
    let (whole, decimals) = match point {
        None => (written.len(), 0),
        Some(at) => (at, written.len() - at - 1),
    };
    let is_plain = (1..=MAX_WHOLE).contains(&whole) && (point.is_none() || decimals > 0);
    let unit = UNITS.get(decimals).filter(|_| is_plain)?;
    Some(value * unit)
}

/// A number without a sign, split into its parts.
struct Decimal<'a> {
    whole: &'a [u8],
    fraction: &'a [u8],
    exponent: i64,
    is_unusual: bool,
}

impl<'a> Decimal<'a> {
    fn of(written: &'a [u8]) -> Option<Decimal<'a>> {
        let (whole, rest) = digits(written);
        let (fraction, rest) = match rest {
            [b'.', rest @ ..] => digits(rest),
            rest => (&[][..], rest),
        };
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let exponent = match rest {
            [] => 0,
            [b'e' | b'E', b'-', rest @ ..] => -whole_number(rest)?,
            [b'e' | b'E', b'+', rest @ ..] | [b'e' | b'E', rest @ ..] => whole_number(rest)?,
            _ => return None,
        };
        let ends_in_point = written.len() > whole.len() && fraction.is_empty();
        Some(Decimal {
            whole,
            fraction,
            exponent,
            is_unusual: !rest.is_empty() || whole.is_empty() || ends_in_point,
        })
    }

    /// Converts to nanoseconds, and returns whether the result is rounded; `None` if it is too large.
    fn nanos(&self) -> Option<(i64, bool)> {
        /// The number of decimals of a nanosecond.
        const NINE: i64 = 9;
        let kept = (self.whole.len() as i64)
            .saturating_add(self.exponent)
            .saturating_add(NINE);
        let mut value: i64 = 0;
        let mut half = 0;
        let mut more = false;
        let mut count = 0;
        for digit in self.whole.iter().chain(self.fraction) {
            let digit = i64::from(digit - b'0');
            match count {
                _ if count < kept => value = value.checked_mul(10)?.checked_add(digit)?,
                _ if count == kept => half = digit,
                _ => more |= digit != 0,
            }
            count += 1;
        }
        while count < kept && value != 0 {
            value = value.checked_mul(10)?;
            count += 1;
        }
        let up = half > 5 || (half == 5 && (more || value % 2 == 1));
        Some((value.checked_add(i64::from(up))?, half != 0 || more))
    }
}

fn digits(bytes: &[u8]) -> (&[u8], &[u8]) {
    bytes.split_at(bytes.iter().take_while(|b| b.is_ascii_digit()).count())
}

/// Parses a whole number; large numbers are limited.
fn whole_number(bytes: &[u8]) -> Option<i64> {
    /// The limit of exponents: this number or a larger one means that the value is zero or too large.
    const LARGE: i64 = 1 << 40;
    let (digits, rest) = digits(bytes);
    if digits.is_empty() || !rest.is_empty() {
        return None;
    }
    let value = digits.iter().fold(0i64, |value, digit| {
        (value * 10 + i64::from(digit - b'0')).min(LARGE)
    });
    Some(value)
}

/// Writes the seconds as the shortest decimal number: `13.6`.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}", nanos / NANOS)?;
        let (mut fraction, mut width) = (nanos % NANOS, 9);
        if fraction == 0 {
            return Ok(());
        }
        while fraction % 10 == 0 {
            (fraction, width) = (fraction / 10, width - 1);
        }
        write!(f, ".{fraction:0width$}")
    }
}

impl fmt::Debug for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}s")
    }
}

/// Parses times as people type them: seconds, `12:30`, or `1:02:03.5`.
impl FromStr for Time {
    type Err = TimeError;

    fn from_str(written: &str) -> Result<Time, TimeError> {
        let (above, seconds) = match written.rsplit_once(':') {
            None => return Ok(Time::read(written)?.time),
            Some(parts) => parts,
        };
        let (hours, minutes) = above.split_once(':').unwrap_or(("0", above));
        let part = |text: &str| whole_number(text.as_bytes()).ok_or(TimeError::NotANumber);
        let (hours, minutes) = (part(hours)?, part(minutes)?);
        let below = Time::read(seconds)?;
        let in_a_minute = (0..60 * NANOS as i64).contains(&below.time.0);
        if below.is_unusual || !in_a_minute || (minutes >= 60 && above.contains(':')) {
            return Err(TimeError::NotANumber);
        }
        (hours * 60 + minutes)
            .checked_mul(60 * NANOS as i64)
            .and_then(|nanos| nanos.checked_add(below.time.0))
            .map(Time)
            .ok_or(TimeError::TooLarge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn usual_times_are_read_like_others() {
        for text in [
            "",
            ".",
            "0",
            "7",
            "00.5",
            "5.",
            ".5",
            "13.6",
            "1.2.3",
            "123456789",
            "1234567890",
            "999999999.99999999",
            "1.123456789",
            "1.1234567891",
            "-1",
            "1e3",
            " 1",
            "12:30",
            "123456789012345678",
            "1234567890123456789",
        ] {
            let number = Decimal::of(text.as_bytes()).filter(|number| !number.is_unusual);
            let exact = number.and_then(|number| number.nanos());
            if let Some(nanos) = usual(text.as_bytes()) {
                assert_eq!(exact, Some((nanos, false)), "{text}");
            }
        }
        assert_eq!(usual(b"999999999.99999999"), Some(999_999_999_999_999_990));
        assert_eq!(usual(b"13.6"), Some(13_600_000_000));
        assert_eq!(usual(b"1234567890"), None);
    }

    #[test]
    fn numbers_are_read_exactly() {
        let read = |text: &str| {
            let read = Time::read(text)?;
            Ok((read.time.nanos(), read.is_rounded, read.is_unusual))
        };
        assert_eq!(read("0"), Ok((0, false, false)));
        assert_eq!(read("13.6"), Ok((13_600_000_000, false, false)));
        assert_eq!(read("-0.5"), Ok((-500_000_000, false, false)));
        assert_eq!(read("0.000000001"), Ok((1, false, false)));
        assert_eq!(read("0.0000000005"), Ok((0, true, false)));
        assert_eq!(read("0.0000000015"), Ok((2, true, false)));
        assert_eq!(read("0.00000000050001"), Ok((1, true, false)));
        assert_eq!(read("0.0000000000"), Ok((0, false, false)));
        assert_eq!(read("1e-3"), Ok((1_000_000, false, true)));
        assert_eq!(read("1E+3"), Ok((1_000_000_000_000, false, true)));
        assert_eq!(read("5e-11"), Ok((0, true, true)));
        assert_eq!(read("5e-999999999999999999999"), Ok((0, true, true)));
        assert_eq!(read("0e999999999999999999999"), Ok((0, false, true)));
        assert_eq!(read("0e-99"), Ok((0, false, true)));
        assert_eq!(read("00010e-99"), Ok((0, true, true)));
        assert_eq!(read(".5"), Ok((500_000_000, false, true)));
        assert_eq!(read("5."), Ok((5_000_000_000, false, true)));
        assert_eq!(read(" 5"), Ok((5_000_000_000, false, true)));
        assert_eq!(read("+5"), Ok((5_000_000_000, false, true)));
        assert_eq!(read("9223372036.854775807"), Ok((i64::MAX, false, false)));
        assert_eq!(read("9223372036.854775808"), Err(TimeError::TooLarge));
        assert_eq!(read("1e99"), Err(TimeError::TooLarge));
        for bad in [
            "", "-", ".", "NaN", "inf", "1e", "1e+", "1,5", "0x5", "1 2", "--1", "1e1.5",
        ] {
            assert_eq!(read(bad), Err(TimeError::NotANumber), "{bad}");
        }
    }

    #[test]
    fn written_times_read_back() {
        for nanos in [
            0,
            1,
            -1,
            10,
            1_500_000_000,
            -62_000_000_100,
            i64::MAX,
            i64::MIN + 1,
        ] {
            let written = Time(nanos).to_string();
            let read = Time::read(&written).unwrap();
            assert_eq!(
                (read.time.nanos(), read.is_rounded, read.is_unusual),
                (nanos, false, false)
            );
        }
    }

    #[test]
    fn times_with_colons() {
        let read = |text: &str| text.parse::<Time>().map(|time| time.to_string());
        assert_eq!(read("56").as_deref(), Ok("56"));
        assert_eq!(read("12:30").as_deref(), Ok("750"));
        assert_eq!(read("90:00").as_deref(), Ok("5400"));
        assert_eq!(read("1:02:03.5").as_deref(), Ok("3723.5"));
        for bad in [
            "1:60", "1:60:00", "a:00", "1:-5", "1: 5", ":5", "1:2:3:4", "1:5e0",
        ] {
            assert_eq!(read(bad), Err(TimeError::NotANumber), "{bad}");
        }
        assert_eq!(read("99999999999999:00"), Err(TimeError::TooLarge));
    }
}
