//! Finds copies among many games.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use kifu_sgf::{Document, GameContext, NodeId, NodeRef};

use super::moves::{Moves, Step, Unreadable, all, keep_least};
use super::records::NodeKey;
use kifu_transform::Transform;

/// The moves of a game in canonical form, which is the same for all copies, regardless of the orientation of their
/// boards and of exchanged colours.
#[derive(Clone, Debug)]
pub struct CanonicalMoves {
    moves: Moves,
    to_canonical: Transform,
}

impl CanonicalMoves {
    /// Converts the moves of a game to canonical form.
    pub fn of(moves: &Moves) -> CanonicalMoves {
        let to_canonical = moves.to_canonical();
        CanonicalMoves {
            moves: moves.transformed(to_canonical),
            to_canonical,
        }
    }

    /// The moves in their original form.
    pub fn moves(&self) -> Moves {
        self.moves.transformed(self.to_canonical.inverse())
    }

    /// The moves in canonical form.
    pub fn canonical(&self) -> &Moves {
        &self.moves
    }

    fn steps(&self) -> &[Step] {
        self.moves.steps()
    }

    /// Computes a hash of all variations of the game, whose document and root must be those of these moves. Copies of
    /// the game with the same variations, in any order, have the same hash.
    pub fn variations(&self, document: &Document, root: NodeId) -> u64 {
        let forest = document.forest();
        let is_branching = |node: NodeRef<'_>| forest.children(node.id()).nth(1).is_some();
        if !self.moves.has_unreadable() && !document.main_line(root).any(is_branching) {
            // The game tree has only the main line, so its steps determine the hash.
            let steps = self.steps().iter().rev();
            return steps.fold(0, |hash, step| mixed(hash, step.index() as u64));
        }
        let size = GameContext::of(document.node(root)).size;
        // The hashes of children are added, so that their order makes no difference. A node is
        // visited after its descendants, so the unfinished sums form a stack.
        let mut sums: Vec<(NodeId, u64)> = Vec::new();
        let nodes: Vec<NodeId> = forest.preorder(root).collect();
        let mut key = NodeKey::default();
        let mut all = 0;
        for id in nodes.into_iter().rev() {
            let children = match sums.last() {
                Some(&(parent, sum)) if parent == id => {
                    sums.pop();
                    sum
                }
                _ => 0,
            };
            key.read(document.node(id), size);
            key.transform(self.to_canonical, size);
            let own = key.numbers().rev().fold(children, mixed);
            match forest.parent(id).filter(|_| id != root) {
                Some(parent) => match sums.last_mut() {
                    Some((last, sum)) if *last == parent => *sum = sum.wrapping_add(own),
                    _ => sums.push((parent, own)),
                },
                None => all = own,
            }
        }
        all
    }
}

/// Computes a hash of steps.
fn hash(steps: &[Step]) -> u64 {
    // A step has 16 bits.
    steps.chunks(4).fold(0, |hash, some| {
        let packed = some
            .iter()
            .fold(0, |all, step| all << 16 | step.index() as u64);
        mixed(hash, packed)
    })
}

/// Adds a number to a hash.
fn mixed(hash: u64, number: u64) -> u64 {
    // Without the addition, a step with the number 0 would not change the hash 0.
    let mixed = (hash ^ number)
        .wrapping_add(1)
        .wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ mixed >> 29
}

/// The criteria for copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CopyCriteria {
    /// The minimum number of steps. Shorter games are not copies, because too many games begin with the same moves.
    pub min_steps: usize,
    /// Whether a game that ends earlier is a copy of the longer game.
    pub prefix: bool,
    /// The maximum number of steps that may be different, missing or additional.
    pub max_distance: usize,
    /// The minimum number of steps of a game that ends earlier or has steps that differ.
    pub min_steps_inexact: usize,
}

impl Default for CopyCriteria {
    fn default() -> CopyCriteria {
        CopyCriteria {
            min_steps: 10,
            prefix: false,
            max_distance: 0,
            min_steps_inexact: 30,
        }
    }
}

