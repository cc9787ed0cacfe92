use std::ops::Range;

use kifu_core::{Color, Point, Size};

use super::{Numbering, SYMBOLS, names, unplaced};
use crate::error::{ReadError, ReadErrorKind};
use crate::lines::lines;
use crate::stars::is_star;
use crate::{Coordinates, Figure, Link, View};

/// The result of reading a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedDiagram {
    /// The figure that the diagram shows.
    pub figure: Figure,
    /// The text that was not understood and is ignored.
    pub unread: Vec<UnreadText>,
}

/// Text in a diagram that does not belong to the notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnreadText {
    /// The number of the line in the text, from 1.
    pub line: u32,
    /// The column of the first character, from 1.
    pub column: u32,
    /// The text as written.
    pub text: String,
}

/// Returns the ranges of the diagrams in a text: consecutive lines that begin with `$$`. Pass each to
/// [`read`](read()).
///
/// ```
/// let page = "Two ways:\n$$ one\n$$ | . X\n\n$$ two\n$$ | X .\nWhich?\n";
/// let found: Vec<&str> = kifu_diagram::sensei::diagrams(page).map(|at| &page[at]).collect();
/// assert_eq!(found, ["$$ one\n$$ | . X\n", "$$ two\n$$ | X .\n"]);
/// ```
pub fn diagrams(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut all = lines(text).peekable();
    std::iter::from_fn(move || {
        let is_part = |line: &str| line.trim_start().starts_with("$$");
        let first = all.find(|line| is_part(line.text))?;
        let mut end = first.end;
        while let Some(next) = all.next_if(|line| is_part(line.text)) {
            end = next.end;
        }
        Some(first.start..end)
    })
}

/// Reads the first diagram of a text.
///
/// # Errors
///
/// [`ReadError`] if the text does not contain a diagram with a row of points, or the diagram is larger than a board.
pub fn read(text: &str) -> Result<ParsedDiagram, ReadError> {
    let mut diagram = Diagram::default();
    let mut begun = false;
    for (number, line) in (1..).zip(lines(text)) {
        let indent = line.text.len() - line.text.trim_start().len();
        match line.text[indent..].strip_prefix("$$") {
            None if begun => break,
            None => {}
            Some(rest) => {
                // The indentation counts for columns.
                let at = line.text[..indent].chars().count() as u32 + 3;
                diagram.line(rest, number, at, !begun)?;
                begun = true;
            }
        }
    }
    if !begun {
        return Err(ReadError::new(ReadErrorKind::NoBoard, 0, 0));
    }
    diagram.figure()
}

/// Whether the first line, without its `$$`, is a row or an edge rather than a header.
pub(super) fn is_row(line: &str) -> bool {
    line.starts_with(char::is_whitespace)
        && line.contains(['.', '|', '-'])
        && line.trim().chars().all(|c| "-|+.,XO ".contains(c))
}

/// The contents of a diagram, read line by line.
#[derive(Default)]
struct Diagram<'t> {
    first: Option<Color>,
    coordinates: bool,
    size: Option<u8>,
    start: Option<u32>,
    title: &'t str,
    rows: Vec<Vec<Symbol>>,
    top: bool,
    bottom: bool,
    left: bool,
    right: bool,
    // The kind, the two ends, and the position of the line.
    ends: Vec<(&'t str, &'t str, (u32, u32))>,
    links: Vec<Link>,
    unread: Vec<UnreadText>,
}

/// A symbol and its position.
struct Symbol(char, (u32, u32));

