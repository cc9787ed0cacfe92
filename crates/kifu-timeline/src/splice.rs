//! Builds a timeline from parts of others, in sequence.

use std::ops::Range;

use kifu_tree::NodeId;

use crate::matching::{Properties, key, matched};
use crate::record::{Record, RecordKind};
use crate::{Builder, Seam, Stamp, Time, Timeline, View};

/// The events of a timeline in a range of ranks.
pub(crate) struct SplicePart<'t> {
    pub(crate) timeline: &'t Timeline,
    pub(crate) ranks: Range<usize>,
}

/// The name of the trigger that ends a recording.
pub(crate) const ENDED: &str = "ENDED";

/// Adds parts to a builder.
pub(crate) struct Splice<'t> {
    builder: Builder,
    last: Option<Stamp>,
    /// The state at the end of the parts so far.
    end: Option<EndState<'t>>,
}

/// The state at the end of a part.
struct EndState<'t> {
    view: View<'t>,
    /// The nodes of the builder, by the index of the part's nodes.
    names: Vec<Option<NodeId>>,
}

/// A node of the previous state, the same node in a part, and the node in the builder. `None` for the node that
/// the recording continues, or if there is none.
struct Pair {
    old: Option<NodeId>,
    new: Option<NodeId>,
    node: Option<NodeId>,
    is_top: bool,
}