/// Finds the copies among games. Returns each group of copies as indices in ascending order.
///
/// A game that is `None` has no copies except those in `known`, which yields pairs of indices of games that are known
/// to be copies. A game with [unreadable](Moves::has_unreadable) values is a copy only of games with the same
/// unreadable values.
///
/// A game that ends earlier is in the group of the longest game that begins with its steps; of several equally long
/// games, in that of the first. To find games with [different steps](CopyCriteria::max_distance), two games are
/// compared if they share about 17 consecutive moves in any orientation. If more than 64 games share the same moves,
/// each of them is compared with only the first 64. All other work takes O(n log n) time.
///
/// ```
/// use kifu_compare::{CanonicalMoves, CopyCriteria, Moves, clusters};
/// use kifu_compare::sgf::Document;
///
/// let game = |source: &str| {
///     let document = Document::parse(source).unwrap();
///     let moves = Moves::of(&document, document.roots().next().unwrap());
///     moves.map(|moves| CanonicalMoves::of(&moves))
/// };
/// let one = game("(;PB[A]AB[dd][pp];W[qd];B[oc])");
/// let other = game("(;PB[B]AW[pd][dp];B[cd];W[ec])(;GM[2])");
/// let criteria = CopyCriteria { min_steps: 4, ..CopyCriteria::default() };
/// assert_eq!(clusters(&[one, None, other], [], &criteria), [[0, 2]]);
/// ```
///
/// # Panics
///
/// If an index in `known` is out of range.
pub fn clusters(
    games: &[Option<CanonicalMoves>],
    known: impl IntoIterator<Item = (usize, usize)>,
    criteria: &CopyCriteria,
) -> Vec<Vec<usize>> {
    let mut finder = Finder::new(games, criteria);
    for (one, other) in known {
        finder.sets.join(one, other);
    }
    finder.join_equal();
    if criteria.prefix {
        finder.join_prefixes();
    }
    if criteria.max_distance > 0 {
        finder.join_inexact();
    }
    finder.sets.groups()
}

struct Finder<'g> {
    games: &'g [Option<CanonicalMoves>],
    criteria: &'g CopyCriteria,
    /// One game of each group with equal steps, sorted by steps.
    unique: Vec<usize>,
    sets: Sets,
    /// For each game that ends earlier, the best longer game.
    whole: Vec<Option<Whole>>,
    /// Pairs of long games, with the transform, that were compared and are not copies.
    refused: BTreeSet<(usize, usize, usize)>,
}

/// A longer game: its distance from the shorter one, its length and its index. The smallest value is the best game.
type Whole = (usize, Reverse<usize>, usize);

