//! Times in the form in which people read them.

use core::fmt;

use crate::Time;

/// A time in minutes or hours, such as `0:56`, `12:30` or `1:02:03.5`; returned by [`Time::clock`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockTime(Time);

impl Time {
    /// Formats the time in minutes or hours. Parsing the text as a [`Time`] returns the same time.
    ///
    /// ```
    /// use kifu_timeline::Time;
    ///
    /// let shown = |time: &str| time.parse::<Time>().unwrap().clock().to_string();
    /// assert_eq!(shown("56"), "0:56");
    /// assert_eq!(shown("750.25"), "12:30.25");
    /// assert_eq!(shown("3723.5"), "1:02:03.5");
    /// assert_eq!(shown("-3"), "-3", "before the start");
    /// ```
    pub fn clock(self) -> ClockTime {
        ClockTime(self)
    }
}

impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SECOND: i64 = 1_000_000_000;
        const MINUTE: i64 = 60 * SECOND;
        const HOUR: i64 = 60 * MINUTE;
        let nanos = self.0.nanos();
        if nanos < 0 {
            return self.0.fmt(f);
        }
        match nanos / HOUR {
            0 => write!(f, "{}", nanos / MINUTE)?,
            hours => write!(f, "{hours}:{:02}", nanos % HOUR / MINUTE)?,
        }
        write!(f, ":{:02}", nanos % MINUTE / SECOND)?;
        // The fraction of a second, formatted as a time of its own.
        let exact = Time::from_nanos(nanos % SECOND).to_string();
        f.write_str(exact.strip_prefix('0').unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_read_back() {
        for (time, shown) in [
            ("0", "0:00"),
            ("0.000000001", "0:00.000000001"),
            ("59.5", "0:59.5"),
            ("60", "1:00"),
            ("3599", "59:59"),
            ("3600", "1:00:00"),
            ("3723.5", "1:02:03.5"),
            ("36610", "10:10:10"),
            ("-61.5", "-61.5"),
        ] {
            let time: Time = time.parse().unwrap();
            assert_eq!(time.clock().to_string(), shown);
            assert_eq!(shown.parse(), Ok(time));
        }
    }
}
