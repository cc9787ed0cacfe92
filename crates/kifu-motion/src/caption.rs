//! Text below the board.

use std::time::Duration;

use unicode_width::UnicodeWidthChar;

/// The text below the board of a frame.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Caption {
    /// No text.
    #[default]
    None,
    /// The whole text. A text with more lines than [`Animation::caption_lines`](crate::Animation::caption_lines) is shown
    /// page by page, and each page for at least the time that it takes to read.
    Pages(String),
    /// The last lines of the text, for the time of the frame: for text that is being written.
    End(String),
}

/// The time to read a column of text. A Chinese character takes two columns.
const READING: Duration = Duration::from_millis(50);

impl Caption {
    /// Returns the pages with the time that each is shown; a single empty page if the text is empty.
    pub(crate) fn pages(
        &self,
        columns: usize,
        lines: usize,
        pause: Duration,
    ) -> impl Iterator<Item = (Vec<String>, Duration)> + use<> {
        let lines = lines.max(1);
        let (all, takes_time) = match self {
            Caption::None => (Vec::new(), false),
            Caption::End(text) => {
                let mut all = wrapped(text, columns);
                (all.split_off(all.len().saturating_sub(lines)), false)
            }
            Caption::Pages(text) => (wrapped(text, columns), true),
        };
        let count = all.len().div_ceil(lines).max(1);
        let mut all = all.into_iter();
        (0..count).map(move |_| {
            let page: Vec<String> = all.by_ref().take(lines).collect();
            let widths = page.iter().flat_map(|line| line.chars());
            let width: usize = widths.map(|c| c.width().unwrap_or(0)).sum();
            let reading = READING.saturating_mul(u32::try_from(width).unwrap_or(u32::MAX));
            (
                page,
                if takes_time {
                    pause.max(reading)
                } else {
                    pause
                },
            )
        })
    }
}

/// Breaks a text into lines of at most `columns` columns, at spaces if possible.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        let (mut width, mut count) = (0, 0);
        for c in paragraph.chars() {
            let c = if c.is_whitespace() { ' ' } else { c };
            let wide = c.width().unwrap_or(0);
            // Characters without a width have no other limit.
            let is_over = width + wide > columns || count >= columns.saturating_mul(4);
            if is_over && !line.is_empty() {
                let rest = match line.rfind(' ') {
                    _ if c == ' ' => String::new(),
                    Some(at) => line.split_off(at)[1..].to_owned(),
                    None => String::new(),
                };
                lines.push(std::mem::replace(&mut line, rest));
                width = line.chars().map(|c| c.width().unwrap_or(0)).sum();
                count = line.chars().count();
            }
            if c != ' ' || !line.is_empty() {
                line.push(c);
                width += wide;
                count += 1;
            }
        }
        lines.push(line);
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines.retain(|line| !line.is_empty());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_at_spaces_or_anywhere() {
        for (text, lines) in [
            ("", &[][..]),
            ("one two three", &["one two", "three"]),
            ("one  two\r\n\n three", &["one  two", "three"]),
            ("unbreakable word", &["unbreaka", "ble word"]),
            ("a unbreakable", &["a", "unbreaka", "ble"]),
            ("古力は黒番", &["古力は黒", "番"]),
        ] {
            assert_eq!(wrapped(text, 8), lines, "{text}");
        }
    }

    #[test]
    fn pages_take_time_to_read() {
        let pause = Duration::from_millis(300);
        let text = Caption::Pages("one two three four".into());
        let pages = text.pages(8, 2, pause);
        let pages: Vec<_> = pages
            .map(|(lines, time)| (lines.join("/"), time.as_millis()))
            .collect();
        assert_eq!(pages, [("one two/three".into(), 600), ("four".into(), 300)]);
        let text = Caption::End("one two three four".into());
        let pages = |text: Caption| text.pages(8, 1, pause).collect::<Vec<_>>();
        assert_eq!(pages(text), [(vec!["four".into()], pause)]);
        assert_eq!(pages(Caption::None), [(vec![], pause)]);
        assert_eq!(pages(Caption::Pages(" \n".into())), [(vec![], pause)]);
    }
}
