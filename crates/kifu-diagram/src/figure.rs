//! What a diagram shows.

use std::ops::{Index, IndexMut};

use kifu_core::{ByColor, Color, Move, Point, Setup, Size};

mod view;

pub use view::View;

/// A diagram: a board, what is drawn on it, and what is said about it.
///
/// A figure is what is seen. It knows no rules and no game tree: whoever makes one puts on the
/// stones that are there, and [`Figure::play`] numbers moves as books do.
///
/// ```
/// use kifu_core::{Color, Move, Setup, Size, Western};
/// use kifu_diagram::{Figure, Mark};
///
/// let size = Size::square(9).unwrap();
/// let at = |name| Western::parse(name, size).unwrap();
/// let mut figure = Figure::new(&Setup::empty(size));
/// figure.play(Color::Black, Move::Play(at("C3")), 1);
/// figure.play(Color::White, Move::Play(at("G7")), 2);
/// figure[at("E5")].mark = Some(Mark::Triangle);
/// figure[at("E6")].label = Some("a".into());
/// assert_eq!(figure[at("C3")].number, Some(1));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    size: Size,
    cells: Vec<Cell>,
    /// The part of the board that is shown: SGF's `VW`, as far as it is a rectangle. Points
    /// that are left out of it are [`Cell::hidden`].
    pub view: View,
    /// Lines from point to point: `LN`.
    pub lines: Vec<[Point; 2]>,
    /// Arrows, from the first point to the second: `AR`.
    pub arrows: Vec<[Point; 2]>,
    /// What stands above: the name of an `FG`.
    pub title: String,
    /// What stands below, paragraph by paragraph.
    pub captions: Vec<String>,
    /// Moves that have no stone of their own, such as "12 at 5".
    pub elsewhere: Vec<Elsewhere>,
    /// Which names of columns and rows stand at the sides.
    pub coordinates: Coordinates,
    /// Whether star points are drawn.
    pub stars: bool,
    /// The point of the last move, to be pointed out.
    pub last: Option<Point>,
    /// Whose turn it is, to be said below.
    pub to_play: Option<Color>,
    /// Where a ko forbids the next move; kept for notations of positions, drawn by nobody.
    pub ko: Option<Point>,
    /// How many stones each player has captured, to be said below.
    pub captures: Option<ByColor<u32>>,
    /// What marks link to; kept for Sensei's notation, drawn by nobody.
    pub links: Vec<Link>,
}

/// What is drawn on one point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// The stone.
    pub stone: Option<Color>,
    /// The number on the stone.
    pub number: Option<u32>,
    /// The mark on the stone, or on the empty point.
    pub mark: Option<Mark>,
    /// The text on it: `LB`.
    pub label: Option<String>,
    /// Whose territory it is: `TB`, `TW`. On a stone of the other side: it is dead.
    pub territory: Option<Color>,
    /// A move that could be played here, shown where `ST` asks for variations.
    pub variation: Option<Color>,
    /// Greyed out: `DD`.
    pub dimmed: bool,
    /// Not shown at all, not even its lines: outside of a `VW` that is no rectangle.
    pub hidden: bool,
}

/// A mark on a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// `CR`.
    Circle,
    /// `SQ`.
    Square,
    /// `TR`.
    Triangle,
    /// `MA`.
    Cross,
    /// `SL`.
    Selected,
}

/// A move whose stone cannot be shown: the point shows another one, or it is a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Elsewhere {
    /// Its number.
    pub number: u32,
    /// Who moved.
    pub color: Color,
    /// The move.
    pub action: Move,
}

/// Names of columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Coordinates {
    /// None.
    #[default]
    None,
    /// Letters without I from the left, numbers from the bottom.
    Western,
    /// The letters of SGF, from the left and from the top.
    Sgf,
}

/// What a symbol of Sensei's notation links to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The symbol in the diagram.
    pub symbol: char,
    /// A page or an address.
    pub target: String,
}

impl Figure {
    /// The stones of a position and its ko, the whole board in view, nothing else.
    pub fn new(setup: &Setup) -> Figure {
        let mut figure = Figure::empty(setup.size());
        figure.ko = setup.ko;
        for (point, color) in setup.stones() {
            figure[point].stone = Some(color);
        }
        figure
    }

    /// An empty board.
    pub fn empty(size: Size) -> Figure {
        Figure {
            size,
            cells: vec![Cell::default(); size.area()],
            view: View::whole(size),
            lines: Vec::new(),
            arrows: Vec::new(),
            title: String::new(),
            captions: Vec::new(),
            elsewhere: Vec::new(),
            coordinates: Coordinates::None,
            stars: true,
            last: None,
            to_play: None,
            ko: None,
            captures: None,
            links: Vec::new(),
        }
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stones, whose turn it is, and the ko.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty(self.size);
        setup.to_play = self.to_play;
        setup.ko = self.ko;
        for point in self.size.points() {
            setup.put(point, self[point].stone);
        }
        setup
    }

    /// What is drawn on a point, or `None` off the board.
    pub fn get(&self, point: Point) -> Option<&Cell> {
        self.size.contains(point).then(|| &self[point])
    }

