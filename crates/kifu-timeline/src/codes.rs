//! The kinds of findings in recordings, with explanations.

use kifu_span::Code;
use kifu_span::Severity::{self, Error, Warning};

/// All kinds of findings of this crate, sorted by name.
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
    "The recording is longer than it declares. It is read as ending with its last event; the declared \
     length should be at least that.",
);
pub(crate) const ALREADY_THERE: Code = code(
    "timeline/already-there",
    Warning,
    "a value is added to a list that has it already",
    "A list has each value, and each point, once. Existing values keep their place, and only missing \
     ones are added.",
);
pub(crate) const BAD_IDENTIFIER: Code = code(
    "timeline/bad-identifier",
    Error,
    "an invalid identifier",
    "An identifier is a capital letter followed by capital letters and digits. This one is ignored, \
     since it could not be written as SGF.",
);
pub(crate) const BEFORE_NODE: Code = code(
    "timeline/before-node",
    Error,
    "a property is older than its node",
    "A property cannot be given to a node that does not exist yet. It is read as if it were given when the \
     node appears.",
);
pub(crate) const BEFORE_PARENT: Code = code(
    "timeline/before-parent",
    Error,
    "a node is older than its parent",
    "A node cannot continue a node that does not exist yet. It is read as if it appeared together with its \
     parent.",
);
pub(crate) const CHARSET_SWITCH: Code = code(
    "timeline/charset-switch",
    Warning,
    "control characters that switch to another charset",
    "The characters ESC and SO have no meaning in a text, but a file that contains them is read in another \
     charset. They are removed.",
);
pub(crate) const CONFLICT: Code = code(
    "timeline/conflict",
    Error,
    "a value contradicts an existing one",
    "At every moment the recording must be a valid SGF game tree: a node does not have two moves, nor a \
     point two stones, marks or owners. The later value is used, and the earlier one is removed. To state \
     this explicitly, remove the earlier value at the same time.",
);
pub(crate) const DEAD_NODE: Code = code(
    "timeline/dead-node",
    Error,
    "an event of a node that does not exist",
    "The node was removed before, or never appeared because its parent was removed. The event is ignored.",
);
pub(crate) const GAME_INFO: Code = code(
    "timeline/game-info",
    Error,
    "a property of the game as a whole",
    "Game information belongs to the SGF file, in the node that the recording continues or above it, and \
     does not change in the course of a recording. The property is read like any other.",
);
pub(crate) const INITIAL_REMOVAL: Code = code(
    "timeline/initial-removal",
    Error,
    "something is removed before the recording starts",
    "The initial content is a plain SGF game tree, in which nothing is removed. The removal is applied.",
);
pub(crate) const INITIAL_REPEATED: Code = code(
    "timeline/initial-repeated",
    Error,
    "a property occurs twice in the initial content",
    "The initial content is a plain SGF game tree, in which a node has each property once. The second \
     occurrence is read as if it came later.",
);
pub(crate) const INITIAL_TRIGGER: Code = code(
    "timeline/initial-trigger",
    Warning,
    "a trigger without a time",
    "A trigger without a time can state the node to start at, with `N`. Any other trigger would never \
     happen.",
);
pub(crate) const LABEL_REPLACED: Code = code(
    "timeline/label-replaced",
    Warning,
    "a point that has a label is given another one",
    "A point has one label. The new label replaces the old one; some readers show both. To state this \
     explicitly, remove the old one first.",
);
pub(crate) const MOVE_CHANGED: Code = code(
    "timeline/move-changed",
    Warning,
    "a move is replaced by another after it was continued",
    "The nodes below now continue from another move, which is rarely intended. The change is applied.",
);
pub(crate) const NEGATIVE_TIME: Code = code(
    "timeline/negative-time",
    Warning,
    "a time before the start of the recording",
    "A recording starts at 0. The event is kept, before all events at 0 and after the initial content.",
);
pub(crate) const NOT_THERE: Code = code(
    "timeline/not-there",
    Warning,
    "something is removed that does not exist",
    "The property, or the value of it, does not exist at that time. Nothing is removed.",
);
pub(crate) const ROOT_PROPERTY: Code = code(
    "timeline/root-property",
    Error,
    "a property of the root",
    "A recording continues a node of a game, and the root of that game is in the SGF file. The property is \
     ignored: it could change the board, or the meaning of every text.",
);
pub(crate) const SEVERAL_VALUES: Code = code(
    "timeline/several-values",
    Error,
    "several values for a property that has one",
    "This property has one value. The first value is used; the values of a comment are joined.",
);
pub(crate) const UNTIMED_NODE: Code = code(
    "timeline/untimed-node",
    Error,
    "a node without a time below one with a time",
    "A node without a time exists from the beginning, which is impossible if its parent does not. It is read \
     as if it appeared with its parent.",
);
pub(crate) const UNTIMED_PROPERTY: Code = code(
    "timeline/untimed-property",
    Warning,
    "a property without a time in a node with a time",
    "A property without a time exists from the beginning, which is impossible if its node does not. It is \
     read as if it appeared with its node.",
);
