//! Text for a terminal: its width, cutting and wrapping.

use std::io::{self, IsTerminal};

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::printable::Printable;

/// The width of text that is not written to a terminal, in columns.
const DEFAULT_WIDTH: usize = 80;

/// The smallest width that text is laid out for.
const MIN_WIDTH: usize = 40;

/// Returns the width of the terminal in columns, or 80 if standard output is not a terminal.
pub(crate) fn width() -> usize {
    if !io::stdout().is_terminal() {
        return DEFAULT_WIDTH;
    }
    let size = crossterm::terminal::size();
    size.map_or(DEFAULT_WIDTH, |(columns, _)| {
        usize::from(columns).max(MIN_WIDTH)
    })
}

/// Returns a text in one line, safe for a terminal, with single spaces between its words.
pub(crate) fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    Printable(&words.join(" ")).to_string()
}

/// Returns a text cut to a number of columns; a cut text ends with `…`, after a whole word if possible.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let (mut end, mut width) = (0, 0);
    for (at, c) in text.char_indices() {
        width += c.width().unwrap_or(0);
        if width + 1 > columns {
            break;
        }
        end = at + c.len_utf8();
    }
    let start = &text[..end];
    // Cut within a word that fills half of the line.
    let whole = start
        .rfind(' ')
        .filter(|&at| at > end / 2 && !text[end..].starts_with(' '));
    format!("{}…", start[..whole.unwrap_or(end)].trim_end())
}

/// Appends a text in lines of at most `columns` columns. Each line starts with `indent`. The line
/// breaks of the text are kept.
pub(crate) fn push_wrapped(text: &str, indent: &str, columns: usize, out: &mut String) {
    let options = textwrap::Options::new(columns)
        .initial_indent(indent)
        .subsequent_indent(indent);
    for line in text.trim_end().lines() {
        let line = Printable(line.trim_end()).to_string();
        for wrapped in textwrap::wrap(&line, &options) {
            out.push_str(wrapped.trim_end());
            out.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_after_words() {
        let cut = |columns| cut("Black answers badly", columns);
        assert_eq!(cut(19), "Black answers badly");
        assert_eq!(cut(18), "Black answers…");
        assert_eq!(cut(14), "Black answers…");
        assert_eq!(cut(13), "Black answer…");
        assert_eq!(cut(3), "Bl…");
        assert_eq!(super::cut("黑棋答得不好", 6), "黑棋…");
    }

    #[test]
    fn lines_are_wrapped_and_indented() {
        let mut out = String::new();
        push_wrapped("one two three\n\nfour\u{1b}\n", "  ", 14, &mut out);
        assert_eq!(out, "  one two\n  three\n\n  four\\u{1b}\n");
    }
}
