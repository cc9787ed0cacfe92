//! The differences between two games.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use super::align::{Hunk, hunks};
use super::moves::{Moves, Step, all};
use kifu_transform::Transform;

/// The comparison of two games.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// The transform from the first game to the second: the simplest one if there are several.
    pub transform: Transform,
    /// The number of equal steps.
    pub same: usize,
    /// The differences in the order of the games, with indices into their [`Moves::steps`].
    pub differences: Vec<Difference>,
    /// Whether a transform can make the boards the same size.
    pub same_board: bool,
    related: bool,
}

/// One of the two games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The first game.
    First,
    /// The second game.
    Second,
}

/// A difference between two games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// Different steps.
    Other {
        /// The index of the step in the first game.
        first: usize,
        /// The index of the step in the second game.
        second: usize,
    },
    /// The same steps in a different order.
    Transposed {
        /// The indices of the steps in the first game.
        first: Range<usize>,
        /// The indices of the steps in the second game.
        second: Range<usize>,
    },
    /// Steps that only one game has, before steps that both games have.
    Only {
        /// The game that has the steps.
        side: Side,
        /// The indices of the steps in this game.
        steps: Range<usize>,
        /// The index of the step in the other game before which these steps would be.
        before: usize,
    },
    /// A section in which both the steps and their number differ.
    Replaced {
        /// The indices of the steps in the first game.
        first: Range<usize>,
        /// The indices of the steps in the second game.
        second: Range<usize>,
    },
    /// One game continues after the end of the other.
    Rest {
        /// The longer game.
        side: Side,
        /// The indices of the additional steps in the longer game.
        steps: Range<usize>,
    },
}

/// The maximum number of steps in a [`Difference::Transposed`].
const MAX_TRANSPOSITION: usize = 64;

/// Games that start with this many equal steps are related.
const RELATED_START: usize = 20;

/// The number of steps at the start of a game that decide the transform.
const DECIDING_STEPS: usize = 4096;

impl Comparison {
    /// Compares two games in O(n log n) time.
    pub fn of(first: &Moves, second: &Moves) -> Comparison {
        // Nearly all copies are equal. For them, the search for a transform would return the
        // identity.
        if first == second {
            return Comparison {
                transform: Transform::IDENTITY,
                same: first.steps().len(),
                related: true,
                differences: Vec::new(),
                same_board: true,
            };
        }
        let Some(transform) = find(first, second) else {
            return Comparison {
                transform: Transform::IDENTITY,
                same: 0,
                related: false,
                differences: Vec::new(),
                same_board: false,
            };
        };
        Comparison::with(transform, first, second)
    }

    /// Compares two games without a transform. Their boards must have the same size.
    pub(super) fn in_place(first: &Moves, second: &Moves) -> Comparison {
        Comparison::with(Transform::IDENTITY, first, second)
    }

    fn with(transform: Transform, first: &Moves, second: &Moves) -> Comparison {
        let first = first.transformed(transform);
        if !first.has_unreadable() && !second.has_unreadable() {
            return Comparison::aligned(first.steps(), second.steps(), transform);
        }
        let mut numbers = BTreeMap::new();
        let one = first.numbered(&mut numbers, true);
        let other = second.numbered(&mut numbers, false);
        Comparison::aligned(&one, &other, transform)
    }

    /// Compares games that have the same orientation and colours.
    fn aligned(one: &[Step], other: &[Step], transform: Transform) -> Comparison {
        let hunks = hunks(one, other);
        let different: usize = hunks.iter().map(|hunk| hunk.first.len()).sum();
        let same = one.len() - different;
        let start = hunks.first().map_or(one.len(), |hunk| hunk.first.start);
        Comparison {
            transform,
            same,
            related: start >= RELATED_START || 2 * same >= one.len().min(other.len()),
            differences: DifferenceFinder { one, other }.find(&hunks),
            same_board: true,
        }
    }

    /// Whether all steps of both games are equal.
    pub fn is_same(&self) -> bool {
        self.same_board && self.differences.is_empty()
    }

    /// Whether the games are versions of one game, or continue the same opening: their first 20 steps are equal, or
    /// half of the steps of the shorter game are in the other one, too. Even unrelated games have a few equal steps in
    /// some orientation.
    pub const fn are_related(&self) -> bool {
        self.related
    }

    /// The number of steps that differ. If one game ends earlier, the additional steps of the other do not count.
    pub fn distance(&self) -> usize {
        self.differences.iter().map(Difference::distance).sum()
    }

    /// Whether the games are copies with at most `tolerance` steps that differ. One of them may end earlier.
    pub fn is_copy(&self, tolerance: usize) -> bool {
        let nothing = self.same == 0 && !self.differences.is_empty();
        self.same_board && !nothing && self.distance() <= tolerance
    }

    /// The longer game and the number of its additional steps, if one game ends earlier.
    pub fn rest(&self) -> Option<(Side, usize)> {
        match self.differences.last() {
            Some(Difference::Rest { side, steps }) => Some((*side, steps.len())),
            _ => None,
        }
    }
}

impl Difference {
    /// The number of steps that differ; 0 for [`Difference::Rest`].
    pub fn distance(&self) -> usize {
        match self {
            Difference::Other { .. } => 1,
            Difference::Transposed { first, .. } => first.len(),
            Difference::Only { steps, .. } => steps.len(),
            Difference::Replaced { first, second } => first.len().max(second.len()),
            Difference::Rest { .. } => 0,
        }
    }
}

/// Returns the transform that makes the first game most similar to the second. `None` if the boards
/// differ in size.
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
    // Take the first of equal scores; `max_by_key` would take the last.
    all()
        .filter(fits)
        .map(|by| (score(by), by))
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, by)| by)
}

fn start(moves: &Moves) -> &[Step] {
    let steps = moves.steps();
    &steps[..steps.len().min(DECIDING_STEPS)]
}

/// The first steps of a game, transformed, with sorted setup.
fn first_steps(moves: &Moves, by: Transform) -> Vec<Step> {
    let turned = moves.transformed(by);
    start(&turned).to_vec()
}

/// Converts hunks to differences.
struct DifferenceFinder<'m> {
    one: &'m [Step],
    other: &'m [Step],
}

impl DifferenceFinder<'_> {
    fn find(&self, hunks: &[Hunk]) -> Vec<Difference> {
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
                    self.report_unmatched(hunk, &mut found);
                    at += 1;
                }
            }
        }
        found
    }

    /// Returns how many hunks, starting with the first, together contain the same steps in both games in a different
    /// order; `None` if there are none.
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
            if longest > MAX_TRANSPOSITION {
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

    fn report_unmatched(&self, hunk: &Hunk, found: &mut Vec<Difference>) {
        let Hunk { first, second } = hunk.clone();
        let ends = (first.end == self.one.len(), second.end == self.other.len());
        let both = first.len().min(second.len());
        let others = first.clone().zip(second.clone());
        let as_others = others.map(|(first, second)| Difference::Other { first, second });
        if ends == (true, true) {
            // There is no later step to show which of these steps correspond.
            found.extend(as_others);
            let (side, steps) = if first.len() > second.len() {
                (Side::First, first.start + both..first.end)
            } else {
                (Side::Second, second.start + both..second.end)
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
