use std::fmt;

use kifu_core::Point;

use crate::{Figure, Mark};

/// A feature of a figure that a notation cannot express.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LostFeature {
    /// The size of the board.
    Size,
    /// The position of the view on the board.
    View,
    /// The contents of the board outside of the view.
    OutsideView,
    /// The players, the result and the name of the game.
    Game,
    /// The title above the board.
    Title,
    /// The text below the board.
    Captions,
    /// Moves without a stone.
    UnplacedMoves,
    /// The kind of coordinates.
    Coordinates,
    /// Whether star points are drawn.
    Stars,
    /// The highlighting of the last move.
    LastMove,
    /// The player to move.
    ToPlay,
    /// The point where a play is forbidden by ko.
    Ko,
    /// The numbers of captured stones.
    Captures,
    /// Lines between points.
    Lines,
    /// Arrows between points.
    Arrows,
    /// The links of symbols.
    Links,
    /// A stone, or its absence.
    Stone(Point),
    /// The number of a move.
    Number(Point),
    /// The mark on a point.
    Mark(Point),
    /// The label of a point.
    Label(Point),
    /// The owner of a territory.
    Territory(Point),
    /// The mark of a possible move on a point.
    Variation(Point),
    /// The greyed-out state of a point.
    Dimmed(Point),
    /// The hidden state of a point.
    Hidden(Point),
}

impl LostFeature {
    /// Describes the feature of `figure`, with the name of its point, such as `the triangle on the numbered stone at
    /// D16`.
    ///
    /// ```
    /// use kifu_diagram::{Color, Figure, Mark, Point, Size, sensei};
    ///
    /// let mut figure = Figure::empty(Size::square(9).unwrap());
    /// let point = Point::new(2, 6);
    /// figure[point].stone = Some(Color::Black);
    /// figure[point].label = Some("x".into());
    /// let lost = sensei::write(&figure).lost;
    /// assert_eq!(lost[0].describe(&figure), "the label `x` on the stone at C3");
    /// ```
    pub fn describe(&self, figure: &Figure) -> String {
        let (what, point) = match *self {
            LostFeature::Mark(point) => (
                mark_name(figure.get(point).and_then(|cell| cell.mark)),
                point,
            ),
            LostFeature::Label(point) => {
                let label = figure.get(point).and_then(|cell| cell.label.as_deref());
                let named = label.map(|label| format!("the label `{label}`"));
                (named.unwrap_or_else(|| "the label".into()), point)
            }
            LostFeature::Stone(point) => ("the stone".into(), point),
            LostFeature::Number(point) => {
                let number = figure.get(point).and_then(|cell| cell.number);
                let named = number.map(|number| format!("the number {number}"));
                (named.unwrap_or_else(|| "the number".into()), point)
            }
            LostFeature::Territory(point) => ("the territory".into(), point),
            LostFeature::Variation(point) => ("the variation mark".into(), point),
            LostFeature::Dimmed(point) => ("the greyed-out point".into(), point),
            LostFeature::Hidden(point) => ("the hidden point".into(), point),
            _ => return self.to_string(),
        };
        let cell = figure.get(point);
        let on = match self {
            LostFeature::Mark(_) | LostFeature::Label(_) => match cell {
                Some(cell) if cell.number.is_some() => " on the numbered stone",
                Some(cell) if cell.stone.is_some() => " on the stone",
                _ => "",
            },
            _ => "",
        };
        match figure.size().western(point) {
            Some(name) => format!("{what}{on} at {name}"),
            None => self.to_string(),
        }
    }
}

fn mark_name(mark: Option<Mark>) -> String {
    let name = match mark {
        Some(Mark::Circle) => "circle",
        Some(Mark::Square) => "square",
        Some(Mark::Triangle) => "triangle",
        Some(Mark::Cross) => "cross",
        Some(Mark::Selected) => "selection mark",
        None => "mark",
    };
    format!("the {name}")
}

