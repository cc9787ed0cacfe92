//! Star points.

use kifu_core::{Point, Size};

/// Whether a point is a star point on a board of this size.
///
/// The star points in the corners are on the third line for sides of at least 7 lines, and on the fourth line
/// from 13 lines on. From 15 lines on, the middle of a side has a star point, and from 5 lines on, the centre of
/// the board, if the number of lines is odd.
pub(crate) fn is_star(size: Size, point: Point) -> bool {
    let (col, row) = (place(size.cols(), point.col), place(size.rows(), point.row));
    match (col, row) {
        (Place::Corner, Place::Corner) | (Place::Middle, Place::Middle) => true,
        (Place::Middle, Place::Corner) => size.cols() >= 15,
        (Place::Corner, Place::Middle) => size.rows() >= 15,
        _ => false,
    }
}

#[derive(PartialEq)]
enum Place {
    Corner,
    Middle,
    Between,
}

/// Whether line `at` of `lines` lines has star points of the corners or of the middle.
fn place(lines: u8, at: u8) -> Place {
    let edge = match lines {
        ..=6 => None,
        7..=12 => Some(2),
        _ => Some(3),
    };
    if edge.is_some_and(|edge| at == edge || at + edge + 1 == lines) {
        Place::Corner
    } else if lines >= 5 && lines % 2 == 1 && at == lines / 2 {
        Place::Middle
    } else {
        Place::Between
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_usual_stars() {
        for (cols, rows, count) in [
            (19, 19, 9),
            (17, 17, 9),
            (15, 15, 9),
            (13, 13, 5),
            (9, 9, 5),
            (7, 7, 5),
            (5, 5, 1),
            (3, 3, 0),
            (18, 18, 4),
            (8, 8, 4),
            (19, 9, 7),
            (52, 52, 4),
            (1, 1, 0),
        ] {
            let size = Size::new(cols, rows).unwrap();
            let stars = size.points().filter(|&point| is_star(size, point));
            assert_eq!(stars.count(), count, "{size}");
        }
        let size = Size::square(19).unwrap();
        assert!(is_star(size, Point::new(15, 3)));
        assert!(is_star(size, Point::new(9, 15)));
    }
}
