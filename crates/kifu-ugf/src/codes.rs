//! The codes of this crate's findings.

use kifu_span::{Code, Severity};

/// All codes of this crate, sorted by name.
pub const CODES: &[Code] = &[BAD_VALUE, NOT_UTF8, UNKNOWN_LINE];

pub(crate) const BAD_VALUE: Code = Code {
    name: "ugf/bad-value",
    severity: Severity::Error,
    summary: "a word with an invalid value",
    explanation: "A size has sides from 1 to 52 and comes before the first node, a komi is a number, a \
        move is a point of the board or `pass`. The line is kept, but ignored.",
};
pub(crate) const NOT_UTF8: Code = Code {
    name: "ugf/not-utf-8",
    severity: Severity::Error,
    summary: "bytes that are not UTF-8",
    explanation: "The text is UTF-8. Other bytes are read as U+FFFD, and are kept unless the file \
        is rewritten.",
};
pub(crate) const UNKNOWN_LINE: Code = Code {
    name: "ugf/unknown-line",
    severity: Severity::Warning,
    summary: "an unknown line",
    explanation: "Each line begins with one of the words of the format. Other lines are kept, but \
        ignored.",
};
