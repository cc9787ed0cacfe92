//! An event as it is kept.

use kifu_span::Span;

use crate::{Stamp, Time};

/// An event, in 40 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    /// Nanoseconds, or [`INITIAL`].
    pub(crate) time: i64,
    pub(crate) counter: u32,
    pub(crate) node: u32,
    /// The number of the identifier.
    pub(crate) ident: u32,
    /// The first of its values, and how many there are.
    pub(crate) first: u32,
    pub(crate) count: u32,
    pub(crate) place: Span,
    pub(crate) kind: Kind,
    pub(crate) ignored: bool,
}

/// Before all times.
pub(crate) const INITIAL: i64 = i64::MIN;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    AddNode,
    RemoveNode,
    Put,
    Remove,
    Trigger,
}

/// What an event does.
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
            Kind::AddNode => Op::AddNode,
            Kind::RemoveNode => Op::RemoveNode,
            Kind::Put => Op::Put(self.ident),
            Kind::Remove => Op::Remove(self.ident),
            Kind::Trigger => Op::Trigger,
        }
    }

    /// What the record is sorted by.
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

/// What a stamp is sorted by.
pub(crate) fn key_of(at: Option<Stamp>) -> (i64, u32) {
    at.map_or((INITIAL, 0), |at| (at.time.nanos(), at.counter))
}
