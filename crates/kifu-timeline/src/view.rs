//! The state at one moment.

use kifu_core::Size;
use kifu_sgf::value;
use kifu_tree::NodeId;

use crate::history::PropertyState;
use crate::strings::Strings;
use crate::{Event, Stamp, Timeline};

/// The game tree at one moment of a [`Timeline`]: the content of an SGF file below the node that the recording
/// continues.
///
/// A view is a position in the timeline, so creating it, copying it and stepping are cheap. Properties are
/// looked up on demand, by binary search among their changes.
#[derive(Clone, Copy)]
pub struct View<'t> {
    pub(crate) timeline: &'t Timeline,
    pub(crate) rank: u32,
}

impl<'t> View<'t> {
    /// The timeline of the view.
    pub fn timeline(self) -> &'t Timeline {
        self.timeline
    }

    /// The number of events that have happened.
    pub fn rank(self) -> usize {
        self.rank as usize
    }

    /// The stamp of the last event; `None` if only initial events have happened.
    pub fn stamp(self) -> Option<Stamp> {
        self.timeline.stamp(self.rank().checked_sub(1)?)
    }

    /// The current node; `None` for the one that the recording continues.
    pub fn cursor(self) -> Option<NodeId> {
        self.timeline.cursor(self.rank())
    }

    /// The triggers so far, in order.
    pub fn triggers(self) -> impl DoubleEndedIterator<Item = Event<'t>> {
        let ranks = &self.timeline.lives.triggers;
        let past = &ranks[..ranks.partition_point(|rank| *rank < self.rank)];
        past.iter()
            .filter_map(move |rank| self.timeline.event(*rank as usize))
    }

    /// The moment after the next event; `None` at the end.
    #[must_use]
    pub fn next(self) -> Option<View<'t>> {
        let rank = self.rank + 1;
        (self.rank() < self.timeline.len()).then_some(View { rank, ..self })
    }

    /// The moment before the last event; `None` at the start.
    #[must_use]
    pub fn previous(self) -> Option<View<'t>> {
        let rank = self.rank.checked_sub(1)?;
        Some(View { rank, ..self })
    }

    // ---- the tree ----

    /// The nodes that exist, in the order of the tree.
    pub fn nodes(self) -> impl Iterator<Item = NodeId> + 't {
        let forest = self.timeline.nodes();
        let all = forest.roots().flat_map(|root| forest.preorder(root));
        all.filter(move |node| self.has(*node))
    }

    /// The number of nodes with a move that is valid for the board and the game that a root of the recording
    /// states.
    ///
    /// ```
    /// use kifu_timeline::{Builder, Stamp};
    ///
    /// let mut builder = Builder::default();
    /// let root = builder.add_node(None, None);
    /// for point in ["pd", "tt", "zz"] {
    ///     let node = builder.add_node(Some(root), None);
    ///     builder.put(node, "B", [point], None);
    /// }
    /// // A pass is a move; a point off the board is not.
    /// assert_eq!(builder.build().0.last().move_count(), 2);
    /// ```
    pub fn move_count(self) -> usize {
        let roots: Vec<NodeId> = self.timeline.nodes().roots().collect();
        let of_root = |ident| {
            let mut values = roots.iter().filter_map(|root| self.property(*root, ident));
            values.find_map(|mut values| values.next())
        };
        let game = of_root("GM").and_then(|text| value::number(text.as_bytes()).ok());
        let is_go = game.is_none_or(|game| game.value == 1);
        let size = of_root("SZ").and_then(|text| value::size(text.as_bytes()).ok());
        let size = size.map_or_else(Size::default, |size| size.value);
        // The same condition as in `kifu_sgf::Property::mover`.
        let is_read = |text: &str| !is_go || value::action(text.as_bytes(), size).is_ok();
        let is_move = |node: &NodeId| {
            ["B", "W"].iter().any(|player| {
                let values = self.property(*node, player);
                let value = values.and_then(|mut values| values.next());
                value.is_some_and(is_read)
            })
        };
        self.nodes().filter(is_move).count()
    }

    /// Whether a node exists.
    ///
    /// # Panics
    ///
    /// Panics if the node belongs to another, larger timeline; so do the other methods.
    pub fn has(self, node: NodeId) -> bool {
        self.timeline.lives.is_live(node, self.rank)
    }

    /// The roots: the children of the node that the recording continues.
    pub fn roots(self) -> impl Iterator<Item = NodeId> + 't {
        self.timeline
            .nodes
            .roots()
            .filter(move |node| self.has(*node))
    }

    /// The children of a node, in order.
    pub fn children(self, node: NodeId) -> impl Iterator<Item = NodeId> + 't {
        self.timeline
            .nodes
            .children(node)
            .filter(move |node| self.has(*node))
    }

    /// The parent of a node; `None` for a root.
    pub fn parent(self, node: NodeId) -> Option<NodeId> {
        self.timeline.nodes.parent(node)
    }

    // ---- properties ----

    /// The properties of a node, in the order in which they appeared: identifiers in capitals, and values.
    /// Empty if the node does not exist.
    pub fn properties(self, node: NodeId) -> impl Iterator<Item = (&'t str, Values<'t>)> {
        let histories = &self.timeline.histories;
        let range = if self.has(node) {
            histories.of_node(node.index())
        } else {
            0..0
        };
        let mut states = range.filter_map(move |at| {
            let (state, since) = self.timeline.state(at, self.rank)?;
            Some((since, histories.ident(at), state))
        });
        // Most nodes have one property, which needs no list.
        let first = states.next();
        let mut states: Vec<_> = states.collect();
        let only = first.filter(|_| states.is_empty());
        if let (None, Some(first)) = (only, first) {
            states.insert(0, first);
            states.sort_by_key(|(since, ..)| *since);
        }
        only.into_iter()
            .chain(states)
            .map(move |(_, ident, state)| {
                let name = &*self.timeline.idents.get(ident).name;
                (name, self.values(state))
            })
    }

    /// The values of a property, in order, in the syntax of SGF; `None` if the node or the property does not
    /// exist. The identifier is in capitals.
    pub fn property(self, node: NodeId, ident: &str) -> Option<Values<'t>> {
        let ident = self
            .timeline
            .idents
            .find(ident)
            .filter(|_| self.has(node))?;
        let histories = &self.timeline.histories;
        let at = histories
            .of_node(node.index())
            .find(|at| histories.ident(*at) == ident)?;
        let (state, _) = self.timeline.state(at, self.rank)?;
        Some(self.values(state))
    }

    fn values(self, state: PropertyState) -> Values<'t> {
        let Timeline {
            written, histories, ..
        } = self.timeline;
        Values(match state {
            // A state of `Timeline::state` has its values.
            PropertyState::Absent | PropertyState::Once => Each::Written(written, 0..0),
            PropertyState::Written { first, count } => Each::Written(written, first..first + count),
            PropertyState::Joined(text) => Each::One(Some(histories.text(text))),
            PropertyState::Listed { first, end } => {
                let values = histories.live(first, end, self.rank).into_iter();
                Each::Listed(self.timeline, values)
            }
        })
    }
}

impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View")
            .field("rank", &self.rank)
            .field("sgf", &self.to_sgf())
            .finish()
    }
}

/// Views are equal if they belong to the same timeline and have the same number of events.
impl PartialEq for View<'_> {
    fn eq(&self, other: &View<'_>) -> bool {
        std::ptr::eq(self.timeline, other.timeline) && self.rank == other.rank
    }
}

impl Eq for View<'_> {}

/// An iterator over the values of a property, in order, in the syntax of SGF. [`kifu_sgf::text()`] converts a
/// value to plain text.
#[derive(Clone, Debug)]
pub struct Values<'t>(Each<'t>);

#[derive(Clone)]
enum Each<'t> {
    Written(&'t Strings, std::ops::Range<u32>),
    One(Option<&'t str>),
    Listed(&'t Timeline, std::vec::IntoIter<u32>),
}

impl std::fmt::Debug for Each<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(Values(self.clone())).finish()
    }
}

impl<'t> Values<'t> {
    pub(crate) fn written(strings: &'t Strings, numbers: std::ops::Range<u32>) -> Values<'t> {
        Values(Each::Written(strings, numbers))
    }
}

impl<'t> Iterator for Values<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        match &mut self.0 {
            Each::Written(strings, values) => Some(strings.get(values.next()?)),
            Each::One(value) => value.take(),
            Each::Listed(timeline, values) => {
                let value = values.next()?;
                Some(timeline.histories.value(&timeline.written, value))
            }
        }
    }
}