/// Writes a description with the column and row of the point, counted from the top left:
/// `the label in column 4, row 16`.
impl fmt::Display for LostFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, point) = match *self {
            LostFeature::Size => ("the size of the board", None),
            LostFeature::View => ("the position of the view on the board", None),
            LostFeature::OutsideView => ("the board outside of the view", None),
            LostFeature::Game => ("the players and the result", None),
            LostFeature::Title => ("the title", None),
            LostFeature::Captions => ("the captions", None),
            LostFeature::UnplacedMoves => ("the moves without a stone", None),
            LostFeature::Coordinates => ("the kind of coordinates", None),
            LostFeature::Stars => ("whether star points are drawn", None),
            LostFeature::LastMove => ("the last move", None),
            LostFeature::ToPlay => ("the player to move", None),
            LostFeature::Ko => ("the ko", None),
            LostFeature::Captures => ("the captures", None),
            LostFeature::Lines => ("lines", None),
            LostFeature::Arrows => ("arrows", None),
            LostFeature::Links => ("links", None),
            LostFeature::Stone(point) => ("the stone", Some(point)),
            LostFeature::Number(point) => ("the number", Some(point)),
            LostFeature::Mark(point) => ("the mark", Some(point)),
            LostFeature::Label(point) => ("the label", Some(point)),
            LostFeature::Territory(point) => ("the territory", Some(point)),
            LostFeature::Variation(point) => ("the variation", Some(point)),
            LostFeature::Dimmed(point) => ("the greyed-out point", Some(point)),
            LostFeature::Hidden(point) => ("the hidden point", Some(point)),
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

/// Returns the features of `figure` that `read` lacks, where `read` is the figure after writing and reading it
/// back. The points are those of `figure`.
///
/// ```
/// use kifu_core::{Point, Size};
/// use kifu_diagram::{Figure, LostFeature, Mark, board, lost};
///
/// let mut figure = Figure::empty(Size::square(5).unwrap());
/// let point = Point::new(2, 2);
/// figure[point].mark = Some(Mark::Circle);
/// let read = board::read(&board::plain(&figure)).unwrap();
/// assert_eq!(lost(&figure, &read), [LostFeature::Mark(point)]);
/// ```
pub fn lost(figure: &Figure, read: &Figure) -> Vec<LostFeature> {
    let mut lost = Vec::new();
    let mut check = |same: bool, what: LostFeature| {
        if !same {
            lost.push(what);
        }
    };
    let (view, read_view) = (figure.view.on(figure.size()), read.view.on(read.size()));
    // The point of `read` for a point of the figure.
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
    check(figure.size() == read.size(), LostFeature::Size);
    check(view == read_view, LostFeature::View);
    check(
        outside.all(|point| figure[point] == crate::Cell::default()),
        LostFeature::OutsideView,
    );
    check(figure.game == read.game, LostFeature::Game);
    check(figure.title == read.title, LostFeature::Title);
    check(figure.captions == read.captions, LostFeature::Captions);
    let unplaced = |m: &crate::UnplacedMove| crate::UnplacedMove {
        action: match m.action {
            kifu_core::Move::Play(point) => kifu_core::Move::Play(moved(point)),
            pass => pass,
        },
        ..*m
    };
    let there: Vec<_> = figure.unplaced_moves.iter().map(unplaced).collect();
    check(there == read.unplaced_moves, LostFeature::UnplacedMoves);
    check(
        figure.coordinates == read.coordinates,
        LostFeature::Coordinates,
    );
    check(figure.stars == read.stars, LostFeature::Stars);
    check(figure.last.map(moved) == read.last, LostFeature::LastMove);
    check(figure.to_play == read.to_play, LostFeature::ToPlay);
    check(figure.ko.map(moved) == read.ko, LostFeature::Ko);
    check(figure.captures == read.captures, LostFeature::Captures);
    check(ends(&figure.lines) == read.lines, LostFeature::Lines);
    check(ends(&figure.arrows) == read.arrows, LostFeature::Arrows);
    check(figure.links == read.links, LostFeature::Links);
    let nothing = crate::Cell::default();
    for point in view.points() {
        let (cell, other) = (&figure[point], read.get(moved(point)).unwrap_or(&nothing));
        check(cell.stone == other.stone, LostFeature::Stone(point));
        check(cell.number == other.number, LostFeature::Number(point));
        check(cell.mark == other.mark, LostFeature::Mark(point));
        check(cell.label == other.label, LostFeature::Label(point));
        check(
            cell.territory == other.territory,
            LostFeature::Territory(point),
        );
        check(
            cell.variation == other.variation,
            LostFeature::Variation(point),
        );
        check(cell.dimmed == other.dimmed, LostFeature::Dimmed(point));
        check(cell.hidden == other.hidden, LostFeature::Hidden(point));
    }
    lost
}
