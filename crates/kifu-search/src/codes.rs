//! What is found in drawn patterns, explained.

use kifu_span::Code;
use kifu_span::Severity::Error;

/// Makes each code a constant, and the list of them all.
macro_rules! codes {
    ($($constant:ident: $name:literal, $summary:literal, $explanation:literal;)*) => {
        $(
            pub(crate) const $constant: &Code = &Code {
                name: $name,
                severity: Error,
                summary: $summary,
                explanation: $explanation,
            };
        )*

        /// Every kind of finding of this crate, by name.
        pub const CODES: &[&Code] = &[$($constant),*];
    };
}

codes! {
    BAD_BORDER: "search/bad-border",
    "the border of a drawn pattern is not whole",
    "A `|` before the first point of a row says that the edge of the board is there, and it is there \
     for all rows or for none; the same holds behind the last point. A line of `-` and `+` stands \
     above all rows or below them.";
    NO_PATTERN: "search/no-pattern",
    "no row of points is in the text",
    "A pattern is drawn in rows of letters such as `X`, `O`, `.` and `?`.";
    TOO_LARGE: "search/too-large",
    "a pattern is larger than any board",
    "A board has 52 rows and columns at most, and so has a pattern.";
    UNEVEN_ROW: "search/uneven-row",
    "a row has another number of points than the first one",
    "A pattern is a rectangle. A point that may be anything is `?`.";
    UNKNOWN_LETTER: "search/unknown-letter",
    "a character that no drawn pattern has",
    "`X` is a black stone, `O` a white one, `.` an empty point; `x` is black or empty, `o` white or \
     empty, `*` either stone, and `?` anything.";
}
