//! Boards as simple shapes, for formats that have no pictures of their own.
//!
//! Lengths are hundredths of the distance between two lines, from the upper left of the drawing.

use kifu_core::{Color, Point};
use kifu_diagram::{Cell, Coordinates, Mark, Rgb, Theme as Colors};
use unicode_width::UnicodeWidthStr;

use crate::board::Board;
use crate::layout::{MARGIN, NAMES, extent};

/// A colour of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Ink {
    Line,
    Black,
    White,
    Rim,
    Board,
    Accent,
}

impl Ink {
    pub(crate) const ALL: [Ink; 6] = [
        Ink::Line,
        Ink::Black,
        Ink::White,
        Ink::Rim,
        Ink::Board,
        Ink::Accent,
    ];

    /// A letter that names the colour.
    pub(crate) const fn letter(self) -> char {
        match self {
            Ink::Line => 'l',
            Ink::Black => 'k',
            Ink::White => 'w',
            Ink::Rim => 'r',
            Ink::Board => 'b',
            Ink::Accent => 'a',
        }
    }

    pub(crate) const fn color(self, colors: &Colors) -> Rgb {
        match self {
            Ink::Line => colors.line,
            Ink::Black => colors.black,
            Ink::White => colors.white,
            Ink::Rim => colors.rim,
            Ink::Board => colors.board,
            Ink::Accent => colors.accent,
        }
    }
}

type At = (i32, i32);

/// A shape of a drawing. Later shapes cover earlier ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Lines of a width, each between two points.
    Lines(u32, Ink, Vec<(At, At)>),
    /// Discs of a diameter.
    Dots(u32, Ink, Vec<At>),
    /// Filled polygons.
    Polygons(Ink, Vec<Vec<At>>),
    /// Squares that let what is below them shine through.
    Veils(Ink, Vec<At>),
    /// A text around a point, with its font size.
    Text(u32, Ink, At, String),
}

/// The diameter of a stone.
const STONE: u32 = 97;
/// The width of the outline of a stone, on both sides together.
const RIM: u32 = 9;

/// The widest label that is drawn on a point, in columns of text.
const LABEL_WIDTH: usize = 6;

/// The shapes of a board, and its width and height.
pub(crate) struct Drawing {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) shapes: Vec<Shape>,
}

struct Place {
    first: Point,
    origin: i32,
}

impl Place {
    fn at(&self, point: Point) -> At {
        let from = |n: u8, first: u8| (i32::from(n) - i32::from(first)) * 100 + self.origin;
        (
            from(point.col, self.first.col),
            from(point.row, self.first.row),
        )
    }
}

pub(crate) fn draw(board: &Board, colors: &Colors) -> Drawing {
    let (width, height) = extent(board);
    let has_names = board.coordinates != Coordinates::None;
    let place = Place {
        first: board.view.first(),
        origin: (MARGIN + if has_names { NAMES } else { 0 }) as i32,
    };
    let mut shapes = Vec::new();
    grid(board, &place, has_names, &mut shapes);
    if has_names {
        names(board, &place, (width, height), &mut shapes);
    }
    let mut layers = Layers::default();
    for (point, cell) in &board.cells {
        layers.add(board, *point, cell, place.at(*point));
    }
    // A black stone with a black rim is one disc.
    let has_rim = colors.black != colors.rim;
    layers.push_to(has_rim, &mut shapes);
    rays(board, &place, &mut shapes);
    let veils: Vec<At> = board
        .cells
        .iter()
        .filter(|(_, cell)| cell.dimmed)
        .map(|(point, _)| place.at(*point))
        .collect();
    if !veils.is_empty() {
        shapes.push(Shape::Veils(Ink::Board, veils));
    }
    Drawing {
        width,
        height,
        shapes,
    }
}

fn grid(board: &Board, place: &Place, has_names: bool, shapes: &mut Vec<Shape>) {
    let (size, first, last) = (board.size(), board.view.first(), board.view.last());
    let reach = if has_names { 45 } else { MARGIN as i32 };
    let beyond = |is_open: bool| if is_open { reach } else { 0 };
    let (left, top) = place.at(first);
    let (right, bottom) = place.at(last);
    let (from, to) = (
        left - beyond(first.col > 0),
        right + beyond(last.col + 1 < size.cols()),
    );
    let (above, below) = (
        top - beyond(first.row > 0),
        bottom + beyond(last.row + 1 < size.rows()),
    );
    let (mut inner, mut edge) = (Vec::new(), Vec::new());
    for row in first.row..=last.row {
        let (_, y) = place.at(Point::new(first.col, row));
        let is_edge = row == 0 || row + 1 == size.rows();
        let lines = if is_edge { &mut edge } else { &mut inner };
        lines.push(((from, y), (to, y)));
    }
    for col in first.col..=last.col {
        let (x, _) = place.at(Point::new(col, first.row));
        let is_edge = col == 0 || col + 1 == size.cols();
        let lines = if is_edge { &mut edge } else { &mut inner };
        lines.push(((x, above), (x, below)));
    }
    let figure = kifu_diagram::Figure::empty(size);
    let in_view = size.points().filter(|&point| board.view.contains(point));
    let stars: Vec<At> = in_view
        .filter(|&point| figure.is_star(point))
        .map(|point| place.at(point))
        .collect();
    for (width, lines) in [(4, inner), (9, edge)] {
        if !lines.is_empty() {
            shapes.push(Shape::Lines(width, Ink::Line, lines));
        }
    }
    if !stars.is_empty() {
        shapes.push(Shape::Dots(20, Ink::Line, stars));
    }
}

