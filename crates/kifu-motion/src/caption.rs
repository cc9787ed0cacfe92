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
    ) -> Vec<(Vec<String>, Duration)> {
        let lines = lines.max(1);
        match self {
            Caption::None => vec![(Vec::new(), pause)],
            Caption::End(text) => {
                let mut all = wrapped(text, columns);
                let rest = all.split_off(all.len().saturating_sub(lines));
                vec![(rest, pause)]
            }
            Caption::Pages(text) => {
                let all = wrapped(text, columns);
                if all.is_empty() {
                    return vec![(Vec::new(), pause)];
                }
                let pages = all.chunks(lines).map(|page| {
                    let widths = page.iter().flat_map(|line| line.chars());
                    let width: usize = widths.map(|c| c.width().unwrap_or(0)).sum();
                    let reading = READING.saturating_mul(u32::try_from(width).unwrap_or(u32::MAX));
                    (page.to_vec(), pause.max(reading))
                });
                pages.collect()
            }
        }
    }
}

/// Breaks a text into lines of at most `columns` columns, at spaces if possible.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        let mut width = 0;
        for c in paragraph.chars() {
            let c = if c.is_whitespace() { ' ' } else { c };
            let wide = c.width().unwrap_or(0);
            if width + wide > columns && !line.is_empty() {
                let rest = match line.rfind(' ') {
                    _ if c == ' ' => String::new(),
                    Some(at) => line.split_off(at)[1..].to_owned(),
                    None => String::new(),
                };
                lines.push(std::mem::replace(&mut line, rest));
                width = line.chars().map(|c| c.width().unwrap_or(0)).sum();
            }
            if c != ' ' || !line.is_empty() {
                line.push(c);
                width += wide;
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
            .iter()
            .map(|(lines, time)| (lines.join("/"), time.as_millis()))
            .collect();
        assert_eq!(pages, [("one two/three".into(), 600), ("four".into(), 300)]);
        let text = Caption::End("one two three four".into());
        assert_eq!(text.pages(8, 1, pause), [(vec!["four".into()], pause)]);
        assert_eq!(Caption::None.pages(8, 1, pause), [(vec![], pause)]);
        assert_eq!(
            Caption::Pages(" \n".into()).pages(8, 1, pause),
            [(vec![], pause)]
        );
    }
}
