//! The stored form of events.

use kifu_span::Span;

use crate::{Stamp, Time};

/// An event, in 40 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    /// The time in nanoseconds, or [`INITIAL`].
    pub(crate) time: i64,
    pub(crate) counter: u32,
    pub(crate) node: u32,
    /// The number of the identifier.
    pub(crate) ident: u32,
    /// The index of its first value, and the number of its values.
    pub(crate) first: u32,
    pub(crate) count: u32,
    pub(crate) place: Span,
    pub(crate) kind: RecordKind,
    pub(crate) ignored: bool,
}

/// The time of initial events, before all others.
pub(crate) const INITIAL: i64 = i64::MIN;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RecordKind {
    AddNode,
    RemoveNode,
    Put,
    Remove,
    Trigger,
}

/// The effect of an event.
pub(crate) enum Op {
    AddNode,
    RemoveNode,
    Put(u32),
    Remove(u32),
    Trigger,
}

impl Record {
    pub(crate) fn op(&self) -> Op {
        match self.kind {
            RecordKind::AddNode => Op::AddNode,
            RecordKind::RemoveNode => Op::RemoveNode,
            RecordKind::Put => Op::Put(self.ident),
            RecordKind::Remove => Op::Remove(self.ident),
            RecordKind::Trigger => Op::Trigger,
        }
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
