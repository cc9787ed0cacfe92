//! Text of records, made safe for a terminal and laid out in columns.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The maximum number of characters without width, such as accents, in a row. All of them would be in one cell.
const MAX_MARKS: usize = 8;

/// Whether a character acts on a terminal, or on the direction of the text around it.
fn is_hazard(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Replaces the characters that act on a terminal, and keeps at most [`MAX_MARKS`] characters without width in a row.
fn printable(text: &str) -> String {
    let mut marks = 0;
    let shown = text.chars().map(|c| match c {
        '\t' => ' ',
        c if is_hazard(c) => '\u{FFFD}',
        c => c,
    });
    let shown = shown.filter(|c| {
        marks = match c.width() {
            Some(0) => marks + 1,
            _ => 0,
        };
        marks <= MAX_MARKS
    });
    shown.collect()
}

/// A text in one line, with single spaces between its words.
pub(crate) fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    printable(&words.join(" "))
}

/// A text cut to a number of columns; a cut text ends with `…`.
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
    let dots = if columns > 0 { "…" } else { "" };
    format!("{}{dots}", text[..end].trim_end())
}

/// Breaks a text into lines of at most `columns` columns, at the places where Unicode allows a break. The line breaks of the
/// text are kept.
pub(crate) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let options = textwrap::Options::new(columns.max(1));
    let mut lines = Vec::new();
    for line in text.lines() {
        let line = printable(line.trim_end());
        lines.extend(
            textwrap::wrap(&line, &options)
                .into_iter()
                .map(|line| line.into_owned()),
        );
    }
    lines
}

/// Whether a text contains `wanted`, which is in lower case.
pub(crate) fn contains(text: &str, wanted: &str) -> bool {
    // Most texts are searched without a copy.
    if wanted.is_ascii() {
        let first = wanted.as_bytes().first();
        let mut windows = text.as_bytes().windows(wanted.len().max(1));
        return first.is_none()
            || (text.is_ascii()
                && windows.any(|window| window.eq_ignore_ascii_case(wanted.as_bytes())))
            || (!text.is_ascii() && text.to_lowercase().contains(wanted));
    }
    text.to_lowercase().contains(wanted)
}

/// The places of `wanted`, which is in lower case, in a line: columns from and to.
pub(crate) fn matches_in(line: &str, wanted: &str) -> Vec<(usize, usize)> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut column = 0;
    let mut chars = line.chars();
    loop {
        let rest = chars.as_str();
        let mut lower = rest.chars().flat_map(char::to_lowercase);
        if wanted.chars().all(|c| lower.next() == Some(c)) {
            let count = wanted.chars().count();
            let width: usize = rest
                .chars()
                .take(count)
                .map(|c| c.width().unwrap_or(0))
                .sum();
            found.push((column, column + width));
        }
        match chars.next() {
            Some(c) => column += c.width().unwrap_or(0),
            None => return found,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_wide_characters_and_not_before_a_full_stop() {
        let lines = wrapped("黒は右上を守る。白は左下へ。", 15);
        assert_eq!(lines, ["黒は右上を守", "る。白は左下", "へ。"]);
        assert!(lines.iter().all(|line| line.width() <= 15));
        assert_eq!(
            wrapped("a longword b\n\nc", 5),
            ["a", "longw", "ord b", "", "c"]
        );
    }

    #[test]
    fn hazards_are_replaced() {
        assert_eq!(
            one_line("a\u{1b}[31m\n b\t\u{202e}c"),
            "a\u{FFFD}[31m b \u{FFFD}c"
        );
        assert_eq!(wrapped("a\tb\u{7}", 9), ["a b\u{FFFD}"]);
    }

    #[test]
    fn marks_in_a_row_are_bounded() {
        let marks = format!("a{}b\u{301}", "\u{301}".repeat(1000));
        assert_eq!(one_line(&marks).chars().count(), 1 + 8 + 2);
        assert_eq!(wrapped(&marks, 9)[0].chars().count(), 1 + 8 + 2);
    }

    #[test]
    fn matches_have_columns() {
        assert_eq!(matches_in("白 Atari, ATARI", "atari"), [(3, 8), (10, 15)]);
        assert_eq!(matches_in("黒白黒", "黒"), [(0, 2), (4, 6)]);
        assert!(contains("Ein ÄHNLICHER Zug", "ähnlicher"));
        assert!(contains("é ATARI", "atari"));
        assert!(!contains("ATAR", "atari"));
    }

    #[test]
    fn cut_text_fits() {
        assert_eq!(cut("abcdef", 4), "abc…");
        assert_eq!(cut("黒白黒", 4), "黒…");
        assert_eq!(cut("abc", 0), "");
    }
}
