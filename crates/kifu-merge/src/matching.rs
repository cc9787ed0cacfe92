//! The nodes that correspond in two versions of a game.
//!
//! Nodes are matched from the root downwards. Among the children of two matched nodes, those match that have the same
//! moves and setup: first those with the same bytes, in sequence, then the others in order. What remains on both sides was
//! changed, inserted or removed:
//!
//! * a node whose children continue as those of the parent was inserted before a branch, or removed there,
//! * one node with setup on each side was changed,
//! * nodes with the same nodes below them were changed,
//! * lines that agree in at least half of their nodes are aligned, so that inserted, removed and changed nodes in the
//!   middle of a line do not affect the nodes after them.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;
use std::ops::Range;

use imara_diff::{Interner, Token};
use kifu_sgf::NodeId;

use crate::lines::hunks;
use crate::tree::{Key, KeyKind, Tree};

/// The matches between the nodes of the base and those of another version.
pub(crate) struct Matching {
    /// For each node of the base, the node of the other version.
    pub(crate) to: Vec<Option<NodeId>>,
    /// For each node of the other version, the node of the base.
    pub(crate) from: Vec<Option<NodeId>>,
    /// The nodes of the base whose closest ancestors that are in both versions do not correspond.
    moved: Vec<bool>,
}

impl Matching {
    pub(crate) fn of(base: &Tree, other: &Tree) -> Matching {
        let mut matcher = Matcher {
            base,
            other,
            matching: Matching {
                to: vec![None; base.len()],
                from: vec![None; other.len()],
                moved: Vec::new(),
            },
            todo: Vec::new(),
            aligned: HashSet::new(),
            inserted: HashSet::new(),
            steps_left: 8 * (base.len() + other.len()),
            below: None,
        };
        matcher.pair(base.root, other.root);
        while let Some((one, two)) = matcher.todo.pop() {
            matcher.children(one, two);
        }
        let mut matching = matcher.matching;
        matching.find_moved(base, other);
        matching
    }

    fn find_moved(&mut self, base: &Tree, other: &Tree) {
        let [mut here, mut there] = [base, other].map(|tree| vec![None; tree.len()]);
        for id in base.preorder() {
            if let Some(parent) = base.parent(id) {
                here[id.index()] = match self.to[parent.index()] {
                    Some(_) => Some(parent),
                    None => here[parent.index()],
                };
            }
        }
        for id in other.preorder() {
            if let Some(parent) = other.parent(id) {
                there[id.index()] = self.from[parent.index()].or(there[parent.index()]);
            }
        }
        let is_moved = |(found, here): (&Option<NodeId>, &Option<NodeId>)| {
            found.is_some_and(|found| there[found.index()] != *here)
        };
        self.moved = self.to.iter().zip(&here).map(is_moved).collect();
    }

    /// Whether a node of the base has another place in the other version, regardless of nodes that were inserted or
    /// removed before it.
    pub(crate) fn is_moved(&self, base: NodeId) -> bool {
        self.moved[base.index()]
    }

    /// The node of the other version that corresponds to a node of the base.
    pub(crate) fn other(&self, base: NodeId) -> Option<NodeId> {
        self.to[base.index()]
    }

    /// The node of the base that corresponds to a node of the other version. `None` for a node that was added to it,
    /// too.
    pub(crate) fn base(&self, other: NodeId) -> Option<NodeId> {
        *self.from.get(other.index())?
    }
}

struct Matcher<'t> {
    base: &'t Tree,
    other: &'t Tree,
    matching: Matching,
    /// Matched nodes whose children are not matched yet.
    todo: Vec<(NodeId, NodeId)>,
    /// The nodes of the base in lines that were aligned, and that are not aligned again.
    aligned: HashSet<NodeId>,
    /// The nodes that were inserted or removed before a branch: whether they are of the base, and their indices.
    inserted: HashSet<(bool, NodeId)>,
    /// The number of nodes that may still be aligned, so that the time stays linear.
    steps_left: usize,
    /// Hashes of the structure below each node of both trees.
    below: Option<[Vec<u64>; 2]>,
}

