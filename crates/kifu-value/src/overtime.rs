//! Overtime: `OT` (2016 draft, *Time properties*), with `LC`, `LT` and `TC`, `TT`, and the labelled style of
//! FF\[5\]; and `TM` if it also describes overtime.

use alloc::vec::Vec;
use core::fmt;

use super::scan::Scan;
use super::time::{self, Seconds, TIMES};
use super::{Leniency, Parsed, ReadError, ReadErrorKind, span};

const OVERTIME: &str = "an overtime such as `5x30 byo-yomi` or `25/600 Canadian`";

/// The time limits of a game: main time and overtime.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TimeSystem {
    /// The main time, if stated.
    pub main: Option<Seconds>,
    /// The overtime; empty if there is none or it is not stated. Several entries apply together, such as 30 seconds
    /// for each move and ten extra periods of a minute.
    pub overtime: Vec<Overtime>,
}

/// The time that players get after the main time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overtime {
    /// Periods, each of which restarts at the next move unless it is used up.
    ByoYomi {
        /// The number of periods, if stated.
        periods: Option<u32>,
        /// The length of a period.
        period: Seconds,
    },
    /// A number of moves that must be played in each period.
    Canadian {
        /// The number of moves.
        moves: u32,
        /// The length of a period.
        period: Seconds,
    },
    /// Time that each move adds to the clock.
    Fischer {
        /// The time that each move adds.
        increment: Seconds,
    },
    /// A time limit for each move.
    Simple {
        /// The time for each move.
        per_move: Seconds,
    },
    /// Periods that players buy with points, as in Ing's rules.
    Ing {
        /// The number of periods.
        periods: u32,
        /// The length of a period.
        period: Seconds,
    },
}

/// The unit of the numbers in `OB` and `OW`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OvertimeUnit {
    /// The numbers count the remaining periods.
    Periods,
    /// The numbers count the moves left to play in the current period.
    Moves,
}

impl Overtime {
    /// The unit in which `OB` and `OW` count; `None` if there is nothing to count.
    pub const fn unit(self) -> Option<OvertimeUnit> {
        match self {
            Overtime::ByoYomi { .. } | Overtime::Ing { .. } => Some(OvertimeUnit::Periods),
            Overtime::Canadian { .. } => Some(OvertimeUnit::Moves),
            Overtime::Fischer { .. } | Overtime::Simple { .. } => None,
        }
    }
}

/// Writes the overtime as servers do: `5x30 byo-yomi`, `25/600 Canadian`, `10 fischer`, `30 simple`,
/// `3x1200 Ing`.
impl fmt::Display for Overtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overtime::ByoYomi {
                periods: Some(periods),
                period,
            } => {
                write!(f, "{periods}x{period} byo-yomi")
            }
            Overtime::ByoYomi {
                periods: None,
                period,
            } => write!(f, "{period} byo-yomi"),
            Overtime::Canadian { moves, period } => write!(f, "{moves}/{period} Canadian"),
            Overtime::Fischer { increment } => write!(f, "{increment} fischer"),
            Overtime::Simple { per_move } => write!(f, "{per_move} simple"),
            Overtime::Ing { periods, period } => write!(f, "{periods}x{period} Ing"),
        }
    }
}

/// Writes main time and overtime, separated by ` + `; `none` if there is neither.
impl fmt::Display for TimeSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.main.is_none() && self.overtime.is_empty() {
            return f.write_str("none");
        }
        let mut plus = "";
        if let Some(main) = self.main {
            write!(f, "{main}s")?;
            plus = " + ";
        }
        for overtime in &self.overtime {
            write!(f, "{plus}{overtime}")?;
            plus = " + ";
        }
        Ok(())
    }
}

