//! Dates: `DT` (FF\[4\], *DT*; 2016 draft, *DT*, *Extended properties*).

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::scan::{Scan, fold};
use super::{Leniency, Parsed, ReadError, ReadErrorKind, era, span};

const DATE: &str = "a date such as `1996-05-06`";

/// A day, a month or a year of the Western calendar.
///
/// Dates are ordered by year, month and day. A year comes before its months, and a month before its days.
///
/// ```
/// use kifu_value::Date;
///
/// let day = Date::new(1846, Some(9), Some(11)).unwrap();
/// assert_eq!(day.to_string(), "1846-09-11");
/// assert_eq!(Date::new(1846, Some(9), None).unwrap().to_string(), "1846-09");
/// assert_eq!(Date::new(1846, Some(2), Some(29)), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

impl Date {
    /// Creates a date; `None` if it does not exist, if the year is not in 1 to 9999, or if there is a day without a
    /// month. Up to 1582, every fourth year has a 29 February, as in the Julian calendar.
    pub const fn new(year: u16, month: Option<u8>, day: Option<u8>) -> Option<Date> {
        let date = Date { year, month, day };
        let exists = match (month, day) {
            (None, None) => true,
            (Some(month @ 1..=12), None) => month != 0,
            (Some(month @ 1..=12), Some(day)) => 1 <= day && day <= days_in(year, month),
            _ => false,
        };
        if exists && 1 <= year && year <= 9999 {
            Some(date)
        } else {
            None
        }
    }

    pub(super) const fn in_year(year: u16) -> Date {
        Date {
            year,
            month: None,
            day: None,
        }
    }

    /// Returns the year.
    pub const fn year(self) -> u16 {
        self.year
    }

    /// Returns the month, if known: 1 to 12.
    pub const fn month(self) -> Option<u8> {
        self.month
    }

    /// Returns the day of the month, if known: 1 to 31.
    pub const fn day(self) -> Option<u8> {
        self.day
    }

    /// The first day of the year or month, or the day itself.
    #[must_use]
    pub const fn earliest(self) -> Date {
        let month = or(self.month, 1);
        Date {
            year: self.year,
            month: Some(month),
            day: Some(or(self.day, 1)),
        }
    }

    /// The last day of the year or month, or the day itself.
    #[must_use]
    pub const fn latest(self) -> Date {
        let month = or(self.month, 12);
        Date {
            year: self.year,
            month: Some(month),
            day: Some(or(self.day, days_in(self.year, month))),
        }
    }
}

/// The same as [`Option::unwrap_or`], but usable in constants.
const fn or(known: Option<u8>, default: u8) -> u8 {
    match known {
        Some(known) => known,
        None => default,
    }
}

const fn days_in(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 != 0 || year > 1582 && year % 100 == 0 && year % 400 != 0 => 28,
        2 => 29,
        _ => 31,
    }
}

/// Writes the date as in ISO 8601: `1846`, `1846-09`, `1846-09-11`.
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

/// Parses the format of `Display`: `1846`, `1846-09`, `1846-09-11`. To read dates as people write them, use
/// [`dates`].
///
/// ```
/// use kifu_value::{Date, ReadErrorKind};
///
/// assert_eq!("1846-09".parse(), Ok(Date::new(1846, Some(9), None).unwrap()));
/// let error = "1990-02-30".parse::<Date>().unwrap_err();
/// assert_eq!(error.kind, ReadErrorKind::OutOfRange);
/// assert_eq!(error.to_string(), "out of range, expected a day of this month");
/// ```
impl FromStr for Date {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Date, ReadError> {
        if let Some(day) = day(text) {
            return Ok(day);
        }
        let bytes = text.as_bytes();
        let wrong = |kind, expected, start| ReadError::new(kind, expected, start, text.len());
        let malformed = || wrong(ReadErrorKind::Malformed, DATE, 0);
        if text.is_empty() {
            return Err(wrong(ReadErrorKind::Empty, DATE, 0));
        }
        // All bytes except the separators must be digits.
        let is_digit = |(at, byte): (usize, &u8)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        };
        if !matches!(text.len(), 4 | 7 | 10) || !bytes.iter().enumerate().all(is_digit) {
            return Err(malformed());
        }
        let year = text[..4].parse().map_err(|_| malformed())?;
        let two = |at: usize| text.get(at..at + 2).and_then(|digits| digits.parse().ok());
        let (month, day) = (two(5), two(8));
        let impossible = |expected, start| wrong(ReadErrorKind::OutOfRange, expected, start);
        Date::new(year, None, None).ok_or_else(|| impossible("a year from 1 to 9999", 0))?;
        Date::new(year, month, None).ok_or_else(|| impossible("a month from 1 to 12", 5))?;
        Date::new(year, month, day).ok_or_else(|| impossible("a day of this month", 8))
    }
}

