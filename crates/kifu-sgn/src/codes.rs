//! What is found here, explained.

use kifu_span::Code;
use kifu_span::Severity::{Error, Warning};

/// Makes each code a constant, and the list of them all.
macro_rules! codes {
    ($($constant:ident: $name:literal, $severity:ident, $summary:literal, $explanation:literal;)*) => {
        $(
            pub(crate) const $constant: &Code = &Code {
                name: $name,
                severity: $severity,
                summary: $summary,
                explanation: $explanation,
            };
        )*

        /// Every kind of finding of this crate, by name.
        pub const CODES: &[&Code] = &[$($constant),*];
    };
}

codes! {
    AMBIGUOUS_ROW: "sgn/ambiguous-row", Error,
    "a row can be read in more than one way",
    "The length of a run and the empty points after it are both digits: on a board 23 points wide, \
     `B221` is 2 stones and 21 empty points, or 22 stones and 1. Up to 22 points the sum of the \
     row decides, beyond it may not. Which was meant cannot be known; written as `B21b1` it \
     would be clear.";
    BAD_NUMBER: "sgn/bad-number", Error,
    "a number that counts no points of a row",
    "Numbers start with 1 to 9 and go up to 52, the longest side of a board.";
    BAD_SIDE: "sgn/bad-side", Error,
    "the letter after the hyphen is no side",
    "A position ends with `-B` if Black is to play, with `-W` if White is. In small letters it is \
     understood too, when reading leniently.";
    LONG_ROW: "sgn/long-row", Error,
    "a row has more points than the board is wide",
    "The stones and empty points of a row add up to more than the width. What is too much \
     cannot be known.";
    LOWERCASE_KO: "sgn/lowercase-ko", Error,
    "the ko is a small letter",
    "The point of the ko is `K`. Reading leniently takes `k` for it.";
    NO_KO: "sgn/no-ko", Warning,
    "the point marked as a ko cannot be one",
    "The side to move may not take a single stone back that has just taken one. So all neighbours \
     of the point are stones of the other side, and one of them stands alone in atari. The \
     mark is kept.";
    NO_RUN_LENGTH: "sgn/no-run-length", Error,
    "a capital without the number of stones",
    "`B` and `W` count stones in a row, as in `B5`; a single stone is `b` or `w`. Reading leniently \
     takes a capital without a number for one stone.";
    NO_SIDE: "sgn/no-side", Error,
    "the position does not say whose turn it is",
    "After the last row come a hyphen and the side to move, `-B` or `-W`. Reading leniently \
     takes it that Black plays.";
    NOT_SQUARE: "sgn/not-square", Warning,
    "the rows are not as long as they are many",
    "SGN does not state the size of the board. Where the rows all have another width than the \
     height, they are believed; but a single row that lost a point looks the same.";
    RUN_OF_ONE: "sgn/run-of-one", Error,
    "a run of one stone",
    "A capital counts two stones or more; one stone is `b` or `w`. Reading leniently takes `B1` for \
     one stone.";
    SECOND_KO: "sgn/second-ko", Error,
    "a second ko",
    "One point at most is forbidden because of a ko. Reading leniently takes the others for \
     empty points.";
    SHORT_ROW: "sgn/short-row", Error,
    "a row has fewer points than the board is wide",
    "The stones and empty points of a row add up to less than the width. Reading leniently fills \
     the row up with empty points at its right end, where writers drop them.";
    STRAY_COMMENT: "sgn/stray-comment", Warning,
    "a comment that belongs to no position",
    "In a collection a comment stands before its position, or before all positions with an empty \
     line after it. One after the last position is not kept.";
    TOO_MANY_ROWS: "sgn/too-many-rows", Error,
    "more than 52 rows",
    "Boards have 52 rows at most.";
    TRAILING_TEXT: "sgn/trailing-text", Error,
    "text after the position",
    "A position ends with the side to move. Reading leniently passes over what follows; in a \
     collection the name of the position stands there, after a blank.";
    UNEXPECTED_CHARACTER: "sgn/unexpected-character", Error,
    "a character that is no part of the notation",
    "A row consists of `b`, `w`, `B` and `W` with a number, numbers, and `K`; rows are \
     separated by `/`.";
    UNKNOWN_WIDTH: "sgn/unknown-width", Error,
    "the rows do not say how wide the board is",
    "The board is not square, and its rows fit several widths. Give the width to read it.";
}
