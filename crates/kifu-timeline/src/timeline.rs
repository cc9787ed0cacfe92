//! The timeline: all events in order, and the state at any moment.

use kifu_span::Diagnostic;
use kifu_tree::{Forest, NodeId};

use crate::codes;
use crate::fold::Fold;
use crate::history::{Histories, PropertyState};
use crate::record::{Record, RecordKind};
use crate::rule::Idents;
use crate::strings::Strings;
use crate::{Event, EventKind, Stamp, Time, Values, View};

/// A game tree over time.
///
/// A timeline is built by a [`Builder`](crate::Builder) and does not change. [`Timeline::at`] and similar methods
/// return a [`View`] of any moment by binary search, without building a tree.
///
/// The events are in order. The *rank* of a moment is the number of events before it: rank 0 is before all
/// events. Initial events come first, then those with a time; events with equal stamps are in the order of the
/// source.
#[derive(Debug)]
pub struct Timeline {
    pub(crate) nodes: Forest<()>,
    pub(crate) idents: Idents,
    pub(crate) written: Strings,
    pub(crate) records: Vec<Record>,
    pub(crate) lives: Lifetimes,
    pub(crate) histories: Histories,
    duration: Time,
}

/// The lifetimes of nodes, and the current node.
#[derive(Debug)]
pub(crate) struct Lifetimes {
    /// The ranks at which each node appears and disappears.
    pub(crate) born: Vec<u32>,
    pub(crate) died: Vec<u32>,
    /// The ranks of the events after which the current node is found in another way than after the event before.
    shown: Vec<(u32, Shown)>,
    /// The ranks of the triggers.
    pub(crate) triggers: Vec<u32>,
}

/// The current node after an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shown {
    /// The node of the event, or its parent if the event removes it.
    ByEvent,
    /// This node, whatever the event: it is ignored, or part of the initial content.
    Still(Option<NodeId>),
}

pub(crate) const NEVER: u32 = u32::MAX;

/// Builds the timeline from records that are in order.
pub(crate) fn assemble(
    nodes: Forest<()>,
    idents: Idents,
    written: Strings,
    mut records: Vec<Record>,
    duration: Time,
    found: &mut Vec<Diagnostic>,
) -> Timeline {
    let lives = live(&nodes, &written, &mut records, found);
    let histories = fold(&nodes, &idents, &written, &records, &lives, found);
    let mut timeline = Timeline {
        nodes,
        idents,
        written,
        records,
        lives,
        histories,
        duration,
    };
    timeline.nodes.shrink_to_fit();
    timeline.written.shrink();
    timeline.records.shrink_to_fit();
    timeline.histories.shrink();
    timeline
}

/// Computes the lifetimes of nodes and the current node. Events of nodes that do not exist are marked as
/// ignored.
fn live(
    nodes: &Forest<()>,
    written: &Strings,
    records: &mut [Record],
    found: &mut Vec<Diagnostic>,
) -> Lifetimes {
    let mut lives = Lifetimes {
        born: vec![NEVER; nodes.id_count()],
        died: vec![NEVER; nodes.id_count()],
        shown: Vec::new(),
        triggers: Vec::new(),
    };
    let mut cursor = None;
    for (rank, record) in (0..).zip(records) {
        let node = NodeId::from_index(record.node as usize);
        let parent = node.and_then(|node| nodes.parent(node));
        let needed = if record.kind() == RecordKind::AddNode {
            parent
        } else {
            node
        };
        if needed.is_some_and(|needed| !lives.is_live(needed, rank)) {
            record.ignore();
            found.push(codes::DEAD_NODE.at(record.place, codes::DEAD_NODE.summary));
            lives.show(rank, Shown::Still(cursor));
            continue;
        }
        match record.kind() {
            RecordKind::AddNode => lives.born[record.node as usize] = rank + 1,
            RecordKind::RemoveNode => lives.end(nodes, node, rank + 1),
            RecordKind::Trigger if !record.is_initial() => lives.triggers.push(rank),
            RecordKind::Trigger | RecordKind::Put | RecordKind::Remove => {}
        }
        let is_jump = record.kind() == RecordKind::Trigger && record.name(written) == "N";
        match record.kind() {
            RecordKind::Trigger if record.is_initial() && !is_jump => {
                let message = format!("the trigger {} has no time", record.name(written));
                found.push(codes::INITIAL_TRIGGER.at(record.place, message));
            }
            RecordKind::RemoveNode if record.is_initial() => {
                let message = "a node is removed from the initial content";
                found.push(codes::INITIAL_REMOVAL.at(record.place, message));
            }
            _ => {}
        }
        if is_jump || !record.is_initial() {
            cursor = shown_by(nodes, record);
            lives.show(rank, Shown::ByEvent);
        } else {
            cursor = cursor.filter(|at| lives.is_live(*at, rank + 1));
            lives.show(rank, Shown::Still(cursor));
        }
    }
    lives
}

