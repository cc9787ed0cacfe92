//! The differences between two moments.

use kifu_tree::NodeId;

use crate::View;
use crate::record::RecordKind;

/// A node that differs between two moments: *this* moment, of the view on which [`View::changes_to`] is called, and the
/// *other* moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change<'t> {
    /// The node exists only at the other moment; the view of that moment has its properties and its place.
    Added(NodeId),
    /// The node exists only at this moment. Its descendants are not listed.
    Removed(NodeId),
    /// The node exists at both moments, and these properties have different values, or exist at only one of the
    /// moments.
    Edited(NodeId, Vec<&'t str>),
}

impl<'t> View<'t> {
    /// Returns the changes from this moment to another moment of the same timeline, later or earlier. Each node
    /// occurs once, parents before their children.
    ///
    /// This takes time in proportion to the number of events in between.
    ///
    /// ```
    /// use kifu_timeline::{Builder, Change, Stamp, Time};
    ///
    /// let second = |n| Some(Stamp::at(Time::from_secs(n)));
    /// let mut builder = Builder::default();
    /// let a = builder.add_node(None, second(0));
    /// builder.put(a, "C", ["a"], second(1));
    /// let b = builder.add_node(Some(a), second(2));
    /// let (timeline, _) = builder.build();
    /// let start = timeline.at(Time::ZERO);
    /// assert_eq!(start.changes_to(timeline.last()), [Change::Edited(a, vec!["C"]), Change::Added(b)]);
    /// assert_eq!(timeline.last().changes_to(start), [Change::Edited(a, vec!["C"]), Change::Removed(b)]);
    /// ```
    pub fn changes_to(self, other: View<'t>) -> Vec<Change<'t>> {
        let between = self.rank.min(other.rank)..self.rank.max(other.rank);
        let mut touched = Vec::new();
        for rank in between {
            let record = &self.timeline.records[rank as usize];
            let Some(node) = NodeId::from_index(record.node as usize) else {
                continue;
            };
            match record.kind() {
                _ if record.is_ignored() => {}
                RecordKind::Trigger => {}
                RecordKind::RemoveNode => self.removed_with(node, rank + 1, &mut touched),
                RecordKind::AddNode | RecordKind::Put | RecordKind::Remove => touched.push(node),
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let changes = touched
            .into_iter()
            .filter_map(|node| self.change_of(node, other));
        changes.collect()
    }

    /// Adds `top` and the nodes that are removed with it to `found`.
    fn removed_with(self, top: NodeId, rank: u32, found: &mut Vec<NodeId>) {
        let died = &self.timeline.lives.died;
        let mut todo = vec![top];
        while let Some(node) = todo.pop() {
            found.push(node);
            let children = self.timeline.nodes.children(node);
            todo.extend(children.filter(|child| died[child.index()] == rank));
        }
    }

    fn change_of(self, node: NodeId, other: View<'t>) -> Option<Change<'t>> {
        match (self.has(node), other.has(node)) {
            (false, false) => None,
            (false, true) => Some(Change::Added(node)),
            (true, false) => {
                let parent = self.parent(node);
                let is_top = parent.is_none_or(|parent| other.has(parent));
                is_top.then_some(Change::Removed(node))
            }
            (true, true) => {
                let edited = self.edited(node, other);
                (!edited.is_empty()).then_some(Change::Edited(node, edited))
            }
        }
    }

    fn edited(self, node: NodeId, other: View<'t>) -> Vec<&'t str> {
        let of_node = self.timeline.histories.of_node(node.index());
        let names = of_node.map(|at| {
            &*self
                .timeline
                .idents
                .get(self.timeline.histories.ident(at))
                .name
        });
        let differs = |name: &&str| match (self.property(node, name), other.property(node, name)) {
            (None, None) => false,
            (Some(here), Some(there)) => !here.eq(there),
            _ => true,
        };
        names.filter(differs).collect()
    }
}
