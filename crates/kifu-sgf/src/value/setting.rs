//! Board sizes, and numbers that stand for settings.

use core::fmt;

use kifu_core::Size;

use super::{Read, Trimmed, ValueError, ValueErrorKind, number};

const SIZE: &str = "a board size such as `19` or `13:9`";
const SIDES: &str = "sides of 1 to 52";

/// Reads a value of `SZ`: one number for a square board, or columns, `:` and rows.
///
/// Read too: white space, other signs between the numbers (`19x19`, `13*9`, `9,9`), a
/// square that is written as a rectangle, and one number with something behind it
/// that has no digit, such as `19路`.
///
/// ```
/// use kifu_core::Size;
/// use kifu_sgf::value::size;
///
/// assert_eq!(size(b"13:9").unwrap().value, Size::new(13, 9).unwrap());
/// assert_eq!(size(b"19x19").unwrap().lenient.unwrap().what, "another sign than `:` in a board size");
/// assert!(size(b"53").is_err());
/// ```
///
/// # Errors
///
/// If there is no number, or a side that no board of SGF has: 1 to 52.
pub fn size(raw: &[u8]) -> Result<Read<Size>, ValueError> {
    let trimmed = Trimmed::new(raw, SIZE)?;
    let wrong = |kind, expected| trimmed.error(kind, expected);
    let malformed = || wrong(ValueErrorKind::Malformed, SIZE);
    let bytes = trimmed.bytes;
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let first = digits(bytes);
    let between = bytes[first..]
        .iter()
        .take_while(|byte| !byte.is_ascii_digit())
        .count();
    let second = &bytes[first + between..];
    let sign = bytes[first..first + between].trim_ascii();
    if sign == b"-" || sign == b"+" || (first == 0 && matches!(sign, b"" | b":")) {
        return Err(malformed());
    }
    if first == 0 {
        let negative = matches!(bytes[0], b'-' | b'+') && digits(second) == second.len();
        let kind = if negative {
            ValueErrorKind::OutOfRange
        } else {
            ValueErrorKind::Malformed
        };
        let expected = if negative { SIDES } else { SIZE };
        return Err(wrong(kind, expected));
    }
    if digits(second) != second.len() || sign.contains(&b'.') {
        return Err(malformed());
    }
    let side = |digits: &[u8]| -> Result<u8, ValueError> {
        let side = core::str::from_utf8(digits)
            .ok()
            .and_then(|text| text.parse().ok());
        side.ok_or_else(|| wrong(ValueErrorKind::OutOfRange, SIDES))
    };
    let cols = side(&bytes[..first])?;
    let rows = if second.is_empty() {
        cols
    } else {
        side(second)?
    };
    let size = Size::new(cols, rows).map_err(|_| wrong(ValueErrorKind::OutOfRange, SIDES))?;
    let odd = match () {
        () if second.is_empty() && between > 0 => Some("something behind a board size"),
        () if !second.is_empty() && sign != b":" => Some("another sign than `:` in a board size"),
        () if between > 1 => Some("white space in a board size"),
        () if !second.is_empty() && cols == rows => Some("a square board written as a rectangle"),
        () => None,
    };
    let odd = odd.map(|what| trimmed.certain(what));
    Ok(trimmed
        .read(size, "white space around a board size")
        .but(odd))
}

/// A size as `SZ` writes it: `19`, or `13:9`.
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

/// How variations are to be shown: a value of `ST` (FF\[4\], *ST*).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Style {
    /// The variations of the current node are shown, not those of the next.
    pub siblings: bool,
    /// They are not marked on the board.
    pub unmarked: bool,
}

/// As `ST` writes it.
impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}",
            u8::from(self.siblings) + 2 * u8::from(self.unmarked)
        )
    }
}

/// Reads a value of `ST`: a number from 0 to 3.
///
/// # Errors
///
/// If it is another number, or none.
pub fn style(raw: &[u8]) -> Result<Read<Style>, ValueError> {
    Ok(up_to(raw, 3, "a number from 0 to 3")?.map(|bits| Style {
        siblings: bits & 1 != 0,
        unmarked: bits & 2 != 0,
    }))
}

/// How move numbers are printed: a value of `PM` (FF\[4\], *PM*).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PrintMode {
    /// `0`: not at all.
    None,
    /// `1`: as they are.
    Full,
    /// `2`: without the hundreds of the first move of the figure.
    Short,
}

/// As `PM` writes it.
impl fmt::Display for PrintMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", *self as u8)
    }
}

/// Reads a value of `PM`: a number from 0 to 2.
///
/// # Errors
///
/// If it is another number, or none.
pub fn print_mode(raw: &[u8]) -> Result<Read<PrintMode>, ValueError> {
    Ok(
        up_to(raw, 2, "a number from 0 to 2")?.map(|mode| match mode {
            0 => PrintMode::None,
            1 => PrintMode::Full,
            _ => PrintMode::Short,
        }),
    )
}

fn up_to(raw: &[u8], most: u8, expected: &'static str) -> Result<Read<u8>, ValueError> {
    let read = number(raw).map_err(|error| ValueError { expected, ..error })?;
    match u8::try_from(read.value) {
        Ok(value) if value <= most => Ok(read.map(|_| value)),
        _ => Err(ValueError::new(
            ValueErrorKind::OutOfRange,
            expected,
            0,
            raw.len(),
        )),
    }
}
