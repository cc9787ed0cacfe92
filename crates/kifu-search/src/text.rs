//! Parses drawn patterns.

use kifu_core::Size;
use kifu_span::{Diagnostic, Span};

use crate::codes;
use crate::{Anchor, Cell, Pattern, Sides};

impl Pattern {
    /// Parses a drawn pattern.
    ///
    /// | letter | allowed contents |
    /// | --- | --- |
    /// | `X` `#` `●` | a black stone |
    /// | `O` `0` `○` | a white stone |
    /// | `.` `,` `+` `·` | an empty point |
    /// | `x` | a black stone or an empty point |
    /// | `o` | a white stone or an empty point |
    /// | `*` | a stone of either colour |
    /// | `?` | any contents |
    ///
    /// Each line is a row. Spaces between the letters and empty lines are ignored. `|` before or after the points
    /// of every row, and a line of `-`, with or without `+`, above or below all rows, mark edges of the board,
    /// which the pattern then touches. A row may start with `$$`, as in diagrams of Sensei's Library; a line such
    /// as `$$B Title`, with a letter directly after `$$`, is skipped.
    ///
    /// Returns the pattern, if there are no findings, and the list of findings in the order of the text.
    ///
    /// ```
    /// use kifu_search::Pattern;
    ///
    /// let (pattern, findings) = Pattern::parse("X O .\n. Z\n");
    /// assert!(pattern.is_none());
    /// let codes: Vec<&str> = findings.iter().map(|finding| finding.code.name).collect();
    /// assert_eq!(codes, ["search/unknown-letter"]);
    /// assert_eq!(findings[0].span.start, 8);
    /// ```
    pub fn parse(text: &str) -> (Option<Pattern>, Vec<Diagnostic>) {
        let mut reader = Reader::default();
        let mut start = 0;
        for line in text.split_inclusive(['\n', '\r']) {
            reader.line(line.trim_end_matches(['\n', '\r']), start);
            start += line.len();
        }
        let pattern = reader.finish(text.len());
        (pattern, reader.findings)
    }
}

#[derive(Default)]
struct Reader {
    cells: Vec<Cell>,
    rows: usize,
    /// The shape of the first valid row: the number of points, and whether there are edges before and after them.
    shape: Option<(usize, bool, bool)>,
    sides: Sides,
    /// Whether the lower edge was read.
    closed: bool,
    findings: Vec<Diagnostic>,
}

/// The maximum number of columns and of rows.
const MOST: usize = Size::MAX as usize;

/// The maximum number of findings for one text.
const MOST_FINDINGS: usize = 100;

impl Reader {
    fn report(&mut self, code: &'static kifu_span::Code, from: usize, to: usize, message: String) {
        if self.findings.len() < MOST_FINDINGS {
            // Offsets beyond 4 GiB saturate, because a text of that length is not a pattern anyway.
            let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
            let span = Span::new(place(from), place(to));
            self.findings.push(code.at(span, message));
        }
    }

    fn line(&mut self, line: &str, start: usize) {
        let (text, start) = match line.strip_prefix("$$") {
            Some(rest) if rest.starts_with(|c: char| c.is_alphanumeric()) => return,
            Some(rest) => (rest, start + 2),
            None => (line, start),
        };
        if text.trim().is_empty() {
            return;
        }
        let is_border = |c: char| matches!(c, '-' | '+' | '|') || c.is_whitespace();
        // Without a `-`, each `+` is a point.
        let has_line = text.contains('-');
        if has_line && text.chars().all(is_border) {
            self.border(text, start);
        } else {
            self.row(text, start);
        }
    }

    /// Parses a line that is the upper or the lower edge.
    fn border(&mut self, text: &str, start: usize) {
        let again = match self.rows {
            0 => std::mem::replace(&mut self.sides.top, true),
            _ => {
                self.closed = true;
                std::mem::replace(&mut self.sides.bottom, true)
            }
        };
        if again {
            let message = "a second line for the same edge of the board".to_owned();
            self.report(codes::BAD_BORDER, start, start + text.len(), message);
        }
    }

    fn row(&mut self, text: &str, start: usize) {
        let whole = start..start + text.len();
        if std::mem::take(&mut self.closed) {
            let message = "a row below the lower edge of the board".to_owned();
            self.report(codes::BAD_BORDER, whole.start, whole.end, message);
        }
        if self.rows == MOST {
            let message = format!("the pattern has more than {MOST} rows");
            self.report(codes::TOO_LARGE, whole.start, whole.end, message);
        }
        self.rows += 1;
        let (mut left, mut right, mut cols) = (false, false, 0);
        for (at, letter) in text.char_indices() {
            let (from, to) = (start + at, start + at + letter.len_utf8());
            if letter.is_whitespace() {
                continue;
            }
            if letter == '|' {
                let side = if cols == 0 { &mut left } else { &mut right };
                if std::mem::replace(side, true) {
                    let message = "a second edge on the same side of the row".to_owned();
                    self.report(codes::BAD_BORDER, from, to, message);
                }
                continue;
            }
            if right {
                let message = "a point beyond the edge of the board".to_owned();
                self.report(codes::BAD_BORDER, from, to, message);
                return;
            }
            let Some(cell) = cell(letter) else {
                let message = format!(
                    "unknown letter {letter:?}: expected a point such as `X`, `O`, `.` or `?`"
                );
                self.report(codes::UNKNOWN_LETTER, from, to, message);
                return;
            };
            if cols == MOST {
                let message = format!("the row has more than {MOST} points");
                self.report(codes::TOO_LARGE, from, whole.end, message);
                return;
            }
            cols += 1;
            if self.rows <= MOST {
                self.cells.push(cell);
            }
        }
        let (expected, on_left, on_right) = *self.shape.get_or_insert((cols, left, right));
        if cols != expected {
            let points = if cols == 1 { "point" } else { "points" };
            let message = format!("the row has {cols} {points}, expected {expected}");
            self.report(codes::UNEVEN_ROW, whole.start, whole.end, message);
        }
        if (left, right) != (on_left, on_right) {
            let message = "the edges differ from those of the rows above";
            self.report(
                codes::BAD_BORDER,
                whole.start,
                whole.end,
                message.to_owned(),
            );
        }
    }

    fn finish(&mut self, end: usize) -> Option<Pattern> {
        let (cols, left, right) = self.shape.unwrap_or_default();
        if cols == 0 && self.findings.is_empty() {
            let message = "no row of points found: expected a row such as `X O . ?`".to_owned();
            self.report(codes::NO_PATTERN, end, end, message);
        }
        if !self.findings.is_empty() {
            return None;
        }
        let size = Size::new(cols as u8, self.rows as u8).ok()?;
        let cells = std::mem::take(&mut self.cells);
        let sides = Sides {
            left,
            right,
            ..self.sides
        };
        Pattern::new(size, cells, Anchor::Sides(sides)).ok()
    }
}

fn cell(letter: char) -> Option<Cell> {
    Some(match letter {
        'X' | '#' | '●' => Cell::BLACK,
        'O' | '0' | '○' => Cell::WHITE,
        '.' | ',' | '+' | '·' => Cell::EMPTY,
        'x' => Cell::BLACK | Cell::EMPTY,
        'o' => Cell::WHITE | Cell::EMPTY,
        '*' => Cell::STONE,
        '?' => Cell::ANY,
        _ => return None,
    })
}
