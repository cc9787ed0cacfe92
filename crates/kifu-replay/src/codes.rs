//! The codes of the findings of a replay.

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
        explanation,
    }
}

const AFTER_END: Code = code(
    "rules/after-end",
    Info,
    "a move after both players have passed",
    "Under most rules, two consecutive passes end the game. Moves after them often fill neutral points or belong to a \
     discussion; they are played as written.",
);
const CYCLE: Code = code(
    "rules/cycle",
    Info,
    "a move that repeats the whole board where only simple ko is forbidden",
    "A triple ko, for example, leads back to an earlier position with the same player to move. \
     Japanese and Korean rules allow such a move, and let the players agree that the game has no \
     result, which `RE[Void]` states. Rules with superko forbid the move. Only the first of several \
     such moves in a row is reported. In a game without such a ko, a move is probably missing \
     from the record.",
);
const ILLEGAL: Code = code(
    "rules/illegal",
    Error,
    "a move that the rules forbid",
    "The move is played as written.",
);
const KO: Code = code(
    "rules/ko",
    Error,
    "a ko is taken back at once",
    "A stone that has just taken a ko may not be taken before another move; every ruleset forbids it. \
     A move or a ko threat is probably missing from the record, or two moves are exchanged. The \
     move is played as written.",
);
const NO_LIBERTY: Code = code(
    "rules/no-liberty",
    Warning,
    "setup leaves stones without a liberty",
    "Such a position cannot result from moves. The stones stay until an adjacent move captures \
     them. The record may lack the removal of captured stones.",
);
const NOT_GO: Code = code(
    "rules/not-go",
    Info,
    "the record is of another game than Go",
    "`GM` names another game. Its moves are kept as written, and not checked.",
);
const OCCUPIED: Code = code(
    "rules/occupied",
    Error,
    "a move on a stone",
    "No rules allow this move. A capture is missing, a point is mistyped, or two games are mixed. The move is \
     played anyway, as SGF requires: the new stone replaces the old one.",
);
const OFF_BOARD: Code = code(
    "rules/off-board",
    Error,
    "a point that is not on the board",
    "The size of the board is that of `SZ`, or 19×19 without it. Either `SZ` or the point is wrong. \
     The stone is not placed.",
);
const SUICIDE: Code = code(
    "rules/suicide",
    Error,
    "a move that leaves the player's own stones without a liberty",
    "Most rules forbid this move; the rules of New Zealand, Ing and Tromp-Taylor allow it. The stones \
     are removed, as SGF requires.",
);
const SUPERKO: Code = code(
    "rules/superko",
    Error,
    "a move that repeats a position",
    "The rules that apply to the record forbid this move. It is played as written.",
);
const TOO_MUCH: Code = code(
    "rules/too-much",
    Warning,
    "too much setup",
    "The line sets up stones repeatedly, so that playing it further would take too much memory. The \
     rest of the line is not played.",
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
    "A pass, or `PL`, usually marks a skipped turn. Black may move several times \
     before White's first move, because some servers write handicap stones this way.",
);

/// The code of a fault.
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
