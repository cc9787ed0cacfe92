//! The title above the board and the text below it.

use std::fmt::Write;

use super::layout::{LINE, Layout, TITLE_LINE};
use super::paint::FONT;
use super::push_text;

pub(super) fn write(layout: &Layout, out: &mut String) {
    if layout.title.is_empty() && layout.captions.is_empty() {
        return;
    }
    let middle = layout.width / 2;
    write!(out, "<g class=\"say\" {FONT} text-anchor=\"middle\">")
        .expect("writing to a string cannot fail");
    let mut line = |y: u64, attribute: &str, text: &str| {
        write!(out, "<text x=\"{middle}\" y=\"{y}\"{attribute}>")
            .expect("writing to a string cannot fail");
        push_text(out, text);
        out.push_str("</text>");
    };
    for (n, text) in (1u64..).zip(&layout.title) {
        line(
            n * u64::from(TITLE_LINE) - 3,
            " style=\"font-size:13px\"",
            text,
        );
    }
    let top = u64::from(layout.board.top) + u64::from(layout.board.height);
    for (n, text) in (1u64..).zip(&layout.captions) {
        line(top + n * u64::from(LINE), "", text);
    }
    out.push_str("</g>");
}
