//! The findings in recordings.

kifu_span::codes! {
    /// All codes of this crate, sorted by name.
    AFTER_END Error "timeline/after-end":
        "an event after the end of the recording".
        "The recording is longer than its declared length. kifu takes the last event as the end. Declare a length that \
        is at least the time of that event."
    ALREADY_THERE Warning "timeline/already-there":
        "a value is added to a list that already contains it".
        "A list contains each value, and each point, only once. Existing values stay in their place, and only the \
        missing ones are added."
    BAD_IDENTIFIER Error "timeline/bad-identifier":
        "an invalid property identifier".
        "An identifier is a capital letter followed by capital letters and digits. kifu ignores a property with any \
        other identifier, because it could not be written as SGF."
    BEFORE_NODE Error "timeline/before-node":
        "a property is older than its node".
        "A property cannot be added to a node that does not exist yet. kifu adds it when the node appears."
    BEFORE_PARENT Error "timeline/before-parent":
        "a node is older than its parent".
        "A node cannot follow a node that does not exist yet. kifu lets it appear when its parent does."
    CHARSET_SWITCH Warning "timeline/charset-switch":
        "control characters that switch to another charset".
        "The characters ESC and SO have no meaning in a text, but a file that contains them would be read as if it \
        were in another charset. kifu removes them."
    CONFLICT Error "timeline/conflict":
        "a value contradicts an existing one".
        "At every moment, the recording must be a valid SGF game tree: a node must not have two moves, and a point \
        must not have two stones, marks or owners. The later value replaces the earlier one. To make this explicit, \
        remove the earlier value at the same time."
    DEAD_NODE Error "timeline/dead-node":
        "an event for a node that does not exist".
        "The node was removed earlier, or never appeared because its parent was removed. kifu ignores the event."
    GAME_INFO Error "timeline/game-info":
        "game information in a recording".
        "Game information belongs in the SGF file, at the node that the recording continues or above it, and does not \
        change during a recording. kifu reads the property like any other."
    INITIAL_REMOVAL Error "timeline/initial-removal":
        "a removal before the recording starts".
        "A recording starts from a plain SGF game tree, in which nothing is ever removed. kifu carries out the \
        removal."
    INITIAL_REPEATED Error "timeline/initial-repeated":
        "a property appears twice in a node before the recording starts".
        "A recording starts from a plain SGF game tree, in which a node has each property only once. kifu reads the \
        second one as if it came later."
    INITIAL_TRIGGER Warning "timeline/initial-trigger":
        "a trigger without a time".
        "Without a time, a trigger can only name the node to start at, with `N`. Any other trigger without a time \
        would never fire."
    LABEL_REPLACED Warning "timeline/label-replaced":
        "a labelled point gets another label".
        "A point has one label. The new label replaces the old one; some programs show both. To make this explicit, \
        remove the old label first."
    MOVE_CHANGED Warning "timeline/move-changed":
        "a move is replaced after play continued from it".
        "The nodes below now follow a different move, which is rarely intended. kifu carries out the change."
    NEGATIVE_TIME Warning "timeline/negative-time":
        "a time before the start of the recording".
        "A recording starts at time 0. kifu keeps the event and places it before the events at time 0 and after the \
        initial game tree."
    NOT_THERE Warning "timeline/not-there":
        "a removal of a node, property or value that does not exist".
        "The node, the property or this value does not exist at that time, so the removal has no effect."
    ROOT_PROPERTY Error "timeline/root-property":
        "a root property in a recording".
        "A recording continues a node of a game, and the root of that game is in the SGF file. kifu ignores the \
        property: it could change the board, or the meaning of every text."
    SEVERAL_VALUES Error "timeline/several-values":
        "several values for a property that takes one".
        "This property takes one value. kifu uses the first one, except that it joins the values of a comment."
    UNTIMED_NODE Error "timeline/untimed-node":
        "a node without a time is below a node with a time".
        "A node without a time exists from the beginning, which is impossible if its parent appears later. kifu lets \
        it appear with its parent."
    UNTIMED_PROPERTY Warning "timeline/untimed-property":
        "a node with a time has a property without a time".
        "A property without a time exists from the beginning, which is impossible if its node appears later. kifu adds \
        it when its node appears."
}
