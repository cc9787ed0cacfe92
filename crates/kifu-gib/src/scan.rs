//! Splits a file into the fields of its header, the statements of its game, and its reviews.

use alloc::vec::Vec;

use kifu_core::{Color, Point};
use kifu_span::{Diagnostic, LimitKind, Limits, Span, TooLarge};
use memchr::memchr;

use crate::codes;

/// A field of the header, `\[KEY=value\]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The whole field, with its brackets.
    pub span: Span,
    /// The key.
    pub key: Span,
    /// The value. It can contain line breaks.
    pub value: Span,
}

/// A line of the game, without its line break and the blanks before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statement {
    /// The span of the statement.
    pub span: Span,
    /// The meaning of the statement.
    pub content: StatementContent,
}

/// The meaning of a [`Statement`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatementContent {
    /// `INI`: the start, with the number of handicap stones.
    Start {
        /// The number of handicap stones, if it can be read.
        handicap: Option<u8>,
    },
    /// `STO`: a stone. The point can be outside of the board.
    Play {
        /// The player.
        color: Color,
        /// The point, counted from the top left.
        point: Point,
    },
    /// `SKI`: a pass of the player to move.
    Pass,
    /// `WIT`: the last move is taken back.
    Undo,
    /// A statement that is not a move: `REM`, `SUR`, `DSC`, or one with a finding.
    Other,
    /// A line between the start of the section and `INI`, such as `2 1 0`.
    Preamble,
}

/// A block of a review, from `\RS` to `\RE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// The whole block.
    pub span: Span,
    /// The number of the move that the block is about; 0 is the start of the game.
    pub number: Option<u32>,
    /// The comment.
    pub explanation: Option<Span>,
    /// The statements of a variation, which starts with the first move of the game.
    pub variation: Vec<Statement>,
}

/// The parts of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    pub(crate) fields: Vec<Field>,
    pub(crate) statements: Vec<Statement>,
    pub(crate) reviews: Vec<Review>,
    /// The spans of text that is not part of the format.
    pub(crate) stray: Vec<Span>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The offset of the first byte after the header.
    pub(crate) header_end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Header,
    Game,
    After,
}

struct Scanner<'s, 'l> {
    source: &'s [u8],
    limits: &'l Limits,
    at: usize,
    nodes: usize,
    values: usize,
    /// The line break after the last line whose end was searched for, and the end of its text. They are kept because a
    /// line can have many statements.
    line_break: usize,
    line_text_end: usize,
    parts: Parts,
}

pub(crate) fn scan(source: &[u8], limits: &Limits) -> Result<Parts, TooLarge> {
    let mut scanner = Scanner {
        source,
        limits,
        at: 0,
        nodes: 0,
        values: 0,
        line_break: 0,
        line_text_end: 0,
        parts: Parts::default(),
    };
    scanner.file()?;
    Ok(scanner.parts)
}

/// The marker of a section at the start of a text.
fn marker(text: &[u8]) -> Option<&[u8; 3]> {
    let word: &[u8; 3] = text.first_chunk()?;
    let ends = text.get(3).is_none_or(u8::is_ascii_whitespace);
    let known = [b"\\HS", b"\\HE", b"\\GS", b"\\GE", b"\\RS", b"\\RE"];
    (ends && known.contains(&word)).then_some(word)
}

/// The words with which statements start.
const COMMANDS: [&[u8; 4]; 12] = [
    b"STO ", b"SKI ", b"INI ", b"REM ", b"WIT ", b"SUR ", b"DSC ", b"MKR ", b"IDX ", b"BAC ",
    b"FOR ", b"CSP ",
];

fn is_command(text: &[u8]) -> bool {
    let Some(word) = text.first_chunk::<4>() else {
        return false;
    };
    word[0].is_ascii_uppercase()
        && COMMANDS.contains(&word)
        && text.get(4).is_some_and(u8::is_ascii_digit)
}

