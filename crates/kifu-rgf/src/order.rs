//! What the specification says of the order of times, in its first form and in its last.

use std::collections::BTreeMap;

use kifu_span::{Diagnostic, Span};
use kifu_timeline::{NodeId, Stamp, Time};

use crate::codes;
use crate::entry::{Entries, Timing};
use crate::read::Dialect;

/// All times of a file, as far as they are read.
#[derive(Debug, Default)]
pub(crate) struct Times {
    timed: Vec<Timed>,
    /// In files without counters these are wrong.
    unsorted: Vec<Span>,
    has_counter: bool,
    ends: bool,
    /// The last node that disappears at the time at which it appears. It only gives the file its length.
    moment: Option<NodeId>,
}

#[derive(Debug)]
struct Timed {
    at: Stamp,
    node: NodeId,
    place: Span,
}

impl Times {
    /// Takes the times of the next node of the file.
    pub(crate) fn take(&mut self, node: NodeId, entries: &Entries, found: &mut Vec<Diagnostic>) {
        self.add(node, entries.at);
        if let [removal] = &*entries.properties {
            let time = |at: Timing| at.stamp.map(|at| at.time);
            let is_at_once = entries.at.stamp.is_some() && time(removal.at) == time(entries.at);
            if is_at_once && removal.ident == "RP" && removal.values == [":"] {
                self.moment = Some(node);
            }
        }
        let mut latest = entries.at.stamp;
        let mut any_timed = false;
        for entry in &entries.properties {
            self.add(node, entry.at);
            self.ends |= entry.ident == "VT" && entry.values.iter().any(|name| name == "ENDED");
            match entry.at.stamp {
                Some(at) if latest.is_some_and(|latest| at < latest) => {
                    self.unsorted.push(entry.at.place);
                }
                Some(at) => latest = Some(at),
                None if any_timed && entries.at.stamp.is_none() => {
                    let message = format!(
                        "{} has no time, and stands behind one with a time",
                        entry.ident
                    );
                    found.push(codes::INITIAL_AFTER_TIMED.at(entry.place, message));
                }
                None => {}
            }
            any_timed |= entry.at.stamp.is_some();
        }
    }

    fn add(&mut self, node: NodeId, timing: Timing) {
        self.has_counter |= timing.has_counter;
        if let Some(at) = timing.stamp {
            self.timed.push(Timed {
                at,
                node,
                place: timing.place,
            });
        }
    }

    pub(crate) fn dialect(&self) -> Dialect {
        match self.has_counter || self.ends {
            true => Dialect::Counted,
            false => Dialect::Distinct,
        }
    }

    /// The last time, and where it stands.
    pub(crate) fn last(&self) -> Option<(Time, Span)> {
        let last = self.timed.iter().max_by_key(|timed| timed.at)?;
        Some((last.at.time, last.place))
    }

    /// What is wrong with the times together, in this dialect; `duration` is how long the
    /// recording is said to be.
    pub(crate) fn check(mut self, duration: Option<Time>, found: &mut Vec<Diagnostic>) {
        let dialect = self.dialect();
        if dialect == Dialect::Distinct {
            let unsorted = self.unsorted.iter();
            found.extend(unsorted.map(|at| codes::NOT_SORTED.at(*at, codes::NOT_SORTED.summary)));
        }
        // Stable: what is equal stays in the order of the file.
        self.timed.sort_by_key(|timed| timed.at);
        for same in self.timed.chunk_by(|a, b| a.at.time == b.at.time) {
            match dialect {
                Dialect::Distinct => distinct(same, found),
                Dialect::Counted => counted(same, found),
            }
        }
        if dialect == Dialect::Counted {
            self.ends_at(duration, found);
        }
    }

    /// The recording ends with its last event, which is alone at its time; or with a node that is
    /// there for no time, which is how a length is written where no node is shown.
    fn ends_at(&self, duration: Option<Time>, found: &mut Vec<Diagnostic>) {
        let (Some(last), Some(duration)) = (self.timed.last(), duration) else {
            return;
        };
        let last_ones = self.timed.iter().rev();
        let last_ones = last_ones.take_while(|other| other.at.time == last.at.time);
        let is_alone = match last_ones.clone().count() {
            1 => true,
            2 => last_ones
                .map(|one| one.node)
                .all(|node| Some(node) == self.moment),
            _ => false,
        };
        let message = match is_alone {
            _ if last.at.time < duration => {
                format!(
                    "the recording ends at {duration}, its last event is at {}",
                    last.at.time
                )
            }
            false => format!("several events are at the last time, {}", last.at.time),
            true => return,
        };
        found.push(codes::LAST_TIME.at(last.place, message));
    }
}

/// Of what happens at one time: all is in one node.
fn distinct(same: &[Timed], found: &mut Vec<Diagnostic>) {
    // The first of each other node, so that a node is told of once.
    let mut others = BTreeMap::new();
    for timed in same.iter().filter(|timed| timed.node != same[0].node) {
        others.entry(timed.node).or_insert(timed);
    }
    for timed in others.values() {
        let message = format!("another node has the time {} too", timed.at.time);
        found.push(codes::SAME_TIME.at(timed.place, message));
    }
}

/// Of what happens at one time: counters go up by one, where they are needed.
fn counted(same: &[Timed], found: &mut Vec<Diagnostic>) {
    let is_one_node = same.iter().all(|timed| timed.node == same[0].node);
    if is_one_node && same.iter().all(|timed| timed.at.counter == 0) {
        return;
    }
    if let Some((count, timed)) = (0..)
        .zip(same)
        .find(|(count, timed)| timed.at.counter != *count)
    {
        let message = format!(
            "at the time {} this has the counter {}, where {count} would come next",
            timed.at.time, timed.at.counter
        );
        found.push(codes::COUNTER.at(timed.place, message));
    }
}

/// Of siblings in the order of the file, each with its time and place: none appears before
/// one that stands before it.
pub(crate) fn siblings(
    times: impl Iterator<Item = (Option<Stamp>, Span)>,
    found: &mut Vec<Diagnostic>,
) {
    let mut latest = None;
    for (at, place) in times {
        if at < latest {
            found.push(codes::SIBLING_INSERTED.at(place, codes::SIBLING_INSERTED.summary));
        }
        latest = latest.max(at);
    }
}
