//! Moves a recording to other times.

use std::fmt;
use std::num::NonZeroU64;
use std::time::Duration;

use crate::splice::{Splice, SplicePart};
use crate::{Time, TimeError, Timeline};

/// A map from times to times that keeps their order.
///
/// Results are exact except for fractions of a nanosecond, which are cut off, and are clamped to [`Time::MIN`]
/// and [`Time::MAX`]. A time that is not before the start is not moved before the start.
///
/// ```
/// use kifu_timeline::{Time, TimeMap};
///
/// let slower = TimeMap::scale(3.try_into().unwrap(), 2.try_into().unwrap());
/// assert_eq!(slower.of(Time::from_secs(10)), Time::from_secs(15));
/// let later = TimeMap::shift(Time::from_secs(-4));
/// assert_eq!(later.of(Time::from_secs(10)), Time::from_secs(6));
/// // The first ten seconds take five, and later times are interpolated.
/// let table = TimeMap::read("0 0\n10 5\n20 30\n").unwrap();
/// assert_eq!(table.of(Time::from_secs(4)), Time::from_secs(2));
/// assert_eq!(table.of(Time::from_secs(12)), Time::from_secs(10));
/// assert_eq!(table.of(Time::from_secs(21)), Time::from_secs(31));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeMap {
    /// Pairs of a time and its result, both in ascending order; the map is linear between them.
    points: Vec<(Time, Time)>,
    /// The slope before the first point and after the last, as a fraction.
    slope: (NonZeroU64, NonZeroU64),
}

impl TimeMap {
    /// Creates a map that multiplies all times by `by / of`.
    pub fn scale(by: NonZeroU64, of: NonZeroU64) -> TimeMap {
        TimeMap {
            points: vec![(Time::ZERO, Time::ZERO)],
            slope: (by, of),
        }
    }

    /// Parses a factor for all times: `2`, `0.5`, `3/2` or `150%`. It is stored exactly, as a fraction.
    ///
    /// ```
    /// use kifu_timeline::{Time, TimeMap};
    ///
    /// let ten = |factor| Some(TimeMap::read_factor(factor)?.of(Time::from_secs(10)));
    /// assert_eq!(ten("1.5"), Some(Time::from_secs(15)));
    /// assert_eq!(ten("1/3"), Some(Time::from_nanos(3_333_333_333)));
    /// assert_eq!(ten("-1"), None);
    /// ```
    pub fn read_factor(text: &str) -> Option<TimeMap> {
        let (text, below) = match (text.strip_suffix('%'), text.split_once('/')) {
            (Some(percent), _) => (percent, 100),
            (None, Some((above, below))) => (above, below.parse().ok()?),
            (None, None) => (text, 1u64),
        };
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        if !decimals.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let tenths = 10u64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
        let above: u64 = format!("{whole}{decimals}").parse().ok()?;
        let below = below.checked_mul(tenths)?;
        Some(TimeMap::scale(
            NonZeroU64::new(above)?,
            NonZeroU64::new(below)?,
        ))
    }

    /// Creates a map that adds a time to all times; a negative one moves them earlier.
    pub fn shift(by: Time) -> TimeMap {
        TimeMap::through(vec![(Time::ZERO, by)])
    }

    /// Parses an amount by which all times move, such as `5` or `-1:30`.
    ///
    /// ```
    /// use kifu_timeline::{Time, TimeMap};
    ///
    /// let earlier = TimeMap::read_shift("-1:30").unwrap();
    /// assert_eq!(earlier.of(Time::from_secs(100)), Time::from_secs(10));
    /// ```
    ///
    /// # Errors
    ///
    /// [`TimeError`] if the text is not a time.
    pub fn read_shift(text: &str) -> Result<TimeMap, TimeError> {
        let (sign, text) = match text.strip_prefix('-') {
            Some(text) => (-1, text),
            None => (1, text),
        };
        let time: Time = text.parse()?;
        Ok(TimeMap::shift(Time::from_nanos(sign * time.nanos())))
    }

