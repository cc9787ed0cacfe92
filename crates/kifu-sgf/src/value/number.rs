//! Numbers, reals, doubles and colours.

use kifu_core::Color;

use super::{Leniency, Parsed, Sureness, Trimmed, ValueError, ValueErrorKind, span};

const NUMBER: &str = "a number";
const REAL: &str = "a number such as `6.5`";
const DOUBLE: &str = "1 or 2";
const COLOR: &str = "`B` or `W`";

/// Parses a *Number*: an optional sign and digits (FF\[4\], *Basic types*).
///
/// Also accepted: surrounding white space, and decimals that are 0.
///
/// ```
/// use kifu_sgf::value::number;
///
/// assert_eq!(number(b"+19").unwrap().value, 19);
/// assert!(!number(b" 19").unwrap().is_exact());
/// assert_eq!(number(b"many").unwrap_err().to_string(), "expected a number");
/// ```
///
/// # Errors
///
/// [`ValueError`] if the value contains anything else, or the number does not fit.
pub fn number(raw: &[u8]) -> Result<Parsed<i64>, ValueError> {
    let trimmed = Trimmed::new(raw, NUMBER)?;
    let (whole, decimals) = match trimmed.bytes.iter().position(|&byte| byte == b'.') {
        Some(dot) => (&trimmed.bytes[..dot], &trimmed.bytes[dot + 1..]),
        None => (trimmed.bytes, &[][..]),
    };
    let signed = whole.strip_prefix(b"+").unwrap_or(whole);
    let digits = signed.strip_prefix(b"-").unwrap_or(signed);
    let is_number = !digits.is_empty()
        && digits.iter().all(u8::is_ascii_digit)
        && decimals.iter().all(|&byte| byte == b'0');
    if !is_number || (signed.len() < whole.len() && digits.len() < signed.len()) {
        return Err(trimmed.error(ValueErrorKind::Malformed, NUMBER));
    }
    let value = core::str::from_utf8(signed)
        .ok()
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| trimmed.error(ValueErrorKind::OutOfRange, "a number below 10^18"))?;
    let with_decimals = whole.len() < trimmed.bytes.len();
    let decimals = with_decimals.then(|| trimmed.certain("a whole number with decimals"));
    Ok(trimmed
        .read(value, "white space around a number")
        .or_leniency(decimals))
}

/// Parses a *Real*: a number that may have decimals (FF\[4\], *Basic types*).
///
/// Also accepted: surrounding white space, no digit before or after the point, an exponent, and a
/// decimal comma. If three digits follow the comma, the reading is only a guess.
///
/// ```
/// use kifu_sgf::value::{Sureness, real};
///
/// assert_eq!(real(b"-6.5").unwrap().value, -6.5);
/// assert_eq!(real(b"6,5").unwrap().value, 6.5);
/// assert_eq!(real(b"1,200").unwrap().lenient.unwrap().sureness, Sureness::Guess);
/// assert!(real(b"6.5 points").is_err());
/// ```
///
/// # Errors
///
/// [`ValueError`] if the value contains anything else, such as a unit or a fraction, or the number does not
/// fit.
pub fn real(raw: &[u8]) -> Result<Parsed<f64>, ValueError> {
    /// The maximum length of a number with a comma. Such a number is copied to replace the comma.
    const MAX_LEN: usize = 64;
    let trimmed = Trimmed::new(raw, REAL)?;
    let wrong = |kind| trimmed.error(kind, REAL);
    let form = Form::of(trimmed.bytes).ok_or_else(|| wrong(ValueErrorKind::Malformed))?;
    let parse = |bytes: &[u8]| core::str::from_utf8(bytes).ok()?.parse::<f64>().ok();
    let value = match form.comma {
        None => parse(trimmed.bytes),
        Some(comma) if trimmed.bytes.len() <= MAX_LEN => {
            let mut copy = [0; MAX_LEN];
            copy[..trimmed.bytes.len()].copy_from_slice(trimmed.bytes);
            copy[comma] = b'.';
            parse(&copy[..trimmed.bytes.len()])
        }
        Some(_) => None,
    };
    let value = value
        .filter(|value| value.is_finite())
        .ok_or_else(|| wrong(ValueErrorKind::OutOfRange))?;
    let decimals = form.after;
    let odd = if form.comma.is_some() && decimals == 3 {
        let what = "a comma that could separate thousands, read as a decimal point";
        Some(Leniency::guess(what, trimmed.span()))
    } else if form.comma.is_some() {
        Some(trimmed.certain("a decimal comma"))
    } else if form.exponent {
        Some(trimmed.certain("an exponent"))
    } else if form.point && (form.before == 0 || decimals == 0) {
        Some(trimmed.certain("a decimal point without a digit on both sides"))
    } else {
        None
    };
    let mut read = trimmed
        .read(value, "white space around a number")
        .or_leniency(odd);
    if let Some(how) = read.lenient.as_mut().filter(|_| !form.is_kept_by(value)) {
        how.sureness = Sureness::Guess;
    }
    Ok(read)
}