/// The dates of a game, as `DT` states them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dates {
    /// The kind of event on the dates, such as play or publication.
    pub kind: DateKind,
    /// The dates in the order of the text; empty only if there is a remark.
    pub entries: Vec<DateEntry>,
    /// The remark after a colon or in parentheses, such as `Spring`; empty if there is none.
    pub remark: String,
}

/// The kind of event on the dates of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DateKind {
    /// The game was played.
    #[default]
    Played,
    /// The game was played on about this date: `c. 1670`.
    About,
    /// The game was published: `Published 1980-11`.
    Published,
    /// The game was broadcast: `Broadcast 1980-09-22`.
    Broadcast,
}

/// A date or an interval of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DateEntry {
    /// A date, with the time of day at which play started, if known.
    On(Date, Option<TimeOfDay>),
    /// An interval from the first to the second date, both included: `1903-11-13..26`.
    During(Date, Date),
}

/// A time of day, without a time zone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TimeOfDay {
    /// The hour: 0 to 23.
    pub hour: u8,
    /// The minute: 0 to 59.
    pub minute: u8,
    /// The second, if known: 0 to 59.
    pub second: Option<u8>,
}

impl Dates {
    /// The first date of the first entry, if any.
    pub fn first(&self) -> Option<Date> {
        self.entries.first().map(|entry| match *entry {
            DateEntry::On(date, _) | DateEntry::During(date, _) => date,
        })
    }

    /// The last date of the last entry, if any.
    pub fn last(&self) -> Option<Date> {
        self.entries.last().map(|entry| match *entry {
            DateEntry::On(date, _) | DateEntry::During(_, date) => date,
        })
    }
}

/// Writes the dates with the shortcuts of FF\[4\]: `1846-09-11,14,15`, `1996-12-27,28,1997-01-03,04`.
impl fmt::Display for Dates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            DateKind::Played => "",
            DateKind::About => "c. ",
            DateKind::Published => "Published ",
            DateKind::Broadcast => "Broadcast ",
        })?;
        let mut before = None;
        for (n, entry) in self.entries.iter().enumerate() {
            let comma = if n == 0 { "" } else { "," };
            f.write_str(comma)?;
            match *entry {
                DateEntry::On(date, time) => {
                    write_shortened(f, before, date)?;
                    if let Some(time) = time {
                        write!(f, " {time}")?;
                    }
                    before = Some(date);
                }
                DateEntry::During(from, to) => {
                    write_shortened(f, before, from)?;
                    f.write_str("..")?;
                    write_shortened(f, Some(from), to)?;
                    before = Some(to);
                }
            }
        }
        match self.remark.as_str() {
            "" => Ok(()),
            remark => write!(f, ": {remark}"),
        }
    }
}

/// Writes a date without the parts that equal those of the previous date, if FF\[4\] allows it.
fn write_shortened(f: &mut fmt::Formatter<'_>, before: Option<Date>, date: Date) -> fmt::Result {
    let Some(before) = before.filter(|before| before.year == date.year) else {
        return write!(f, "{date}");
    };
    match (before.month, before.day, date.month, date.day) {
        (Some(month), Some(_), Some(same), Some(day)) if month == same => write!(f, "{day:02}"),
        (_, Some(_), Some(month), Some(day)) => write!(f, "{month:02}-{day:02}"),
        (Some(_), None, Some(month), None) => write!(f, "{month:02}"),
        _ => write!(f, "{date}"),
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.hour, self.minute)?;
        match self.second {
            Some(second) => write!(f, ":{second:02}"),
            None => Ok(()),
        }
    }
}

/// Reads the dates of a game.
///
/// The standard forms are lists of FF\[4\] with their shortcuts, and the additions of the 2016 draft: intervals
/// (`1903-11-13..26`) and starting times (`2000-01-01 00:53`). The reader also accepts other separators
/// (`1996/10/2`), days before months (`19.11.2002`), English months (`2/3 October 1996`), `2016年5月19日`, Japanese
/// eras, `c. 1670`, `Published 1980-11`, and remarks after a colon or in parentheses.
///
/// ```
/// use kifu_value::dates;
///
/// assert!(dates("1996-12-27,28,1997-01-03,04").unwrap().is_exact());
/// assert_eq!(dates("May 16-18, 1842").unwrap().value.to_string(), "1842-05-16..18");
/// assert_eq!(dates("昭和21年7月31日").unwrap().value.to_string(), "1946-07-31");
/// assert!(dates("1996-02-30").is_err());
/// ```
///
/// # Errors
///
/// [`ReadError`] if the text is not a date, or is a date that does not exist. The century of a two-digit year is not
/// guessed, so such a year is an error.
pub fn dates(text: &str) -> Result<Parsed<Dates>, ReadError> {
    if let Some(day) = day(text) {
        return Ok(Parsed::exact(Dates {
            entries: [DateEntry::On(day, None)].into(),
            ..Dates::default()
        }));
    }
    let mut reader = Reader::new(text);
    reader.kind_words();
    while reader.scan.peek() != Some(':') {
        reader.entry()?;
        reader.kind_words();
        if reader.scan.is_done() || matches!(reader.scan.peek(), Some(':' | '(' | '[')) {
            break;
        }
        if reader.scan.word(LIST).is_none() {
            return Err(reader.scan.expected(DATE));
        }
        reader.scan.skip_spaces();
    }
    reader.remark();
    if reader.found.entries.is_empty() && reader.found.remark.is_empty() {
        return Err(reader.scan.expected(DATE));
    }
    let other = reader.scan.certain("a date in a nonstandard form");
    let other = (!is_standard(text)).then_some(other);
    Ok(Parsed::exact(reader.found)
        .or_leniency(reader.doubt)
        .or_leniency(other))
}

