//! What can be wrong with an RGF file, explained.

use kifu_span::Code;
use kifu_span::Severity::{self, Error, Warning};

/// Every kind of finding of this crate, by name. Reading a recording finds those of
/// [`kifu_timeline::CODES`] and, of the syntax, [`kifu_sgf::CODES`] too.
pub const CODES: &[Code] = &[
    BAD_REMOVAL,
    BAD_STREAM,
    BAD_TIME,
    COUNTER,
    FINAL_DIFFERS,
    INITIAL_AFTER_TIMED,
    LAST_TIME,
    MIXED_MEDIA,
    NO_DURATION,
    NOT_SORTED,
    REPEATED_TIME,
    SAME_TIME,
    SIBLING_INSERTED,
    SNAPSHOT_DIFFERS,
    TIME_ROUNDED,
    TIME_SPELLING,
    TIME_VALUES,
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

pub(crate) const BAD_REMOVAL: Code = code(
    "rgf/bad-removal",
    Error,
    "an `RP` that names no property",
    "`RP` takes a property, or values of one, out of the node: `RP[AB:pp]`, `RP[C:]`; with \
     nothing in it, the node. This one is passed over.",
);
pub(crate) const BAD_STREAM: Code = code(
    "rgf/bad-stream",
    Warning,
    "a value of `GS`, `GD` or `MS` that cannot be read",
    "`GS` names a recording and its length, `GS[game.rgf:56]`, `GD` a recording and a time, `MS` \
     (and the older `GM`) a medium and its type, `MS[talk.mp3:audio]`. The value is passed \
     over.",
);
pub(crate) const BAD_TIME: Code = code(
    "rgf/bad-time",
    Error,
    "a `TS` that is no time",
    "A time is a decimal number of seconds, of which at most nine decimals count, and, after a \
     colon, a counter: `TS[13.6]`, `TS[13.6:2]`. What it would time is read as if the `TS` \
     were not there.",
);
pub(crate) const COUNTER: Code = code(
    "rgf/counter",
    Warning,
    "the counters of one time are not 0, 1, 2 and so on",
    "Where several things happen at one time, counters say in which order, from none or 0 \
     up. Here one is missing or stands twice. The order is that of the counters, and of the \
     file for equal ones.",
);
pub(crate) const FINAL_DIFFERS: Code = code(
    "rgf/final-differs",
    Warning,
    "the nodes below a game stream node are not what the recording comes to",
    "The SGF file shows the end of the recording to programs that cannot read RGF. What it \
     shows is not what the recording comes to: one of the two was edited.",
);
pub(crate) const INITIAL_AFTER_TIMED: Code = code(
    "rgf/initial-after-timed",
    Warning,
    "a property without a time behind one with a time",
    "Properties stand in the order in which they are given, so what is there from the \
     beginning comes first. It is read as there from the beginning. If its `TS` was \
     forgotten, add it.",
);
pub(crate) const LAST_TIME: Code = code(
    "rgf/last-time",
    Warning,
    "the recording does not end with its last event",
    "In files with counters the length of a recording is the time of its last event, and \
     nothing else happens at that time.",
);
pub(crate) const MIXED_MEDIA: Code = code(
    "rgf/mixed-media",
    Warning,
    "media of different kinds for one recording",
    "The media of a recording are forms of the same, from which a program picks one that \
     it can play. Sound and film are not the same.",
);
pub(crate) const NO_DURATION: Code = code(
    "rgf/no-duration",
    Warning,
    "a `GS` that does not give the length of the recording",
    "The specification asks that `GS` gives the length of a recording that is complete, after a colon: \
     `GS[talk.rgf:56]`. Without it the recording ends with its last event.",
);
pub(crate) const NOT_SORTED: Code = code(
    "rgf/not-sorted",
    Error,
    "an earlier time behind a later one in the same node",
    "The properties of a node stand in the order of their times. They are read in that order \
     whatever the order of the file.",
);
pub(crate) const REPEATED_TIME: Code = code(
    "rgf/repeated-time",
    Error,
    "two times for the same",
    "`TS` says when what stands before it happened. A second one right behind it leaves nothing \
     to be timed. The last one counts.",
);
pub(crate) const SAME_TIME: Code = code(
    "rgf/same-time",
    Error,
    "two nodes have the same time",
    "Without counters, times of different nodes must differ, since nothing else tells which comes \
     first. They are read in the order of the file. A counter says it: `TS[5:1]`.",
);
pub(crate) const SIBLING_INSERTED: Code = code(
    "rgf/sibling-inserted",
    Warning,
    "a variation appears before one that is there",
    "A variation that stands behind another appears earlier than it. The order of the file \
     is the order of the variations at every time; some programs refuse such a file.",
);
pub(crate) const SNAPSHOT_DIFFERS: Code = code(
    "rgf/snapshot-differs",
    Warning,
    "a snapshot is not what the recording holds at its time",
    "`GD` says that the nodes below it are what the recording holds at a time, for programs that \
     cannot read RGF. They are not: one of the two was edited.",
);
pub(crate) const TIME_ROUNDED: Code = code(
    "rgf/time-rounded",
    Warning,
    "a time with more than nine decimals",
    "Times are kept in nanoseconds. The time is rounded, a half to the even digit. The file \
     keeps its spelling.",
);
pub(crate) const TIME_SPELLING: Code = code(
    "rgf/time-spelling",
    Warning,
    "a time that is not written as a decimal number",
    "Programs write small numbers as `1e-3`, or leave out a zero. It is understood, but not \
     by all programs.",
);
pub(crate) const TIME_VALUES: Code = code(
    "rgf/time-values",
    Error,
    "a `TS` that has not one value",
    "A time has one value. The first of several counts; without any, the `TS` is passed over.",
);