impl<'t> Diagram<'t> {
    /// Reads a line without its `$$`; `column` is the column of its first character.
    fn line(
        &mut self,
        line: &'t str,
        number: u32,
        column: u32,
        first: bool,
    ) -> Result<(), ReadError> {
        let text = line.trim();
        let indent = line.len() - line.trim_start().len();
        let place = (number, column + line[..indent].chars().count() as u32);
        if first && !is_row(line) {
            self.header(line);
        } else if let Some(directive) = text.strip_prefix('{') {
            let inside = directive.trim_end_matches('}').trim();
            match inside.split_once(char::is_whitespace) {
                Some((kind @ ("AR" | "LN"), ends)) => self.ends.push((kind, ends, place)),
                _ => self.unread(place, text),
            }
        } else if let Some(link) = text.strip_prefix('[') {
            let inside = link.strip_suffix(']').unwrap_or(link);
            let mut symbol = inside.split('|').next().unwrap_or_default().trim().chars();
            match (symbol.next(), symbol.next(), inside.split_once('|')) {
                (Some(symbol), None, Some((_, target))) => self.links.push(Link {
                    symbol,
                    target: target.trim().into(),
                }),
                _ => self.unread(place, text),
            }
        } else if text.contains('-') && text.chars().all(|c| "-+| \t".contains(c)) {
            if self.rows.is_empty() {
                self.top = true
            } else {
                self.bottom = true
            }
        } else if !text.is_empty() {
            self.row(text, place)?;
        }
        Ok(())
    }

    /// Parses a header such as `Wc13m5 title`: options, each at most once and in this order, then a space.
    fn header(&mut self, line: &'t str) {
        let (options, title) = match line.find(char::is_whitespace) {
            Some(at) => line.split_at(at),
            None => (line, ""),
        };
        let mut rest = options;
        let mut take = |prefix: &str| match rest.strip_prefix(prefix) {
            Some(after) => {
                rest = after;
                true
            }
            None => false,
        };
        let first = if take("B") {
            Some(Color::Black)
        } else if take("W") {
            Some(Color::White)
        } else {
            None
        };
        let coordinates = take("c");
        let (size, after) = number(rest);
        rest = after;
        let (start, after) = match rest.strip_prefix('m').map(number) {
            Some((Some(start), after)) => (Some(start), after),
            _ => (None, rest),
        };
        let size = size.map(|size| u8::try_from(size).unwrap_or(u8::MAX));
        if after.is_empty() && size.is_none_or(|size| Size::square(size).is_ok()) {
            (self.first, self.coordinates) = (first, coordinates);
            (self.size, self.start) = (size, start);
            self.title = title.trim();
        } else {
            self.title = line.trim();
        }
    }

    fn row(&mut self, text: &str, (line, column): (u32, u32)) -> Result<(), ReadError> {
        let is_edge = |symbol: &Symbol| matches!(symbol.0, '|' | '+' | '-');
        let mut row: Vec<Symbol> = Vec::new();
        for (at, symbol) in (column..).zip(text.chars()) {
            if symbol.is_whitespace() {
                continue;
            }
            // Both edges count in addition to the points.
            if row.len() > usize::from(Size::MAX) + 1 {
                return Err(ReadError::new(ReadErrorKind::TooLarge, line, at));
            }
            row.push(Symbol(symbol, (line, at)));
        }
        if row.len() > 1 && row.last().is_some_and(is_edge) {
            self.right = true;
            row.pop();
        }
        if row.first().is_some_and(is_edge) {
            self.left = true;
            row.remove(0);
        }
        let too_many = self.rows.len() == usize::from(Size::MAX);
        if too_many || row.len() > usize::from(Size::MAX) {
            return Err(ReadError::new(ReadErrorKind::TooLarge, line, column));
        }
        self.rows.push(row);
        Ok(())
    }

    fn unread(&mut self, (line, column): (u32, u32), text: &str) {
        self.unread.push(UnreadText {
            line,
            column,
            text: text.into(),
        });
    }