/// Reads an existing day such as `1996-05-06`. Most records have such a date, and it needs no search for words.
fn day(text: &str) -> Option<Date> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else {
        return None;
    };
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0, |number: u16, digit| {
            let digit = digit.is_ascii_digit().then(|| digit - b'0')?;
            Some(10 * number + u16::from(digit))
        })
    };
    let small = |digits: [u8; 2]| u8::try_from(number(&digits)?).ok();
    Date::new(
        number(&[y1, y2, y3, y4])?,
        Some(small([m1, m2])?),
        Some(small([d1, d2])?),
    )
}

/// Whether a text that could be read is in a form of FF\[4\] or the draft.
fn is_standard(text: &str) -> bool {
    text.split(',').all(|part| {
        let (part, time) = part.split_once(' ').unwrap_or((part, "00:00"));
        let to_end = part.split_once("..").or_else(|| part.split_once('~'));
        let (from, to) = to_end.unwrap_or((part, "01"));
        is_time(time) && is_date(from) && is_date(to)
    })
}

fn is_date(text: &str) -> bool {
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let mut parts = text.split('-');
    let first = parts.next().unwrap_or("");
    matches!(first.len(), 2 | 4) && digits(first) && parts.all(|p| p.len() == 2 && digits(p))
}

fn is_time(text: &str) -> bool {
    text.split(':').all(|part| part.len() == 2)
}

/// Separators of the dates in a list.
const LIST: &[(&str, ())] = &[(",", ()), (";", ()), ("&", ()), ("and", ()), ("和", ())];

/// Separators of the ends of an interval.
const TO: &[(&str, ())] = &[
    ("..", ()),
    ("~", ()),
    ("-", ()),
    ("to", ()),
    ("至", ()),
    ("から", ()),
];

/// The units of dates, and whether they end a date.
const UNITS: &[(&str, bool)] = &[
    ("年", false),
    ("년", false),
    ("月", false),
    ("월", false),
    ("日", true),
    ("일", true),
];

/// Words for the kind of event on a date.
const KIND_WORDS: &[(&str, DateKind)] = &[
    ("c.", DateKind::About),
    ("ca.", DateKind::About),
    ("ca", DateKind::About),
    ("c", DateKind::About),
    ("circa", DateKind::About),
    ("about", DateKind::About),
    ("around", DateKind::About),
    ("approx", DateKind::About),
    ("approx.", DateKind::About),
    ("?", DateKind::About),
    ("s", DateKind::About),
    ("约", DateKind::About),
    ("顷", DateKind::About),
    ("頃", DateKind::About),
    ("ごろ", DateKind::About),
    ("published", DateKind::Published),
    ("published in", DateKind::Published),
    ("publ.", DateKind::Published),
    ("发表", DateKind::Published),
    ("broadcast", DateKind::Broadcast),
    ("broadcast on", DateKind::Broadcast),
    ("播放", DateKind::Broadcast),
    ("放送", DateKind::Broadcast),
];

const MONTHS: &[(&str, u8)] = &[
    ("january", 1),
    ("february", 2),
    ("march", 3),
    ("april", 4),
    ("may", 5),
    ("june", 6),
    ("july", 7),
    ("august", 8),
    ("september", 9),
    ("october", 10),
    ("november", 11),
    ("december", 12),
    ("jan", 1),
    ("feb", 2),
    ("mar", 3),
    ("apr", 4),
    ("jun", 6),
    ("jul", 7),
    ("aug", 8),
    ("sep", 9),
    ("sept", 9),
    ("oct", 10),
    ("okt", 10),
    ("nov", 11),
    ("dec", 12),
];

struct Reader<'t> {
    scan: Scan<'t>,
    found: Dates,
    /// The previous date, which a shortcut refers to.
    before: Option<Date>,
    doubt: Option<Leniency>,
}

/// A number of a date and its position.
#[derive(Clone, Copy)]
struct Number {
    value: u64,
    digits: usize,
    start: usize,
    end: usize,
}

impl Number {
    fn is_year(self) -> bool {
        self.digits > 2
    }

