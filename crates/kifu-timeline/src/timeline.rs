//! The timeline: all that happens, in order, and what there is at any moment.

use kifu_span::Diagnostic;
use kifu_tree::{Forest, NodeId};

use crate::codes;
use crate::fold::Fold;
use crate::history::Histories;
use crate::record::{Kind, Record};
use crate::rule::Idents;
use crate::strings::Strings;
use crate::{Event, Stamp, Time, Values, View, What};

/// A game tree over time.
///
/// It is made by a [`Builder`](crate::Builder) and does not change. [`Timeline::at`] and
/// its siblings give a [`View`] of any moment in the time of a binary search, without
/// building a tree.
///
/// Its events are in order, one *rank* after another: rank 0 is before any, and rank *r*
/// after the first *r* of them. The initial ones come first, then those with a time; ties
/// are in the order of the source.
#[derive(Debug)]
pub struct Timeline {
    pub(crate) nodes: Forest<()>,
    pub(crate) idents: Idents,
    pub(crate) written: Strings,
    pub(crate) records: Vec<Record>,
    pub(crate) lives: Lives,
    pub(crate) histories: Histories,
    duration: Time,
}

/// Which nodes are there, and which one is looked at.
#[derive(Debug)]
pub(crate) struct Lives {
    /// After how many events each node is there, and no longer there.
    pub(crate) born: Vec<u32>,
    pub(crate) died: Vec<u32>,
    /// The cursor after each event.
    pub(crate) cursor: Vec<Option<NodeId>>,
    /// The ranks of the triggers.
    pub(crate) triggers: Vec<u32>,
}

pub(crate) const NEVER: u32 = u32::MAX;

/// Makes the timeline of records that are in order.
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

/// When nodes come and go, and where the cursor is. Events that come too late are marked.
fn live(
    nodes: &Forest<()>,
    written: &Strings,
    records: &mut [Record],
    found: &mut Vec<Diagnostic>,
) -> Lives {
    let mut lives = Lives {
        born: vec![NEVER; nodes.id_count()],
        died: vec![NEVER; nodes.id_count()],
        cursor: Vec::with_capacity(records.len()),
        triggers: Vec::new(),
    };
    let mut cursor = None;
    for (rank, record) in (0..).zip(records) {
        let node = NodeId::from_index(record.node as usize);
        let parent = node.and_then(|node| nodes.parent(node));
        let needed = if record.kind == Kind::AddNode {
            parent
        } else {
            node
        };
        if needed.is_some_and(|needed| !lives.is_live(needed, rank)) {
            record.ignored = true;
            found.push(codes::DEAD_NODE.at(record.place, codes::DEAD_NODE.summary));
            lives.cursor.push(cursor);
            continue;
        }
        match record.kind {
            Kind::AddNode => lives.born[record.node as usize] = rank + 1,
            Kind::RemoveNode => lives.end(nodes, node, rank + 1),
            Kind::Trigger if !record.is_initial() => lives.triggers.push(rank),
            Kind::Trigger | Kind::Put | Kind::Remove => {}
        }
        let is_jump = record.kind == Kind::Trigger && written.get(record.first) == "N";
        match record.kind {
            Kind::Trigger if record.is_initial() && !is_jump => {
                let message = format!("trigger {} has no time", written.get(record.first));
                found.push(codes::INITIAL_TRIGGER.at(record.place, message));
            }
            Kind::RemoveNode if record.is_initial() => {
                let message = "a node is removed from what is there at first";
                found.push(codes::INITIAL_REMOVAL.at(record.place, message));
            }
            _ => {}
        }
        if is_jump || !record.is_initial() {
            cursor = if record.kind == Kind::RemoveNode {
                parent
            } else {
                node
            };
        }
        cursor = cursor.filter(|at| lives.is_live(*at, rank + 1));
        lives.cursor.push(cursor);
    }
    lives
}

impl Lives {
    pub(crate) fn is_live(&self, node: NodeId, rank: u32) -> bool {
        let node = node.index();
        self.born[node] <= rank && rank < self.died[node]
    }