impl Scanner<'_, '_> {
    fn file(&mut self) -> Result<(), TooLarge> {
        let mut section = Section::Header;
        let (mut has_header, mut has_end) = (false, false);
        if self.source.starts_with(b"\xEF\xBB\xBF") {
            self.at = 3;
        }
        let start = self.at;
        let mut in_game = None;
        loop {
            self.skip_blanks();
            let rest = &self.source[self.at..];
            if rest.is_empty() {
                break;
            }
            if section == Section::Game && rest.starts_with(b"STO 0 ") {
                if let Some((statement, len)) = plain_move(rest, self.at) {
                    self.at += len;
                    self.statement(statement, &mut in_game)?;
                    continue;
                }
            }
            match marker(rest) {
                Some(word @ (b"\\HS" | b"\\HE")) if section == Section::Header => {
                    has_header = true;
                    self.at += 3;
                    if word == b"\\HE" {
                        self.parts.header_end = self.at;
                    }
                    continue;
                }
                Some(b"\\GS") if section == Section::Header => {
                    self.end_header();
                    section = Section::Game;
                    self.at += 3;
                    continue;
                }
                Some(b"\\GE") if section != Section::After => {
                    self.end_header();
                    section = Section::After;
                    has_end = true;
                    self.at += 3;
                    continue;
                }
                Some(b"\\RS") if section != Section::Header => {
                    section = Section::After;
                    self.review()?;
                    continue;
                }
                _ => {}
            }
            if section == Section::Header && rest.starts_with(b"\\[") {
                let field = self.field()?;
                self.parts.fields.push(field);
                has_header = true;
            } else if section == Section::Header && is_command(rest) {
                // The moves start without `\GS`.
                self.end_header();
                section = Section::Game;
            } else if section == Section::Game {
                self.line_of_game(&mut in_game)?;
            } else {
                self.stray()?;
            }
        }
        self.end_header();
        if !has_header {
            let at = Span::new(start as u32, start as u32);
            let found = codes::MISSING_HEADER.at(at, "there is no header");
            self.parts.diagnostics.push(found);
        }
        if !has_end {
            let end = Span::at(self.source.len() as u32);
            let found = codes::MISSING_END.at(end, "the file ends without `\\GE`");
            self.parts.diagnostics.push(found);
        }
        Ok(())
    }

    fn end_header(&mut self) {
        if self.parts.header_end == 0 {
            self.parts.header_end = self.at;
        }
    }

    fn skip_blanks(&mut self) {
        let is_blank = |byte: &&u8| byte.is_ascii_whitespace() || **byte == 0;
        self.at += self.source[self.at..].iter().take_while(is_blank).count();
    }

    fn count_value(&mut self) -> Result<(), TooLarge> {
        self.values += 1;
        check(LimitKind::Values, self.values, self.limits.values, self.at)
    }

    /// The end of the text of the current line, and the offset of the next line.
    fn line_end(&mut self) -> (usize, usize) {
        if self.line_break <= self.at {
            let rest = &self.source[self.at..];
            let line = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
            self.line_break = self.at + line.len();
            self.line_text_end = self.at + line.trim_ascii_end().len();
        }
        let next = (self.line_break + 1).min(self.source.len());
        (self.line_text_end.max(self.at), next)
    }

    /// Records text that is not part of the format: the rest of the line, up to a marker.
    fn stray(&mut self) -> Result<(), TooLarge> {
        let (end, next) = self.line_end();
        let line = &self.source[self.at..end];
        let stop = memchr::memchr_iter(b'\\', line).find(|stop| {
            *stop > 0 && (line[*stop..].starts_with(b"\\[") || marker(&line[*stop..]).is_some())
        });
        let (end, next) = stop.map_or((end, next), |stop| (self.at + stop, self.at + stop));
        let span = Span::new(self.at as u32, end as u32);
        self.count_value()?;
        self.parts.stray.push(span);
        let message = "this line is not part of the format, and is ignored";
        self.parts
            .diagnostics
            .push(codes::STRAY_TEXT.at(span, message));
        self.at = next.max(self.at + 1);
        Ok(())
    }

