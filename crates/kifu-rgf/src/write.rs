//! Writes timelines as RGF files.

use kifu_sgf::charset::{Charset, Unencodable};
use kifu_sgf::escape;
use kifu_timeline::{Event, EventKind, NodeId, Stamp, Time, Timeline};

use kifu_tree::Step;

use crate::read::Dialect;
use crate::removal::write_removal;
use crate::stamp::write_stamp;

/// Writes a timeline as an RGF file in a charset, which must be that of the SGF file that names it. See
/// [`write()`].
///
/// # Errors
///
/// Returns [`Unencodable`] with the first character that the charset lacks.
pub fn write_in(
    timeline: &Timeline,
    dialect: Dialect,
    charset: Charset,
) -> Result<Vec<u8>, Unencodable> {
    Ok(charset.encode(&write(timeline, dialect))?.into_owned())
}

/// Writes a timeline as an RGF file, in UTF-8, with one node per line.
///
/// In [`Dialect::Counted`], counters define the order of events at one time. In [`Dialect::Distinct`] there are
/// no counters, except where different nodes have the same time. Events without an effect are omitted.
///
/// The file keeps the [duration](Timeline::duration). If the last event is earlier, a jump to the node that is
/// already shown, `VT[N]`, is written at the end; if no node is shown, a node that appears and disappears at
/// that time. A timeline without events consists only of such a node.
///
/// ```
/// use kifu_rgf::{Dialect, write};
/// use kifu_timeline::{Builder, Stamp, Time};
///
/// let second = |n| Some(Stamp::at(Time::from_secs(n)));
/// let mut builder = Builder::default();
/// let node = builder.add_node(None, second(3));
/// builder.put(node, "B", ["pd"], second(3));
/// let (timeline, _) = builder.build();
/// assert_eq!(write(&timeline, Dialect::Distinct), "(\n    ;TS[3]B[pd]TS[3]\n)\n");
/// assert_eq!(write(&timeline, Dialect::Counted), "(\n    ;TS[3]B[pd]TS[3:1]\n)\n");
/// ```
pub fn write(timeline: &Timeline, dialect: Dialect) -> String {
    let nodes = timeline.nodes();
    let mut writer = Writer {
        timeline,
        events: vec![Vec::new(); nodes.id_count()],
        children: vec![0; nodes.id_count()],
        stamps: stamps(timeline, dialect),
        closing: closing(timeline),
        out: String::new(),
    };
    for (rank, event) in timeline
        .events()
        .enumerate()
        .filter(|(_, event)| !event.ignored)
    {
        writer.events[event.node.index()].push(rank);
        let parent = nodes
            .parent(event.node)
            .filter(|_| matches!(event.kind, EventKind::AddNode));
        if let Some(parent) = parent {
            writer.children[parent.index()] += 1;
        }
    }
    for root in nodes.roots() {
        writer.tree(root);
    }
    if let Some((time, None)) = writer.closing {
        writer.empty_moment(time, dialect);
    }
    writer.out
}

/// The time and the node for the event without an effect that states the length of the file. `None` if an event
/// at that time is written anyway. The node is the one that is shown then.
fn closing(timeline: &Timeline) -> Option<(Time, Option<NodeId>)> {
    let duration = timeline.duration();
    let last = timeline.events().rev().find(|event| !event.ignored);
    // If all times are negative, the recording still ends at 0, after its last event.
    let is_closed = last.is_some_and(|event| event.at.map_or(Time::ZERO, |at| at.time) >= duration);
    (!is_closed).then(|| (duration, timeline.last().cursor()))
}