    /// A node and all below it die.
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

/// What each node holds in the course of time.
fn fold(
    nodes: &Forest<()>,
    idents: &Idents,
    written: &Strings,
    records: &[Record],
    lives: &Lives,
    found: &mut Vec<Diagnostic>,
) -> Histories {
    // The ranks of the events of each node, in order, one node after another.
    let changes =
        |record: &&Record| matches!(record.kind, Kind::Put | Kind::Remove) && !record.ignored;
    let mut ends = vec![0u32; nodes.id_count() + 1];
    for record in records.iter().filter(changes) {
        ends[record.node as usize + 1] += 1;
    }
    for node in 1..ends.len() {
        ends[node] += ends[node - 1];
    }
    let mut ranks = vec![0u32; ends.last().map_or(0, |end| *end as usize)];
    // Filling a node's place moves its start, in the end to where the next one starts.
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
        let events = of_node.iter().map(|rank| (*rank, records[*rank as usize]));
        fold.node(events, first_child_born(nodes, lives, node));
        start = *end as usize;
    }
    let (histories, problems) = fold.done();
    found.extend(problems);
    histories
}

/// After how many events a node had its first child.
fn first_child_born(nodes: &Forest<()>, lives: &Lives, node: usize) -> u32 {
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

    /// What is there at a time, after all that happens at that time.
    pub fn at(&self, time: Time) -> View<'_> {
        self.view(
            self.records
                .partition_point(|record| record.time <= time.nanos()),
        )
    }

    /// What is there right before a time.
    pub fn before(&self, time: Time) -> View<'_> {
        self.view(
            self.records
                .partition_point(|record| record.time < time.nanos()),
        )
    }

    /// What is there after so many events, or after the last if there are fewer.
    pub fn rank(&self, rank: usize) -> View<'_> {
        self.view(rank.min(self.records.len()))
    }

    /// What is there before anything happens: the initial events alone.
    pub fn first(&self) -> View<'_> {
        self.view(self.records.partition_point(Record::is_initial))
    }

    /// What is there in the end.
    pub fn last(&self) -> View<'_> {
        self.view(self.records.len())
    }

    fn view(&self, rank: usize) -> View<'_> {
        View {
            timeline: self,
            rank: rank as u32,
        }
    }

    /// How long the recording is: as declared, or up to the last event.
    pub fn duration(&self) -> Time {
        self.duration
    }

    // ---- events ----

    /// How many events there are, initial ones and ignored ones included.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is no event.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The event that leads from a rank to the next.
    pub fn event(&self, rank: usize) -> Option<Event<'_>> {
        let record = self.records.get(rank)?;
        let node = NodeId::from_index(record.node as usize)?;
        let values = || Values::written(&self.written, record.first, record.count);
        let ident = || &*self.idents.get(record.ident).name;
        Some(Event {
            at: record.stamp(),
            node,
            what: match record.kind {
                Kind::AddNode => What::AddNode,
                Kind::RemoveNode => What::RemoveNode,
                Kind::Put => What::Put {
                    ident: ident(),
                    values: values(),
                },
                Kind::Remove => What::Remove {
                    ident: ident(),
                    values: values(),
                },
                Kind::Trigger => What::Trigger {
                    name: self.written.get(record.first),
                },
            },
            place: record.place,
            ignored: record.ignored,
        })
    }

    /// All events in order, the one at rank 0 first.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = Event<'_>> + ExactSizeIterator + Clone {
        (0..self.len()).map(|rank| match self.event(rank) {
            Some(event) => event,
            None => unreachable!("every rank below the length has an event"),
        })
    }

    /// The times of the events that have an effect, in order. Events that are there at first have no time.
    pub fn times(&self) -> impl Iterator<Item = Time> {
        let events = self.events().filter(|event| !event.ignored);
        events.filter_map(|event| Some(event.at?.time))
    }

    /// When the event at a rank happens; `None` if it is initial, or there is none.
    pub fn stamp(&self, rank: usize) -> Option<Stamp> {
        self.records.get(rank)?.stamp()
    }

    /// The nodes that are there at any time, as a forest: a node's children in their order,
    /// whenever they appear. Ids are those of [`View`] and [`Event`].
    pub fn nodes(&self) -> &Forest<()> {
        &self.nodes
    }
}
