//! Lists of points: parses rectangles, and combines points into rectangles.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use kifu_core::{Point, Size};

use super::compose::{in_second, split};
use super::{Leniency, Parsed, PointLetters, ValueError, point, span};

/// One value of a list of points: a point, or a rectangle of points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Area {
    // Invariant: both points are within column and row 51, and no coordinate of `from` is greater
    // than that of `to`.
    from: Point,
    to: Point,
}

impl Area {
    /// Returns the rectangle with these opposite corners. `None` past column or row 51, for which
    /// SGF has no letters.
    pub fn new(a: Point, b: Point) -> Option<Area> {
        let fits = |point: Point| point.col < Size::MAX && point.row < Size::MAX;
        (fits(a) && fits(b)).then_some(Area {
            from: Point::new(a.col.min(b.col), a.row.min(b.row)),
            to: Point::new(a.col.max(b.col), a.row.max(b.row)),
        })
    }

    /// Returns the top left corner.
    pub const fn from(self) -> Point {
        self.from
    }

    /// Returns the bottom right corner.
    pub const fn to(self) -> Point {
        self.to
    }

    /// Returns the number of points, at least 1.
    #[allow(clippy::len_without_is_empty)] // An area is never empty.
    pub const fn len(self) -> usize {
        let cols = self.to.col - self.from.col + 1;
        let rows = self.to.row - self.from.row + 1;
        cols as usize * rows as usize
    }

    /// Returns an iterator over the points, row by row from the top, left to right.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone + use<> {
        (self.from.row..=self.to.row)
            .flat_map(move |row| (self.from.col..=self.to.col).map(move |col| Point::new(col, row)))
    }
}

/// Writes the area as in FF\[4\]: `aa`, or `aa:cc`.
impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |point| PointLetters::of_point(point).ok_or(fmt::Error);
        letters(self.from)?.fmt(f)?;
        if self.from != self.to {
            write!(f, ":{}", letters(self.to)?)?;
        }
        Ok(())
    }
}

/// Parses one value of a list of points: a point, or the top left and bottom right corners of a
/// rectangle, `aa:cc` (FF\[4\], *Compressed point lists*).
///
/// Also accepted: everything that [`point`] accepts, any two opposite corners, and a rectangle of a
/// single point.
///
/// ```
/// use kifu_core::Size;
/// use kifu_sgf::value::area;
///
/// let size = Size::default();
/// let read = area(b"cc:aa", size).unwrap();
/// assert_eq!((read.value.points().count(), read.value.to_string()), (9, "aa:cc".into()));
/// assert_eq!(read.lenient.unwrap().what, "corners that are not top left and bottom right");
/// assert_eq!(area(b"aa:tt", size).unwrap_err().span.range(), 3..5);
/// ```
///
/// # Errors
///
/// [`ValueError`] if a corner is not a point on the board.
#[inline]
pub fn area(raw: &[u8], size: Size) -> Result<Parsed<Area>, ValueError> {
    if raw.len() == 2 {
        return point(raw, size).map(|read| read.map(|at| Area { from: at, to: at }));
    }
    rectangle(raw, size, point)
}

/// Parses a point or a rectangle; `point` parses the corners.
pub(super) fn rectangle(
    raw: &[u8],
    size: Size,
    point: impl Fn(&[u8], Size) -> Result<Parsed<Point>, ValueError>,
) -> Result<Parsed<Area>, ValueError> {
    let Some((first, second)) = split(raw) else {
        return point(raw, size).map(|read| read.map(|at| Area { from: at, to: at }));
    };
    let (a, b) = corners(first, second, size, point)?;
    let area = Area {
        from: Point::new(a.value.col.min(b.value.col), a.value.row.min(b.value.row)),
        to: Point::new(a.value.col.max(b.value.col), a.value.row.max(b.value.row)),
    };
    let odd = if a.value == b.value {
        Some("a rectangle of one point")
    } else if a.value != area.from {
        Some("corners that are not top left and bottom right")
    } else {
        None
    };
    let odd = odd.map(|what| Leniency::certain(what, span(0, raw.len())));
    Ok(Parsed::exact(area)
        .or_leniency(a.lenient)
        .or_leniency(b.lenient)
        .or_leniency(odd))
}

/// Parses the two points of a pair; the spans refer to the whole value.
pub(super) fn corners(
    first: &[u8],
    second: &[u8],
    size: Size,
    point: impl Fn(&[u8], Size) -> Result<Parsed<Point>, ValueError>,
) -> Result<(Parsed<Point>, Parsed<Point>), ValueError> {
    let a = point(first, size)?;
    let b = point(second, size).map_err(|error| error.moved(in_second(first)))?;
    let lenient = b.lenient.map(|how| how.moved(in_second(first)));
    Ok((a, Parsed { lenient, ..b }))
}

