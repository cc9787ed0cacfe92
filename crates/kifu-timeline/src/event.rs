//! The events of a recording.

use kifu_span::Span;
use kifu_tree::NodeId;

use crate::{Time, Values};

/// The time of an event, and its position among the events at that time.
///
/// An event without a stamp is *initial*: it belongs to the content that exists before anything happens.
///
/// ```
/// use kifu_timeline::{Stamp, Time};
///
/// let first = Stamp::at(Time::from_millis(200));
/// assert!(first < Stamp { counter: 1, ..first });
/// assert!(None < Some(first), "what is initial comes before all");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stamp {
    /// The time since the start of the recording.
    pub time: Time,
    /// The position among the events at that time: smaller counters come first, and events with equal counters
    /// are in the order of their source.
    pub counter: u32,
}

impl Stamp {
    /// The first position at a time.
    pub const fn at(time: Time) -> Stamp {
        Stamp { time, counter: 0 }
    }
}

/// An event: a change of the game tree, or an instruction to the viewer.
#[derive(Clone, Debug)]
pub struct Event<'t> {
    /// The time and position; `None` if the event is initial.
    pub at: Option<Stamp>,
    /// The node that changes.
    pub node: NodeId,
    /// The kind of event, with its data.
    pub kind: EventKind<'t>,
    /// The span of the event in the source of the recording; empty, at 0, if it has none.
    pub place: Span,
    /// Whether the event has no effect because its node does not exist: the node or its parent was removed.
    pub ignored: bool,
}

/// The kinds of events, with their data.
#[derive(Clone, Debug)]
pub enum EventKind<'t> {
    /// The node appears, after those of its siblings that precede it in the forest of the timeline.
    AddNode,
    /// The node and its descendants are removed.
    RemoveNode,
    /// A property is given values: a list takes them, a comment is extended by them, and any other property is
    /// replaced.
    Put {
        /// The identifier, in capitals.
        ident: &'t str,
        /// The values, in the syntax of SGF.
        values: Values<'t>,
    },
    /// Values of a property are removed; without values, the whole property.
    Remove {
        /// The identifier, in capitals.
        ident: &'t str,
        /// The values to remove, in the syntax of SGF; none for the whole property.
        values: Values<'t>,
    },
    /// An instruction to the viewer. The tree does not change.
    Trigger {
        /// The unescaped name: `N` to show this node, `ENDED`, or one that a program defines.
        name: &'t str,
    },
}

impl EventKind<'_> {
    /// Describes the event: properties and triggers in the syntax of RGF, cut to `most` characters and an `…`; nodes in
    /// words.
    ///
    /// ```
    /// use kifu_timeline::EventKind;
    ///
    /// assert_eq!(EventKind::AddNode.describe(60), "a node appears");
    /// let trigger = EventKind::Trigger { name: "X-MARK:Opening" };
    /// assert_eq!(trigger.describe(60), "VT[X-MARK:Opening]");
    /// assert_eq!(trigger.describe(9), "VT[X-MARK…");
    /// ```
    pub fn describe(&self, most: usize) -> String {
        // More values than characters do not fit.
        let mut text = match self {
            EventKind::AddNode => return "a node appears".to_owned(),
            EventKind::RemoveNode => return "the node is removed".to_owned(),
            EventKind::Put { ident, values } => {
                let values = values.clone().take(most);
                let values: String = values.map(|value| format!("[{value}]")).collect();
                format!("{ident}{values}")
            }
            EventKind::Remove { ident, values } => {
                let values: Vec<&str> = values.clone().take(most).collect();
                format!("RP[{ident}:{}]", values.join(","))
            }
            EventKind::Trigger { name } => format!("VT[{name}]"),
        };
        if let Some((at, _)) = text.char_indices().nth(most) {
            text.truncate(at);
            text.push('…');
        }
        text
    }
}
