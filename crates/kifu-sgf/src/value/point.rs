//! Points and moves.

use core::fmt;

use kifu_core::{Move, Point, Size, Western};

use super::{Leniency, Parsed, ValueError, ValueErrorKind, span};

const POINT: &str = "a point of two letters, such as `pd`";

/// Parses a *Point* of Go: two letters for column and row from the top left corner, `a` to `z` for
/// the first 26 and `A` to `Z` for the next (FF\[4\], *Go*).
///
/// Also accepted: white space and unnecessary escapes. Capitals on a board that is too small for
/// them are read as lower-case letters, which is only a guess.
///
/// ```
/// use kifu_core::{Point, Size};
/// use kifu_sgf::value::point;
///
/// let size = Size::default();
/// assert_eq!(point(b"pd", size).unwrap().value, Point::new(15, 3));
/// assert!(!point(b"p d", size).unwrap().is_exact());
/// let western = point(b"Q16", size).unwrap_err();
/// assert_eq!(western.to_string(), "Western coordinates; in SGF this is `pd`");
/// let off = point(b"tt", size).unwrap_err();
/// assert_eq!(off.to_string(), "`tt` is not on the 19x19 board");
/// ```
///
/// # Errors
///
/// [`ValueError`] if the value is not on the board, in Western coordinates, or not a point.
#[inline]
pub fn point(raw: &[u8], size: Size) -> Result<Parsed<Point>, ValueError> {
    match Point::from_sgf(raw) {
        Some(point) if size.contains(point) => Ok(Parsed::exact(point)),
        _ => odd_point(raw, size),
    }
}

#[cold]
fn odd_point(raw: &[u8], size: Size) -> Result<Parsed<Point>, ValueError> {
    let wrong = |kind| Err(ValueError::new(kind, POINT, 0, raw.len()));
    let Some(letters) = PointLetters::squeezed(raw) else {
        return wrong(ValueErrorKind::Malformed);
    };
    if letters.is_empty() {
        return wrong(ValueErrorKind::Empty);
    }
    let here = span(0, raw.len());
    let spaced = (letters.as_bytes().len() != raw.len())
        .then(|| Leniency::certain("white space or an escape in a point", here));
    let Some(point) = Point::from_sgf(letters.as_bytes()) else {
        return match western(&letters, size) {
            Some(point) => wrong(ValueErrorKind::Western(point)),
            None => wrong(ValueErrorKind::Malformed),
        };
    };
    if size.contains(point) {
        return Ok(Parsed::exact(point).or_leniency(spaced));
    }
    let [col, row, ..] = letters.bytes.map(|byte| byte.to_ascii_lowercase());
    match Point::from_sgf(&[col, row]) {
        Some(small) if size.contains(small) => {
            Ok(Parsed::lenient(small, Leniency::guess(CAPITALS, here)))
        }
        _ => wrong(ValueErrorKind::OffBoard(point, size)),
    }
}

const CAPITALS: &str = "capitals on a board that is too small for them";

/// Returns the point for Western coordinates on this board.
fn western(letters: &PointLetters, size: Size) -> Option<Point> {
    Western::parse(core::str::from_utf8(letters.as_bytes()).ok()?, size).ok()
}

/// Parses a *Move* of Go: a point, or a pass.
///
/// An empty value is a pass in every version. On boards up to 19×19, `tt` is a pass too: it is the
/// only pass in FF\[3\], and FF\[4\] still allows it. On larger boards it is a point. Also
/// accepted: everything that [`point`] accepts, and the word `pass`.
///
/// ```
/// use kifu_core::{Move, Point, Size};
/// use kifu_sgf::value::action;
///
/// let (small, large) = (Size::default(), Size::square(25).unwrap());
/// assert_eq!(action(b"", small).unwrap().value, Move::Pass);
/// assert_eq!(action(b"tt", small).unwrap().value, Move::Pass);
/// assert_eq!(action(b"tt", large).unwrap().value, Move::Play(Point::new(19, 19)));
/// ```
///
/// # Errors
///
/// [`ValueError`] if the value is neither.
#[inline]
pub fn action(raw: &[u8], size: Size) -> Result<Parsed<Move>, ValueError> {
    match Point::from_sgf(raw) {
        Some(point) if size.contains(point) => Ok(Parsed::exact(Move::Play(point))),
        _ => odd_action(raw, size),
    }
}

