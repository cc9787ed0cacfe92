//! A piece of a recording.

use std::ops::{Bound, RangeBounds};

use crate::splice::{ENDED, Part, Splice};
use crate::{Time, Timeline, What};

impl Timeline {
    /// A piece of the recording, as a recording of its own that starts at 0: what is there at
    /// the start of the range is there at first, and what happens in it happens so much
    /// earlier. Without a start nothing is moved.
    ///
    /// What happens at the start of `a..b` is in it, at 0, and what happens at `b` is not; so
    /// `..a` and `a..` have everything once, and [joined](Timeline::join) are what they were cut
    /// from. If the recording ends with a trigger `ENDED`, so does the piece.
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
            let event = self.event(*rank as usize).map(|event| event.what);
            matches!(event, Some(What::Trigger { name: ENDED }))
        };
        let later = |rank: &&u32| **rank as usize >= ranks.end;
        let ends = self.lives.triggers.iter().filter(later).any(is_end);
        let moved = |time: Time| time.before(from);
        let duration = moved(to.min(self.duration())).max(Time::ZERO);
        let mut splice = Splice::new(self);
        let timeline = self;
        splice.push(&Part { timeline, ranks }, Time::ZERO, moved, true);
        splice.finish(duration, ends)
    }
}
