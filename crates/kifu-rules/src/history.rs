//! The plies of a game, with an index that finds earlier positions without a search.

use alloc::vec::Vec;
use core::ops::Range;

use kifu_core::{ByColor, Color};

use crate::Board;
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

/// The plies of a game, in order.
///
/// A long game has a hash table of the boards before its plies, and is divided into segments. Only the latest plies keep
/// their data for undo; a segment before them has the state before its first ply, and can be played again.
pub(crate) struct History {
    // The plies that are not in a packed segment, in order.
    plies: Vec<Ply>,
    // The number of plies in packed segments.
    packed_plies: usize,
    // The segments, in order, and how many of them are packed. They consist of plies without copies, and without edits.
    segments: Vec<Segment>,
    packed: usize,
    // For each bucket of the table, the number of the latest ply in it, counted from 1, or 0 for none. The number of
    // buckets is a power of two. Without buckets, there is no table.
    latest: Vec<u32>,
    // The plies in the table, which are all plies. Empty without a table.
    entries: Entries,
}

/// A list in blocks, so that growing neither copies it nor leaves much of it unused.
#[derive(Default)]
struct Entries {
    // All blocks but the last are full.
    blocks: Vec<Vec<Entry>>,
}

/// A ply in the hash table.
#[derive(Clone, Copy)]
struct Entry {
    // Parts of the hash of the board before the ply. 64 bits suffice: even among ten million boards, two different ones
    // have the same bits with a probability of a few millionths.
    hash: [u16; 4],
    // The number of the latest earlier ply in the same bucket, or 0.
    previous: [u16; 2],
    // The index of the point, or 0, and from the top: the player to move before, the colour, and the kind. For a turn,
    // the colour is that of the player to move, and the index is 1 if the passes no longer count.
    action: u16,
}

/// A part of a long game.
#[derive(Clone)]
struct Segment {
    // The numbers of plies before and after the segment. The end of the latest segment may be open.
    start: usize,
    end: Option<usize>,
    state: State,
}

/// The state of a position before a ply.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) board: Board,
    pub(crate) to_play: Color,
    pub(crate) passes: u8,
    pub(crate) ko: u16,
    pub(crate) prisoners: ByColor<u32>,
}

/// A ply that is played again.
#[derive(Clone, Copy)]
pub(crate) enum Again {
    Play(Color, usize),
    Pass(Color),
    /// The turn was set to this player. `true` if the passes no longer count.
    Turn(Color, bool),
}

/// The longest history without a table. Nearly all games are shorter, and searching them is faster than keeping a
/// table.
const SHORT: usize = 512;

/// The average number of plies in a bucket of a full table.
const FULL: usize = 4;

/// The number of entries in a block.
const BLOCK: usize = 1 << 14;

/// A segment with fewer plies than this for each cell of the board would hardly save memory.
const MIN_PLIES_PER_CELL: usize = 1;

/// The number of plies for each cell of the board after which a new segment starts.
const PLIES_PER_CELL: usize = 24;

impl History {
    pub(crate) fn with_capacity(plies: usize) -> History {
        History {
            plies: Vec::with_capacity(plies),
            packed_plies: 0,
            segments: Vec::new(),
            packed: 0,
            latest: Vec::new(),
            entries: Entries::default(),
        }
    }