impl<'g> Finder<'g> {
    fn new(games: &'g [Option<CanonicalMoves>], criteria: &'g CopyCriteria) -> Finder<'g> {
        Finder {
            games,
            criteria,
            unique: Vec::new(),
            sets: Sets::new(games.len()),
            whole: vec![None; games.len()],
            refused: BTreeSet::new(),
        }
    }

    fn moves(&self, game: usize) -> &'g [Step] {
        self.games[game].as_ref().map_or(&[], CanonicalMoves::steps)
    }

    fn join_equal(&mut self) {
        let long_enough = |game: &usize| self.moves(*game).len() >= self.criteria.min_steps.max(1);
        let mut order: Vec<usize> = (0..self.games.len()).filter(long_enough).collect();
        let key = |game: &usize| {
            let form = self.games[*game].as_ref();
            let size = form.map(|form| form.moves.size());
            (
                size.map(|size| (size.cols(), size.rows())),
                self.moves(*game),
            )
        };
        let unreadable = |game: &usize| {
            let form = self.games[*game].as_ref();
            let all = form.map_or(&[][..], |form| form.moves.all_unreadable());
            all.iter().map(Unreadable::key)
        };
        let compared = |a: &usize, b: &usize| {
            let by_steps = key(a).cmp(&key(b));
            by_steps.then_with(|| unreadable(a).cmp(unreadable(b)))
        };
        // Sorting by steps compares equal games many times, so most of them are found by a hash.
        let hashes = order.iter().map(|game| (hash(self.moves(*game)), *game));
        let mut hashes: Vec<(u64, usize)> = hashes.collect();
        hashes.sort_unstable();
        let mut joins = Vec::new();
        order.clear();
        for same in hashes.chunk_by(|a, b| a.0 == b.0) {
            let first = same[0].1;
            order.push(first);
            for &(_, game) in &same[1..] {
                if compared(&first, &game).is_eq() {
                    joins.push((first, game));
                } else {
                    order.push(game);
                }
            }
        }
        order.sort_by(|a, b| compared(a, b).then(a.cmp(b)));
        let mut unique: Vec<usize> = Vec::new();
        for game in order {
            match unique.last() {
                Some(last) if compared(last, &game).is_eq() => joins.push((*last, game)),
                _ => unique.push(game),
            }
        }
        // Do not compare games with unreadable values any further: their distance to other games is
        // unknown.
        unique.retain(|game| unreadable(game).next().is_none());
        for (one, other) in joins {
            self.sets.join(one, other);
        }
        self.unique = unique;
    }

    /// Joins games with their longest continuation. When games are sorted by steps, a prefix of a game precedes the
    /// game, and all games between them have the same prefix.
    fn join_prefixes(&mut self) {
        let unique = core::mem::take(&mut self.unique);
        // The games that the next one may continue, each with its best continuation so far.
        let mut open: Vec<(usize, Option<Whole>)> = Vec::new();
        for &game in &unique {
            while let Some(&(last, _)) = open.last() {
                if self.begins(last, game) {
                    break;
                }
                self.close(&mut open);
            }
            open.push((game, None));
        }
        while !open.is_empty() {
            self.close(&mut open);
        }
        self.unique = unique;
        for game in 0..self.whole.len() {
            if let Some((_, _, whole)) = self.whole[game] {
                self.sets.join(whole, game);
            }
        }
    }

    fn begins(&self, start: usize, game: usize) -> bool {
        let size = |game: usize| self.games[game].as_ref().map(|form| form.moves.size());
        size(start) == size(game) && self.moves(game).starts_with(self.moves(start))
    }

    fn close(&mut self, open: &mut Vec<(usize, Option<Whole>)>) {
        let Some((game, best)) = open.pop() else {
            return;
        };
        let length = self.moves(game).len();
        if length >= self.criteria.min_steps_inexact {
            self.whole[game] = best;
        }
        if let Some((_, above)) = open.last_mut() {
            let own = (0, Reverse(length), game);
            let best = best.map_or(own, |best| best.min(own));
            *above = Some(above.map_or(best, |above| above.min(best)));
        }
    }

    fn join_inexact(&mut self) {
        let mut stretches = Vec::new();
        for &game in &self.unique {
            if self.moves(game).len() >= self.criteria.min_steps_inexact {
                push_stretches(game, &self.games[game], &mut stretches);
            }
        }
        stretches.sort_unstable_by_key(|stretch| (stretch.hash, stretch.game));
        let mut better: Vec<(usize, Whole)> = Vec::new();
        for shared in stretches.chunk_by(|a, b| a.hash == b.hash) {
            let first = &shared[..shared.len().min(MAX_COMPARED)];
            for (at, stretch) in shared.iter().enumerate() {
                for other in &first[..at.min(first.len())] {
                    self.compare(other, stretch, &mut better);
                }
            }
        }
        better.sort_unstable();
        better.dedup_by_key(|(game, _)| *game);
        for (game, (_, _, whole)) in better {
            // An exact prefix is already joined with its longer game.
            if self.whole[game].is_none() {
                self.sets.join(whole, game);
            }
        }
    }

    /// Compares two games that share a stretch, and joins them if they are copies.
    fn compare(&mut self, a: &Stretch, b: &Stretch, better: &mut Vec<(usize, Whole)>) {
        let (one, other) = (a.game as usize, b.game as usize);
        if one == other || self.sets.are_together(one, other) {
            return;
        }
        let (Some(first), Some(second)) = (&self.games[one], &self.games[other]) else {
            return;
        };
        let by = b.to_local.then(a.to_local.inverse());
        let size = second.moves.size();
        if by.symmetry.size(size) != first.moves.size() {
            return;
        }
        let criteria = self.criteria;
        let (x, y) = (first.steps(), second.steps());
        if !criteria.prefix && x.len().abs_diff(y.len()) > criteria.max_distance {
            return;
        }
        let is_long = x.len().min(y.len()) > LONG;
        let refused = (one, other, all().take_while(|one| *one != by).count());
        if is_long && self.refused.contains(&refused) {
            return;
        }
        let same = |i: usize, j: usize| x[i] == y[j].transformed(by, size);
        let Some(distance) = distance(
            x.len(),
            y.len(),
            criteria.max_distance,
            criteria.prefix,
            same,
        ) else {
            if is_long {
                self.refused.insert(refused);
            }
            return;
        };
        if x.len().abs_diff(y.len()) <= criteria.max_distance {
            self.sets.join(one, other);
            return;
        }
        let (short, long) = if x.len() < y.len() {
            (one, other)
        } else {
            (other, one)
        };
        better.push((short, (distance, Reverse(self.moves(long).len()), long)));
    }
}

