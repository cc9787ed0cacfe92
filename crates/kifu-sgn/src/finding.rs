use alloc::format;
use core::fmt;

use kifu_core::Color;
use kifu_span::{Code, Diagnostic, Span};

use crate::codes;
use crate::read::offset;

/// Something wrong with a notation: what, and where.
///
/// ```
/// use kifu_sgn::{Problem, Sgn};
///
/// let found = "///1b1x5/////-B".parse::<Sgn>().unwrap_err();
/// assert_eq!(found.problem, Problem::UnexpectedCharacter('x'));
/// assert_eq!((found.row, found.column), (4, 4));
/// assert_eq!(found.diagnostic().code, "sgn/unexpected-character");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What is wrong.
    pub problem: Problem,
    /// The row of the board, from 1 at the top; 0 where it is about no single row.
    pub row: u8,
    /// The character of that row's text, from 1; 0 where it is about no single row.
    pub column: u32,
    /// The bytes it is about.
    pub span: Span,
}

/// What can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The row is one of the right width in more than one way.
    AmbiguousRow {
        /// The first run that is in doubt.
        color: Color,
        /// Its length and the empty points after it, as they may be read.
        first: (u8, u8),
        /// The same, read the other way.
        second: (u8, u8),
    },
    /// A number that starts with 0 or is larger than 52.
    BadNumber,
    /// Something else than `B` or `W` after the hyphen.
    BadSide(char),
    /// More points than the board is wide.
    LongRow {
        /// The least that the row can have; 53 stands for that and more.
        got: u8,
        /// The width of the board.
        expected: u8,
    },
    /// A small `k`.
    LowercaseKo,
    /// `K` where no ko can be.
    NoKo,
    /// A capital without a number.
    NoRunLength,
    /// The end, where a hyphen and the side were expected.
    NoSide,
    /// The rows have one width, and there are more or fewer of them.
    NotSquare {
        /// The width.
        cols: u8,
        /// How many rows there are.
        rows: u8,
    },
    /// `B1` or `W1`.
    RunOfOne,
    /// One more `K`.
    SecondKo,
    /// Fewer points than the board is wide.
    ShortRow {
        /// How many the row has.
        got: u8,
        /// The width of the board.
        expected: u8,
    },
    /// In a collection: a comment after all positions.
    StrayComment,
    /// More than 52 rows.
    TooManyRows,
    /// Text after the side to move.
    TrailingText,
    /// A character that SGN does not use.
    UnexpectedCharacter(char),
    /// The rows fit several widths.
    UnknownWidth {
        /// The smallest of them.
        from: u8,
        /// The largest of them.
        to: u8,
        /// How many rows there are.
        rows: u8,
    },
}

impl Finding {
    /// The kind of finding, explained.
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

    /// The same in a text in which the notation starts at an offset.
    pub(crate) fn shifted(self, by: usize) -> Finding {
        let shift = |at: u32| at.saturating_add(offset(by));
        Finding {
            span: Span::new(shift(self.span.start), shift(self.span.end)),
            ..self
        }
    }

    /// The same as every reader of records reports.
    pub fn diagnostic(&self) -> Diagnostic {
        let found = self.code().at(self.span, format!("{self}"));
        match self.problem.repair() {
            Some(repair) => found.with_help(repair),
            None => found,
        }
    }
}

impl Problem {
    /// How it is read leniently.
    const fn repair(self) -> Option<&'static str> {
        Some(match self {
            Problem::LowercaseKo => "read leniently as the ko",
            Problem::NoRunLength | Problem::RunOfOne => "read leniently as one stone",
            Problem::NoSide => "read leniently with Black to play",
            Problem::SecondKo => "read leniently as an empty point",
            Problem::ShortRow { .. } => "read leniently with empty points at the right end",
            Problem::TrailingText => "read leniently without it",
            _ => return None,
        })
    }
}

/// The place and what is wrong: `row 14 from the top, column 1: 18 points, expected 19`.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.row > 0 {
            write!(f, "row {}, column {}: ", self.row, self.column)?;
        }
        self.problem.fmt(f)
    }
}

/// What is wrong, in one clause.
/// The word for so many points.
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
                write!(f, "the row fits with {first}, and also with {second}")
            }
            Problem::BadNumber => f.write_str("expected a number from 1 to 52"),
            Problem::BadSide(got) => write!(f, "got `{got}`, expected the side, `B` or `W`"),
            Problem::LongRow { got, expected } => {
                let more = if *got > 52 { " or more" } else { "" };
                write!(f, "got {got}{more} {}, expected {expected}", points(*got))
            }
            Problem::LowercaseKo => f.write_str("got `k`, expected `K` for the ko"),
            Problem::NoKo => f.write_str("no ko can be at the point marked `K`"),
            Problem::NoRunLength => f.write_str("expected the number of stones after the capital"),
            Problem::NoSide => f.write_str("got the end, expected a hyphen and the side to move"),
            Problem::NotSquare { cols, rows } => {
                let there = if *rows == 1 { "there is" } else { "there are" };
                write!(
                    f,
                    "the rows are {cols} {} wide, and {there} {rows}",
                    points(*cols)
                )
            }
            Problem::RunOfOne => f.write_str("got a run of 1, expected `b` or `w`, or 2 or more"),
            Problem::SecondKo => f.write_str("got a second ko, expected one at most"),
            Problem::ShortRow { got, expected } => {
                write!(f, "got {got} {}, expected {expected}", points(*got))
            }
            Problem::StrayComment => f.write_str("this comment belongs to no position"),
            Problem::TooManyRows => f.write_str("got more than 52 rows"),
            Problem::TrailingText => f.write_str("got text, expected the end after the side"),
            Problem::UnexpectedCharacter(got) => write!(
                f,
                "got {got:?}, expected `b`, `w`, `B`, `W`, `K`, a number, `/` or `-`"
            ),
            Problem::UnknownWidth { from, to, rows } => write!(
                f,
                "the {rows} rows fit boards {from} and {to} points wide, expected one width"
            ),
        }
    }
}

impl core::error::Error for Finding {}
