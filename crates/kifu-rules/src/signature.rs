use core::fmt;

use kifu_core::{Move, Point, Size};

use crate::Symmetry;

/// A Dyer signature: where moves 20, 40, 60, 31, 51 and 71 of a game were played.
///
/// Two records of one game have the same signature, whatever else is written about
/// it; two different games hardly ever do. Written as twelve letters, SGF's two for
/// each move, `??` for a move that is a pass or does not exist.
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

/// The numbers of the moves, from 1, in the order they are written.
const MOVES: [usize; 6] = [20, 40, 60, 31, 51, 71];

impl Signature {
    /// The signature of a game by its moves in order, passes counted. Handicap stones
    /// are no moves.
    pub fn of(size: Size, moves: impl IntoIterator<Item = Move>) -> Signature {
        Signature::turned(points(moves), size, Symmetry::IDENTITY)
    }

    /// The least of the eight signatures that the game has when the board is turned and
    /// mirrored: what to compare if a record may show the board from another side.
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
