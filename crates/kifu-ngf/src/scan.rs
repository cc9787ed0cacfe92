//! Splits a file into the lines of its header and the lines of its game.

use alloc::format;
use alloc::vec::Vec;

use kifu_core::{Color, Move, Point, Size};
use kifu_span::{Diagnostic, LimitKind, Limits, Span, TooLarge};
use memchr::{memchr, memmem};

use crate::codes;

/// The layout of a header.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// 12 lines.
    Plain,
    /// 11 lines that start with `GI`.
    Prefixed,
}

/// The meaning of a line of the header.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    /// The name of the game.
    Title,
    /// The size of the board.
    Size,
    /// Name and rank of White.
    White,
    /// Name and rank of Black.
    Black,
    /// The place, which is the address of the server.
    Place,
    /// The number of handicap stones.
    Handicap,
    /// The komi, in a game without handicap without its half point.
    Komi,
    /// The day and the time of day.
    Date,
    /// The main time in minutes.
    Time,
    /// The result as text.
    Result,
    /// The number of moves.
    Count,
    /// A line whose meaning is not known.
    Unknown,
}

impl Key {
    /// The name of the line, as in the documentation of the format.
    pub const fn name(self) -> &'static str {
        match self {
            Key::Title => "title",
            Key::Size => "size",
            Key::White => "white",
            Key::Black => "black",
            Key::Place => "place",
            Key::Handicap => "handicap",
            Key::Komi => "komi",
            Key::Date => "date",
            Key::Time => "time",
            Key::Result => "result",
            Key::Count => "count",
            Key::Unknown => "unknown",
        }
    }
}

impl Layout {
    /// The lines of the header, in order.
    pub const fn keys(self) -> &'static [Key] {
        use Key::{
            Black, Count, Date, Handicap, Komi, Place, Result, Size, Time, Title, Unknown, White,
        };
        match self {
            Layout::Plain => &[
                Title, Size, White, Black, Place, Handicap, Unknown, Komi, Date, Time, Result,
                Count,
            ],
            Layout::Prefixed => &[
                Title, White, Black, Unknown, Unknown, Date, Size, Handicap, Unknown, Komi, Count,
            ],
        }
    }
}

/// A line of the header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The meaning of the line.
    pub key: Key,
    /// The text of the line, without `GI`, white space around it, and the line break.
    pub span: Span,
}

/// A line after the header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The span of the line, without its line break.
    pub span: Span,
    /// The meaning of the line.
    pub content: LineContent,
}

/// The meaning of a [`Line`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineContent {
    /// A move on the board, or a pass.
    Play(Color, Move),
    /// A text about the game after this number of moves. It can have several lines.
    Text {
        /// The number of moves, if it can be read.
        number: Option<u32>,
        /// The text, without the words around it.
        text: Span,
    },
    /// A line that is not read: its meaning is not known, or it has a finding.
    Other,
}

/// The parts of a file.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    pub(crate) layout: Layout,
    pub(crate) fields: Vec<Field>,
    pub(crate) size: Size,
    pub(crate) lines: Vec<Line>,
    /// The number of moves.
    pub(crate) count: usize,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

struct Scanner<'s, 'l> {
    source: &'s [u8],
    limits: &'l Limits,
    at: usize,
    values: usize,
    /// The counter that the next move should have.
    next_number: u32,
    parts: Parts,
}

pub(crate) fn scan(source: &[u8], limits: &Limits) -> Result<Parts, TooLarge> {
    let mut scanner = Scanner {
        source,
        limits,
        at: 0,
        values: 0,
        next_number: 1,
        parts: Parts {
            layout: Layout::Plain,
            fields: Vec::new(),
            size: Size::default(),
            lines: Vec::new(),
            count: 0,
            diagnostics: Vec::new(),
        },
    };
    scanner.header()?;
    scanner.game()?;
    Ok(scanner.parts)
}

/// The length of a move in the usual form.
const MOVE_LEN: usize = 9;

/// Whether a line is a move in the usual form.
pub(crate) fn is_move(line: &[u8]) -> bool {
    let letters = line.strip_prefix(b"PM").unwrap_or_default();
    line.len() == MOVE_LEN
        && matches!(line[4], b'B' | b'W')
        && letters.iter().all(u8::is_ascii_uppercase)
        && !letters.is_empty()
}

impl Scanner<'_, '_> {
    /// The span of the current line without its line break and blanks after it, and the offset of the next line.
    #[inline]
    fn line(&self) -> (Span, usize) {
        let rest = &self.source[self.at..];
        let len = memchr(b'\n', rest).unwrap_or(rest.len());
        let text = rest[..len].trim_ascii_end();
        let start = self.at as u32;
        let next = (self.at + len + 1).min(self.source.len());
        (Span::new(start, start + text.len() as u32), next)
    }