impl<'t> Matcher<'t> {
    fn pair(&mut self, one: NodeId, two: NodeId) {
        self.matching.to[one.index()] = Some(two);
        self.matching.from[two.index()] = Some(one);
        self.todo.push((one, two));
    }

    fn children(&mut self, one: NodeId, two: NodeId) {
        let (base, other) = (self.base, self.other);
        let mut ones = base
            .children(one)
            .filter(|id| self.matching.to[id.index()].is_none());
        let mut twos = other
            .children(two)
            .filter(|id| self.matching.from[id.index()].is_none());
        let firsts = (ones.next(), twos.next());
        let (Some(first), Some(second)) = firsts else {
            return;
        };
        let nexts = (ones.next(), twos.next());
        if nexts == (None, None) && base.key(first) == other.key(second) {
            return if base.key(first).kind == KeyKind::Empty
                && base.bytes(first) != other.bytes(second)
            {
                self.empty_nodes(first, second);
            } else {
                self.pair(first, second);
            };
        }
        let ones: Vec<NodeId> = [Some(first), nexts.0]
            .into_iter()
            .flatten()
            .chain(ones)
            .collect();
        let twos: Vec<NodeId> = [Some(second), nexts.1]
            .into_iter()
            .flatten()
            .chain(twos)
            .collect();
        // The next moves tell apart variations that start with the same move.
        let next =
            |tree: &'t Tree, id: NodeId| tree.children(id).next().map(|child| tree.key(child));
        self.in_sequence(
            &ones,
            &twos,
            |tree, id| (tree.bytes(id), next(tree, id)),
            false,
        );
        let ones = self.unmatched_of_base(ones);
        let twos = self.unmatched(twos);
        self.in_sequence(&ones, &twos, |tree, id| tree.bytes(id), true);
        let ones = self.unmatched_of_base(ones);
        let twos = self.unmatched(twos);
        let (ones, twos) = self.same(ones, twos, |tree, id| (tree.key(id), tree.bytes(id)));
        let (ones, twos) = self.same(ones, twos, name);
        if self.before_branch((one, &ones), (two, &twos)) {
            return;
        }
        let (ones, twos) = self.same(ones, twos, |tree, id| tree.key(id));
        if !ones.is_empty() && !twos.is_empty() {
            self.changed(ones, twos);
        }
    }

    /// Matches nodes in a line that have neither moves nor setup, which only their bytes tell apart.
    fn empty_nodes(&mut self, one: NodeId, two: NodeId) {
        let run = |tree: &Tree, matched: &[Option<NodeId>], id: NodeId| -> Vec<NodeId> {
            let next = |id: &NodeId| {
                let mut children = tree
                    .children(*id)
                    .filter(|id| matched[id.index()].is_none());
                let child = children
                    .next()
                    .filter(|child| tree.key(*child).kind == KeyKind::Empty)?;
                children.next().is_none().then_some(child)
            };
            std::iter::successors(Some(id), next).collect()
        };
        let ones = run(self.base, &self.matching.to, one);
        let twos = run(self.other, &self.matching.from, two);
        self.in_sequence(&ones, &twos, |tree, id| tree.bytes(id), true);
        // Without nodes in common, the first ones match.
        if self.matching.to[one.index()].is_none()
            && self.matching.from[two.index()].is_none()
            && ones.len() == twos.len()
        {
            self.pair(one, two);
        }
    }

