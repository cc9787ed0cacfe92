//! Plays a recording at any pace.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::{Time, Timeline, View};

/// The pace of playback.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// The speed in percent: 200 is twice as fast.
    pub percent: NonZeroU32,
    /// The maximum time without events, in the time of the recording: longer silences are shortened to it.
    pub idle_limit: Option<Duration>,
}

impl Default for Pace {
    /// Returns the pace of the recording itself.
    fn default() -> Pace {
        Pace {
            percent: NonZeroU32::MIN.saturating_add(99),
            idle_limit: None,
        }
    }
}

impl Timeline {
    /// Iterates over the events from a time on. Each item is the time after the start of playback at which the event is
    /// due, and the state after the event.
    ///
    /// ```
    /// use std::time::Duration;
    /// use kifu_timeline::{Builder, Pace, Stamp, Time};
    ///
    /// let second = |n| Some(Stamp::at(Time::from_secs(n)));
    /// let mut builder = Builder::default();
    /// for n in [2, 3, 600] {
    ///     builder.add_node(None, second(n));
    /// }
    /// let (timeline, _) = builder.build();
    /// let pace = Pace { percent: 200.try_into().unwrap(), idle_limit: Some(Duration::from_secs(5)) };
    /// let due: Vec<Duration> = timeline.play(Time::ZERO, pace).map(|(due, _)| due).collect();
    /// assert_eq!(due, [1000, 1500, 4000].map(Duration::from_millis));
    /// ```
    pub fn play(&self, from: Time, pace: Pace) -> Playback<'_> {
        let first = self.first();
        let before = self.before(from);
        Playback {
            view: if before.rank < first.rank {
                first
            } else {
                before
            },
            time: from,
            played: 0,
            pace,
        }
    }
}

/// An iterator over events and when they are due; returned by [`Timeline::play`].
#[derive(Clone, Debug)]
pub struct Playback<'t> {
    view: View<'t>,
    /// The time of the last event, or the time at which playback starts.
    time: Time,
    /// The amount of recording that was played, in nanoseconds.
    played: u128,
    pace: Pace,
}

impl<'t> Iterator for Playback<'t> {
    type Item = (Duration, View<'t>);

    fn next(&mut self) -> Option<(Duration, View<'t>)> {
        let view = self.view.next()?;
        let time = view.stamp().map_or(self.time, |stamp| stamp.time);
        let silence = time.since(self.time);
        let silence = self
            .pace
            .idle_limit
            .map_or(silence, |limit| silence.min(limit));
        (self.view, self.time) = (view, self.time.max(time));
        self.played += silence.as_nanos();
        let due = self.played.saturating_mul(100) / u128::from(self.pace.percent.get());
        Some((
            Duration::from_nanos(u64::try_from(due).unwrap_or(u64::MAX)),
            view,
        ))
    }
}
