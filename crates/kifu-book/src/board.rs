//! The boards of a book: the drawn part of a figure, and nothing else.

use kifu_core::{Move, Point, Size};
use kifu_diagram::{Cell, Coordinates, Figure, UnplacedMove, View};
use kifu_rules::Symmetry;

use crate::shapes::cut;

/// A board with the lines of text below it.
///
/// A book has thousands of boards, so a board keeps only the points that are not empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    size: Size,
    pub(crate) view: View,
    /// The visible points that are not empty.
    pub(crate) cells: Vec<(Point, Cell)>,
    pub(crate) lines: Vec<[Point; 2]>,
    pub(crate) arrows: Vec<[Point; 2]>,
    pub(crate) coordinates: Coordinates,
    pub(crate) last: Option<Point>,
    /// The lines of text below the board, such as "57 at 48".
    pub(crate) captions: Vec<String>,
}

impl Board {
    pub(crate) fn of(mut figure: Figure) -> Board {
        name_replayed_points(&mut figure);
        figure.unplaced_moves.sort_by_key(|moved| moved.number);
        let captions = figure.text_below();
        let is_drawn = |point: Point| {
            let is_empty = figure
                .get(point)
                .is_none_or(|cell| *cell == Cell::default());
            figure.shows(point) && !is_empty
        };
        let points: Vec<Point> = figure.size().points().filter(|&p| is_drawn(p)).collect();
        let cells = points
            .iter()
            .map(|&point| (point, std::mem::take(&mut figure[point])))
            .collect();
        Board {
            size: figure.size(),
            view: figure.view,
            cells,
            lines: figure.lines,
            arrows: figure.arrows,
            coordinates: figure.coordinates,
            last: figure.last,
            captions,
        }
    }

    /// Returns the board as a figure without text. Labels are as long as on a board, since captions list long ones.
    pub(crate) fn figure(&self) -> Figure {
        let mut figure = Figure::empty(self.size);
        for (point, cell) in &self.cells {
            figure[*point] = cell.clone();
            if let Some(label) = &mut figure[*point].label {
                *label = cut(label.trim()).to_owned();
            }
        }
        figure.view = self.view;
        figure.lines = self.lines.clone();
        figure.arrows = self.arrows.clone();
        figure.coordinates = self.coordinates;
        figure.last = self.last;
        figure
    }

    /// The number of points that the board draws, and at least 1.
    pub(crate) fn points(&self) -> usize {
        self.cells.len() + 1
    }

    pub(crate) const fn size(&self) -> Size {
        self.size
    }
}

/// Adds letters to stones without a number on which a later move was played, so that a caption such as "57 at a" can
/// name them on a board without coordinates.
fn name_replayed_points(figure: &mut Figure) {
    let used: Vec<String> = {
        let points = figure.size().points();
        points
            .filter_map(|point| figure[point].label.clone())
            .collect()
    };
    let mut letters = ('a'..='z')
        .map(String::from)
        .filter(|letter| !used.contains(letter));
    let points: Vec<Point> = figure
        .unplaced_moves
        .iter()
        .filter_map(|moved| moved.action.point())
        .collect();
    for point in points {
        let shows = figure.shows(point);
        let Some(cell) = figure.get_mut(point).filter(|_| shows) else {
            continue;
        };
        let has_name = cell.number.is_some() || cell.label.is_some();
        if !has_name && cell.stone.is_some() {
            cell.label = letters.next();
        }
    }
}

/// Returns a figure as it looks on the turned or mirrored board.
pub(crate) fn turned(mut figure: Figure, by: Symmetry) -> Figure {
    if by == Symmetry::IDENTITY {
        return figure;
    }
    let size = figure.size();
    let turn = |point: Point| by.point(point, size);
    let mut turned = Figure::empty(by.size(size));
    for point in size.points() {
        turned[turn(point)] = std::mem::take(&mut figure[point]);
    }
    turned.view = turned_view(figure.view, by, size);
    turned.lines = figure.lines.iter().map(|ends| ends.map(turn)).collect();
    turned.arrows = figure.arrows.iter().map(|ends| ends.map(turn)).collect();
    turned.coordinates = figure.coordinates;
    turned.last = figure.last.map(turn);
    turned.captions = figure.captions;
    let unplaced = figure.unplaced_moves.into_iter();
    let unplaced = unplaced.map(|moved| UnplacedMove {
        action: match moved.action {
            Move::Play(point) if size.contains(point) => Move::Play(turn(point)),
            other => other,
        },
        ..moved
    });
    turned.unplaced_moves = unplaced.collect();
    turned
}

pub(crate) fn turned_view(view: View, by: Symmetry, size: Size) -> View {
    View::between(by.point(view.first(), size), by.point(view.last(), size))
}

/// A corner of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Corner {
    /// The upper left corner.
    TopLeft,
    /// The upper right corner.
    TopRight,
    /// The lower left corner.
    BottomLeft,
    /// The lower right corner.
    BottomRight,
}