    /// Matches nodes of two sequences for which `by` has equal values; with `with_changed`, also nodes between these that
    /// were changed.
    fn in_sequence<T: Hash + Eq>(
        &mut self,
        ones: &[NodeId],
        twos: &[NodeId],
        by: impl Fn(&'t Tree, NodeId) -> T,
        with_changed: bool,
    ) {
        let (base, other) = (self.base, self.other);
        let mut interner = Interner::new(ones.len());
        let ones_tokens: Vec<Token> = ones
            .iter()
            .map(|id| interner.intern(by(base, *id)))
            .collect();
        let twos_tokens: Vec<Token> = twos
            .iter()
            .map(|id| interner.intern(by(other, *id)))
            .collect();
        let hunks = hunks(&ones_tokens, &twos_tokens, interner.num_tokens());
        let mut at = (0, 0);
        for hunk in hunks {
            let [before, after] =
                [&hunk.before, &hunk.after].map(|range| range.start as usize..range.end as usize);
            self.zip(&ones[at.0..before.start], &twos[at.1..after.start]);
            at = (before.end, after.end);
            if with_changed && before.len() == after.len() {
                for (one, two) in ones[before].iter().zip(&twos[after]) {
                    if self.base.key(*one) == self.other.key(*two) {
                        self.pair(*one, *two);
                    }
                }
            }
        }
        self.zip(&ones[at.0..], &twos[at.1..]);
    }

    fn zip(&mut self, ones: &[NodeId], twos: &[NodeId]) {
        for (one, two) in ones.iter().zip(twos) {
            self.pair(*one, *two);
        }
    }

    /// Matches nodes for which `by` has equal values, in their order. Returns the others.
    fn same<T: Hash + Eq>(
        &mut self,
        ones: Vec<NodeId>,
        twos: Vec<NodeId>,
        by: impl Fn(&'t Tree, NodeId) -> T,
    ) -> (Vec<NodeId>, Vec<NodeId>) {
        let (base, other) = (self.base, self.other);
        let mut groups: HashMap<T, [VecDeque<NodeId>; 2]> = HashMap::new();
        for &id in &ones {
            groups.entry(by(base, id)).or_default()[0].push_back(id);
        }
        for &id in &twos {
            if let Some(group) = groups.get_mut(&by(other, id)) {
                group[1].push_back(id);
            }
        }
        for [ones, twos] in groups.into_values() {
            for (one, two) in ones.into_iter().zip(twos) {
                self.pair(one, two);
            }
        }
        (self.unmatched_of_base(ones), self.unmatched(twos))
    }

    fn unmatched_of_base(&self, mut ones: Vec<NodeId>) -> Vec<NodeId> {
        ones.retain(|id| self.matching.to[id.index()].is_none());
        ones
    }

    /// The nodes of the other version that are not matched.
    fn unmatched(&self, mut twos: Vec<NodeId>) -> Vec<NodeId> {
        twos.retain(|id| self.matching.from[id.index()].is_none());
        twos
    }

    /// Finds a node that one version inserted before a branch, or removed there: at least half of the variations continue
    /// below it. Returns whether the variations are to be matched, and then these nodes again.
    fn before_branch(
        &mut self,
        (one, ones): (NodeId, &[NodeId]),
        (two, twos): (NodeId, &[NodeId]),
    ) -> bool {
        let (base, other) = (self.base, self.other);
        let free_one = |id: NodeId| self.matching.to[id.index()].is_none();
        let free_two = |id: NodeId| self.matching.from[id.index()].is_none();
        let steps = &mut self.steps_left;
        let found = if let Some(top) = branch_below((other, twos, &free_two), (base, ones), steps) {
            Some(((one, top), (false, top)))
        } else {
            let top = branch_below((base, ones, &free_one), (other, twos), steps);
            top.map(|top| ((top, two), (true, top)))
        };
        let Some((pair, _)) = found.filter(|(_, inserted)| self.inserted.insert(*inserted)) else {
            return false;
        };
        // The last ones are matched first.
        self.todo.extend([(one, two), pair]);
        true
    }

    /// Matches children of two matched nodes that have different moves or setup.
    fn changed(&mut self, mut ones: Vec<NodeId>, mut twos: Vec<NodeId>) {
        let is_setup = |tree: &Tree, id: &NodeId| tree.key(*id).kind == KeyKind::Setup;
        let one = only(ones.iter().copied().filter(|id| is_setup(self.base, id)));
        let two = only(twos.iter().copied().filter(|id| is_setup(self.other, id)));
        if let (Some(one), Some(two)) = (one, two) {
            self.pair(one, two);
            ones.retain(|id| *id != one);
            twos.retain(|id| *id != two);
        }
        let (ones, twos) = self.same_below(ones, twos);
        for (one, two) in ones.into_iter().zip(twos) {
            if !self.aligned.contains(&one) {
                self.align(one, two);
            }
        }
    }

    /// Matches nodes with the same nodes below them, if no sibling has the same.
    fn same_below(&mut self, ones: Vec<NodeId>, twos: Vec<NodeId>) -> (Vec<NodeId>, Vec<NodeId>) {
        let (base, other) = (self.base, self.other);
        let [below_ones, below_twos] = self.below.get_or_insert_with(|| [base, other].map(below));
        let mut by_below: HashMap<u64, [Vec<NodeId>; 2]> = HashMap::new();
        for (at, (ids, below)) in [(&ones, below_ones), (&twos, below_twos)]
            .into_iter()
            .enumerate()
        {
            for id in ids {
                let hash = below[id.index()];
                if hash != 0 {
                    by_below.entry(hash).or_default()[at].push(*id);
                }
            }
        }
        let mut rest = Vec::new();
        for one in ones {
            let hash = self
                .below
                .as_ref()
                .map_or(0, |[below, _]| below[one.index()]);
            match by_below.get(&hash) {
                Some([same, others]) if same.len() == 1 && others.len() == 1 => {
                    self.pair(one, others[0])
                }
                _ => rest.push(one),
            }
        }
        (rest, self.unmatched(twos))
    }

    /// Aligns the lines that start with two nodes, and matches their nodes if the lines agree in half of them.
    ///
    /// The lines end at the first difference after a branch, because a line that continues there may have another place
    /// among the variations.
    fn align(&mut self, one: NodeId, two: NodeId) {
        let first = |tree: &Tree, id: NodeId| tree.children(id).next();
        let free = |id: &NodeId| self.matching.to[id.index()].is_none();
        let ones: Vec<NodeId> =
            std::iter::successors(Some(one), |id| first(self.base, *id).filter(free)).collect();
        let free = |id: &NodeId| self.matching.from[id.index()].is_none();
        let twos: Vec<NodeId> =
            std::iter::successors(Some(two), |id| first(self.other, *id).filter(free)).collect();
        let steps = ones.len() + twos.len();
        if steps > self.steps_left {
            return;
        }
        self.steps_left -= steps;
        let (base, other) = (self.base, self.other);
        // One version may have comments before the first move. The moves that follow are the same as far as possible.
        let empty = |tree: &Tree, ids: &[NodeId]| {
            ids.iter()
                .take_while(|id| tree.key(**id).kind == KeyKind::Empty)
                .count()
        };
        let start = (empty(base, &ones), empty(other, &twos));
        let is_same = |(one, two): &(&NodeId, &NodeId)| name(base, **one) == name(other, **two);
        let head = ones[start.0..]
            .iter()
            .zip(&twos[start.1..])
            .take_while(is_same)
            .count();
        let is_inserted = head > 0 && (start.0 == 0 || start.1 == 0);
        let (start, head) = if is_inserted {
            (start, head)
        } else {
            ((0, 0), 0)
        };
        let rest = (start.0 + head, start.1 + head);
        let mut interner = Interner::new(steps);
        let tokens: Vec<Token> = ones[rest.0..]
            .iter()
            .map(|id| interner.intern(name(base, *id)))
            .collect();
        let other_tokens: Vec<Token> = twos[rest.1..]
            .iter()
            .map(|id| interner.intern(name(other, *id)))
            .collect();
        let hunks = hunks(&tokens, &other_tokens, interner.num_tokens());
        let mut pairs = Vec::new();
        let mut changed = Vec::new();
        let (mut at, mut same) = (start, 0);
        // The lengths of the lines.
        let mut ends = (ones.len(), twos.len());
        let branches = |tree: &Tree, id: NodeId| tree.children(id).nth(1).is_some();
        let shifted =
            |range: &Range<u32>, by: usize| range.start as usize + by..range.end as usize + by;
        let ranges = hunks
            .iter()
            .map(|hunk| (shifted(&hunk.before, rest.0), shifted(&hunk.after, rest.1)));
        for (before, after) in ranges.chain([(ends.0..ends.0, ends.1..ends.1)]) {
            for (one, two) in ones[at.0..before.start]
                .iter()
                .zip(&twos[at.1..after.start])
            {
                same += usize::from(self.base.key(*one).kind != KeyKind::Empty);
                pairs.push((*one, *two));
            }
            if let Some((one, two)) = pairs
                .last()
                .filter(|_| before.start < ones.len() || after.start < twos.len())
            {
                if branches(self.base, *one) || branches(self.other, *two) {
                    ends = (before.start, after.start);
                    break;
                }
            }
            // Nodes that were changed, if others follow.
            if before.len() == after.len() && before.end < ones.len() {
                let both = ones[before.clone()].iter().zip(&twos[after.clone()]);
                let is_kind = |(one, two): &(&NodeId, &NodeId)| {
                    self.base.key(**one).kind == self.other.key(**two).kind
                };
                changed.extend(both.filter(is_kind).map(|(one, two)| (*one, *two)));
            }
            at = (before.end, after.end);
        }
        self.aligned.extend(ones[..ends.0].iter().copied());
        // A node without moves and setup says little about a line.
        let count = |tree: &Tree, ids: &[NodeId]| {
            ids.iter()
                .filter(|id| tree.key(**id).kind != KeyKind::Empty)
                .count()
        };
        let shorter = count(self.base, &ones[..ends.0]).min(count(self.other, &twos[..ends.1]));
        if same > 0 && 2 * same >= shorter {
            for (one, two) in pairs.into_iter().chain(changed) {
                self.pair(one, two);
            }
        }
    }
}

/// What tells apart the children of a node. Only their bytes tell apart nodes without moves and setup.
fn name(tree: &Tree, id: NodeId) -> (Key, Option<&[u8]>) {
    let key = tree.key(id);
    let bytes = Some(tree.bytes(id)).filter(|_| key.kind == KeyKind::Empty);
    (key, bytes)
}

/// Returns the last node of a line, which starts with one of these nodes, below which at least half of the variations of
/// the other version continue.
fn branch_below(
    (tree, tops, is_free): (&Tree, &[NodeId], &dyn Fn(NodeId) -> bool),
    (other, variations): (&Tree, &[NodeId]),
    steps_left: &mut usize,
) -> Option<NodeId> {
    if variations.len() < 2 || tops.is_empty() {
        return None;
    }
    let mut names: HashMap<_, usize> = HashMap::new();
    for &id in variations {
        *names.entry(name(other, id)).or_default() += 1;
    }
    for &top in tops {
        let mut at = top;
        loop {
            let children: Vec<NodeId> = tree.children(at).filter(|id| is_free(*id)).collect();
            *steps_left = steps_left.checked_sub(1 + children.len())?;
            if let [child] = children[..] {
                at = child;
                continue;
            }
            let mut found: HashMap<_, usize> = HashMap::new();
            for child in children {
                *found.entry(name(tree, child)).or_default() += 1;
            }
            let count =
                |(name, count): (_, &usize)| names.get(name).copied().unwrap_or(0).min(*count);
            let same: usize = found.iter().map(count).sum();
            if same > 0 && 2 * same >= variations.len() {
                return Some(at);
            }
            break;
        }
    }
    None
}

/// The only item of an iterator.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let item = items.next()?;
    items.next().is_none().then_some(item)
}

/// Hashes of the moves and setup below each node, regardless of the order of variations; 0 for a node without children.
fn below(tree: &Tree) -> Vec<u64> {
    let mut below = vec![0u64; tree.len()];
    let nodes: Vec<NodeId> = tree.preorder().collect();
    for id in nodes.into_iter().rev() {
        if let Some(parent) = tree.parent(id) {
            let own = mixed(below[id.index()] ^ u64::from(tree.key(id).number) << 32);
            let of_parent = &mut below[parent.index()];
            *of_parent = of_parent.wrapping_add(own).max(1);
        }
    }
    below
}

/// A step of splitmix64.
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}