#[cold]
fn odd_action(raw: &[u8], size: Size) -> Result<Parsed<Move>, ValueError> {
    let small = size.cols() <= 19 && size.rows() <= 19;
    if raw.is_empty() || (raw == b"tt" && small) {
        return Ok(Parsed::exact(Move::Pass));
    }
    let here = span(0, raw.len());
    let pass = |how| Ok(Parsed::lenient(Move::Pass, how));
    match PointLetters::squeezed(raw) {
        Some(letters) if letters.is_empty() => {
            pass(Leniency::certain("white space for a pass", here))
        }
        Some(letters) if letters.as_bytes() == b"tt" && small => {
            pass(Leniency::certain("white space in a pass", here))
        }
        Some(letters) if letters.as_bytes() == b"TT" && small => {
            pass(Leniency::guess(CAPITALS, here))
        }
        Some(letters) if letters.as_bytes().eq_ignore_ascii_case(b"pass") => {
            pass(Leniency::certain("a word for a pass", here))
        }
        _ => odd_point(raw, size).map(|read| read.map(Move::Play)),
    }
}

/// The letters of a point as written, without white space: in SGF at most two, in Western
/// coordinates at most five (`AAA12`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PointLetters {
    bytes: [u8; 5],
    len: u8,
}

impl PointLetters {
    /// Returns a point as written in SGF; `None` past column or row 51.
    pub fn of_point(point: Point) -> Option<PointLetters> {
        let [col, row] = point.to_sgf()?;
        Some(PointLetters {
            bytes: [col, row, 0, 0, 0],
            len: 2,
        })
    }

    /// Returns a move as written in FF\[4\], where a pass is empty; `None` past column or row 51.
    ///
    /// ```
    /// # use kifu_core::{Move, Point};
    /// # use kifu_sgf::value::PointLetters;
    /// assert_eq!(PointLetters::of_move(Move::Pass).unwrap().to_string(), "");
    /// let play = PointLetters::of_move(Move::Play(Point::new(51, 0))).unwrap();
    /// assert_eq!(play.to_string(), "Za");
    /// ```
    pub fn of_move(action: Move) -> Option<PointLetters> {
        match action {
            Move::Play(point) => PointLetters::of_point(point),
            Move::Pass => Some(PointLetters {
                bytes: [0; 5],
                len: 0,
            }),
        }
    }

    /// Returns the letters as bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the letters of a value without white space and escapes; `None` if there are more
    /// than five.
    fn squeezed(raw: &[u8]) -> Option<PointLetters> {
        let mut letters = PointLetters {
            bytes: [0; 5],
            len: 0,
        };
        for &byte in raw
            .iter()
            .filter(|byte| !matches!(byte, b' ' | b'\t'..=b'\r' | b'\\'))
        {
            *letters.bytes.get_mut(usize::from(letters.len))? = byte;
            letters.len += 1;
        }
        Some(letters)
    }
}

impl fmt::Display for PointLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(core::str::from_utf8(self.as_bytes()).unwrap_or_default())
    }
}

impl fmt::Debug for PointLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Parses SmartGo's sequence of moves in one value, `S[pdddqp]`: consecutive moves without their
/// colours, which alternate (2016 draft, *Compressed sequences*).
///
/// White space is ignored. The iterator ends after an error.
///
/// ```
/// use kifu_core::{Move, Point, Size};
/// use kifu_sgf::value::sequence;
///
/// let moves: Result<Vec<Move>, _> = sequence(b"pd ddtt", Size::default()).collect();
/// let [first, second] = [Point::new(15, 3), Point::new(3, 3)].map(Move::Play);
/// assert_eq!(moves, Ok(vec![first, second, Move::Pass]));
/// assert!(sequence(b"pdd", Size::default()).any(|next| next.is_err()));
/// ```
pub fn sequence(raw: &[u8], size: Size) -> Sequence<'_> {
    Sequence { raw, at: 0, size }
}

/// The iterator over moves returned by [`sequence`].
#[derive(Clone, Debug)]
pub struct Sequence<'a> {
    raw: &'a [u8],
    at: usize,
    size: Size,
}

