//! The `$$` diagrams of Sensei's Library and of Go forums.
//!
//! ```
//! use kifu_diagram::sensei;
//!
//! let text = "\
//! $$Wm5 White takes
//! $$  ------------
//! $$ | . X O . . .
//! $$ | X 1 X O . a
//! $$ | . X O . . .
//! $$ | . . . . . .
//! ";
//! let figure = sensei::read(text).unwrap().figure;
//! assert_eq!(figure.title, "White takes");
//! assert_eq!(figure.view.cols(), 6);
//! let written = sensei::write(&figure);
//! assert_eq!(written.text, text);
//! assert!(written.lost.is_empty());
//! ```
//!
//! See [`format`](mod@crate::format) for the notation and how it is read.

use kifu_core::Color;

use crate::{Figure, LostFeature, Mark};

mod names;
mod read;
mod unplaced;
mod write;

pub use read::{ParsedDiagram, UnreadText, diagrams, read};

/// A figure written in `$$` notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenDiagram {
    /// The text; each line ends with LF.
    pub text: String,
    /// The features that the text cannot express, so that they would differ after reading the text back.
    pub lost: Vec<LostFeature>,
}

/// Writes a figure, as far as the notation can express it.
///
/// The notation has numbers for ten moves: from the smallest number of the figure on, if the players alternate.
/// Other numbered stones are written as plain stones. Everything that is not listed in [`WrittenDiagram::lost`]
/// reads back the same.
pub fn write(figure: &Figure) -> WrittenDiagram {
    let text = write::text(figure);
    let lost = match read(&text) {
        Ok(reading) => crate::lost::lost(figure, &reading.figure),
        // Unreachable: there is always a row, and not more rows than a board has.
        Err(_) => vec![LostFeature::Size],
    };
    WrittenDiagram { text, lost }
}

/// The meaning of each symbol, except labels, numbers and symbols that are not points.
const SYMBOLS: [(char, Option<Color>, Option<Mark>); 15] = {
    const B: Option<Color> = Some(Color::Black);
    const W: Option<Color> = Some(Color::White);
    [
        ('.', None, None),
        ('X', B, None),
        ('O', W, None),
        ('B', B, Some(Mark::Circle)),
        ('W', W, Some(Mark::Circle)),
        ('C', None, Some(Mark::Circle)),
        ('#', B, Some(Mark::Square)),
        ('@', W, Some(Mark::Square)),
        ('S', None, Some(Mark::Square)),
        ('Y', B, Some(Mark::Triangle)),
        ('Q', W, Some(Mark::Triangle)),
        ('T', None, Some(Mark::Triangle)),
        ('Z', B, Some(Mark::Cross)),
        ('P', W, Some(Mark::Cross)),
        ('M', None, Some(Mark::Cross)),
    ]
};

/// The symbol of a stone or an empty point with a mark, if there is one.
pub(crate) fn symbol(stone: Option<Color>, mark: Option<Mark>) -> Option<char> {
    let found = SYMBOLS
        .iter()
        .find(|known| (known.1, known.2) == (stone, mark));
    found.map(|&(symbol, _, _)| symbol)
}

/// The numbering of the digits: the move number of `1`, and its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbering {
    start: u32,
    first: Color,
}

impl Numbering {
    /// The player of a move.
    fn color(self, number: u32) -> Color {
        match number.wrapping_sub(self.start) % 2 {
            0 => self.first,
            _ => !self.first,
        }
    }

    /// The digit of a move, if it has one.
    fn digit(self, number: u32) -> Option<char> {
        let offset = number
            .checked_sub(self.start)
            .filter(|&offset| offset < 10)?;
        char::from_digit((offset + 1) % 10, 10)
    }

    /// The move number of a digit.
    fn number(self, digit: u32) -> u32 {
        self.start.saturating_add((digit + 9) % 10)
    }
}