/// Reads the overtime in `OT`, and the main time if the text states one.
///
/// A time alone is read as the time for each move, which is a guess.
///
/// The draft does not define a form. The standard forms are those of `Display`, such as `5x30 byo-yomi`, and the
/// examples of the draft: `10x1m` and `30 moves / 10m`.
///
/// ```
/// use kifu_value::{Overtime, Seconds, overtime};
///
/// let read = overtime("25/600 Canadian").unwrap();
/// assert!(read.is_exact());
/// let period = Seconds::whole(600);
/// assert_eq!(read.value.overtime, [Overtime::Canadian { moves: 25, period }]);
/// assert_eq!(overtime("30秒3回").unwrap().value.to_string(), "3x30 byo-yomi");
/// assert_eq!(overtime("60s+5s Fischer").unwrap().value.to_string(), "60s + 5 fischer");
/// ```
///
/// # Errors
///
/// [`ReadError`] if a part of the text is not a known form of overtime; the span is that of the
/// first such part.
pub fn overtime(text: &str) -> Result<Parsed<TimeSystem>, ReadError> {
    let mut read = system(text)?;
    if let (Some(per_move), true) = (read.value.main, read.value.overtime.is_empty()) {
        read.value.main = None;
        read.value.overtime.push(Overtime::Simple { per_move });
        let guess = Leniency::guess(
            "a time alone, read as the time for each move",
            read_span(text),
        );
        read.lenient = Some(guess);
    }
    Ok(read)
}

/// Reads the main time and the overtime after it, which some programs write in `TM`.
///
/// ```
/// use kifu_value::time_system;
///
/// assert_eq!(time_system("10:00(5x1:00)").unwrap().value.to_string(), "600s + 5x60 byo-yomi");
/// assert_eq!(time_system("1시간40초3회").unwrap().value.to_string(), "3600s + 3x40 byo-yomi");
/// ```
///
/// # Errors
///
/// Same as for [`overtime`].
pub fn time_system(text: &str) -> Result<Parsed<TimeSystem>, ReadError> {
    system(text)
}

fn read_span(text: &str) -> crate::Span {
    span(0, text.len())
}

fn system(text: &str) -> Result<Parsed<TimeSystem>, ReadError> {
    let mut scan = Scan::new(text);
    let mut parts = Parts::default();
    loop {
        scan.word_run(NOISE);
        if scan.is_done() {
            break;
        }
        parts.take_next(&mut scan)?;
    }
    let read = parts.finish(&scan)?;
    let exact = is_standard(text, &read.value);
    let other = Leniency::certain("a time system in a nonstandard form", read_span(text));
    Ok(read.or_leniency((!exact).then_some(other)))
}

/// Whether a text is what `Display` writes, or a form of the draft.
fn is_standard(text: &str, value: &TimeSystem) -> bool {
    let plain = |c: char| c.is_ascii_digit() || "xhms. /".contains(c);
    let draft = match *value.overtime.as_slice() {
        [Overtime::ByoYomi { .. }] => text.contains('x') && text.chars().all(plain),
        [Overtime::Canadian { .. }] => text
            .split_once(" moves / ")
            .is_some_and(|(_, time)| time.chars().all(plain)),
        _ => false,
    };
    let kind = |text: &str| text.eq_ignore_ascii_case(&alloc::format!("{value}"));
    kind(text) || draft && value.main.is_none()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    ByoYomi,
    Canadian,
    Fischer,
    Simple,
    Ing,
    None,
}

const KINDS: &[(&str, Kind)] = &[
    ("byo-yomi", Kind::ByoYomi),
    ("byoyomi", Kind::ByoYomi),
    ("byo yomi", Kind::ByoYomi),
    ("byo", Kind::ByoYomi),
    ("japanese", Kind::ByoYomi),
    ("读秒", Kind::ByoYomi),
    ("読秒", Kind::ByoYomi),
    ("秒読み", Kind::ByoYomi),
    ("초읽기", Kind::ByoYomi),
    ("canadian", Kind::Canadian),
    ("fischer", Kind::Fischer),
    ("increment", Kind::Fischer),
    ("bonus", Kind::Fischer),
    ("simple", Kind::Simple),
    ("ing", Kind::Ing),
    ("none", Kind::None),
    ("-", Kind::None),
    ("no", Kind::None),
    ("absolute", Kind::None),
    ("sudden death", Kind::None),
    ("없음", Kind::None),
    ("无", Kind::None),
];

