//! The findings in recordings and their explanations.

use kifu_span::Code;
use kifu_span::Severity::{self, Error, Warning};

/// Every kind of finding of this crate, sorted by name.
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
        explanation: kifu_span::explanation(explanation),
    }
}

pub(crate) const AFTER_END: Code = code(
    "timeline/after-end",
    Error,
    "an event after the end of the recording",
    "The recording is longer than its declared length. kifu takes the last event as the end. Declare a length \
     that is at least the time of that event.",
);
pub(crate) const ALREADY_THERE: Code = code(
    "timeline/already-there",
    Warning,
    "a value is added to a list that already contains it",
    "A list contains each value, and each point, only once. Existing values stay in their place, and only the \
     missing ones are added.",
);
pub(crate) const BAD_IDENTIFIER: Code = code(
    "timeline/bad-identifier",
    Error,
    "an invalid property identifier",
    "An identifier is a capital letter followed by capital letters and digits. kifu ignores a property with any \
     other identifier, because it could not be written as SGF.",
);
pub(crate) const BEFORE_NODE: Code = code(
    "timeline/before-node",
    Error,
    "a property is older than its node",
    "A property cannot be added to a node that does not exist yet. kifu adds it when the node appears.",
);
pub(crate) const BEFORE_PARENT: Code = code(
    "timeline/before-parent",
    Error,
    "a node is older than its parent",
    "A node cannot follow a node that does not exist yet. kifu lets it appear when its parent does.",
);
pub(crate) const CHARSET_SWITCH: Code = code(
    "timeline/charset-switch",
    Warning,
    "control characters that switch to another charset",
    "The characters ESC and SO have no meaning in a text, but a file that contains them would be read as if it \
     were in another charset. kifu removes them.",
);
pub(crate) const CONFLICT: Code = code(
    "timeline/conflict",
    Error,
    "a value contradicts an existing one",
    "At every moment, the recording must be a valid SGF game tree: a node must not have two moves, and a point \
     must not have two stones, marks or owners. The later value replaces the earlier one. To make this \
     explicit, remove the earlier value at the same time.",
);
pub(crate) const DEAD_NODE: Code = code(
    "timeline/dead-node",
    Error,
    "an event for a node that does not exist",
    "The node was removed earlier, or never appeared because its parent was removed. kifu ignores the event.",
);
pub(crate) const GAME_INFO: Code = code(
    "timeline/game-info",
    Error,
    "game information in a recording",
    "Game information belongs in the SGF file, at the node that the recording continues or above it, and does \
     not change during a recording. kifu reads the property like any other.",
);
pub(crate) const INITIAL_REMOVAL: Code = code(
    "timeline/initial-removal",
    Error,
    "a removal before the recording starts",
    "A recording starts from a plain SGF game tree, in which nothing is ever removed. kifu carries out the \
     removal.",
);
pub(crate) const INITIAL_REPEATED: Code = code(
    "timeline/initial-repeated",
    Error,
    "a property appears twice in a node before the recording starts",
    "A recording starts from a plain SGF game tree, in which a node has each property only once. kifu reads the \
     second one as if it came later.",
);
pub(crate) const INITIAL_TRIGGER: Code = code(
    "timeline/initial-trigger",
    Warning,
    "a trigger without a time",
    "Without a time, a trigger can only name the node to start at, with `N`. Any other trigger without a time \
     would never fire.",
);
pub(crate) const LABEL_REPLACED: Code = code(
    "timeline/label-replaced",
    Warning,
    "a labelled point gets another label",
    "A point has one label. The new label replaces the old one; some programs show both. To make this explicit, \
     remove the old label first.",
);
pub(crate) const MOVE_CHANGED: Code = code(
    "timeline/move-changed",
    Warning,
    "a move is replaced after play continued from it",
    "The nodes below now follow a different move, which is rarely intended. kifu carries out the change.",
);
pub(crate) const NEGATIVE_TIME: Code = code(
    "timeline/negative-time",
    Warning,
    "a time before the start of the recording",
    "A recording starts at time 0. kifu keeps the event and places it before the events at time 0 and after the \
     initial game tree.",
);
pub(crate) const NOT_THERE: Code = code(
    "timeline/not-there",
    Warning,
    "a removal of a node, property or value that does not exist",
    "The node, the property or this value does not exist at that time, so the removal has no effect.",
);
pub(crate) const ROOT_PROPERTY: Code = code(
    "timeline/root-property",
    Error,
    "a root property in a recording",
    "A recording continues a node of a game, and the root of that game is in the SGF file. kifu ignores the \
     property: it could change the board, or the meaning of every text.",
);
pub(crate) const SEVERAL_VALUES: Code = code(
    "timeline/several-values",
    Error,
    "several values for a property that takes one",
    "This property takes one value. kifu uses the first one, except that it joins the values of a comment.",
);
pub(crate) const UNTIMED_NODE: Code = code(
    "timeline/untimed-node",
    Error,
    "a node without a time is below a node with a time",
    "A node without a time exists from the beginning, which is impossible if its parent appears later. kifu lets \
     it appear with its parent.",
);
pub(crate) const UNTIMED_PROPERTY: Code = code(
    "timeline/untimed-property",
    Warning,
    "a node with a time has a property without a time",
    "A property without a time exists from the beginning, which is impossible if its node appears later. kifu \
     adds it when its node appears.",
);
