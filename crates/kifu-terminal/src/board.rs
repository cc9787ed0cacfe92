//! Draws a board into a buffer.

use kifu_core::Point;
use kifu_diagram::{Figure, View};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;
use unicode_width::UnicodeWidthStr;

use crate::Symbols;
use crate::text::{cut, one_line};
use crate::theme::{self, Theme};

/// The number of columns of a point: a line to the point before, and the point. With them, the board looks square.
const WIDE: u16 = 2;

/// The maximum width of labels in columns.
const LABEL: usize = 3;

/// The room for coordinates at the left.
const MARGIN: u16 = 2;

/// How a board is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardStyle {
    pub(crate) theme: Theme,
    pub(crate) symbols: Symbols,
    pub(crate) has_coordinates: bool,
}

/// Where the points of a board were drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DrawnBoard {
    /// The cells of the points.
    area: Rect,
    /// The point at the upper left.
    first: Point,
    cols: u8,
    rows: u8,
}

impl DrawnBoard {
    /// The point that was drawn at a cell.
    pub(crate) fn point(&self, column: u16, row: u16) -> Option<Point> {
        let (x, y) = (
            column.checked_sub(self.area.x)?,
            row.checked_sub(self.area.y)?,
        );
        // The line before a point belongs to it, and the line after it to the next one.
        let (col, row) = (x / WIDE, y);
        let is_inside = col < u16::from(self.cols) && row < u16::from(self.rows);
        is_inside.then(|| Point::new(self.first.col + col as u8, self.first.row + row as u8))
    }
}

/// The columns and rows of a screen that a view needs, with coordinates if `has_coordinates`.
pub(crate) fn needed(view: View, has_coordinates: bool) -> (u16, u16) {
    let (cols, rows) = (u16::from(view.cols()), u16::from(view.rows()));
    if has_coordinates {
        (MARGIN + WIDE * cols + 1, rows + 1)
    } else {
        (WIDE * cols + 1, rows)
    }
}

/// The start and the length of the part of `count` lines from `first` that fits into `room`, around `center`.
fn part(first: u8, count: u8, room: u16, center: u8) -> (u8, u8) {
    let room = u8::try_from(room).unwrap_or(u8::MAX).max(1);
    if count <= room {
        return (first, count);
    }
    let last = first + (count - room);
    (center.saturating_sub(room / 2).clamp(first, last), room)
}

/// Draws the part of the board around `center` that fits into an area.
pub(crate) fn draw(
    figure: &Figure,
    center: Point,
    cursor: Option<Point>,
    style: BoardStyle,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<DrawnBoard> {
    let view = figure.view.on(figure.size());
    let margin = if style.has_coordinates { MARGIN } else { 0 };
    let below = u16::from(style.has_coordinates);
    let room = (
        area.width.checked_sub(margin + 1)? / WIDE,
        area.height.checked_sub(below)?,
    );
    if room.0 == 0 || room.1 == 0 {
        return None;
    }
    let (left, cols) = part(view.first().col, view.cols(), room.0, center.col);
    let (top, rows) = part(view.first().row, view.rows(), room.1, center.row);
    let drawn = DrawnBoard {
        area: Rect {
            x: area.x + margin,
            y: area.y,
            width: WIDE * u16::from(cols) + 1,
            height: u16::from(rows),
        },
        first: Point::new(left, top),
        cols,
        rows,
    };
    let painter = Painter {
        figure,
        style,
        drawn,
        last: figure.last,
    };
    painter.points(cursor, buffer);
    if style.has_coordinates {
        painter.coordinates(buffer);
    }
    Some(drawn)
}

struct Painter<'a> {
    figure: &'a Figure,
    style: BoardStyle,
    drawn: DrawnBoard,
    last: Option<Point>,
}