/// The parts of a real number.
#[derive(Default)]
struct Form {
    /// The numbers of digits before and after the point.
    before: usize,
    after: usize,
    point: bool,
    comma: Option<usize>,
    exponent: bool,
}

impl Form {
    /// Whether an `f64` represents all digits, so that it is written with the same digits.
    fn is_kept_by(&self, value: f64) -> bool {
        const DIGITS: usize = 15;
        let is_near = value == 0.0 || (1e-15..1e15).contains(&value.abs());
        self.before + self.after <= DIGITS && is_near
    }

    fn of(bytes: &[u8]) -> Option<Form> {
        let mut form = Form::default();
        let digits = |from: usize| {
            let rest = bytes.get(from..).unwrap_or_default();
            rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
        };
        let signed = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
        form.before = digits(signed);
        let mut at = signed + form.before;
        if let Some(byte @ (b'.' | b',')) = bytes.get(at) {
            form.point = true;
            form.comma = (*byte == b',').then_some(at);
            form.after = digits(at + 1);
            at += 1 + form.after;
        }
        if form.before + form.after == 0 {
            return None;
        }
        if matches!(bytes.get(at), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
            let power = digits(at + 1 + sign);
            form.exponent = power > 0;
            at += 1 + sign + power;
        }
        let wrong_exponent = bytes
            .last()
            .is_none_or(|byte| !matches!(byte, b'.' | b',') && !byte.is_ascii_digit());
        (at == bytes.len() && !wrong_exponent).then_some(form)
    }
}

/// A degree of emphasis: a *Double* (FF\[4\], *Double*).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Double {
    /// The normal degree, `1`: good or bad.
    Normal,
    /// The higher degree, `2`: very good or very bad.
    Emphasized,
}

/// Writes the value as in SGF.
impl core::fmt::Display for Double {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Double::Normal => "1",
            Double::Emphasized => "2",
        })
    }
}

/// Parses a *Double*: `1` or `2`. An empty value is read as `1`, because some programs mark moves
/// that way.
///
/// # Errors
///
/// [`ValueError`] if the value is anything else.
pub fn double(raw: &[u8]) -> Result<Parsed<Double>, ValueError> {
    if raw.trim_ascii().is_empty() {
        let missing = Leniency::certain("no value where `1` is meant", span(0, raw.len()));
        return Ok(Parsed::lenient(Double::Normal, missing));
    }
    let read = number(raw).map_err(|error| ValueError {
        expected: DOUBLE,
        ..error
    })?;
    let value = match read.value {
        1 => Double::Normal,
        2 => Double::Emphasized,
        _ => {
            return Err(ValueError::new(
                ValueErrorKind::OutOfRange,
                DOUBLE,
                0,
                raw.len(),
            ));
        }
    };
    Ok(read.map(|_| value))
}

/// Parses a *Color*: `B` or `W`.
///
/// Also accepted: any case, `Black` and `White`, and the `1` and `2` of FF\[3\] (2016 draft, *PL*).
///
/// ```
/// use kifu_core::Color;
/// use kifu_sgf::value::color;
///
/// assert_eq!(color(b"W").unwrap().value, Color::White);
/// assert_eq!(color(b"1").unwrap().value, Color::Black);
/// assert!(!color(b"white").unwrap().is_exact());
/// assert!(color(b"3").is_err());
/// ```
///
/// # Errors
///
/// [`ValueError`] if the value is anything else.
pub fn color(raw: &[u8]) -> Result<Parsed<Color>, ValueError> {
    match raw {
        b"B" => return Ok(Parsed::exact(Color::Black)),
        b"W" => return Ok(Parsed::exact(Color::White)),
        _ => {}
    }
    let trimmed = Trimmed::new(raw, COLOR)?;
    let is = |name: &[u8]| trimmed.bytes.eq_ignore_ascii_case(name);
    let (value, what) = if is(b"b") || is(b"black") {
        (Color::Black, "a colour that is not just `B`")
    } else if is(b"w") || is(b"white") {
        (Color::White, "a colour that is not just `W`")
    } else if is(b"1") {
        (Color::Black, "a number for a colour")
    } else if is(b"2") {
        (Color::White, "a number for a colour")
    } else {
        return Err(trimmed.error(ValueErrorKind::Malformed, COLOR));
    };
    Ok(Parsed::lenient(value, trimmed.certain(what)))
}