/// Separators and words without a meaning.
const NOISE: &[(&str, ())] = &[
    (" ", ()),
    ("+", ()),
    (",", ()),
    (";", ()),
    (":", ()),
    ("(", ()),
    (")", ()),
    ("and", ()),
    ("each", ()),
    ("overtime", ()),
    ("每方", ()),
    ("各", ()),
    ("각", ()),
    ("毎", ()),
];

const MOVES: &[(&str, ())] = &[
    ("moves", ()),
    ("move", ()),
    ("mv", ()),
    ("stones", ()),
    ("stone", ()),
    ("手", ()),
];

const EACH_MOVE: &[(&str, ())] = &[
    ("/move", ()),
    ("/ move", ()),
    ("/mv", ()),
    ("per move", ()),
    ("a move", ()),
    ("一手", ()),
];

/// One part of a time system.
#[derive(Clone, Copy)]
enum Part {
    /// A time, its offset, and whether it is a number without a unit.
    Time(Seconds, usize, bool),
    Overtime(Overtime),
    /// Two numbers without a unit, such as `10/25`, and their offset.
    Ratio(u32, Seconds, usize),
}

#[derive(Default)]
struct Parts {
    parts: Vec<Part>,
    /// The kind of the next part.
    next: Option<Kind>,
    none: bool,
}

impl Parts {
    fn take_next(&mut self, scan: &mut Scan<'_>) -> Result<(), ReadError> {
        let start = *scan;
        if let Some(kind) = scan.word(KINDS) {
            return self.take_kind(scan, kind);
        }
        let part = match counted(scan)? {
            Some(Overtime::Canadian { moves, period }) if is_bare(start, scan) => {
                Part::Ratio(moves, period, start.at())
            }
            Some(counted) => Part::Overtime(counted),
            None => {
                let time = timed(scan)?;
                let bare = is_bare(start, scan);
                let counted = after_time(scan, time)?;
                counted.map_or(Part::Time(time, start.at(), bare), Part::Overtime)
            }
        };
        let part = match self.next.take() {
            Some(kind) => part.of_kind(kind),
            None => Some(part),
        };
        self.push(part, start)
    }

