//! A game that is open: the current node, and the tree around it.

use std::collections::HashMap;

use kifu_core::{ByColor, Color, Move, Size};
use kifu_replay::{Fault, NotShown, Replayer, stated_rules};
use kifu_rules::{Breach, Position, Rules};
use kifu_sgf::{Addresses, Document, GameContext, NodeId, NodeRef};

use crate::scene::{Scene, clock};
use crate::tree::Tree;

/// The maximum number of variations of a node that are counted and marked on the board.
const MAX_VARIATIONS: usize = 500;

/// The maximum number of nodes that are read back for the time on a clock.
const MAX_CLOCK_NODES: usize = 16;

/// A node on the way to the current one.
#[derive(Clone, Copy, Debug)]
struct Visited {
    node: NodeId,
    /// The nodes whose `VW` and `DD` apply.
    view: Option<NodeId>,
    dimmed: Option<NodeId>,
}

/// A game that is open.
#[derive(Debug)]
pub(crate) struct Game<'d> {
    document: &'d Document,
    root: NodeId,
    rules: Rules,
    context: GameContext,
    replayer: Replayer<'d>,
    /// The nodes from the root to the current one, which the replayer has entered.
    path: Vec<Visited>,
    /// The variations that were visited last, which forward steps follow. Other nodes continue with their first child.
    chosen: HashMap<NodeId, NodeId>,
    addresses: Addresses,
    /// The nodes with text, and their ranks in file order.
    texts: Vec<(u32, NodeId)>,
    ranks: Ranks,
    pub(crate) tree: Tree,
    has_clocks: bool,
    has_views: bool,
    has_dimmed: bool,
}

/// The ranks of the nodes in file order, by their indices.
#[derive(Debug)]
struct Ranks {
    base: usize,
    ranks: Vec<u32>,
}

impl Ranks {
    fn of(&self, node: NodeId) -> u32 {
        let index = node.index().checked_sub(self.base);
        index
            .and_then(|index| self.ranks.get(index))
            .copied()
            .unwrap_or(0)
    }
}

impl<'d> Game<'d> {
    /// Opens a game at its root, in linear time.
    pub(crate) fn open(document: &'d Document, root: NodeId) -> Result<Game<'d>, NotShown> {
        Replayer::to_show(document, root, &Rules::LENIENT)?;
        let rules = rules_of(document, root);
        let forest = document.forest();
        let all = || forest.preorder(root).map(NodeId::index);
        let base = all().min().unwrap_or(0);
        let end = all().max().map_or(0, |last| last + 1);
        let mut ranks = vec![0; end.saturating_sub(base)];
        let mut texts = Vec::new();
        let has_texts = document.may_have("C") || document.may_have("N");
        for (rank, node) in (0..).zip(forest.preorder(root)) {
            ranks[node.index() - base] = rank;
            let node = document.node(node);
            if has_texts && (node.get("C").is_some() || node.get("N").is_some()) {
                texts.push((rank, node.id()));
            }
        }
        let mut game = Game {
            document,
            root,
            rules,
            context: GameContext::of(document.node(root)),
            replayer: Replayer::new(document, root, &rules),
            path: Vec::new(),
            chosen: HashMap::new(),
            addresses: document.addresses(root),
            texts,
            ranks: Ranks { base, ranks },
            tree: Tree::of(forest, &[root], false),
            has_clocks: document.may_have("BL") || document.may_have("WL"),
            has_views: document.may_have("VW"),
            has_dimmed: document.may_have("DD"),
        };
        game.enter(root);
        Ok(game)
    }

    pub(crate) fn document(&self) -> &'d Document {
        self.document
    }

    pub(crate) fn root(&self) -> NodeId {
        self.root
    }

    pub(crate) fn size(&self) -> Size {
        self.context.size
    }

    /// The current node.
    pub(crate) fn node(&self) -> NodeId {
        self.path.last().map_or(self.root, |visited| visited.node)
    }

    /// The position at the current node.
    pub(crate) fn board(&self) -> &Position {
        self.replayer.position()
    }

    pub(crate) fn prisoners(&self) -> ByColor<u32> {
        self.replayer.prisoners()
    }

    pub(crate) fn number(&self) -> u32 {
        self.replayer.number()
    }

    // ---- movement ----

    fn enter(&mut self, node: NodeId) {
        self.replayer.enter(node);
        let above = self.path.last().copied();
        let read = self.document.node(node);
        let has = |is_used: bool, ident| is_used && read.get(ident).is_some();
        self.path.push(Visited {
            node,
            view: match has(self.has_views, "VW") {
                true => Some(node),
                false => above.and_then(|above| above.view),
            },
            dimmed: match has(self.has_dimmed, "DD") {
                true => Some(node),
                false => above.and_then(|above| above.dimmed),
            },
        });
        if let Some(above) = above {
            if self.document.forest().first_child(above.node) == Some(node) {
                self.chosen.remove(&above.node);
            } else {
                self.chosen.insert(above.node, node);
            }
        }
    }