    /// The field at the current offset, which starts with `\[`.
    fn field(&mut self) -> Result<Field, TooLarge> {
        let start = self.at;
        self.count_value()?;
        let (end, closed) = self.value_end(start + 2);
        let text = &self.source[start + 2..end];
        let key = text.iter().take_while(|byte| is_of_key(byte)).count();
        let is_key = key > 0 && text.get(key) == Some(&b'=');
        let (key, value) = if is_key { (key, key + 1) } else { (0, 0) };
        let stop = if closed { end + 2 } else { end };
        self.at = stop;
        let span = Span::new(start as u32, stop as u32);
        if !closed {
            let found = codes::UNCLOSED_VALUE.at(span, "this value is not closed with `\\]`");
            self.parts.diagnostics.push(found);
        } else if !is_key {
            let message = "expected a key and a value, such as `KEY=value`";
            self.parts
                .diagnostics
                .push(codes::BAD_VALUE.at(span, message));
        }
        let from = (start + 2) as u32;
        Ok(Field {
            span,
            key: Span::new(from, from + key as u32),
            value: Span::new(from + value as u32, end as u32),
        })
    }

    /// The end of a value that starts at this offset, and whether it is closed.
    ///
    /// The second byte of a character of GBK, Big5 or CP949 can be a backslash or a bracket, so `\]` counts only
    /// before white space or a backslash.
    fn value_end(&self, from: usize) -> (usize, bool) {
        let rest = &self.source[from..];
        for at in memchr::memchr2_iter(b'\\', b'\n', rest) {
            let after = &rest[at + 1..];
            if rest[at] == b'\\' {
                let closes = after.first() == Some(&b']');
                let next = after.get(1).copied().unwrap_or(b'\n');
                if closes && (next.is_ascii_whitespace() || next == b'\\' || next == 0) {
                    return (from + at, true);
                }
            } else if after.starts_with(b"\\[") || marker(after).is_some() {
                return (from + rest[..at].trim_ascii_end().len(), false);
            }
        }
        (from + rest.trim_ascii_end().len(), false)
    }

    /// The statements of a line of the game. In files of one line, several follow each other.
    fn line_of_game(&mut self, in_game: &mut Option<u32>) -> Result<(), TooLarge> {
        let (end, next) = self.line_end();
        let line = &self.source[self.at..end];
        let cut = memchr::memchr_iter(b' ', line).find(|blank| {
            let after = &line[blank + 1..];
            is_command(after) || after.first() == Some(&b'\\') && marker(after).is_some()
        });
        let len = cut.map_or(line.len(), |cut| line[..cut].trim_ascii_end().len());
        let text = &line[..len.max(1)];
        let span = Span::new(self.at as u32, (self.at + text.len()) as u32);
        let content = self.content(text, span, in_game.is_some());
        self.at = cut.map_or(next, |cut| self.at + cut.max(1));
        self.statement(Statement { span, content }, in_game)
    }

    fn statement(
        &mut self,
        statement: Statement,
        last_number: &mut Option<u32>,
    ) -> Result<(), TooLarge> {
        let is_first = last_number.is_none();
        match statement.content {
            StatementContent::Preamble => {}
            StatementContent::Start { .. } if is_first => *last_number = Some(1),
            _ => {
                self.number(statement.span, last_number);
            }
        }
        self.push(statement)?;
        Ok(())
    }

    fn push(&mut self, statement: Statement) -> Result<(), TooLarge> {
        let at = statement.span.start as usize;
        self.count_node(statement.content, at)?;
        self.parts.statements.push(statement);
        Ok(())
    }

    fn count_node(&mut self, content: StatementContent, at: usize) -> Result<(), TooLarge> {
        match content {
            StatementContent::Play { .. } | StatementContent::Pass => {
                self.nodes += 1;
                check(LimitKind::Nodes, self.nodes, self.limits.nodes, at)
            }
            _ => {
                self.values += 1;
                check(LimitKind::Values, self.values, self.limits.values, at)
            }
        }
    }

    /// Checks that the number of a statement follows the last one.
    fn number(&mut self, span: Span, last: &mut Option<u32>) {
        let text = span.of(self.source);
        let Some(number) = text.get(6..).and_then(leading_number) else {
            return;
        };
        let expected = last.map_or(2, |last| last.wrapping_add(1));
        if number != expected && is_command(text) {
            let message = alloc::format!("this line has the number {number} instead of {expected}");
            let found = codes::MOVE_NUMBER.at(span, message);
            self.parts.diagnostics.push(found);
        }
        *last = Some(number);
    }

