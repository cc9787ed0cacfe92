//! The findings in text boards.

kifu_span::codes! {
    /// All codes of text boards, sorted by name; see [`kifu_sgn::CODES`] for those of SGN.
    UNKNOWN_SYMBOL Warning "board/unknown-symbol":
        "a symbol or line without a meaning in a `$$` diagram".
        "kifu reads an unknown symbol as an empty point. It skips a line of text that is not a row, an edge, a link, \
        `{AR …}` or `{LN …}`."
    UNREADABLE Error "board/unreadable":
        "a text board that cannot be read".
        "All rows of a board must have the same number of points, at most 52, and contain only symbols for points. \
        kifu skips this diagram, board or FEN."
}
