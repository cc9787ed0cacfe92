//! Parses and writes `TS[TIME]` and `TS[TIME:COUNTER]`.

use kifu_timeline::{Stamp, Time, TimeError};

/// Parses a value of `TS`.
///
/// ```
/// use kifu_rgf::parse_stamp;
/// use kifu_timeline::Time;
///
/// let read = parse_stamp("13.6:2").unwrap();
/// assert_eq!((read.stamp.time, read.stamp.counter), (Time::from_millis(13_600), 2));
/// assert!(read.has_counter && !read.is_unusual);
/// assert!(parse_stamp("soon").is_err());
/// ```
///
/// # Errors
///
/// Returns [`TimeError`] if the value is not a time, or if its counter is not a number from 0 to 4,294,967,295.
pub fn parse_stamp(written: &str) -> Result<ParsedStamp, TimeError> {
    let colon = written.bytes().position(|byte| byte == b':');
    let (time, counter) = match colon {
        Some(colon) => (&written[..colon], Some(&written[colon + 1..])),
        None => (written, None),
    };
    let read = Time::read(time)?;
    let is_number = |text: &&str| text.bytes().all(|b| b.is_ascii_digit());
    let number = match counter {
        None => Some(0),
        Some(text) => Some(text.trim_ascii())
            .filter(is_number)
            .and_then(|text| text.parse().ok()),
    };
    Ok(ParsedStamp {
        stamp: Stamp {
            time: read.time,
            counter: number.ok_or(TimeError::NotANumber)?,
        },
        has_counter: counter.is_some(),
        is_unusual: read.is_unusual || counter.is_some_and(|text| text.trim_ascii() != text),
        is_rounded: read.is_rounded,
    })
}

/// A stamp with its spelling in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsedStamp {
    /// The time and the counter.
    pub stamp: Stamp,
    /// Whether the stamp has a counter, even if the counter is 0.
    pub has_counter: bool,
    /// Whether the time is not spelled as a real number of SGF.
    pub is_unusual: bool,
    /// Whether the time has more than nine decimals.
    pub is_rounded: bool,
}

/// Writes a stamp in the syntax of RGF, with the counter if it is not 0.
pub(crate) fn write_stamp(stamp: Stamp, out: &mut String) {
    out.push_str("TS[");
    out.push_str(&stamp.time.to_string());
    if stamp.counter > 0 {
        out.push(':');
        out.push_str(&stamp.counter.to_string());
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use super::parse_stamp;

    #[test]
    fn counters() {
        assert_eq!(parse_stamp("5:0").unwrap().stamp.counter, 0);
        assert!(parse_stamp("5:0").unwrap().has_counter);
        assert!(parse_stamp("5: 1").unwrap().is_unusual);
        for bad in ["5:", "5:-1", "5:+1", "5:1.5", "5:1:2", "5:4294967296", ":1"] {
            assert!(parse_stamp(bad).is_err(), "{bad}");
        }
    }
}