    fn report(&mut self, finding: Diagnostic) {
        self.parts.diagnostics.push(finding);
    }

    fn count_value(&mut self) -> Result<(), TooLarge> {
        self.values += 1;
        check(LimitKind::Values, self.values, self.limits.values, self.at)
    }

    fn header(&mut self) -> Result<(), TooLarge> {
        if self.source.starts_with(b"\xEF\xBB\xBF") {
            self.at = 3;
        }
        if self.source[self.at..].starts_with(b"GI") {
            self.parts.layout = Layout::Prefixed;
        }
        let keys = self.parts.layout.keys();
        while self.at < self.source.len() && self.parts.fields.len() < keys.len() {
            let (span, next) = self.line();
            let line = span.of(self.source);
            if is_move(line) {
                break;
            }
            self.count_value()?;
            let prefix = match self.parts.layout {
                Layout::Plain => 0,
                Layout::Prefixed if line.starts_with(b"GI") => 2,
                Layout::Prefixed => {
                    self.stray(span);
                    self.at = next;
                    continue;
                }
            };
            let blanks = line[prefix..].len() - line[prefix..].trim_ascii_start().len();
            let from = (span.start + (prefix + blanks) as u32).min(span.end);
            self.parts.fields.push(Field {
                key: keys[self.parts.fields.len()],
                span: Span::new(from, span.end),
            });
            self.at = next;
        }
        let fields = &self.parts.fields;
        if fields.len() < keys.len() {
            let message = format!(
                "the header has {} of {} lines, so values can be in the wrong lines",
                fields.len(),
                keys.len()
            );
            let end = Span::at(self.at as u32);
            self.report(codes::MISSING_HEADER.at(end, message));
        }
        let mut fields = self.parts.fields.iter();
        if let Some(field) = fields.find(|field| field.key == Key::Size) {
            let span = field.span;
            let side = number(span.of(self.source));
            match side.and_then(|side| Size::square(side).ok()) {
                Some(size) => self.parts.size = size,
                None => {
                    let message = "this is not the size of a board; 19 is assumed";
                    self.report(codes::BAD_VALUE.at(span, message));
                }
            }
        }
        Ok(())
    }

    fn stray(&mut self, span: Span) {
        if !span.is_empty() {
            let message = "this line is not part of the format, and is ignored";
            self.report(codes::STRAY_TEXT.at(span, message));
            self.push(span, LineContent::Other);
        }
    }

    fn push(&mut self, span: Span, content: LineContent) {
        self.parts.lines.push(Line { span, content });
    }

