use alloc::format;
use core::fmt;

use kifu_core::Color;
use kifu_span::{Code, Diagnostic, Span};

use crate::codes;
use crate::read::offset;

/// A problem in a position's notation, with its location.
///
/// ```
/// use kifu_sgn::{Problem, Sgn};
///
/// let found = "///1b1x5/////-B".parse::<Sgn>().unwrap_err();
/// assert_eq!(found.problem, Problem::UnexpectedCharacter('x'));
/// assert_eq!((found.row, found.column), (4, 4));
/// assert_eq!(found.diagnostic().code.name, "sgn/unexpected-character");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The kind of problem.
    pub problem: Problem,
    /// The row of the board, starting at 1 at the top; 0 for a problem that is not in a single row.
    pub row: u8,
    /// The character within the text of that row, starting at 1; 0 for a problem that is not in a single row.
    pub column: u32,
    /// The bytes that the finding is about.
    pub span: Span,
}

/// The problems that a notation can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The digits of the row can be read in more than one way that gives the right width.
    AmbiguousRow {
        /// The colour of the first ambiguous run.
        color: Color,
        /// The first reading: the length of the run, and the number of empty points after it.
        first: (u8, u8),
        /// The second reading, in the same form.
        second: (u8, u8),
    },
    /// A number that starts with 0 or is larger than 52.
    BadNumber,
    /// A character other than `B` or `W` after the hyphen.
    BadSide(char),
    /// More points than the board is wide.
    LongRow {
        /// The minimum number of points that the row can have; 53 means 53 or more.
        got: u8,
        /// The width of the board.
        expected: u8,
    },
    /// A lowercase `k`.
    LowercaseKo,
    /// A `K` at a point that cannot be a ko.
    NoKo,
    /// A capital letter without a number.
    NoRunLength,
    /// The text ends where a hyphen and the side to move were expected.
    NoSide,
    /// The number of rows differs from their width.
    NotSquare {
        /// The width of the rows.
        cols: u8,
        /// The number of rows.
        rows: u8,
    },
    /// `B1` or `W1`.
    RunOfOne,
    /// A second `K`.
    SecondKo,
    /// Fewer points than the board is wide.
    ShortRow {
        /// The number of points in the row.
        got: u8,
        /// The width of the board.
        expected: u8,
    },
    /// In a collection, a comment after the last position.
    StrayComment,
    /// More than 52 rows.
    TooManyRows,
    /// Text after the side to move.
    TrailingText,
    /// A character that SGN does not use.
    UnexpectedCharacter(char),
    /// The rows fit more than one width.
    UnknownWidth {
        /// The smallest of these widths.
        from: u8,
        /// The largest of these widths.
        to: u8,
        /// The number of rows.
        rows: u8,
    },
}

impl Finding {
    /// The kind of finding, with an explanation.
    pub const fn code(&self) -> &'static Code {
        match self.problem {
            Problem::AmbiguousRow { .. } => codes::AMBIGUOUS_ROW,
            Problem::BadNumber => codes::BAD_NUMBER,
            Problem::BadSide(_) => codes::BAD_SIDE,
            Problem::LongRow { .. } => codes::LONG_ROW,
            Problem::LowercaseKo => codes::LOWERCASE_KO,
            Problem::NoKo => codes::NO_KO,
            Problem::NoRunLength => codes::NO_RUN_LENGTH,
            Problem::NoSide => codes::NO_SIDE,
            Problem::NotSquare { .. } => codes::NOT_SQUARE,
            Problem::RunOfOne => codes::RUN_OF_ONE,
            Problem::SecondKo => codes::SECOND_KO,
            Problem::ShortRow { .. } => codes::SHORT_ROW,
            Problem::StrayComment => codes::STRAY_COMMENT,
            Problem::TooManyRows => codes::TOO_MANY_ROWS,
            Problem::TrailingText => codes::TRAILING_TEXT,
            Problem::UnexpectedCharacter(_) => codes::UNEXPECTED_CHARACTER,
            Problem::UnknownWidth { .. } => codes::UNKNOWN_WIDTH,
        }
    }

    /// Moves the span by the offset at which the notation starts in a larger text.
    pub(crate) fn shifted(self, by: usize) -> Finding {
        let shift = |at: u32| at.saturating_add(offset(by));
        Finding {
            span: Span::new(shift(self.span.start), shift(self.span.end)),
            ..self
        }
    }

    /// Converts the finding to the diagnostic type that all readers of kifu share.
    pub fn diagnostic(&self) -> Diagnostic {
        let found = self.code().at(self.span, format!("{self}"));
        match self.problem.lenient_reading() {
            Some(help) => found.with_help(help),
            None => found,
        }
    }
}