    fn error(self, kind: ReadErrorKind, expected: &'static str) -> ReadError {
        ReadError::new(kind, expected, self.start, self.end)
    }
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        Reader {
            scan: Scan::new(text),
            found: Dates::default(),
            before: None,
            doubt: None,
        }
    }

    /// Takes words such as `c.` or `Published`.
    fn kind_words(&mut self) {
        self.scan.skip_spaces();
        let start = self.scan.at();
        while let Some(kind) = self.scan.word(KIND_WORDS) {
            self.found.kind = kind;
            self.scan.skip_spaces();
            self.doubt(
                start,
                "an approximate date, or one of publication or broadcast",
            );
        }
    }

    fn doubt(&mut self, since: usize, what: &'static str) {
        let doubt = self.scan.guess(since, what);
        self.doubt.get_or_insert(doubt);
    }

    /// Takes a date with its time, an interval, or a list of English dates.
    fn entry(&mut self) -> Result<(), ReadError> {
        if self.english()? {
            return Ok(());
        }
        let from = self.date()?;
        let mut there = self.scan;
        there.skip_spaces();
        if there.word(TO).is_some() {
            there.skip_spaces();
            self.scan = there;
            let start = there.at();
            let to = self.date()?;
            return self.during(from, to, start);
        }
        let time = self.time()?;
        self.found.entries.push(DateEntry::On(from, time));
        Ok(())
    }

    fn during(&mut self, from: Date, to: Date, start: usize) -> Result<(), ReadError> {
        if to < from {
            return Err(self.scan.impossible(start, "a date after the first one"));
        }
        self.found.entries.push(DateEntry::During(from, to));
        Ok(())
    }

    fn time(&mut self) -> Result<Option<TimeOfDay>, ReadError> {
        let mut there = self.scan;
        let apart = there.skip_spaces() || there.eat("t");
        let start = there.at();
        let (Some(hour), true) = (there.digits(), there.eat(":")) else {
            return Ok(None);
        };
        let Some(minute) = there.digits() else {
            return Ok(None);
        };
        let mut second = None;
        let mut after = there;
        if after.eat(":") {
            if let Some(found) = after.digits() {
                second = Some(found.0);
                there = after;
            }
        }
        if !apart {
            return Ok(None);
        }
        let zone = there.at();
        let is_utc = there.eat("z");
        self.scan = there;
        if is_utc {
            self.doubt(zone, "a time zone, which the standard form cannot express");
        }
        let time = time_of_day(hour.0, minute.0, second);
        match time {
            Some(time) => Ok(Some(time)),
            None => Err(there.impossible(start, "a time of day such as `00:53`")),
        }
    }

    /// Takes a date in numbers, with 年月日, or with a Japanese era.
    fn date(&mut self) -> Result<Date, ReadError> {
        let start = self.scan.at();
        let date = match era::era(&mut self.scan) {
            Some(era) => {
                let date = era::after_era(&mut self.scan, era)?;
                if date.western_year() < 1873 {
                    self.doubt(start, "a date in the old Japanese calendar");
                }
                date.to_date()
            }
            None => {
                let numbers = self.numbers()?;
                self.resolve(numbers)?
            }
        };
        self.before = Some(date);
        Ok(date)
    }

    /// Takes up to three numbers, each followed by a unit, or all separated by the same character.
    fn numbers(&mut self) -> Result<[Option<Number>; 3], ReadError> {
        let mut numbers = [None; 3];
        let mut separator = None;
        for (n, slot) in numbers.iter_mut().enumerate() {
            *slot = Some(self.number()?);
            if n == 2 {
                self.scan.word(UNITS);
            } else if !self.number_follows(&mut separator) {
                break;
            }
        }
        Ok(numbers)
    }

    /// Takes the unit or separator before the next number of the same date. Returns whether there is one.
    fn number_follows(&mut self, separator: &mut Option<char>) -> bool {
        if let Some(last) = self.scan.word(UNITS) {
            let mut there = self.scan;
            there.skip_spaces();
            let follows = !last && there.integer().is_some();
            if follows {
                self.scan.skip_spaces();
            }
            return follows;
        }
        let mut there = self.scan;
        let next = there.peek().filter(|c| matches!(c, '-' | '/' | '.' | ' '));
        there.bump();
        let number = there;
        let is_number = there.digits().is_some();
        let is_number = is_number && !(next == Some(' ') && there.peek() == Some(':'));
        let follows = is_number && next.is_some() && separator.is_none_or(|c| next == Some(c));
        if follows {
            *separator = next;
            self.scan = number;
        }
        follows
    }

    fn number(&mut self) -> Result<Number, ReadError> {
        let start = self.scan.at();
        let (value, digits) = match self.scan.digits() {
            Some(found) => found,
            None => {
                let value = self
                    .scan
                    .numerals()
                    .ok_or_else(|| self.scan.expected(DATE))?;
                (value, if value > 99 { 4 } else { 2 })
            }
        };
        Ok(Number {
            value,
            digits,
            start,
            end: self.scan.at(),
        })
    }

    /// Decides which number is the year, the month and the day.
    fn resolve(&mut self, numbers: [Option<Number>; 3]) -> Result<Date, ReadError> {
        let [first, second, third] = numbers;
        let Some(first) = first else {
            return Err(self.scan.expected(DATE));
        };
        if first.digits == 8 && second.is_none() {
            return self.compact(first);
        }
        if first.is_year() {
            return self.checked(first, second, third);
        }
        match (self.before, second, third) {
            (_, Some(second), Some(year)) if year.is_year() => {
                self.day_or_month_first(first, second, year)
            }
            (Some(before), None, None) if before.day.is_some() => {
                let month = before.month.unwrap_or(1);
                dated(before.year, Some(month), Some(first), first)
            }
            (Some(before), None, None) if before.month.is_some() => {
                dated(before.year, Some(byte(first)), None, first)
            }
            (Some(before), Some(day), None) if before.month.is_some() => {
                dated(before.year, Some(byte(first)), Some(day), first)
            }
            _ => Err(first.error(ReadErrorKind::Malformed, "a four-digit year")),
        }
    }

    fn compact(&self, number: Number) -> Result<Date, ReadError> {
        let Number { value, .. } = number;
        let [year, month, day] = [value / 10_000, value / 100 % 100, value % 100];
        let date = Date::new(year as u16, Some(month as u8), Some(day as u8));
        date.ok_or_else(|| number.error(ReadErrorKind::OutOfRange, "a date that exists"))
    }

    fn day_or_month_first(
        &mut self,
        first: Number,
        second: Number,
        year: Number,
    ) -> Result<Date, ReadError> {
        let slashes = self.scan_text(first.end, second.start) == "/";
        let (day, month) = match (slashes, first.value > 12, second.value > 12) {
            (true, false, true) => (second, first),
            (true, false, false) if first.value != second.value => {
                return Err(first.error(ReadErrorKind::Malformed, "the year first"));
            }
            _ => (first, second),
        };
        self.checked(year, Some(month), Some(day))
    }

    fn scan_text(&self, start: usize, end: usize) -> &'t str {
        let mut scan = self.scan;
        scan.back_to(start);
        &scan.rest()[..end - start]
    }

    fn checked(
        &mut self,
        year: Number,
        month: Option<Number>,
        day: Option<Number>,
    ) -> Result<Date, ReadError> {
        if year.digits == 3 {
            let what = span(year.start, year.end);
            self.doubt
                .get_or_insert(Leniency::guess("a year with three digits", what));
        }
        let expected = "a year from 1 to 9999";
        let number = u16::try_from(year.value)
            .ok()
            .filter(|n| (1..=9999).contains(n));
        let number = number
            .filter(|_| year.digits <= 4)
            .ok_or_else(|| year.error(ReadErrorKind::OutOfRange, expected))?;
        dated(number, month.map(byte), day, month.unwrap_or(year))
    }

    /// Takes days, month and year if the month is in English. Returns whether it is.
    fn english(&mut self) -> Result<bool, ReadError> {
        let mut scan = self.scan;
        let mut found = English::default();
        loop {
            scan.skip_while(|c| matches!(c, ' ' | ','));
            let at = scan.at();
            let mut there = scan;
            if there.digits().is_some() && there.eat(":") {
                // The number is part of a time of day.
                break;
            }
            if let Some((value, digits)) = scan.digits() {
                let number = Number {
                    value,
                    digits,
                    start: at,
                    end: scan.at(),
                };
                let year = number.is_year();
                scan.word(&[("st", ()), ("nd", ()), ("rd", ()), ("th", ())]);
                if year && found.year.is_none() {
                    found.year = Some(number);
                } else if !year && found.days.len() < 31 {
                    found.days.push(number);
                } else {
                    return Ok(false);
                }
            } else if let Some(month) = scan.word(MONTHS) {
                if found.month.replace(month).is_some() {
                    return Ok(false);
                }
            } else if found.days.len() == 1 && scan.word(TO).is_some() {
                // A hyphen between day and month is only a separator.
                let mut there = scan;
                there.skip_spaces();
                found.interval |= there.digits().is_some_and(|(_, digits)| digits <= 2);
            } else if let Some(hyphen) = scan.word(&[
                ("/", false),
                ("&", false),
                ("and", false),
                ("-", true),
                ("of", false),
            ]) {
                found.hyphens |= hyphen && found.days.len() > 1;
            } else {
                break;
            }
        }
        let (Some(month), Some(year)) = (found.month, found.year) else {
            return Ok(false);
        };
        self.scan = scan;
        let month = Number {
            value: u64::from(month),
            ..year
        };
        self.english_dates(&found, year, month).map(|()| true)
    }

    fn english_dates(
        &mut self,
        found: &English,
        year: Number,
        month: Number,
    ) -> Result<(), ReadError> {
        let mut dates = Vec::new();
        for &day in &found.days {
            dates.push(self.checked(year, Some(month), Some(day))?);
        }
        match *dates {
            [] => {
                let date = self.checked(year, Some(month), None)?;
                self.found.entries.push(DateEntry::On(date, None));
                self.before = Some(date);
            }
            [from, to] if found.interval => {
                self.before = Some(to);
                self.during(from, to, found.days[1].start)?;
            }
            // An interval among other days.
            [_, _, ..] if found.interval || found.hyphens => {
                return Err(found.days[0].error(ReadErrorKind::Malformed, DATE));
            }
            [.., last] => {
                self.before = Some(last);
                let entries = dates.into_iter().map(|date| DateEntry::On(date, None));
                self.found.entries.extend(entries);
            }
        }
        Ok(())
    }

    /// Takes the rest as a remark. Brackets that enclose all of it are removed.
    fn remark(&mut self) {
        let start = self.scan.at();
        let rest = self.scan.rest();
        let remark = match self.scan.peek() {
            Some(':') => rest.trim_start_matches([':', '：']),
            Some('(' | '[') => {
                let inside = enclosed(rest.trim_end());
                if inside.is_none() {
                    self.doubt(start, "text after a remark");
                }
                inside.unwrap_or(rest)
            }
            _ => rest,
        };
        self.found.remark = remark.trim().into();
    }
}

