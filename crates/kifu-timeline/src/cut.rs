//! Cuts a part out of a recording.

use std::ops::{Bound, RangeBounds};

use crate::splice::{ENDED, Splice, SplicePart};
use crate::{EventKind, Time, Timeline};

impl Timeline {
    /// Returns a part of the recording as a recording of its own that starts at 0. The state at the start of the range
    /// becomes the initial content, and the events in the range move earlier by the start of the range. If the range
    /// has no start, the events keep their times.
    ///
    /// Events at the start of `a..b` are included, at 0, and events at `b` are not. So `..a` and `a..` contain
    /// every event once, and [joined](Timeline::join) they are the original recording. If the recording ends
    /// with a trigger `ENDED`, so does the part.
    ///
    /// ```
    /// use kifu_timeline::{Builder, Stamp, Time};
    ///
    /// let second = |n| Some(Stamp::at(Time::from_secs(n)));
    /// let mut builder = Builder::default();
    /// let node = builder.add_node(None, second(0));
    /// for (n, word) in [(10, "one"), (20, " two"), (30, " three")] {
    ///     builder.put(node, "C", [word], second(n));
    /// }
    /// let (whole, _) = builder.build();
    /// let piece = whole.cut(Time::from_secs(15)..Time::from_secs(30));
    /// assert_eq!(piece.first().to_sgf(), "(;C[one])");
    /// assert_eq!(piece.at(Time::from_secs(5)).to_sgf(), "(;C[one two])");
    /// assert_eq!(piece.last().to_sgf(), "(;C[one two])");
    /// assert_eq!(piece.duration(), Time::from_secs(15));
    /// ```
    #[must_use]
    pub fn cut(&self, range: impl RangeBounds<Time>) -> Timeline {
        let (first, len) = (self.first().rank(), self.len());
        let (start, from) = match range.start_bound() {
            Bound::Included(time) => (self.before(*time).rank(), *time),
            Bound::Excluded(time) => (self.at(*time).rank(), *time),
            Bound::Unbounded => (first, Time::ZERO),
        };
        let (end, to) = match range.end_bound() {
            Bound::Included(time) => (self.at(*time).rank(), *time),
            Bound::Excluded(time) => (self.before(*time).rank(), *time),
            Bound::Unbounded => (len, self.duration()),
        };
        let start = start.max(first);
        let ranks = start..end.min(self.len_without_closing()).max(start);
        let is_end = |rank: &u32| {
            let event = self.event(*rank as usize).map(|event| event.kind);
            matches!(event, Some(EventKind::Trigger { name: ENDED }))
        };
        let later = |rank: &&u32| **rank as usize >= ranks.end;
        let ends = self.lives.triggers.iter().filter(later).any(is_end);
        let moved = |time: Time| time.before(from);
        let duration = moved(to.min(self.duration())).max(Time::ZERO);
        let mut splice = Splice::new(self);
        let timeline = self;
        splice.push(&SplicePart { timeline, ranks }, Time::ZERO, moved, true);
        splice.finish(duration, ends)
    }
}