/// Covers points with few areas, for a compressed list. Each area is the largest rectangle that
/// starts at the first remaining point in the order of [`Size::points`], and the wider of two
/// rectangles of the same size. No point is in two areas.
///
/// Points off the board are ignored. Takes time proportional to the number of points.
///
/// ```
/// use kifu_core::{Point, Size};
/// use kifu_sgf::value::cover;
///
/// let size = Size::default();
/// let points = [(0, 0), (1, 0), (0, 1), (1, 1), (3, 1)].map(|(col, row)| Point::new(col, row));
/// let written: Vec<String> = cover(points, size).iter().map(|area| area.to_string()).collect();
/// assert_eq!(written, ["aa:bb", "db"]);
/// ```
pub fn cover(points: impl IntoIterator<Item = Point>, size: Size) -> Vec<Area> {
    // One bit for each column; a board has at most 52 columns.
    let mut rows = vec![0u64; usize::from(size.rows())];
    for point in points.into_iter().filter(|&point| size.contains(point)) {
        rows[usize::from(point.row)] |= 1 << point.col;
    }
    let mut areas = Vec::new();
    for top in 0..rows.len() {
        while rows[top] != 0 {
            let left = rows[top].trailing_zeros();
            let (width, height) = largest(&rows[top..], left);
            let mask = ((1u64 << width) - 1) << left;
            for row in &mut rows[top..top + height] {
                *row &= !mask;
            }
            let (col, row) = (left as u8, top as u8);
            areas.push(Area {
                from: Point::new(col, row),
                to: Point::new(col + width as u8 - 1, row + height as u8 - 1),
            });
        }
    }
    areas
}

/// Returns the width and height of the largest rectangle whose top left corner is at this column of
/// the first row.
fn largest(rows: &[u64], left: u32) -> (u32, usize) {
    let mut best = (0, 0);
    let mut width = u32::from(Size::MAX);
    for (above, row) in rows.iter().enumerate() {
        width = width.min((row >> left).trailing_ones());
        if width == 0 {
            break;
        }
        let height = above + 1;
        if width as usize * height > best.0 as usize * best.1 {
            best = (width, height);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};

    use super::*;

    fn show(raw: &str) -> String {
        match area(raw.as_bytes(), Size::square(9).unwrap()) {
            Ok(Parsed {
                value,
                lenient: None,
            }) => value.to_string(),
            Ok(Parsed {
                value,
                lenient: Some(how),
            }) => alloc::format!("{value} ({how} at {})", how.span),
            Err(error) => alloc::format!("({error} at {})", error.span),
        }
    }

    #[test]
    fn areas_are_points_and_rectangles() {
        for (raw, expected) in [
            ("aa", "aa"),
            ("aa:cc", "aa:cc"),
            ("aa:ac", "aa:ac"),
            (
                "ca:ac",
                "aa:cc (corners that are not top left and bottom right at 0..5)",
            ),
            ("aa:aa", "aa (a rectangle of one point at 0..5)"),
            (
                "aa : cc",
                "aa:cc (white space or an escape in a point at 0..3)",
            ),
            (
                "aa: cc",
                "aa:cc (white space or an escape in a point at 3..6)",
            ),
            ("aa:zz", "(`zz` is not on the 9x9 board at 3..5)"),
            ("jj:aa", "(`jj` is not on the 9x9 board at 0..2)"),
            (
                "aa:",
                "(empty, expected a point of two letters, such as `pd` at 3..3)",
            ),
            (
                "aa:bb:cc",
                "(expected a point of two letters, such as `pd` at 3..8)",
            ),
            (
                "a1:c3",
                "(Western coordinates; in SGF this is `ai` at 0..2)",
            ),
        ] {
            assert_eq!(show(raw), expected, "{raw:?}");
        }
    }

    #[test]
    fn covers_name_each_point_once() {
        let size = Size::new(52, 11).unwrap();
        let mut state = 1u32;
        for round in 0..40 {
            let keep = |_: &Point| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 16) % 40 < round + 1
            };
            let points: Vec<Point> = size.points().filter(keep).collect();
            let areas = cover(points.iter().copied(), size);
            let mut named: Vec<Point> = areas.iter().flat_map(|area| area.points()).collect();
            named.sort_by_key(|point| (point.row, point.col));
            assert_eq!(named, points);
            assert!(areas.len() <= points.len());
        }
        assert_eq!(cover(size.points(), size).len(), 1);
        assert!(cover([Point::new(0, 11)], size).is_empty());
    }

    #[test]
    fn areas_have_letters_for_all_points() {
        assert_eq!(Area::new(Point::new(52, 0), Point::new(0, 0)), None);
        let area = Area::new(Point::new(2, 0), Point::new(0, 3)).unwrap();
        assert_eq!(
            (area.to_string(), area.points().count()),
            ("aa:cd".into(), 12)
        );
    }
}
