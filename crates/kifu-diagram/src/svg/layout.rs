//! The positions and sizes of the elements of a drawing, in units of the drawing.

use kifu_core::{Color, Point};
use unicode_width::UnicodeWidthChar;

use crate::text::cut;
use crate::words;
use crate::{Coordinates, Figure, LostFeature, View};

/// The distance between adjacent points.
pub(super) const STEP: u32 = 20;

/// The distance from the outer lines to the edge of the board, and the length of lines beyond an open side.
pub(super) const MARGIN: u32 = 13;

/// The additional space for coordinates at the sides. Like [`MARGIN`], it makes the distances of lines from the edges odd,
/// and all other heights are even: with 1.5 or 0.5 pixels for each unit, lines are in the middle of pixels.
const NAMES: u32 = 12;

/// The height of a line of captions, and of the title.
pub(super) const LINE: u32 = 15;
pub(super) const TITLE_LINE: u32 = 18;

/// The minimum width, which leaves room for captions.
const NARROWEST: u32 = 180;

/// The maximum number of lines of the captions, and of a title.
const MAX_LINES: usize = 200;

/// The maximum width of the lines with players.
const WIDEST: u32 = 480;

/// The distance from the sides to the stones of the players, and from there to their names.
pub(super) const STONE_AT: u32 = 13;
pub(super) const NAME_AT: u32 = 22;

/// The margin of thumbnails.
const NARROW_MARGIN: u32 = 11;

/// The space around the figures of a sheet, and between them.
pub(super) const BETWEEN: u32 = 18;

pub(super) struct Layout {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) view: View,
    /// The board with its margins.
    pub(super) board: Area,
    /// The lines of text above the board, with the positions of their base lines.
    pub(super) above: Vec<Line>,
    pub(super) captions: Vec<String>,
    /// The texts that are not drawn to their ends.
    pub(super) lost: Vec<LostFeature>,
    // The upper left point of the view.
    origin: (u32, u32),
}

pub(super) struct Area {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// A line of text above the board.
pub(super) struct Line {
    pub(super) base: u32,
    pub(super) content: LineContent,
}

pub(super) enum LineContent {
    /// Large text in the middle.
    Title(String),
    /// Small text in the middle, or at the left side below the names of players.
    Result { text: String, is_left: bool },
    /// A player, with a stone at the left or right side.
    Player {
        color: Color,
        name: String,
        side: Side,
    },
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

impl Layout {
    /// Lays out a figure, or its board as a thumbnail, with space for at least `caption_lines` lines of captions.
    pub(super) fn of(figure: &Figure, is_thumbnail: bool, caption_lines: u32) -> Layout {
        let view = figure.view.on(figure.size());
        let around = match figure.coordinates {
            Coordinates::None if is_thumbnail => NARROW_MARGIN,
            Coordinates::None => MARGIN,
            _ => MARGIN + NAMES,
        };
        let side = |points: u8| u32::from(points - 1) * STEP + 2 * around;
        let (board_width, board_height) = (side(view.cols()), side(view.rows()));
        let width = match is_thumbnail {
            true => board_width,
            false => board_width.max(NARROWEST),
        };
        let mut above = Vec::new();
        let mut top = 0;
        let mut lost = heading(figure, width, &mut above, &mut top);
        let mut captions = Wrapped::new(caption_columns(width));
        for line in figure.text_below() {
            captions.push(&line);
        }
        let (captions, is_cut) = captions.end();
        lost.extend(is_cut.then_some(LostFeature::Captions));
        let lines = u32::try_from(captions.len()).unwrap_or(u32::MAX);
        let below = match lines.max(caption_lines) {
            0 => 0,
            count => even(count.saturating_mul(LINE)).saturating_add(6),
        };
        let left = even((width - board_width) / 2);
        Layout {
            width,
            height: top.saturating_add(board_height).saturating_add(below),
            view,
            board: Area {
                left,
                top,
                width: board_width,
                height: board_height,
            },
            above,
            captions,
            lost,
            origin: (left + around, top.saturating_add(around)),
        }
    }

    pub(super) fn caption_columns(&self) -> u32 {
        caption_columns(self.width)
    }

