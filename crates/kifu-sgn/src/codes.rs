//! The findings of this crate and their explanations.

use kifu_span::Code;
use kifu_span::Severity::{Error, Warning};

/// Defines a constant for each code, and the list of all codes.
macro_rules! codes {
    ($($constant:ident: $name:literal, $severity:ident, $summary:literal, $explanation:literal;)*) => {
        $(
            pub(crate) const $constant: &Code = &Code {
                name: $name,
                severity: $severity,
                summary: $summary,
                explanation: kifu_span::explanation($explanation),
            };
        )*

        /// Every kind of finding of this crate, sorted by name.
        pub const CODES: &[&Code] = &[$($constant),*];
    };
}

codes! {
    AMBIGUOUS_ROW: "sgn/ambiguous-row", Error,
    "a row can be read in more than one way",
    "The length of a run and the number of empty points after it are both written in digits: on a board 23 \
     points wide, `B221` is 2 stones and 21 empty points, or 22 stones and 1 empty point. Up to 22 points, the \
     total of the row always decides; on wider boards it may not. Split the run to make it clear: `B21b1` is 22 \
     stones and 1 empty point.";
    BAD_NUMBER: "sgn/bad-number", Error,
    "a number that cannot count the points of a row",
    "A number starts with a digit from 1 to 9 and is at most 52, the length of the longest possible side of a \
     board.";
    BAD_SIDE: "sgn/bad-side", Error,
    "the letter after the hyphen is not a player",
    "A position ends with `-B` if Black is to play and with `-W` if White is. Lenient reading also accepts \
     lowercase letters.";
    LONG_ROW: "sgn/long-row", Error,
    "a row has more points than the board is wide",
    "The stones and empty points of the row add up to more than the width of the board. kifu cannot know which \
     of them are wrong.";
    LOWERCASE_KO: "sgn/lowercase-ko", Error,
    "the ko is marked with a lowercase letter",
    "`K` marks the point of the ko. Lenient reading accepts `k`.";
    NO_KO: "sgn/no-ko", Warning,
    "the point marked as a ko cannot be one",
    "A ko forbids the side to move from recapturing the single stone that has just captured. So all neighbours \
     of the point must be stones of the other side, and one of them must be alone and in atari. kifu keeps the \
     mark.";
    NO_RUN_LENGTH: "sgn/no-run-length", Error,
    "a capital letter without the number of stones",
    "`B` and `W` are followed by the number of stones in a row, as in `B5`; a single stone is `b` or `w`. \
     Lenient reading takes a capital letter without a number as one stone.";
    NO_SIDE: "sgn/no-side", Error,
    "the position does not say whose turn it is",
    "A hyphen and the side to move follow the last row: `-B` or `-W`. Lenient reading assumes that Black is to \
     play.";
    NOT_SQUARE: "sgn/not-square", Warning,
    "the number of rows differs from their width",
    "SGN does not state the size of the board. If all rows have the same width, but it is not the number of \
     rows, kifu assumes a rectangular board. A square board in which a single row lost a point looks the \
     same.";
    RUN_OF_ONE: "sgn/run-of-one", Error,
    "a run of one stone",
    "A capital letter counts two or more stones; one stone is `b` or `w`. Lenient reading takes `B1` as one \
     stone.";
    SECOND_KO: "sgn/second-ko", Error,
    "a second ko mark",
    "A ko can forbid one point at most. Lenient reading takes the other marked points as empty points.";
    SHORT_ROW: "sgn/short-row", Error,
    "a row has fewer points than the board is wide",
    "The stones and empty points of the row add up to less than the width of the board. Lenient reading fills \
     the row with empty points at its right end, where programs tend to drop them.";
    STRAY_COMMENT: "sgn/stray-comment", Warning,
    "a comment without a position",
    "In a collection, a comment precedes its position, or precedes all positions and is followed by an empty \
     line. A comment after the last position is not kept.";
    TOO_MANY_ROWS: "sgn/too-many-rows", Error,
    "more than 52 rows",
    "A board has at most 52 rows.";
    TRAILING_TEXT: "sgn/trailing-text", Error,
    "text after the position",
    "A position ends with the side to move. Lenient reading ignores the text after it. In a collection, that \
     text is the name of the position and is separated by a space.";
    UNEXPECTED_CHARACTER: "sgn/unexpected-character", Error,
    "a character that is not part of the notation",
    "A row consists of `b` and `w` for single stones, `B` and `W` followed by a number of stones, numbers of \
     empty points, and `K` for the point of the ko. Rows are separated by `/`.";
    UNKNOWN_WIDTH: "sgn/unknown-width", Error,
    "the rows do not determine the width of the board",
    "The board is not square, and its rows fit several widths. Specify the width to read the position.";
}
