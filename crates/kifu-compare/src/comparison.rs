//! Where two games differ.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use super::align::{Hunk, hunks};
use super::moves::{Moves, Step, all};
use kifu_transform::Transform;

/// Two games side by side.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// What makes the first game lie as the second does. Of several, the plainest.
    pub transform: Transform,
    /// How many steps are the same, in the same order.
    pub same: usize,
    /// Where they differ, in the order of the games, by the indices of their [`Moves::steps`].
    pub differences: Vec<Difference>,
    /// Whether boards of the same size can be made to lie the same way at all.
    pub same_board: bool,
}

/// One of the two games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The one that was named first.
    First,
    /// The other.
    Second,
}

/// A place at which two games differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// One step in place of another.
    Other {
        /// In the first game.
        first: usize,
        /// In the second.
        second: usize,
    },
    /// The same steps, in another order.
    Transposed {
        /// In the first game.
        first: Range<usize>,
        /// In the second.
        second: Range<usize>,
    },
    /// Steps that only one game has, before others that both have.
    Only {
        /// Which one.
        side: Side,
        /// Its steps.
        steps: Range<usize>,
        /// The step of the other game before which they would stand.
        before: usize,
    },
    /// Several steps in place of several others.
    Replaced {
        /// In the first game.
        first: Range<usize>,
        /// In the second.
        second: Range<usize>,
    },
    /// One game goes on where the other ends.
    Rest {
        /// Which one goes on.
        side: Side,
        /// What the other one lacks.
        steps: Range<usize>,
    },
}

/// So many steps can stand in another order, to be taken for that.
const LONGEST_TRANSPOSITION: usize = 64;

/// So many steps of a game are looked at to find how it lies.
const TELLING: usize = 4096;

impl Comparison {
    /// Compares two games, in time that goes by n log n.
    pub fn of(first: &Moves, second: &Moves) -> Comparison {
        // Nearly all copies are such, and would be found to lie as they do.
        if first == second {
            return Comparison {
                transform: Transform::IDENTITY,
                same: first.steps().len(),
                differences: Vec::new(),
                same_board: true,
            };
        }
        let Some(transform) = find(first, second) else {
            return Comparison {
                transform: Transform::IDENTITY,
                same: 0,
                differences: Vec::new(),
                same_board: false,
            };
        };
        let first = first.transformed(transform);
        if !first.has_unreadable() && !second.has_unreadable() {
            return Comparison::aligned(first.steps(), second.steps(), transform);
        }
        let mut numbers = BTreeMap::new();
        let one = first.numbered(&mut numbers, true);
        let other = second.numbered(&mut numbers, false);
        Comparison::aligned(&one, &other, transform)
    }

    /// The same for games that are known to lie as they should.
    fn aligned(one: &[Step], other: &[Step], transform: Transform) -> Comparison {
        let hunks = hunks(one, other);
        let apart: usize = hunks.iter().map(|hunk| hunk.first.len()).sum();
        Comparison {
            transform,
            same: one.len() - apart,
            differences: Sorter { one, other }.sort(&hunks),
            same_board: true,
        }
    }

    /// Whether all steps of both are the same.
    pub fn is_same(&self) -> bool {
        self.same_board && self.differences.is_empty()
    }

    /// In how many steps they differ: those that stand in other places or on other points, and those
    /// that one game lacks, but for its end.
    pub fn off(&self) -> usize {
        self.differences.iter().map(Difference::off).sum()
    }

    /// Whether they are copies of one game, of which one may end sooner, but for so many steps.
    pub fn is_copy(&self, tolerance: usize) -> bool {
        let nothing = self.same == 0 && !self.differences.is_empty();
        self.same_board && !nothing && self.off() <= tolerance
    }

    /// Which game goes on where the other ends, and with how many steps.
    pub fn rest(&self) -> Option<(Side, usize)> {
        match self.differences.last() {
            Some(Difference::Rest { side, steps }) => Some((*side, steps.len())),
            _ => None,
        }
    }
}

impl Difference {
    /// How many steps it comes to; an end that comes sooner to none.
    pub fn off(&self) -> usize {
        match self {
            Difference::Other { .. } => 1,
            Difference::Transposed { first, .. } => first.len(),
            Difference::Only { steps, .. } => steps.len(),
            Difference::Replaced { first, second } => first.len().max(second.len()),
            Difference::Rest { .. } => 0,
        }
    }
}

