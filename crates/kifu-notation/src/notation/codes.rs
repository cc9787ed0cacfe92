use kifu_span::Code;
use kifu_span::Severity::{Error, Warning};

pub(super) const UNREADABLE: &Code = &Code {
    name: "board/unreadable",
    severity: Error,
    summary: "a text board cannot be read",
    explanation: "All rows of a board must have the same number of points, at most 52, and contain \
                  only symbols of points. An unreadable diagram, board or FEN is skipped.",
};

pub(super) const UNKNOWN_SYMBOL: &Code = &Code {
    name: "board/unknown-symbol",
    severity: Warning,
    summary: "a part of a `$$` diagram has no meaning",
    explanation: "An unknown symbol is read as an empty point. A line of text that is not a row, a link, \
                  an arrow or a line is skipped.",
};

/// The codes of findings in text boards; those of SGN are [`kifu_sgn::CODES`].
pub const CODES: &[&Code] = &[UNKNOWN_SYMBOL, UNREADABLE];
