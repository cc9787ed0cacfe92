use core::fmt;
use core::str::FromStr;

use crate::Size;

/// A point of the board, counted from the top left corner.
///
/// A point alone knows no board: ask [`Size::contains`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// The column, 0 at the left.
    pub col: u8,
    /// The row, 0 at the top.
    pub row: u8,
}

impl Point {
    /// The point in this column and row, both from 0.
    pub const fn new(col: u8, row: u8) -> Point {
        Point { col, row }
    }

    /// Reads SGF's two letters: `aa` to `zz`, then `A` to `Z` for 26 to 51.
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

    /// The two letters of SGF, or `None` past column or row 51.
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

/// The number of each letter: records are full of them.
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

/// A point's Western name, made by [`Size::western`]; print it with `Display`,
/// read one with [`Western::parse`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Western {
    pub(crate) point: Point,
    pub(crate) rows: u8,
}

/// The column letters: `I` is left out.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Western {
    /// Reads a name such as `q16` or `AA5` on a board of the given size.
    ///
    /// # Errors
    ///
    /// [`ParsePointError`] if the text is no such name or lies off the board.
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
        // A number may have a sign when it is parsed, a row may not.
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

/// A text is no point of the board.
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
}
