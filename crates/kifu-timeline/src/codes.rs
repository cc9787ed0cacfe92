//! What can be wrong with a recording, explained.

use kifu_span::Code;
use kifu_span::Severity::{self, Error, Warning};

/// Every kind of finding of this crate, by name.
pub const CODES: &[Code] = &[
    AFTER_END,
    ALREADY_THERE,
    BAD_IDENTIFIER,
    BEFORE_NODE,
    BEFORE_PARENT,
    CHARSET_SWITCH,
    CONFLICT,
    DEAD_NODE,
    GAME_INFO,
    INITIAL_REMOVAL,
    INITIAL_REPEATED,
    INITIAL_TRIGGER,
    LABEL_REPLACED,
    MOVE_CHANGED,
    NEGATIVE_TIME,
    NOT_THERE,
    ROOT_PROPERTY,
    SEVERAL_VALUES,
    UNTIMED_NODE,
    UNTIMED_PROPERTY,
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

pub(crate) const AFTER_END: Code = code(
    "timeline/after-end",
    Error,
    "something happens after the end of the recording",
    "The recording is declared shorter than it is. It is taken to end with the last event; \
     the declared length should be no less than that.",
);
pub(crate) const ALREADY_THERE: Code = code(
    "timeline/already-there",
    Warning,
    "a value is added to a list that has it already",
    "A list has each value, and each point, once. What is there stays where it is, and only \
     what was missing is added.",
);
pub(crate) const BAD_IDENTIFIER: Code = code(
    "timeline/bad-identifier",
    Error,
    "an identifier that is none",
    "An identifier is a capital letter, then capital letters and digits. Nothing is done with \
     this one, since it could not be written as SGF.",
);
pub(crate) const BEFORE_NODE: Code = code(
    "timeline/before-node",
    Error,
    "a property is older than its node",
    "A property cannot be given to a node that is not there yet. It is taken to be given \
     when the node appears.",
);
pub(crate) const BEFORE_PARENT: Code = code(
    "timeline/before-parent",
    Error,
    "a node is older than its parent",
    "A node cannot continue one that is not there yet. It is taken to appear when its parent \
     does.",
);
pub(crate) const CHARSET_SWITCH: Code = code(
    "timeline/charset-switch",
    Warning,
    "control characters that switch to another charset",
    "The characters ESC and SO mean nothing in a text, but a file that has them reads as one \
     of another charset. They are left out.",
);
pub(crate) const CONFLICT: Code = code(
    "timeline/conflict",
    Error,
    "a value contradicts what is there",
    "What is there must be a valid SGF game tree at every moment: a node has no two moves, a \
     point no two stones, marks or owners. The later value counts, and the earlier one is \
     taken away. Remove the earlier one at the same time to say so.",
);
pub(crate) const DEAD_NODE: Code = code(
    "timeline/dead-node",
    Error,
    "something happens to a node that is not there",
    "The node was removed before, or never appeared, since its parent was removed. The event \
     is passed over.",
);
pub(crate) const GAME_INFO: Code = code(
    "timeline/game-info",
    Error,
    "a property of the game as a whole",
    "Game information stands in the SGF file, at the node that the recording continues or above \
     it, and does not change in the course of a recording. The property is read like any \
     other.",
);
pub(crate) const INITIAL_REMOVAL: Code = code(
    "timeline/initial-removal",
    Error,
    "something is removed before the recording starts",
    "What is there at first is a plain SGF game tree, in which nothing is removed. The removal \
     is carried out.",
);
pub(crate) const INITIAL_REPEATED: Code = code(
    "timeline/initial-repeated",
    Error,
    "a property stands twice in what is there at first",
    "What is there at first is a plain SGF game tree: a node has each property once. The second \
     is read as if it came later.",
);
pub(crate) const INITIAL_TRIGGER: Code = code(
    "timeline/initial-trigger",
    Warning,
    "a trigger without a time",
    "A trigger without a time can name the node to start at, with `N`. Any other would never \
     be triggered.",
);
pub(crate) const LABEL_REPLACED: Code = code(
    "timeline/label-replaced",
    Warning,
    "a point that has a label is given another",
    "A point has one label. The new one takes its place; some readers show both. Remove the \
     old one first to say so.",
);
pub(crate) const MOVE_CHANGED: Code = code(
    "timeline/move-changed",
    Warning,
    "a move is replaced by another after play went on from it",
    "The nodes below now continue from another move, which is seldom meant. It is carried \
     out.",
);
pub(crate) const NEGATIVE_TIME: Code = code(
    "timeline/negative-time",
    Warning,
    "a time before the start of the recording",
    "A recording starts at 0. The event is kept, before all that happens at 0 and after what \
     is there at first.",
);
pub(crate) const NOT_THERE: Code = code(
    "timeline/not-there",
    Warning,
    "something is removed that is not there",
    "The property, or the value of it, is not there at that time. What is there stays.",
);
pub(crate) const ROOT_PROPERTY: Code = code(
    "timeline/root-property",
    Error,
    "a property of the root",
    "A recording continues a node of a game, and the root of that game is in the SGF file. The \
     property is passed over: it could change the board, or the meaning of every text.",
);
pub(crate) const SEVERAL_VALUES: Code = code(
    "timeline/several-values",
    Error,
    "several values for a property that has one",
    "This property has one value. The first counts; of a comment all are taken, one after \
     another.",
);
pub(crate) const UNTIMED_NODE: Code = code(
    "timeline/untimed-node",
    Error,
    "a node without a time below one with a time",
    "A node without a time is there from the beginning, which it cannot be if its parent is \
     not. It is taken to appear with its parent.",
);
pub(crate) const UNTIMED_PROPERTY: Code = code(
    "timeline/untimed-property",
    Warning,
    "a property without a time in a node with a time",
    "A property without a time is there from the beginning, which it cannot be if its node is \
     not. It is taken to appear with its node.",
);
