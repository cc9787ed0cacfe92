//! Splits a game tree into stretches: runs of nodes up to the next branching.

use alloc::vec;
use alloc::vec::Vec;

use kifu_tree::NodeId;

use crate::{Document, GameContext};

/// A run of nodes in which each node except the last has exactly one child.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Stretch {
    /// The number of the stretch in the game, from 0.
    pub id: u32,
    /// The number of the stretch that it branches from; `None` for the trunk.
    pub parent: Option<u32>,
    /// The index of the stretch among the variations after its parent, from 0.
    pub variation: u32,
    /// The number of branchings on the path to the stretch.
    pub level: usize,
    /// The first node of the stretch.
    pub first: NodeId,
    /// The number of nodes in the stretch.
    pub nodes: u64,
    /// The number of moves in the stretch.
    pub moves: u64,
    /// The number of moves on the path to the stretch.
    pub moves_before: u64,
    /// The number of variations that follow it; 0 at the end of a line.
    pub variations: u64,
    /// Whether variations after the stretch are not visited, because they are nested too deeply.
    pub cut: bool,
}

/// An iterator over the stretches of a game. Each stretch comes before those that branch from it.
///
/// ```
/// use kifu_sgf::{Document, Stretches};
///
/// let document = Document::parse("(;B[aa];W[bb](;B[cc])(;B[dd];W[ee](;B[ff])(;B[gg])))")?;
/// let root = document.roots().next().unwrap();
/// let mut stretches = Stretches::new(&document, root, None);
/// let mut paths = Vec::new();
/// while let Some(stretch) = stretches.next() {
///     paths.push((stretches.path(&stretch, 10), stretch.moves));
/// }
/// assert_eq!(paths, [(vec![], 2), (vec![0], 1), (vec![1], 2), (vec![1, 0], 1), (vec![1, 1], 1)]);
/// # Ok::<(), kifu_sgf::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stretches<'d> {
    document: &'d Document,
    context: GameContext,
    depth: usize,
    /// The starts of the stretches still to visit; the next one is last.
    starts: Vec<StretchStart>,
    /// For each stretch visited so far: its parent, and its index among the variations.
    visited: Vec<(Option<u32>, u32)>,
}

#[derive(Clone, Debug)]
struct StretchStart {
    node: NodeId,
    parent: Option<u32>,
    variation: u32,
    level: usize,
    moves_before: u64,
    /// The number of steps to the stretch that do not take the first variation.
    nested: usize,
}

impl<'d> Stretches<'d> {
    /// Creates an iterator over the stretches of the game with this root, with variations that are
    /// nested up to `depth` levels deep: 0 is the main line alone.
    pub fn new(document: &'d Document, root: NodeId, depth: Option<usize>) -> Stretches<'d> {
        let trunk = StretchStart {
            node: root,
            parent: None,
            variation: 0,
            level: 0,
            moves_before: 0,
            nested: 0,
        };
        Stretches {
            document,
            context: GameContext::of(document.node(root)),
            depth: depth.unwrap_or(usize::MAX),
            starts: vec![trunk],
            visited: Vec::new(),
        }
    }

    fn branch(&mut self, at: NodeId, stretch: &mut Stretch, nested: usize) {
        let first = self.starts.len();
        let parent = Some(stretch.id);
        let moves_before = stretch.moves_before + stretch.moves;
        let level = stretch.level + 1;
        for (variation, node) in (0..).zip(self.children(at)) {
            stretch.variations += 1;
            let nested = nested + usize::from(variation > 0);
            if nested > self.depth {
                stretch.cut = true;
                continue;
            }
            self.starts.push(StretchStart {
                node,
                parent,
                variation,
                level,
                moves_before,
                nested,
            });
        }
        self.starts[first..].reverse();
    }

    /// Returns the children of a node except variations without nodes.
    fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<'d> {
        let document = self.document;
        document
            .forest()
            .children(id)
            .filter(|child| !document.node(*child).is_empty_variation())
    }

    /// Returns the index of the variation taken at each branching on the path to a stretch, from 0;
    /// only the last `max` of them.
    ///
    /// # Panics
    ///
    /// Panics if the stretch was not returned by this iterator.
    pub fn path(&self, stretch: &Stretch, max: usize) -> Vec<u32> {
        let mut path = Vec::with_capacity(max.min(stretch.level));
        let mut at = self.visited[stretch.id as usize];
        while let ((Some(parent), variation), true) = (at, path.len() < max) {
            path.push(variation);
            at = self.visited[parent as usize];
        }
        path.reverse();
        path
    }
}

impl<'d> Iterator for Stretches<'d> {
    type Item = Stretch;

    fn next(&mut self) -> Option<Stretch> {
        let start = self.starts.pop()?;
        // A document has fewer than 2^32 nodes.
        let id = self.visited.len() as u32;
        self.visited.push((start.parent, start.variation));
        let mut stretch = Stretch {
            id,
            parent: start.parent,
            variation: start.variation,
            level: start.level,
            first: start.node,
            nodes: 0,
            moves: 0,
            moves_before: start.moves_before,
            variations: 0,
            cut: false,
        };
        let mut at = start.node;
        loop {
            stretch.nodes += 1;
            stretch.moves += self.document.node(at).move_count(&self.context) as u64;
            let mut children = self.children(at);
            match (children.next(), children.next()) {
                (Some(only), None) => at = only,
                (None, _) => break,
                (Some(_), Some(_)) => {
                    self.branch(at, &mut stretch, start.nested);
                    break;
                }
            }
        }
        Some(stretch)
    }
}
