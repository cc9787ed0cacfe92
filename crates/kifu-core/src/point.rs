use core::fmt;
use core::str::FromStr;

use crate::Size;

/// A point, counted from the top left corner of a board.
///
/// A point is independent of any board; [`Size::contains`] tests whether it is on one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// The column, 0 at the left.
    pub col: u8,
    /// The row, 0 at the top.
    pub row: u8,
}

impl Point {
    /// Creates the point in this column and row, both counted from 0.
    pub const fn new(col: u8, row: u8) -> Point {
        Point { col, row }
    }

    /// Parses SGF's two letters: `a` to `z` are 0 to 25, `A` to `Z` are 26 to 51.
    ///
    /// ```
    /// use kifu_core::Point;
    ///
    /// assert_eq!(Point::from_sgf(b"dp"), Some(Point::new(3, 15)));
    /// assert_eq!(Point::from_sgf(b"aZ"), Some(Point::new(0, 51)));
    /// assert_eq!(Point::from_sgf(b"D4"), None);
    /// ```
    #[inline]
    pub const fn from_sgf(letters: &[u8]) -> Option<Point> {
        if let [col, row] = *letters {
            if let (Some(col), Some(row)) = (from_letter(col), from_letter(row)) {
                return Some(Point { col, row });
            }
        }
        None
    }

    /// The two letters of SGF; `None` past column or row 51.
    pub const fn to_sgf(self) -> Option<[u8; 2]> {
        match (to_letter(self.col), to_letter(self.row)) {
            (Some(col), Some(row)) => Some([col, row]),
            _ => None,
        }
    }
}

#[inline]
const fn from_letter(letter: u8) -> Option<u8> {
    match NUMBERS[letter as usize] {
        NO_LETTER => None,
        number => Some(number),
    }
}

const NO_LETTER: u8 = u8::MAX;

/// The number of each letter, in a table because records contain very many points.
const NUMBERS: [u8; 256] = {
    let mut numbers = [NO_LETTER; 256];
    let mut number = 0;
    while let Some(letter) = to_letter(number) {
        numbers[letter as usize] = number;
        number += 1;
    }
    numbers
};

const fn to_letter(n: u8) -> Option<u8> {
    match n {
        0..=25 => Some(b'a' + n),
        26..=51 => Some(b'A' + n - 26),
        _ => None,
    }
}

/// The Western name of a point. [`Size::western`] creates it, `Display` writes it, and [`Western::parse`] parses one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Western {
    pub(crate) point: Point,
    pub(crate) rows: u8,
}

/// The column letters, without `I`.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Western {
    /// Parses a name such as `q16` or `AA5` on a board of the given size.
    ///
    /// # Errors
    ///
    /// [`ParsePointError`] if the text is not such a name, or the point is off the board.
    pub fn parse(text: &str, size: Size) -> Result<Point, ParsePointError> {
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (name, number) = text.split_at(letters);
        let mut upper = name.bytes().map(|b| b.to_ascii_uppercase());
        let first = upper.next().ok_or(ParsePointError)?;
        if upper.any(|b| b != first) {
            return Err(ParsePointError);
        }
        let column = COLUMNS
            .iter()
            .position(|&c| c == first)
            .ok_or(ParsePointError)?;
        let col = column + COLUMNS.len() * (letters - 1);
        // `str::parse` would accept a sign, which a row does not have.
        if !number.bytes().all(|b| b.is_ascii_digit()) {
            return Err(ParsePointError);
        }
        let row = u8::from_str(number).map_err(|_| ParsePointError)?;
        if col >= usize::from(size.cols()) || row == 0 || row > size.rows() {
            return Err(ParsePointError);
        }
        Ok(Point::new(col as u8, size.rows() - row))
    }
}

impl fmt::Display for Western {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = usize::from(self.point.col);
        for _ in 0..=column / COLUMNS.len() {
            write!(f, "{}", char::from(COLUMNS[column % COLUMNS.len()]))?;
        }
        write!(f, "{}", self.rows - self.point.row)
    }
}

/// The error of parsing a point from a text that does not name a point of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePointError;

impl fmt::Display for ParsePointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a point of the board, such as `Q16`")
    }
}

impl core::error::Error for ParsePointError {}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn both_notations_name_every_point() {
        let size = Size::square(52).unwrap();
        for point in size.points() {
            let letters = point.to_sgf().unwrap();
            assert_eq!(Point::from_sgf(&letters), Some(point));
            // 52 columns need three `A`s at most: 50 columns end with `ZZ`.
            let name = size.western(point).unwrap().to_string();
            assert_eq!(Western::parse(&name, size), Ok(point));
        }
    }

    #[test]
    fn western_rows_count_from_the_bottom() {
        let size = Size::square(19).unwrap();
        assert_eq!(Western::parse("a1", size), Ok(Point::new(0, 18)));
        assert_eq!(Western::parse("T19", size), Ok(Point::new(18, 0)));
        for wrong in ["", "I5", "A0", "A20", "U1", "AB3", "5", "A", "D+4", "D-4"] {
            assert_eq!(Western::parse(wrong, size), Err(ParsePointError), "{wrong}");
        }
    }

    #[test]
    fn letters_name_52_columns_and_rows() {
        for (letters, point) in [
            (b"aa", (0, 0)),
            (b"zA", (25, 26)),
            (b"Zs", (51, 18)),
            (b"sZ", (18, 51)),
        ] {
            let point = Point::new(point.0, point.1);
            assert_eq!(Point::from_sgf(letters), Some(point));
            assert_eq!(point.to_sgf(), Some(*letters));
        }
        for wrong in [
            &b""[..],
            b"a",
            b"aaa",
            b"a1",
            b"@a",
            b"a[",
            b"`a",
            b"a{",
            b"\xE1a",
        ] {
            assert_eq!(Point::from_sgf(wrong), None, "{}", wrong.escape_ascii());
        }
        assert_eq!(Point::new(52, 0).to_sgf(), None);
        assert_eq!(Point::new(0, 52).to_sgf(), None);
    }

    #[test]
    fn western_columns_skip_i_and_are_doubled_after_z() {
        let size = Size::new(52, 9).unwrap();
        let name = |col, row| size.western(Point::new(col, row)).unwrap().to_string();
        assert_eq!([name(7, 8), name(8, 0), name(24, 4)], ["H1", "J9", "Z5"]);
        assert_eq!(
            [name(25, 8), name(49, 8), name(50, 8)],
            ["AA1", "ZZ1", "AAA1"]
        );
        assert_eq!(Western::parse("aAa1", size), Ok(Point::new(50, 8)));
        assert_eq!(Western::parse("CCC1", size), Err(ParsePointError));
        let error = ParsePointError.to_string();
        assert_eq!(error, "expected a point of the board, such as `Q16`");
    }
}
