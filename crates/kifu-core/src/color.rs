use core::fmt;
use core::ops::{Index, IndexMut, Not};
use core::str::FromStr;

/// The colour of a player or a stone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Color {
    /// The player who moves first, except in handicap games.
    Black,
    /// The player who receives the komi.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The letter for the colour in SGF and JGF: `B` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }
}

/// Returns the opponent.
impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}

/// The error of parsing a [`Color`] from a text that does not name one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseColorError;

impl fmt::Display for ParseColorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `B`, `W`, `black` or `white`")
    }
}

impl core::error::Error for ParseColorError {}

/// Parses `B`, `W`, `black` and `white`, in any case.
impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(s: &str) -> Result<Color, ParseColorError> {
        let is = |name: &str| s.eq_ignore_ascii_case(name);
        if is("b") || is("black") {
            Ok(Color::Black)
        } else if is("w") || is("white") {
            Ok(Color::White)
        } else {
            Err(ParseColorError)
        }
    }
}

/// One value for each colour.
///
/// ```
/// use kifu_core::{ByColor, Color};
///
/// let mut captures = ByColor::default();
/// captures[Color::Black] += 3u32;
/// assert_eq!(captures, ByColor { black: 3, white: 0 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByColor<T> {
    /// The value for Black.
    pub black: T,
    /// The value for White.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Creates the value of each colour from the colour.
    pub fn new_with(mut make: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor {
            black: make(Color::Black),
            white: make(Color::White),
        }
    }

    /// Applies a function to both values.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor {
            black: f(self.black),
            white: f(self.white),
        }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::ToString;

    use super::*;

    #[test]
    fn names_are_read_in_any_case() {
        for (text, color) in [
            ("b", Color::Black),
            ("W", Color::White),
            ("White", Color::White),
        ] {
            assert_eq!(text.parse(), Ok(color));
        }
        assert_eq!("blue".parse::<Color>(), Err(ParseColorError));
    }

    #[test]
    fn each_colour_has_its_own_value() {
        let both = ByColor::new_with(|c| c.letter());
        assert_eq!(both[Color::Black], 'B');
        assert_eq!(both.map(|c| c.to_ascii_lowercase())[Color::White], 'w');
    }

    #[test]
    fn a_colour_has_an_opponent_a_letter_and_a_name() {
        assert_eq!(Color::ALL.map(|c| !c), [Color::White, Color::Black]);
        assert_eq!(Color::ALL.map(Color::letter), ['B', 'W']);
        assert_eq!(
            format!("{}, {:>6}", Color::White, Color::Black),
            "White,  Black"
        );
        let error = ParseColorError.to_string();
        assert_eq!(error, "expected `B`, `W`, `black` or `white`");
    }

    #[test]
    fn the_value_of_one_colour_can_be_changed() {
        let mut both = ByColor { black: 1, white: 2 };
        both[Color::White] += 5;
        both[Color::Black] -= 1;
        assert_eq!(both, ByColor { black: 0, white: 7 });
    }
}