/// The text in brackets, if the bracket at the start is closed at the end and not before.
fn enclosed(text: &str) -> Option<&str> {
    let mut open = 0usize;
    for (at, c) in text.char_indices() {
        match fold(c) {
            '(' | '[' => open += 1,
            ')' | ']' => open -= 1,
            _ => {}
        }
        if open == 0 {
            let end = at + c.len_utf8();
            let first = text.chars().next().map_or(0, char::len_utf8);
            return text.get(first..at).filter(|_| end == text.len());
        }
    }
    None
}

#[derive(Default)]
struct English {
    days: Vec<Number>,
    month: Option<u8>,
    year: Option<Number>,
    interval: bool,
    /// Whether more than one day is followed by a hyphen.
    hyphens: bool,
}

fn byte(number: Number) -> u8 {
    u8::try_from(number.value).unwrap_or(u8::MAX)
}

/// Creates a date; an error if it does not exist.
fn dated(
    year: u16,
    month: Option<u8>,
    day: Option<Number>,
    month_at: Number,
) -> Result<Date, ReadError> {
    if month.is_some_and(|month| !(1..=12).contains(&month)) {
        return Err(month_at.error(ReadErrorKind::OutOfRange, "a month from 1 to 12"));
    }
    let date = Date::new(year, month, day.map(byte));
    let at = day.unwrap_or(month_at);
    date.ok_or_else(|| at.error(ReadErrorKind::OutOfRange, "a day of this month"))
}

