//! The findings of a replay.

use kifu_rules::Breach;
use kifu_span::Code;

use crate::Fault;

kifu_span::codes! {
    /// All codes of this crate, sorted by name.
    AFTER_END Info "rules/after-end":
        "a move after both players have passed".
        "Under most rules, two passes in a row end the game. Moves after them often fill neutral points or show a \
        discussion. kifu plays them as recorded."
    CYCLE Info "rules/cycle":
        "a move that repeats the whole board where only simple ko is forbidden".
        "A triple ko, for example, leads back to an earlier position with the same player to move. Japanese and Korean \
        rules allow such a move and let the players agree that the game has no result (`RE[Void]`). Rules with superko \
        forbid it. Of several such moves in a row, only the first is reported. If the game has no such ko, a move is \
        probably missing from the record."
    ILLEGAL Error "rules/illegal":
        "a move that the rules forbid".
        "kifu plays the move as recorded."
    KO Error "rules/ko":
        "a ko is retaken immediately".
        "The stone that just captured in a ko may not be captured before another move has been played; every ruleset \
        forbids it. Probably a move or a ko threat is missing from the record, or two moves are swapped. kifu plays \
        the move as recorded."
    NO_LIBERTY Warning "rules/no-liberty":
        "setup leaves stones without a liberty".
        "Such a position cannot arise in play. The stones stay on the board until a move next to them captures them. \
        The record may have omitted the removal of captured stones."
    NOT_GO Info "rules/not-go":
        "the record is of a game other than Go".
        "`GM` names another game. kifu keeps its moves as written and does not check them."
    OCCUPIED Error "rules/occupied":
        "a move on an occupied point".
        "All rules forbid it. A capture is missing, a point is mistyped, or two games are mixed up. As SGF requires, \
        kifu plays the move anyway: the new stone replaces the old one."
    OFF_BOARD Error "rules/off-board":
        "a point that is not on the board".
        "`SZ` states the size of the board; without it, the size is 19×19. Either `SZ` or the point is wrong. kifu \
        does not place a stone for it."
    SUICIDE Error "rules/suicide":
        "a move that leaves the player's own stones without a liberty".
        "Most rules forbid it; New Zealand, Ing and Tromp-Taylor rules allow it. kifu removes the stones, as SGF \
        requires."
    SUPERKO Error "rules/superko":
        "a move that repeats an earlier position".
        "The rules used to check the record forbid it. kifu plays the move as recorded."
    TOO_MUCH Warning "rules/too-much":
        "too much setup to replay".
        "The record sets up stones so often that replaying it would take an unreasonable amount of memory. kifu does \
        not replay the rest of this line."
    UNUSABLE_VALUE Error "rules/unusable-value":
        "a move, setup or turn whose value is neither a point nor a player".
        "The replay ignores the value."
    WRONG_TURN Warning "rules/wrong-turn":
        "a player moves twice in a row".
        "When a player skips a turn, a record should have a pass or `PL`. Black may move several times before White's \
        first move, because some servers write handicap stones as moves."
}

/// Returns the code of a fault.
pub(crate) fn of(fault: &Fault) -> &'static Code {
    match fault {
        Fault::Breach(breach) => match breach {
            Breach::OffBoard(_) => OFF_BOARD,
            Breach::Overwrote(_) => OCCUPIED,
            Breach::Suicide { .. } => SUICIDE,
            Breach::KoTakenBack => KO,
            Breach::Repeats { .. } => SUPERKO,
            Breach::OutOfTurn => WRONG_TURN,
            Breach::AfterEnd => AFTER_END,
            Breach::NoLiberty(_) => NO_LIBERTY,
            _ => ILLEGAL,
        },
        Fault::Repeats { .. } => SUPERKO,
        Fault::Cycle { .. } => CYCLE,
        Fault::Unusable => UNUSABLE_VALUE,
        Fault::NotGo(_) => NOT_GO,
        Fault::TooMuchSetup => TOO_MUCH,
    }
}
