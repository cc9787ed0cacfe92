use alloc::format;
use core::fmt;
use core::str::FromStr;

use kifu_core::{Color, Point, Setup, Size};

use crate::canonical::{Canonical, room};
use crate::{Finding, Reader, write};

/// A position that SGN can say: stones, whose turn it is, and perhaps a ko.
///
/// `Display` writes the notation and [`FromStr`] reads it strictly; both together lead
/// back to the same position, on boards of any size. [`Reader`] has the choices: a known
/// width, and leniency.
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
    // Invariant: `to_play` is there, and `ko` is an empty point of the board.
    setup: Setup,
}

impl Sgn {
    /// The notation for a position.
    ///
    /// # Errors
    ///
    /// [`NotWritable`] if the position lacks the side to move, or has its ko on a stone or off the
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

    /// The position that was read: with a side, and with its ko on an empty point.
    pub(crate) fn from_rows(setup: Setup) -> Sgn {
        Sgn { setup }
    }

    /// The position.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position, without a copy.
    pub fn into_setup(self) -> Setup {
        self.setup
    }

    /// Whose turn it is.
    pub const fn side(&self) -> Color {
        match self.setup.to_play {
            Some(side) => side,
            None => Color::Black,
        }
    }
}

/// The canonical notation: see [`format`](crate::format).
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

/// Reads strictly, with the width that the rows have: [`Reader::STRICT`].
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

/// Why SGN cannot say a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotWritable {
    /// Nobody knows whose turn it is.
    NoSide,
    /// The ko is no empty point of the board.
    KoNotEmpty(Point),
}

impl fmt::Display for NotWritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotWritable::NoSide => f.write_str("the position does not say whose turn it is"),
            NotWritable::KoNotEmpty(at) => write!(
                f,
                "the ko in column {}, row {} is no empty point of the board",
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
    fn what_cannot_be_written_says_why() {
        let mut setup = Setup::empty(Size::new(3, 3).unwrap());
        let no_side = Sgn::new(setup.clone()).unwrap_err();
        assert_eq!(no_side, NotWritable::NoSide);
        assert_eq!(
            no_side.to_string(),
            "the position does not say whose turn it is"
        );
        setup.to_play = Some(Color::Black);
        let said = "the ko in column 2, row 3 is no empty point of the board";
        setup.ko = Some(Point::new(1, 2));
        setup.put(Point::new(1, 2), Some(Color::White));
        let taken = Sgn::new(setup.clone()).unwrap_err();
        assert_eq!(taken.to_string(), said);
        setup.ko = Some(Point::new(0, 3));
        let outside = Sgn::new(setup).unwrap_err();
        assert_eq!(outside, NotWritable::KoNotEmpty(Point::new(0, 3)));
    }
}