impl Corner {
    /// Returns the symmetry that moves a part of the board to the corner. A part along one side becomes wide rather than
    /// tall, which saves space on a page.
    pub(crate) fn symmetry(self, view: View, size: Size) -> Symmetry {
        let (left, top) = match self {
            Corner::TopLeft => (true, true),
            Corner::TopRight => (false, true),
            Corner::BottomLeft => (true, false),
            Corner::BottomRight => (false, false),
        };
        let penalty = |by: Symmetry| {
            let view = turned_view(view, by, size);
            let size = by.size(size);
            let right_gap = i32::from(size.cols()) - 1 - i32::from(view.last().col);
            let bottom_gap = i32::from(size.rows()) - 1 - i32::from(view.last().row);
            let (left_gap, top_gap) = (i32::from(view.first().col), i32::from(view.first().row));
            let side = |near: i32, far: i32| (near - far).max(0);
            let (h, v) = match (left, top) {
                (true, true) => (side(left_gap, right_gap), side(top_gap, bottom_gap)),
                (false, true) => (side(right_gap, left_gap), side(top_gap, bottom_gap)),
                (true, false) => (side(left_gap, right_gap), side(bottom_gap, top_gap)),
                (false, false) => (side(right_gap, left_gap), side(bottom_gap, top_gap)),
            };
            (h + v, view.rows() > view.cols())
        };
        // The least of equals is the first one, and the identity comes first.
        Symmetry::ALL
            .into_iter()
            .min_by_key(|&by| penalty(by))
            .unwrap_or(Symmetry::IDENTITY)
    }
}

/// The least number of columns and rows of a part of the board, as far as the board has them.
const MIN_COLS: u8 = 7;
const MIN_ROWS: u8 = 5;

/// Returns the rectangle with a margin on each side, up to an edge that would be at most two points away, and the whole
/// board if nearly all of it is in view.
pub(crate) fn with_margin(view: View, size: Size, margin: u8) -> View {
    let low = |n: u8| match n.saturating_sub(margin) {
        ..=2 => 0,
        within => within,
    };
    let high = |n: u8, last: u8| match n.saturating_add(margin) {
        beyond if beyond.saturating_add(2) >= last => last,
        within => within,
    };
    let edge = View::whole(size).last();
    let first = Point::new(low(view.first().col), low(view.first().row));
    let last = Point::new(
        high(view.last().col, edge.col),
        high(view.last().row, edge.row),
    );
    let (left, right) = at_least(MIN_COLS, first.col, last.col, edge.col);
    let (top, bottom) = at_least(MIN_ROWS, first.row, last.row, edge.row);
    let view = View::between(Point::new(left, top), Point::new(right, bottom));
    let area = usize::from(view.cols()) * usize::from(view.rows());
    if area * 5 >= size.area() * 4 {
        View::whole(size)
    } else {
        view
    }
}

/// Extends a range to a number of lines, as far as the board has them: first away from its edges.
fn at_least(count: u8, first: u8, last: u8, edge: u8) -> (u8, u8) {
    let missing = count.saturating_sub(last - first + 1);
    if first == 0 || last < edge {
        let end = last.saturating_add(missing).min(edge);
        (first.min((end + 1).saturating_sub(count)), end)
    } else {
        (first.saturating_sub(missing), last)
    }
}

/// Returns the part of the board around the numbered moves, the marks and the labels of a figure.
pub(crate) fn around_moves(figure: &Figure, margin: u8) -> View {
    let size = figure.size();
    let is_new = |cell: &Cell| {
        cell.number.is_some()
            || cell.mark.is_some()
            || cell.label.is_some()
            || cell.territory.is_some()
    };
    let points = size.points().filter(|&point| is_new(&figure[point]));
    let lines = figure.lines.iter().chain(&figure.arrows).flatten().copied();
    let unplaced = figure
        .unplaced_moves
        .iter()
        .filter_map(|moved| moved.action.point());
    let all = points
        .chain(figure.last)
        .chain(lines)
        .chain(unplaced)
        .filter(|&point| size.contains(point));
    let view = all.fold(None, |view: Option<View>, point| {
        Some(view.map_or(View::between(point, point), |view| view.with(point)))
    });
    view.map_or(View::whole(size), |view| with_margin(view, size, margin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_corner_moves_to_every_corner() {
        let size = Size::square(19).unwrap();
        let views = [
            ((0, 0), (8, 5)),
            ((12, 0), (18, 9)),
            ((0, 11), (5, 18)),
            ((10, 14), (18, 18)),
        ];
        for (first, last) in views {
            let view = View::between(Point::new(first.0, first.1), Point::new(last.0, last.1));
            for (corner, at) in [
                (Corner::TopLeft, Point::new(0, 0)),
                (Corner::TopRight, Point::new(18, 0)),
                (Corner::BottomLeft, Point::new(0, 18)),
                (Corner::BottomRight, Point::new(18, 18)),
            ] {
                let turned = turned_view(view, corner.symmetry(view, size), size);
                assert!(turned.contains(at), "{view:?} to {corner:?}");
                assert!(turned.cols() >= turned.rows());
            }
        }
        let whole = View::whole(size);
        assert_eq!(
            Corner::BottomRight.symmetry(whole, size),
            Symmetry::IDENTITY
        );
    }

    #[test]
    fn a_turned_figure_turns_back() {
        let size = Size::new(9, 7).unwrap();
        let mut figure = Figure::empty(size);
        figure[Point::new(1, 2)].label = Some("a".into());
        figure.view = View::between(Point::new(0, 1), Point::new(4, 5));
        figure.lines.push([Point::new(0, 0), Point::new(3, 3)]);
        for by in Symmetry::ALL {
            assert_eq!(turned(turned(figure.clone(), by), by.inverse()), figure);
        }
    }
}
