//! Where the nodes of a recording are, in words.

use std::fmt;

use kifu_tree::NodeId;

use crate::Timeline;

/// The places of all nodes of a timeline; made by [`Timeline::places`].
#[derive(Clone, Debug)]
pub struct Places {
    nodes: Vec<Node>,
    stretches: Vec<Stretch>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    stretch: u32,
    /// From 1, in the first row.
    number: u32,
}

/// Nodes without a branching between them.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    parent: Option<u32>,
    turn: u32,
    /// How many branchings lead there.
    depth: u32,
}

/// A place in the tree of a recording, as the cues of
/// [`Builder::from_cues`](crate::Builder::from_cues) name it: `12`, or `0.2:12`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The variation to take at each branching, from 0.
    pub turns: Vec<u32>,
    /// The number of the node on the way there, from 1.
    pub number: u32,
}

/// Deeper places have too many turns to be named: all of them together would take more room
/// than the recording.
const MOST_TURNS: u32 = 256;

impl Timeline {
    /// Where the nodes are in the tree of all that are ever there. A node keeps its place
    /// whatever comes and goes beside it.
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
    pub fn places(&self) -> Places {
        let forest = self.nodes();
        let mut places = Places {
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

impl Places {
    /// The place of a node; `None` behind more than 256 branchings.
    pub fn of(&self, node: NodeId) -> Option<Place> {
        let Node { stretch, number } = *self.nodes.get(node.index())?;
        let mut at = *self.stretches.get(stretch as usize)?;
        if at.depth > MOST_TURNS {
            return None;
        }
        let mut turns = Vec::with_capacity(at.depth as usize);
        while let Some(parent) = at.parent {
            turns.push(at.turn);
            at = self.stretches[parent as usize];
        }
        turns.reverse();
        Some(Place { turns, number })
    }

    /// Notes the children of a node, or the first row.
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

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (turn, n) in self.turns.iter().zip(0..) {
            let dot = if n == 0 { "" } else { "." };
            write!(f, "{dot}{turn}")?;
        }
        let colon = if self.turns.is_empty() { "" } else { ":" };
        write!(f, "{colon}{}", self.number)
    }
}