    /// Assigns a kind to the previous part, or to the next part if there is no previous one or no separator follows.
    fn take_kind(&mut self, scan: &mut Scan<'_>, kind: Kind) -> Result<(), ReadError> {
        let start = *scan;
        scan.skip_spaces();
        let ends = scan.peek().is_none_or(|c| "+,;)".contains(c));
        match self.parts.pop() {
            None | Some(Part::Time(Seconds::ZERO, ..)) if kind == Kind::None => self.none = true,
            Some(part) if ends => return self.push(part.of_kind(kind), start),
            part => {
                self.parts.extend(part);
                // One of two different kinds in a row would be lost.
                if self.next.replace(kind).is_some_and(|before| before != kind) {
                    return Err(start.expected(OVERTIME));
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, part: Option<Part>, start: Scan<'_>) -> Result<(), ReadError> {
        // A time system has at most a main time and two kinds of overtime.
        let part = part.filter(|_| self.parts.len() < 3);
        self.parts
            .push(part.ok_or_else(|| start.expected(OVERTIME))?);
        Ok(())
    }

    fn finish(self, scan: &Scan<'_>) -> Result<Parsed<TimeSystem>, ReadError> {
        let mut system = TimeSystem::default();
        let mut ratio = None;
        // In `60 + 10/25` all times are minutes.
        let in_minutes = self.parts.iter().any(Part::is_in_minutes);
        for part in &self.parts {
            match *part {
                Part::Overtime(overtime) => system.overtime.push(overtime),
                Part::Ratio(first, second, at) => {
                    system.overtime.push(canadian(first, second));
                    ratio.get_or_insert(at);
                }
                Part::Time(time, _, bare) if system.main.is_none() => {
                    system.main = Some(if bare && in_minutes {
                        Seconds::from_nanos(time.nanos().saturating_mul(60))
                    } else {
                        time
                    });
                }
                Part::Time(_, at, _) => {
                    let kind = ReadErrorKind::Malformed;
                    return Err(ReadError::new(kind, OVERTIME, at, scan.at()));
                }
            }
        }
        if self.next.is_some() || self.none != self.parts.is_empty() {
            return Err(scan.expected(OVERTIME));
        }
        let doubt = system
            .per_move_first()
            .then(|| scan.guess(0, "a short time, read as the time for each move"));
        let unclear = ratio.map(|at| scan.guess(at, "an overtime without units"));
        Ok(Parsed::exact(system)
            .or_leniency(doubt)
            .or_leniency(unclear))
    }
}

/// Whether the text since `start` consists only of numbers without units.
fn is_bare(start: Scan<'_>, scan: &Scan<'_>) -> bool {
    let taken = start.rest().get(..scan.at() - start.at());
    taken.is_some_and(|taken| {
        taken
            .chars()
            .all(|c| c.is_ascii_digit() || " ./".contains(c))
    })
}

/// The overtime that `first/second` means: a number of moves and seconds, unless that leaves less than five seconds
/// for a move. Then it is a time and a number of moves; the time is in minutes if it is below 100.
fn canadian(first: u32, second: Seconds) -> Overtime {
    match minutes(first, second) {
        None => Overtime::Canadian {
            moves: first,
            period: second,
        },
        Some(in_minutes) => Overtime::Canadian {
            moves: u32::try_from(second.nanos() / 1_000_000_000).unwrap_or(u32::MAX),
            period: Seconds::from_nanos(
                i64::from(first) * if in_minutes { 60 } else { 1 } * 1_000_000_000,
            ),
        },
    }
}

/// If the first number of `first/second` is the time, returns whether it is in minutes.
fn minutes(first: u32, second: Seconds) -> Option<bool> {
    const FASTEST: i64 = 5;
    const MINUTES: u32 = 100;
    let time = second.nanos() / 1_000_000_000;
    let whole = second.nanos() % 1_000_000_000 == 0 && time > 0;
    (whole && time < i64::from(first) * FASTEST).then_some(first < MINUTES)
}

impl Part {
    fn is_in_minutes(&self) -> bool {
        matches!(*self, Part::Ratio(first, second, _) if minutes(first, second) == Some(true))
    }

    fn of_kind(self, kind: Kind) -> Option<Part> {
        use Overtime::{ByoYomi, Canadian, Fischer, Ing, Simple};
        let overtime = match (self, kind) {
            (Part::Time(period, ..), Kind::ByoYomi) => ByoYomi {
                periods: None,
                period,
            },
            (Part::Time(increment, ..), Kind::Fischer) => Fischer { increment },
            (Part::Time(per_move, ..), Kind::Simple) => Simple { per_move },
            (
                Part::Overtime(ByoYomi {
                    periods: Some(periods),
                    period,
                }),
                Kind::Ing,
            ) => Ing { periods, period },
            (Part::Overtime(found @ ByoYomi { .. }), Kind::ByoYomi) => found,
            (Part::Overtime(found @ Canadian { .. }), Kind::Canadian) => found,
            (Part::Ratio(moves, period, _), Kind::Canadian) => Canadian { moves, period },
            (Part::Overtime(found @ Simple { .. }), Kind::Simple) => found,
            (Part::Overtime(Simple { per_move }), Kind::Fischer) => Fischer {
                increment: per_move,
            },
            _ => return None,
        };
        Some(Part::Overtime(overtime))
    }
}

impl TimeSystem {
    /// If the main time is shorter than the periods, as in `30s, 10x1m`, makes it the time for each move. Returns
    /// whether it did.
    fn per_move_first(&mut self) -> bool {
        let (Some(per_move), [Overtime::ByoYomi { period, .. }]) = (self.main, &*self.overtime)
        else {
            return false;
        };
        let short = Seconds::ZERO < per_move && per_move < *period;
        if short {
            self.main = None;
            self.overtime.insert(0, Overtime::Simple { per_move });
        }
        short
    }
}

/// Takes a number and its time: `5x30`, `25/600`, `30 moves / 10m`.
fn counted(scan: &mut Scan<'_>) -> Result<Option<Overtime>, ReadError> {
    let start = *scan;
    let Some((count, _)) = scan.digits() else {
        return Ok(None);
    };
    scan.skip_spaces();
    let times = scan
        .word(&[("x", ()), ("×", ()), ("*", ()), ("periods of", ())])
        .is_some()
        || scan.eat("x");
    let moves = !times && scan.word(MOVES).is_some();
    scan.skip_spaces();
    let over =
        !times && (scan.eat("/") || moves && scan.word(&[("in", ()), ("per", ())]).is_some());
    scan.skip_spaces();
    let is_time = scan.peek().is_some_and(|c| c.is_ascii_digit());
    if !(times || over) || !is_time {
        *scan = start;
        return Ok(None);
    }
    let number = u32::try_from(count).map_err(|_| scan.impossible(start.at(), OVERTIME))?;
    let period = timed(scan)?;
    Ok(Some(if times {
        Overtime::ByoYomi {
            periods: Some(number),
            period,
        }
    } else {
        Overtime::Canadian {
            moves: number,
            period,
        }
    }))
}

fn timed(scan: &mut Scan<'_>) -> Result<Seconds, ReadError> {
    let start = *scan;
    let amount = time::amount(scan)?;
    match amount {
        Some((time, false)) => Ok(time),
        // The time has more than nine decimals.
        Some((_, true)) => Err(start.expected(OVERTIME)),
        None => Err(scan.expected(OVERTIME)),
    }
}

/// Takes a count or a unit after a time: `3회`, `/25`, `/move`, `per move`.
fn after_time(scan: &mut Scan<'_>, time: Seconds) -> Result<Option<Overtime>, ReadError> {
    let start = *scan;
    scan.skip_spaces();
    if scan.word(EACH_MOVE).is_some() {
        return Ok(Some(Overtime::Simple { per_move: time }));
    }
    let at = scan.at();
    let over = scan.eat("/") || scan.eat("x");
    scan.skip_spaces();
    let byo = scan
        .word(&[("초읽기", ()), ("秒読み", ()), ("读秒", ())])
        .is_some();
    scan.skip_spaces();
    if let Some(count) = scan.integer() {
        let count = u32::try_from(count).map_err(|_| scan.impossible(at, OVERTIME))?;
        scan.skip_spaces();
        if scan.word(TIMES).is_some() {
            return Ok(Some(Overtime::ByoYomi {
                periods: Some(count),
                period: time,
            }));
        }
        if over && !byo {
            scan.word(MOVES);
            return Ok(Some(Overtime::Canadian {
                moves: count,
                period: time,
            }));
        }
    }
    *scan = start;
    Ok(None)
}

/// Reads a number of periods: `LC`, `TC`.
///
/// ```
/// use kifu_value::periods;
///
/// assert_eq!(periods("5x").unwrap().value, 5);
/// ```
///
/// # Errors
///
/// [`ReadError`] if the text is not a number, or the number does not fit in `u32`.
pub fn periods(text: &str) -> Result<Parsed<u32>, ReadError> {
    let expected = "a number of periods";
    let mut scan = Scan::new(text);
    scan.skip_spaces();
    let start = scan.at();
    let number = scan.integer().ok_or_else(|| scan.expected(expected))?;
    let number = u32::try_from(number).map_err(|_| scan.impossible(start, expected))?;
    scan.word_run(TIMES);
    scan.word_run(&[("x", ()), ("times", ()), (" ", ())]);
    if !scan.is_done() {
        return Err(scan.expected(expected));
    }
    let exact = text.bytes().all(|b| b.is_ascii_digit());
    let other = scan.certain("text around a number");
    Ok(Parsed::exact(number).or_leniency((!exact).then_some(other)))
}

/// Reads the values of `OT` in the labelled style of FF\[5\]:
/// `OT[TM:A:10800][OP:A:60][OM:A:1][NO:-1]`.
///
/// `TM` is the main time, `OP` the length of a period, `OM` the number of moves in it, and `NO` the number of periods
/// (-1 for no limit). `A` means both players; values for one player and unknown labels are errors. `TG` is ignored,
/// because its meaning is not published.
///
/// ```
/// use kifu_value::labelled_overtime;
///
/// let values = ["TM:A:10800", "TG:1", "OP:A:60", "OM:A:1", "NO:-1"];
/// let system = labelled_overtime(values).unwrap();
/// assert_eq!(system.to_string(), "10800s + 60 simple");
/// ```
///
/// # Errors
///
/// [`ReadError`] if a value does not have this form. The error is about the first such value, and its span is a range
/// of that value.
pub fn labelled_overtime<'t>(
    values: impl IntoIterator<Item = &'t str>,
) -> Result<TimeSystem, ReadError> {
    let (mut main, mut period, mut moves, mut periods) = (None, None, 1, None);
    for value in values {
        let mut scan = Scan::new(value);
        let label = scan
            .word(LABELS)
            .ok_or_else(|| scan.expected("a label such as `TM:`"))?;
        scan.eat("a:");
        let endless = scan.eat("-1");
        let number = if endless {
            None
        } else {
            Some(timed(&mut scan)?)
        };
        if !scan.is_done() {
            return Err(scan.expected("the end of the value"));
        }
        let count = number.and_then(|number| u32::try_from(number.nanos() / 1_000_000_000).ok());
        match label {
            Label::Main => main = number,
            Label::Period => period = number,
            Label::Moves => moves = count.unwrap_or(1),
            Label::Periods => periods = count,
            Label::Other => {}
        }
    }
    let overtime = period.map(|period| match (moves, periods) {
        (0 | 1, None) => Overtime::Simple { per_move: period },
        (0 | 1, Some(_)) => Overtime::ByoYomi { periods, period },
        _ => Overtime::Canadian { moves, period },
    });
    Ok(TimeSystem {
        main,
        overtime: overtime.into_iter().collect(),
    })
}

#[derive(Clone, Copy)]
enum Label {
    Main,
    Period,
    Moves,
    Periods,
    Other,
}

const LABELS: &[(&str, Label)] = &[
    ("tm:", Label::Main),
    ("op:", Label::Period),
    ("om:", Label::Moves),
    ("no:", Label::Periods),
    ("tg:", Label::Other),
];

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn overtimes_in_many_spellings() {
        for (text, canonical, exact) in [
            ("5x30 byo-yomi", "5x30 byo-yomi", true),
            ("25/600 Canadian", "25/600 Canadian", true),
            ("25/600 canadian", "25/600 Canadian", true),
            ("30/120 Canadian", "30/120 Canadian", true),
            ("86400 fischer", "86400 fischer", true),
            ("30 simple", "30 simple", true),
            ("3x1200 Ing", "3x1200 Ing", true),
            ("none", "none", true),
            ("10x1m", "10x60 byo-yomi", true),
            ("30 moves / 10m", "30/600 Canadian", true),
            ("5 x 30s", "5x30 byo-yomi", true),
            ("1 moves / 30 sec", "1/30 Canadian", false),
            ("byo-yomi 5x30", "5x30 byo-yomi", false),
            ("5 periods of 30 seconds", "5x30 byo-yomi", false),
            ("byo-yomi 30", "30 byo-yomi", false),
            ("25 moves in 10 minutes", "25/600 Canadian", false),
            ("25 stones per 10 min", "25/600 Canadian", false),
            ("10:00/25", "25/600 Canadian", false),
            ("fischer 10", "10 fischer", false),
            ("60s+5s Fischer", "60s + 5 fischer", false),
            ("simple 30", "30 simple", false),
            ("1 minute/move", "60 simple", false),
            ("30s/mv", "30 simple", false),
            ("30 seconds per move", "30 simple", false),
            ("1分1回", "1x60 byo-yomi", false),
            ("30秒3回", "3x30 byo-yomi", false),
            ("40초 초읽기 3회", "3x40 byo-yomi", false),
            ("60초 5회", "5x60 byo-yomi", false),
            ("absolute", "none", false),
            ("no overtime", "none", false),
            ("0 none", "none", false),
            ("-", "none", false),
            ("60", "60 simple", false),
            ("60s", "60 simple", false),
        ] {
            let read = overtime(text).expect(text);
            assert_eq!(read.value.to_string(), canonical, "{text}");
            assert_eq!(read.is_exact(), exact, "{text}");
            let again = overtime(canonical).expect(canonical);
            assert_eq!(again.value, read.value, "{canonical}");
        }
    }

    #[test]
    fn main_times_with_overtime() {
        for (text, canonical) in [
            ("10:00(5x1:00)", "600s + 5x60 byo-yomi"),
            ("5:00:00(5x1:00)", "18000s + 5x60 byo-yomi"),
            ("30:00+30:00/25", "1800s + 25/1800 Canadian"),
            ("180시간60초5회", "648000s + 5x60 byo-yomi"),
            ("0분40초5회", "0s + 5x40 byo-yomi"),
            ("1시간30분 30초3회", "5400s + 3x30 byo-yomi"),
            ("10 min + 30 sec/move", "600s + 30 simple"),
            ("30m+40s/move", "1800s + 40 simple"),
            ("30s/move + 10x1m", "30 simple + 10x60 byo-yomi"),
            ("30sec,10x1min", "30 simple + 10x60 byo-yomi"),
            ("60s, 10x1m", "60s + 10x60 byo-yomi"),
            ("0s, 10x1m", "0s + 10x60 byo-yomi"),
            ("30s,5x1min", "30 simple + 5x60 byo-yomi"),
            ("1 hr/125 moves", "125/3600 Canadian"),
            ("1h byo-yomi 5x30", "3600s + 5x30 byo-yomi"),
            ("2시간", "7200s"),
            ("3h", "10800s"),
        ] {
            let read = time_system(text).expect(text);
            assert_eq!(read.value.to_string(), canonical, "{text}");
            assert_eq!(
                time_system(canonical).unwrap().value,
                read.value,
                "{canonical}"
            );
        }
    }

    #[test]
    fn numbers_without_units_are_guessed() {
        for (text, canonical) in [
            ("60 + 10/25", "3600s + 25/600 Canadian"),
            ("60+10/25", "3600s + 25/600 Canadian"),
            ("10/25", "25/600 Canadian"),
            ("25/600", "25/600 Canadian"),
            ("1800 + 25/600", "1800s + 25/600 Canadian"),
            ("1800 + 600/25", "1800s + 25/600 Canadian"),
            ("1h + 10/25", "3600s + 25/600 Canadian"),
        ] {
            let read = time_system(text).expect(text);
            assert_eq!(read.value.to_string(), canonical, "{text}");
            let how = read.lenient.map(|how| how.sureness);
            assert_eq!(how, Some(super::super::Sureness::Guess), "{text}");
        }
    }

    #[test]
    fn errors_point_at_the_fault() {
        for (text, start) in [
            ("", 0),
            ("A very long text", 0),
            ("8 xyz 16", 2),
            ("20, 30, 40 stones", 11),
            ("canadian", 8),
            ("1800,0,30,5", 10),
            ("5x", 1),
            ("fischer canadian", 16),
            ("none 5x30", 9),
            ("10s fischer 5x30", 12),
        ] {
            let error = overtime(text).unwrap_err();
            assert_eq!(error.span.start, start, "{text}");
        }
    }

    #[test]
    fn labels_make_a_system() {
        let read = |values: &[&str]| labelled_overtime(values.iter().copied());
        let system = read(&["TM:A:600", "OP:A:30", "OM:A:1", "NO:5"]).unwrap();
        assert_eq!(system.to_string(), "600s + 5x30 byo-yomi");
        let system = read(&["TM:A:600", "OP:A:300", "OM:A:25", "NO:-1"]).unwrap();
        assert_eq!(system.to_string(), "600s + 25/300 Canadian");
        for wrong in ["", "TM", "XX:1", "TM:B:600", "TM:A:600s!"] {
            assert!(read(&[wrong]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_of_periods() {
        assert!(periods("5").unwrap().is_exact());
        assert_eq!(periods("5회").unwrap().value, 5);
        assert_eq!(periods(" 3 ").unwrap().value, 3);
        for wrong in ["", "x", "5 periods too many", "99999999999"] {
            assert!(periods(wrong).is_err(), "{wrong}");
        }
        let byo_yomi = overtime("5x30 byo-yomi").unwrap().value.overtime[0];
        assert_eq!(byo_yomi.unit(), Some(OvertimeUnit::Periods));
        let canadian = overtime("25/600 Canadian").unwrap().value.overtime[0];
        assert_eq!(canadian.unit(), Some(OvertimeUnit::Moves));
    }
}
