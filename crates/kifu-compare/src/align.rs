//! Alignment of the steps of two games.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::moves::Step;

/// A difference between two games: ranges of steps that correspond, but differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Hunk {
    pub(super) first: Range<usize>,
    pub(super) second: Range<usize>,
}

/// Returns the differences between two games, in order.
///
/// Most points are played only once in a game, so the games are aligned by anchors: the longest common subsequence
/// of the steps that occur exactly once in each game. Equal steps next to an anchor are aligned too.
/// This takes O(n log n) time.
pub(super) fn hunks(first: &[Step], second: &[Step]) -> Vec<Hunk> {
    let mut hunks = Vec::new();
    let mut done = (0, 0);
    let ends = (first.len(), second.len());
    for (a, b) in anchors(first, second)
        .into_iter()
        .chain(core::iter::once(ends))
    {
        gap(first, second, done.0..a, done.1..b, &mut hunks);
        done = (a + 1, b + 1);
    }
    hunks
}

/// Adds the difference between two anchors, without equal steps at its ends.
fn gap(first: &[Step], second: &[Step], a: Range<usize>, b: Range<usize>, hunks: &mut Vec<Hunk>) {
    let (one, other) = (&first[a.clone()], &second[b.clone()]);
    let both = |(x, y): &(&Step, &Step)| x == y;
    let head = one.iter().zip(other).take_while(both).count();
    let (one, other) = (&one[head..], &other[head..]);
    let tail = one.iter().rev().zip(other.iter().rev());
    let tail = tail.take_while(both).count();
    if one.len() > tail || other.len() > tail {
        hunks.push(Hunk {
            first: a.start + head..a.end - tail,
            second: b.start + head..b.end - tail,
        });
    }
}

/// Returns the longest sequence of equal steps that occur only once in each game, as pairs of
/// indices.
fn anchors(first: &[Step], second: &[Step]) -> Vec<(usize, usize)> {
    const NEVER: u32 = 0;
    const OFTEN: u32 = u32::MAX;
    // The position of each step in the second game, counted from 1.
    let mut places = vec![NEVER; Step::COUNT];
    for (step, place) in second.iter().zip(1..) {
        let known = &mut places[step.index()];
        *known = if *known == NEVER { place } else { OFTEN };
    }
    let mut seen = vec![false; Step::COUNT];
    let mut twice = vec![false; Step::COUNT];
    for step in first {
        let index = step.index();
        twice[index] |= seen[index];
        seen[index] = true;
    }
    let pairs: Vec<(usize, usize)> = first
        .iter()
        .enumerate()
        .filter(|(_, step)| !twice[step.index()])
        .filter_map(|(at, step)| match places[step.index()] {
            NEVER | OFTEN => None,
            place => Some((at, place as usize - 1)),
        })
        .collect();
    increasing(&pairs)
}

/// Returns the longest subsequence of pairs in which the second numbers increase, as the first
/// numbers do.
fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // `ends` has for each length the last pair of the best subsequence of that length, and `before`
    // has for each pair the previous pair of its subsequence.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![usize::MAX; pairs.len()];
    for (at, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < pair.1);
        if length > 0 {
            before[at] = ends[length - 1];
        }
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut chain = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(index) = at {
        chain.push(pairs[index]);
        at = Some(before[index]).filter(|&index| index != usize::MAX);
    }
    chain.reverse();
    chain
}
