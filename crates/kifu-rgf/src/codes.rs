//! The findings in RGF files and their explanations.

use kifu_span::Code;
use kifu_span::Severity::{self, Error, Warning};

/// Every kind of finding of this crate, sorted by name. Reading a recording can also report those
/// of [`kifu_timeline::CODES`], and the syntax errors of [`kifu_sgf::CODES`].
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
        explanation: kifu_span::explanation(explanation),
    }
}

pub(crate) const BAD_REMOVAL: Code = code(
    "rgf/bad-removal",
    Error,
    "an `RP` that does not name a property",
    "`RP` removes a property, or values of a property, from the node: `RP[AB:pp]`, `RP[C:]`. An empty `RP` \
     removes the node. kifu ignores this one.",
);
pub(crate) const BAD_STREAM: Code = code(
    "rgf/bad-stream",
    Warning,
    "a value of `GS`, `GD` or `MS` that cannot be read",
    "`GS` names a recording and its length, `GS[game.rgf:56]`. `GD` names a recording and a time, \
     `GD[game.rgf:30]`. `MS` (and the older `GM`) names a medium and its type, `MS[talk.mp3:audio]`. kifu \
     ignores this value.",
);
pub(crate) const BAD_TIME: Code = code(
    "rgf/bad-time",
    Error,
    "a `TS` that is not a time",
    "A time is a decimal number of seconds with at most nine significant decimals, optionally followed by a \
     colon and a counter: `TS[13.6]`, `TS[13.6:2]`. kifu reads the properties before this `TS` as if it were \
     missing.",
);
pub(crate) const COUNTER: Code = code(
    "rgf/counter",
    Warning,
    "the counters for one time are not 0, 1, 2, …",
    "When several events have the same time, counters give their order. The first event has the counter 0 or \
     no counter. Here a counter is missing or appears twice. kifu sorts by counter, and keeps the order of the \
     file where counters are equal.",
);
pub(crate) const FINAL_DIFFERS: Code = code(
    "rgf/final-differs",
    Warning,
    "the nodes below a game stream node differ from the end of the recording",
    "The SGF file shows the end of the recording to programs that cannot read RGF. It differs from the actual \
     end of the recording: one of the two was edited.",
);
pub(crate) const INITIAL_AFTER_TIMED: Code = code(
    "rgf/initial-after-timed",
    Warning,
    "a property without a time follows one with a time",
    "Properties appear in the order in which they were added, so those that exist from the beginning come first. \
     kifu reads this one as existing from the beginning. If its `TS` was forgotten, add it.",
);
pub(crate) const LAST_TIME: Code = code(
    "rgf/last-time",
    Warning,
    "the recording does not end with its last event",
    "In files with counters, the length of a recording is the time of its last event, and nothing else happens \
     at that time.",
);
pub(crate) const MIXED_MEDIA: Code = code(
    "rgf/mixed-media",
    Warning,
    "media of different kinds for one recording",
    "The media of a recording are alternative forms of the same content, from which a program picks one that \
     it can play. Audio and video are not the same content.",
);
pub(crate) const NO_DURATION: Code = code(
    "rgf/no-duration",
    Warning,
    "a `GS` that does not give the length of the recording",
    "The specification requires that `GS` gives the length of a complete recording, after a colon: \
     `GS[talk.rgf:56]`. Without a length, the recording ends with its last event.",
);
pub(crate) const NOT_SORTED: Code = code(
    "rgf/not-sorted",
    Error,
    "an earlier time after a later one in the same node",
    "The properties of a node must be in the order of their times. kifu sorts them by time.",
);
pub(crate) const REPEATED_TIME: Code = code(
    "rgf/repeated-time",
    Error,
    "two times for the same property",
    "`TS` states when the properties before it were added. A second `TS` directly after the first one does \
     not apply to any property. kifu uses the last `TS`.",
);
pub(crate) const SAME_TIME: Code = code(
    "rgf/same-time",
    Error,
    "two nodes have the same time",
    "Without counters, different nodes must have different times, because nothing else determines which comes \
     first. kifu reads them in the order of the file. Add a counter to state the order: `TS[5:1]`.",
);
pub(crate) const SIBLING_INSERTED: Code = code(
    "rgf/sibling-inserted",
    Warning,
    "a variation appears earlier than the variation before it in the file",
    "The order of the variations in the file is their order at every time. Here the later variation of the \
     file appears first, so the other one is inserted before it. Some programs refuse such a file.",
);
pub(crate) const SNAPSHOT_DIFFERS: Code = code(
    "rgf/snapshot-differs",
    Warning,
    "a snapshot differs from the recording at its time",
    "`GD` states that the nodes below it show the recording at a given time, for programs that cannot read RGF. \
     They differ: one of the two was edited.",
);
pub(crate) const TIME_ROUNDED: Code = code(
    "rgf/time-rounded",
    Warning,
    "a time with more than nine decimals",
    "Times have nanosecond precision. kifu rounds the time, with ties to even. The file keeps its spelling.",
);
pub(crate) const TIME_SPELLING: Code = code(
    "rgf/time-spelling",
    Warning,
    "a time that is not written as a decimal number",
    "Some programs write small numbers as `1e-3`, or omit a zero. kifu can read such a time, but not every \
     program can.",
);
pub(crate) const TIME_VALUES: Code = code(
    "rgf/time-values",
    Error,
    "a `TS` that does not have exactly one value",
    "A time has one value. If there are several, kifu uses the first; without a value, it ignores the `TS`.",
);
