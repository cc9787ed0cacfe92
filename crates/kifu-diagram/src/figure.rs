//! Figures: the contents of diagrams.

use std::ops::{Index, IndexMut};

use kifu_core::{ByColor, Color, Move, Point, Setup, Size};

mod view;

pub use view::View;

use crate::stars::is_star;
use crate::words;

/// The maximum width of labels on points of the board, in columns of text, in drawings with the smallest letters.
pub(crate) const LONGEST_LABEL: usize = 6;

/// A diagram: a board with its stones, marks and lines, and the text around it.
///
/// A figure contains only visible content, and does not know rules or a game tree: callers place the stones, and
/// [`Figure::play`] numbers moves as books do.
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
    /// The visible rectangle of the board, which encloses the points of SGF's `VW`. Points in the rectangle that
    /// `VW` omits are [`Cell::hidden`].
    pub view: View,
    /// Lines between two points: `LN`.
    pub lines: Vec<[Point; 2]>,
    /// Arrows, from the first point to the second: `AR`.
    pub arrows: Vec<[Point; 2]>,
    /// The game, to be shown above the title.
    pub game: GameHeading,
    /// The text above the board: the name of an `FG`.
    pub title: String,
    /// The text below the board, in paragraphs.
    pub captions: Vec<String>,
    /// Moves without a stone of their own, such as "12 at 5".
    pub unplaced_moves: Vec<UnplacedMove>,
    /// The kind of coordinates at the sides.
    pub coordinates: Coordinates,
    /// Whether star points are drawn.
    pub stars: bool,
    /// The point of the last move, to be highlighted.
    pub last: Option<Point>,
    /// The player to move, to be shown below the board.
    pub to_play: Option<Color>,
    /// The point where a ko forbids the next move. It is kept for notations of positions, and never drawn.
    pub ko: Option<Point>,
    /// The number of stones that each player has captured, to be shown below the board.
    pub captures: Option<ByColor<u32>>,
    /// The links of symbols. They are kept for Sensei's notation, and never drawn.
    pub links: Vec<Link>,
}

/// The contents of one point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// The colour of the stone on the point.
    pub stone: Option<Color>,
    /// The number on the stone.
    pub number: Option<u32>,
    /// The mark on the stone, or on the empty point.
    pub mark: Option<Mark>,
    /// The text on the point: `LB`.
    pub label: Option<String>,
    /// The owner of the territory: `TB`, `TW`. On a stone of the other colour, territory marks the stone as dead.
    pub territory: Option<Color>,
    /// The player of a possible move on this point, shown if `ST` requests variations.
    pub variation: Option<Color>,
    /// Whether the point is greyed out: `DD`.
    pub dimmed: bool,
    /// Whether the point is not shown at all, not even its lines: outside of a `VW` that is not a rectangle.
    pub hidden: bool,
}

/// The game of a figure, as a caption above the board. Empty texts are not shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameHeading {
    /// The name of the game, or its event and round.
    pub title: String,
    /// The name of the player of the black stones, with the rank.
    pub black: String,
    /// The name of the player of the white stones, with the rank.
    pub white: String,
    /// The result, such as `W+R`.
    pub result: String,
}

impl GameHeading {
    /// Whether there is no text at all.
    pub fn is_empty(&self) -> bool {
        [&self.title, &self.black, &self.white, &self.result]
            .iter()
            .all(|text| text.trim().is_empty())
    }
}

/// A mark on a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// A circle: `CR`.
    Circle,
    /// A square: `SQ`.
    Square,
    /// A triangle: `TR`.
    Triangle,
    /// A cross: `MA`.
    Cross,
    /// A selected point: `SL`.
    Selected,
}

/// A move without a stone of its own, because its point shows another stone or the move is a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnplacedMove {
    /// The move number.
    pub number: u32,
    /// The player of the move.
    pub color: Color,
    /// The point of the move, or a pass.
    pub action: Move,
}

/// The coordinates at the sides of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Coordinates {
    /// No coordinates.
    #[default]
    None,
    /// Letters from the left, without I, and numbers from the bottom.
    Western,
    /// The letters of SGF, from the left and from the top.
    Sgf,
}

/// A link of a symbol in Sensei's notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The symbol in the diagram.
    pub symbol: char,
    /// A page or an address.
    pub target: String,
}

