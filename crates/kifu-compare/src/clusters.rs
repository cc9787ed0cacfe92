//! Copies among many games.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use kifu_sgf::{Document, GameContext, NodeId};

use super::moves::{Moves, Step, Unreadable, all, keep_least};
use super::records::key;
use kifu_transform::Transform;

/// A game in the form that all copies of it have in common, however their boards lie and
/// whichever colour they call Black.
#[derive(Clone, Debug)]
pub struct Form {
    moves: Moves,
    to_form: Transform,
}

impl Form {
    /// The form of a game.
    pub fn of(moves: &Moves) -> Form {
        let to_form = moves.to_canonical();
        Form {
            moves: moves.transformed(to_form),
            to_form,
        }
    }

    /// The game as it was.
    pub fn moves(&self) -> Moves {
        self.moves.transformed(self.to_form.inverse())
    }

    /// The game in its form.
    pub fn canonical(&self) -> &Moves {
        &self.moves
    }

    fn steps(&self) -> &[Step] {
        self.moves.steps()
    }

    /// A number that tells trees of moves apart: the same for a game of which this is the form and all copies of it that
    /// have the same variations, in any order.
    pub fn variations(&self, document: &Document, root: NodeId) -> u64 {
        let size = GameContext::of(document.node(root)).size;
        let mixed = |hash: u64, with: u64| {
            let mixed = (hash ^ with).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed ^ mixed >> 29
        };
        // The sum of the children of each node: their order makes no difference.
        let mut below: BTreeMap<NodeId, u64> = BTreeMap::new();
        let nodes: Vec<NodeId> = document.forest().preorder(root).collect();
        let mut all = 0;
        for id in nodes.into_iter().rev() {
            let children = below.remove(&id).unwrap_or(0);
            let key = key(document.node(id), size).transformed(self.to_form, size);
            let own = match key.is_empty() {
                // It only says something.
                true => children,
                false => key.numbers().fold(mixed(1, children), mixed),
            };
            match document.forest().parent(id).filter(|_| id != root) {
                Some(parent) => {
                    let sum = below.entry(parent).or_default();
                    *sum = sum.wrapping_add(own);
                }
                None => all = own,
            }
        }
        all
    }
}

/// What counts as a copy, besides the same steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Likeness {
    /// What has fewer steps is no copy of anything, for too many games begin with them.
    pub least: usize,
    /// A game that breaks off is a copy of one that goes on.
    pub prefix: bool,
    /// So many steps may be other ones, missing or too many.
    pub near: usize,
    /// Of games that break off, or are not quite the same, fewer steps tell nothing.
    pub least_alike: usize,
}

impl Default for Likeness {
    fn default() -> Likeness {
        Likeness {
            least: 10,
            prefix: false,
            near: 0,
            least_alike: 30,
        }
    }
}

/// The copies among games: the indices of those that belong together, in order, for each game that
/// has a copy. What is no game has no copies, but for those that are `known`, in pairs. A game with values
/// that [cannot be read](Moves::has_unreadable) is a copy only of games that have the same ones.
///
/// Games that break off go with the longest one that they begin; if several do, with the first of
/// those. Games that are [near](Likeness::near) are found by stretches of moves: two are compared where
/// they share some 17 moves in a row, however the boards lie, and no more than 64 games
/// share just those. All else takes time that goes by n log n.
///
/// ```
/// use kifu_compare::{Form, Likeness, Moves, clusters};
/// use kifu_compare::sgf::Document;
///
/// let game = |source: &str| {
///     let document = Document::parse(source).unwrap();
///     let moves = Moves::of(&document, document.roots().next().unwrap());
///     moves.map(|moves| Form::of(&moves))
/// };
/// let one = game("(;PB[A]AB[dd][pp];W[qd];B[oc])");
/// let other = game("(;PB[B]AW[pd][dp];B[cd];W[ec])(;GM[2])");
/// let likeness = Likeness { least: 4, ..Likeness::default() };
/// assert_eq!(clusters(&[one, None, other], [], &likeness), [[0, 2]]);
/// ```
///
/// # Panics
///
/// If what is known is of games that are not there.
pub fn clusters(
    games: &[Option<Form>],
    known: impl IntoIterator<Item = (usize, usize)>,
    likeness: &Likeness,
) -> Vec<Vec<usize>> {
    let mut finder = Finder::new(games, likeness);
    for (one, other) in known {
        finder.sets.join(one, other);
    }
    finder.join_the_same();
    if likeness.prefix {
        finder.join_what_breaks_off();
    }
    if likeness.near > 0 {
        finder.join_what_is_near();
    }
    finder.sets.groups()
}

struct Finder<'g> {
    games: &'g [Option<Form>],
    likeness: &'g Likeness,
    /// One of each that have the same steps, in the order of their steps.
    unique: Vec<usize>,
    sets: Sets,
    /// For each game that breaks off, the best that goes on.
    whole: Vec<Option<Whole>>,
    /// Long games that were compared, lying so, and are not near.
    refused: BTreeSet<(usize, usize, usize)>,
}

/// A game that goes on: how far off, how long, and which; the least is the best.
type Whole = (usize, Reverse<usize>, usize);