/// The node that an event shows.
fn shown_by(nodes: &Forest<()>, record: &Record) -> Option<NodeId> {
    let node = NodeId::from_index(record.node as usize);
    match record.kind() {
        RecordKind::RemoveNode => node.and_then(|node| nodes.parent(node)),
        _ => node,
    }
}

impl Lifetimes {
    fn show(&mut self, rank: u32, shown: Shown) {
        if self.shown.last().map(|(_, last)| *last) != Some(shown) {
            self.shown.push((rank, shown));
        }
    }

    pub(crate) fn is_live(&self, node: NodeId, rank: u32) -> bool {
        let node = node.index();
        self.born[node] <= rank && rank < self.died[node]
    }

    /// Ends the life of a node and its descendants.
    fn end(&mut self, nodes: &Forest<()>, node: Option<NodeId>, rank: u32) {
        let mut todo: Vec<NodeId> = node.into_iter().collect();
        while let Some(node) = todo.pop() {
            self.died[node.index()] = rank;
            let live = |child: &NodeId| {
                self.born[child.index()] != NEVER && self.died[child.index()] == NEVER
            };
            todo.extend(nodes.children(node).filter(live));
        }
    }
}

/// Computes the values of each node over time.
fn fold(
    nodes: &Forest<()>,
    idents: &Idents,
    written: &Strings,
    records: &[Record],
    lives: &Lifetimes,
    found: &mut Vec<Diagnostic>,
) -> Histories {
    // The ranks of the events of each node, in order, one node after another.
    let changes = |record: &&Record| {
        matches!(record.kind(), RecordKind::Put | RecordKind::Remove) && !record.is_ignored()
    };
    let mut ends = vec![0u32; nodes.id_count() + 1];
    for record in records.iter().filter(changes) {
        ends[record.node as usize + 1] += 1;
    }
    for node in 1..ends.len() {
        ends[node] += ends[node - 1];
    }
    let mut ranks = vec![0u32; ends.last().map_or(0, |end| *end as usize)];
    // Filling the range of a node moves its start, finally to the start of the next node.
    let starts = &mut ends;
    for (rank, record) in (0..).zip(records).filter(|(_, record)| changes(record)) {
        let place = &mut starts[record.node as usize];
        ranks[*place as usize] = rank;
        *place += 1;
    }
    let mut fold = Fold::new(written, idents);
    let mut start = 0;
    for (node, end) in ends[..nodes.id_count()].iter().enumerate() {
        let of_node = &ranks[start..*end as usize];
        start = *end as usize;
        if let [rank] = of_node {
            if fold.simple_node(*rank, &records[*rank as usize]) {
                continue;
            }
        }
        let events = of_node.iter().map(|rank| (*rank, records[*rank as usize]));
        fold.node(events, first_child_born(nodes, lives, node));
    }
    let (histories, problems) = fold.done();
    found.extend(problems);
    histories
}

/// The rank at which a node got its first child.
fn first_child_born(nodes: &Forest<()>, lives: &Lifetimes, node: usize) -> u32 {
    let children = NodeId::from_index(node)
        .into_iter()
        .flat_map(|node| nodes.children(node));
    children
        .map(|child| lives.born[child.index()])
        .min()
        .unwrap_or(NEVER)
}

impl Timeline {
    // ---- moments ----

