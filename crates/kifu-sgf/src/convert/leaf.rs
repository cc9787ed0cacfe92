//! Conversions of single values.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use kifu_core::{Color, Move, Point, Size};

use super::Values;
use crate::text;
use crate::value::{self, western};

pub(super) fn simple(raw: &str) -> String {
    text::simple_text(raw).into_owned()
}

pub(super) fn action(raw: &str, size: Size) -> Option<Move> {
    Some(western::action(raw.as_bytes(), size).ok()?.value)
}

pub(super) fn write_action(action: Move) -> Option<&'static str> {
    match action {
        Move::Pass => Some(""),
        Move::Play(point) => write_point(point),
    }
}

pub(super) fn write_point(point: Point) -> Option<&'static str> {
    let row = LETTERS.get(usize::from(point.col))?;
    core::str::from_utf8(row.get(usize::from(point.row))?).ok()
}

/// The letters of each point, by column and row.
static LETTERS: [[[u8; 2]; 52]; 52] = {
    let mut letters = [[[0; 2]; 52]; 52];
    let mut at = 0;
    while at < 52 * 52 {
        let (col, row) = (at / 52, at % 52);
        if let Some(both) = Point::new(col as u8, row as u8).to_sgf() {
            letters[col][row] = both;
        }
        at += 1;
    }
    letters
};

/// Returns the points of a list; `None` if one of the values is not a point or rectangle. A
/// rectangle adds only points that are not in the list yet; otherwise a short text could name any
/// number of points.
pub(super) fn points(values: &[Cow<'_, str>], size: Size) -> Option<Vec<Point>> {
    if let [only] = values {
        if only.is_empty() {
            return Some(Vec::new());
        }
    }
    let mut seen = vec![false; size.area()];
    let mut points = Vec::with_capacity(values.len());
    for raw in values {
        let area = western::area(raw.as_bytes(), size).ok()?.value;
        for point in area.points() {
            let at = usize::from(point.row) * usize::from(size.cols()) + usize::from(point.col);
            let was_seen = core::mem::replace(&mut seen[at], true);
            if !was_seen || area.from() == area.to() {
                points.push(point);
            }
        }
    }
    Some(points)
}

/// Returns an upper bound for the number of points in the rectangles of a list.
pub(super) fn in_rectangles(values: &[Cow<'_, str>], size: Size) -> usize {
    let rectangles = values
        .iter()
        .filter(|raw| text::has(raw, |byte| byte == b':'));
    let areas = rectangles.filter_map(|raw| western::area(raw.as_bytes(), size).ok());
    let points: usize = areas.map(|read| read.value.len()).sum();
    points.min(size.area())
}

/// Writes a list of points; points without letters are left out.
pub(super) fn write_points<'w>(points: &[Point]) -> Values<'w> {
    if points.is_empty() {
        return Values::One(["".into()]);
    }
    points
        .iter()
        .filter_map(|point| Some(write_point(*point)?.into()))
        .collect()
}

pub(super) fn real(raw: &str) -> Option<f64> {
    let number = value::real(raw.as_bytes()).ok()?.value;
    number.is_finite().then_some(number)
}

pub(super) fn count(raw: &str) -> Option<u32> {
    u32::try_from(value::number(raw.as_bytes()).ok()?.value).ok()
}

pub(super) fn color(raw: &str) -> Option<Color> {
    Some(value::color(raw.as_bytes()).ok()?.value)
}
