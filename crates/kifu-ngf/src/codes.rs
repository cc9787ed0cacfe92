//! The findings of this crate: the only place that defines their names, severities and explanations.

use kifu_span::{Code, Severity};

macro_rules! codes {
    ($($constant:ident $severity:ident $name:literal: $summary:literal. $explanation:literal)*) => {
        $(
            pub(crate) const $constant: Code = Code {
                name: $name,
                severity: Severity::$severity,
                summary: $summary,
                explanation: kifu_span::explanation($explanation),
            };
        )*

        /// All codes of this crate, sorted by name.
        pub const CODES: &[Code] = &[$($constant),*];
    };
}

codes! {
    BAD_MOVE Error "ngf/bad-move":
        "a move that cannot be read".
        "A move is `PM`, two letters that count the moves, `B` or `W`, the two letters of the point, and these two \
        letters in reverse. kifu keeps the line, but does not play the move."
    BAD_VALUE Warning "ngf/bad-value":
        "a line of the header that cannot be read".
        "The meaning of a line of the header depends only on its position, so a line that is missing or added makes \
        the lines after it unreadable. kifu keeps the line, and ignores its value."
    DISAGREEMENT Warning "ngf/disagreement":
        "the two copies of a point disagree".
        "A move states its point twice, the second time in reverse. kifu plays the first copy if it is on the board, \
        and otherwise the second."
    MISSING_HEADER Warning "ngf/missing-header":
        "a header with fewer lines than it should have".
        "The header has 12 lines, or 11 lines that start with `GI`. kifu reads the lines that are there, in \
        their order, and the moves."
    MISSING_MOVES Warning "ngf/missing-moves":
        "the file has fewer or more moves than it states".
        "The last line of the header is the number of moves. A different number means that moves were lost or that \
        the file was edited. kifu reads the moves that are there."
    MOVE_NUMBER Warning "ngf/move-number":
        "a counter that does not follow the previous one".
        "Each move has a counter of two letters: `AB` is 1, `BA` is 26. A gap means that a move was lost or that the \
        file was edited. kifu reads the moves in the order of the file."
    STRAY_TEXT Warning "ngf/stray-text":
        "a line that is not part of the format".
        "After the header there are only moves, and in files with `GI` also a text about the result. kifu keeps \
        other lines, but ignores them."
    UNCERTAIN_PLAYERS Info "ngf/uncertain-players":
        "the colours of the players are a guess".
        "In files with `GI`, the two players have no colours. kifu assumes that White is first, as in other files."
    UNCLOSED_TEXT Warning "ngf/unclosed-text":
        "a text without its end".
        "A text after the moves ends with `[EndTxt]`. kifu reads it up to the end of the file."
    UNDECODABLE_TEXT Error "ngf/undecodable-text":
        "bytes that are not text in the charset of the file".
        "The files do not name their charset, so kifu detects it. These bytes do not fit it; they are \
        shown as U+FFFD, and stay in the file."
    UNKNOWN_VALUE Info "ngf/unknown-value":
        "a value whose meaning is not known".
        "The meaning of some lines of the header is not known; they are `0` or empty in all known files. kifu keeps \
        the value, also in conversions."
}
