//! The codes of the findings in drawn patterns.

use kifu_span::Code;
use kifu_span::Severity::Error;

/// Declares one constant per code, and the list of all codes.
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

        /// All codes of this crate, sorted by name.
        pub const CODES: &[&Code] = &[$($constant),*];
    };
}

codes! {
    BAD_BORDER: "search/bad-border",
    "the border of a drawn pattern is inconsistent",
    "A `|` before the first point of a row marks the edge of the board; either all rows have it or none. The same \
     applies after the last point. A line of `-` and `+` must be above all rows or below them.";
    NO_PATTERN: "search/no-pattern",
    "the text does not contain a row of points",
    "A pattern consists of rows of letters such as `X`, `O`, `.` and `?`.";
    TOO_LARGE: "search/too-large",
    "a pattern is larger than any board",
    "A board, and so a pattern, has at most 52 rows and columns.";
    UNEVEN_ROW: "search/uneven-row",
    "a row does not have the same number of points as the first one",
    "A pattern is a rectangle. Write `?` for a point that may be anything.";
    UNKNOWN_LETTER: "search/unknown-letter",
    "a character that is not part of a drawn pattern",
    "`X` is a black stone, `O` a white one, `.` an empty point; `x` is black or empty, `o` white or \
     empty, `*` a stone of either colour, and `?` anything.";
}
