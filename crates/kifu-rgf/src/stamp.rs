//! `TS[TIME]` and `TS[TIME:COUNTER]`.

use kifu_timeline::{Stamp, Time, TimeError};

/// What a value of `TS` says.
///
/// ```
/// use kifu_rgf::stamp;
/// use kifu_timeline::Time;
///
/// let read = stamp("13.6:2").unwrap();
/// assert_eq!((read.stamp.time, read.stamp.counter), (Time::from_millis(13_600), 2));
/// assert!(read.has_counter && !read.odd);
/// assert!(stamp("soon").is_err());
/// ```
///
/// # Errors
///
/// [`TimeError`] if it is no time, or its counter no number from 0 to 4,294,967,295.
pub fn stamp(written: &str) -> Result<ReadStamp, TimeError> {
    let (time, counter) = match written.split_once(':') {
        Some((time, counter)) => (time, Some(counter)),
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
    Ok(ReadStamp {
        stamp: Stamp {
            time: read.time,
            counter: number.ok_or(TimeError::NotANumber)?,
        },
        has_counter: counter.is_some(),
        odd: read.odd || counter.is_some_and(|text| text.trim_ascii() != text),
        rounded: read.rounded,
    })
}

/// A stamp as it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadStamp {
    /// What it says.
    pub stamp: Stamp,
    /// It has a counter, be it 0.
    pub has_counter: bool,
    /// Its time is not spelled as SGF spells a real number.
    pub odd: bool,
    /// Its time has more than nine decimals.
    pub rounded: bool,
}

/// As RGF writes it, with the counter if it is not 0.
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
    use super::stamp;

    #[test]
    fn counters() {
        assert_eq!(stamp("5:0").unwrap().stamp.counter, 0);
        assert!(stamp("5:0").unwrap().has_counter);
        assert!(stamp("5: 1").unwrap().odd);
        for bad in ["5:", "5:-1", "5:+1", "5:1.5", "5:1:2", "5:4294967296", ":1"] {
            assert!(stamp(bad).is_err(), "{bad}");
        }
    }
}
