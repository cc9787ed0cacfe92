//! The layout of a game tree: each node has a column, its depth, and a row; no line crosses another.

use kifu_sgf::NodeId;
use kifu_tree::Forest;

/// A run of nodes in one row, each the first child of the one before.
#[derive(Clone, Copy, Debug)]
struct Chain {
    /// The place of the first node.
    first: u32,
    len: u32,
    column: u32,
    row: u32,
    /// The place of the node that the chain continues.
    parent: Option<u32>,
}

/// The children of a node in rows below it: a line from the node to the row of the last one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Fork {
    column: u32,
    row: u32,
    /// The row of the last child.
    last: u32,
    parent: u32,
}

/// The content of a cell of the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cell {
    Empty,
    /// A node; `None` is the position before the first nodes.
    Node(Option<NodeId>),
    /// The start of a chain whose first node is in the next column; `parent` is the node that it continues. If `is_last`,
    /// no other chain of that node is below.
    Corner {
        first: NodeId,
        is_last: bool,
    },
    /// A line that connects `parent` with a chain further down.
    Pass {
        parent: Option<NodeId>,
    },
}

/// The layout of a tree. It is computed once, in linear time apart from sorting the chains, and answers what is in a cell in
/// logarithmic time.
#[derive(Debug)]
pub(crate) struct Tree {
    /// The nodes, chain after chain.
    nodes: Vec<Option<NodeId>>,
    /// The place of each node in `nodes`, by its index less `base`.
    places: Vec<u32>,
    base: usize,
    /// By `first`.
    chains: Vec<Chain>,
    /// Row, column and chain, sorted.
    rows: Vec<(u32, u32, u32)>,
    forks: Vec<Fork>,
    /// The number of columns.
    width: u32,
}

/// The place of a node that is not in the tree.
const NOWHERE: u32 = u32::MAX;

impl Tree {
    /// Lays out the trees below `tops`. If `has_base`, they continue a position that has no node.
    pub(crate) fn of<N>(forest: &Forest<N>, tops: &[NodeId], has_base: bool) -> Tree {
        let all = || tops.iter().flat_map(|&top| forest.preorder(top));
        let base = all().map(NodeId::index).min().unwrap_or(0);
        let end = all().map(|id| id.index() + 1).max().unwrap_or(0);
        let mut tree = Tree {
            nodes: Vec::new(),
            places: vec![NOWHERE; end.saturating_sub(base)],
            base,
            chains: Vec::new(),
            rows: Vec::new(),
            forks: Vec::new(),
            width: 0,
        };
        // The lowest row that is in use, in each column.
        let mut used: Vec<u32> = Vec::new();
        // The chains to lay out: the first node, its column, and the place of its parent.
        let mut waiting: Vec<(NodeId, u32, Option<u32>)> = Vec::new();
        if has_base {
            tree.nodes.push(None);
            tree.chains.push(Chain {
                first: 0,
                len: 1,
                column: 0,
                row: 0,
                parent: None,
            });
            used.push(1);
            waiting.extend(tops.iter().rev().map(|&top| (top, 1, Some(0))));
        } else {
            waiting.extend(tops.iter().rev().map(|&top| (top, 0, None)));
        }
        while let Some((first, column, parent)) = waiting.pop() {
            let start = tree.nodes.len() as u32;
            let mut next = Some(first);
            while let Some(node) = next {
                let place = tree.nodes.len() as u32;
                tree.places[node.index() - base] = place;
                tree.nodes.push(Some(node));
                next = forest.first_child(node);
                // Deeper branches are laid out first, so that no chain crosses the line to a chain further down. A free row above the
                // lowest one that is in use is beyond such a line.
                if forest.last_child(node) != next {
                    let from = waiting.len();
                    let branches = forest.children(node).skip(1);
                    let at = column + place - start + 1;
                    waiting.extend(branches.map(|child| (child, at, Some(place))));
                    waiting[from..].reverse();
                }
            }
            let len = tree.nodes.len() as u32 - start;
            let end = (column + len) as usize;
            if used.len() < end {
                used.resize(end, 0);
            }
            // The first chain of a base continues its row.
            let continues = has_base && tree.chains.len() == 1;
            let from = column as usize - usize::from(column > 0 && !continues);
            let row = used[from..end].iter().copied().max().unwrap_or(0);
            used[from..end].fill(row + 1);
            tree.chains.push(Chain {
                first: start,
                len,
                column,
                row,
                parent,
            });
        }
        tree.width = used.len() as u32;
        tree.sort();
        tree
    }

