//! The points of the first moves, with the symmetry of the board removed.

use kifu_select::Subject;

use super::point;

/// The number of moves of an opening.
pub(super) const EARLY: u32 = 20;

/// The columns and rows of the board.
pub(super) const SIDE: usize = 19;

/// How often the points of a board of 19 × 19 points are played.
///
/// Each game is turned so that its first move is in the upper right corner, close to the right side. If that leaves a choice,
/// the next moves decide.
#[derive(Clone, Debug)]
pub(super) struct Openings {
    /// The number of [even games](super::is_even) with a move.
    pub(super) games: u64,
    /// The number of other games.
    pub(super) others: u64,
    /// The number of games that begin at each point.
    pub(super) first: Vec<u64>,
    /// The number of games with a stone at each point in the first moves.
    pub(super) early: Vec<u64>,
}

impl Default for Openings {
    fn default() -> Openings {
        Openings {
            games: 0,
            others: 0,
            first: vec![0; SIDE * SIDE],
            early: vec![0; SIDE * SIDE],
        }
    }
}

impl Openings {
    /// Counts a game; `None` is a game that is not even.
    pub(super) fn add(&mut self, game: Option<&dyn Subject>) {
        let mut points: Vec<(u8, u8)> = Vec::new();
        if let Some(game) = game {
            game.moves(&mut |played| {
                points.extend(point(played.action));
                played.number >= EARLY
            });
        }
        if points.is_empty() {
            self.others += 1;
            return;
        }
        self.games += 1;
        let points = turned(&points);
        self.first[points[0]] += 1;
        let mut seen = points;
        seen.sort_unstable();
        seen.dedup();
        for point in seen {
            self.early[point] += 1;
        }
    }

    pub(super) fn merge(&mut self, other: &Openings) {
        self.games += other.games;
        self.others += other.others;
        for (ours, others) in [
            (&mut self.first, &other.first),
            (&mut self.early, &other.early),
        ] {
            for (ours, others) in ours.iter_mut().zip(others) {
                *ours += others;
            }
        }
    }
}

/// Turns points so that they are first in the order from the right to the left and from the top to the bottom. Returns
/// their indices, row by row.
fn turned(points: &[(u8, u8)]) -> Vec<usize> {
    let last = SIDE - 1;
    let symmetry = |number: usize| {
        let points = points.iter().map(move |&(col, row)| {
            let (mut col, mut row) = (usize::from(col), usize::from(row));
            if number & 1 != 0 {
                col = last - col;
            }
            if number & 2 != 0 {
                row = last - row;
            }
            if number & 4 != 0 {
                // The diagonal from the upper left to the lower right.
                std::mem::swap(&mut col, &mut row);
            }
            (col, row)
        });
        points.collect::<Vec<_>>()
    };
    let order = |points: &Vec<(usize, usize)>| -> Vec<(usize, usize)> {
        // A first move in the upper right quarter comes first, and there, one close to the right side.
        points.iter().map(|&(col, row)| (last - col, row)).collect()
    };
    let all = (0..8).map(symmetry);
    let least = all.min_by_key(|points| {
        let in_corner = points
            .first()
            .is_some_and(|&(col, row)| col >= last - col && row <= last - row);
        (!in_corner, order(points))
    });
    let least = least.unwrap_or_default();
    least
        .into_iter()
        .map(|(col, row)| row * SIDE + col)
        .collect()
}

/// The name of a point, such as `Q16`.
pub(super) fn name(index: usize) -> String {
    let column = b"ABCDEFGHJKLMNOPQRST"[index % SIDE];
    format!("{}{}", char::from(column), SIDE - index / SIDE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_symmetric_openings_are_one() {
        let moves = [(3u8, 2u8), (15, 3), (3, 15), (9, 9)];
        let expected = turned(&moves);
        let names: Vec<String> = expected.iter().map(|point| name(*point)).collect();
        assert_eq!(names, ["R16", "Q4", "D16", "K10"]);
        for number in 0..8 {
            let moves = moves.map(|(col, row)| {
                let (col, row) = if number & 1 != 0 {
                    (18 - col, row)
                } else {
                    (col, row)
                };
                let (col, row) = if number & 2 != 0 {
                    (col, 18 - row)
                } else {
                    (col, row)
                };
                if number & 4 != 0 {
                    (row, col)
                } else {
                    (col, row)
                }
            });
            assert_eq!(turned(&moves), expected);
        }
        // The next move decides if the first is on a diagonal.
        assert_eq!(turned(&[(3, 3), (9, 3)]), turned(&[(15, 15), (15, 9)]));
        assert_eq!(name(turned(&[(3, 3)])[0]), "Q16");
        assert_eq!(name(turned(&[(9, 9)])[0]), "K10");
    }
}
