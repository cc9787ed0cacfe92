//! Statistics and chapters of a recording.

use std::collections::BTreeMap;
use std::time::Duration;

use kifu_tree::NodeId;

use crate::{EventKind, Time, Timeline, View};

/// The prefix of the trigger that starts a chapter; the label follows.
pub(crate) const MARK: &str = "X-MARK:";

/// The start of a chapter, as recorded by [`Batch::marker`](crate::Batch::marker).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marker<'t> {
    /// The time at which the chapter starts.
    pub time: Time,
    /// The number of events up to and including the marker: the rank of the moment, as in [`Timeline::at_rank`].
    pub rank: usize,
    /// The current node at that time.
    pub node: NodeId,
    /// The label of the chapter.
    pub label: &'t str,
}

/// The statistics of a recording; returned by [`Timeline::stats`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Stats<'t> {
    /// The number of events without a time.
    pub initial: usize,
    /// The number of events without an effect, with or without a time. They are not included in the following
    /// numbers.
    pub ignored: usize,
    /// The number of nodes that appear.
    pub nodes: usize,
    /// The number of nodes that are removed; their descendants are not counted.
    pub removed_nodes: usize,
    /// The number of times each property is given values.
    pub properties: BTreeMap<&'t str, usize>,
    /// The number of times a property or values of it are removed.
    pub removals: usize,
    /// The number of jumps to a node: `VT[N]`.
    pub jumps: usize,
    /// The number of chapters.
    pub markers: usize,
    /// The number of other triggers.
    pub triggers: usize,
    /// The time of the first event with a time.
    pub first: Option<Time>,
    /// The time of the last event.
    pub last: Option<Time>,
    /// The longest time without events between the start and the end of the recording: its start and its
    /// length.
    pub longest_pause: Option<(Time, Duration)>,
    /// The number of events with a time for each minute that has any; `0` is the first minute.
    pub per_minute: BTreeMap<i64, usize>,
}

impl Stats<'_> {
    /// The number of events with an effect, including initial ones.
    pub fn effective(&self) -> usize {
        let puts: usize = self.properties.values().sum();
        let triggers = self.jumps + self.markers + self.triggers;
        self.nodes + self.removed_nodes + puts + self.removals + triggers
    }
}

impl Timeline {
    /// The chapters, in order.
    ///
    /// ```
    /// use kifu_timeline::{Builder, Stamp, Time};
    ///
    /// let mut builder = Builder::default();
    /// let node = builder.add_node(None, Some(Stamp::at(Time::ZERO)));
    /// builder.trigger(node, "X-MARK:The opening", Some(Stamp::at(Time::from_secs(3))));
    /// let (timeline, _) = builder.build();
    /// let marker = timeline.markers().next().unwrap();
    /// assert_eq!((marker.label, marker.time), ("The opening", Time::from_secs(3)));
    /// ```
    pub fn markers(&self) -> impl DoubleEndedIterator<Item = Marker<'_>> {
        let triggers = self.lives.triggers.iter();
        triggers.filter_map(|rank| self.marker(*rank as usize))
    }

    /// The marker at a rank, if there is one.
    fn marker(&self, rank: usize) -> Option<Marker<'_>> {
        let event = self.event(rank)?;
        let EventKind::Trigger { name } = event.kind else {
            return None;
        };
        Some(Marker {
            time: event.at?.time,
            rank: rank + 1,
            node: event.node,
            label: name.strip_prefix(MARK)?,
        })
    }

    /// Counts the events.
    ///
    /// ```
    /// use kifu_timeline::{Builder, Stamp, Time};
    ///
    /// let second = |n| Some(Stamp::at(Time::from_secs(n)));
    /// let mut builder = Builder::default();
    /// let node = builder.add_node(None, second(1));
    /// builder.put(node, "B", ["pd"], second(1));
    /// builder.put(node, "C", ["A star point"], second(70));
    /// let (timeline, _) = builder.build();
    /// let stats = timeline.stats();
    /// assert_eq!((stats.nodes, stats.properties["C"]), (1, 1));
    /// assert_eq!(stats.longest_pause.unwrap().1.as_secs(), 69);
    /// assert_eq!(stats.per_minute.into_iter().collect::<Vec<_>>(), [(0, 2), (1, 1)]);
    /// ```
    pub fn stats(&self) -> Stats<'_> {
        let mut stats = Stats::default();
        for event in self.events() {
            match event.at {
                None => stats.initial += 1,
                Some(at) => stats.at(at.time),
            }
            if event.ignored {
                stats.ignored += 1;
                continue;
            }
            match event.kind {
                EventKind::AddNode => stats.nodes += 1,
                EventKind::RemoveNode => stats.removed_nodes += 1,
                EventKind::Put { ident, .. } => *stats.properties.entry(ident).or_insert(0) += 1,
                EventKind::Remove { .. } => stats.removals += 1,
                EventKind::Trigger { name: "N" } => stats.jumps += 1,
                // An initial trigger is not a moment of the recording.
                EventKind::Trigger { name } if event.at.is_some() && name.starts_with(MARK) => {
                    stats.markers += 1;
                }
                EventKind::Trigger { .. } => stats.triggers += 1,
            }
        }
        if let Some(last) = stats.last {
            stats.pause(last, self.duration());
        }
        stats
    }
}

impl<'t> View<'t> {
    /// The chapter that this moment is in; `None` before the first chapter.
    ///
    /// ```
    /// use kifu_timeline::{Builder, Stamp, Time};
    ///
    /// let mut builder = Builder::default();
    /// let node = builder.add_node(None, None);
    /// for (n, name) in [(3, "X-MARK:The opening"), (8, "N"), (60, "X-MARK:The end")] {
    ///     builder.trigger(node, name, Some(Stamp::at(Time::from_secs(n))));
    /// }
    /// let (timeline, _) = builder.build();
    /// let chapter = |n| timeline.at(Time::from_secs(n)).chapter().map(|marker| marker.label);
    /// assert_eq!([2, 3, 10, 60].map(chapter), [
    ///     None,
    ///     Some("The opening"),
    ///     Some("The opening"),
    ///     Some("The end"),
    /// ]);
    /// ```
    pub fn chapter(self) -> Option<Marker<'t>> {
        let timeline = self.timeline;
        let ranks = &timeline.lives.triggers;
        let past = &ranks[..ranks.partition_point(|rank| *rank < self.rank)];
        past.iter()
            .rev()
            .find_map(|rank| timeline.marker(*rank as usize))
    }
}

impl Stats<'_> {
    /// Counts an event at a time, which is not earlier than the last one.
    fn at(&mut self, time: Time) {
        const MINUTE: i64 = 60_000_000_000;
        let before = self.last.unwrap_or(Time::ZERO.min(time));
        self.pause(before, time);
        self.first = self.first.or(Some(time));
        self.last = Some(time);
        let minute = time.nanos().div_euclid(MINUTE);
        *self.per_minute.entry(minute).or_insert(0) += 1;
    }

    fn pause(&mut self, from: Time, to: Time) {
        let length = to.since(from);
        if self
            .longest_pause
            .is_none_or(|(_, longest)| length > longest)
        {
            self.longest_pause = Some((from, length));
        }
    }
}