    /// The distance from the outer lines to the edge of the board.
    pub(super) fn margin(&self) -> u32 {
        self.origin.0 - self.board.left
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

/// The even number that is equal or next.
fn even(number: u32) -> u32 {
    number.saturating_add(number % 2)
}

/// The number of columns of text on a line of captions in a drawing of a width.
fn caption_columns(width: u32) -> u32 {
    (width * 10 / 68).max(8)
}

/// The width of the lines with players, and their distance from the left side.
pub(super) fn players_room(width: u32) -> (u32, u32) {
    (width.min(WIDEST), width.saturating_sub(WIDEST) / 2)
}

/// Places the game and the title above the board, and adds their heights to `top`. Returns the texts that are cut.
pub(super) fn heading(
    figure: &Figure,
    width: u32,
    lines: &mut Vec<Line>,
    top: &mut u32,
) -> Vec<LostFeature> {
    let mut add = |height: u32, drop: u32, content: LineContent| {
        *top = top.saturating_add(height);
        let base = top.saturating_sub(drop);
        lines.push(Line { base, content });
    };
    let game = &figure.game;
    // A letter is about 0.6 times as wide as its font size.
    let title_columns = width.saturating_mul(10) / 82;
    let (title, mut is_game_cut) = wrapped(&game.title, title_columns);
    for line in title {
        add(TITLE_LINE, 3, LineContent::Title(line));
    }
    let (room, _) = players_room(width);
    let mut one_line = |text: &str, beside: u32| {
        let text = words::printable(text.trim(), false);
        let columns = (room.saturating_sub(beside) * 10 / 68) as usize;
        if cut(&text, columns).len() == text.len() {
            return text;
        }
        is_game_cut = true;
        shortened(&text, columns)
    };
    let players = [
        (Color::Black, one_line(&game.black, NAME_AT + 8), Side::Left),
        (
            Color::White,
            one_line(&game.white, NAME_AT + 8),
            Side::Right,
        ),
    ];
    let result = one_line(&game.result, 16);
    let wide = |text: &str| {
        let columns: usize = text.chars().map(|c| c.width().unwrap_or(0)).sum();
        u32::try_from(columns)
            .unwrap_or(u32::MAX)
            .saturating_mul(68)
            / 10
    };
    // The stones and the space between the names.
    let names = players.iter().map(|(_, name, _)| wide(name)).sum::<u32>();
    let is_one_row = names.saturating_add(60) <= room;
    // The result is between the names if it fits beside the longer one.
    let longer = players.iter().map(|(_, name, _)| wide(name)).max();
    let half = longer.unwrap_or(0).saturating_add(wide(&result) / 2 + 30);
    let is_between = is_one_row && names > 0 && half <= room / 2;
    let mut is_first = true;
    for (color, name, side) in players {
        if name.is_empty() {
            continue;
        }
        let is_new_row = is_first || !is_one_row;
        let side = if is_one_row { side } else { Side::Left };
        add(
            if is_new_row { LINE + 2 } else { 0 },
            4,
            LineContent::Player { color, name, side },
        );
        is_first = false;
    }
    if !result.is_empty() {
        add(
            if is_between { 0 } else { LINE + 2 },
            4,
            LineContent::Result {
                text: result,
                is_left: names > 0 && !is_one_row,
            },
        );
    }
    let (title, is_title_cut) = wrapped(&figure.title, title_columns);
    for line in title {
        add(TITLE_LINE, 3, LineContent::Title(line));
    }
    if *top > 0 {
        *top = even(*top).saturating_add(6);
    }
    let lost = [
        (is_game_cut, LostFeature::Game),
        (is_title_cut, LostFeature::Title),
    ];
    let lost = lost.into_iter().filter(|(is_cut, _)| *is_cut);
    lost.map(|(_, what)| what).collect()
}

/// Breaks a text into lines of at most `columns` columns. Returns whether the text is cut.
fn wrapped(text: &str, columns: u32) -> (Vec<String>, bool) {
    let mut lines = Wrapped::new(columns);
    lines.push(text);
    lines.end()
}

/// The start of a text, with `…`, in at most `columns` columns.
fn shortened(text: &str, columns: usize) -> String {
    format!("{}…", cut(text, columns.saturating_sub(1)).trim_end())
}

/// A space in a paragraph, with the width and the number of characters of the line up to its end.
#[derive(Clone, Copy)]
struct Blank {
    at: usize,
    width: usize,
    count: usize,
}

/// Texts in lines of at most `columns` columns, broken at spaces if possible.
struct Wrapped {
    columns: usize,
    /// At most one line more than are drawn.
    lines: Vec<String>,
}

impl Wrapped {
    fn new(columns: u32) -> Wrapped {
        Wrapped {
            columns: columns.max(8) as usize,
            lines: Vec::new(),
        }
    }

    fn push(&mut self, text: &str) {
        if self.is_full() {
            return;
        }
        for paragraph in words::printable(text, true).lines() {
            let (mut start, mut width, mut count) = (0, 0, 0);
            // The last space of the line at which it may end, and the last one of all.
            let (mut blank, mut any): (Option<Blank>, Option<Blank>) = (None, None);
            for (at, c) in paragraph.char_indices() {
                let wide = c.width().unwrap_or(0);
                // Characters without a width have no other limit.
                let is_over = width + wide > self.columns || count >= self.columns * 4;
                if is_over && at > start && c != ' ' {
                    let end = blank.or(any);
                    let (end, next) = match end {
                        Some(blank) => (blank, blank.at + 1),
                        None => (Blank { at, width, count }, at),
                    };
                    self.lines.push(paragraph[start..end.at].to_owned());
                    if self.is_full() {
                        return;
                    }
                    start = next;
                    width -= end.width;
                    count -= end.count;
                    blank = None;
                    any = any.filter(|any| any.at > end.at).map(|any| Blank {
                        width: any.width - end.width,
                        count: any.count - end.count,
                        ..any
                    });
                }
                width += wide;
                count += 1;
                if c == ' ' {
                    any = Some(Blank { at, width, count });
                    // `12 at 5` stays together.
                    let is_inside =
                        paragraph[..at].ends_with(" at") || paragraph[at..].starts_with(" at ");
                    blank = any.filter(|_| !is_inside).or(blank);
                }
            }
            let rest = paragraph[start..].trim_end();
            if !rest.is_empty() {
                self.lines.push(rest.to_owned());
                if self.is_full() {
                    return;
                }
            }
        }
    }

    fn is_full(&self) -> bool {
        self.lines.len() > MAX_LINES
    }

    /// Returns the lines that are drawn, and whether there are more.
    fn end(mut self) -> (Vec<String>, bool) {
        let is_cut = self.is_full();
        self.lines.truncate(MAX_LINES);
        if let Some(last) = self.lines.last_mut().filter(|_| is_cut) {
            *last = shortened(last, self.columns);
        }
        (self.lines, is_cut)
    }
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
            ("12, 3 at 4", &["12,", "3 at 4"]),
            ("one at 4", &["one at 4"]),
            ("eleven at 4", &["eleven", "at 4"]),
            ("123 at 12345 at 1", &["123 at", "12345 at", "1"]),
        ] {
            assert_eq!(wrapped(text, 8).0, lines, "{text}");
        }
    }
}
