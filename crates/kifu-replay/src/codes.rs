//! What a replay can find, explained.

use kifu_rules::Breach;
use kifu_span::Code;
use kifu_span::Severity::{self, Error, Info, Warning};

use crate::Fault;

/// Every kind of finding of this crate.
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
    "Two passes in a row end the game under most rules. Play that goes on is often a fill of \
     neutral points, or a discussion; it is played as it stands.",
);
const CYCLE: Code = code(
    "rules/cycle",
    Info,
    "a move that repeats the whole board where only simple ko is forbidden",
    "A triple ko, for example, leads back to an earlier position with the same player to move. \
     Japanese and Korean rules allow such a move, and let the players agree that the game has no \
     result, which `RE[Void]` states. Rules with superko forbid the move. Of several such moves \
     in a row only the first is reported. In a game without such a ko, a move is probably missing \
     from the record.",
);
const ILLEGAL: Code = code(
    "rules/illegal",
    Error,
    "a move that the rules forbid",
    "The move is carried out as the record says.",
);
const KO: Code = code(
    "rules/ko",
    Error,
    "a ko is taken back at once",
    "The stone that just took a ko may not be taken before another move was made; every ruleset \
     forbids it. A move or a ko threat is probably missing from the record, or two moves changed \
     places. It is carried out as the record says.",
);
const NO_LIBERTY: Code = code(
    "rules/no-liberty",
    Warning,
    "setup leaves stones without a liberty",
    "Such a position cannot come about by play. The stones stay until a move next to them takes \
     them; the record may have left out the removal of captured stones.",
);
const NOT_GO: Code = code(
    "rules/not-go",
    Info,
    "the record is of another game than Go",
    "`GM` names another game. Its moves are kept as they are written, and not judged.",
);
const OCCUPIED: Code = code(
    "rules/occupied",
    Error,
    "a move on a stone",
    "No rules allow it. A capture was missed, a point was mistyped, or two games were mixed. SGF \
     has the move carried out all the same: the new stone takes the place of the old.",
);
const OFF_BOARD: Code = code(
    "rules/off-board",
    Error,
    "a point that is not on the board",
    "The board is as large as `SZ` says, 19×19 without it. Either `SZ` or the point is wrong. \
     Nothing is put on the board.",
);
const SUICIDE: Code = code(
    "rules/suicide",
    Error,
    "a move that leaves the player's own stones without a liberty",
    "Most rules forbid it; the rules of New Zealand, Ing's and Tromp-Taylor allow it. The stones \
     are taken off, as SGF asks.",
);
const SUPERKO: Code = code(
    "rules/superko",
    Error,
    "a move that repeats a position",
    "The rules that the record is judged by forbid it. It is carried out as the record says.",
);
const TOO_MUCH: Code = code(
    "rules/too-much",
    Warning,
    "more setup than is followed",
    "So many stones are set up over and over that playing on would take unreasonable memory. The \
     rest of this line is not played.",
);
const UNUSABLE: Code = code(
    "rules/unusable-value",
    Error,
    "a move, setup or turn whose value is neither a point nor a player",
    "The replay leaves the value out.",
);
const WRONG_TURN: Code = code(
    "rules/wrong-turn",
    Warning,
    "a player moves twice in a row",
    "Programs write a pass, or `PL`, where a turn is skipped. Black may move several times \
     before White's first move, as some servers write handicap stones.",
);

/// The kind of a fault.
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
        Fault::TooMuch => &TOO_MUCH,
    }
}
