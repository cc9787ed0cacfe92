//! A range of times, as people write it.

use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

use crate::{Time, TimeError};

/// A range of times, read from text such as `1:30..12:30`, `10..`, `..12:30` or `5..=6.5`.
///
/// ```
/// use kifu_timeline::{Time, TimeRange};
///
/// let range: TimeRange = "1:30..12:30".parse().unwrap();
/// assert_eq!(range.start, Some(Time::from_secs(90)));
/// let why = "6..5".parse::<TimeRange>().unwrap_err();
/// assert_eq!(why.to_string(), "the range ends before it starts");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeRange {
    /// The first time; `None` for a range from the start of a recording.
    pub start: Option<Time>,
    /// The end. It belongs to the range if it was written with `..=`.
    pub end: Bound<Time>,
}

/// The reason why a text is not a [`TimeRange`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TimeRangeError {
    /// The text has no `..` between two times.
    NoRange,
    /// One of the times cannot be read.
    Time(TimeError),
    /// The end is before the start.
    Backwards,
}

impl fmt::Display for TimeRangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeRangeError::NoRange => {
                f.write_str("expected two times with `..` between them, such as `10..12:30`")
            }
            TimeRangeError::Time(why) => why.fmt(f),
            TimeRangeError::Backwards => f.write_str("the range ends before it starts"),
        }
    }
}

impl core::error::Error for TimeRangeError {}

impl From<TimeError> for TimeRangeError {
    fn from(why: TimeError) -> TimeRangeError {
        TimeRangeError::Time(why)
    }
}

impl FromStr for TimeRange {
    type Err = TimeRangeError;

    fn from_str(text: &str) -> Result<TimeRange, TimeRangeError> {
        let (start, end) = text.split_once("..").ok_or(TimeRangeError::NoRange)?;
        let time = |text: &str| -> Result<Option<Time>, TimeError> {
            if text.is_empty() {
                return Ok(None);
            }
            text.parse().map(Some)
        };
        let start = time(start)?;
        let (end, bound): (_, fn(Time) -> Bound<Time>) = match end.strip_prefix('=') {
            Some(end) => (time(end)?, Bound::Included),
            None => (time(end)?, Bound::Excluded),
        };
        if start.zip(end).is_some_and(|(start, end)| end < start) {
            return Err(TimeRangeError::Backwards);
        }
        Ok(TimeRange {
            start,
            end: end.map_or(Bound::Unbounded, bound),
        })
    }
}

impl TimeRange {
    /// Returns the range to use for a recording of this duration. A range that ends at or after the end of
    /// the recording also includes the events at that end, because no later range can include them.
    #[must_use]
    pub fn of(self, duration: Time) -> TimeRange {
        match self.end {
            Bound::Excluded(end) if end >= duration => TimeRange {
                end: Bound::Unbounded,
                ..self
            },
            _ => self,
        }
    }
}

impl RangeBounds<Time> for TimeRange {
    fn start_bound(&self) -> Bound<&Time> {
        self.start
            .as_ref()
            .map_or(Bound::Unbounded, Bound::Included)
    }

    fn end_bound(&self) -> Bound<&Time> {
        self.end.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let range = |text: &str| text.parse::<TimeRange>();
        let read = range("1:30..12:30").unwrap();
        assert_eq!(read.start, Some(Time::from_secs(90)));
        assert_eq!(read.end, Bound::Excluded(Time::from_secs(750)));
        assert_eq!(
            range("5..=6.5").unwrap().end,
            Bound::Included(Time::from_millis(6500))
        );
        assert_eq!(
            range("..").unwrap(),
            TimeRange {
                start: None,
                end: Bound::Unbounded
            }
        );
        assert_eq!(range("5..").unwrap().end, Bound::Unbounded);
        for bad in ["5", "5-6", "6..5", "a..", "..b"] {
            assert!(range(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_range_to_the_end_has_the_end() {
        let range: TimeRange = "5..10".parse().unwrap();
        assert_eq!(range.of(Time::from_secs(10)).end, Bound::Unbounded);
        assert_eq!(range.of(Time::from_secs(11)), range);
    }
}
