use std::fmt;

/// The error of reading a board from text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The kind of problem.
    pub problem: ReadErrorKind,
    /// The line in the text, from 1; 0 if the error concerns the whole text.
    pub line: u32,
    /// The character in that line, from 1; 0 if the error concerns the whole text.
    pub column: u32,
}

/// The kinds of [`ReadError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadErrorKind {
    /// The text does not contain a row of points.
    NoBoard,
    /// The board has more than 52 rows, or more than 52 points in a row.
    TooLarge,
    /// A row has a different number of points than the first one.
    Uneven {
        /// The number of points in this row.
        got: u8,
        /// The number of points in the first row.
        expected: u8,
    },
    /// A character that is not allowed here.
    Unexpected(char),
    /// The text ends too early.
    Incomplete,
    /// A number that is too large or not allowed.
    BadNumber,
}

impl ReadError {
    pub(crate) const fn new(problem: ReadErrorKind, line: u32, column: u32) -> ReadError {
        ReadError {
            problem,
            line,
            column,
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}, column {}: ", self.line, self.column)?;
        }
        match self.problem {
            ReadErrorKind::NoBoard => {
                f.write_str("no board found: expected at least one row of points")
            }
            ReadErrorKind::TooLarge => {
                f.write_str("the board has more than 52 rows, or more than 52 points in a row")
            }
            ReadErrorKind::Uneven { got, expected } => {
                let points = if got == 1 { "point" } else { "points" };
                write!(f, "the row has {got} {points}, expected {expected}")
            }
            ReadErrorKind::Unexpected(got) => write!(f, "unexpected character {got:?}"),
            ReadErrorKind::Incomplete => f.write_str("unexpected end of the text"),
            ReadErrorKind::BadNumber => f.write_str("the number is too large or not allowed here"),
        }
    }
}

impl core::error::Error for ReadError {}