impl Problem {
    /// Describes how the lenient reader interprets the text.
    const fn lenient_reading(self) -> Option<&'static str> {
        Some(match self {
            Problem::LowercaseKo => "lenient reading treats `k` as the ko",
            Problem::NoRunLength | Problem::RunOfOne => "lenient reading reads one stone",
            Problem::NoSide => "lenient reading assumes Black to play",
            Problem::SecondKo => "lenient reading treats this point as empty",
            Problem::ShortRow { .. } => "lenient reading adds empty points at the right end",
            Problem::TrailingText => "lenient reading ignores this text",
            _ => return None,
        })
    }
}

/// Writes the location and the problem: `row 14, column 1: got 18 points, expected 19`.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.row > 0 {
            write!(f, "row {}, column {}: ", self.row, self.column)?;
        }
        self.problem.fmt(f)
    }
}

/// The singular or plural word for `count` points.
fn points(count: u8) -> &'static str {
    if count == 1 { "point" } else { "points" }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::AmbiguousRow {
                color,
                first,
                second,
            } => {
                let letter = color.letter();
                let reading = |&(stones, empties): &(u8, u8)| match empties {
                    0 => format!("`{letter}{stones}`"),
                    _ => format!("`{letter}{stones}` and `{empties}`"),
                };
                let (first, second) = (reading(first), reading(second));
                write!(
                    f,
                    "ambiguous digits: the row fits with {first} and also with {second}"
                )
            }
            Problem::BadNumber => f.write_str("expected a number from 1 to 52"),
            Problem::BadSide(got) => {
                write!(f, "got `{got}`, expected the side to move, `B` or `W`")
            }
            Problem::LongRow { got, expected } => {
                let more = if *got > 52 { " or more" } else { "" };
                write!(f, "got {got}{more} {}, expected {expected}", points(*got))
            }
            Problem::LowercaseKo => f.write_str("got `k`, expected `K` for the ko"),
            Problem::NoKo => f.write_str("the point marked `K` cannot be a ko"),
            Problem::NoRunLength => {
                f.write_str("expected the number of stones after the capital letter")
            }
            Problem::NoSide => {
                f.write_str("got the end of the text, expected a hyphen and the side to move")
            }
            Problem::NotSquare { cols, rows } => {
                let there = if *rows == 1 { "there is" } else { "there are" };
                write!(
                    f,
                    "the rows are {cols} {} wide, but {there} {rows} of them",
                    points(*cols)
                )
            }
            Problem::RunOfOne => {
                f.write_str("got a run of 1 stone, expected `b` or `w`, or a run of 2 or more")
            }
            Problem::SecondKo => f.write_str("got a second ko, expected at most one"),
            Problem::ShortRow { got, expected } => {
                write!(f, "got {got} {}, expected {expected}", points(*got))
            }
            Problem::StrayComment => f.write_str("this comment does not belong to a position"),
            Problem::TooManyRows => f.write_str("got more than 52 rows, expected at most 52"),
            Problem::TrailingText => {
                f.write_str("got more text after the side to move, expected the end")
            }
            Problem::UnexpectedCharacter(got) => write!(
                f,
                "got {got:?}, expected `b`, `w`, `B`, `W`, `K`, a number, `/` or `-`"
            ),
            Problem::UnknownWidth { from, to, rows } => write!(
                f,
                "the {rows} rows fit several widths, from {from} to {to} points; specify the width of the board"
            ),
        }
    }
}

impl core::error::Error for Finding {}
