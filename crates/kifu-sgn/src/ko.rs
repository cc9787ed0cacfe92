//! The test whether a point can be a ko.

use kifu_core::{Color, Point, Setup, Size};

/// Whether `side` may be forbidden to play at `ko`: all neighbours are stones of the other side, and one of them
/// is a single stone whose only liberty is `ko`.
pub(crate) fn is_possible(setup: &Setup, ko: Point, side: Color) -> bool {
    let size = setup.size();
    let alone = |stone: Point| {
        neighbours(size, stone).all(|next| next == ko || setup.stone(next) == Some(side))
    };
    neighbours(size, ko).all(|next| setup.stone(next) == Some(!side))
        && neighbours(size, ko).any(alone)
}

fn neighbours(size: Size, point: Point) -> impl Iterator<Item = Point> {
    let Point { col, row } = point;
    [
        Some(Point::new(col + 1, row)),
        Some(Point::new(col, row + 1)),
        col.checked_sub(1).map(|col| Point::new(col, row)),
        row.checked_sub(1).map(|row| Point::new(col, row)),
    ]
    .into_iter()
    .flatten()
    .filter(move |&point| size.contains(point))
}

#[cfg(test)]
mod tests {
    use crate::{Problem, Reader};

    #[test]
    fn a_ko_is_enclosed_by_one_side_and_captures_a_single_stone() {
        for (text, is_possible) in [
            ("1bw1/bKbw/1bw1/-W", true),
            ("Kbw1/bw2//-W", true),
            // The point is an eye of Black.
            ("1bw1/bKbw/1bw1/-B", false),
            // No neighbour is a single stone.
            ("1b2/bKb1/1b2/-W", false),
            // One has no other liberty, but is two stones.
            ("1bw2/bKbbw/1bw2/-W", false),
            // One is a single stone, but White could not be captured at once.
            ("1bw1/1Kbw/1bw1/-W", false),
            ("1bw1/wKbw/1bw1/-W", false),
        ] {
            let read = Reader::STRICT.read(text).unwrap();
            let doubted = |found: &crate::Finding| found.problem == Problem::NoKo;
            assert_eq!(!read.findings.iter().any(doubted), is_possible, "{text}");
        }
    }
}
