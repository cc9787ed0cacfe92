//! Which steps of two games belong together.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::moves::Step;

/// Where two games differ: these steps of the one stand for those of the other. All else is the
/// same in both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Hunk {
    pub(super) first: Range<usize>,
    pub(super) second: Range<usize>,
}

/// The hunks of two games, in order.
///
/// Most points are played once in a game. The longest chain of steps that each has once, in the
/// order of both, holds the games together; from its links, what is the same is followed both ways.
/// It takes n log n.
pub(super) fn hunks(first: &[Step], second: &[Step]) -> Vec<Hunk> {
    let mut hunks = Vec::new();
    let mut done = (0, 0);
    let ends = (first.len(), second.len());
    for (a, b) in chain(first, second)
        .into_iter()
        .chain(core::iter::once(ends))
    {
        gap(first, second, done.0..a, done.1..b, &mut hunks);
        done = (a + 1, b + 1);
    }
    hunks
}

/// What is between two links, without what is the same at its ends.
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

/// The longest chain of pairs of the same steps that both have once.
fn chain(first: &[Step], second: &[Step]) -> Vec<(usize, usize)> {
    const NEVER: u32 = 0;
    const OFTEN: u32 = u32::MAX;
    // For each step where it stands in the second game, counted from 1.
    let mut places = vec![NEVER; Step::KINDS];
    for (step, place) in second.iter().zip(1..) {
        let known = &mut places[step.index()];
        *known = if *known == NEVER { place } else { OFTEN };
    }
    let mut seen = vec![false; Step::KINDS];
    let mut twice = vec![false; Step::KINDS];
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

/// The longest part of them in which the second numbers increase, as the first ones do.
fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length, the pair with the least end, and for each pair the one before it.
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
