//! Values that consist of two halves with a `:` between them.

use core::fmt;

use kifu_core::{Point, Size};

use super::area::corners;
use super::{Leniency, Parsed, PointLetters, ValueError, ValueErrorKind, number, point, span};
use crate::text::escape;

/// Splits a *Compose* value at the first `:` that is not escaped (FF\[4\], *Compose*); `None` if
/// there is no such `:`.
///
/// ```
/// use kifu_sgf::value::split;
///
/// assert_eq!(split(b"aa:one:two"), Some((&b"aa"[..], &b"one:two"[..])));
/// assert_eq!(split(b"a\\:b"), None);
/// ```
///
/// In a charset where a `\` can be half of a character, such as Shift-JIS, the result is only
/// correct if the first half is ASCII, as points and numbers are.
#[inline]
pub fn split(raw: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut at = 0;
    loop {
        match raw.get(at)? {
            b':' => return Some((&raw[..at], &raw[at + 1..])),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// Returns the offset of the second half in a value.
pub(super) fn in_second(first: &[u8]) -> usize {
    first.len() + 1
}

/// Parses a value of `LB`: a point and its text, which is returned as written, with escapes and in
/// the charset of the file.
///
/// ```
/// use kifu_core::{Point, Size};
/// use kifu_sgf::value::label;
///
/// let (at, text) = label(b"dc:A", Size::default()).unwrap().value;
/// assert_eq!((at, text), (Point::new(3, 2), &b"A"[..]));
/// ```
///
/// # Errors
///
/// [`ValueError`] if there is no `:`, or no point on the board before it.
pub fn label(raw: &[u8], size: Size) -> Result<Parsed<(Point, &[u8])>, ValueError> {
    label_at(raw, size, point)
}

/// Parses a label; `point` parses its point.
pub(super) fn label_at(
    raw: &[u8],
    size: Size,
    point: impl Fn(&[u8], Size) -> Result<Parsed<Point>, ValueError>,
) -> Result<Parsed<(Point, &[u8])>, ValueError> {
    const LABEL: &str = "a point, `:` and a text, such as `dc:A`";
    let Some((first, text)) = split(raw) else {
        let kind = match raw {
            [] => ValueErrorKind::Empty,
            _ => ValueErrorKind::Malformed,
        };
        return Err(ValueError::new(kind, LABEL, 0, raw.len()));
    };
    Ok(point(first, size)?.map(|at| (at, text)))
}

/// Parses a value of `LN` or `AR`: two different points.
///
/// # Errors
///
/// [`ValueError`] if there is no `:`, if one half is not a point on the board, or if both points are
/// the same.
pub fn line(raw: &[u8], size: Size) -> Result<Parsed<(Point, Point)>, ValueError> {
    line_between(raw, size, point)
}

/// Parses a line; `point` parses its ends.
pub(super) fn line_between(
    raw: &[u8],
    size: Size,
    point: impl Fn(&[u8], Size) -> Result<Parsed<Point>, ValueError>,
) -> Result<Parsed<(Point, Point)>, ValueError> {
    const LINE: &str = "two points with a `:` between them, such as `dc:pd`";
    let wrong = |kind| ValueError::new(kind, LINE, 0, raw.len());
    let (first, second) = split(raw).ok_or_else(|| match raw {
        [] => wrong(ValueErrorKind::Empty),
        _ => wrong(ValueErrorKind::Malformed),
    })?;
    let (a, b) = corners(first, second, size, point)?;
    if a.value == b.value {
        return Err(ValueError {
            expected: "two different points",
            ..wrong(ValueErrorKind::OutOfRange)
        });
    }
    Ok(Parsed::exact((a.value, b.value))
        .or_leniency(a.lenient)
        .or_leniency(b.lenient))
}

/// Writes two points as in `LN` and `AR`; `None` past column or row 51.
pub fn write_line(from: Point, to: Point) -> Option<impl fmt::Display> {
    let both = (PointLetters::of_point(from)?, PointLetters::of_point(to)?);
    Some(Composed(both.0, both.1))
}

/// Writes a label as in `LB`: the text is escaped, but not encoded. `None` past column or row 51.
///
/// ```
/// # use kifu_core::Point;
/// # use kifu_sgf::value::write_label;
/// assert_eq!(write_label(Point::new(3, 2), "a:b]").unwrap().to_string(), "dc:a\\:b\\]");
/// ```
pub fn write_label(at: Point, text: &str) -> Option<impl fmt::Display> {
    Some(Composed(PointLetters::of_point(at)?, EscapedHalf(text)))
}

/// Writes a program as in `AP`: escaped, but not encoded.
pub fn write_application(name: &str, version: &str) -> impl fmt::Display {
    Composed(EscapedHalf(name), EscapedHalf(version))
}

/// Displays text as half of a pair: with the usual escapes, and with each `:` escaped (FF\[4\],
/// *Compose*).
struct EscapedHalf<'a>(&'a str);

impl fmt::Display for EscapedHalf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, part) in escape(self.0).split(':').enumerate() {
            if at > 0 {
                f.write_str("\\:")?;
            }
            f.write_str(part)?;
        }
        Ok(())
    }
}

