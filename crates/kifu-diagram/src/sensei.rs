//! The `$$` diagrams of Sensei's Library and of forums.
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
//! What the notation has, and how it is read, is in [`format`](mod@crate::format).

use kifu_core::Color;

use crate::{Figure, Lost, Mark};

mod elsewhere;
mod names;
mod read;
mod write;

pub use read::{Reading, Unread, diagrams, read};

/// A figure in `$$` notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The notation; each line ends with LF.
    pub text: String,
    /// What it cannot say: all that would differ if it were read again.
    pub lost: Vec<Lost>,
}

/// Writes a figure, as much of it as the notation can say.
///
/// Ten moves can be numbered, from the smallest number of the figure on, if the players
/// alternate; other numbered stones are written plain. What is not on the list of
/// [`Written::lost`] reads back as it was.
pub fn write(figure: &Figure) -> Written {
    let text = write::text(figure);
    let lost = match read(&text) {
        Ok(reading) => crate::lost::lost(figure, &reading.figure),
        // There is always a row, and no more than a board has.
        Err(_) => vec![Lost::Size],
    };
    Written { text, lost }
}

/// What each symbol stands for, without labels, numbers and what is no point.
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

/// The moves that digits stand for: the number of `1`, and who plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbering {
    start: u32,
    first: Color,
}

impl Numbering {
    /// Who plays a move.
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

    /// The move of a digit.
    fn number(self, digit: u32) -> u32 {
        self.start.saturating_add((digit + 9) % 10)
    }
}