/// Returns the number of steps that must be changed, removed or inserted to convert one sequence to
/// another, if it is at most `max`. With `prefix`, additional steps at the end of the longer
/// sequence do not count.
///
/// This is the algorithm of Landau and Vishkin, which computes how far each diagonal reaches for each number of
/// changes.
fn distance(
    n: usize,
    m: usize,
    max: usize,
    prefix: bool,
    same: impl Fn(usize, usize) -> bool,
) -> Option<usize> {
    let width = 2 * max + 3;
    let middle = max + 1;
    // For each diagonal, the number of steps of the first game that it covers, plus one; 0 if no
    // path reaches the diagonal.
    let mut reach = vec![0usize; width];
    for off in 0..=max {
        let mut next = vec![0usize; width];
        for diagonal in middle - off..=middle + off {
            // j = i + diagonal - middle
            let mut start = if off == 0 { 1 } else { 0 };
            if off > 0 {
                if reach[diagonal] > 0 {
                    start = start.max(reach[diagonal] + 1);
                }
                if reach[diagonal + 1] > 0 {
                    start = start.max(reach[diagonal + 1] + 1);
                }
                start = start.max(reach[diagonal - 1]);
            }
            if start == 0 {
                continue;
            }
            let mut i = (start - 1).min(n);
            let Some(mut j) = (i + diagonal).checked_sub(middle) else {
                continue;
            };
            if j > m {
                let back = j - m;
                if back > i {
                    continue;
                }
                i -= back;
                j = m;
            }
            while i < n && j < m && same(i, j) {
                i += 1;
                j += 1;
            }
            let has_ended = if prefix {
                i == n || j == m
            } else {
                i == n && j == m
            };
            if has_ended {
                return Some(off);
            }
            next[diagonal] = i + 1;
        }
        reach = next;
    }
    None
}

/// Consecutive steps of a game, hashed in their own canonical form.
struct Stretch {
    hash: u64,
    game: u32,
    /// The transform to the canonical form of the stretch.
    to_local: Transform,
}

/// The number of steps in a stretch.
const STRETCH: usize = 10;

/// At least one of this number of consecutive stretches is kept.
const WINDOW: usize = 8;

/// The maximum number of games that a game is compared with for one shared stretch.
const MAX_COMPARED: usize = 64;