    /// Parses a table with one line per point: a time and its result, as `56`, `12:30` or `1:02:03.5`. Times
    /// between two points are interpolated; times before the first and after the last point are moved by the
    /// same amount as that point. Empty lines and lines that start with `#` are ignored.
    ///
    /// # Errors
    ///
    /// Returns [`TimeMapError`] for the first line that cannot be read, or that is not in ascending order.
    pub fn read(table: &str) -> Result<TimeMap, TimeMapError> {
        let mut points: Vec<(Time, Time)> = Vec::new();
        for (line, text) in (1..).zip(table.lines()) {
            let error = |problem| TimeMapError { line, problem };
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let mut words = text.split_whitespace();
            let (Some(from), Some(to), None) = (words.next(), words.next(), words.next()) else {
                return Err(error(TimeMapProblem::NotTwo));
            };
            let time = |word: &str| {
                let time: Result<Time, TimeError> = word.parse();
                time.map_err(|why| error(TimeMapProblem::Time(why)))
            };
            let (from, to) = (time(from)?, time(to)?);
            let before = points.last().copied();
            if before.is_some_and(|(before, after)| from <= before || to < after) {
                return Err(error(TimeMapProblem::GoesBack));
            }
            points.push((from, to));
        }
        Ok(TimeMap::through(points))
    }

    /// Creates a map through points that are in order.
    fn through(points: Vec<(Time, Time)>) -> TimeMap {
        TimeMap {
            points,
            slope: (NonZeroU64::MIN, NonZeroU64::MIN),
        }
    }

    /// Maps a time, within the [limits](TimeMap): a result before the start becomes the start, and a result that is
    /// too late becomes [`Time::MAX`].
    ///
    /// [`TimeMap::exact`] returns whether these limits change the result.
    pub fn of(&self, time: Time) -> Time {
        let least = if time < Time::ZERO {
            Time::MIN
        } else {
            Time::ZERO
        };
        let most = i128::from(Time::MAX.nanos());
        let moved = self
            .exact_nanos(time)
            .clamp(i128::from(least.nanos()), most);
        i64::try_from(moved).map_or(Time::MAX, Time::from_nanos)
    }

    /// Maps a time; `None` if the result would be before the start although the time is not, or beyond
    /// [`Time::MIN`] or [`Time::MAX`].
    ///
    /// ```
    /// use kifu_timeline::{Time, TimeMap};
    ///
    /// let earlier = TimeMap::shift(Time::from_secs(-5));
    /// assert_eq!(earlier.exact(Time::from_secs(6)), Some(Time::from_secs(1)));
    /// assert_eq!(earlier.exact(Time::from_secs(2)), None);
    /// assert_eq!(earlier.of(Time::from_secs(2)), Time::ZERO);
    /// ```
    pub fn exact(&self, time: Time) -> Option<Time> {
        let of = self.of(time);
        (i128::from(of.nanos()) == self.exact_nanos(time)).then_some(of)
    }

    /// Maps a time to nanoseconds, without limits.
    fn exact_nanos(&self, time: Time) -> i128 {
        let behind = self.points.partition_point(|(from, _)| *from <= time);
        let before = behind.checked_sub(1).map(|at| self.points[at]);
        let next = self.points.get(behind).copied();
        let number = |number: NonZeroU64| i128::from(number.get());
        let outside = (number(self.slope.0), number(self.slope.1));
        let ((from, to), (rise, run)) = match (before, next) {
            (None, None) => ((Time::ZERO, Time::ZERO), outside),
            (None, Some(point)) | (Some(point), None) => (point, outside),
            (Some(point), Some(next)) => (point, (nanos(next.1, point.1), nanos(next.0, point.0))),
        };
        i128::from(to.nanos()) + (nanos(time, from) * rise).div_euclid(run)
    }
}

fn nanos(time: Time, since: Time) -> i128 {
    i128::from(time.nanos()) - i128::from(since.nanos())
}

/// The error for a line of a table of times that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeMapError {
    /// The line number, starting at 1.
    pub line: usize,
    /// The problem with the line.
    pub problem: TimeMapProblem,
}

/// The reasons why a line of a table of times cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TimeMapProblem {
    /// The line does not have exactly two words.
    NotTwo,
    /// A word is not a time.
    Time(TimeError),
    /// The time is not later than that of the previous line, or the result is earlier.
    GoesBack,
}

