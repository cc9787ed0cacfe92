use kifu_span::Severity::{Error, Warning};
use kifu_span::{Code, explanation};

pub(super) const UNREADABLE: &Code = &Code {
    name: "board/unreadable",
    severity: Error,
    summary: "a text board that cannot be read",
    explanation: explanation(
        "All rows of a board must have the same number of points, at most 52, and contain only symbols \
                  for points. kifu skips this diagram, board or FEN.",
    ),
};

pub(super) const UNKNOWN_SYMBOL: &Code = &Code {
    name: "board/unknown-symbol",
    severity: Warning,
    summary: "a symbol or line without a meaning in a `$$` diagram",
    explanation: explanation(
        "kifu reads an unknown symbol as an empty point. It skips a line of text that is not a row, an \
                  edge, a link, `{AR …}` or `{LN …}`.",
    ),
};

/// The codes of all findings in text boards; see [`kifu_sgn::CODES`] for those in SGN.
pub const CODES: &[&Code] = &[UNKNOWN_SYMBOL, UNREADABLE];
