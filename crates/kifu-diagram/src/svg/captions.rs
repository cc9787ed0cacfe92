//! The text above the board and below it.

use std::fmt::Write;

use kifu_core::Color;

use super::layout::{LINE, Layout, Line, LineContent, NAME_AT, STONE_AT, Side, players_room};
use super::paint::{FONT, dot};
use super::push_text;

pub(super) fn write(layout: &Layout, out: &mut String) {
    let top = u64::from(layout.board.top) + u64::from(layout.board.height);
    let below = (1u64..).zip(&layout.captions);
    let below = below.map(|(n, line)| (top + n * u64::from(LINE), line.as_str()));
    write_lines(layout.width, &layout.above, below, out);
}

/// Writes lines above and below the boards of a drawing with this width.
pub(super) fn write_lines<'t>(
    width: u32,
    above: &[Line],
    below: impl Iterator<Item = (u64, &'t str)>,
    out: &mut String,
) {
    let middle = width / 2;
    // On wide sheets, the players are not at the edges.
    let (_, indent) = players_room(width);
    let mut texts = String::new();
    let mut text = |x: u32, y: u64, attribute: &str, text: &str| {
        write!(texts, "<text x=\"{x}\" y=\"{y}\"{attribute}>")
            .expect("writing to a string cannot fail");
        push_text(&mut texts, text);
        texts.push_str("</text>");
    };
    for line in above {
        let y = u64::from(line.base);
        match &line.content {
            LineContent::Title(title) => text(middle, y, " class=\"head-line\"", title),
            LineContent::Result {
                text: result,
                is_left,
            } => match is_left {
                true => text(indent + NAME_AT, y, " text-anchor=\"start\"", result),
                false => text(middle, y, "", result),
            },
            LineContent::Player { color, name, side } => {
                let (at, x, anchor) = match side {
                    Side::Left => (
                        indent + STONE_AT,
                        indent + NAME_AT,
                        " text-anchor=\"start\"",
                    ),
                    Side::Right => (
                        width - indent - STONE_AT,
                        width - indent - NAME_AT,
                        " text-anchor=\"end\"",
                    ),
                };
                let color = match color {
                    Color::Black => "black",
                    Color::White => "white",
                };
                dot(color, (at, line.base - 4), 5, out);
                text(x, y, anchor, name);
            }
        }
    }
    for (y, line) in below {
        text(middle, y, "", line);
    }
    if !texts.is_empty() {
        write!(
            out,
            "<g class=\"say\" {FONT} text-anchor=\"middle\">{texts}</g>"
        )
        .expect("writing to a string cannot fail");
    }
}
