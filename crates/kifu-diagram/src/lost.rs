use std::fmt;

use kifu_core::Point;

use crate::Figure;

/// Something of a figure that a notation cannot say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lost {
    /// The size of the board.
    Size,
    /// Where on the board the part in view lies.
    View,
    /// What is on the board outside of the view.
    Outside,
    /// The title.
    Title,
    /// What stands below.
    Captions,
    /// Moves without a stone.
    Elsewhere,
    /// The kind of coordinates.
    Coordinates,
    /// Whether star points are drawn.
    Stars,
    /// Which move is the last.
    Last,
    /// Whose turn it is.
    ToPlay,
    /// The ko.
    Ko,
    /// The captures.
    Captures,
    /// Lines.
    Lines,
    /// Arrows.
    Arrows,
    /// What marks link to.
    Links,
    /// A stone, or that there is none.
    Stone(Point),
    /// The number of a move.
    Number(Point),
    /// A mark.
    Mark(Point),
    /// A label.
    Label(Point),
    /// Whose territory a point is.
    Territory(Point),
    /// A move that could be played.
    Variation(Point),
    /// That a point is greyed out.
    Dimmed(Point),
    /// That a point is not shown.
    Hidden(Point),
}

/// What it is, with the point from the top left: `the label in column 4, row 16`.
impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, point) = match *self {
            Lost::Size => ("the size of the board", None),
            Lost::View => ("where on the board the view lies", None),
            Lost::Outside => ("what is on the board outside of the view", None),
            Lost::Title => ("the title", None),
            Lost::Captions => ("the captions", None),
            Lost::Elsewhere => ("the moves without a stone", None),
            Lost::Coordinates => ("the kind of coordinates", None),
            Lost::Stars => ("whether star points are drawn", None),
            Lost::Last => ("which move is the last", None),
            Lost::ToPlay => ("whose turn it is", None),
            Lost::Ko => ("the ko", None),
            Lost::Captures => ("the captures", None),
            Lost::Lines => ("lines", None),
            Lost::Arrows => ("arrows", None),
            Lost::Links => ("links", None),
            Lost::Stone(point) => ("the stone", Some(point)),
            Lost::Number(point) => ("the number", Some(point)),
            Lost::Mark(point) => ("the mark", Some(point)),
            Lost::Label(point) => ("the label", Some(point)),
            Lost::Territory(point) => ("whose territory it is", Some(point)),
            Lost::Variation(point) => ("the variation", Some(point)),
            Lost::Dimmed(point) => ("that it is greyed out", Some(point)),
            Lost::Hidden(point) => ("that it is not shown", Some(point)),
        };
        f.write_str(what)?;
        match point {
            None => Ok(()),
            Some(Point { col, row }) => {
                write!(
                    f,
                    " in column {}, row {}",
                    u16::from(col) + 1,
                    u16::from(row) + 1
                )
            }
        }
    }
}

/// What of a figure is not in what was written, found by comparing it with what that reads as.
/// Points are those of the figure.
///
/// ```
/// use kifu_core::{Point, Size};
/// use kifu_diagram::{Figure, Lost, Mark, board, lost};
///
/// let mut figure = Figure::empty(Size::square(5).unwrap());
/// let point = Point::new(2, 2);
/// figure[point].mark = Some(Mark::Circle);
/// let read = board::read(&board::plain(&figure)).unwrap();
/// assert_eq!(lost(&figure, &read), [Lost::Mark(point)]);
/// ```
pub fn lost(figure: &Figure, read: &Figure) -> Vec<Lost> {
    let mut lost = Vec::new();
    let mut check = |same: bool, what: Lost| {
        if !same {
            lost.push(what);
        }
    };
    let (view, read_view) = (figure.view.on(figure.size()), read.view.on(read.size()));
    // Points of the figure as the other one has them.
    let moved = |point: Point| {
        let shift = |at: u8, from: u8, to: u8| {
            u8::try_from(i16::from(at) - i16::from(from) + i16::from(to)).unwrap_or(u8::MAX)
        };
        let (from, to) = (view.first(), read_view.first());
        Point::new(
            shift(point.col, from.col, to.col),
            shift(point.row, from.row, to.row),
        )
    };
    let ends = |ends: &[[Point; 2]]| -> Vec<[Point; 2]> {
        ends.iter().map(|ends| ends.map(moved)).collect()
    };
    let mut outside = figure
        .size()
        .points()
        .filter(|&point| !view.contains(point));
    check(figure.size() == read.size(), Lost::Size);
    check(view == read_view, Lost::View);
    check(
        outside.all(|point| figure[point] == crate::Cell::default()),
        Lost::Outside,
    );
    check(figure.title == read.title, Lost::Title);
    check(figure.captions == read.captions, Lost::Captions);
    let elsewhere = |m: &crate::Elsewhere| crate::Elsewhere {
        action: match m.action {
            kifu_core::Move::Play(point) => kifu_core::Move::Play(moved(point)),
            pass => pass,
        },
        ..*m
    };
    let there: Vec<_> = figure.elsewhere.iter().map(elsewhere).collect();
    check(there == read.elsewhere, Lost::Elsewhere);
    check(figure.coordinates == read.coordinates, Lost::Coordinates);
    check(figure.stars == read.stars, Lost::Stars);
    check(figure.last.map(moved) == read.last, Lost::Last);
    check(figure.to_play == read.to_play, Lost::ToPlay);
    check(figure.ko.map(moved) == read.ko, Lost::Ko);
    check(figure.captures == read.captures, Lost::Captures);
    check(ends(&figure.lines) == read.lines, Lost::Lines);
    check(ends(&figure.arrows) == read.arrows, Lost::Arrows);
    check(figure.links == read.links, Lost::Links);
    let nothing = crate::Cell::default();
    for point in view.points() {
        let (cell, other) = (&figure[point], read.get(moved(point)).unwrap_or(&nothing));
        check(cell.stone == other.stone, Lost::Stone(point));
        check(cell.number == other.number, Lost::Number(point));
        check(cell.mark == other.mark, Lost::Mark(point));
        check(cell.label == other.label, Lost::Label(point));
        check(cell.territory == other.territory, Lost::Territory(point));
        check(cell.variation == other.variation, Lost::Variation(point));
        check(cell.dimmed == other.dimmed, Lost::Dimmed(point));
        check(cell.hidden == other.hidden, Lost::Hidden(point));
    }
    lost
}