    fn game(&mut self) -> Result<(), TooLarge> {
        let rest = self.source.len() - self.at;
        self.parts.lines.reserve(rest / MOVE_LEN);
        while self.at < self.source.len() {
            if let Some((color, to, next)) = self.plain_play() {
                let span = Span::new(self.at as u32, (self.at + MOVE_LEN) as u32);
                self.push_play(span, color, to)?;
                self.next_number += 1;
                self.at = next;
                continue;
            }
            let (span, next) = self.line();
            let line = span.of(self.source);
            if line.starts_with(b"PM") {
                match self.play(span) {
                    Some((color, to)) => self.push_play(span, color, to)?,
                    None => {
                        self.count_value()?;
                        self.push(span, LineContent::Other);
                    }
                }
                self.at = next;
                continue;
            }
            self.count_value()?;
            let digits = line.strip_prefix(b"GI");
            if text_start(line).is_some() {
                self.text(span);
            } else if digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_digit)) {
                self.push(span, LineContent::Other);
                self.at = next;
            } else {
                self.stray(span);
                self.at = next;
            }
        }
        Ok(())
    }

    /// The move in a line in the usual form without a fault, and the offset of the next line.
    #[inline]
    fn plain_play(&self) -> Option<(Color, Move, usize)> {
        let rest = &self.source[self.at..];
        let [b'P', b'M', high, low, color, col, row, same_row, same_col] = *rest.first_chunk()?
        else {
            return None;
        };
        let color = match color {
            b'B' => Color::Black,
            b'W' => Color::White,
            _ => return None,
        };
        let number = high.wrapping_sub(b'A') as u32 * 26 + low.wrapping_sub(b'A') as u32;
        let size = self.parts.size;
        let point = Point::new(col.wrapping_sub(b'B'), row.wrapping_sub(b'B'));
        let is_plain = low.is_ascii_uppercase()
            && number == self.next_number
            && (same_col, same_row) == (col, row)
            && size.contains(point)
            && col.is_ascii_uppercase()
            && row.is_ascii_uppercase();
        let line_break = match rest[MOVE_LEN..] {
            [] => 0,
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return None,
        };
        let next = self.at + MOVE_LEN + line_break;
        is_plain.then_some((color, Move::Play(point), next))
    }

    fn push_play(&mut self, span: Span, color: Color, to: Move) -> Result<(), TooLarge> {
        self.parts.count += 1;
        let count = self.parts.count;
        check(LimitKind::Nodes, count, self.limits.nodes, self.at)?;
        self.push(span, LineContent::Play(color, to));
        Ok(())
    }

    /// The move of a line that starts with `PM`.
    fn play(&mut self, span: Span) -> Option<(Color, Move)> {
        let line = span.of(self.source);
        let letter = |at: usize| line.get(at).filter(|byte| byte.is_ascii_uppercase());
        let color = match line.get(4) {
            Some(b'B') => Some(Color::Black),
            Some(b'W') => Some(Color::White),
            _ => None,
        };
        let size = self.parts.size;
        // `B` is 1. The point is counted from the top left.
        let place = |col: usize, row: usize| match (*letter(col)?, *letter(row)?) {
            (b'A', b'A') => Some(Move::Pass),
            (col, row) => {
                let point = Point::new(col.wrapping_sub(b'B'), row.wrapping_sub(b'B'));
                size.contains(point).then_some(Move::Play(point))
            }
        };
        let (first, second) = (place(5, 6), place(8, 7));
        let (Some(color), Some(to)) = (color, first.or(second)) else {
            let message = match (color, line.len()) {
                (Some(_), 9..) => "this point is not on the board",
                _ => "a move is `PM`, two letters, `B` or `W`, and four letters",
            };
            self.report(codes::BAD_MOVE.at(span, message));
            return None;
        };
        if first != second || line.len() != MOVE_LEN {
            let message = "the second copy of the point is not the first one in reverse";
            self.report(codes::DISAGREEMENT.at(span, message));
        }
        self.check_number(span, letter(2).copied(), letter(3).copied());
        Some((color, to))
    }

    fn check_number(&mut self, span: Span, high: Option<u8>, low: Option<u8>) {
        let expected = self.next_number;
        let number = high
            .zip(low)
            .map(|(high, low)| u32::from(high - b'A') * 26 + u32::from(low - b'A'));
        // Two letters count to 675.
        if number != Some(expected % 676) {
            let expected = [expected / 26 % 26, expected % 26].map(|n| char::from(b'A' + n as u8));
            let [high, low] = expected;
            let message = format!("the counter of this move should be `{high}{low}`");
            self.report(codes::MOVE_NUMBER.at(span, message));
        }
        self.next_number = number.unwrap_or(expected).wrapping_add(1);
    }

    /// The text that starts with this line, such as `IDB[211] text[EndTxt]`.
    fn text(&mut self, first: Span) {
        const END: &[u8] = b"[EndTxt]";
        let line = first.of(self.source);
        let start = text_start(line).unwrap_or(0);
        let number = number(&line[4..start - 1]);
        let from = self.at + start;
        let rest = &self.source[from..];
        let end = memmem::find(rest, END);
        let text = rest[..end.unwrap_or(rest.len())].trim_ascii();
        let blanks = rest.len() - rest.trim_ascii_start().len();
        let from = (from + blanks.min(end.unwrap_or(rest.len()))) as u32;
        let text = Span::new(from, from + text.len() as u32);
        let span = match end {
            Some(end) => Span::new(first.start, (self.at + start + end + END.len()) as u32),
            None => {
                let message = "this text has no `[EndTxt]` at its end";
                self.report(codes::UNCLOSED_TEXT.at(first, message));
                Span::new(first.start, text.end)
            }
        };
        self.push(span, LineContent::Text { number, text });
        self.at = match end {
            Some(_) => span.end as usize,
            None => self.source.len(),
        };
        // The rest of the last line is blank or stray.
        if self
            .source
            .get(self.at)
            .is_some_and(u8::is_ascii_whitespace)
        {
            self.at += 1;
        }
    }
}

/// The offset of the text in a line such as `IDB[211] text`, after the bracket.
fn text_start(line: &[u8]) -> Option<usize> {
    let after = line.strip_prefix(b"ID")?;
    let is_text = matches!(after.first_chunk(), Some(b"B[" | b"W["));
    let end = memchr(b']', after)?;
    is_text.then_some(2 + end + 1)
}

/// A number, with white space around it.
pub(crate) fn number<N: core::str::FromStr>(text: &[u8]) -> Option<N> {
    core::str::from_utf8(text.trim_ascii()).ok()?.parse().ok()
}

fn check(kind: LimitKind, count: usize, limit: usize, at: usize) -> Result<(), TooLarge> {
    if count <= limit {
        Ok(())
    } else {
        Err(TooLarge { kind, limit, at })
    }
}