impl Painter<'_> {
    fn points(&self, cursor: Option<Point>, buffer: &mut Buffer) {
        let DrawnBoard {
            area,
            first,
            cols,
            rows,
        } = self.drawn;
        let theme = self.style.theme;
        buffer.set_style(area, theme.wood());
        // Labels of three columns cover the lines beside them, so all lines are drawn first.
        for (row, y) in (first.row..first.row + rows).zip(area.y..) {
            for (col, x) in (first.col..first.col + cols).zip((area.x..).step_by(usize::from(WIDE)))
            {
                let point = Point::new(col, row);
                let line = self.line_before(point);
                put(buffer, x, y, &line.to_string(), theme.wood());
            }
        }
        for (row, y) in (first.row..first.row + rows).zip(area.y..) {
            for (col, x) in
                (first.col..first.col + cols).zip((area.x + 1..).step_by(usize::from(WIDE)))
            {
                self.point(Point::new(col, row), x, y, buffer);
            }
        }
        let place = |point: Point| {
            let (col, row) = (
                point.col.checked_sub(first.col)?,
                point.row.checked_sub(first.row)?,
            );
            let is_drawn = col < cols && row < rows && self.figure.get(point).is_some();
            is_drawn.then(|| (area.x + 1 + WIDE * u16::from(col), area.y + u16::from(row)))
        };
        let is_shown = |point: &Point| !self.figure[*point].hidden;
        if let Some((x, y)) = self
            .last
            .and_then(|last| place(last).filter(|_| is_shown(&last)))
        {
            put(buffer, x - 1, y, "(", theme.last());
            put(buffer, x + 1, y, ")", theme.last());
        }
        if let Some((x, y)) = cursor.and_then(place) {
            buffer.set_style(
                Rect {
                    x: x - 1,
                    y,
                    width: 3,
                    height: 1,
                },
                theme.cursor(),
            );
        }
    }

    fn is_visible(&self, point: Point) -> bool {
        self.figure.get(point).is_some_and(|cell| !cell.hidden)
    }

    /// The line between a point and the one at its left.
    fn line_before(&self, point: Point) -> char {
        let is_joined = point.col > 0
            && self.is_visible(point)
            && self.is_visible(Point::new(point.col - 1, point.row))
            && self.style.symbols == Symbols::Unicode;
        if is_joined { '─' } else { ' ' }
    }

    /// The crossing of lines at an empty point.
    fn crossing(&self, point: Point) -> char {
        if self.style.symbols == Symbols::Ascii {
            return if self.figure.stars && self.figure.is_star(point) {
                '+'
            } else {
                '.'
            };
        }
        let size = self.figure.size();
        let (left, right) = (point.col == 0, point.col + 1 == size.cols());
        let (top, bottom) = (point.row == 0, point.row + 1 == size.rows());
        match (top, bottom, left, right) {
            (true, true, ..) | (_, _, true, true) => '·',
            (true, _, true, _) => '┌',
            (true, _, _, true) => '┐',
            (_, true, true, _) => '└',
            (_, true, _, true) => '┘',
            (true, ..) => '┬',
            (_, true, ..) => '┴',
            (_, _, true, _) => '├',
            (_, _, _, true) => '┤',
            _ if self.figure.stars && self.figure.is_star(point) => '╋',
            _ => '┼',
        }
    }

    fn point(&self, point: Point, x: u16, y: u16, buffer: &mut Buffer) {
        let theme = self.style.theme;
        let cell = &self.figure[point];
        if cell.hidden {
            return;
        }
        let number = cell.number.map(|number| number.to_string());
        let label = cell.label.as_deref().filter(|label| !label.is_empty());
        let text = number.or_else(|| label.map(|label| cut(&one_line(label), LABEL)));
        if let Some(text) = text.filter(|text| text.width() > 0) {
            let style = match cell.stone {
                Some(color) => theme.on_stone(color),
                None => theme.on_wood(),
            };
            let from = if text.width() > 1 { x - 1 } else { x };
            return put(buffer, from, y, &text, style);
        }
        let symbol = theme::point(self.style.symbols, cell, theme.is_colored());
        let Some(symbol) = symbol else {
            let is_star = self.figure.stars && self.figure.is_star(point);
            let style = match (cell.dimmed, is_star) {
                (true, _) => theme.dimmed(None),
                (false, true) => theme.star(),
                (false, false) => theme.wood(),
            };
            return put(buffer, x, y, &self.crossing(point).to_string(), style);
        };
        let style = match (cell.stone, cell.territory, cell.variation) {
            (stone, ..) if cell.dimmed => theme.dimmed(stone),
            (Some(color), ..) => theme.stone(color),
            (None, Some(color), _) if cell.mark.is_none() => theme.stone(color),
            (None, None, Some(color)) if cell.mark.is_none() => theme.stone(color),
            _ => theme.on_wood(),
        };
        put(buffer, x, y, &symbol.to_string(), style);
    }

    fn coordinates(&self, buffer: &mut Buffer) {
        let DrawnBoard {
            area,
            first,
            cols,
            rows,
        } = self.drawn;
        let size = self.figure.size();
        let style = self.style.theme.coordinates();
        for (row, y) in (first.row..first.row + rows).zip(area.y..) {
            let number = format!("{:>2}", size.rows() - row);
            put(buffer, area.x - MARGIN, y, &number, style);
        }
        let y = area.y + area.height;
        for (col, x) in (first.col..first.col + cols).zip((area.x..).step_by(usize::from(WIDE))) {
            let name = size
                .western(Point::new(col, 0))
                .map(|name| name.to_string());
            let letters: String = name
                .unwrap_or_default()
                .chars()
                .filter(|c| !c.is_ascii_digit())
                .collect();
            // Names of two letters leave no space, so only every other one is drawn.
            if letters.len() < 2 || col % 2 == 1 {
                put(buffer, x, y, &format!("{letters:>2}"), style);
            }
        }
    }
}

/// Writes a text at a cell, as far as it fits into the buffer.
pub(crate) fn put(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    let area = buffer.area;
    if x >= area.left() && x < area.right() && y >= area.top() && y < area.bottom() {
        buffer.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}
