//! What happens, and when.

use kifu_span::Span;
use kifu_tree::NodeId;

use crate::{Time, Values};

/// The moment of an event, and its place among those of one moment.
///
/// Without a stamp an event is *initial*: it belongs to what is there before anything
/// happens.
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
    /// When.
    pub time: Time,
    /// Which among the events of that time: smaller ones come first, equal ones in
    /// the order they were given.
    pub counter: u32,
}

impl Stamp {
    /// The first place at a time.
    pub const fn at(time: Time) -> Stamp {
        Stamp { time, counter: 0 }
    }
}

/// Something that happens to a game tree.
#[derive(Clone, Debug)]
pub struct Event<'t> {
    /// When; `None` if it is initial.
    pub at: Option<Stamp>,
    /// To which node.
    pub node: NodeId,
    /// What.
    pub what: What<'t>,
    /// Where the source of the recording says so; empty, at 0, if it has none.
    pub place: Span,
    /// It has no effect, since its node is not there: it was removed, or its parent was.
    pub ignored: bool,
}

/// What happens.
#[derive(Clone, Debug)]
pub enum What<'t> {
    /// The node appears, as the last child of its parent that is there and stands before
    /// it in the recording.
    AddNode,
    /// The node and all below it vanish.
    RemoveNode,
    /// A property is given values: a list takes them up, a comment grows by them,
    /// any other is replaced.
    Put {
        /// Its identifier, in capitals.
        ident: &'t str,
        /// The values, as SGF writes them between brackets.
        values: Values<'t>,
    },
    /// Values of a property go; with no values, all of it.
    Remove {
        /// Its identifier, in capitals.
        ident: &'t str,
        /// The values that go, as SGF writes them; none for all.
        values: Values<'t>,
    },
    /// The viewer is asked for something. The tree stays as it is.
    Trigger {
        /// For what, unescaped: `N` to show this node, `ENDED`, or what a program made up.
        name: &'t str,
    },
}

impl What<'_> {
    /// Describes what happens as an RGF file writes it, cut to this many characters.
    ///
    /// ```
    /// use kifu_timeline::What;
    ///
    /// assert_eq!(What::AddNode.describe(60), "a node appears");
    /// let trigger = What::Trigger { name: "X-MARK:Opening" };
    /// assert_eq!(trigger.describe(60), "VT[X-MARK:Opening]");
    /// assert_eq!(trigger.describe(9), "VT[X-MARK…");
    /// ```
    pub fn describe(&self, most: usize) -> String {
        // More values than characters do not fit.
        let mut text = match self {
            What::AddNode => return "a node appears".to_owned(),
            What::RemoveNode => return "the node goes".to_owned(),
            What::Put { ident, values } => {
                let values = values.clone().take(most);
                let values: String = values.map(|value| format!("[{value}]")).collect();
                format!("{ident}{values}")
            }
            What::Remove { ident, values } => {
                let values: Vec<&str> = values.clone().take(most).collect();
                format!("RP[{ident}:{}]", values.join(","))
            }
            What::Trigger { name } => format!("VT[{name}]"),
        };
        if let Some((at, _)) = text.char_indices().nth(most) {
            text.truncate(at);
            text.push('…');
        }
        text
    }
}