/// The transform after which the first game has most in common with the second. `None` if the
/// boards differ.
fn find(first: &Moves, second: &Moves) -> Option<Transform> {
    let size = first.size();
    let fits = |by: &Transform| by.symmetry.size(size) == second.size();
    if first.has_unreadable() {
        let is_same = |by: &Transform| first.transformed(*by) == *second;
        if let Some(by) = all().filter(fits).find(is_same) {
            return Some(by);
        }
    }
    let (one, other) = (start(first), start(second));
    let turned = |by: Transform| one.iter().map(move |step| step.transformed(by, size));
    let begins_the_same = |by: &Transform| {
        let moves = !one.iter().chain(other).any(|step| !step.is_move());
        moves && turned(*by).zip(other).all(|(a, b)| a == *b)
    };
    if one.is_empty() || other.is_empty() {
        return all().find(fits);
    }
    if let Some(by) = all().filter(fits).find(begins_the_same) {
        return Some(by);
    }
    let pair = |a: Step, b: Step| (a, b);
    let mut pairs: Vec<(Step, Step)> = other.windows(2).map(|two| pair(two[0], two[1])).collect();
    pairs.sort_unstable();
    let score = |by: Transform| {
        let turned = first_steps(first, by);
        let in_place = turned.iter().zip(other).filter(|(a, b)| a == b).count();
        let in_order = turned.windows(2);
        let in_order = in_order.filter(|two| pairs.binary_search(&(two[0], two[1])).is_ok());
        2 * in_order.count() + in_place
    };
    // Of equals the first, where `max_by_key` would take the last.
    all()
        .filter(fits)
        .map(|by| (score(by), by))
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, by)| by)
}

fn start(moves: &Moves) -> &[Step] {
    let steps = moves.steps();
    &steps[..steps.len().min(TELLING)]
}

/// The first steps of a game, transformed, with their setup in order.
fn first_steps(moves: &Moves, by: Transform) -> Vec<Step> {
    let turned = moves.transformed(by);
    start(&turned).to_vec()
}

/// Makes differences of hunks.
struct Sorter<'m> {
    one: &'m [Step],
    other: &'m [Step],
}

impl Sorter<'_> {
    fn sort(&self, hunks: &[Hunk]) -> Vec<Difference> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(hunk) = hunks.get(at) {
            match self.transposition(&hunks[at..]) {
                Some(count) => {
                    let last = &hunks[at + count - 1];
                    found.push(Difference::Transposed {
                        first: hunk.first.start..last.first.end,
                        second: hunk.second.start..last.second.end,
                    });
                    at += count;
                }
                None => {
                    self.alone(hunk, &mut found);
                    at += 1;
                }
            }
        }
        found
    }

    /// How many of the hunks, from the first, have the same steps in another order.
    fn transposition(&self, hunks: &[Hunk]) -> Option<usize> {
        let start = hunks.first()?.first.start;
        let mut balance: BTreeMap<Step, isize> = BTreeMap::new();
        let mut count = |step: Step, by: isize| {
            let sum = balance.entry(step).or_default();
            *sum += by;
            if *sum == 0 {
                balance.remove(&step);
            }
            balance.is_empty()
        };
        for (at, hunk) in hunks.iter().enumerate() {
            let longest = (hunk.first.end - start).max(hunk.second.len());
            if longest > LONGEST_TRANSPOSITION {
                return None;
            }
            let mut even = false;
            for &step in &self.one[hunk.first.clone()] {
                even = count(step, 1);
            }
            for &step in &self.other[hunk.second.clone()] {
                even = count(step, -1);
            }
            if even {
                return Some(at + 1);
            }
        }
        None
    }

    fn alone(&self, hunk: &Hunk, found: &mut Vec<Difference>) {
        let Hunk { first, second } = hunk.clone();
        let ends = (first.end == self.one.len(), second.end == self.other.len());
        let both = first.len().min(second.len());
        let others = first.clone().zip(second.clone());
        let as_others = others.map(|(first, second)| Difference::Other { first, second });
        if ends == (true, true) {
            // Nothing behind it tells what belongs together.
            found.extend(as_others);
            let (side, steps) = match first.len() > second.len() {
                true => (Side::First, first.start + both..first.end),
                false => (Side::Second, second.start + both..second.end),
            };
            if !steps.is_empty() {
                found.push(Difference::Rest { side, steps });
            }
            return;
        }
        let only = |side, steps, before| Difference::Only {
            side,
            steps,
            before,
        };
        match (first.len(), second.len()) {
            (0, _) => found.push(only(Side::Second, second, first.start)),
            (_, 0) => found.push(only(Side::First, first, second.start)),
            (a, b) if a == b => found.extend(as_others),
            _ => found.push(Difference::Replaced { first, second }),
        }
    }
}