    /// What is drawn on a point, to be changed, or `None` off the board.
    pub fn get_mut(&mut self, point: Point) -> Option<&mut Cell> {
        self.size.contains(point).then(|| &mut self[point])
    }

    /// Shows a numbered move: a stone with its number if the point is empty; else, and for a
    /// pass, [`Elsewhere`]. Nothing is captured: in printed figures the stones stay.
    ///
    /// A move off the board counts as one that has no stone.
    pub fn play(&mut self, color: Color, action: Move, number: u32) {
        if let Some(cell) = action.point().and_then(|point| self.get_mut(point)) {
            if cell.stone.is_none() {
                cell.stone = Some(color);
                cell.number = Some(number);
                return;
            }
        }
        self.elsewhere.push(Elsewhere {
            number,
            color,
            action,
        });
    }

    /// Whether a point is drawn: in view, and not hidden.
    pub fn shows(&self, point: Point) -> bool {
        self.view.contains(point) && self.get(point).is_some_and(|cell| !cell.hidden)
    }

    /// Shows only these points: `VW`. None of them shows the whole board again.
    pub fn show_only(&mut self, points: impl IntoIterator<Item = Point>) {
        for cell in &mut self.cells {
            cell.hidden = true;
        }
        let mut view: Option<View> = None;
        for point in points {
            if let Some(cell) = self.get_mut(point) {
                cell.hidden = false;
                view = Some(match view {
                    Some(view) => view.with(point),
                    None => View::between(point, point),
                });
            }
        }
        self.view = view.unwrap_or(View::whole(self.size));
        // What the rectangle leaves out need not be hidden.
        for point in self.size.points() {
            if view.is_none() || !self.view.contains(point) {
                self[point].hidden = false;
            }
        }
    }

    /// The part of the board around everything that is drawn, with a margin of `margin` points,
    /// and up to the edges that are nearly reached. An empty board is shown whole.
    pub fn interesting(&self, margin: u8) -> View {
        let drawn = |cell: &Cell| {
            cell.stone.is_some()
                || cell.mark.is_some()
                || cell.label.is_some()
                || cell.territory.is_some()
                || cell.variation.is_some()
        };
        let lines = self.lines.iter().chain(&self.arrows).flatten().copied();
        let points = self.size.points().filter(|&point| drawn(&self[point]));
        let all = points.chain(lines.filter(|&point| self.size.contains(point)));
        let around = all.fold(None, |view: Option<View>, point| {
            Some(view.map_or(View::between(point, point), |view| view.with(point)))
        });
        around.map_or(View::whole(self.size), |view| view.grown(self.size, margin))
    }
}

/// # Panics
///
/// If the point is off the board.
impl Index<Point> for Figure {
    type Output = Cell;

    fn index(&self, point: Point) -> &Cell {
        assert!(self.size.contains(point), "{point:?} is off the board");
        &self.cells[usize::from(point.row) * usize::from(self.size.cols()) + usize::from(point.col)]
    }
}

/// # Panics
///
/// If the point is off the board.
impl IndexMut<Point> for Figure {
    fn index_mut(&mut self, point: Point) -> &mut Cell {
        assert!(self.size.contains(point), "{point:?} is off the board");
        let cols = usize::from(self.size.cols());
        &mut self.cells[usize::from(point.row) * cols + usize::from(point.col)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_on_a_stone_is_said_below() {
        let mut figure = Figure::empty(Size::square(5).unwrap());
        let at = Move::Play(Point::new(1, 1));
        figure.play(Color::Black, at, 5);
        figure.play(Color::White, Move::Pass, 6);
        figure.play(Color::Black, at, 7);
        figure.play(Color::White, Move::Play(Point::new(9, 9)), 8);
        assert_eq!(figure[Point::new(1, 1)].number, Some(5));
        let numbers: Vec<_> = figure.elsewhere.iter().map(|m| m.number).collect();
        assert_eq!(numbers, [6, 7, 8]);
    }

    #[test]
    fn a_view_need_not_be_a_rectangle() {
        let mut figure = Figure::empty(Size::square(9).unwrap());
        figure.show_only([Point::new(0, 0), Point::new(2, 1)]);
        assert_eq!(
            figure.view,
            View::between(Point::new(0, 0), Point::new(2, 1))
        );
        let shown = figure.size().points().filter(|&p| figure.shows(p));
        assert_eq!(
            shown.collect::<Vec<_>>(),
            [Point::new(0, 0), Point::new(2, 1)]
        );
        figure.show_only([]);
        assert_eq!(figure, Figure::empty(figure.size()));
    }

    #[test]
    fn a_view_reaches_for_near_edges() {
        let mut figure = Figure::empty(Size::square(19).unwrap());
        assert_eq!(figure.interesting(1), View::whole(figure.size()));
        figure[Point::new(15, 3)].stone = Some(Color::Black);
        figure[Point::new(13, 4)].stone = Some(Color::White);
        let view = figure.interesting(1);
        assert_eq!(view, View::between(Point::new(12, 0), Point::new(18, 5)));
    }
}