impl<'g> Finder<'g> {
    fn new(games: &'g [Option<Form>], likeness: &'g Likeness) -> Finder<'g> {
        Finder {
            games,
            likeness,
            unique: Vec::new(),
            sets: Sets::new(games.len()),
            whole: vec![None; games.len()],
            refused: BTreeSet::new(),
        }
    }

    fn moves(&self, game: usize) -> &'g [Step] {
        self.games[game].as_ref().map_or(&[], Form::steps)
    }

    fn join_the_same(&mut self) {
        let long_enough = |game: &usize| self.moves(*game).len() >= self.likeness.least.max(1);
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
        order.sort_by(|a, b| compared(a, b).then(a.cmp(b)));
        let mut unique: Vec<usize> = Vec::new();
        let mut joins = Vec::new();
        for game in order {
            match unique.last() {
                Some(last) if compared(last, &game).is_eq() => joins.push((*last, game)),
                _ => unique.push(game),
            }
        }
        // Nobody knows what a game with unreadable values begins with, or is near to.
        unique.retain(|game| unreadable(game).next().is_none());
        for (one, other) in joins {
            self.sets.join(one, other);
        }
        self.unique = unique;
    }

    /// In the order of their steps, what begins a game stands before it, and between them only what
    /// it begins, too.
    fn join_what_breaks_off(&mut self) {
        let unique = core::mem::take(&mut self.unique);
        // Those that the next one may go on from, each with the best that goes on from it.
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
        if length >= self.likeness.least_alike {
            self.whole[game] = best;
        }
        if let Some((_, above)) = open.last_mut() {
            let own = (0, Reverse(length), game);
            let best = best.map_or(own, |best| best.min(own));
            *above = Some(above.map_or(best, |above| above.min(best)));
        }
    }

    fn join_what_is_near(&mut self) {
        let mut stretches = Vec::new();
        for &game in &self.unique {
            if self.moves(game).len() >= self.likeness.least_alike {
                push_stretches(game, &self.games[game], &mut stretches);
            }
        }
        stretches.sort_unstable_by_key(|stretch| (stretch.hash, stretch.game));
        let mut better: Vec<(usize, Whole)> = Vec::new();
        for shared in stretches.chunk_by(|a, b| a.hash == b.hash) {
            let first = &shared[..shared.len().min(MOST_COMPARED)];
            for (at, stretch) in shared.iter().enumerate() {
                for other in &first[..at.min(first.len())] {
                    self.compare(other, stretch, &mut better);
                }
            }
        }
        better.sort_unstable();
        better.dedup_by_key(|(game, _)| *game);
        for (game, (_, _, whole)) in better {
            // What begins another without a difference is with that already.
            if self.whole[game].is_none() {
                self.sets.join(whole, game);
            }
        }
    }

    /// Joins two games that share a stretch, if they are near.
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
        let likeness = self.likeness;
        let (x, y) = (first.steps(), second.steps());
        if !likeness.prefix && x.len().abs_diff(y.len()) > likeness.near {
            return;
        }
        let is_long = x.len().min(y.len()) > LONG;
        let refused = (one, other, all().take_while(|one| *one != by).count());
        if is_long && self.refused.contains(&refused) {
            return;
        }
        let same = |i: usize, j: usize| x[i] == y[j].transformed(by, size);
        let Some(off) = distance(x.len(), y.len(), likeness.near, likeness.prefix, same) else {
            if is_long {
                self.refused.insert(refused);
            }
            return;
        };
        if x.len().abs_diff(y.len()) <= likeness.near {
            self.sets.join(one, other);
            return;
        }
        let (short, long) = match x.len() < y.len() {
            true => (one, other),
            false => (other, one),
        };
        better.push((short, (off, Reverse(self.moves(long).len()), long)));
    }
}

/// How many steps of one have to be changed, taken out or put in to make the other, if that is
/// no more than `most`. With `prefix`, what one has behind the end of the other costs nothing.
///
/// For each number of changes, how far each diagonal reaches: Landau, Vishkin.
fn distance(
    n: usize,
    m: usize,
    most: usize,
    prefix: bool,
    same: impl Fn(usize, usize) -> bool,
) -> Option<usize> {
    let width = 2 * most + 3;
    let middle = most + 1;
    // How far into the first game each diagonal reaches, plus one: 0 is nowhere.
    let mut reach = vec![0usize; width];
    for off in 0..=most {
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
            let ended = match prefix {
                true => i == n || j == m,
                false => i == n && j == m,
            };
            if ended {
                return Some(off);
            }
            next[diagonal] = i + 1;
        }
        reach = next;
    }
    None
}

/// Moves in a row, hashed as they lie in a form of their own.
struct Stretch {
    hash: u64,
    game: u32,
    to_local: Transform,
}

/// How many moves a stretch has.
const STRETCH: usize = 10;

/// Of so many stretches in a row, at least one is kept.
const WINDOW: usize = 8;

/// A stretch is compared with no more games than this that share it.
const MOST_COMPARED: usize = 64;

/// Games with more steps than this are compared only once, however many stretches they share. Others are
/// compared in no time, and are too many to remember.
const LONG: usize = 512;

/// The stretches of a game by which it is found: of each eight in a row the one with the least
/// hash, so that games that share enough moves share a stretch.
fn push_stretches(game: usize, form: &Option<Form>, stretches: &mut Vec<Stretch>) {
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

/// The hash of a stretch in its own form, and the transform to that.
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

/// Sets that grow together.
struct Sets(Vec<usize>);

impl Sets {
    fn new(count: usize) -> Sets {
        Sets((0..count).collect())
    }

    /// The first of the set.
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

    /// Those with several members, in order.
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