    /// Moves to the parent. Returns false at the root.
    pub(crate) fn back(&mut self) -> bool {
        if self.path.len() < 2 {
            return false;
        }
        self.path.pop();
        if !self.replayer.leave() {
            self.replay();
        }
        true
    }

    /// Plays the path from the root again.
    fn replay(&mut self) {
        self.replayer = Replayer::new(self.document, self.root, &self.rules);
        for visited in &self.path {
            self.replayer.enter(visited.node);
        }
    }

    /// The node that a step forward enters.
    pub(crate) fn next(&self) -> Option<NodeId> {
        let node = self.node();
        let chosen = self.chosen.get(&node).copied();
        chosen.or_else(|| self.document.forest().first_child(node))
    }

    /// Moves along the line. Returns false at its end.
    pub(crate) fn forward(&mut self) -> bool {
        let Some(next) = self.next() else {
            return false;
        };
        self.enter(next);
        true
    }

    /// Moves to any node of the game. The time is proportional to the distance in the tree, apart from reading the path.
    pub(crate) fn go_to(&mut self, node: NodeId) {
        let mut way: Vec<NodeId> = self.document.forest().ancestors(node).collect();
        way.reverse();
        way.push(node);
        if way.first() != Some(&self.root) {
            return;
        }
        let shared = self.path.iter().zip(&way);
        let shared = shared
            .take_while(|(visited, node)| visited.node == **node)
            .count();
        while self.path.len() > shared.max(1) && self.back() {}
        for &node in way.iter().skip(self.path.len()) {
            self.enter(node);
        }
    }

    pub(crate) fn go_to_start(&mut self) {
        while self.back() {}
    }

    pub(crate) fn go_to_end(&mut self) {
        while self.forward() {}
    }

    /// Moves to the next or the previous sibling, and returns whether there is one.
    pub(crate) fn sibling(&mut self, is_next: bool) -> bool {
        let (forest, node) = (self.document.forest(), self.node());
        let sibling = if is_next {
            forest.next_sibling(node)
        } else {
            forest.prev_sibling(node)
        };
        let Some(sibling) = sibling.filter(|_| node != self.root) else {
            return false;
        };
        self.back();
        self.enter(sibling);
        true
    }

    /// Whether the current node has several children.
    fn is_branch(&self) -> bool {
        let (forest, node) = (self.document.forest(), self.node());
        forest.first_child(node) != forest.last_child(node)
    }

    /// Moves along the line to the next node with variations. Without one, stays, and returns false.
    pub(crate) fn next_branch(&mut self) -> bool {
        let from = self.node();
        while self.forward() {
            if self.is_branch() {
                return true;
            }
        }
        self.go_to(from);
        false
    }

    /// Moves back to the previous node with variations. Without one, stays, and returns false.
    pub(crate) fn previous_branch(&mut self) -> bool {
        let forest = self.document.forest();
        let above = self.path.iter().rev().skip(1);
        let mut above = above.map(|visited| visited.node);
        let branch = above.find(|&node| forest.first_child(node) != forest.last_child(node));
        match branch {
            Some(branch) => {
                self.go_to(branch);
                true
            }
            None => false,
        }
    }

    /// Moves along the line to the move with this number, and returns whether it exists.
    pub(crate) fn go_to_move(&mut self, number: u32) -> bool {
        while self.number() > number && self.back() {}
        while self.number() < number && self.forward() {}
        // The first node with this number has the move.
        while self.number() == number && self.path.len() > 1 {
            self.back();
            if self.number() != number {
                self.forward();
                break;
            }
        }
        self.number() == number
    }

