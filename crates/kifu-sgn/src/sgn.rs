use alloc::format;
use core::fmt;
use core::str::FromStr;

use kifu_core::{Color, Point, Setup, Size};

use crate::canonical::{Canonical, room};
use crate::{Finding, Reader, write};

/// A position that SGN can express: stones, whose turn it is, and possibly a ko.
///
/// `Display` writes the notation and [`FromStr`] reads it strictly; on boards of any size, reading what was
/// written returns the same position. [`Reader`] offers more: a known width, and lenient reading.
///
/// ```
/// use kifu_sgn::{Color, Point, Sgn};
///
/// let position: Sgn = "/1bw2/bwKw1/1bw2/5-B".parse().unwrap();
/// assert_eq!(position.setup().stone(Point::new(1, 1)), Some(Color::Black));
/// assert_eq!(position.setup().ko, Some(Point::new(2, 2)));
/// assert_eq!(position.side(), Color::Black);
/// assert_eq!(position.to_string(), "/1bw2/bwKw1/1bw2/-B");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sgn {
    // Invariant: `to_play` is set, and `ko`, if set, is an empty point of the board.
    setup: Setup,
}

impl Sgn {
    /// Creates the notation of a position.
    ///
    /// # Errors
    ///
    /// Returns [`NotWritable`] if the position has no side to move, or if its ko is on a stone or outside the
    /// board.
    pub fn new(setup: Setup) -> Result<Sgn, NotWritable> {
        if setup.to_play.is_none() {
            return Err(NotWritable::NoSide);
        }
        if let Some(ko) = setup.ko {
            if !setup.size().contains(ko) || setup.stone(ko).is_some() {
                return Err(NotWritable::KoNotEmpty(ko));
            }
        }
        Ok(Sgn { setup })
    }

    /// Wraps a position that was read: it has a side to move, and its ko is an empty point.
    pub(crate) fn from_rows(setup: Setup) -> Sgn {
        Sgn { setup }
    }

    /// Returns the position.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the position without copying it.
    pub fn into_setup(self) -> Setup {
        self.setup
    }

    /// Returns the side to move.
    pub const fn side(&self) -> Color {
        match self.setup.to_play {
            Some(side) => side,
            None => Color::Black,
        }
    }
}

/// Writes the canonical notation; see [`format`](crate::format).
impl fmt::Display for Sgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if write::needs_care(&self.setup) {
            let mut text = Canonical::<{ room(Size::MAX) }>::EMPTY;
            text.write(&self.setup);
            let rows = write::clear(&self.setup, text.rows());
            return f.pad(&format!("{rows}-{}", self.side().letter()));
        }
        let mut text = Canonical::<{ room(write::CLEAR) }>::EMPTY;
        text.write(&self.setup);
        f.pad(text.with_side(self.side()))
    }
}

/// Reads strictly and takes the width from the rows, like [`Reader::STRICT`].
impl FromStr for Sgn {
    type Err = Finding;

    fn from_str(text: &str) -> Result<Sgn, Finding> {
        Ok(Reader::STRICT.read(text)?.position)
    }
}

impl TryFrom<Setup> for Sgn {
    type Error = NotWritable;

    fn try_from(setup: Setup) -> Result<Sgn, NotWritable> {
        Sgn::new(setup)
    }
}

impl From<Sgn> for Setup {
    fn from(position: Sgn) -> Setup {
        position.setup
    }
}

/// The reasons why SGN cannot express a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotWritable {
    /// The position has no side to move.
    NoSide,
    /// The ko is not an empty point of the board.
    KoNotEmpty(Point),
}

impl fmt::Display for NotWritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotWritable::NoSide => f.write_str("the position has no side to move"),
            NotWritable::KoNotEmpty(at) => write!(
                f,
                "the ko in column {}, row {} is not an empty point of the board",
                at.col + 1,
                at.row + 1
            ),
        }
    }
}

impl core::error::Error for NotWritable {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use kifu_core::{Color, Point, Setup, Size};

    use super::{NotWritable, Sgn};

    #[test]
    fn unwritable_positions_are_errors() {
        let mut setup = Setup::empty(Size::new(3, 3).unwrap());
        let no_side = Sgn::new(setup.clone()).unwrap_err();
        assert_eq!(no_side, NotWritable::NoSide);
        assert_eq!(no_side.to_string(), "the position has no side to move");
        setup.to_play = Some(Color::Black);
        let message = "the ko in column 2, row 3 is not an empty point of the board";
        setup.ko = Some(Point::new(1, 2));
        setup.put(Point::new(1, 2), Some(Color::White));
        let taken = Sgn::new(setup.clone()).unwrap_err();
        assert_eq!(taken.to_string(), message);
        setup.ko = Some(Point::new(0, 3));
        let outside = Sgn::new(setup).unwrap_err();
        assert_eq!(outside, NotWritable::KoNotEmpty(Point::new(0, 3)));
    }
}
