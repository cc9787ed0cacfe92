//! Plain-text tables with aligned columns, fitted to a width.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::printable::Printable;

/// The number of rows that determine the widths of the columns, and are kept in memory.
const MAX_SAMPLE_LEN: usize = 1000;

/// The number of spaces between columns.
const GAP: usize = 2;
/// The smallest width to which a column is cut.
const MIN_WIDTH: usize = 3;

/// The smallest width to which a column of text is cut while other columns can still be cut.
const MIN_TEXT_WIDTH: usize = 6;

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    /// The name in the header.
    pub name: String,
    /// The content.
    pub content: ColumnContent,
    /// The column is omitted if all of its cells in the first 1,000 rows have this text.
    pub omitted_if: Option<&'static str>,
}

/// The content of a column, which determines how it is aligned and cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnContent {
    /// Numbers, aligned to the right.
    Numbers,
    /// Short words, which are cut only if cutting texts is not enough.
    Words,
    /// Texts, whose end is cut.
    Texts,
    /// Paths, whose start is cut.
    Paths,
}

/// A table that is written row by row. The first 1,000 rows determine the widths of the columns; longer
/// cells in later rows are cut if the table has a maximum width.
#[derive(Debug)]
pub struct Table<W> {
    out: W,
    columns: Vec<Column>,
    /// The width of the terminal; `None` if no cell is cut.
    max_width: Option<usize>,
    has_header: bool,
    has_bold_header: bool,
    /// The first rows, until they determine the widths.
    sample: Vec<Vec<String>>,
    /// The indices and widths of the columns that are shown, once they are known.
    shown: Option<Vec<(usize, usize)>>,
    /// The number of columns for which the terminal has no space.
    hidden: usize,
}

impl<W: Write> Table<W> {
    /// Creates a table that is written to `out`. Cells are cut so that no line exceeds `max_width`, the
    /// width of a terminal.
    pub fn new(out: W, columns: Vec<Column>, max_width: Option<usize>) -> Table<W> {
        Table {
            out,
            columns,
            max_width,
            has_header: true,
            has_bold_header: false,
            sample: Vec::new(),
            shown: None,
            hidden: 0,
        }
    }

    /// Omits the line with the names of the columns.
    pub fn without_header(self) -> Table<W> {
        Table {
            has_header: false,
            ..self
        }
    }

    /// Sets whether the line with the names of the columns is bold.
    pub fn with_bold_header(self, has_bold_header: bool) -> Table<W> {
        Table {
            has_bold_header,
            ..self
        }
    }

    /// Adds a row with a cell for each column. Control characters are made visible.
    ///
    /// # Errors
    ///
    /// An error if the output cannot be written.
    pub fn add<'c>(&mut self, cells: impl IntoIterator<Item = &'c str>) -> io::Result<()> {
        let row: Vec<String> = cells
            .into_iter()
            .map(|cell| Printable(cell).to_string())
            .collect();
        if self.shown.is_some() {
            return self.write(&row);
        }
        self.sample.push(row);
        if self.sample.len() < MAX_SAMPLE_LEN {
            Ok(())
        } else {
            self.write_sample()
        }
    }

    /// Writes the remaining rows. Returns the output and the number of columns that did not fit.
    ///
    /// # Errors
    ///
    /// An error if the output cannot be written.
    pub fn finish(mut self) -> io::Result<(W, usize)> {
        if self.shown.is_none() {
            self.write_sample()?;
        }
        Ok((self.out, self.hidden))
    }

    fn write_sample(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.sample);
        let cells = |index: usize| rows.iter().filter_map(move |row| row.get(index));
        let is_omitted = |index: &usize| match self.columns[*index].omitted_if {
            Some(text) => !rows.is_empty() && cells(*index).all(|cell| cell == text),
            None => false,
        };
        let widths = (0..self.columns.len())
            .filter(|index| !is_omitted(index))
            .map(|index| {
                let name = self.columns[index].name.as_str();
                let name = self.has_header.then_some(name);
                let texts = cells(index).map(String::as_str).chain(name);
                let width = texts.map(UnicodeWidthStr::width).max();
                (index, width.unwrap_or(0).max(1))
            });
        let mut widths: Vec<(usize, usize)> = widths.collect();
        if let Some(max_width) = self.max_width {
            let before = widths.len();
            fit(&mut widths, &self.columns, max_width);
            self.hidden = before - widths.len();
        }
        self.shown = Some(widths);
        if self.has_header {
            let names: Vec<String> = self
                .columns
                .iter()
                .map(|column| column.name.clone())
                .collect();
            let line = self.line(&names);
            let style = if self.has_bold_header {
                Style::new().bold()
            } else {
                Style::new()
            };
            writeln!(self.out, "{style}{line}{style:#}")?;
        }
        rows.iter().try_for_each(|row| self.write(row))
    }

    fn write(&mut self, row: &[String]) -> io::Result<()> {
        let line = self.line(row);
        writeln!(self.out, "{line}")
    }

    fn line(&self, row: &[String]) -> String {
        let mut line = String::new();
        // Spaces are written only before another cell, so that lines do not end with spaces.
        let mut spaces = 0;
        for (index, width) in self.shown.iter().flatten() {
            let cell = row.get(*index).map_or("", String::as_str);
            let content = self.columns[*index].content;
            let cell = match self.max_width {
                Some(_) => cut(cell, *width, content),
                None => cell.to_owned(),
            };
            let fill = width.saturating_sub(cell.width());
            let (before, after) = match content {
                ColumnContent::Numbers => (fill, 0),
                _ => (0, fill),
            };
            if !cell.is_empty() {
                line.extend(std::iter::repeat_n(' ', spaces + before));
                line.push_str(&cell);
                spaces = 0;
            } else {
                spaces += before;
            }
            spaces += after + GAP;
        }
        line
    }
}