    fn figure(mut self) -> Result<ParsedDiagram, ReadError> {
        let height = self.rows.len() as u8;
        let width = self.rows.iter().map(Vec::len).max().unwrap_or(0) as u8;
        if width == 0 {
            return Err(ReadError::new(ReadErrorKind::NoBoard, 0, 0));
        }
        // Edges on both sides determine the size of the board, and override the header.
        let cols = (self.left && self.right).then_some(width);
        let rows = (self.top && self.bottom).then_some(height);
        let side = |one: Option<u8>, other: Option<u8>, shown: u8| {
            one.or(self.size).or(other).unwrap_or(19).max(shown)
        };
        let size = Size::new(side(cols, rows, width), side(rows, cols, height))
            .map_err(|_| ReadError::new(ReadErrorKind::NoBoard, 0, 0))?;
        let from = |low: bool, high: bool, all: u8, shown: u8| match (low, high) {
            (true, _) => 0,
            (false, true) => all - shown,
            (false, false) => (all - shown) / 2,
        };
        let first = Point::new(
            from(self.left, self.right, size.cols(), width),
            from(self.top, self.bottom, size.rows(), height),
        );
        let last = Point::new(first.col + width - 1, first.row + height - 1);
        let mut figure = Figure::empty(size);
        figure.view = View::between(first, last);
        let numbering = Numbering {
            start: self.start.unwrap_or(1),
            first: self.first.unwrap_or(Color::Black),
        };
        let rows = std::mem::take(&mut self.rows);
        let (mut numbered, mut stars, mut dots) = (false, false, false);
        for (row, symbols) in (first.row..).zip(rows) {
            for (col, Symbol(symbol, place)) in (first.col..).zip(symbols) {
                let point = Point::new(col, row);
                numbered |= symbol.is_ascii_digit();
                stars |= symbol == ',';
                dots |= symbol == '.' && is_star(size, point);
                if !set(&mut figure, point, symbol, numbering) {
                    self.unread(place, &symbol.to_string());
                }
            }
        }
        figure.stars = stars || !dots;
        self.finish(figure, numbering, numbered)
    }

    /// Completes the diagram with its lines, arrows, links and title.
    fn finish(
        mut self,
        mut figure: Figure,
        numbering: Numbering,
        numbered: bool,
    ) -> Result<ParsedDiagram, ReadError> {
        for (kind, ends, place) in std::mem::take(&mut self.ends) {
            let mut points = ends
                .split_whitespace()
                .map(|name| names::parse(name, figure.size(), figure.view));
            match (points.next(), points.next(), points.next(), kind) {
                (Some(Some(from)), Some(Some(to)), None, "AR") => figure.arrows.push([from, to]),
                (Some(Some(from)), Some(Some(to)), None, _) => figure.lines.push([from, to]),
                _ => self.unread(place, &format!("{{{kind} {ends}}}")),
            }
        }
        figure.coordinates = if self.coordinates {
            Coordinates::Western
        } else {
            Coordinates::None
        };
        figure.links = self.links;
        let (title, moves) =
            unplaced::split(self.title, &figure, numbering).unwrap_or((self.title, Vec::new()));
        figure.title = title.into();
        figure.unplaced_moves = moves;
        if !numbered && figure.unplaced_moves.is_empty() {
            figure.to_play = self.first;
        }
        let mut unread = self.unread;
        unread.sort_by_key(|unread| (unread.line, unread.column));
        Ok(ParsedDiagram { figure, unread })
    }
}

/// Sets the contents of a point from a symbol; returns whether the symbol has a meaning.
fn set(figure: &mut Figure, point: Point, symbol: char, numbering: Numbering) -> bool {
    let cell = &mut figure[point];
    match symbol {
        ',' => {}
        '_' | '-' | '|' | '+' => cell.hidden = true,
        '?' => cell.dimmed = true,
        'a'..='z' => cell.label = Some(symbol.into()),
        '0'..='9' => {
            let number = numbering.number(symbol.to_digit(10).unwrap_or_default());
            cell.number = Some(number);
            cell.stone = Some(numbering.color(number));
        }
        _ => match SYMBOLS.iter().find(|known| known.0 == symbol) {
            Some(&(_, stone, mark)) => (cell.stone, cell.mark) = (stone, mark),
            None => return false,
        },
    }
    true
}

/// Splits a text into the number that it starts with and the rest.
fn number(text: &str) -> (Option<u32>, &str) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, after) = text.split_at(digits);
    (
        number.parse().ok(),
        if number.parse::<u32>().is_ok() {
            after
        } else {
            text
        },
    )
}
