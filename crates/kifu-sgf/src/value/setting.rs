//! Board sizes and numeric settings.

use core::fmt;

use kifu_core::Size;

use super::{Parsed, Trimmed, ValueError, ValueErrorKind, number};

const SIZE: &str = "a board size such as `19` or `13:9`";
const SIDES: &str = "sides of 1 to 52";

/// Parses a value of `SZ`: one number for a square board, or columns, `:` and rows.
///
/// Also accepted: white space, other separators between the numbers (`19x19`, `13*9`, `9,9`), a
/// square written as a rectangle, and one number followed by text without digits, such as `19路`.
///
/// ```
/// use kifu_core::Size;
/// use kifu_sgf::value::size;
///
/// assert_eq!(size(b"13:9").unwrap().value, Size::new(13, 9).unwrap());
/// let rectangle = size(b"19x19").unwrap();
/// assert_eq!(rectangle.lenient.unwrap().what, "a separator other than `:` in a board size");
/// assert!(size(b"53").is_err());
/// ```
///
/// # Errors
///
/// [`ValueError`] if there is no number, or a side is not in the range from 1 to 52.
pub fn size(raw: &[u8]) -> Result<Parsed<Size>, ValueError> {
    let trimmed = Trimmed::new(raw, SIZE)?;
    let out_of_range = || trimmed.error(ValueErrorKind::OutOfRange, SIDES);
    let (first, sign, second) =
        sides(trimmed.bytes).ok_or_else(|| trimmed.error(ValueErrorKind::Malformed, SIZE))?;
    let side = |digits: &[u8]| core::str::from_utf8(digits).ok()?.parse().ok();
    let cols = side(first).ok_or_else(out_of_range)?;
    let rows = match second {
        b"" => cols,
        rows => side(rows).ok_or_else(out_of_range)?,
    };
    let size = Size::new(cols, rows).map_err(|_| out_of_range())?;
    let odd = match (sign.trim_ascii(), second) {
        (b"", b"") => None,
        (_, b"") => Some("text after a board size"),
        (b":", _) if sign.len() > 1 => Some("white space in a board size"),
        (b":", _) if cols == rows => Some("a square board written as a rectangle"),
        (b":", _) => None,
        _ => Some("a separator other than `:` in a board size"),
    };
    let odd = odd.map(|what| trimmed.certain(what));
    Ok(trimmed
        .read(size, "white space around a board size")
        .or_leniency(odd))
}

/// Splits a value into digits, the text after them, and a second run of digits, which can be
/// missing.
fn sides(bytes: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let first = bytes.iter().position(|byte| !byte.is_ascii_digit());
    let (first, rest) = bytes.split_at(first.unwrap_or(bytes.len()));
    let second = rest.iter().position(u8::is_ascii_digit);
    let (sign, second) = rest.split_at(second.unwrap_or(rest.len()));
    // A decimal number is not a size, and neither is a score.
    let unclear = !second.is_empty() && matches!(sign.trim_ascii(), b"." | b"-" | b"+");
    let whole = !first.is_empty() && second.iter().all(u8::is_ascii_digit);
    (whole && !unclear).then_some((first, sign, second))
}

/// Writes a size as in `SZ`: `19`, or `13:9`.
pub fn write_size(size: Size) -> impl fmt::Display {
    WrittenSize(size)
}

struct WrittenSize(Size);

impl fmt::Display for WrittenSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cols, rows) = (self.0.cols(), self.0.rows());
        if cols == rows {
            write!(f, "{cols}")
        } else {
            write!(f, "{cols}:{rows}")
        }
    }
}

/// The way in which programs should show variations: a value of `ST` (FF\[4\], *ST*).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Style {
    /// Whether to show the siblings of the current node, rather than its children.
    pub siblings: bool,
    /// Whether to show variations without marks on the board.
    pub unmarked: bool,
}

/// Writes the style as in `ST`.
impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}",
            u8::from(self.siblings) + 2 * u8::from(self.unmarked)
        )
    }
}

