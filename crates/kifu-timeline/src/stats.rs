//! What a recording comes to in numbers.

use std::collections::BTreeMap;
use std::time::Duration;

use kifu_tree::NodeId;

use crate::{Time, Timeline, View, What};

/// How the trigger that starts a chapter begins; its label follows.
pub(crate) const MARK: &str = "X-MARK:";

/// The start of a chapter: what [`Batch::mark`](crate::Batch::marker) records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marker<'t> {
    /// When.
    pub time: Time,
    /// How many events have happened then, it included: the [`Timeline::rank`] of the moment.
    pub rank: usize,
    /// The node that is looked at.
    pub node: NodeId,
    /// What the chapter is called.
    pub label: &'t str,
}

/// Numbers of events; made by [`Timeline::stats`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Stats<'t> {
    /// Events without a time: what is there at first.
    pub initial: usize,
    /// Events that have no effect, with a time or without. They are in none of the other
    /// numbers.
    pub ignored: usize,
    /// Nodes that appear.
    pub nodes: usize,
    /// Nodes that are removed, not counting what goes with them.
    pub removed_nodes: usize,
    /// How often each property is given values.
    pub properties: BTreeMap<&'t str, usize>,
    /// How often a property or values of it are removed.
    pub removals: usize,
    /// Jumps to a node: `VT[N]`.
    pub jumps: usize,
    /// Starts of chapters.
    pub markers: usize,
    /// Other triggers.
    pub triggers: usize,
    /// When the first event with a time happens.
    pub first: Option<Time>,
    /// When the last event happens.
    pub last: Option<Time>,
    /// The longest that nothing happens, from the start to the end of the recording: from when,
    /// and how long.
    pub longest_pause: Option<(Time, Duration)>,
    /// How many events with a time there are in each minute that has some: `0` is the first
    /// minute.
    pub per_minute: BTreeMap<i64, usize>,
}

impl Stats<'_> {
    /// How many events there are that have an effect, initial ones too.
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
        let What::Trigger { name } = event.what else {
            return None;
        };
        Some(Marker {
            time: event.at?.time,
            rank: rank + 1,
            node: event.node,
            label: name.strip_prefix(MARK)?,
        })
    }

    /// Counts what happens.
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
            match event.what {
                What::AddNode => stats.nodes += 1,
                What::RemoveNode => stats.removed_nodes += 1,
                What::Put { ident, .. } => *stats.properties.entry(ident).or_insert(0) += 1,
                What::Remove { .. } => stats.removals += 1,
                What::Trigger { name: "N" } => stats.jumps += 1,
                // What is there from the start is no moment.
                What::Trigger { name } if event.at.is_some() && name.starts_with(MARK) => {
                    stats.markers += 1;
                }
                What::Trigger { .. } => stats.triggers += 1,
            }
        }
        if let Some(last) = stats.last {
            stats.pause(last, self.duration());
        }
        stats
    }
}

impl<'t> View<'t> {
    /// The chapter that this moment is in; `None` before the first.
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
    /// An event at a time, not before the last one.
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
