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
    BAD_MOVE Error "ogs/bad-move":
        "a move that cannot be read".
        "A move is an array of two numbers, the column and the row counted from 0 at the top left, or -1 for both if \
        it is a pass. kifu keeps the place of such a move in the game, but does not play it."
    BAD_VALUE Warning "ogs/bad-value":
        "a value that cannot be read".
        "The value is of another type than usual, or outside of its range. kifu keeps it, but ignores it."
    NO_GAME Warning "ogs/no-game":
        "an object without moves".
        "A game has the member `moves`, `move_tree` or `initial_state`, often in `gamedata`. The lists of games that \
        the server returns have none: each game must be downloaded by itself."
    NOT_JSON Error "ogs/not-json":
        "text that is not JSON".
        "JSON parsers refuse the file. kifu reads the values that are there, so a file that was cut off has the moves \
        up to the cut."
    SGF_INSIDE Warning "ogs/sgf-inside":
        "a game whose moves are in SGF".
        "A game that was uploaded has its moves as SGF in `original_sgf`. kifu keeps the text, but does not read the \
        moves in it. The server returns the same game as SGF."
    UNCERTAIN_WINNER Warning "ogs/uncertain-winner":
        "a winner that is not one of the players".
        "The winner is the number of a player, and the outcome does not state a colour. If the number belongs to no \
        player, the result cannot be known."
    UNDECODABLE_TEXT Error "ogs/undecodable-text":
        "bytes that are not UTF-8".
        "JSON is UTF-8. Each of these bytes is shown as `?`, and stays in the file."
}