    /// The state at a time, after all events at that time.
    pub fn at(&self, time: Time) -> View<'_> {
        self.view(
            self.records
                .partition_point(|record| record.time <= time.nanos()),
        )
    }

    /// The state right before a time.
    pub fn before(&self, time: Time) -> View<'_> {
        self.view(
            self.records
                .partition_point(|record| record.time < time.nanos()),
        )
    }

    /// The state after `rank` events, or after the last event if there are fewer.
    pub fn at_rank(&self, rank: usize) -> View<'_> {
        self.view(rank.min(self.records.len()))
    }

    /// The initial state: after only the initial events.
    pub fn first(&self) -> View<'_> {
        self.view(self.records.partition_point(Record::is_initial))
    }

    /// The state at the end.
    pub fn last(&self) -> View<'_> {
        self.view(self.records.len())
    }

    fn view(&self, rank: usize) -> View<'_> {
        View {
            timeline: self,
            rank: rank as u32,
        }
    }

    /// The length of the recording: as declared, or up to the last event.
    pub fn duration(&self) -> Time {
        self.duration
    }

    // ---- events ----

    /// The number of events, including initial and ignored ones.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there are no events.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The event between a rank and the next one.
    pub fn event(&self, rank: usize) -> Option<Event<'_>> {
        let record = self.records.get(rank)?;
        let node = NodeId::from_index(record.node as usize)?;
        let values = || Values::written(&self.written, record.values(&self.written));
        let ident = || &*self.idents.get(record.ident()).name;
        Some(Event {
            at: record.stamp(),
            node,
            kind: match record.kind() {
                RecordKind::AddNode => EventKind::AddNode,
                RecordKind::RemoveNode => EventKind::RemoveNode,
                RecordKind::Put => EventKind::Put {
                    ident: ident(),
                    values: values(),
                },
                RecordKind::Remove => EventKind::Remove {
                    ident: ident(),
                    values: values(),
                },
                RecordKind::Trigger => EventKind::Trigger {
                    name: record.name(&self.written),
                },
            },
            place: record.place,
            ignored: record.is_ignored(),
        })
    }

    /// All events in order, starting with the one at rank 0.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = Event<'_>> + ExactSizeIterator + Clone {
        (0..self.len()).map(|rank| match self.event(rank) {
            Some(event) => event,
            None => unreachable!("every rank below the length has an event"),
        })
    }

    /// The times of the events with an effect, in order. Initial events have no time.
    pub fn times(&self) -> impl Iterator<Item = Time> {
        let events = self.events().filter(|event| !event.ignored);
        events.filter_map(|event| Some(event.at?.time))
    }

    /// The stamp of the event at a rank; `None` if it is initial or does not exist.
    pub fn stamp(&self, rank: usize) -> Option<Stamp> {
        self.records.get(rank)?.stamp()
    }

    /// The current node after `len` events.
    pub(crate) fn cursor(&self, len: usize) -> Option<NodeId> {
        let last = len.checked_sub(1)?;
        let shown = &self.lives.shown;
        let before = shown.partition_point(|(rank, _)| *rank as usize <= last);
        match shown[..before].last()?.1 {
            Shown::ByEvent => shown_by(&self.nodes, self.records.get(last)?),
            Shown::Still(node) => node,
        }
    }

    /// The state of a property after `rank` events, and the rank at which it appeared; `None` if it does not exist.
    pub(crate) fn state(&self, property: usize, rank: u32) -> Option<(PropertyState, u32)> {
        let (state, since) = self.histories.state(property, rank)?;
        let PropertyState::Once = state else {
            return Some((state, since));
        };
        let record = &self.records[since as usize - 1];
        let values = record.values(&self.written);
        let takes_all = self.idents.get(record.ident()).rule.is_list();
        let state = PropertyState::Written {
            first: values.start,
            count: if takes_all { values.len() as u32 } else { 1 },
        };
        Some((state, since))
    }

    /// All nodes that ever exist, as a forest: the children of a node are in their order, whenever they appear.
    /// The ids are those of [`View`] and [`Event`].
    pub fn nodes(&self) -> &Forest<()> {
        &self.nodes
    }
}
