//! The stored form of events.

use std::ops::Range;

use kifu_span::Span;

use crate::strings::Strings;
use crate::{Stamp, Time};

/// An event, in 32 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    /// The time in nanoseconds, or [`INITIAL`].
    pub(crate) time: i64,
    pub(crate) counter: u32,
    pub(crate) node: u32,
    /// The number of its first value, or [`NO_VALUES`]. The last one ends a list of texts.
    first: u32,
    /// The number of the identifier, the flag [`IGNORED`], and the kind.
    what: u32,
    pub(crate) place: Span,
}

/// The time of initial events, before all others.
pub(crate) const INITIAL: i64 = i64::MIN;

const NO_VALUES: u32 = u32::MAX;

const KINDS: u32 = 0b111;
const IGNORED: u32 = 0b1000;

/// The number of bits before the number of the identifier.
const BITS: u32 = 4;

/// The number of different identifiers that a recording can have.
pub(crate) const MAX_IDENTS: usize = 1 << (u32::BITS - BITS);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RecordKind {
    AddNode,
    RemoveNode,
    Put,
    Remove,
    Trigger,
}

impl Record {
    /// Creates an event whose values start with `first`, if it has values.
    pub(crate) fn new(
        kind: RecordKind,
        node: u32,
        (time, counter): (i64, u32),
        ident: u32,
        first: Option<u32>,
        place: Span,
    ) -> Record {
        let kind = match kind {
            RecordKind::AddNode => 0,
            RecordKind::RemoveNode => 1,
            RecordKind::Put => 2,
            RecordKind::Remove => 3,
            RecordKind::Trigger => 4,
        };
        Record {
            time,
            counter,
            node,
            first: first.unwrap_or(NO_VALUES),
            what: ident << BITS | kind,
            place,
        }
    }

    pub(crate) fn kind(&self) -> RecordKind {
        match self.what & KINDS {
            0 => RecordKind::AddNode,
            1 => RecordKind::RemoveNode,
            2 => RecordKind::Put,
            3 => RecordKind::Remove,
            _ => RecordKind::Trigger,
        }
    }

    /// The number of the identifier.
    pub(crate) fn ident(&self) -> u32 {
        self.what >> BITS
    }

    /// Whether the event has no effect.
    pub(crate) fn is_ignored(&self) -> bool {
        self.what & IGNORED != 0
    }

    pub(crate) fn ignore(&mut self) {
        self.what |= IGNORED;
    }

    /// The number of the first value, if there is one.
    pub(crate) fn first(&self) -> Option<u32> {
        (self.first != NO_VALUES).then_some(self.first)
    }

    /// The numbers of the values.
    pub(crate) fn values(&self, written: &Strings) -> Range<u32> {
        match self.first() {
            Some(first) => first..written.end_of_list(first),
            None => 0..0,
        }
    }

    /// The name of a trigger.
    pub(crate) fn name<'s>(&self, written: &'s Strings) -> &'s str {
        self.first().map_or("", |name| written.get(name))
    }

    /// The sort key of the record.
    pub(crate) fn key(&self) -> (i64, u32) {
        (self.time, self.counter)
    }

    pub(crate) fn is_initial(&self) -> bool {
        self.time == INITIAL
    }

    pub(crate) fn stamp(&self) -> Option<Stamp> {
        (!self.is_initial()).then(|| Stamp {
            time: Time::from_nanos(self.time),
            counter: self.counter,
        })
    }
}

/// The sort key of a stamp.
pub(crate) fn key_of(at: Option<Stamp>) -> (i64, u32) {
    at.map_or((INITIAL, 0), |at| (at.time.nanos(), at.counter))
}