    /// Moves to the next or the previous node with text that `is_wanted` accepts, in file order. With `wraps`, the search
    /// continues at the other end. Returns whether it was found, and whether the search wrapped.
    pub(crate) fn find_text(
        &mut self,
        is_next: bool,
        wraps: bool,
        mut is_wanted: impl FnMut(NodeRef<'_>) -> bool,
    ) -> Option<bool> {
        let rank = self.ranks.of(self.node());
        let after = self.texts.partition_point(|&(of, _)| of <= rank);
        let before = self.texts.partition_point(|&(of, _)| of < rank);
        let mut wanted = |at: &usize| {
            let node = self.document.node(self.texts[*at].1);
            is_wanted(node)
        };
        let count = self.texts.len();
        let (found, wrapped) = if is_next {
            let first = (after..count).find(&mut wanted);
            let wrapped = first.is_none();
            let second = || (0..after).find(&mut wanted);
            (first.or_else(|| wraps.then(second)?), wrapped)
        } else {
            let first = (0..before).rev().find(&mut wanted);
            let wrapped = first.is_none();
            let second = || (before..count).rev().find(&mut wanted);
            (first.or_else(|| wraps.then(second)?), wrapped)
        };
        let node = self.texts[found?].1;
        self.go_to(node);
        Some(wrapped)
    }

    /// The child with this move.
    pub(crate) fn child_with(&self, action: Move) -> Option<NodeId> {
        let children = self.document.forest().children(self.node());
        let mut children = children.take(MAX_VARIATIONS);
        children.find(|&child| {
            let play = self.document.node(child).play(&self.context);
            play.is_some_and(|(_, played)| played == action)
        })
    }

    // ---- what is shown ----

    /// The move of a node.
    pub(crate) fn play(&self, node: NodeId) -> Option<(Color, Move)> {
        self.document.node(node).play(&self.context)
    }

    pub(crate) fn has_text(&self, node: NodeId) -> bool {
        let rank = self.ranks.of(node);
        self.texts
            .binary_search_by_key(&rank, |&(of, _)| of)
            .is_ok()
    }

    /// Collects what is shown about the current node. The time depends on the size of the board and of the node.
    pub(crate) fn scene(&self) -> Scene {
        let id = self.node();
        let node = self.document.node(id);
        let size = self.size();
        let mut scene = Scene::of(self.board(), self.prisoners());
        scene.number = self.number();
        scene.set_last(self.replayer.last());
        scene.annotate(self.document, node);
        let visited = self.path.last();
        let read = |id: NodeId| self.document.node(id);
        scene.restrict(
            visited.and_then(|visited| visited.view).map(read),
            visited.and_then(|visited| visited.dimmed).map(read),
        );
        // Reviews often continue with any player.
        let faults = self.replayer.findings().iter();
        let faults = faults.filter(|finding| finding.fault != Fault::Breach(Breach::OutOfTurn));
        scene.faults = faults.map(|finding| finding.message(size)).collect();
        scene.clocks = self.clocks();
        scene.place = self.place();
        if self.is_branch() {
            let children = self.document.forest().children(id).take(MAX_VARIATIONS);
            for (color, action) in children.filter_map(|child| self.play(child)) {
                let cell = action.point().and_then(|point| scene.figure.get_mut(point));
                if let Some(cell) = cell.filter(|cell| cell.stone.is_none()) {
                    cell.variation = cell.variation.or(Some(color));
                }
            }
        }
        scene
    }

    /// The address of the current node, and which variation it is of how many.
    fn place(&self) -> String {
        let (forest, node) = (self.document.forest(), self.node());
        let address = self.addresses.get(node);
        let mut place = address.map_or_else(String::new, |address| address.to_string());
        // The number of the move, which is shown before, may say the same.
        if place == format!("m{}", self.number()) || node == self.root {
            place.clear();
        }
        let several = forest.next_sibling(node).is_some() || forest.prev_sibling(node).is_some();
        if let Some(parent) = forest.parent(node).filter(|_| several && node != self.root) {
            let siblings: Vec<NodeId> = forest.children(parent).take(MAX_VARIATIONS).collect();
            let number = siblings.iter().position(|&sibling| sibling == node);
            let count = siblings.len();
            if let Some(number) = number {
                let more = if count == MAX_VARIATIONS { "+" } else { "" };
                place.push_str(&format!("  variation {}/{count}{more}", number + 1));
            }
        }
        if self.is_branch() {
            let count = forest.children(node).take(MAX_VARIATIONS).count();
            let more = if count == MAX_VARIATIONS { "+" } else { "" };
            place.push_str(&format!("  {count}{more} next"));
        }
        place.trim_start().to_owned()
    }

    fn clocks(&self) -> ByColor<Option<String>> {
        let mut clocks = ByColor::<Option<String>>::default();
        if !self.has_clocks {
            return clocks;
        }
        for visited in self.path.iter().rev().take(MAX_CLOCK_NODES) {
            let node = self.document.node(visited.node);
            for (color, time, periods) in [(Color::Black, "BL", "OB"), (Color::White, "WL", "OW")] {
                if clocks[color].is_none() {
                    let time = node.simple_text(time);
                    let periods = node.simple_text(periods);
                    clocks[color] = time.map(|time| clock(&time, periods.as_deref()));
                }
            }
        }
        clocks
    }
}

/// The rules that a game names, or else the Japanese rules.
pub(crate) fn rules_of(document: &Document, root: NodeId) -> Rules {
    let info = document.game_info(root);
    let stated = info.rules.as_deref().and_then(stated_rules);
    stated.unwrap_or(Rules::JAPANESE)
}
