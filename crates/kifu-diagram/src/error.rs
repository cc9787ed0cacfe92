use std::fmt;

/// Why a text is no board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// What is wrong.
    pub problem: Problem,
    /// The line in the text, from 1; 0 where it is about the whole.
    pub line: u32,
    /// The character in that line, from 1; 0 where it is about the whole.
    pub column: u32,
}

/// What is wrong with a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// There is no row of points in it.
    NoBoard,
    /// More rows, or more points in a row, than a board has: 52.
    TooLarge,
    /// A row has another number of points than the first one.
    Uneven {
        /// How many it has.
        got: u8,
        /// How many the first has.
        expected: u8,
    },
    /// A character that cannot stand here.
    Unexpected(char),
    /// The end, where more was expected.
    Incomplete,
    /// A number that is too large or stands for nothing.
    BadNumber,
}

impl ReadError {
    pub(crate) const fn new(problem: Problem, line: u32, column: u32) -> ReadError {
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
            Problem::NoBoard => f.write_str("no board found"),
            Problem::TooLarge => f.write_str("more than 52 rows or points in a row"),
            Problem::Uneven { got, expected } => {
                let points = if got == 1 { "point" } else { "points" };
                write!(f, "got {got} {points} in the row, expected {expected}")
            }
            Problem::Unexpected(got) => write!(f, "did not expect {got:?}"),
            Problem::Incomplete => f.write_str("got the end, expected more"),
            Problem::BadNumber => f.write_str("expected another number"),
        }
    }
}

impl std::error::Error for ReadError {}
