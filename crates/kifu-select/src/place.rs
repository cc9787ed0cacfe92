use std::fmt;

use kifu_core::{Move, Point, Size, Western};

/// A point or a pass, as written in an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Pass,
    /// A point in the two letters of SGF, counted from the top left.
    Sgf(Point),
    /// A point in the coordinates of diagrams, such as `Q16`. Rows count from the bottom, so this is stored as a
    /// point of the largest board.
    Western(Point),
}

impl Place {
    pub(crate) fn parse(text: &str) -> Option<Place> {
        if text.is_empty() || text.eq_ignore_ascii_case("pass") {
            return Some(Place::Pass);
        }
        let is_letters = text.len() == 2 && text.bytes().all(|b| b.is_ascii_alphabetic());
        if is_letters {
            Point::from_sgf(text.as_bytes()).map(Place::Sgf)
        } else {
            Western::parse(text, Size::LARGEST).ok().map(Place::Western)
        }
    }

    /// Whether `played` is a move at this place on a board of this size.
    pub(crate) fn is(self, played: Move, board: Size) -> bool {
        /// The point that stands for a pass in SGF files of boards up to 19×19.
        const TT: Point = Point::new(19, 19);
        let wanted = match self {
            Place::Pass => None,
            Place::Sgf(TT) if board.cols() <= 19 && board.rows() <= 19 => None,
            Place::Sgf(point) => Some(point),
            Place::Western(Point { col, row }) => {
                let from_bottom = Size::LARGEST.rows() - row;
                let Some(row) = board.rows().checked_sub(from_bottom) else {
                    return false;
                };
                Some(Point::new(col, row))
            }
        };
        played.point() == wanted
    }
}

/// Writes the place so that [`Place::parse`] reads it back.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Pass => f.write_str("pass"),
            Place::Sgf(point) => match point.to_sgf() {
                Some([col, row]) => write!(f, "{}{}", char::from(col), char::from(row)),
                None => Ok(()),
            },
            Place::Western(point) => match Size::LARGEST.western(*point) {
                Some(name) => write!(f, "{name}"),
                None => Ok(()),
            },
        }
    }
}