impl fmt::Display for TimeMapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match self.problem {
            TimeMapProblem::NotTwo => f.write_str("expected two times such as `12:30 11:00`"),
            TimeMapProblem::Time(error) => error.fmt(f),
            TimeMapProblem::GoesBack => f.write_str(
                "expected both times to be in order: the old one later than in the previous line, \
                 the new one not earlier",
            ),
        }
    }
}

impl core::error::Error for TimeMapError {}

/// The numbers of events that a [`TimeMap`] would move out of the range of a recording; returned by
/// [`Timeline::misfits`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Misfits {
    /// The number of events that would be before 0.
    pub early: usize,
    /// The number of events whose times would be too large, or too far before 0, to be represented.
    pub late: usize,
    /// Whether the end of the recording would be before 0, or too late to be represented.
    pub end: bool,
}

impl Timeline {
    /// Returns the recording with its times mapped. Events that are moved to the same time keep their order.
    ///
    /// ```
    /// use std::time::Duration;
    /// use kifu_timeline::{Builder, Stamp, Time};
    ///
    /// let second = |n| Some(Stamp::at(Time::from_secs(n)));
    /// let mut builder = Builder::default();
    /// for n in [2, 3, 600] {
    ///     builder.add_node(None, second(n));
    /// }
    /// let (timeline, _) = builder.build();
    /// let brisk = timeline.retime(&timeline.without_idling(Duration::from_secs(5)));
    /// assert_eq!(brisk.duration(), Time::from_secs(8));
    /// assert_eq!(brisk.at(Time::from_secs(7)).to_sgf(), "(;)(;)");
    /// ```
    #[must_use]
    pub fn retime(&self, map: &TimeMap) -> Timeline {
        let mut splice = Splice::new(self);
        let part = SplicePart {
            timeline: self,
            ranks: self.first().rank()..self.len_without_closing(),
        };
        splice.push(&part, Time::ZERO, |time| map.of(time), true);
        splice.finish(map.of(self.duration()), false)
    }

    /// Counts the events that a map would move out of the range of a recording. [`retime`](Timeline::retime)
    /// moves them to the nearest possible time.
    pub fn misfits(&self, map: &TimeMap) -> Misfits {
        let count_at = |limit: Time| {
            let is_there = |time: &Time| map.exact(*time).is_none() && map.of(*time) == limit;
            self.times().filter(is_there).count()
        };
        Misfits {
            early: count_at(Time::ZERO),
            late: count_at(Time::MAX) + count_at(Time::MIN),
            end: map.exact(self.duration()).is_none(),
        }
    }

    /// Returns the map that shortens all times without events to `limit`, including those before the first
    /// event and after the last.
    pub fn without_idling(&self, limit: Duration) -> TimeMap {
        let mut points = vec![(Time::ZERO, Time::ZERO)];
        let records = self.records.iter().filter(|record| !record.is_ignored());
        let times = records.filter_map(|record| Some(record.stamp()?.time));
        let (mut before, mut now) = (Time::ZERO, Time::ZERO);
        for time in times
            .chain([self.duration()])
            .filter(|time| *time > Time::ZERO)
        {
            let silence = time.since(before);
            if silence > limit {
                // The point from which the silence is skipped, and the point at which it ends.
                points.push((before, now));
                now = now.after(limit);
                points.push((time, now));
            } else {
                now = now.after(silence);
            }
            before = time;
        }
        points.dedup_by_key(|(from, _)| *from);
        TimeMap::through(points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_exact() {
        let ten = |text: &str| TimeMap::read_factor(text).unwrap().of(Time::from_secs(10));
        assert_eq!(ten("1.5"), Time::from_secs(15));
        assert_eq!(ten("3/2"), Time::from_secs(15));
        assert_eq!(ten("150%"), Time::from_secs(15));
        assert_eq!(ten("12.5%"), Time::from_millis(1250));
        assert_eq!(ten("1/3"), Time::from_nanos(3_333_333_333));
        for bad in ["", "0", "-1", "1/0", "x", "1.x", "1e3", "1.5.5", "%"] {
            assert!(TimeMap::read_factor(bad).is_none(), "{bad}");
        }
    }
}
