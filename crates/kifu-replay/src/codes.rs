//! The findings of a replay and their explanations.

use kifu_rules::Breach;
use kifu_span::Code;
use kifu_span::Severity::{self, Error, Info, Warning};

use crate::Fault;

/// All codes of this crate, sorted by name.
pub const CODES: &[Code] = &[
    AFTER_END, CYCLE, ILLEGAL, KO, NO_LIBERTY, NOT_GO, OCCUPIED, OFF_BOARD, SUICIDE, SUPERKO,
    TOO_MUCH, UNUSABLE, WRONG_TURN,
];

const fn code(
    name: &'static str,
    severity: Severity,
    summary: &'static str,
    explanation: &'static str,
) -> Code {
    Code {
        name,
        severity,
        summary,
        explanation: kifu_span::explanation(explanation),
    }
}

const AFTER_END: Code = code(
    "rules/after-end",
    Info,
    "a move after both players have passed",
    "Under most rules, two passes in a row end the game. Moves after them often fill neutral points or show a \
     discussion. kifu plays them as recorded.",
);
const CYCLE: Code = code(
    "rules/cycle",
    Info,
    "a move that repeats the whole board where only simple ko is forbidden",
    "A triple ko, for example, leads back to an earlier position with the same player to move. Japanese and \
     Korean rules allow such a move and let the players agree that the game has no result (`RE[Void]`). Rules \
     with superko forbid it. Of several such moves in a row, only the first is reported. If the game has no such \
     ko, a move is probably missing from the record.",
);
const ILLEGAL: Code = code(
    "rules/illegal",
    Error,
    "a move that the rules forbid",
    "kifu plays the move as recorded.",
);
const KO: Code = code(
    "rules/ko",
    Error,
    "a ko is retaken immediately",
    "The stone that just captured in a ko may not be captured before another move has been played; every ruleset \
     forbids it. Probably a move or a ko threat is missing from the record, or two moves are swapped. kifu plays \
     the move as recorded.",
);
const NO_LIBERTY: Code = code(
    "rules/no-liberty",
    Warning,
    "setup leaves stones without a liberty",
    "Such a position cannot arise in play. The stones stay on the board until a move next to them captures them. \
     The record may have omitted the removal of captured stones.",
);
const NOT_GO: Code = code(
    "rules/not-go",
    Info,
    "the record is of a game other than Go",
    "`GM` names another game. kifu keeps its moves as written and does not check them.",
);
const OCCUPIED: Code = code(
    "rules/occupied",
    Error,
    "a move on an occupied point",
    "All rules forbid it. A capture is missing, a point is mistyped, or two games are mixed up. As SGF requires, \
     kifu plays the move anyway: the new stone replaces the old one.",
);
const OFF_BOARD: Code = code(
    "rules/off-board",
    Error,
    "a point that is not on the board",
    "`SZ` states the size of the board; without it, the size is 19×19. Either `SZ` or the point is wrong. kifu \
     does not place a stone for it.",
);
const SUICIDE: Code = code(
    "rules/suicide",
    Error,
    "a move that leaves the player's own stones without a liberty",
    "Most rules forbid it; New Zealand, Ing and Tromp-Taylor rules allow it. kifu removes the stones, as SGF \
     requires.",
);
const SUPERKO: Code = code(
    "rules/superko",
    Error,
    "a move that repeats an earlier position",
    "The rules used to check the record forbid it. kifu plays the move as recorded.",
);
const TOO_MUCH: Code = code(
    "rules/too-much",
    Warning,
    "too much setup to replay",
    "The record sets up stones so often that replaying it would take an unreasonable amount of memory. kifu does \
     not replay the rest of this line.",
);
const UNUSABLE: Code = code(
    "rules/unusable-value",
    Error,
    "a move, setup or turn whose value is neither a point nor a player",
    "The replay ignores the value.",
);
const WRONG_TURN: Code = code(
    "rules/wrong-turn",
    Warning,
    "a player moves twice in a row",
    "When a player skips a turn, a record should have a pass or `PL`. Black may move several times before \
     White's first move, because some servers write handicap stones as moves.",
);

/// Returns the code of a fault.
pub(crate) fn of(fault: &Fault) -> &'static Code {
    match fault {
        Fault::Breach(breach) => match breach {
            Breach::OffBoard(_) => &OFF_BOARD,
            Breach::Overwrote(_) => &OCCUPIED,
            Breach::Suicide { .. } => &SUICIDE,
            Breach::KoTakenBack => &KO,
            Breach::Repeats { .. } => &SUPERKO,
            Breach::OutOfTurn => &WRONG_TURN,
            Breach::AfterEnd => &AFTER_END,
            Breach::NoLiberty(_) => &NO_LIBERTY,
            _ => &ILLEGAL,
        },
        Fault::Repeats { .. } => &SUPERKO,
        Fault::Cycle { .. } => &CYCLE,
        Fault::Unusable => &UNUSABLE,
        Fault::NotGo(_) => &NOT_GO,
        Fault::TooMuchSetup => &TOO_MUCH,
    }
}
