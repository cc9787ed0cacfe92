//! A new timeline from parts of others, one after another.

use std::ops::Range;

use kifu_tree::NodeId;

use crate::matching::{Properties, key, matched};
use crate::record::{Kind, Record};
use crate::{Builder, Seam, Stamp, Time, Timeline, View};

/// What happens in a timeline from one rank to another.
pub(crate) struct Part<'t> {
    pub(crate) timeline: &'t Timeline,
    pub(crate) ranks: Range<usize>,
}

/// The trigger that ends a recording.
pub(crate) const ENDED: &str = "ENDED";

/// Puts parts into a builder.
pub(crate) struct Splice<'t> {
    builder: Builder,
    last: Option<Stamp>,
    /// What is there at the end of all so far.
    end: Option<Standing<'t>>,
}

/// What is there at the end of a part.
struct Standing<'t> {
    view: View<'t>,
    /// The nodes of the builder, by those of the part.
    names: Vec<Option<NodeId>>,
}

/// A node of what was there, the same in a part, and in the builder; `None` for the one that
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

    /// Adds a part: at a time what is there becomes what is there when the part begins, and
    /// then what happens happens at times of its own, no earlier. The first part begins with
    /// what is there at first, whatever the time.
    pub(crate) fn push(
        &mut self,
        part: &Part<'t>,
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
        let names = self.lead(before.as_ref(), part, seam_at, &stamps, &mut seam);
        self.look(before.as_ref(), part, &names, seam_at, !seam.is_smooth());
        self.events(part, &names, &stamps, keeps_end);
        let view = part.timeline.rank(part.ranks.end);
        self.end = Some(Standing { view, names });
        seam
    }

    /// Ends what is made with a trigger, at a time, and makes it.
    pub(crate) fn finish(mut self, duration: Time, ends: bool) -> Timeline {
        let shown = self.end.as_ref().and_then(Standing::shown);
        if let Some(node) = shown.filter(|_| ends) {
            let at = self.stamp(duration);
            self.builder.trigger(node, ENDED, Some(at));
        }
        self.builder.duration(duration);
        // What is wrong with the parts was told when they were made.
        self.builder.build().0
    }

    /// The next place in the order of events, at a time that is no earlier than the last.
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

    // ---- what is there when a part begins ----

    /// Makes the nodes of a part, and of what is there what is there when it begins; the
    /// nodes, by those of the part.
    fn lead(
        &mut self,
        before: Option<&Standing<'t>>,
        part: &Part<'t>,
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
            let mut behind = None;
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
                        behind = Some(node);
                        continue;
                    }
                    (None, Some(new)) => {
                        let born = part.born(new, at, stamps);
                        let node = self.builder.add_node_behind(behind, pair.node, born);
                        seam.added += usize::from(start.has(new));
                        for (ident, values) in start.properties(new) {
                            self.builder.put(node, ident, values, at);
                        }
                        node
                    }
                    (None, None) => continue,
                };
                behind = Some(node);
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

    /// Shows the node that is shown when a part begins, unless it is shown already.
    fn look(
        &mut self,
        before: Option<&Standing<'t>>,
        part: &Part<'t>,
        names: &[Option<NodeId>],
        at: Option<Stamp>,
        is_edited: bool,
    ) {
        let cursor = part.start().cursor();
        let shown = cursor.and_then(|cursor| names[cursor.index()]);
        let is_shown = before.and_then(Standing::shown);
        if let Some(node) = shown.filter(|_| is_edited || shown != is_shown) {
            self.builder.trigger(node, "N", at);
        }
    }

    // ---- what happens ----

    fn events(
        &mut self,
        part: &Part<'t>,
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
            let Some(node) = names[record.node as usize].filter(|_| !record.ignored) else {
                continue;
            };
            let (at, builder) = (Some(*at), &mut self.builder);
            let ident = || &*idents.get(record.ident).name;
            let values = (record.first..record.first + record.count).map(|at| written.get(at));
            match record.kind {
                // They were added in the order of the tree.
                Kind::AddNode => {}
                Kind::RemoveNode => builder.remove_node(node, at),
                Kind::Put => builder.put(node, ident(), values, at),
                Kind::Remove => builder.remove(node, ident(), values, at),
                Kind::Trigger => {
                    // What is no end any more still shows its node.
                    let name = match written.get(record.first) {
                        ENDED if !keeps_end => "N",
                        name => name,
                    };
                    builder.trigger(node, name, at);
                }
            }
        }
    }
}

impl Standing<'_> {
    fn name(&self, node: NodeId) -> Option<NodeId> {
        self.names[node.index()]
    }

    /// The node that is looked at.
    fn shown(&self) -> Option<NodeId> {
        self.name(self.view.cursor()?)
    }

    /// The children of a node that are there.
    fn row(&self, pair: &Pair) -> Vec<NodeId> {
        match (pair.old, pair.is_top) {
            (Some(node), _) => self.view.children(node).collect(),
            (None, true) => self.view.roots().collect(),
            (None, false) => Vec::new(),
        }
    }
}

impl Timeline {
    /// The number of events without those at the end that only give a file its length: a jump to the
    /// node that is already shown, or a node that appears and disappears while none is shown. A new
    /// timeline has its duration, and a file of it gets such events where it needs them.
    pub(crate) fn len_without_closing(&self) -> usize {
        let duration = self.duration().nanos();
        let shown = |len: usize| len.checked_sub(1).and_then(|rank| self.lives.cursor[rank]);
        let opens = |len: usize| len == 0 || self.records[len - 1].time < duration;
        let is_at_end = |record: &Record| !record.ignored && record.time == duration;
        match &*self.records {
            [.., last] if is_at_end(last) && last.kind == Kind::Trigger => {
                let before = self.len() - 1;
                let jumps = self.written.get(last.first) == "N";
                let is_shown = shown(before).is_some_and(|node| node.index() == last.node as usize);
                if jumps && is_shown && opens(before) {
                    return before;
                }
            }
            [.., born, gone]
                if is_at_end(born)
                    && is_at_end(gone)
                    && (born.kind, gone.kind) == (Kind::AddNode, Kind::RemoveNode) =>
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

impl<'t> Part<'t> {
    /// What is there when it begins.
    fn start(&self) -> View<'t> {
        self.timeline.rank(self.ranks.start)
    }

    /// The children of a node that are there when the part begins, or appear in it.
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

    /// When a node appears: in the part, or when it begins.
    fn born(&self, node: NodeId, at: Option<Stamp>, stamps: &[Stamp]) -> Option<Stamp> {
        if !self.appears(node) {
            return at;
        }
        let rank = self.timeline.lives.born[node.index()] as usize - 1;
        stamps.get(rank - self.ranks.start).copied()
    }
}

/// A row of what is there and one of a part as one. Nodes are the same if they are there at
/// the seam with the same moves and stones.
fn matched_rows(
    before: Option<&Standing<'_>>,
    old: &[NodeId],
    part: &Part<'_>,
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

/// The properties of a node, none if it is not there.
fn held(view: View<'_>, node: NodeId) -> Properties {
    let properties = view.properties(node);
    properties
        .map(|(ident, values)| (ident.to_owned(), values.map(str::to_owned).collect()))
        .collect()
}
