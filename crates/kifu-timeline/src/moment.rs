use std::str::FromStr;

use crate::{Time, TimeError, Timeline, View};

/// A moment of a recording as people write it: `start`, `end`, a time such as `12:30`, or `e57` for the moment
/// after event 57.
///
/// ```
/// use kifu_timeline::{Moment, Time};
///
/// assert_eq!("e57".parse(), Ok(Moment::Event(57)));
/// assert_eq!("1:30".parse(), Ok(Moment::Time(Time::from_secs(90))));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Moment {
    /// The start, before the first event with a time.
    Start,
    /// The end, after all events.
    End,
    /// A time, after all events at that time.
    Time(Time),
    /// The moment after this many events.
    Event(usize),
}

impl FromStr for Moment {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Moment, TimeError> {
        let event = text.strip_prefix('e').map(str::parse);
        match (text, event) {
            ("start", _) => Ok(Moment::Start),
            ("end", _) => Ok(Moment::End),
            (_, Some(Ok(number))) => Ok(Moment::Event(number)),
            _ => text.parse().map(Moment::Time),
        }
    }
}

impl Timeline {
    /// The state at a moment.
    pub fn moment(&self, moment: Moment) -> View<'_> {
        match moment {
            Moment::Start => self.first(),
            Moment::End => self.last(),
            Moment::Time(time) => self.at(time),
            Moment::Event(number) => self.at_rank(number),
        }
    }

    /// The state right before a moment: before the events at a time, or before one event. The state before the
    /// start is the start itself.
    pub fn before_moment(&self, moment: Moment) -> View<'_> {
        match moment {
            Moment::Start => self.first(),
            Moment::End => self.at_rank(self.len().saturating_sub(1)),
            Moment::Time(time) => self.before(time),
            Moment::Event(number) => self.at_rank(number.saturating_sub(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_named() {
        assert_eq!("start".parse(), Ok(Moment::Start));
        assert_eq!("end".parse(), Ok(Moment::End));
        assert_eq!("0.5".parse(), Ok(Moment::Time(Time::from_millis(500))));
        for wrong in ["", "e", "e-1", "ending"] {
            assert_eq!(
                wrong.parse::<Moment>(),
                Err(TimeError::NotANumber),
                "{wrong}"
            );
        }
        assert_eq!("1e99".parse::<Moment>(), Err(TimeError::TooLarge));
    }
}
