//! The kinds of findings in RGF files, with explanations.

use kifu_span::Code;
use kifu_span::Severity::{self, Error, Warning};

/// All kinds of findings of this crate, sorted by name. Reading a recording also reports
/// [`kifu_timeline::CODES`] and, for the syntax, [`kifu_sgf::CODES`].
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
    "an `RP` that does not name a property",
    "`RP` removes a property, or values of one, from the node: `RP[AB:pp]`, `RP[C:]`; an empty `RP` \
     removes the node. This one is ignored.",
);
pub(crate) const BAD_STREAM: Code = code(
    "rgf/bad-stream",
    Warning,
    "a value of `GS`, `GD` or `MS` that cannot be read",
    "`GS` names a recording and its length, `GS[game.rgf:56]`, `GD` a recording and a time, `MS` \
     (and the older `GM`) a medium and its type, `MS[talk.mp3:audio]`. The value is ignored.",
);
pub(crate) const BAD_TIME: Code = code(
    "rgf/bad-time",
    Error,
    "a `TS` that is not a time",
    "A time is a decimal number of seconds, with at most nine decimals, and, after a colon, a \
     counter: `TS[13.6]`, `TS[13.6:2]`. The text is read as if this `TS` were missing.",
);
pub(crate) const COUNTER: Code = code(
    "rgf/counter",
    Warning,
    "the counters of one time are not 0, 1, 2 and so on",
    "If several things happen at one time, counters define their order: 0 or no counter, then 1, 2 and so \
     on. Here a counter is missing or occurs twice. Events are ordered by their counters, and events \
     with equal counters by their order in the file.",
);
pub(crate) const FINAL_DIFFERS: Code = code(
    "rgf/final-differs",
    Warning,
    "the nodes below a game stream node are not the end of the recording",
    "The SGF file shows the end of the recording to programs that cannot read RGF. The nodes there \
     differ from the end of the recording: one of the two was edited.",
);
pub(crate) const INITIAL_AFTER_TIMED: Code = code(
    "rgf/initial-after-timed",
    Warning,
    "a property without a time after one with a time",
    "Properties are in the order in which they appear, so initial properties come first. This one is \
     read as initial. If its `TS` was forgotten, add it.",
);
pub(crate) const LAST_TIME: Code = code(
    "rgf/last-time",
    Warning,
    "the recording does not end with its last event",
    "In files with counters the length of a recording is the time of its last event, and no other \
     event happens at that time.",
);
pub(crate) const MIXED_MEDIA: Code = code(
    "rgf/mixed-media",
    Warning,
    "media of different kinds for one recording",
    "The media of a recording are alternatives, of which a program picks one that it can play. Sound \
     and film are not alternatives.",
);
pub(crate) const NO_DURATION: Code = code(
    "rgf/no-duration",
    Warning,
    "a `GS` without the length of the recording",
    "According to the specification, `GS` states the length of a complete recording after a colon: \
     `GS[talk.rgf:56]`. Without it the recording ends with its last event.",
);
pub(crate) const NOT_SORTED: Code = code(
    "rgf/not-sorted",
    Error,
    "an earlier time after a later one in the same node",
    "The properties of a node should be in the order of their times. They are read in that order, \
     whatever the order of the file.",
);
pub(crate) const REPEATED_TIME: Code = code(
    "rgf/repeated-time",
    Error,
    "two times for the same property or node",
    "`TS` states the time of what precedes it. A second `TS` right after it has nothing to refer to. \
     The last one is used.",
);
pub(crate) const SAME_TIME: Code = code(
    "rgf/same-time",
    Error,
    "two nodes have the same time",
    "Without counters, the times of different nodes must differ, since nothing else defines their \
     order. They are read in the order of the file. To define the order, add a counter: `TS[5:1]`.",
);
pub(crate) const SIBLING_INSERTED: Code = code(
    "rgf/sibling-inserted",
    Warning,
    "a variation appears before an earlier one",
    "A variation appears at an earlier time than a variation that precedes it in the file. The order \
     of the file is the order of the variations at every time; some programs reject such a file.",
);
pub(crate) const SNAPSHOT_DIFFERS: Code = code(
    "rgf/snapshot-differs",
    Warning,
    "a snapshot differs from the recording at its time",
    "`GD` says that the nodes below it are the state of the recording at a time, for programs that \
     cannot read RGF. They are not: one of the two was edited.",
);
pub(crate) const TIME_ROUNDED: Code = code(
    "rgf/time-rounded",
    Warning,
    "a time with more than nine decimals",
    "Times are stored in nanoseconds. The time is rounded, a half to even. The file keeps its spelling.",
);
pub(crate) const TIME_SPELLING: Code = code(
    "rgf/time-spelling",
    Warning,
    "a time that is not written as a plain decimal number",
    "Some programs write small numbers as `1e-3`, or omit a zero. kifu accepts this, but not all \
     programs do.",
);
pub(crate) const TIME_VALUES: Code = code(
    "rgf/time-values",
    Error,
    "a `TS` that does not have exactly one value",
    "A time has one value. If there are several, the first is used; if there is none, the `TS` is ignored.",
);