impl Figure {
    /// Creates a figure of a position and its ko, with the whole board in view.
    pub fn new(setup: &Setup) -> Figure {
        let mut figure = Figure::empty(setup.size());
        figure.ko = setup.ko;
        for (point, color) in setup.stones() {
            figure[point].stone = Some(color);
        }
        figure
    }

    /// Creates a figure of an empty board.
    pub fn empty(size: Size) -> Figure {
        Figure {
            size,
            cells: vec![Cell::default(); size.area()],
            view: View::whole(size),
            lines: Vec::new(),
            arrows: Vec::new(),
            game: GameHeading::default(),
            title: String::new(),
            captions: Vec::new(),
            unplaced_moves: Vec::new(),
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

    /// The stones, the player to move, and the ko.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty(self.size);
        setup.to_play = self.to_play;
        setup.ko = self.ko;
        for point in self.size.points() {
            setup.put(point, self[point].stone);
        }
        setup
    }

    /// The contents of a point; `None` off the board.
    pub fn get(&self, point: Point) -> Option<&Cell> {
        self.size.contains(point).then(|| &self[point])
    }

    /// Mutable access to the contents of a point; `None` off the board.
    pub fn get_mut(&mut self, point: Point) -> Option<&mut Cell> {
        self.size.contains(point).then(|| &mut self[point])
    }

    /// Shows a numbered move: as a numbered stone if its point is empty, and otherwise as an [`UnplacedMove`].
    /// Nothing is captured, because stones stay in printed figures.
    ///
    /// A pass and a move off the board also become [`UnplacedMove`]s.
    pub fn play(&mut self, color: Color, action: Move, number: u32) {
        if let Some(cell) = action.point().and_then(|point| self.get_mut(point)) {
            if cell.stone.is_none() {
                cell.stone = Some(color);
                cell.number = Some(number);
                return;
            }
        }
        self.unplaced_moves.push(UnplacedMove {
            number,
            color,
            action,
        });
    }

    /// Whether a point is drawn: in view and not hidden.
    pub fn shows(&self, point: Point) -> bool {
        self.view.contains(point) && self.get(point).is_some_and(|cell| !cell.hidden)
    }

    /// Shows only these points: `VW`. An empty list shows the whole board.
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
        // Points outside of the rectangle need not be hidden.
        for point in self.size.points() {
            if view.is_none() || !self.view.contains(point) {
                self[point].hidden = false;
            }
        }
    }

    /// Whether a point is a star point that is drawn.
    pub fn is_star(&self, point: Point) -> bool {
        self.stars && self.size.contains(point) && is_star(self.size, point)
    }

    /// Returns the lines of text that an SVG drawing has below the board: the captions, the unplaced moves, the player
    /// to move, the captures, and the labels that are too long for their points.
    ///
    /// ```
    /// use kifu_core::{Color, Move, Point, Size};
    /// use kifu_diagram::Figure;
    ///
    /// let mut figure = Figure::empty(Size::square(9).unwrap());
    /// let ko = Move::Play(Point::new(4, 4));
    /// figure.play(Color::Black, ko, 1);
    /// figure.play(Color::White, ko, 4);
    /// assert_eq!(figure.text_below(), ["4 at 1"]);
    /// ```
    pub fn text_below(&self) -> Vec<String> {
        let mut lines = words::below(self);
        lines.extend(words::long_labels(self, LONGEST_LABEL));
        lines
    }

    /// Returns the part of the board around all drawn points, with a margin of `margin` points, extended to edges
    /// that would be at most two points away. For an empty board, this is the whole board.
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
/// Panics if the point is off the board.
impl Index<Point> for Figure {
    type Output = Cell;

    fn index(&self, point: Point) -> &Cell {
        assert!(self.size.contains(point), "{point:?} is off the board");
        &self.cells[usize::from(point.row) * usize::from(self.size.cols()) + usize::from(point.col)]
    }
}

/// # Panics
///
/// Panics if the point is off the board.
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
    fn a_move_on_a_stone_is_unplaced() {
        let mut figure = Figure::empty(Size::square(5).unwrap());
        let at = Move::Play(Point::new(1, 1));
        figure.play(Color::Black, at, 5);
        figure.play(Color::White, Move::Pass, 6);
        figure.play(Color::Black, at, 7);
        figure.play(Color::White, Move::Play(Point::new(9, 9)), 8);
        assert_eq!(figure[Point::new(1, 1)].number, Some(5));
        let numbers: Vec<_> = figure.unplaced_moves.iter().map(|m| m.number).collect();
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