impl<'t> Splice<'t> {
    pub(crate) fn new(first: &Timeline) -> Splice<'t> {
        Splice {
            builder: Builder::new(first.idents.context()),
            last: None,
            end: None,
        }
    }

    /// Adds a part: at a time, the previous state is changed to the state at the start of the part, and then
    /// its events follow at the times that `when` returns, but not earlier. The first part starts with its
    /// initial content, whatever the time.
    pub(crate) fn push(
        &mut self,
        part: &SplicePart<'t>,
        at: Time,
        when: impl Fn(Time) -> Time,
        keeps_end: bool,
    ) -> Seam {
        let before = self.end.take();
        let seam_at = before.is_some().then(|| self.stamp(at));
        let floor = before.as_ref().map_or(Time::MIN, |_| at);
        let events = part.ranks.clone().filter_map(|rank| {
            let time = part.timeline.stamp(rank)?.time;
            Some(self.stamp(when(time).max(floor)))
        });
        let stamps: Vec<Stamp> = events.collect();
        let mut seam = Seam {
            time: at,
            added: 0,
            removed: 0,
            changed: 0,
        };
        let names = self.add_start(before.as_ref(), part, seam_at, &stamps, &mut seam);
        self.show_start(before.as_ref(), part, &names, seam_at, !seam.is_smooth());
        self.events(part, &names, &stamps, keeps_end);
        let view = part.timeline.at_rank(part.ranks.end);
        self.end = Some(EndState { view, names });
        seam
    }

    /// Ends the recording with a trigger if requested, and builds the timeline.
    pub(crate) fn finish(mut self, duration: Time, ends: bool) -> Timeline {
        let shown = self.end.as_ref().and_then(EndState::shown);
        if let Some(node) = shown.filter(|_| ends) {
            let at = self.stamp(duration);
            self.builder.trigger(node, ENDED, Some(at));
        }
        self.builder.duration(duration);
        // The findings in the parts were reported when they were built.
        self.builder.build().0
    }

    /// The next stamp, at a time that is not earlier than the last one.
    fn stamp(&mut self, time: Time) -> Stamp {
        let at = match self.last {
            Some(last) if last.time >= time => Stamp {
                counter: last.counter.saturating_add(1),
                ..last
            },
            _ => Stamp::at(time),
        };
        self.last = Some(at);
        at
    }

    // ---- the start of a part ----

    /// Adds the nodes of a part, and changes the previous state to the state at the start of the part. Returns
    /// the nodes of the builder, by the index of the part's nodes.
    fn add_start(
        &mut self,
        before: Option<&EndState<'t>>,
        part: &SplicePart<'t>,
        at: Option<Stamp>,
        stamps: &[Stamp],
        seam: &mut Seam,
    ) -> Vec<Option<NodeId>> {
        let start = part.start();
        let mut names = vec![None; part.timeline.nodes.id_count()];
        let mut todo = vec![Pair {
            old: None,
            new: None,
            node: None,
            is_top: true,
        }];
        while let Some(pair) = todo.pop() {
            let (old, new) = (
                before.map_or(Vec::new(), |end| end.row(&pair)),
                part.row(&pair),
            );
            let mut previous = None;
            for (in_old, in_new) in matched_rows(before, &old, part, &new) {
                let known = before.zip(in_old).and_then(|(end, old)| end.name(old));
                let node = match (known, in_new) {
                    (Some(node), Some(new)) => {
                        let was = before.zip(in_old);
                        let was = was.map_or(Vec::new(), |(end, old)| held(end.view, old));
                        let changed = self.builder.change(node, &was, &held(start, new), at);
                        seam.changed += usize::from(changed);
                        node
                    }
                    (Some(node), None) => {
                        self.builder.remove_node(node, at);
                        seam.removed += 1;
                        previous = Some(node);
                        continue;
                    }
                    (None, Some(new)) => {
                        let born = part.born(new, at, stamps);
                        let node = self.builder.add_node_after(previous, pair.node, born);
                        seam.added += usize::from(start.has(new));
                        for (ident, values) in start.properties(new) {
                            self.builder.put(node, ident, values, at);
                        }
                        node
                    }
                    (None, None) => continue,
                };
                previous = Some(node);
                if let Some(new) = in_new {
                    names[new.index()] = Some(node);
                }
                todo.push(Pair {
                    old: in_old,
                    new: in_new,
                    node: Some(node),
                    is_top: false,
                });
            }
        }
        names
    }

    /// Shows the node that is shown at the start of a part, unless it is shown already.
    fn show_start(
        &mut self,
        before: Option<&EndState<'t>>,
        part: &SplicePart<'t>,
        names: &[Option<NodeId>],
        at: Option<Stamp>,
        is_edited: bool,
    ) {
        let cursor = part.start().cursor();
        let shown = cursor.and_then(|cursor| names[cursor.index()]);
        let is_shown = before.and_then(EndState::shown);
        if let Some(node) = shown.filter(|_| is_edited || shown != is_shown) {
            self.builder.trigger(node, "N", at);
        }
    }

    // ---- events ----

    fn events(
        &mut self,
        part: &SplicePart<'t>,
        names: &[Option<NodeId>],
        stamps: &[Stamp],
        keeps_end: bool,
    ) {
        let Timeline {
            records,
            idents,
            written,
            ..
        } = part.timeline;
        for (record, at) in records[part.ranks.clone()].iter().zip(stamps) {
            let Some(node) = names[record.node as usize].filter(|_| !record.is_ignored()) else {
                continue;
            };
            let (at, builder) = (Some(*at), &mut self.builder);
            let ident = || &*idents.get(record.ident()).name;
            let values = record.values(written).map(|at| written.get(at));
            match record.kind() {
                // Nodes were added in the order of the tree before.
                RecordKind::AddNode => {}
                RecordKind::RemoveNode => builder.remove_node(node, at),
                RecordKind::Put => builder.put(node, ident(), values, at),
                RecordKind::Remove => builder.remove(node, ident(), values, at),
                RecordKind::Trigger => {
                    // A trigger that no longer ends the recording still shows its node.
                    let name = match record.name(written) {
                        ENDED if !keeps_end => "N",
                        name => name,
                    };
                    builder.trigger(node, name, at);
                }
            }
        }
    }
}

impl EndState<'_> {
    fn name(&self, node: NodeId) -> Option<NodeId> {
        self.names[node.index()]
    }

    /// The current node.
    fn shown(&self) -> Option<NodeId> {
        self.name(self.view.cursor()?)
    }

    /// The existing children of a node.
    fn row(&self, pair: &Pair) -> Vec<NodeId> {
        match (pair.old, pair.is_top) {
            (Some(node), _) => self.view.children(node).collect(),
            (None, true) => self.view.roots().collect(),
            (None, false) => Vec::new(),
        }
    }
}