    /// The number of plies.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.packed_plies + self.plies.len()
    }

    /// Adds a ply, and returns whether the history is long, so that [`History::divide`] must be called.
    #[inline]
    pub(crate) fn push(&mut self, ply: Ply) -> bool {
        self.plies.push(ply);
        let is_long = self.plies.len() > SHORT || !self.latest.is_empty();
        if is_long {
            self.enter();
        }
        is_long
    }

    /// Removes the latest ply. Afterwards, [`History::unpack`] must be called, unless the ply was just added.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Ply> {
        if !self.latest.is_empty() {
            self.remove_last();
        }
        self.plies.pop()
    }

    #[inline]
    pub(crate) fn last(&self) -> Option<&Ply> {
        self.plies.last()
    }

    #[inline]
    pub(crate) fn last_mut(&mut self) -> Option<&mut Ply> {
        self.plies.last_mut()
    }

    /// The latest plies, at most `count`, which are at least the latest one and all of a short history.
    #[inline]
    pub(crate) fn recent(&self, count: usize) -> &[Ply] {
        // The plies above the latest packed segment.
        let packed = self.segments[..self.packed]
            .last()
            .and_then(|segment| segment.end);
        let count = count.min(self.len() - packed.unwrap_or(0));
        &self.plies[self.plies.len() - count..]
    }

    /// The kind of a ply.
    #[inline]
    pub(crate) fn kind(&self, ply: usize) -> Kind {
        match self.entries.get(ply) {
            None => self.plies[ply].kind,
            Some(entry) => entry.kind(),
        }
    }

    /// The player to move before a ply.
    #[inline]
    pub(crate) fn to_play(&self, ply: usize) -> Color {
        match self.entries.get(ply) {
            None => self.plies[ply].to_play,
            Some(entry) => entry.to_play(),
        }
    }

    /// The player of a ply, if it is a play.
    #[inline]
    pub(crate) fn player(&self, ply: usize) -> Option<Color> {
        let color = match self.entries.get(ply) {
            None => self.plies[ply].change.color(),
            Some(entry) => entry.color(),
        };
        (self.kind(ply) == Kind::Play).then_some(color)
    }

    /// The latest ply in the range that has this board before it and that `accept` accepts.
    #[inline]
    pub(crate) fn latest_before(
        &self,
        hash: u128,
        range: Range<usize>,
        accept: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        if self.latest.is_empty() {
            let is_wanted = |&at: &usize| self.plies[at].hash() == hash && accept(at);
            return range.rev().find(is_wanted);
        }
        let part = Entry::part(hash);
        core::iter::successors(before(self.latest[self.bucket(part)]), |&at| {
            before(self.entries[at].previous())
        })
        .skip_while(|&at| at >= range.end)
        .take_while(|&at| at >= range.start)
        .find(|&at| self.entries[at].hash == part && accept(at))
    }

    /// Divides a long history into segments, and packs segments that are unlikely to be undone. The latest ply must just
    /// have been added, and must be complete unless it is a play without a copy. `state` is the state before it.
    pub(crate) fn divide(&mut self, cells: usize, state: impl FnOnce() -> State) {
        let Some(latest) = self.plies.last() else {
            return;
        };
        let can_be_played_again =
            latest.kind != Kind::Edit && matches!(latest.kept, Kept::Nothing | Kept::Same);
        let start = self.len() - 1;
        let open = self.segments.last_mut().filter(|last| last.end.is_none());
        let (is_open, is_complete) = match &open {
            Some(open) => (true, start - open.start >= PLIES_PER_CELL * cells),
            None => (false, false),
        };
        if !can_be_played_again || is_complete {
            match open {
                Some(open) if start - open.start >= MIN_PLIES_PER_CELL * cells => {
                    open.end = Some(start);
                }
                Some(_) => {
                    self.segments.pop();
                }
                None => {}
            }
        }
        // Many plies that cannot be played again do not start as many segments.
        if can_be_played_again && (is_complete || !is_open && start % 64 == 0) {
            self.segments.push(Segment {
                start,
                end: None,
                state: state(),
            });
        }
        // The distance prevents that a segment is packed and unpacked again and again.
        let is_far = |end: &usize| start >= end + PLIES_PER_CELL * cells;
        while let Some(segment) = self.segments.get(self.packed) {
            let Some(end) = segment.end.filter(is_far) else {
                break;
            };
            let count = end - segment.start;
            let after = self.plies.len() - (self.len() - end);
            self.plies.drain(after - count..after);
            self.packed_plies += count;
            self.packed += 1;
        }
    }

    /// Prepares for undoing the latest ply. If its data was packed, returns the state before the packed plies, and the
    /// plies, which must be played again.
    #[inline]
    pub(crate) fn unpack(&mut self) -> Option<(State, Range<usize>)> {
        if self.segments.is_empty() {
            return None;
        }
        self.unpack_last()
    }

    #[cold]
    fn unpack_last(&mut self) -> Option<(State, Range<usize>)> {
        let len = self.len();
        while self.segments.last().is_some_and(|last| last.start >= len) {
            self.segments.pop();
        }
        let last = self.segments.last_mut()?;
        let end = last.end.filter(|&end| end >= len)?;
        last.end = None;
        if self.packed < self.segments.len() {
            return None;
        }
        let last = self.segments.last()?;
        self.packed -= 1;
        self.packed_plies -= end - last.start;
        Some((last.state.clone(), last.start..end))
    }

    /// A ply of a packed segment.
    pub(crate) fn packed(&self, ply: usize) -> Again {
        let entry = &self.entries[ply];
        match entry.kind() {
            Kind::Play => Again::Play(entry.color(), entry.at()),
            Kind::Turn => Again::Turn(entry.color(), entry.at() != 0),
            Kind::Pass | Kind::Edit => Again::Pass(entry.color()),
        }
    }

    /// The memory on the heap in bytes, including unused capacity.
    pub(crate) fn memory(&self) -> usize {
        let boards = self
            .segments
            .iter()
            .map(|one| one.state.board.memory() - size_of::<Board>());
        self.plies.capacity() * size_of::<Ply>()
            + self.entries.memory()
            + self.latest.capacity() * size_of::<u32>()
            + self.segments.capacity() * size_of::<Segment>()
            + boards.sum::<usize>()
    }

    /// The bucket of a hash. There must be a table.
    #[inline]
    fn bucket(&self, hash: [u16; 4]) -> usize {
        let [a, b, ..] = hash.map(usize::from);
        (a | b << 16) & (self.latest.len() - 1)
    }

    /// Enters the last ply, or all plies if the table is new or too small. A ply that is played again has been entered.
    #[cold]
    fn enter(&mut self) {
        let len = self.len();
        if self.entries.len() >= len {
            return;
        }
        let mut new = self.entries.len();
        for ply in &self.plies[self.plies.len() - (len - new)..] {
            self.entries.push(Entry::of(ply));
        }
        if len > FULL * self.latest.len() {
            let buckets = (2 * len / FULL).next_power_of_two();
            self.latest.clear();
            self.latest.resize(buckets, 0);
            new = 0;
        }
        for at in new..len {
            let bucket = self.bucket(self.entries[at].hash);
            let latest = core::mem::replace(&mut self.latest[bucket], at as u32 + 1);
            if let Some(entry) = self.entries.get_mut(at) {
                entry.previous = [latest as u16, (latest >> 16) as u16];
            }
        }
    }

    /// Removes the last ply from the table, or the table if the history is now short.
    #[cold]
    fn remove_last(&mut self) {
        let Some(last) = self.entries.pop() else {
            return;
        };
        let bucket = self.bucket(last.hash);
        self.latest[bucket] = last.previous();
        if self.entries.len() < SHORT / 2 {
            self.latest.clear();
            self.entries.blocks.clear();
        }
    }
}

