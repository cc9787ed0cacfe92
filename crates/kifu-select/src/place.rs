use std::fmt;

use kifu_core::{Move, Point, Size, Western};

/// Where a stone is played, as somebody wrote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Pass,
    /// By the letters of SGF, from the top left.
    Sgf(Point),
    /// As on diagrams: the point of the largest board, whose rows count from the bottom.
    Western(Point),
}

impl Place {
    pub(crate) fn parse(text: &str) -> Option<Place> {
        if text.is_empty() || text.eq_ignore_ascii_case("pass") {
            return Some(Place::Pass);
        }
        let is_letters = text.len() == 2 && text.bytes().all(|b| b.is_ascii_alphabetic());
        match is_letters {
            true => Point::from_sgf(text.as_bytes()).map(Place::Sgf),
            false => Western::parse(text, Size::LARGEST).ok().map(Place::Western),
        }
    }

    /// Whether this is what was played on a board.
    pub(crate) fn is(self, played: Move, board: Size) -> bool {
        /// What files up to 19×19 write for a pass.
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

/// As [`Place::parse`] reads it.
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
