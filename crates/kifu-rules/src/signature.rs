use core::fmt;

use kifu_core::{Move, Point, Size};

use crate::Symmetry;

/// A Dyer signature: the points of moves 20, 40, 60, 31, 51 and 71 of a game.
///
/// Two records of the same game have the same signature, and different games hardly ever do. It is written as twelve
/// letters: the two letters of SGF for each move, or `??` for a pass or a missing move.
///
/// ```
/// use kifu_core::{Move, Point, Size};
/// use kifu_rules::Signature;
///
/// let size = Size::square(19).unwrap();
/// let moves = size.points().map(Move::Play).take(60);
/// let signature = Signature::of(size, moves);
/// assert_eq!(signature.to_string(), "abbccdlbmc??");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
    letters: [[u8; 2]; 6],
}

/// The numbers of the moves, from 1, in the order of the signature.
const MOVES: [usize; 6] = [20, 40, 60, 31, 51, 71];

impl Signature {
    /// Computes the signature from the moves of a game in order, including passes but without handicap stones.
    pub fn of(size: Size, moves: impl IntoIterator<Item = Move>) -> Signature {
        Signature::turned(points(moves), size, Symmetry::IDENTITY)
    }

    /// Computes the smallest of the eight signatures for the turned and mirrored boards, which does not depend on the
    /// orientation of the board.
    pub fn canonical(size: Size, moves: impl IntoIterator<Item = Move>) -> Signature {
        let points = points(moves);
        Symmetry::ALL
            .into_iter()
            .map(|symmetry| Signature::turned(points, size, symmetry))
            .min()
            .unwrap_or(Signature::turned(points, size, Symmetry::IDENTITY))
    }

    fn turned(points: [Option<Point>; 6], size: Size, symmetry: Symmetry) -> Signature {
        let letters = points.map(|point| {
            point
                .and_then(|point| symmetry.point(point, size).to_sgf())
                .unwrap_or(*b"??")
        });
        Signature { letters }
    }
}

fn points(moves: impl IntoIterator<Item = Move>) -> [Option<Point>; 6] {
    let mut points = [None; 6];
    let last = 71;
    for (number, action) in (1..=last).zip(moves) {
        if let Some(place) = MOVES.iter().position(|&n| n == number) {
            points[place] = action.point();
        }
    }
    points
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &letter in self.letters.as_flattened() {
            write!(f, "{}", char::from(letter))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({self})")
    }
}
