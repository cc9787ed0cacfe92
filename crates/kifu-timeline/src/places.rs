//! The addresses of nodes in a recording.

use kifu_tree::{Address, Addresses, Forest, NodeId};

use crate::{EventKind, Timeline};

/// The addresses of all nodes of a timeline; returned by [`Timeline::places`].
#[derive(Clone, Debug)]
pub struct NodePlaces {
    addresses: Addresses,
    /// For the index of each node of the timeline, the node that represents it in the tree of the addresses.
    copies: Vec<Option<NodeId>>,
}

impl Timeline {
    /// Returns the addresses of the nodes in the tree of all nodes that ever exist, in which `m0` is the node that
    /// the recording continues. The address of a node does not depend on when other nodes exist.
    ///
    /// ```
    /// use kifu_timeline::{Builder, Stamp, Time};
    ///
    /// let mut builder = Builder::default();
    /// let at = |n| Some(Stamp::at(Time::from_secs(n)));
    /// let first = builder.add_node(None, at(1));
    /// let second = builder.add_node(Some(first), at(2));
    /// let other = builder.add_node(Some(first), at(3));
    /// for node in [first, second, other] {
    ///     builder.put(node, "B", [""], at(4));
    /// }
    /// let (timeline, _) = builder.build();
    /// let places = timeline.places();
    /// let named = [first, second, other].map(|node| places.of(node).unwrap().to_string());
    /// assert_eq!(named, ["m1", "m2", "m2:1"]);
    /// ```
    pub fn places(&self) -> NodePlaces {
        let nodes = self.nodes();
        let mut tree = Forest::new();
        let base = tree.push_root(());
        let mut copies = vec![None; nodes.id_count()];
        for node in nodes.roots().flat_map(|root| nodes.preorder(root)) {
            let above = nodes.parent(node).and_then(|parent| copies[parent.index()]);
            copies[node.index()] = Some(tree.push_child(above.unwrap_or(base), ()));
        }
        let mut has_move = vec![false; tree.id_count()];
        for event in self.events() {
            let is_move = matches!(
                event.kind,
                EventKind::Put {
                    ident: "B" | "W",
                    ..
                }
            );
            if let Some(copy) = copies[event.node.index()].filter(|_| is_move) {
                has_move[copy.index()] = true;
            }
        }
        let moves = |node: NodeId| Some(u32::from(has_move[node.index()]));
        NodePlaces {
            addresses: Addresses::of(&tree, base, moves),
            copies,
        }
    }
}

impl NodePlaces {
    /// Returns the address of a node; `None` if the timeline does not have it.
    pub fn of(&self, node: NodeId) -> Option<Address> {
        let copy = self.copies.get(node.index())?;
        self.addresses.get((*copy)?)
    }
}
