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
    BAD_MOVE Error "ugf/bad-move":
        "a move that cannot be read".
        "A move is two letters for the point, `B1` or `W1` for the player, its number, and the seconds that it took. A \
        node of a review is `NODE`, its number, 1 for Black or 2 for White, column and row. kifu keeps the line, but \
        does not play the move."
    BAD_VALUE Warning "ugf/bad-value":
        "a value that cannot be read".
        "A value of the header, or of a move, is not in the form that its key has in other files. kifu keeps the text, \
        also in conversions, and ignores its meaning."
    DISAGREEMENT Warning "ugf/disagreement":
        "two parts of the file that contradict each other".
        "The moves of the game are in `[Data]`, and in a review they are repeated in `[ReviewNode]`. If they differ, \
        kifu plays the moves of `[Data]`, and reads the review as a variation from the first difference. If the header has \
        a key twice, kifu reads the first one."
    ENCRYPTED Error "ugf/encrypted":
        "a file that is encrypted".
        "The key `Crypt` states that the rest of the file is not plain text. kifu cannot decrypt it. Open it in Panda-Egg, \
        and save it as plain text."
    FIELD_COUNT Warning "ugf/field-count":
        "a line with fewer or more fields than it should have".
        "A move has four fields, and a node of a review has five. A line with fewer fields was probably cut off. kifu reads the \
        fields that are there."
    FIGURE Info "ugf/figure":
        "a figure, which is kept as text".
        "A figure (`.Fig`) is a diagram with its own position and moves. kifu does not make a variation of it. It keeps the \
        text of the figure at the move that the figure names."
    GUESSED_HANDICAP Info "ugf/guessed-handicap":
        "handicap stones that are not in the file".
        "The handicap stones are moves with the number 0. If there are none and White moves first, kifu puts the stones on \
        the usual points."
    MISSING_HEADER Warning "ugf/missing-header":
        "a file without a header".
        "The first section of a file is `[Header]`. Without it, the size of the board and the direction of the rows may be \
        unknown. kifu assumes 19 lines, and rows that are counted from the top."
    MISSING_MOVES Warning "ugf/missing-moves":
        "fewer or more moves than the file states".
        "The header can state the number of moves, and a review repeats all of them. A different number means that moves were \
        lost or that the file was edited. kifu reads the moves that are there."
    MOVE_NUMBER Warning "ugf/move-number":
        "a number that does not follow the previous one".
        "Moves are numbered from 1; 0 is the number of handicap stones before the first move. The number of a node in a \
        review occurs once. A gap means that a move was lost or that the file was edited. kifu reads the moves in the order of \
        the file."
    STRAY_TEXT Warning "ugf/stray-text":
        "a line that is not part of its section".
        "The line does not have the form of the lines in this section. kifu keeps it, but ignores it."
    UNBALANCED_VARIATION Warning "ugf/unbalanced-variation":
        "a variation without its start or its end".
        "A variation of a review is between `VARIATION` and `VARIATIONEND`. kifu ends an open variation at the end of the \
        section, and ignores an end without a start."
    UNCLOSED_TEXT Warning "ugf/unclosed-text":
        "a text or figure without its end".
        "A text in `[Figure]` ends with `.EndText`, and a figure with `.EndFig`. kifu reads it up to the next one, or up to \
        the end of the section."
    UNDECODABLE_TEXT Error "ugf/undecodable-text":
        "bytes that are not text in the charset of the file".
        "The bytes do not fit the charset that the file names, or that kifu detected. They are shown as U+FFFD, and stay in \
        the file."
    UNKNOWN_NODE Warning "ugf/unknown-node":
        "a comment on a move that does not exist".
        "A comment names the node of the review that it belongs to, and a text in `[Figure]` names a move. kifu keeps the \
        comment at the start of the game, as carried data."
    UNKNOWN_SECTION Info "ugf/unknown-section":
        "a section whose meaning is not known".
        "kifu keeps the lines of the section, also in conversions."
    UNKNOWN_VALUE Info "ugf/unknown-value":
        "a key or value whose meaning is not known".
        "kifu keeps the value, also in conversions."
    WRONG_CHARSET Warning "ugf/wrong-charset":
        "a charset that the text contradicts".
        "The key `Lang` names the charset of the file, such as `SJIS`. The text is not valid in it, so kifu uses the charset \
        that it detected."
}
