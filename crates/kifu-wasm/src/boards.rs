//! The boards of all nodes, as differences between each node and its parent.

use kifu::core::{ByColor, Color};
use kifu::replay::{Fault, Replayer};
use kifu::rules::{Grid, Rules};
use kifu::sgf::{Document, GameContext, NodeId};
use kifu::tree::Step;

/// The maximum number of changes that are stored: 64 MB. Boards of games with more are played again for each call.
const MAX_CHANGES: usize = 1 << 25;

/// The value of [`Boards::nodes`] for a node that was not played.
const NOT_PLAYED: Entry = Entry {
    start: u32::MAX,
    depth: 0,
};

/// The boards of the games that were used, and the board that was shown last.
///
/// The games of a document are played when one of their boards is needed for the first time. From then on, the board of
/// a node follows from that of any other node of the game by a few changes for each node between them.
#[derive(Default)]
pub(crate) struct Boards {
    /// For each node, where its changes are.
    nodes: Vec<Entry>,
    /// The changes of all nodes. Those of a node end with one that has the bit [`Change::LAST`].
    changes: Vec<Change>,
    /// The roots of the games whose changes were too many to be stored.
    too_large: Vec<NodeId>,
    shown: Option<Shown>,
}

#[derive(Clone, Copy, PartialEq)]
struct Entry {
    /// The index of the first change.
    start: u32,
    /// The number of nodes above the node.
    depth: u32,
}

/// The board that was shown last.
struct Shown {
    root: NodeId,
    /// The node, or `None` before the root.
    node: Option<NodeId>,
    grid: Vec<u8>,
    prisoners: [u32; 2],
}

/// A change of a point or of the prisoners. Bits 0 to 11 are the index of the point or a number of prisoners, bits 12 to
/// 14 the kind, and bit 15 ends the list.
#[derive(Clone, Copy)]
struct Change(u16);

impl Change {
    const LAST: u16 = 0x8000;
    const VALUE: u16 = 0x0fff;
    /// The contents of a point before and after, for the kinds 0 to 5.
    const KINDS: [(u8, u8); 6] = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)];
    /// The kinds 6 and 7: more prisoners of Black and of White.
    const PRISONERS: u16 = 6;
    /// The list of a node that changes nothing: no prisoners.
    const NOTHING: Change = Change(Change::LAST | Change::PRISONERS << 12);

    fn of_point(index: usize, before: u8, after: u8) -> Change {
        let kind = match (before, after) {
            (0, 1) => 0,
            (0, _) => 1,
            (1, 0) => 2,
            (1, _) => 3,
            (_, 0) => 4,
            (_, _) => 5,
        };
        Change(index as u16 | kind << 12)
    }
}

impl Boards {
    /// Calls `f` with the board after a node and the prisoners of Black and White. `root` is the root of the node.
    pub(crate) fn at<R>(
        &mut self,
        document: &Document,
        root: NodeId,
        node: NodeId,
        f: impl FnOnce(&[u8], [u32; 2]) -> R,
    ) -> R {
        let is_too_large = match self.nodes.get(root.index()) {
            Some(entry) if *entry != NOT_PLAYED => self.too_large.contains(&root),
            _ => self.play(document, root),
        };
        if is_too_large {
            let replay = kifu::replay::replay(document, node, &Rules::LENIENT);
            let mut grid = Grid::new(replay.position.board().size());
            grid.start(replay.position.board());
            return f(grid.as_bytes(), pair(replay.prisoners));
        }
        let shown = match &mut self.shown {
            Some(shown) if shown.root == root => shown,
            shown => {
                let size = GameContext::of(document.node(root)).size;
                shown.insert(Shown {
                    root,
                    node: None,
                    grid: Grid::new(size).as_bytes().to_vec(),
                    prisoners: [0; 2],
                })
            }
        };
        shown.go_to(document, &self.nodes, &self.changes, node);
        f(&shown.grid, shown.prisoners)
    }

