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
    BAD_MOVE Error "gib/bad-move":
        "a move that cannot be read".
        "A move is `STO 0 NUMBER COLOR X Y`: the colour is 1 for Black and 2 for White, and the point is counted \
        from 0 at the top left. kifu keeps the line, but does not play the move."
    BAD_REVIEW Warning "gib/bad-review":
        "a part of a review that cannot be read".
        "After the game, a review is a list of blocks from `\\RS` to `\\RE`. A block has a move number \
        (`REFSUSUN`), a comment (`REFEXPLAIN`) and possibly a variation (`REFGIBO`). kifu reads the parts that \
        it understands."
    BAD_VALUE Warning "gib/bad-value":
        "a value of the header that cannot be read".
        "The header states the board size, komi, handicap, result, times and ranks as numbers. kifu takes the \
        information from another key if there is one, and keeps the value as written."
    DAMAGED_TEXT Warning "gib/damaged-text":
        "a text whose bytes were lost before the file was written".
        "The text contains U+FFFD, the replacement character. The clients of 2020 wrote Chinese and Korean names \
        of games and places like this. The original bytes are not in the file. For the texts that are \
        known, `kifu fix --unsafe` inserts the original."
    DISAGREEMENT Warning "gib/disagreement":
        "two keys that contradict each other".
        "The header states most information several times. kifu reads `GAMEINFOMAIN` and the player lines \
        first, then `GAMETAG`, then the other keys, and the handicap from `INI`. It keeps all of them."
    MANGLED_NAME Warning "gib/mangled-name":
        "a name whose bytes were read in the wrong charset".
        "Some clients read the bytes of account names as UTF-16 or Latin-1, so that `Menskit` became `敍獮楫t`. \
        The bytes are still there. kifu takes the name from another key if one is intact, and keeps the text \
        as written. `kifu fix --unsafe` restores the name."
    MISPLACED_NICK Info "gib/misplaced-nick":
        "a nickname in the key for the rank".
        "Clients until 2017 wrote the nickname into `GAMEWHITELEVEL`, and left `GAMEWHITENICK` out. kifu \
        reads it as a nickname, and the rank from another key."
    MISSING_END Warning "gib/missing-end":
        "the file ends before the end of the game".
        "The moves end with `\\GE`. Without this line, the file was probably cut off, and moves can be missing. \
        kifu reads the moves that are there."
    MISSING_HEADER Warning "gib/missing-header":
        "a file without a header".
        "The header is between `\\HS` and `\\HE`. Without it, the record has no players, result and komi. kifu \
        reads the moves."
    MISSING_MOVES Warning "gib/missing-moves":
        "the file has fewer or more moves than it states".
        "`TCNT` and `GAMETOTALNUM` count the moves, without passes. A different number means that moves were lost \
        or that the file was edited. kifu reads the moves that are there."
    MOVE_NUMBER Warning "gib/move-number":
        "a number that does not follow the previous one".
        "The lines of the game are numbered from 2 without gaps. A gap means that a move was lost or that the \
        file was edited. kifu reads the moves in the order of the file."
    STRAY_TEXT Warning "gib/stray-text":
        "a line that is not part of the format".
        "The header contains keys, the game contains moves, and after the game only reviews are known. kifu keeps \
        other text, but ignores it."
    UNCLOSED_VALUE Error "gib/unclosed-value":
        "a value of the header without its end".
        "A value ends with `\\]`. kifu reads it up to the next key, section or end of the file."
    UNDECODABLE_TEXT Error "gib/undecodable-text":
        "bytes that are not text in the charset of the file".
        "GIB files do not name their charset, so kifu detects it. These bytes are not valid in it; they are \
        shown as U+FFFD, and stay in the file."
    UNDO Info "gib/undo":
        "a move that was taken back".
        "`WIT` takes back the last move. kifu keeps the move as a variation."
    UNKNOWN_KEY Info "gib/unknown-key":
        "a key whose meaning is not known".
        "There is no specification of GIB, and servers add keys. kifu keeps the key and its value, also in \
        conversions."
}
