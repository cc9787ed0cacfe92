//! The items of one row, and the meaning of its digits.

use kifu_core::{Color, Size};

/// A set of possible sums of points from 0 to 52: one bit for each sum.
pub(crate) type Sums = u64;

const ALL: Sums = (1 << (Size::MAX + 1)) - 1;

/// An element of a row that is at least one point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// One stone.
    Stone(Color),
    /// The point of the ko.
    Ko,
    /// A number of empty points.
    Empty(u8),
    /// A capital letter with digits: a run of stones, possibly followed by empty points.
    Run(Color, Group),
}

/// The digits after `B` or `W`. They have at most two readings: the length of the run has one digit or two, and
/// the remaining digits count empty points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    short: Option<Reading>,
    long: Option<Reading>,
}

/// A number of stones of one colour and the number of empty points after them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reading {
    pub(crate) stones: u8,
    pub(crate) empties: u8,
}

impl Reading {
    const fn new(stones: u8, empties: u8) -> Reading {
        Reading { stones, empties }
    }

    const fn points(self) -> u8 {
        self.stones + self.empties
    }
}

impl Group {
    /// Returns the readings of some digits, or `None` if they have none.
    pub(crate) fn of(digits: &[u8]) -> Option<Group> {
        let split = |at: usize| {
            let (stones, empties) = digits.split_at_checked(at)?;
            let stones = number(stones).filter(|&stones| stones >= 2)?;
            let empties = match empties {
                [] => 0,
                digits => number(digits)?,
            };
            (stones + empties <= Size::MAX).then_some(Reading { stones, empties })
        };
        let (short, long) = (split(1), split(2));
        (short.is_some() || long.is_some()).then_some(Group { short, long })
    }

    const fn is_ambiguous(self) -> bool {
        self.short.is_some() && self.long.is_some()
    }
}

/// Parses digits without a leading zero as a number from 1 to 52.
pub(crate) fn number(digits: &[u8]) -> Option<u8> {
    let value = match *digits {
        [ones @ b'1'..=b'9'] => ones - b'0',
        [tens @ b'1'..=b'9', ones] => (tens - b'0') * 10 + (ones - b'0'),
        _ => return None,
    };
    (value <= Size::MAX).then_some(value)
}

impl Item {
    /// The possible readings of the item, the longest run first.
    fn readings(self) -> impl Iterator<Item = Reading> {
        let (first, second) = match self {
            Item::Stone(_) => (Some(Reading::new(1, 0)), None),
            Item::Ko => (Some(Reading::new(0, 1)), None),
            Item::Empty(n) => (Some(Reading::new(0, n)), None),
            Item::Run(_, group) => (group.long, group.short),
        };
        first.into_iter().chain(second)
    }

    /// Returns every sum of one of `sums` and a reading of this item.
    fn add_to(self, sums: Sums) -> Sums {
        self.readings()
            .fold(0, |all, reading| all | sums << reading.points() & ALL)
    }
}

/// The possible numbers of points of a row.
pub(crate) fn sums(items: &[Item]) -> Sums {
    items.iter().fold(1, |sums, item| item.add_to(sums))
}

/// The first run of an ambiguous row, with two of its readings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ambiguity {
    pub(crate) color: Color,
    pub(crate) first: Reading,
    pub(crate) second: Reading,
}

/// Reads a row as one of `width` points and passes each item with its reading to `place`.
///
/// `width` must be one of the row's [`sums`]. Takes one pass backward and one forward.
///
/// # Errors
///
/// Returns the first ambiguous run if the row can be read in more than one way.
pub(crate) fn solve(
    items: &[Item],
    width: u8,
    mut place: impl FnMut(Item, Reading),
) -> Result<(), Ambiguity> {
    let is_ambiguous = |item: &Item| matches!(item, Item::Run(_, group) if group.is_ambiguous());
    // For each item, the possible sums of all items after it. Rows in which every item has only one reading,
    // the usual case, do not need it.
    let mut after = [1; Size::MAX as usize + 1];
    if items.iter().any(is_ambiguous) {
        for (at, item) in items.iter().enumerate().skip(1).rev() {
            after[at - 1] = item.add_to(after[at]);
        }
    }
    let mut left = width;
    for (at, &item) in items.iter().enumerate() {
        let mut readings = item.readings();
        let fits = |reading: &Reading| {
            left.checked_sub(reading.points())
                .is_some_and(|left| after[at] & 1 << left != 0)
        };
        let reading = match item {
            Item::Run(color, group) if group.is_ambiguous() => {
                let mut fitting = readings.filter(fits);
                let first = fitting.next();
                if let (Some(first), Some(second)) = (first, fitting.next()) {
                    return Err(Ambiguity {
                        color,
                        first,
                        second,
                    });
                }
                first
            }
            _ => readings.next(),
        };
        if let Some(reading) = reading {
            place(item, reading);
            left = left.saturating_sub(reading.points());
        }
    }
    Ok(())
}