/// Writes a *Real* without an exponent, and with no more digits than needed to read the same
/// number.
///
/// ```
/// # use kifu_sgf::value::write_real;
/// assert_eq!(write_real(6.5).to_string(), "6.5");
/// assert_eq!(write_real(-0.0).to_string(), "0");
/// ```
///
/// A number that is not finite is written as `0`.
pub fn write_real(value: f64) -> impl core::fmt::Display {
    // This also removes the sign of a zero.
    if value.is_finite() && value != 0.0 {
        value
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::{String, ToString};

    use super::*;
    use crate::value::Sureness;

    /// Shows a value, with its leniency or error in parentheses.
    fn show<T: ToString>(read: Result<Parsed<T>, ValueError>) -> String {
        match read {
            Ok(Parsed {
                value,
                lenient: None,
            }) => value.to_string(),
            Ok(Parsed {
                value,
                lenient: Some(how),
            }) => format!("{} ({how})", value.to_string()),
            Err(error) => format!("({error})"),
        }
    }

    #[test]
    fn numbers() {
        for (raw, expected) in [
            ("0", "0"),
            ("-10", "-10"),
            ("+10", "10"),
            ("007", "7"),
            (" 19\n", "19 (white space around a number)"),
            ("30.", "30 (a whole number with decimals)"),
            ("30.00", "30 (a whole number with decimals)"),
            ("5.5", "(expected a number)"),
            ("+-5", "(expected a number)"),
            ("-", "(expected a number)"),
            ("1 kk", "(expected a number)"),
            ("", "(empty, expected a number)"),
            (" ", "(empty, expected a number)"),
            (
                "99999999999999999999",
                "(out of range, expected a number below 10^18)",
            ),
        ] {
            assert_eq!(show(number(raw.as_bytes())), expected, "{raw:?}");
        }
    }

    #[test]
    fn reals() {
        for (raw, expected) in [
            ("6.5", "6.5"),
            ("-0.25", "-0.25"),
            ("375", "375"),
            ("+3.75", "3.75"),
            (".5", "0.5 (a decimal point without a digit on both sides)"),
            ("5.", "5 (a decimal point without a digit on both sides)"),
            ("6,5", "6.5 (a decimal comma)"),
            (
                "6,500",
                "6.5 (a comma that could separate thousands, read as a decimal point)",
            ),
            ("1e-3", "0.001 (an exponent)"),
            (" 6.5", "6.5 (white space around a number)"),
            ("6.5.1", "(expected a number such as `6.5`)"),
            ("1.-5", "(expected a number such as `6.5`)"),
            ("--1", "(expected a number such as `6.5`)"),
            ("1e", "(expected a number such as `6.5`)"),
            ("1e+", "(expected a number such as `6.5`)"),
            (".", "(expected a number such as `6.5`)"),
            ("inf", "(expected a number such as `6.5`)"),
            ("1e999", "(out of range, expected a number such as `6.5`)"),
        ] {
            assert_eq!(show(real(raw.as_bytes())), expected, "{raw:?}");
        }
        let sureness = |raw: &[u8]| real(raw).unwrap().lenient.map(|how| how.sureness);
        assert_eq!(sureness(b"6,5"), Some(Sureness::Certain));
        assert_eq!(sureness(b"6,500"), Some(Sureness::Guess));
    }

    #[test]
    fn doubles_and_colours() {
        assert_eq!(show(double(b"2")), "2");
        assert_eq!(show(double(b"")), "1 (no value where `1` is meant)");
        assert_eq!(show(double(b"3")), "(out of range, expected 1 or 2)");
        assert_eq!(show(double(b"x")), "(expected 1 or 2)");
        assert_eq!(show(color(b"B")), "Black");
        assert_eq!(show(color(b"b")), "Black (a colour that is not just `B`)");
        assert_eq!(
            show(color(b" White ")),
            "White (a colour that is not just `W`)"
        );
        assert_eq!(show(color(b"2")), "White (a number for a colour)");
        assert_eq!(show(color(b"w 123")), "(expected `B` or `W`)");
        assert_eq!(show(color(b"")), "(empty, expected `B` or `W`)");
    }
}
