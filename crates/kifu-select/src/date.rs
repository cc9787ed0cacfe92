use std::fmt;

/// A year, a month or a day: `1990`, `1990-05`, `1990-05-17`.
///
/// ```
/// use kifu_select::Date;
///
/// let month = Date::parse("1990-05").unwrap();
/// assert_eq!(month, Date::new(1990, Some(5), None).unwrap());
/// assert!(Date::parse("1990-13").is_none() && Date::parse("90").is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Date {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

impl Date {
    /// A date of the years 1 to 9999, with a month from 1 to 12, and a day from 1 to 31 only with that.
    pub fn new(year: u16, month: Option<u8>, day: Option<u8>) -> Option<Date> {
        let can_be = (1..=9999).contains(&year)
            && month.is_none_or(|month| (1..=12).contains(&month))
            && day.is_none_or(|day| (1..=31).contains(&day) && month.is_some());
        can_be.then_some(Date { year, month, day })
    }

    /// Reads a date as ISO 8601 has it, of four, two and two digits.
    pub fn parse(text: &str) -> Option<Date> {
        let mut parts = text.split('-');
        let mut digits = |count: usize| -> Option<Option<u16>> {
            let Some(part) = parts.next() else {
                return Some(None);
            };
            let right = part.len() == count && part.bytes().all(|b| b.is_ascii_digit());
            part.parse().ok().filter(|_| right).map(Some)
        };
        let year = digits(4)??;
        let month = digits(2)?.map(|month| month as u8);
        let day = digits(2)?.map(|day| day as u8);
        match parts.next() {
            None => Date::new(year, month, day),
            Some(_) => None,
        }
    }

    /// The date at the start of a text, such as that of `1996-12-27,28`.
    pub(crate) fn at_start(text: &str) -> Option<Date> {
        let text = text.trim_start();
        let is_other = |b: u8| !(b.is_ascii_digit() || b == b'-');
        let end = text.bytes().position(is_other).unwrap_or(text.len());
        Date::parse(&text[..end])
    }

    /// The first day that it can be, as a number that grows from day to day.
    pub(crate) fn first(self) -> u32 {
        number(self.year, self.month.unwrap_or(1), self.day.unwrap_or(1))
    }

    /// The last day that it can be.
    pub(crate) fn last(self) -> u32 {
        number(self.year, self.month.unwrap_or(12), self.day.unwrap_or(31))
    }
}

fn number(year: u16, month: u8, day: u8) -> u32 {
    u32::from(year) * 10_000 + u32::from(month) * 100 + u32::from(day)
}

/// As [`Date::parse`] reads it.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if let Some(month) = self.month {
            write!(f, "-{month:02}")?;
        }
        match self.day {
            Some(day) => write!(f, "-{day:02}"),
            None => Ok(()),
        }
    }
}