impl Timeline {
    /// The number of events, excluding those at the end that only state the length of a file: a jump to the
    /// node that is already shown, or a node that appears and disappears while none is shown. A new timeline
    /// has its own duration, and gets such events again when it is written to a file.
    pub(crate) fn len_without_closing(&self) -> usize {
        let duration = self.duration().nanos();
        let shown = |len: usize| self.cursor(len);
        let opens = |len: usize| len == 0 || self.records[len - 1].time < duration;
        let is_at_end = |record: &Record| !record.is_ignored() && record.time == duration;
        match &*self.records {
            [.., last] if is_at_end(last) && last.kind() == RecordKind::Trigger => {
                let before = self.len() - 1;
                let jumps = last.name(&self.written) == "N";
                let is_shown = shown(before).is_some_and(|node| node.index() == last.node as usize);
                if jumps && is_shown && opens(before) {
                    return before;
                }
            }
            [.., born, gone]
                if is_at_end(born)
                    && is_at_end(gone)
                    && (born.kind(), gone.kind())
                        == (RecordKind::AddNode, RecordKind::RemoveNode) =>
            {
                let before = self.len() - 2;
                let is_root = self
                    .nodes
                    .roots()
                    .any(|root| root.index() == born.node as usize);
                if born.node == gone.node && is_root && shown(before).is_none() && opens(before) {
                    return before;
                }
            }
            _ => {}
        }
        self.len()
    }
}

impl<'t> SplicePart<'t> {
    /// The state at the start of the part.
    fn start(&self) -> View<'t> {
        self.timeline.at_rank(self.ranks.start)
    }

    /// The children of a node that exist at the start of the part, or appear in it.
    fn row(&self, pair: &Pair) -> Vec<NodeId> {
        let nodes = &self.timeline.nodes;
        let is_there = |node: &NodeId| self.start().has(*node) || self.appears(*node);
        match (pair.new, pair.is_top) {
            (Some(node), _) => nodes.children(node).filter(is_there).collect(),
            (None, true) => nodes.roots().filter(is_there).collect(),
            (None, false) => Vec::new(),
        }
    }

    /// Whether a node appears in the part.
    fn appears(&self, node: NodeId) -> bool {
        let born = self.timeline.lives.born[node.index()] as usize;
        self.ranks.start < born && born <= self.ranks.end
    }

    /// The stamp at which a node appears: in the part, or at its start.
    fn born(&self, node: NodeId, at: Option<Stamp>, stamps: &[Stamp]) -> Option<Stamp> {
        if !self.appears(node) {
            return at;
        }
        let rank = self.timeline.lives.born[node.index()] as usize - 1;
        stamps.get(rank - self.ranks.start).copied()
    }
}

/// Merges siblings of the previous state with siblings of a part. Nodes are the same if they exist at the seam
/// and have the same moves and stones.
fn matched_rows(
    before: Option<&EndState<'_>>,
    old: &[NodeId],
    part: &SplicePart<'_>,
    new: &[NodeId],
) -> Vec<(Option<NodeId>, Option<NodeId>)> {
    let Some(end) = before.filter(|_| !old.is_empty()) else {
        return new.iter().map(|node| (None, Some(*node))).collect();
    };
    let start = part.start();
    let old_keys: Vec<Properties> = old.iter().map(|node| key(&held(end.view, *node))).collect();
    let new_keys = new
        .iter()
        .map(|node| start.has(*node).then(|| key(&held(start, *node))));
    let new_keys: Vec<Option<Properties>> = new_keys.collect();
    let pairs = matched(&old_keys, &new_keys).into_iter();
    pairs
        .map(|(in_old, in_new)| (in_old.map(|at| old[at]), in_new.map(|at| new[at])))
        .collect()
}

/// The properties of a node; empty if it does not exist.
fn held(view: View<'_>, node: NodeId) -> Properties {
    let properties = view.properties(node);
    properties
        .map(|(ident, values)| (ident.to_owned(), values.map(str::to_owned).collect()))
        .collect()
}