/// Displays two values with a `:` between them.
struct Composed<A, B>(A, B);

impl<A: fmt::Display, B: fmt::Display> fmt::Display for Composed<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.0, self.1)
    }
}

/// The program that wrote a file: a value of `AP`, with its texts as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Application<'a> {
    /// The name of the program.
    pub name: &'a [u8],
    /// The version of the program, if there is a `:`.
    pub version: Option<&'a [u8]>,
}

/// Parses a value of `AP`. FF\[4\] requires name and version; the 2016 draft mentions files with a
/// name only, so that is not an error.
///
/// ```
/// let read = kifu_sgf::value::application(b"CGoban:3");
/// assert_eq!((read.name, read.version), (&b"CGoban"[..], Some(&b"3"[..])));
/// ```
pub fn application(raw: &[u8]) -> Application<'_> {
    match split(raw) {
        Some((name, version)) => Application {
            name,
            version: Some(version),
        },
        None => Application {
            name: raw,
            version: None,
        },
    }
}

/// The settings and the name of a figure: a value of `FG`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure<'a> {
    /// The settings with which the figure should be printed.
    pub flags: FigureFlags,
    /// The name of the figure, as written.
    pub name: &'a [u8],
}

/// The flags of `FG` (FF\[4\], *FG*).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FigureFlags(pub u16);

impl FigureFlags {
    /// Show no coordinates around the board.
    pub const NO_COORDINATES: FigureFlags = FigureFlags(1);
    /// Show no name.
    pub const NO_NAME: FigureFlags = FigureFlags(2);
    /// Do not list moves that the figure does not show.
    pub const NO_MISSING_MOVES: FigureFlags = FigureFlags(4);
    /// Keep captured stones, and list moves on their points below the figure, as in books.
    pub const KEEP_CAPTURED: FigureFlags = FigureFlags(256);
    /// Show no star points.
    pub const NO_STARS: FigureFlags = FigureFlags(512);
    /// Use the settings of the program; all other flags are ignored.
    pub const AS_USUAL: FigureFlags = FigureFlags(32768);

    /// Returns whether this flag is set.
    pub const fn contains(self, flag: FigureFlags) -> bool {
        self.0 & flag.0 == flag.0
    }
}

/// Writes the figure as in `FG`: `257:Figure 1`. The name must already be escaped.
impl fmt::Display for Figure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = core::str::from_utf8(self.name).map_err(|_| fmt::Error)?;
        write!(f, "{}:{name}", self.flags.0)
    }
}