impl Iterator for Sequence<'_> {
    type Item = Result<Move, ValueError>;

    fn next(&mut self) -> Option<Result<Move, ValueError>> {
        let blank = |from: usize| {
            let rest = &self.raw[from..];
            from + rest
                .iter()
                .take_while(|byte| byte.is_ascii_whitespace())
                .count()
        };
        let start = blank(self.at);
        let col = *self.raw.get(start)?;
        let second = blank(start + 1);
        let end = (second + 1).min(self.raw.len());
        let row = self.raw.get(second);
        let read = match row {
            Some(&row) => action(&[col, row], self.size),
            None => Err(ValueError::new(ValueErrorKind::Malformed, POINT, 0, 0)),
        };
        self.at = if read.is_ok() { end } else { self.raw.len() };
        Some(read.map(|read| read.value).map_err(|error| ValueError {
            span: span(start, end),
            ..error
        }))
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;

    fn show(raw: &str, size: Size) -> String {
        let written = |action| PointLetters::of_move(action).unwrap();
        match action(raw.as_bytes(), size) {
            Ok(Parsed {
                value,
                lenient: None,
            }) => format!("{}", written(value)),
            Ok(Parsed {
                value,
                lenient: Some(how),
            }) => {
                format!("{} ({how}, {:?})", written(value), how.sureness)
            }
            Err(error) => format!("({error})"),
        }
    }

    #[test]
    fn moves_are_points_or_passes() {
        let (nine, usual) = (Size::square(9).unwrap(), Size::default());
        let (large, largest) = (Size::square(20).unwrap(), Size::square(52).unwrap());
        for (raw, size, expected) in [
            ("pd", usual, "pd"),
            ("", usual, ""),
            ("", largest, ""),
            ("tt", nine, ""),
            ("tt", usual, ""),
            ("tt", large, "tt"),
            (
                "tt",
                Size::new(20, 5).unwrap(),
                "(`tt` is not on the 20x5 board)",
            ),
            ("ZZ", largest, "ZZ"),
            ("aZ", usual, "(`aZ` is not on the 19x19 board)"),
            ("zz", usual, "(`zz` is not on the 19x19 board)"),
            (
                "PD",
                usual,
                "pd (capitals on a board that is too small for them, Guess)",
            ),
            (
                "TT",
                usual,
                " (capitals on a board that is too small for them, Guess)",
            ),
            (
                "p d",
                usual,
                "pd (white space or an escape in a point, Certain)",
            ),
            (
                "\\pd\n",
                usual,
                "pd (white space or an escape in a point, Certain)",
            ),
            ("t t", usual, " (white space in a pass, Certain)"),
            ("  ", usual, " (white space for a pass, Certain)"),
            ("Pass", usual, " (a word for a pass, Certain)"),
            ("Q16", usual, "(Western coordinates; in SGF this is `pd`)"),
            ("d4", usual, "(Western coordinates; in SGF this is `dp`)"),
            ("D 4", usual, "(Western coordinates; in SGF this is `dp`)"),
            (
                "D14",
                nine,
                "(expected a point of two letters, such as `pd`)",
            ),
            (
                "pdd",
                usual,
                "(expected a point of two letters, such as `pd`)",
            ),
            (
                "p",
                usual,
                "(expected a point of two letters, such as `pd`)",
            ),
            (
                "90",
                usual,
                "(expected a point of two letters, such as `pd`)",
            ),
            (
                "too much",
                usual,
                "(expected a point of two letters, such as `pd`)",
            ),
        ] {
            assert_eq!(show(raw, size), expected, "{raw:?} on {size}");
        }
        assert_eq!(point(b"", usual).unwrap_err().kind, ValueErrorKind::Empty);
    }

    #[test]
    fn every_letter_pair_is_itself() {
        let size = Size::square(52).unwrap();
        for at in size.points() {
            let letters = PointLetters::of_point(at).unwrap();
            assert_eq!(point(letters.as_bytes(), size), Ok(Parsed::exact(at)));
        }
        assert_eq!(PointLetters::of_point(Point::new(52, 0)), None);
    }

    #[test]
    fn sequences_end_at_an_error() {
        let size = Size::square(9).unwrap();
        let read = |raw: &'static [u8]| sequence(raw, size).collect::<Vec<_>>();
        assert_eq!(read(b"").len(), 0);
        assert_eq!(read(b"aa b\nb tt ").len(), 3);
        let cut = read(b"aa b");
        assert_eq!(cut[1].unwrap_err().span, span(3, 4));
        let off = read(b"aa jj bb");
        assert_eq!((off.len(), off[1].unwrap_err().span), (2, span(3, 5)));
    }
}