/// Draws the names of columns and rows at all four sides.
fn names(board: &Board, place: &Place, (width, height): (u32, u32), shapes: &mut Vec<Shape>) {
    let (size, first, last) = (board.size(), board.view.first(), board.view.last());
    let mut name = |at: At, text: String| shapes.push(Shape::Text(46, Ink::Line, at, text));
    for col in first.col..=last.col {
        let (x, _) = place.at(Point::new(col, 0));
        let text = size
            .western(Point::new(col, 0))
            .map(|name| name.to_string())
            .unwrap_or_default();
        let text = text
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .to_owned();
        for y in [40, height as i32 - 40] {
            name((x, y), text.clone());
        }
    }
    for row in first.row..=last.row {
        let (_, y) = place.at(Point::new(0, row));
        let text = (size.rows() - row).to_string();
        for x in [40, width as i32 - 40] {
            name((x, y), text.clone());
        }
    }
}

/// The shapes on points, from bottom to top.
#[derive(Default)]
struct Layers {
    /// Discs that hide the lines below labels and marks.
    clear: Vec<At>,
    rims: Vec<At>,
    black: Vec<At>,
    white: Vec<At>,
    variations: [Vec<At>; 2],
    areas: [Vec<Vec<At>>; 2],
    /// Marks by the colour below them and by their own colour.
    rings: Vec<(Ink, Ink, u32, At)>,
    outlines: Vec<(Ink, At, At)>,
    filled: Vec<(Ink, Vec<At>)>,
    last: Vec<(Ink, At)>,
    texts: Vec<Shape>,
}

impl Layers {
    fn add(&mut self, board: &Board, point: Point, cell: &Cell, at: At) {
        let number = cell.number.map(|number| number.to_string());
        let label = cell
            .label
            .as_deref()
            .map(str::trim)
            .filter(|label| !label.is_empty());
        let text = number.as_deref().or(label);
        let (below, ink) = match cell.stone {
            None => (Ink::Board, Ink::Accent),
            Some(Color::Black) => (Ink::Black, Ink::White),
            Some(Color::White) => (Ink::White, Ink::Black),
        };
        match cell.stone {
            Some(color) => {
                self.rims.push(at);
                match color {
                    Color::Black => self.black.push(at),
                    Color::White => self.white.push(at),
                }
            }
            None if text.is_some() || cell.mark.is_some() => self.clear.push(at),
            None => {
                if let Some(color) = cell.variation {
                    self.variations[usize::from(color == Color::White)].push(at);
                }
            }
        }
        if let Some(color) = cell.territory {
            self.areas[usize::from(color == Color::White)]
                .push(around(at, &[(-18, -18), (18, -18), (18, 18), (-18, 18)]));
        }
        if let Some(mark) = cell.mark {
            self.mark(mark, text.is_some(), (below, ink), at);
        } else if board.last == Some(point) && text.is_none() && cell.stone.is_some() {
            self.last.push((ink, at));
        }
        if let Some(text) = text {
            let text = crate::text::one_line(text);
            let shown = cut(&text);
            let columns = shown.width().max(1) as u32;
            // A column is about half as wide as the font size; some fonts have wider digits.
            let (room, largest, lower) = match cell.mark {
                None => (70, 64, 0),
                Some(Mark::Circle) => (54, 52, 0),
                Some(_) => (64, 48, 13),
            };
            let size = (room * 2 / columns).clamp(20, largest);
            self.texts.push(Shape::Text(
                size,
                ink,
                (at.0, at.1 + lower),
                shown.to_owned(),
            ));
        }
    }

    fn mark(&mut self, mark: Mark, has_text: bool, (below, ink): (Ink, Ink), at: At) {
        let corners: &[At] = match (mark, has_text) {
            (Mark::Circle, _) => {
                self.rings
                    .push((below, ink, if has_text { 80 } else { 54 }, at));
                return;
            }
            (Mark::Square, false) => &[(-22, -22), (22, -22), (22, 22), (-22, 22)],
            (Mark::Square, true) => &[(-10, -40), (10, -40), (10, -20), (-10, -20)],
            (Mark::Triangle, false) => &[(0, -31), (27, 16), (-27, 16)],
            (Mark::Triangle, true) => &[(0, -42), (14, -19), (-14, -19)],
            (Mark::Selected, false) => &[(0, -25), (25, 0), (0, 25), (-25, 0)],
            (Mark::Selected, true) => &[(0, -45), (15, -30), (0, -15), (-15, -30)],
            (Mark::Cross, _) => {
                let (up, down, half) = if has_text {
                    (-40, -20, 10)
                } else {
                    (-22, 22, 22)
                };
                for (from, to) in [((-half, up), (half, down)), ((half, up), (-half, down))] {
                    self.outlines.push((
                        ink,
                        (at.0 + from.0, at.1 + from.1),
                        (at.0 + to.0, at.1 + to.1),
                    ));
                }
                return;
            }
        };
        let corners = around(at, corners);
        if mark == Mark::Selected {
            self.filled.push((ink, corners));
            return;
        }
        let next = corners.iter().cycle().skip(1);
        self.outlines
            .extend(corners.iter().zip(next).map(|(&from, &to)| (ink, from, to)));
    }

