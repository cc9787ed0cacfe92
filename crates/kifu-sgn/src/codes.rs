//! The kinds of findings of this crate, with explanations.

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
                explanation: $explanation,
            };
        )*

        /// All kinds of findings of this crate, sorted by name.
        pub const CODES: &[&Code] = &[$($constant),*];
    };
}

codes! {
    AMBIGUOUS_ROW: "sgn/ambiguous-row", Error,
    "a row can be read in more than one way",
    "The length of a run and the number of empty points after it are both digits: on a board 23 points \
     wide, `B221` is 2 stones and 21 empty points, or 22 stones and 1. In rows of up to 22 points the \
     sum of the row decides; in longer rows it may not, and the reader cannot know which reading was \
     meant. Write the last stone separately, such as `B21b1`, to make the row unambiguous.";
    BAD_NUMBER: "sgn/bad-number", Error,
    "a number that cannot count the points of a row",
    "Numbers start with 1 to 9 and go up to 52, the longest side of a board.";
    BAD_SIDE: "sgn/bad-side", Error,
    "the letter after the hyphen is not a side",
    "A position ends with `-B` if Black is to play, and with `-W` if White is. A lenient reader also \
     accepts lowercase letters.";
    LONG_ROW: "sgn/long-row", Error,
    "a row has more points than the board is wide",
    "The stones and empty points of a row add up to more than the width. The reader cannot know which of \
     them are too many.";
    LOWERCASE_KO: "sgn/lowercase-ko", Error,
    "the ko is a lowercase letter",
    "The point of the ko is `K`. A lenient reader also accepts `k`.";
    NO_KO: "sgn/no-ko", Warning,
    "the point marked as a ko cannot be one",
    "The side to move may not retake a single stone that has just captured one. So all neighbours of the \
     point must be stones of the other side, and one of them must be a single stone in atari. The mark \
     is kept.";
    NO_RUN_LENGTH: "sgn/no-run-length", Error,
    "a capital letter without the number of stones",
    "`B` and `W` count stones in a row, as in `B5`; a single stone is `b` or `w`. A lenient reader takes \
     a capital letter without a number for one stone.";
    NO_SIDE: "sgn/no-side", Error,
    "the position has no side to move",
    "After the last row come a hyphen and the side to move, `-B` or `-W`. A lenient reader assumes that \
     Black is to play.";
    NOT_SQUARE: "sgn/not-square", Warning,
    "the number of rows differs from their width",
    "SGN does not state the size of the board. If all rows fit a width other than the number of rows, \
     the reader assumes a board of that size; but a square board whose only row with stones lost a point looks \
     the same.";
    RUN_OF_ONE: "sgn/run-of-one", Error,
    "a run of one stone",
    "A run has two stones or more; one stone is `b` or `w`. A lenient reader takes `B1` for one stone.";
    SECOND_KO: "sgn/second-ko", Error,
    "a second ko",
    "At most one point is forbidden because of a ko. A lenient reader takes the others for empty points.";
    SHORT_ROW: "sgn/short-row", Error,
    "a row has fewer points than the board is wide",
    "The stones and empty points of a row add up to less than the width. A lenient reader adds empty \
     points at the right end of the row, where some writers omit them.";
    STRAY_COMMENT: "sgn/stray-comment", Warning,
    "a comment that does not belong to a position",
    "In a collection, a comment precedes its position, or it precedes all positions and is followed by \
     an empty line. A comment after the last position is not kept.";
    TOO_MANY_ROWS: "sgn/too-many-rows", Error,
    "more than 52 rows",
    "A board has at most 52 rows.";
    TRAILING_TEXT: "sgn/trailing-text", Error,
    "text after the position",
    "A position ends with the side to move. A lenient reader ignores what follows; in a collection, \
     the name of the position follows after a space.";
    UNEXPECTED_CHARACTER: "sgn/unexpected-character", Error,
    "a character that is not part of the notation",
    "A row consists of `b`, `w`, `B` and `W` with a number, numbers, and `K`; rows are separated by `/`.";
    UNKNOWN_WIDTH: "sgn/unknown-width", Error,
    "the rows do not determine the width of the board",
    "The board is not square, and its rows fit several widths. Give the width when reading it.";
}