/// The number of steps above which the results of comparisons are remembered, so that two games are compared only once,
/// however many stretches they share. Comparing shorter games is fast, and there are too many of them to remember.
const LONG: usize = 512;

/// Adds the stretches of a game that are used to find it. Of eight consecutive stretches, the one with the smallest
/// hash is used, so that games that share enough moves share a stretch.
fn push_stretches(game: usize, form: &Option<CanonicalMoves>, stretches: &mut Vec<Stretch>) {
    let (Some(form), Ok(game)) = (form, u32::try_from(game)) else {
        return;
    };
    let size = form.moves.size();
    let steps = form.steps();
    let from = steps.iter().take_while(|step| !step.is_move()).count();
    let mut recent: Vec<(u64, u32, Transform)> = Vec::with_capacity(WINDOW);
    let mut last = None;
    for (at, stretch) in (from as u32..).zip(steps[from..].windows(STRETCH)) {
        let (hash, to_local) = local(stretch, size);
        if recent.len() == WINDOW {
            recent.remove(0);
        }
        recent.push((hash, at, to_local));
        let least = recent
            .iter()
            .min_by_key(|(hash, at, _)| (*hash, Reverse(*at)));
        if let Some(&(hash, at, to_local)) = least.filter(|_| recent.len() == WINDOW) {
            if last != Some(at) {
                last = Some(at);
                stretches.push(Stretch {
                    hash,
                    game,
                    to_local,
                });
            }
        }
    }
}

/// Returns the hash of a stretch in its own canonical form, and the transform to that form.
fn local(stretch: &[Step], size: kifu_core::Size) -> (u64, Transform) {
    let mut left: Vec<Transform> = all().collect();
    for step in stretch {
        if left.len() == 1 {
            break;
        }
        keep_least(&mut left, |by| step.transformed(by, size));
    }
    let by = left.first().copied().unwrap_or(Transform::IDENTITY);
    let hash = stretch
        .iter()
        .fold(0x9E37_79B9_7F4A_7C15, |hash: u64, step| {
            let mixed = (hash ^ step.transformed(by, size).index() as u64)
                .wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed ^ mixed >> 29
        });
    (hash, by)
}

/// Disjoint sets of indices.
struct Sets(Vec<usize>);

impl Sets {
    fn new(count: usize) -> Sets {
        Sets((0..count).collect())
    }

    /// The smallest member of the set that contains an index.
    fn find(&mut self, mut of: usize) -> usize {
        while self.0[of] != of {
            self.0[of] = self.0[self.0[of]];
            of = self.0[of];
        }
        of
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
    }

    fn are_together(&mut self, a: usize, b: usize) -> bool {
        self.find(a) == self.find(b)
    }

    /// The sets with several members, in ascending order.
    fn groups(&mut self) -> Vec<Vec<usize>> {
        let count = self.0.len();
        let mut members: Vec<(usize, usize)> = (0..count).map(|at| (self.find(at), at)).collect();
        members.sort_unstable();
        let groups = members.chunk_by(|a, b| a.0 == b.0);
        let groups = groups.filter(|group| group.len() > 1);
        groups
            .map(|group| group.iter().map(|(_, at)| *at).collect())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_of_a_line_are_hashed_like_those_of_a_tree() {
        let hash = |text: &str| {
            let document = Document::parse(text).unwrap();
            let root = document.roots().next().unwrap();
            let moves = Moves::of(&document, root).unwrap();
            CanonicalMoves::of(&moves).variations(&document, root)
        };
        let line = hash("(;AB[aa][bb]AW[cc];B[dd];W[ef])");
        // A variation without moves does not change the hash, but makes the function compute it in
        // the other way.
        assert_eq!(hash("(;AB[bb][aa]AW[cc];B[dd](;W[ef])(;C[x]))"), line);
        assert_ne!(hash("(;AB[aa][bb]AW[cc];B[dd](;W[ef])(;W[fe]))"), line);
        assert_ne!(hash("(;AB[aa][bb]AW[cc];B[dd])"), line);
    }
}