    fn push_to(self, has_rim: bool, shapes: &mut Vec<Shape>) {
        let mut dots = |width: u32, ink: Ink, points: Vec<At>| {
            if !points.is_empty() {
                shapes.push(Shape::Dots(width, ink, points));
            }
        };
        dots(70, Ink::Board, self.clear);
        dots(STONE, Ink::Rim, self.rims);
        if has_rim {
            dots(STONE - RIM, Ink::Black, self.black);
        }
        dots(STONE - RIM, Ink::White, self.white);
        let [black, white] = self.variations;
        dots(60, Ink::Rim, [black, white.clone()].concat());
        dots(52, Ink::White, white);
        let [black, white] = self.areas;
        for (ink, areas) in [(Ink::Black, black), (Ink::White, white)] {
            if !areas.is_empty() {
                shapes.push(Shape::Polygons(ink, areas.clone()));
                if ink == Ink::White {
                    let sides = areas.iter().flat_map(|area| {
                        let next = area.iter().cycle().skip(1);
                        area.iter().copied().zip(next.copied()).collect::<Vec<_>>()
                    });
                    shapes.push(Shape::Lines(4, Ink::Rim, sides.collect()));
                }
            }
        }
        for ink in Ink::ALL {
            for below in Ink::ALL {
                for diameter in [54, 80] {
                    let rings = self
                        .rings
                        .iter()
                        .filter(|ring| (ring.0, ring.1, ring.2) == (below, ink, diameter));
                    let rings: Vec<At> = rings.map(|ring| ring.3).collect();
                    if !rings.is_empty() {
                        shapes.push(Shape::Dots(diameter, ink, rings.clone()));
                        shapes.push(Shape::Dots(diameter - 18, below, rings));
                    }
                }
            }
            let of_ink = self.outlines.iter().filter(|line| line.0 == ink);
            let lines: Vec<(At, At)> = of_ink.map(|line| (line.1, line.2)).collect();
            if !lines.is_empty() {
                shapes.push(Shape::Lines(9, ink, lines));
            }
            let of_ink = self.filled.iter().filter(|filled| filled.0 == ink);
            let filled: Vec<Vec<At>> = of_ink.map(|filled| filled.1.clone()).collect();
            if !filled.is_empty() {
                shapes.push(Shape::Polygons(ink, filled));
            }
            let of_ink = self.last.iter().filter(|last| last.0 == ink);
            let last: Vec<At> = of_ink.map(|last| last.1).collect();
            if !last.is_empty() {
                shapes.push(Shape::Dots(34, ink, last));
            }
        }
        shapes.extend(self.texts);
    }
}

fn around((x, y): At, corners: &[At]) -> Vec<At> {
    corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
}

/// The longest start of a label that is drawn on a point.
pub(crate) fn cut(text: &str) -> &str {
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let next = at + c.len_utf8();
        if text[..next].width() > LABEL_WIDTH {
            break;
        }
        end = next;
    }
    &text[..end]
}

/// Draws lines and arrows between the visible points.
fn rays(board: &Board, place: &Place, shapes: &mut Vec<Shape>) {
    let visible = |ends: &&[Point; 2]| ends.iter().all(|&end| board.view.contains(end));
    let ends = |[from, to]: &[Point; 2]| (place.at(*from), place.at(*to));
    let all = board.lines.iter().chain(&board.arrows).filter(visible);
    let lines: Vec<(At, At)> = all.map(ends).collect();
    if !lines.is_empty() {
        shapes.push(Shape::Lines(9, Ink::Accent, lines));
    }
    let heads = board
        .arrows
        .iter()
        .filter(visible)
        .filter_map(|arrow| head(ends(arrow)));
    let heads: Vec<Vec<At>> = heads.collect();
    if !heads.is_empty() {
        shapes.push(Shape::Polygons(Ink::Accent, heads));
    }
}

/// The head of an arrow: a triangle with its tip at the end.
fn head((from, to): (At, At)) -> Option<Vec<At>> {
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    // Unlike `hypot`, a square root gives the same result on all machines.
    let length = (dx * dx + dy * dy).sqrt();
    if length == 0.0 {
        return None;
    }
    let (dx, dy) = (dx / length, dy / length);
    let round = |x: f64, y: f64| (x.round() as i32, y.round() as i32);
    let base = (f64::from(to.0) - dx * 42.0, f64::from(to.1) - dy * 42.0);
    let corner = |side: f64| round(base.0 - dy * 20.0 * side, base.1 + dx * 20.0 * side);
    Some(vec![to, corner(1.0), corner(-1.0)])
}