/// Reduces the widths so that a line has at most this width: texts and paths first, then all
/// columns. Removes the last columns if they still do not fit.
fn fit(shown: &mut Vec<(usize, usize)>, columns: &[Column], max_width: usize) {
    let needed = |shown: &[(usize, usize)]| {
        let gaps = GAP * shown.len().saturating_sub(1);
        shown.iter().map(|(_, width)| width).sum::<usize>() + gaps
    };
    let is_long = |index: usize| {
        matches!(
            columns[index].content,
            ColumnContent::Texts | ColumnContent::Paths
        )
    };
    loop {
        for (only_long, min_width) in [(true, MIN_TEXT_WIDTH), (false, MIN_WIDTH)] {
            // Narrow the widest column, one step at a time.
            let mut excess = needed(shown).saturating_sub(max_width);
            while excess > 0 {
                let columns = shown.iter_mut();
                let columns = columns.filter(|(index, _)| !only_long || is_long(*index));
                match columns.max_by_key(|(_, width)| *width) {
                    Some((_, width)) if *width > min_width => *width -= 1,
                    _ => break,
                }
                excess -= 1;
            }
        }
        if needed(shown) <= max_width || shown.len() <= 1 {
            return;
        }
        shown.pop();
    }
}

/// Cuts a cell to this width; `…` replaces the part that was cut.
fn cut(cell: &str, width: usize, content: ColumnContent) -> String {
    if cell.width() <= width {
        return cell.to_owned();
    }
    let mut left = width.saturating_sub(1);
    let fits = |c: &char| match left.checked_sub(c.width().unwrap_or(0)) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    };
    if content == ColumnContent::Paths {
        let kept: Vec<char> = cell.chars().rev().take_while(fits).collect();
        std::iter::once('…').chain(kept.into_iter().rev()).collect()
    } else {
        let mut kept: String = cell.chars().take_while(fits).collect();
        kept.push('…');
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(max_width: Option<usize>) -> Table<Vec<u8>> {
        let column = |(name, content): (&str, ColumnContent)| Column {
            name: name.to_owned(),
            content,
            omitted_if: None,
        };
        let columns = [
            ("path", ColumnContent::Paths),
            ("date", ColumnContent::Words),
            ("black", ColumnContent::Texts),
            ("moves", ColumnContent::Numbers),
        ];
        let columns = columns.map(column).to_vec();
        Table::new(Vec::new(), columns, max_width)
    }

    fn written(mut table: Table<Vec<u8>>) -> (String, usize) {
        let rows = [
            ["games/professional/1.sgf", "1968-01-12", "武宮　正樹", "7"],
            ["games/2.sgf", "", "Cho Chikun", "185"],
        ];
        for row in rows {
            table.add(row).unwrap();
        }
        let (bytes, hidden) = table.finish().unwrap();
        (String::from_utf8(bytes).unwrap(), hidden)
    }

    #[test]
    fn columns_are_aligned_with_wide_characters() {
        let expected = "\
path                      date        black       moves
games/professional/1.sgf  1968-01-12  武宮　正樹      7
games/2.sgf                           Cho Chikun    185
";
        assert_eq!(written(table(None)), (expected.to_owned(), 0));
        assert_eq!(written(table(Some(55))), (expected.to_owned(), 0));
        let (text, _) = written(table(None).without_header());
        assert_eq!(text.lines().count(), 2);
    }

    #[test]
    fn long_cells_are_cut_to_the_width_of_the_terminal() {
        let (text, hidden) = written(table(Some(37)));
        assert!(
            text.starts_with("path      date        black     moves\n"),
            "{text}"
        );
        assert!(text.contains("…l/1.sgf  1968-01-12  武宮　…"), "{text}");
        assert!(
            text.contains("…s/2.sgf              Cho Chi…    185"),
            "{text}"
        );
        assert_eq!(hidden, 0);
        for width in 1..60 {
            let (text, hidden) = written(table(Some(width)));
            let fits = |line: &str| line.width() <= width.max(MIN_WIDTH);
            assert!(text.lines().all(fits), "{width}\n{text}");
            assert_eq!(
                hidden > 0,
                width < 4 * MIN_WIDTH + 3 * GAP,
                "{width}\n{text}"
            );
        }
    }

    #[test]
    fn columns_with_only_default_cells_are_omitted() {
        let mut table = table(None);
        table.columns[1].omitted_if = Some("");
        table.columns[3].omitted_if = Some("1");
        table.add(["a", "", "b", "1"]).unwrap();
        table.add(["a", "", "b", "1"]).unwrap();
        let (bytes, hidden) = table.finish().unwrap();
        assert_eq!(bytes, b"path  black\na     b\na     b\n");
        assert_eq!(hidden, 0);
    }

    #[test]
    fn rows_after_the_sample_are_written_at_once() {
        let mut table = table(Some(24));
        for _ in 0..MAX_SAMPLE_LEN {
            table.add(["a", "b", "c", "1"]).unwrap();
        }
        let sampled = table.out.len();
        assert!(sampled > 0);
        table.add(["a/long/path", "b", "c", "123456"]).unwrap();
        assert!(table.out.len() > sampled);
        let (bytes, _) = table.finish().unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(text.lines().last(), Some("…ath  b     c      1234…"));
    }
}
