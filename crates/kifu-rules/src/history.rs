//! The plies of a game, with an index that finds earlier positions without a search.

use alloc::vec::Vec;
use core::ops::{Deref, Range};

use kifu_core::Color;

use crate::board::Change;

/// A ply: the state before it, and the data to undo it.
#[derive(Clone, Copy)]
pub(crate) struct Ply {
    // A `u128` would be aligned to 16 bytes and make the ply longer.
    hash: [u64; 2],
    pub(crate) change: Change,
    pub(crate) ko: u16,
    pub(crate) kind: Kind,
    /// The player to move before the ply.
    pub(crate) to_play: Color,
    pub(crate) passes: u8,
    pub(crate) kept: Kept,
}

/// The data for undo that a ply has in addition to its change.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    /// The change is sufficient.
    Nothing,
    /// The board did not change: a stone was replaced by one of the same colour.
    Same,
    /// A copy of the board before the ply.
    Board,
    /// The cells of the chain from which a stone of this colour was removed, to play on its point.
    Chain(Color),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Play,
    Pass,
    Edit,
    Turn,
}

impl Ply {
    #[inline]
    pub(crate) const fn new(hash: u128, change: Change, kind: Kind, to_play: Color) -> Ply {
        Ply {
            hash: [hash as u64, (hash >> 64) as u64],
            change,
            ko: 0,
            kind,
            to_play,
            passes: 0,
            kept: Kept::Nothing,
        }
    }

    /// The hash of the board before the ply.
    #[inline]
    pub(crate) const fn hash(&self) -> u128 {
        (self.hash[1] as u128) << 64 | self.hash[0] as u128
    }
}

/// The plies of a game, in order. A long game has a hash table of the boards before them.
pub(crate) struct History {
    plies: Vec<Ply>,
    // For each bucket of the table, the number of the latest ply in it, counted from 1, or 0 for none. The number of
    // buckets is a power of two, and at least the number of plies. Without buckets, there is no table.
    latest: Vec<u32>,
    // For each ply, the number of the latest earlier one in the same bucket, or 0. Empty without a table.
    previous: Vec<u32>,
}

/// The longest history without a table. Nearly all games are shorter, and searching them is faster than keeping a
/// table.
const SHORT: usize = 512;

impl History {
    pub(crate) fn with_capacity(plies: usize) -> History {
        History {
            plies: Vec::with_capacity(plies),
            latest: Vec::new(),
            previous: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, ply: Ply) {
        self.plies.push(ply);
        if self.plies.len() > SHORT || !self.latest.is_empty() {
            self.enter_last();
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Ply> {
        if !self.latest.is_empty() {
            self.remove_last();
        }
        self.plies.pop()
    }

    #[inline]
    pub(crate) fn last_mut(&mut self) -> Option<&mut Ply> {
        self.plies.last_mut()
    }

    /// The latest ply in the range that has this board before it and that `accept` accepts.
    #[inline]
    pub(crate) fn latest_before(
        &self,
        hash: u128,
        range: Range<usize>,
        accept: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let is_wanted = |&at: &usize| self.plies[at].hash() == hash && accept(at);
        if self.latest.is_empty() {
            return range.rev().find(is_wanted);
        }
        let ply = |number: u32| (number as usize).checked_sub(1);
        let bucket = self.latest[self.bucket(hash)];
        core::iter::successors(ply(bucket), |&at| ply(self.previous[at]))
            .skip_while(|&at| at >= range.end)
            .take_while(|&at| at >= range.start)
            .find(is_wanted)
    }

    /// The memory on the heap in bytes, including unused capacity.
    pub(crate) fn memory(&self) -> usize {
        let table = self.latest.capacity() + self.previous.capacity();
        self.plies.capacity() * size_of::<Ply>() + table * size_of::<u32>()
    }

    /// The bucket of a hash. There must be a table.
    #[inline]
    fn bucket(&self, hash: u128) -> usize {
        hash as usize & (self.latest.len() - 1)
    }

    /// Enters the last ply, or all plies if the table is too small.
    #[cold]
    fn enter_last(&mut self) {
        if self.plies.len() > self.latest.len() {
            self.latest.clear();
            self.latest.resize(self.plies.len().next_power_of_two(), 0);
            self.previous.clear();
        }
        for at in self.previous.len()..self.plies.len() {
            let bucket = self.bucket(self.plies[at].hash());
            let latest = core::mem::replace(&mut self.latest[bucket], at as u32 + 1);
            self.previous.push(latest);
        }
    }

    /// Removes the last ply from the table, or the table if the history is now short.
    #[cold]
    fn remove_last(&mut self) {
        let (Some(last), Some(previous)) = (self.plies.last(), self.previous.pop()) else {
            return;
        };
        let bucket = self.bucket(last.hash());
        self.latest[bucket] = previous;
        if self.plies.len() <= SHORT / 2 {
            self.latest.clear();
            self.previous.clear();
        }
    }
}

impl Clone for History {
    fn clone(&self) -> History {
        History {
            plies: self.plies.clone(),
            latest: self.latest.clone(),
            previous: self.previous.clone(),
        }
    }

    /// Allocates nothing if the buffers of `self` are large enough.
    fn clone_from(&mut self, source: &History) {
        self.plies.clone_from(&source.plies);
        self.latest.clone_from(&source.latest);
        self.previous.clone_from(&source.previous);
    }
}

impl Deref for History {
    type Target = [Ply];

    #[inline]
    fn deref(&self) -> &[Ply] {
        &self.plies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hash table finds the same plies as a search, while a history grows and shrinks.
    #[test]
    fn a_long_history_finds_what_a_search_finds() {
        let mut history = History::with_capacity(4);
        let mut random = 1u64;
        let mut had_table = 0;
        // Grow beyond two sizes of the table, shrink until it is dropped, and grow again.
        for (target, steps) in [
            (3 * SHORT, 4 * SHORT),
            (10, 6 * SHORT),
            (2 * SHORT, 4 * SHORT),
        ] {
            for _ in 0..steps {
                random = random
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                let roll = (random >> 33) as usize;
                let grows = (history.len() < target) == (roll % 8 != 0);
                // Some boards share a bucket, and all repeat.
                let hash = u128::from(roll as u64 >> 3 & 63) << 60 | (roll >> 9 & 15) as u128;
                if grows {
                    let change = Change::none(Color::Black);
                    history.push(Ply::new(hash, change, Kind::Pass, Color::Black));
                } else {
                    history.pop();
                }
                had_table += usize::from(!history.latest.is_empty());
                let range =
                    roll % (history.len() + 1)..history.len() - roll % 3 % (history.len() + 1);
                let accept = |at: usize| at % 3 != 0;
                let searched = range
                    .clone()
                    .rev()
                    .find(|&at| history[at].hash() == hash && accept(at));
                assert_eq!(history.latest_before(hash, range, accept), searched);
            }
        }
        assert!(had_table > 5 * SHORT);
    }
}