/// Parses a value of `FG`: empty for a figure with the usual settings, otherwise flags, `:` and a
/// name.
///
/// Also accepted: flags without a name, and a name without flags, which is only a guess.
///
/// # Errors
///
/// [`ValueError`] if there is a `:` without valid flags before it.
pub fn figure(raw: &[u8]) -> Result<Parsed<Option<Figure<'_>>>, ValueError> {
    const FLAGS: &str = "flags from 0 to 65535, `:` and a name";
    if raw.is_empty() {
        return Ok(Parsed::exact(None));
    }
    let (flags, name) = split(raw).unwrap_or((raw, &[]));
    let here = span(0, raw.len());
    let read = match number(flags) {
        Ok(read) => read,
        // Without a `:` the whole value can be a name.
        Err(_) if flags.len() == raw.len() => {
            let figure = Figure {
                flags: FigureFlags::AS_USUAL,
                name: raw,
            };
            let how = Leniency::guess("a figure name without flags", here);
            return Ok(Parsed::lenient(Some(figure), how));
        }
        Err(error) => {
            return Err(ValueError {
                expected: FLAGS,
                ..error
            });
        }
    };
    let flags = u16::try_from(read.value)
        .map_err(|_| ValueError::new(ValueErrorKind::OutOfRange, FLAGS, 0, flags.len()))?;
    let alone = split(raw).is_none();
    let alone = alone.then(|| Leniency::certain("flags of a figure without a `:`", here));
    let flags = FigureFlags(flags);
    Ok(read
        .map(|_| Some(Figure { flags, name }))
        .or_leniency(alone))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn pairs_split_at_the_first_unescaped_colon() {
        assert_eq!(split(b":"), Some((&b""[..], &b""[..])));
        assert_eq!(split(b"a\\\\:b"), Some((&b"a\\\\"[..], &b"b"[..])));
        assert_eq!(split(b"a\\:b:c"), Some((&b"a\\:b"[..], &b"c"[..])));
        assert_eq!(split(b"ab\\"), None);
        assert_eq!(split(b""), None);
    }

    #[test]
    fn labels_and_lines_need_points_on_the_board() {
        let size = Size::square(9).unwrap();
        assert_eq!(label(b"aa:", size).unwrap().value.1, b"");
        assert_eq!(
            label(b"aa", size).unwrap_err().kind,
            ValueErrorKind::Malformed
        );
        assert_eq!(label(b"", size).unwrap_err().kind, ValueErrorKind::Empty);
        assert!(matches!(
            label(b"jj:A", size).unwrap_err().kind,
            ValueErrorKind::OffBoard(..)
        ));
        assert_eq!(
            line(b"aa:aa", size).unwrap_err().kind,
            ValueErrorKind::OutOfRange
        );
        let same = line(b"aa:aa", size).unwrap_err();
        assert_eq!(
            same.to_string(),
            "out of range, expected two different points"
        );
        assert_eq!(line(b"aa:b", size).unwrap_err().span, span(3, 4));
        let read = line(b"aa:i i", size).unwrap();
        assert_eq!(read.lenient.unwrap().span, span(3, 6));
        let (from, to) = read.value;
        assert_eq!(write_line(from, to).unwrap().to_string(), "aa:ii");
    }

    #[test]
    fn figures_have_flags_and_names() {
        let read = |raw: &'static str| figure(raw.as_bytes());
        assert_eq!(read(""), Ok(Parsed::exact(None)));
        let full = read("257:Figure 1").unwrap();
        let value = full.value.unwrap();
        assert!(full.is_exact() && value.flags.contains(FigureFlags::KEEP_CAPTURED));
        assert!(!value.flags.contains(FigureFlags::NO_NAME));
        assert_eq!(value.to_string(), "257:Figure 1");
        assert_eq!(read("259").unwrap().value.unwrap().flags, FigureFlags(259));
        assert_eq!(read("Figure 1").unwrap().value.unwrap().name, b"Figure 1");
        assert_eq!(
            read("70000:x").unwrap_err().kind,
            ValueErrorKind::OutOfRange
        );
        assert_eq!(read("x:y").unwrap_err().kind, ValueErrorKind::Malformed);
    }

    #[test]
    fn programs_are_written_so_that_they_read_back() {
        let written = write_application("a:b", "1]").to_string();
        assert_eq!(written, "a\\:b:1\\]");
        assert_eq!(application(written.as_bytes()).version, Some(&b"1\\]"[..]));
        assert_eq!(application(b"foxwq").version, None);
    }

    #[test]
    fn a_bracket_in_a_pair_is_escaped_like_one_in_a_text() {
        let label = |text| write_label(Point::new(0, 0), text).unwrap().to_string();
        assert_eq!(label("a[b]"), "aa:a[b\\]");
        assert_eq!(label("x PW[b]:c"), "aa:x PW\\[b\\]\\:c");
        let program = write_application("x", "1 BR[9d]").to_string();
        assert_eq!(program, "x:1 BR\\[9d\\]");
        let program = write_application("x", "1 BR[9d").to_string();
        assert_eq!(program, "x:1 BR\\[9d");
    }
}
