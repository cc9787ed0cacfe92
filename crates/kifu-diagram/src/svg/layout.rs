//! The positions and sizes of the elements of a drawing, in units of the drawing.

use kifu_core::Point;
use unicode_width::UnicodeWidthChar;

use crate::words;
use crate::{Coordinates, Figure, View};

/// The distance between adjacent points.
pub(super) const STEP: u32 = 20;

/// The distance from the outer lines to the edge of the board, and the length of lines beyond an open side.
pub(super) const MARGIN: u32 = 13;

/// The additional space for coordinates at the sides.
const NAMES: u32 = 13;

/// The height of a line of captions, and of the title.
pub(super) const LINE: u32 = 15;
pub(super) const TITLE_LINE: u32 = 18;

/// The minimum width, which leaves room for captions.
const NARROWEST: u32 = 180;

pub(super) struct Layout {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) view: View,
    /// The board with its margins.
    pub(super) board: Area,
    pub(super) title: Vec<String>,
    pub(super) captions: Vec<String>,
    // The upper left point of the view.
    origin: (u32, u32),
}

pub(super) struct Area {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Layout {
    /// Lays out a figure, with space for at least `caption_lines` lines of captions.
    pub(super) fn of(figure: &Figure, caption_lines: u32) -> Layout {
        let view = figure.view.on(figure.size());
        let around = match figure.coordinates {
            Coordinates::None => MARGIN,
            _ => MARGIN + NAMES,
        };
        let side = |points: u8| u32::from(points - 1) * STEP + 2 * around;
        let (board_width, board_height) = (side(view.cols()), side(view.rows()));
        let width = board_width.max(NARROWEST);
        // A letter is about 0.6 times as wide as its font size.
        let title = wrapped(&figure.title, width * 10 / 82);
        let captions: Vec<String> = figure
            .text_below()
            .iter()
            .flat_map(|line| wrapped(line, caption_columns(width)))
            .collect();
        let lines = |count: usize, height: u32| match u32::try_from(count).unwrap_or(u32::MAX) {
            0 => 0,
            count => count.saturating_mul(height).saturating_add(6),
        };
        let top = lines(title.len(), TITLE_LINE);
        let left = (width - board_width) / 2;
        Layout {
            width,
            height: top
                .saturating_add(board_height)
                .saturating_add(lines(captions.len().max(caption_lines as usize), LINE)),
            view,
            board: Area {
                left,
                top,
                width: board_width,
                height: board_height,
            },
            title,
            captions,
            origin: (left + around, top.saturating_add(around)),
        }
    }

    pub(super) fn caption_columns(&self) -> u32 {
        caption_columns(self.width)
    }

    /// The position of a column, from the left; also for points out of view.
    pub(super) fn x(&self, col: u8) -> i64 {
        let from = i64::from(col) - i64::from(self.view.first().col);
        i64::from(self.origin.0) + from * i64::from(STEP)
    }

    /// The position of a row, from the top.
    pub(super) fn y(&self, row: u8) -> i64 {
        let from = i64::from(row) - i64::from(self.view.first().row);
        i64::from(self.origin.1) + from * i64::from(STEP)
    }

    pub(super) fn at(&self, point: Point) -> (i64, i64) {
        (self.x(point.col), self.y(point.row))
    }
}

/// The number of columns of text on a line of captions in a drawing of a width.
fn caption_columns(width: u32) -> u32 {
    (width * 10 / 68).max(8)
}

/// Breaks a text into lines of at most `columns` columns, at spaces if possible.
fn wrapped(text: &str, columns: u32) -> Vec<String> {
    let columns = columns.max(8) as usize;
    let mut lines = Vec::new();
    for paragraph in words::printable(text, true).lines() {
        let (mut start, mut width) = (0, 0);
        // The last space of the line, and the width up to its end.
        let mut blank: Option<(usize, usize)> = None;
        for (at, c) in paragraph.char_indices() {
            let wide = c.width().unwrap_or(0);
            if width + wide > columns && at > start && c != ' ' {
                let (end, next, before) = match blank {
                    Some((blank, before)) => (blank, blank + 1, before),
                    None => (at, at, width),
                };
                lines.push(paragraph[start..end].to_owned());
                start = next;
                width -= before;
                blank = None;
            }
            width += wide;
            if c == ' ' {
                blank = Some((at, width));
            }
        }
        let rest = paragraph[start..].trim_end();
        if !rest.is_empty() {
            lines.push(rest.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_at_blanks_or_anywhere() {
        for (text, lines) in [
            ("", &[][..]),
            ("one two three", &["one two", "three"]),
            ("one two  three", &["one two ", "three"]),
            ("unbreakable", &["unbreaka", "ble"]),
            ("古力は黒番", &["古力は黒", "番"]),
            ("a\nb", &["a", "b"]),
            ("a unbreakable b", &["a", "unbreaka", "ble b"]),
        ] {
            assert_eq!(wrapped(text, 8), lines, "{text}");
        }
    }
}
