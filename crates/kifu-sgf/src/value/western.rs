//! Functions that accept Western coordinates such as `D4` in addition to the letters of SGF.
//!
//! [`point`](super::point) and similar functions return an error for Western coordinates that names
//! the point, so that a checker can report them. Code that plays, shows, compares or converts a
//! record uses the functions of this module: `AB[D4]` puts a stone on the same point as `B[D4]`,
//! and `TR[D4]` marks that point.
//!
//! ```
//! use kifu_core::Size;
//! use kifu_sgf::value::{self, western};
//!
//! let size = Size::default();
//! assert!(value::area(b"B2:C3", size).is_err());
//! let read = western::area(b"B2:C3", size).unwrap();
//! assert_eq!(read.value.to_string(), "bq:cr");
//! assert_eq!(read.lenient.unwrap().what, "Western coordinates");
//! ```

use kifu_core::{Move, Point, Size};

use super::area::rectangle;
use super::compose::{label_at, line_between};
use super::{Area, Leniency, Parsed, ValueError, ValueErrorKind};

/// Parses a point like [`value::point`](super::point()), or in Western coordinates.
///
/// # Errors
///
/// [`ValueError`] if the value is not on the board, or not a point.
#[inline]
pub fn point(raw: &[u8], size: Size) -> Result<Parsed<Point>, ValueError> {
    super::point(raw, size).or_else(named)
}

/// Parses a move like [`value::action`](super::action()), or in Western coordinates.
///
/// # Errors
///
/// [`ValueError`] if the value is not on the board, or neither a point nor a pass.
#[inline]
pub fn action(raw: &[u8], size: Size) -> Result<Parsed<Move>, ValueError> {
    super::action(raw, size).or_else(|error| Ok(named(error)?.map(Move::Play)))
}

/// Parses a point or a rectangle like [`value::area`](super::area()), or with corners in Western
/// coordinates.
///
/// # Errors
///
/// [`ValueError`] if a corner is not on the board, or not a point.
#[inline]
pub fn area(raw: &[u8], size: Size) -> Result<Parsed<Area>, ValueError> {
    super::area(raw, size).or_else(|error| match error.kind {
        ValueErrorKind::Western(_) => rectangle(raw, size, point),
        _ => Err(error),
    })
}

/// Parses a label like [`value::label`](super::label()), or at a point in Western coordinates.
///
/// # Errors
///
/// [`ValueError`] if the value is not a point on the board with a text.
pub fn label(raw: &[u8], size: Size) -> Result<Parsed<(Point, &[u8])>, ValueError> {
    label_at(raw, size, point)
}

/// Parses a line like [`value::line`](super::line()), or between points in Western coordinates.
///
/// # Errors
///
/// [`ValueError`] if the value is not two different points on the board.
pub fn line(raw: &[u8], size: Size) -> Result<Parsed<(Point, Point)>, ValueError> {
    line_between(raw, size, point)
}

/// Returns the point that an error about Western coordinates names.
#[cold]
fn named(error: ValueError) -> Result<Parsed<Point>, ValueError> {
    match error.kind {
        ValueErrorKind::Western(point) => {
            let how = Leniency::guess("Western coordinates", error.span);
            Ok(Parsed::lenient(point, how))
        }
        _ => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    const SIZE: Size = match Size::square(9) {
        Ok(size) => size,
        Err(_) => Size::LARGEST,
    };

    #[test]
    fn points_are_those_of_the_letters() {
        let at = |raw: &[u8]| super::super::point(raw, SIZE).unwrap().value;
        assert_eq!(point(b"D4", SIZE).unwrap().value, at(b"df"));
        assert!(point(b"df", SIZE).unwrap().is_exact());
        assert_eq!(action(b"D4", SIZE).unwrap().value, Move::Play(at(b"df")));
        assert_eq!(action(b"", SIZE).unwrap().value, Move::Pass);
        // One corner or both can be in Western coordinates.
        for raw in [&b"D4:F6"[..], b"df:F6", b"F6:df", b"d4:fd"] {
            assert_eq!(area(raw, SIZE).unwrap().value.to_string(), "dd:ff");
        }
        assert_eq!(line(b"D4:fd", SIZE).unwrap().value, (at(b"df"), at(b"fd")));
        assert_eq!(
            label(b"D4:E5", SIZE).unwrap().value,
            (at(b"df"), &b"E5"[..])
        );
    }

    #[test]
    fn values_that_are_not_points_on_the_board_are_errors() {
        let large = Size::LARGEST;
        assert_eq!(point(b"BBB12", large).unwrap().value, Point::new(51, 40));
        assert!(point(b"K4", SIZE).is_err());
        assert!(point(b"D10", SIZE).is_err());
        let off = area(b"D4:zz", SIZE).unwrap_err();
        assert!(matches!(off.kind, ValueErrorKind::OffBoard(..)));
        assert_eq!(off.span.range(), 3..5);
        assert!(area(b"D4:F66", SIZE).is_err());
        assert!(line(b"D4:df", SIZE).is_err());
        assert!(label(b"D4", SIZE).is_err());
    }
}
