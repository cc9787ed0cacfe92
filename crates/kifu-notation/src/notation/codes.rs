use kifu_span::Code;
use kifu_span::Severity::{Error, Warning};

pub(super) const UNREADABLE: &Code = &Code {
    name: "board/unreadable",
    severity: Error,
    summary: "a board of text cannot be read",
    explanation: "The rows of a board need one number of points, 52 at most, and nothing in \
                  them but what stands for points. Such a diagram, board or FEN is left out.",
};

pub(super) const UNKNOWN_SYMBOL: &Code = &Code {
    name: "board/unknown-symbol",
    severity: Warning,
    summary: "something in a `$$` diagram has no meaning",
    explanation: "A symbol that the notation does not have is taken for an empty point; a line \
                  that is no row, link, arrow or line is passed over.",
};

/// Every kind of finding in boards of text; those in SGN are [`kifu_sgn::CODES`].
pub const CODES: &[&Code] = &[UNKNOWN_SYMBOL, UNREADABLE];