/// The stamp of each event, by rank, with the counter that separates it from others.
fn stamps(timeline: &Timeline, dialect: Dialect) -> Vec<Option<Stamp>> {
    let mut stamps = Vec::with_capacity(timeline.len());
    let effective = |event: &Event<'_>| !event.ignored;
    let mut events = timeline.events().enumerate().peekable();
    while let Some((start, first)) = events.next() {
        let Some(Stamp { time, .. }) = first.at else {
            stamps.push(None);
            continue;
        };
        let mut end = start + 1;
        while events
            .next_if(|(_, event)| event.at.is_some_and(|at| at.time == time))
            .is_some()
        {
            end += 1;
        }
        let same = || {
            (start..end)
                .filter_map(|rank| timeline.event(rank))
                .filter(effective)
        };
        let mut nodes = same().map(|event| event.node);
        let first_node = nodes.next();
        let is_one_node = nodes.all(|node| Some(node) == first_node);
        let needs_counter = dialect == Dialect::Counted || !is_one_node;
        let mut counter = 0;
        for rank in start..end {
            stamps.push(Some(Stamp { time, counter }));
            let counts = timeline.event(rank).as_ref().is_some_and(effective);
            counter += u32::from(needs_counter && counts);
        }
    }
    stamps
}

struct Writer<'t> {
    timeline: &'t Timeline,
    /// The ranks of the events of each node; empty for a node that never existed.
    events: Vec<Vec<usize>>,
    /// The number of children that each node ever had.
    children: Vec<u32>,
    stamps: Vec<Option<Stamp>>,
    /// The result of [`closing`].
    closing: Option<(Time, Option<NodeId>)>,
    out: String,
}

impl Writer<'_> {
    fn tree(&mut self, root: NodeId) {
        let mut depth = 0;
        for step in self.timeline.nodes().traverse(root) {
            let (Step::Enter(node) | Step::Leave(node)) = step;
            if self.events[node.index()].is_empty() {
                continue;
            }
            let opens = self.opens(node);
            match step {
                Step::Enter(_) => {
                    if opens {
                        self.line(depth);
                        self.out.push('(');
                        depth += 1;
                    }
                    self.line(depth);
                    self.node(node);
                }
                Step::Leave(_) if opens => {
                    depth -= 1;
                    self.line(depth);
                    self.out.push(')');
                }
                Step::Leave(_) => {}
            }
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    /// Whether a node is the first of a variation in parentheses.
    fn opens(&self, node: NodeId) -> bool {
        let parent = self.timeline.nodes().parent(node);
        parent.is_none_or(|parent| self.children[parent.index()] > 1)
    }

    /// Starts a new line, indented by the number of variations around it, up to a maximum.
    fn line(&mut self, depth: usize) {
        const MAX_INDENTED: usize = 16;
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.out.push_str(&"    ".repeat(depth.min(MAX_INDENTED)));
    }

    fn node(&mut self, node: NodeId) {
        let start_at = self.timeline.first().cursor();
        self.out.push(';');
        for rank in &self.events[node.index()] {
            let Some(event) = self.timeline.event(*rank) else {
                continue;
            };
            let out = &mut self.out;
            match event.kind {
                EventKind::AddNode => {}
                EventKind::RemoveNode => out.push_str("RP[:]"),
                EventKind::Put { ident, values } => {
                    out.push_str(ident);
                    for value in values {
                        out.push('[');
                        out.push_str(value);
                        out.push(']');
                    }
                }
                EventKind::Remove { ident, values } => write_removal(ident, values, out),
                // If there are several nodes to start at, the last one is used.
                EventKind::Trigger { .. } if event.at.is_none() && start_at != Some(node) => {
                    continue;
                }
                EventKind::Trigger { name } => {
                    out.push_str("VT[");
                    out.push_str(&escape(name));
                    out.push(']');
                }
            }
            if let Some(stamp) = self.stamps[*rank] {
                write_stamp(stamp, out);
            }
        }
        if let Some((time, _)) = self.closing.filter(|(_, shown)| *shown == Some(node)) {
            self.out.push_str("VT[N]");
            write_stamp(Stamp::at(time), &mut self.out);
        }
    }

    /// Writes a node that appears and disappears at a time, so that nothing is shown.
    fn empty_moment(&mut self, time: Time, dialect: Dialect) {
        let counter = u32::from(dialect == Dialect::Counted);
        self.line(0);
        self.out.push('(');
        self.line(1);
        self.out.push(';');
        write_stamp(Stamp::at(time), &mut self.out);
        self.out.push_str("RP[:]");
        write_stamp(Stamp { time, counter }, &mut self.out);
        self.line(0);
        self.out.push_str(")\n");
    }
}