    fn sort(&mut self) {
        let chains = self.chains.iter().zip(0..);
        self.rows = chains
            .map(|(chain, index)| (chain.row, chain.column, index))
            .collect();
        self.rows.sort_unstable();
        let mut forks: Vec<Fork> = Vec::new();
        for chain in &self.chains {
            let Some(parent) = chain.parent else { continue };
            let (column, row) = self.cell_of(parent);
            if chain.row > row {
                forks.push(Fork {
                    column,
                    row,
                    last: chain.row,
                    parent,
                });
            }
        }
        forks.sort_unstable();
        // Sorted by `last`, the final entry of each parent is the one to keep.
        forks.reverse();
        forks.dedup_by_key(|fork| (fork.column, fork.row));
        forks.reverse();
        self.forks = forks;
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> u32 {
        self.rows
            .last()
            .map_or(0, |&(row, ..)| row.saturating_add(1))
    }

    /// The number of columns.
    pub(crate) const fn columns(&self) -> u32 {
        self.width
    }

    fn place(&self, node: Option<NodeId>) -> Option<u32> {
        let Some(node) = node else {
            return self.nodes.first()?.is_none().then_some(0);
        };
        let index = node.index().checked_sub(self.base)?;
        let place = self.places.get(index).copied();
        place.filter(|&place| place != NOWHERE)
    }

    fn cell_of(&self, place: u32) -> (u32, u32) {
        let after = self.chains.partition_point(|chain| chain.first <= place);
        match self.chains.get(after.saturating_sub(1)) {
            Some(chain) => (chain.column + (place - chain.first), chain.row),
            None => (0, 0),
        }
    }

    /// The column and the row of a node; `None` is the position before the first nodes.
    pub(crate) fn position(&self, node: Option<NodeId>) -> (u32, u32) {
        self.place(node).map_or((0, 0), |place| self.cell_of(place))
    }

    /// The chain in a row that starts in or before a column, and the next one.
    fn chains_at(&self, column: u32, row: u32) -> (Option<&Chain>, Option<&Chain>) {
        let after = self
            .rows
            .partition_point(|&(r, c, _)| (r, c) <= (row, column));
        let chain = |at: usize| {
            let (of, _, index) = *self.rows.get(at)?;
            self.chains.get(index as usize).filter(|_| of == row)
        };
        (after.checked_sub(1).and_then(chain), chain(after))
    }

    /// The content of a cell.
    pub(crate) fn cell(&self, column: u32, row: u32) -> Cell {
        let (here, next) = self.chains_at(column, row);
        if let Some(chain) = here.filter(|chain| column < chain.column + chain.len) {
            return Cell::Node(self.nodes[(chain.first + (column - chain.column)) as usize]);
        }
        let Some(fork) = self.fork(column, row) else {
            return Cell::Empty;
        };
        let starts =
            next.filter(|next| next.column == column + 1 && next.parent == Some(fork.parent));
        let first = starts.and_then(|chain| self.nodes[chain.first as usize]);
        match first {
            Some(first) => Cell::Corner {
                first,
                is_last: fork.last == row,
            },
            None => Cell::Pass {
                parent: self.nodes[fork.parent as usize],
            },
        }
    }

    /// The fork whose line passes through a cell below its node.
    fn fork(&self, column: u32, row: u32) -> Option<&Fork> {
        let after = self
            .forks
            .partition_point(|fork| (fork.column, fork.row) < (column, row));
        let fork = self.forks.get(after.checked_sub(1)?)?;
        (fork.column == column && row <= fork.last).then_some(fork)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A forest that grows in a pseudo-random way.
    fn grown(size: u64, seed: u64) -> (Forest<()>, NodeId) {
        let mut forest = Forest::new();
        let root = forest.push_root(());
        let mut nodes = vec![root];
        let mut state = seed;
        for _ in 1..size {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            // Most nodes continue the newest one, as moves do.
            let at = if state.is_multiple_of(4) {
                (state / 4) as usize % nodes.len()
            } else {
                nodes.len() - 1
            };
            nodes.push(forest.push_child(nodes[at], ()));
        }
        (forest, root)
    }

    #[test]
    fn no_line_crosses_another() {
        for seed in 1..200 {
            let (forest, root) = grown(seed, seed * 7919);
            let tree = Tree::of(&forest, &[root], false);
            for node in forest.preorder(root) {
                let (column, row) = tree.position(Some(node));
                assert!(column < tree.columns() && row < tree.rows());
                assert_eq!(tree.cell(column, row), Cell::Node(Some(node)));
                let Some(parent) = forest.parent(node) else {
                    continue;
                };
                let (above, top) = tree.position(Some(parent));
                assert_eq!(above + 1, column);
                if forest.first_child(parent) == Some(node) {
                    assert_eq!(top, row);
                    continue;
                }
                // The line leads down from the parent, and ends at the node.
                for between in top + 1..row {
                    match tree.cell(above, between) {
                        Cell::Pass { parent: of } => assert_eq!(of, Some(parent)),
                        Cell::Corner { first, is_last } => {
                            assert_eq!((forest.parent(first), is_last), (Some(parent), false));
                        }
                        other => panic!("{other:?}"),
                    }
                }
                let is_last = forest.last_child(parent) == Some(node);
                assert_eq!(
                    tree.cell(above, row),
                    Cell::Corner {
                        first: node,
                        is_last
                    }
                );
            }
        }
    }

    #[test]
    fn several_tops_continue_a_position() {
        let mut forest = Forest::new();
        let tops = [
            forest.push_root(()),
            forest.push_root(()),
            forest.push_root(()),
        ];
        let tree = Tree::of(&forest, &tops, true);
        assert_eq!(tree.position(None), (0, 0));
        assert_eq!(tree.cell(0, 0), Cell::Node(None));
        assert_eq!(
            tops.map(|top| tree.position(Some(top))),
            [(1, 0), (1, 1), (1, 2)]
        );
        let corner = Cell::Corner {
            first: tops[1],
            is_last: false,
        };
        assert_eq!(tree.cell(0, 1), corner);
        let empty = Tree::of::<()>(&Forest::new(), &[], true);
        assert_eq!((empty.rows(), empty.columns()), (1, 1));
    }
}
