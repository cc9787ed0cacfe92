//! Checks the order of times, by the first and the last form of the specification.

use std::collections::{BTreeMap, HashMap};

use kifu_sgf::NodeRef;
use kifu_span::{Diagnostic, Span};
use kifu_timeline::{NodeId, Stamp, Time};
use kifu_tree::Forest;

use crate::codes;
use crate::entry::{Entries, Timing};
use crate::read::Dialect;

/// All times of a file that could be read.
#[derive(Debug, Default)]
pub(crate) struct Times {
    timed: Vec<Timed>,
    /// Times that are not sorted within their node, which is wrong in files without counters.
    unsorted: Vec<Span>,
    /// The last node that disappears at the time at which it appears. Such a node only states the length of the
    /// file.
    moment: Option<NodeId>,
}

#[derive(Debug)]
struct Timed {
    // A `Stamp` would add 8 bytes of padding.
    time: Time,
    counter: u32,
    node: NodeId,
    place: Span,
}

impl Times {
    /// Adds the times of the next node of the file.
    pub(crate) fn add_node(
        &mut self,
        node: NodeId,
        entries: &Entries<'_>,
        found: &mut Vec<Diagnostic>,
    ) {
        self.add(node, entries.at);
        if let [removal] = &*entries.properties {
            let time = |at: Timing<'_>| at.stamp.map(|at| at.time);
            let is_at_once = entries.at.stamp.is_some() && time(removal.at) == time(entries.at);
            if is_at_once && removal.ident == "RP" && entries.values(removal) == [":"] {
                self.moment = Some(node);
            }
        }
        let mut latest = entries.at.stamp;
        let mut any_timed = false;
        for entry in &entries.properties {
            self.add(node, entry.at);
            match entry.at.stamp {
                Some(at) if latest.is_some_and(|latest| at < latest) => {
                    self.unsorted.push(entry.at.place());
                }
                Some(at) => latest = Some(at),
                None if any_timed && entries.at.stamp.is_none() => {
                    let message = format!(
                        "{} has no time, but follows a property with a time",
                        entry.ident
                    );
                    found.push(codes::INITIAL_AFTER_TIMED.at(entry.place, message));
                }
                None => {}
            }
            any_timed |= entry.at.stamp.is_some();
        }
    }

    fn add(&mut self, node: NodeId, timing: Timing<'_>) {
        if let Some(at) = timing.stamp {
            self.timed.push(Timed {
                time: at.time,
                counter: at.counter,
                node,
                place: timing.place(),
            });
        }
    }

    /// Reports problems with the order of all times, by the rules of the dialect. `duration` is the stated
    /// length of the recording.
    pub(crate) fn check(
        mut self,
        dialect: Dialect,
        duration: Option<Time>,
        found: &mut Vec<Diagnostic>,
    ) {
        if dialect == Dialect::Distinct {
            let unsorted = self.unsorted.iter();
            found.extend(unsorted.map(|at| codes::NOT_SORTED.at(*at, codes::NOT_SORTED.summary)));
        }
        // A stable sort keeps equal times in the order of the file.
        self.timed.sort_by_key(|timed| (timed.time, timed.counter));
        for same in self.timed.chunk_by(|a, b| a.time == b.time) {
            match dialect {
                Dialect::Distinct => distinct(same, found),
                Dialect::Counted => counted(same, found),
            }
        }
        if dialect == Dialect::Counted {
            self.ends_at(duration, found);
        }
    }

    /// Checks that the last event is alone at its time and ends the recording; or that there is a node that
    /// appears and disappears at once, as the writer adds if no node is shown.
    fn ends_at(&self, duration: Option<Time>, found: &mut Vec<Diagnostic>) {
        let (Some(last), Some(duration)) = (self.timed.last(), duration) else {
            return;
        };
        let last_ones = self.timed.iter().rev();
        let last_ones = last_ones.take_while(|other| other.time == last.time);
        let is_alone = match last_ones.clone().count() {
            1 => true,
            2 => last_ones
                .map(|one| one.node)
                .all(|node| Some(node) == self.moment),
            _ => false,
        };
        let message = if last.time < duration {
            format!(
                "the recording ends at {duration}, but its last event is at {}",
                last.time
            )
        } else if is_alone {
            return;
        } else {
            format!(
                "several events happen at {}, the end of the recording; expected only one",
                last.time
            )
        };
        found.push(codes::LAST_TIME.at(last.place, message));
    }
}

/// Reports different nodes with the same time.
fn distinct(same: &[Timed], found: &mut Vec<Diagnostic>) {
    // The first time of each other node, so that a node is reported once.
    let mut others = BTreeMap::new();
    for timed in same.iter().filter(|timed| timed.node != same[0].node) {
        others.entry(timed.node).or_insert(timed);
    }
    for timed in others.values() {
        let message = format!("another node has the same time, {}", timed.time);
        found.push(codes::SAME_TIME.at(timed.place, message));
    }
}

/// Reports counters that do not increase by one at a time at which they are needed.
fn counted(same: &[Timed], found: &mut Vec<Diagnostic>) {
    let is_one_node = same.iter().all(|timed| timed.node == same[0].node);
    if is_one_node && same.iter().all(|timed| timed.counter == 0) {
        return;
    }
    if let Some((count, timed)) = (0..)
        .zip(same)
        .find(|(count, timed)| timed.counter != *count)
    {
        let message = format!(
            "at the time {}, this event has the counter {}; expected {count}",
            timed.time, timed.counter
        );
        found.push(codes::COUNTER.at(timed.place, message));
    }
}

/// Finds siblings that appear before a sibling which precedes them in the file.
#[derive(Debug, Default)]
pub(crate) struct Siblings {
    /// The latest time so far of the children of each node that has several.
    latest: HashMap<Option<NodeId>, Option<Stamp>>,
    pub(crate) found: Vec<Diagnostic>,
}

impl Siblings {
    /// Adds the next node of the file, with its time.
    pub(crate) fn add_node<N>(&mut self, forest: &Forest<N>, node: NodeRef<'_>, at: Option<Stamp>) {
        let id = node.id();
        if forest.next_sibling(id).is_none() && forest.prev_sibling(id).is_none() {
            return;
        }
        let latest = self.latest.entry(forest.parent(id)).or_default();
        if at < *latest {
            let place = node.span().unwrap_or_default();
            self.found
                .push(codes::SIBLING_INSERTED.at(place, codes::SIBLING_INSERTED.summary));
        }
        *latest = at.max(*latest);
    }
}