    /// The meaning of a statement.
    fn content(&mut self, text: &[u8], span: Span, is_started: bool) -> StatementContent {
        if !is_command(text) {
            if !is_started && text[0].is_ascii_digit() {
                return StatementContent::Preamble;
            }
            let message = "this line is not a move, and is ignored";
            self.parts
                .diagnostics
                .push(codes::STRAY_TEXT.at(span, message));
            return StatementContent::Other;
        }
        let mut words = text
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty());
        match words.next() {
            Some(b"STO") => match stone(words) {
                Some((color, point)) => StatementContent::Play { color, point },
                None => {
                    let message = "invalid move; expected `STO 0 NUMBER COLOR X Y`";
                    self.parts
                        .diagnostics
                        .push(codes::BAD_MOVE.at(span, message));
                    StatementContent::Other
                }
            },
            Some(b"SKI") => StatementContent::Pass,
            Some(b"WIT") => StatementContent::Undo,
            Some(b"INI") => StatementContent::Start {
                handicap: words.nth(2).and_then(number),
            },
            _ => StatementContent::Other,
        }
    }

    /// The review block at the current offset, which starts with `\RS`.
    fn review(&mut self) -> Result<(), TooLarge> {
        let start = self.at;
        let mut review = Review {
            span: Span::at(start as u32),
            number: None,
            explanation: None,
            variation: Vec::new(),
        };
        self.at += 3;
        let mut is_closed = false;
        loop {
            self.skip_blanks();
            let rest = &self.source[self.at..];
            if rest.is_empty() || marker(rest) == Some(b"\\RS") {
                break;
            }
            if marker(rest) == Some(b"\\RE") {
                self.at += 3;
                is_closed = true;
                break;
            }
            if !rest.starts_with(b"\\[") {
                self.stray()?;
                continue;
            }
            let field = self.field()?;
            let value = field.value.of(self.source).trim_ascii();
            match field.key.of(self.source) {
                b"REFSUSUN" => {
                    review.number = number(value);
                    if review.number.is_none() {
                        let message = "the value of `REFSUSUN` is not a move number";
                        self.parts
                            .diagnostics
                            .push(codes::BAD_REVIEW.at(field.span, message));
                    }
                }
                b"REFEXPLAIN" => review.explanation = Some(trimmed(self.source, field.value)),
                b"REFGIBO" => {
                    if !review.variation.is_empty() {
                        // Each variation of a block is a review of its own.
                        let message = "this block of a review has several variations";
                        self.parts
                            .diagnostics
                            .push(codes::BAD_REVIEW.at(field.span, message));
                        let span = Span::new(start as u32, self.at as u32);
                        let next = Review {
                            explanation: None,
                            variation: Vec::new(),
                            ..review
                        };
                        let before = core::mem::replace(&mut review, next);
                        self.parts.reviews.push(Review { span, ..before });
                    }
                    review.variation = self.variation(field.value)?;
                }
                _ => {
                    let message = "unknown key in a review";
                    self.parts
                        .diagnostics
                        .push(codes::BAD_REVIEW.at(field.span, message));
                }
            }
        }
        review.span = Span::new(start as u32, self.at as u32);
        if !is_closed {
            let message = "this block of a review is not closed with `\\RE`";
            let span = Span::new(start as u32, start as u32 + 3);
            self.parts
                .diagnostics
                .push(codes::BAD_REVIEW.at(span, message));
        }
        self.parts.reviews.push(review);
        Ok(())
    }

    /// The statements of a variation.
    fn variation(&mut self, value: Span) -> Result<Vec<Statement>, TooLarge> {
        let mut statements = Vec::new();
        let after = self.at;
        self.at = value.start as usize;
        let end = value.end as usize;
        let mut line_break = 0;
        while self.at < end {
            self.skip_blanks();
            if self.at >= end {
                break;
            }
            let rest = &self.source[self.at..end];
            let (statement, len) = plain_move(rest, self.at).unwrap_or_else(|| {
                if line_break <= self.at {
                    line_break = self.at + memchr(b'\n', rest).unwrap_or(rest.len());
                }
                let len = line_break - self.at;
                let line = &rest[..len];
                let cut = memchr::memchr_iter(b' ', line).find(|cut| is_command(&line[cut + 1..]));
                let len = cut.unwrap_or(len).max(1);
                let text = rest[..len].trim_ascii_end();
                let span = Span::new(self.at as u32, (self.at + text.len()) as u32);
                let content = self.content(text, span, false);
                (Statement { span, content }, len)
            });
            self.count_node(statement.content, self.at)?;
            self.at += len;
            statements.push(statement);
        }
        self.at = after;
        Ok(statements)
    }
}

