//! The findings in drawn patterns.

kifu_span::codes! {
    /// All codes of this crate, sorted by name.
    BAD_BORDER Error "search/bad-border":
        "the border of a drawn pattern is incomplete".
        "A `|` before the first point of a row marks the edge of the board; either all rows have it, or none does. The \
        same holds for a `|` after the last point. A line of `-` and `+` must be above all rows or below all rows."
    NO_PATTERN Error "search/no-pattern":
        "the text does not contain a row of points".
        "A pattern is drawn in rows of letters such as `X`, `O`, `.` and `?`."
    TOO_LARGE Error "search/too-large":
        "a pattern is larger than any board".
        "A board has at most 52 rows and 52 columns, and so does a pattern."
    UNEVEN_ROW Error "search/uneven-row":
        "a row with a different number of points than the first one".
        "A pattern is a rectangle. Write `?` for a point that may have any contents."
    UNKNOWN_LETTER Error "search/unknown-letter":
        "a character that does not belong in a drawn pattern".
        "`X` is a black stone, `O` a white stone and `.` an empty point; `x` is black or empty, `o` white or empty, \
        `*` a stone of either colour, and `?` anything."
}
