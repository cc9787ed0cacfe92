//! Names for the places of nodes in a recording.

use std::fmt;

use kifu_tree::NodeId;

use crate::Timeline;

/// The places of all nodes of a timeline; returned by [`Timeline::places`].
#[derive(Clone, Debug)]
pub struct NodePlaces {
    nodes: Vec<Node>,
    stretches: Vec<Stretch>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    stretch: u32,
    /// The depth, starting at 1 for a root.
    number: u32,
}

/// A sequence of nodes without a branching between them.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    parent: Option<u32>,
    turn: u32,
    /// The number of branchings on the path to it.
    depth: u32,
}

/// The place of a node in the tree of a recording, in the form that
/// [`Builder::from_cues`](crate::Builder::from_cues) reads: `12`, or `0.2:12`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NodePlace {
    /// The variation to take at each branching, starting at 0.
    pub turns: Vec<u32>,
    /// The number of the node on that path, starting at 1.
    pub number: u32,
}

/// The maximum number of turns of a place. Deeper places are not available: all of them together would take
/// more memory than the recording.
const MAX_TURNS: u32 = 256;

impl Timeline {
    /// Returns the places of the nodes in the tree of all nodes that ever exist. The place of a node does not
    /// depend on when other nodes exist.
    ///
    /// ```
    /// use kifu_timeline::{Builder, Stamp, Time};
    ///
    /// let mut builder = Builder::default();
    /// let at = |n| Some(Stamp::at(Time::from_secs(n)));
    /// let first = builder.add_node(None, at(1));
    /// let second = builder.add_node(Some(first), at(2));
    /// let other = builder.add_node(Some(first), at(3));
    /// let (timeline, _) = builder.build();
    /// let places = timeline.places();
    /// let named = [first, second, other].map(|node| places.of(node).unwrap().to_string());
    /// assert_eq!(named, ["1", "0:2", "1:2"]);
    /// ```
    pub fn places(&self) -> NodePlaces {
        let forest = self.nodes();
        let mut places = NodePlaces {
            nodes: vec![Node::default(); forest.id_count()],
            stretches: Vec::new(),
        };
        places.row(forest.roots(), None);
        let all = forest.roots().flat_map(|root| forest.preorder(root));
        for node in all {
            let at = places.nodes[node.index()];
            places.row(forest.children(node), Some(at));
        }
        places
    }
}

impl NodePlaces {
    /// The place of a node; `None` after more than 256 branchings.
    pub fn of(&self, node: NodeId) -> Option<NodePlace> {
        let Node { stretch, number } = *self.nodes.get(node.index())?;
        let mut at = *self.stretches.get(stretch as usize)?;
        if at.depth > MAX_TURNS {
            return None;
        }
        let mut turns = Vec::with_capacity(at.depth as usize);
        while let Some(parent) = at.parent {
            turns.push(at.turn);
            at = self.stretches[parent as usize];
        }
        turns.reverse();
        Some(NodePlace { turns, number })
    }

    /// Adds the children of a node, or the roots.
    fn row(&mut self, row: impl Iterator<Item = NodeId> + Clone, parent: Option<Node>) {
        let branches = row.clone().nth(1).is_some();
        let number = parent.map_or(0, |parent| parent.number) + 1;
        if parent.is_none() {
            self.stretches.push(Stretch {
                parent: None,
                turn: 0,
                depth: 0,
            });
        }
        let above = parent.map_or(0, |parent| parent.stretch);
        for (turn, node) in (0..).zip(row) {
            let mut stretch = above;
            if branches {
                stretch = self.stretches.len() as u32;
                let depth = self.stretches[above as usize].depth + 1;
                self.stretches.push(Stretch {
                    parent: Some(above),
                    turn,
                    depth,
                });
            }
            self.nodes[node.index()] = Node { stretch, number };
        }
    }
}

impl fmt::Display for NodePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (turn, n) in self.turns.iter().zip(0..) {
            let dot = if n == 0 { "" } else { "." };
            write!(f, "{dot}{turn}")?;
        }
        let colon = if self.turns.is_empty() { "" } else { ":" };
        write!(f, "{colon}{}", self.number)
    }
}