fn time_of_day(hour: u64, minute: u64, second: Option<u64>) -> Option<TimeOfDay> {
    let below = |number: u64, limit: u8| u8::try_from(number).ok().filter(|&n| n < limit);
    Some(TimeOfDay {
        hour: below(hour, 24)?,
        minute: below(minute, 60)?,
        second: match second {
            Some(second) => Some(below(second, 60)?),
            None => None,
        },
    })
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::Sureness;

    #[test]
    fn dates_round_trip() {
        for text in [
            "1846",
            "1846-09",
            "1846-09-11",
            "0001-01-01",
            "1996-02-29",
            "1500-02-29",
        ] {
            assert_eq!(text.parse::<Date>().unwrap().to_string(), text);
        }
        for (text, error, span) in [
            ("", "empty, expected a date such as `1996-05-06`", (0, 0)),
            ("96", "expected a date such as `1996-05-06`", (0, 2)),
            ("1996-5", "expected a date such as `1996-05-06`", (0, 6)),
            ("1996-05-", "expected a date such as `1996-05-06`", (0, 8)),
            ("1996/05", "expected a date such as `1996-05-06`", (0, 7)),
            ("+996-05", "expected a date such as `1996-05-06`", (0, 7)),
            ("九-05", "expected a date such as `1996-05-06`", (0, 6)),
            (
                "0000",
                "out of range, expected a year from 1 to 9999",
                (0, 4),
            ),
            (
                "1996-13",
                "out of range, expected a month from 1 to 12",
                (5, 7),
            ),
            (
                "1996-00-01",
                "out of range, expected a month from 1 to 12",
                (5, 10),
            ),
            (
                "1990-02-30",
                "out of range, expected a day of this month",
                (8, 10),
            ),
            (
                "1990-02-29",
                "out of range, expected a day of this month",
                (8, 10),
            ),
            (
                "1990-04-31",
                "out of range, expected a day of this month",
                (8, 10),
            ),
            (
                "1990-04-00",
                "out of range, expected a day of this month",
                (8, 10),
            ),
        ] {
            let found = text.parse::<Date>().unwrap_err();
            assert_eq!(found.to_string(), error, "{text}");
            assert_eq!((found.span.start, found.span.end), span, "{text}");
        }
    }

    #[test]
    fn days_round_trip() {
        for year in ["0000", "0001", "0099", "1996", "9999"] {
            for rest in ["-01-01", "-02-29", "-12-31", "-00-10", "-13-01", "-04-31"] {
                let text = [year, rest].concat();
                if day(&text).is_some() {
                    assert_eq!(dates(&text).unwrap().value.to_string(), text);
                }
            }
        }
        assert!(day("1996-05-06").is_some());
        assert!(day("1996-05").is_none() && day("1996-05-06,07").is_none());
    }

    #[test]
    fn dates_as_the_specifications_write_them() {
        for text in [
            "1946-07-31",
            "1946-07",
            "1946",
            "0196",
            "1946-07-31,08-15,16,17",
            "1996-05,06",
            "1996-12-27,28,1997-01-03,04",
            "1903-11-13..26",
            "1911-01-31..02-14",
            "1912-12-19..1913-01-02",
            "2000-01-01 00:53",
            "2016-12-31 19:39:54",
            "1904-02-29",
            "1500-02-29",
        ] {
            let read = dates(text).expect(text);
            assert!(read.is_exact(), "{text}");
            assert_eq!(read.value.to_string(), text);
        }
        for (text, canonical) in [
            ("2001-02-23,2001-02-24", "2001-02-23,24"),
            ("1933-09-01~20", "1933-09-01..20"),
        ] {
            let read = dates(text).expect(text);
            assert!(read.is_exact(), "{text}");
            assert_eq!(read.value.to_string(), canonical);
        }
    }

    #[test]
    fn dates_have_parts_and_an_order() {
        let day = Date::new(1904, Some(2), Some(29)).unwrap();
        assert_eq!(
            (day.year(), day.month(), day.day()),
            (1904, Some(2), Some(29))
        );
        let month = Date::new(1904, Some(2), None).unwrap();
        assert_eq!((month.month(), month.day()), (Some(2), None));
        let year = Date::new(1904, None, None).unwrap();
        assert_eq!((year.year(), year.month(), year.day()), (1904, None, None));
        assert!(year < month && month < day && day < Date::new(1904, Some(3), None).unwrap());
        for (date, earliest, latest) in [
            (year, "1904-01-01", "1904-12-31"),
            (month, "1904-02-01", "1904-02-29"),
            (day, "1904-02-29", "1904-02-29"),
        ] {
            assert_eq!(date.earliest().to_string(), earliest);
            assert_eq!(date.latest().to_string(), latest);
        }
    }

    #[test]
    fn dates_that_do_not_exist_are_none() {
        for (year, month, day) in [
            (0, None, None),
            (10_000, None, None),
            (1900, Some(0), None),
            (1900, Some(13), None),
            (1900, None, Some(1)),
            (1900, Some(1), Some(0)),
            (1900, Some(1), Some(32)),
            (1900, Some(4), Some(31)),
            (1900, Some(2), Some(29)),
            (1582, Some(2), Some(29)),
            // The calendar of 1582, and not of 1752, when England followed.
            (1700, Some(2), Some(29)),
        ] {
            assert_eq!(
                Date::new(year, month, day),
                None,
                "{year} {month:?} {day:?}"
            );
        }
        for (year, month, day) in [
            (1, None, None),
            (9999, Some(12), Some(31)),
            (1500, Some(2), Some(29)),
            (1600, Some(2), Some(29)),
            (2000, Some(2), Some(29)),
            (2001, Some(2), Some(28)),
            (2001, Some(6), Some(30)),
        ] {
            assert!(
                Date::new(year, month, day).is_some(),
                "{year} {month:?} {day:?}"
            );
        }
    }

    #[test]
    fn dates_in_other_spellings() {
        for (text, canonical) in [
            ("1996/10/2", "1996-10-02"),
            ("1996.10.2", "1996-10-02"),
            ("1998 7 4", "1998-07-04"),
            ("1992-09-7", "1992-09-07"),
            ("2021-01-20 ", "2021-01-20"),
            ("20061220", "2006-12-20"),
            ("2017.08.27 05:31", "2017-08-27 05:31"),
            ("2017-01-01T12:00:01", "2017-01-01 12:00:01"),
            ("1936年(打挂(1))", "1936: 打挂(1)"),
            ("1946-07-31, 08-15, 16", "1946-07-31,08-15,16"),
            ("1932.11.09-10", "1932-11-09..10"),
            ("1929.08.04,08.14", "1929-08-04,14"),
            ("1929.07.29,30,31", "1929-07-29,30,31"),
            ("1996-05-06 - 1996-05-08", "1996-05-06..08"),
            ("19.11.2002", "2002-11-19"),
            ("25/12/2002", "2002-12-25"),
            ("12/25/2002", "2002-12-25"),
            ("5/5/2002", "2002-05-05"),
            ("2/3 October 1996", "1996-10-02,03"),
            ("August 1, 2001", "2001-08-01"),
            ("29th September 2012", "2012-09-29"),
            ("12th and 13th march 1994", "1994-03-12,13"),
            ("May 16-18, 1842", "1842-05-16..18"),
            ("02-Oct-1996", "1996-10-02"),
            ("Oct 1996", "1996-10"),
            ("1996 Oct 2", "1996-10-02"),
            ("2016年5月19日", "2016-05-19"),
            ("2016년 5월 19일", "2016-05-19"),
            ("二〇一六年五月十九日", "2016-05-19"),
            ("1928年", "1928"),
            ("昭和21年7月31日", "1946-07-31"),
            (
                "1936年(时事新报6月10日至18日连载)",
                "1936: 时事新报6月10日至18日连载",
            ),
            (
                "1933年10月16日至1934年1月29日 (打挂)",
                "1933-10-16..1934-01-29: 打挂",
            ),
            ("1934:Spring", "1934: Spring"),
            (
                "1845-03-03,04:Played through the night",
                "1845-03-03,04: Played through the night",
            ),
            ("1844-04-15:Tenpo 15-II-28", "1844-04-15: Tenpo 15-II-28"),
            (":Early Qing era", ": Early Qing era"),
        ] {
            let read = dates(text).expect(text);
            assert_eq!(read.value.to_string(), canonical, "{text}");
            assert_eq!(read.lenient.unwrap().sureness, Sureness::Certain, "{text}");
            assert_eq!(
                dates(canonical).expect(canonical).value,
                read.value,
                "{canonical}"
            );
        }
        for (text, canonical) in [
            ("c. 1670", "c. 1670"),
            ("ca. 1760", "c. 1760"),
            ("1680 approx.", "c. 1680"),
            ("1660s", "c. 1660"),
            ("Published 1980-11", "Published 1980-11"),
            ("1935年9月7日播放", "Broadcast 1935-09-07"),
            ("天保15年2月28日", "1844"),
            ("196", "0196"),
            ("2017-08-13 (first day), 14", "2017-08-13: (first day), 14"),
            (
                "2017-08-13 (first) (second)",
                "2017-08-13: (first) (second)",
            ),
            ("2017-08-13 (first", "2017-08-13: (first"),
            ("2017-01-01T12:00:01Z", "2017-01-01 12:00:01"),
        ] {
            let read = dates(text).expect(text);
            assert_eq!(read.value.to_string(), canonical, "{text}");
            assert_eq!(read.lenient.unwrap().sureness, Sureness::Guess, "{text}");
            assert_eq!(
                dates(canonical).expect(canonical).value,
                read.value,
                "{canonical}"
            );
        }
    }

    #[test]
    fn errors_point_at_the_fault() {
        use ReadErrorKind::{Empty, Malformed, OutOfRange};
        for (text, kind, start, end) in [
            ("", Empty, 0, 0),
            ("a sunny afternoon", Malformed, 0, 1),
            ("1996-13", OutOfRange, 5, 7),
            ("1996-02-30", OutOfRange, 8, 10),
            ("1900-02-29", OutOfRange, 8, 10),
            ("1978.0.09", OutOfRange, 5, 6),
            ("1996-04-30,31", OutOfRange, 11, 13),
            ("20061320", OutOfRange, 0, 8),
            ("123456", OutOfRange, 0, 6),
            ("94", Malformed, 0, 2),
            ("5/10/08", Malformed, 0, 1),
            ("5/10/2008", Malformed, 0, 1),
            ("12th and 13th march 94", Malformed, 0, 2),
            ("1924-10-", Malformed, 8, 8),
            ("1990-04-28 or 30", Malformed, 11, 13),
            ("1996-05-06 25:00", OutOfRange, 11, 16),
            ("1996-05-06..04", OutOfRange, 12, 14),
            ("1996,05", Malformed, 5, 7),
            ("May 16-18, 20, 1842", Malformed, 4, 6),
            ("16, 18-20 May 1842", Malformed, 0, 2),
            ("Oct 2 1996 10:30", Malformed, 11, 12),
        ] {
            let error = dates(text).unwrap_err();
            assert_eq!(error.kind, kind, "{text}");
            assert_eq!(error.span, crate::Span::new(start, end), "{text}");
        }
    }

    #[test]
    fn dates_have_a_first_and_a_last_day() {
        let read = dates("1996-05-06,07..09").unwrap().value;
        assert_eq!(read.first(), Date::new(1996, Some(5), Some(6)));
        assert_eq!(read.last(), Date::new(1996, Some(5), Some(9)));
        let february = Date::new(1996, Some(2), None).unwrap();
        assert_eq!(february.earliest().to_string(), "1996-02-01");
        assert_eq!(february.latest().to_string(), "1996-02-29");
        assert!(Date::new(1996, None, None) < Some(february));
        assert_eq!(Date::new(0, None, None), None);
        assert_eq!(Date::new(1996, None, Some(1)), None);
    }
}