/// The ply with this number, counted from 1.
#[inline]
fn before(number: u32) -> Option<usize> {
    (number as usize).checked_sub(1)
}

impl Entries {
    #[inline]
    fn len(&self) -> usize {
        let last = self.blocks.last().map_or(BLOCK, Vec::len);
        (self.blocks.len() * BLOCK + last) - BLOCK
    }

    #[inline]
    fn get(&self, at: usize) -> Option<&Entry> {
        self.blocks.get(at / BLOCK)?.get(at % BLOCK)
    }

    #[inline]
    fn get_mut(&mut self, at: usize) -> Option<&mut Entry> {
        self.blocks.get_mut(at / BLOCK)?.get_mut(at % BLOCK)
    }

    fn push(&mut self, entry: Entry) {
        match self.blocks.last_mut().filter(|last| last.len() < BLOCK) {
            Some(last) => last.push(entry),
            None => {
                // The first block grows, because most long games are not much longer than the others.
                let room = if self.blocks.is_empty() { SHORT } else { BLOCK };
                let mut block = Vec::with_capacity(room);
                block.push(entry);
                self.blocks.push(block);
            }
        }
    }

    fn pop(&mut self) -> Option<Entry> {
        let last = self.blocks.last_mut()?;
        let entry = last.pop();
        if last.is_empty() {
            self.blocks.pop();
        }
        entry
    }

    fn memory(&self) -> usize {
        let blocks = self
            .blocks
            .iter()
            .map(|block| block.capacity() * size_of::<Entry>());
        self.blocks.capacity() * size_of::<Vec<Entry>>() + blocks.sum::<usize>()
    }
}

impl core::ops::Index<usize> for Entries {
    type Output = Entry;

    #[inline]
    fn index(&self, at: usize) -> &Entry {
        &self.blocks[at / BLOCK][at % BLOCK]
    }
}

impl Entry {
    fn of(ply: &Ply) -> Entry {
        let bits = (ply.to_play as u16) << 3 | (ply.change.color() as u16) << 2 | ply.kind as u16;
        Entry {
            hash: Entry::part(ply.hash()),
            previous: [0; 2],
            action: bits << 12 | ply.change.at() as u16,
        }
    }

    /// The stored part of a hash.
    #[inline]
    fn part(hash: u128) -> [u16; 4] {
        [0, 16, 32, 48].map(|shift| (hash >> shift) as u16)
    }

    #[inline]
    fn previous(self) -> u32 {
        let [low, high] = self.previous.map(u32::from);
        low | high << 16
    }

    #[inline]
    fn at(self) -> usize {
        usize::from(self.action & 0xFFF)
    }

    #[inline]
    fn kind(self) -> Kind {
        match self.action >> 12 & 3 {
            0 => Kind::Play,
            1 => Kind::Pass,
            2 => Kind::Edit,
            _ => Kind::Turn,
        }
    }

    #[inline]
    fn color(self) -> Color {
        color(self.action >> 14)
    }

    #[inline]
    fn to_play(self) -> Color {
        color(self.action >> 15)
    }
}

/// The colour of the lowest bit.
#[inline]
fn color(bits: u16) -> Color {
    match bits & 1 {
        0 => Color::Black,
        _ => Color::White,
    }
}

impl Clone for History {
    fn clone(&self) -> History {
        History {
            plies: self.plies.clone(),
            segments: self.segments.clone(),
            latest: self.latest.clone(),
            entries: Entries {
                blocks: self.entries.blocks.clone(),
            },
            ..*self
        }
    }

    /// Allocates nothing if both histories are short and the buffer of `self` is large enough.
    fn clone_from(&mut self, source: &History) {
        self.plies.clone_from(&source.plies);
        self.segments.clone_from(&source.segments);
        self.latest.clone_from(&source.latest);
        self.entries.blocks.clone_from(&source.entries.blocks);
        self.packed_plies = source.packed_plies;
        self.packed = source.packed;
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
                let hash = u128::from(roll as u64 >> 3 & 63) << 50 | (roll >> 9 & 15) as u128;
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
                    .find(|&at| history.plies[at].hash() == hash && accept(at));
                assert_eq!(history.latest_before(hash, range, accept), searched);
            }
        }
        assert!(had_table > 5 * SHORT);
    }
}