/// Parses a value of `ST`: a number from 0 to 3.
///
/// # Errors
///
/// [`ValueError`] if the value is not a number in this range.
pub fn style(raw: &[u8]) -> Result<Parsed<Style>, ValueError> {
    Ok(up_to(raw, 3, "a number from 0 to 3")?.map(|bits| Style {
        siblings: bits & 1 != 0,
        unmarked: bits & 2 != 0,
    }))
}

/// The way in which programs should print move numbers: a value of `PM` (FF\[4\], *PM*).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PrintMode {
    /// `0`: print no move numbers.
    None,
    /// `1`: print move numbers as they are.
    Full,
    /// `2`: subtract the hundreds of the first move of the figure.
    Short,
}

/// Writes the mode as in `PM`.
impl fmt::Display for PrintMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", *self as u8)
    }
}

/// Parses a value of `PM`: a number from 0 to 2.
///
/// # Errors
///
/// [`ValueError`] if the value is not a number in this range.
pub fn print_mode(raw: &[u8]) -> Result<Parsed<PrintMode>, ValueError> {
    Ok(
        up_to(raw, 2, "a number from 0 to 2")?.map(|mode| match mode {
            0 => PrintMode::None,
            1 => PrintMode::Full,
            _ => PrintMode::Short,
        }),
    )
}

fn up_to(raw: &[u8], max: u8, expected: &'static str) -> Result<Parsed<u8>, ValueError> {
    let read = number(raw).map_err(|error| ValueError { expected, ..error })?;
    match u8::try_from(read.value) {
        Ok(value) if value <= max => Ok(read.map(|_| value)),
        _ => Err(ValueError::new(
            ValueErrorKind::OutOfRange,
            expected,
            0,
            raw.len(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::{String, ToString};

    use super::*;

    fn show(raw: &str) -> String {
        match size(raw.as_bytes()) {
            Ok(Parsed {
                value,
                lenient: None,
            }) => write_size(value).to_string(),
            Ok(Parsed {
                value,
                lenient: Some(how),
            }) => format!("{} ({how})", write_size(value)),
            Err(error) => format!("({error})"),
        }
    }

    #[test]
    fn sizes() {
        for (raw, expected) in [
            ("19", "19"),
            ("1", "1"),
            ("52:1", "52:1"),
            (" 9 ", "9 (white space around a board size)"),
            ("19:19", "19 (a square board written as a rectangle)"),
            ("13 : 9", "13:9 (white space in a board size)"),
            ("19x19", "19 (a separator other than `:` in a board size)"),
            ("13×9", "13:9 (a separator other than `:` in a board size)"),
            ("13 9", "13:9 (a separator other than `:` in a board size)"),
            ("19路", "19 (text after a board size)"),
            ("9:", "9 (text after a board size)"),
            ("", "(empty, expected a board size such as `19` or `13:9`)"),
            ("九", "(expected a board size such as `19` or `13:9`)"),
            (":9", "(expected a board size such as `19` or `13:9`)"),
            ("9-13", "(expected a board size such as `19` or `13:9`)"),
            ("9:13:5", "(expected a board size such as `19` or `13:9`)"),
            ("5.5", "(expected a board size such as `19` or `13:9`)"),
            ("0", "(out of range, expected sides of 1 to 52)"),
            ("53", "(out of range, expected sides of 1 to 52)"),
            ("9:0", "(out of range, expected sides of 1 to 52)"),
            ("1000", "(out of range, expected sides of 1 to 52)"),
            ("-9", "(expected a board size such as `19` or `13:9`)"),
        ] {
            assert_eq!(show(raw), expected, "{raw:?}");
        }
    }

    #[test]
    fn settings_are_small_numbers() {
        for bits in ["0", "1", "2", "3"] {
            assert_eq!(style(bits.as_bytes()).unwrap().value.to_string(), bits);
        }
        assert!(style(b"2").unwrap().value.unmarked);
        assert_eq!(style(b"4").unwrap_err().kind, ValueErrorKind::OutOfRange);
        assert_eq!(style(b"-1").unwrap_err().kind, ValueErrorKind::OutOfRange);
        for mode in ["0", "1", "2"] {
            assert_eq!(print_mode(mode.as_bytes()).unwrap().value.to_string(), mode);
        }
        assert_eq!(
            print_mode(b"3").unwrap_err().to_string(),
            "out of range, expected a number from 0 to 2"
        );
    }
}