/// A move in the usual form, and the length of its line up to the line break.
#[inline]
fn plain_move(text: &[u8], at: usize) -> Option<(Statement, usize)> {
    let mut i = 6;
    let digits = |i: &mut usize| {
        let mut value = 0u32;
        let start = *i;
        while let Some(digit) = text.get(*i).map(|byte| byte.wrapping_sub(b'0')) {
            if digit > 9 || *i - start > 6 {
                break;
            }
            value = value * 10 + u32::from(digit);
            *i += 1;
        }
        (*i > start && *i - start <= 6).then_some(value)
    };
    if !text.starts_with(b"STO 0 ") {
        return None;
    }
    let blank = |i: &mut usize| {
        *i += 1;
        (text.get(*i - 1) == Some(&b' ')).then_some(())
    };
    digits(&mut i)?;
    blank(&mut i)?;
    let color = match digits(&mut i)? {
        1 => Color::Black,
        2 => Color::White,
        _ => return None,
    };
    blank(&mut i)?;
    let col = u8::try_from(digits(&mut i)?).ok()?;
    blank(&mut i)?;
    let row = u8::try_from(digits(&mut i)?).ok()?;
    let end = i;
    while let Some(b' ' | b'\r') = text.get(i) {
        i += 1;
    }
    if i < text.len() && text[i] != b'\n' {
        return None;
    }
    let span = Span::new(at as u32, (at + end) as u32);
    let point = Point::new(col, row);
    let content = StatementContent::Play { color, point };
    Some((Statement { span, content }, i))
}

/// The colour and the point of a move, from the words after `STO`.
fn stone<'t>(mut words: impl Iterator<Item = &'t [u8]>) -> Option<(Color, Point)> {
    let color = match words.nth(2)? {
        b"1" => Color::Black,
        b"2" => Color::White,
        _ => return None,
    };
    let (col, row) = (number(words.next()?)?, number(words.next()?)?);
    Some((color, Point::new(col, row)))
}

/// Text without the white space around it.
pub(crate) fn trimmed(source: &[u8], span: Span) -> Span {
    let text = span.of(source);
    let start = span.start + (text.len() - text.trim_ascii_start().len()) as u32;
    let len = text.trim_ascii().len() as u32;
    Span::new(start, start + len)
}

/// A number, with white space around it.
pub(crate) fn number<N: core::str::FromStr>(text: &[u8]) -> Option<N> {
    core::str::from_utf8(text.trim_ascii()).ok()?.parse().ok()
}

/// The number at the start of a text.
fn leading_number(text: &[u8]) -> Option<u32> {
    let len = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    number(&text[..len])
}

fn is_of_key(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

/// Whether a text starts with a field.
pub(crate) fn is_key_start(text: &[u8]) -> bool {
    let Some(after) = text.strip_prefix(b"\\[") else {
        return false;
    };
    let len = after
        .iter()
        .take(32)
        .take_while(|byte| is_of_key(byte))
        .count();
    len > 0 && after.get(len) == Some(&b'=')
}

fn check(kind: LimitKind, count: usize, limit: usize, at: usize) -> Result<(), TooLarge> {
    if count <= limit {
        Ok(())
    } else {
        Err(TooLarge { kind, limit, at })
    }
}
