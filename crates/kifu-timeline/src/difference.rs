//! Builds a recording from two versions of a game.

use kifu_sgf::{Document, GameContext};
use kifu_tree::NodeId;

use crate::matching::{Properties, key, matched};
use crate::tree::{children, properties};
use crate::{Builder, Stamp, Time};

impl Builder {
    /// Builds a recording that leads from one version of a game to another: the first version is the initial
    /// content, and at the given time everything that differs is changed. Differences of the roots themselves
    /// are omitted, since a recording starts below the root.
    ///
    /// Nodes are the same if they and their ancestors have the same moves and stones, in the order of both
    /// versions; other nodes are removed and added.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// use kifu_timeline::{Builder, Time};
    ///
    /// let versions = ["(;GM[1];B[pd]C[Good];W[dd])", "(;GM[1];B[pd]C[Good?](;W[dd])(;W[pp]))"];
    /// let [old, new] = versions.map(|sgf| Document::parse(sgf).unwrap());
    /// let [a, b] = [&old, &new].map(|game| game.roots().next().unwrap());
    /// let builder = Builder::from_difference((&old, a), (&new, b), Time::from_secs(60));
    /// let (timeline, _) = builder.build();
    /// assert_eq!(timeline.first().to_sgf(), "(;B[pd]C[Good];W[dd])");
    /// assert_eq!(timeline.last().to_sgf(), "(;B[pd]C[Good?](;W[dd])(;W[pp]))");
    /// ```
    pub fn from_difference(
        (old, old_root): (&Document, NodeId),
        (new, new_root): (&Document, NodeId),
        at: Time,
    ) -> Builder {
        let mut difference = Difference {
            old,
            new,
            at: Some(Stamp::at(at)),
            builder: Builder::new(GameContext::of(old.node(old_root))),
        };
        let mut todo = vec![Pair {
            old: Some(old_root),
            new: Some(new_root),
            copy: None,
        }];
        while let Some(pair) = todo.pop() {
            let pairs = difference.children(&pair);
            // The children of these nodes are added later, so that siblings are added in order.
            let start = todo.len();
            let is_gone = pair.new.is_none();
            todo.extend(
                pairs
                    .into_iter()
                    .map(|below| difference.copy(below, pair.copy, is_gone)),
            );
            todo[start..].reverse();
        }
        difference.builder
    }
}

/// A node of one version, or of both.
struct Pair {
    old: Option<NodeId>,
    new: Option<NodeId>,
    copy: Option<NodeId>,
}

struct Difference<'d> {
    old: &'d Document,
    new: &'d Document,
    at: Option<Stamp>,
    builder: Builder,
}

impl Difference<'_> {
    /// Matches the children of a pair, in an order that agrees with both versions.
    fn children(&self, pair: &Pair) -> Vec<Pair> {
        let below = |document, node: Option<NodeId>| -> (Vec<NodeId>, Vec<Properties>) {
            let row = node.into_iter().flat_map(|node| children(document, node));
            row.map(|node| (node, key(&properties(document, document.node(node)))))
                .unzip()
        };
        let (old, old_keys) = below(self.old, pair.old);
        let (new, new_keys) = below(self.new, pair.new);
        let new_keys: Vec<Option<Properties>> = new_keys.into_iter().map(Some).collect();
        let pairs = matched(&old_keys, &new_keys).into_iter();
        let pairs = pairs.map(|(in_old, in_new)| Pair {
            old: in_old.map(|at| old[at]),
            new: in_new.map(|at| new[at]),
            copy: None,
        });
        pairs.collect()
    }

    /// Adds a node with its changes. `is_gone` means that an ancestor is removed, and the node with it, so that
    /// the node needs no removal of its own.
    fn copy(&mut self, pair: Pair, parent: Option<NodeId>, is_gone: bool) -> Pair {
        let born = if pair.old.is_some() { None } else { self.at };
        let copy = self.builder.add_node(parent, born);
        match (pair.old, pair.new) {
            (Some(old), Some(new)) => {
                self.builder.put_all(self.old, old, copy, None);
                self.change(old, new, copy);
            }
            (Some(old), None) => {
                self.builder.put_all(self.old, old, copy, None);
                if !is_gone {
                    self.builder.remove_node(copy, self.at);
                }
            }
            (None, Some(new)) => self.builder.put_all(self.new, new, copy, self.at),
            (None, None) => {}
        }
        Pair {
            copy: Some(copy),
            ..pair
        }
    }

    fn change(&mut self, old: NodeId, new: NodeId, copy: NodeId) {
        let old = properties(self.old, self.old.node(old));
        let new = properties(self.new, self.new.node(new));
        self.builder.change(copy, &old, &new, self.at);
    }
}