    /// Plays all nodes of a game. Returns whether there are too many changes.
    fn play(&mut self, document: &Document, root: NodeId) -> bool {
        let forest = document.forest();
        self.nodes.resize(forest.id_count(), NOT_PLAYED);
        if self.changes.is_empty() {
            self.changes.push(Change::NOTHING);
        }
        let start = self.changes.len();
        let mut replayer = Replayer::new(document, root, &Rules::LENIENT);
        let mut before = Grid::new(replayer.position().board().size());
        let mut prisoners = [0; 2];
        let mut depth = 0;
        // The steps back that are still to be made: those at the end of the game need not be.
        let mut left = 0;
        let mut is_too_large = false;
        for step in forest.traverse(root) {
            let id = match step {
                Step::Enter(id) => id,
                Step::Leave(_) => {
                    left += 1;
                    continue;
                }
            };
            if left > 0 {
                for _ in 0..left {
                    replayer.leave();
                }
                depth -= left;
                left = 0;
                before.start(replayer.position().board());
                prisoners = pair(replayer.prisoners());
            }
            let plies = replayer.position().plies();
            let findings = replayer.enter(id);
            let is_cut = |finding: &kifu::replay::Finding| finding.fault == Fault::TooMuchSetup;
            is_too_large = findings.iter().any(is_cut) || self.changes.len() > MAX_CHANGES;
            if is_too_large {
                break;
            }
            let at = self.changes.len();
            let size = before.size();
            match replayer.position().plies() - plies {
                0 => {}
                1 => {
                    for change in replayer.position().changes() {
                        let index = usize::from(crate::data::index(change.point, size));
                        let [old, new] = [change.before, change.after].map(stone);
                        self.changes.push(Change::of_point(index, old, new));
                    }
                    before.apply(replayer.position().changes());
                }
                _ => {
                    let mut after = Grid::new(size);
                    after.start(replayer.position().board());
                    let both = before.as_bytes().iter().zip(after.as_bytes());
                    for (index, (&old, &new)) in both.enumerate() {
                        if old != new {
                            self.changes.push(Change::of_point(index, old, new));
                        }
                    }
                    before = after;
                }
            }
            let now = pair(replayer.prisoners());
            for color in 0..2 {
                let mut more = now[color].saturating_sub(prisoners[color]);
                while more > 0 {
                    let part = more.min(u32::from(Change::VALUE));
                    let kind = Change::PRISONERS + color as u16;
                    self.changes.push(Change(part as u16 | kind << 12));
                    more -= part;
                }
            }
            prisoners = now;
            let start = match self.changes[at..].last_mut() {
                Some(last) => {
                    last.0 |= Change::LAST;
                    at as u32
                }
                None => 0,
            };
            self.nodes[id.index()] = Entry { start, depth };
            depth += 1;
        }
        if is_too_large {
            self.changes.truncate(start);
            self.nodes[root.index()] = Entry { start: 0, depth: 0 };
            self.too_large.push(root);
        }
        is_too_large
    }
}

impl Shown {
    /// Moves to another node of the game.
    fn go_to(&mut self, document: &Document, nodes: &[Entry], changes: &[Change], target: NodeId) {
        let forest = document.forest();
        if self.node == Some(target) {
            return;
        }
        // The usual step needs no list.
        if self.node == forest.parent(target) {
            self.enter(nodes, changes, target);
            return;
        }
        let depth_of = |id: NodeId| nodes[id.index()].depth;
        let mut path = Vec::new();
        let mut to = Some(target);
        while self.node != to {
            let depth = to.map_or(-1, |id| i64::from(depth_of(id)));
            match self.node {
                Some(from) if i64::from(depth_of(from)) >= depth => {
                    self.leave(nodes, changes, from);
                    self.node = forest.parent(from);
                }
                _ => {
                    let Some(id) = to else { break };
                    path.push(id);
                    to = forest.parent(id);
                }
            }
        }
        for id in path.into_iter().rev() {
            self.enter(nodes, changes, id);
        }
    }

    fn enter(&mut self, nodes: &[Entry], changes: &[Change], id: NodeId) {
        self.node = Some(id);
        for change in list(nodes, changes, id) {
            let value = change.0 & Change::VALUE;
            let kind = (change.0 & !Change::LAST) >> 12;
            match Change::KINDS.get(usize::from(kind)) {
                Some((_, after)) => self.grid[usize::from(value)] = *after,
                None => self.prisoners[usize::from(kind & 1)] += u32::from(value),
            }
        }
    }

    fn leave(&mut self, nodes: &[Entry], changes: &[Change], id: NodeId) {
        for change in list(nodes, changes, id) {
            let value = change.0 & Change::VALUE;
            let kind = (change.0 & !Change::LAST) >> 12;
            match Change::KINDS.get(usize::from(kind)) {
                Some((before, _)) => self.grid[usize::from(value)] = *before,
                None => self.prisoners[usize::from(kind & 1)] -= u32::from(value),
            }
        }
    }
}

/// Returns the changes of a node.
fn list<'c>(
    nodes: &[Entry],
    changes: &'c [Change],
    id: NodeId,
) -> impl Iterator<Item = Change> + use<'c> {
    let start = nodes[id.index()].start as usize;
    let mut is_over = false;
    changes[start..]
        .iter()
        .copied()
        .take_while(move |change| !core::mem::replace(&mut is_over, change.0 & Change::LAST != 0))
}

/// Returns the prisoners of Black and White.
fn pair(prisoners: ByColor<u32>) -> [u32; 2] {
    [prisoners[Color::Black], prisoners[Color::White]]
}

/// Returns the number of a stone: 0 is an empty point, 1 Black, 2 White.
fn stone(stone: Option<Color>) -> u8 {
    match stone {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    }
}
