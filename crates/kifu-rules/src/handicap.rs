//! The points of fixed handicap stones.

use alloc::vec::Vec;

use kifu_core::{Point, Size};

/// A table of handicap points. The tables differ only in which corner stays empty with three stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum HandicapTable {
    /// The third stone is at the lower right, and the upper left is empty: by Japanese custom, on KGS and in most
    /// records.
    #[default]
    Japanese,
    /// The third stone is at the upper left, and the lower right is empty: on Tygem and similar servers.
    Tygem,
    /// Same as [`Tygem`](HandicapTable::Tygem): `fixed_handicap` of the Go Text Protocol.
    Gtp,
}

/// Returns the points of fixed handicap stones in the usual order; `None` if the board does not have enough points.
///
/// The stones are on the fourth line, or on the third line if a side is shorter than 13, which is decided separately
/// for columns and rows. Boards with both sides of at least 7 have the four corner points. Boards with both sides odd
/// and at least 9 also have the centre and the side points. For 0 and 1 stones, the list is empty.
///
/// ```
/// use kifu_core::Size;
/// use kifu_rules::{HandicapTable, handicap_points};
///
/// let size = Size::square(19).unwrap();
/// let points = handicap_points(size, 3, HandicapTable::Japanese).unwrap();
/// let names: Vec<String> = points
///     .iter()
///     .map(|&p| size.western(p).unwrap().to_string())
///     .collect();
/// assert_eq!(names, ["Q16", "D4", "Q4"]);
/// assert!(handicap_points(size, 10, HandicapTable::Japanese).is_none());
/// ```
pub fn handicap_points(size: Size, stones: u32, table: HandicapTable) -> Option<Vec<Point>> {
    if stones > max_handicap(size) {
        return None;
    }
    let (left, right) = lines(size.cols());
    let (top, bottom) = lines(size.rows());
    let (center, middle) = (size.cols() / 2, size.rows() / 2);
    let third = match table {
        HandicapTable::Japanese => [(right, bottom), (left, top)],
        HandicapTable::Tygem | HandicapTable::Gtp => [(left, top), (right, bottom)],
    };
    let corners = [(right, top), (left, bottom), third[0], third[1]];
    let sides = [
        (left, middle),
        (right, middle),
        (center, top),
        (center, bottom),
    ];
    let stones = stones as usize;
    // Odd numbers from five on have a stone in the centre, which is the last one.
    let (corners, sides, centered) = match stones {
        0 | 1 => (&corners[..0], &sides[..0], false),
        2..=4 => (&corners[..stones], &sides[..0], false),
        _ => (
            &corners[..],
            &sides[..(stones - 4) / 2 * 2],
            stones % 2 == 1,
        ),
    };
    let centre = centered.then_some((center, middle));
    Some(
        corners
            .iter()
            .chain(sides)
            .copied()
            .chain(centre)
            .map(|(col, row)| Point::new(col, row))
            .collect(),
    )
}

/// The maximum number of fixed handicap stones on a board: 9, 4 or 0.
pub const fn max_handicap(size: Size) -> u32 {
    let (cols, rows) = (size.cols(), size.rows());
    let shorter = if cols < rows { cols } else { rows };
    if shorter < 7 {
        0
    } else if shorter >= 9 && cols % 2 == 1 && rows % 2 == 1 {
        9
    } else {
        4
    }
}

/// The handicap lines at both ends of a side.
const fn lines(side: u8) -> (u8, u8) {
    let distance = if side < 13 { 2 } else { 3 };
    (distance, side.saturating_sub(1 + distance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::{String, ToString};
    use std::vec::Vec;

    #[test]
    fn common_boards_have_their_handicap_points() {
        for (side, stones, names) in [
            (19, 2, "Q16 D4"),
            (19, 5, "Q16 D4 Q4 D16 K10"),
            (19, 6, "Q16 D4 Q4 D16 D10 Q10"),
            (19, 9, "Q16 D4 Q4 D16 D10 Q10 K16 K4 K10"),
            (13, 7, "K10 D4 K4 D10 D7 K7 G7"),
            (9, 4, "G7 C3 G3 C7"),
            (9, 5, "G7 C3 G3 C7 E5"),
            (8, 4, "F6 C3 F3 C6"),
            (19, 0, ""),
            (19, 1, ""),
        ] {
            let size = Size::square(side).unwrap();
            let points = handicap_points(size, stones, HandicapTable::Japanese).unwrap();
            let found: Vec<String> = points
                .iter()
                .map(|&p| size.western(p).unwrap().to_string())
                .collect();
            assert_eq!(found.join(" "), names, "{stones} on {side}");
        }
        for (side, max) in [(19, 9), (13, 9), (9, 9), (10, 4), (7, 4), (6, 0)] {
            assert_eq!(max_handicap(Size::square(side).unwrap()), max);
        }
    }

    #[test]
    fn tables_differ_in_the_third_stone() {
        let size = Size::square(19).unwrap();
        let third = |table| handicap_points(size, 3, table).unwrap()[2].to_sgf();
        assert_eq!(third(HandicapTable::Japanese), Some(*b"pp"));
        assert_eq!(third(HandicapTable::Tygem), Some(*b"dd"));
        assert_eq!(third(HandicapTable::Gtp), Some(*b"dd"));
    }
}
