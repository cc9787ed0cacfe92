//! One row: its items, and what their digits mean.

use kifu_core::{Color, Size};

/// A set of sums of points, 0 to 52: one bit each.
pub(crate) type Sums = u64;

const ALL: Sums = (1 << (Size::MAX + 1)) - 1;

/// Something in a row that stands for at least one point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// One stone.
    Stone(Color),
    /// The point of the ko.
    Ko,
    /// So many empty points.
    Empty(u8),
    /// A colour's capital and digits: a run of stones, and perhaps empty points after it.
    Run(Color, Group),
}

/// The digits after `B` or `W`. They have two readings at most: the run's length is
/// one digit or two, and what is left counts empty points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    short: Option<Reading>,
    long: Option<Reading>,
}

/// Stones of one colour and empty points after them.
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
    /// The readings of some digits, if they have any.
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

    const fn is_doubtful(self) -> bool {
        self.short.is_some() && self.long.is_some()
    }
}

/// Digits without a zero in front, as a number up to 52.
pub(crate) fn number(digits: &[u8]) -> Option<u8> {
    let value = match *digits {
        [ones @ b'1'..=b'9'] => ones - b'0',
        [tens @ b'1'..=b'9', ones] => (tens - b'0') * 10 + (ones - b'0'),
        _ => return None,
    };
    (value <= Size::MAX).then_some(value)
}

impl Item {
    /// What it may stand for, the longest run first.
    fn readings(self) -> impl Iterator<Item = Reading> {
        let (first, second) = match self {
            Item::Stone(_) => (Some(Reading::new(1, 0)), None),
            Item::Ko => (Some(Reading::new(0, 1)), None),
            Item::Empty(n) => (Some(Reading::new(0, n)), None),
            Item::Run(_, group) => (group.long, group.short),
        };
        first.into_iter().chain(second)
    }

    /// Every sum that is one of `sums` and what this item may stand for.
    fn add_to(self, sums: Sums) -> Sums {
        self.readings()
            .fold(0, |all, reading| all | sums << reading.points() & ALL)
    }
}

/// How many points a row may have.
pub(crate) fn sums(items: &[Item]) -> Sums {
    items.iter().fold(1, |sums, item| item.add_to(sums))
}

/// A run that may as well be another one, in a row of the right width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Doubt {
    pub(crate) color: Color,
    pub(crate) first: Reading,
    pub(crate) second: Reading,
}

/// Reads a row as one of `width` points and tells what each item stands for.
///
/// The row must fit: `width` is one of its [`sums`]. Takes one pass back and one forth.
///
/// # Errors
///
/// The first run in doubt, if the row can be read in more than one way.
pub(crate) fn solve(
    items: &[Item],
    width: u8,
    mut place: impl FnMut(Item, Reading),
) -> Result<(), Doubt> {
    let doubtful = |item: &Item| matches!(item, Item::Run(_, group) if group.is_doubtful());
    // For each item, the sums of all after it. Rows in which every item has one reading,
    // nearly all, need none of it.
    let mut after = [1; Size::MAX as usize + 1];
    if items.iter().any(doubtful) {
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
            Item::Run(color, group) if group.is_doubtful() => {
                let mut fitting = readings.filter(fits);
                let first = fitting.next();
                if let (Some(first), Some(second)) = (first, fitting.next()) {
                    return Err(Doubt {
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
