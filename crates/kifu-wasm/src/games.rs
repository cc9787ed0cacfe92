//! The games of a source that arrives in pieces.

use std::collections::VecDeque;

use kifu::lex::{Lexer, TokenKind};
use kifu::sgf::event::{Event, Reader};
use wasm_bindgen::prelude::*;

use crate::data::too_large;
use crate::document::RawDocument;

/// Splits a source into documents of one game each, as it arrives.
///
/// A document ends where a game is closed and only white space separates it from the next game. A source that does not
/// begin with the `(` of a game is one document. The documents do not depend on the sizes of the pieces: a game that could
/// be read in another way when more bytes arrive remains in the buffer.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawGames {
    /// The bytes that arrived. Those before `at` are in documents.
    buffer: Vec<u8>,
    at: usize,
    /// The offsets in the buffer at which the next documents end.
    ends: VecDeque<usize>,
    /// The number of bytes that must have arrived before the next search for ends.
    wanted: usize,
    is_ended: bool,
}

#[wasm_bindgen]
impl RawGames {
    /// Makes an empty source.
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawGames {
        RawGames::default()
    }

    /// Adds bytes to the source.
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.at);
        self.wanted = self.wanted.saturating_sub(self.at);
        for end in &mut self.ends {
            *end -= self.at;
        }
        self.at = 0;
        self.buffer.extend_from_slice(bytes);
    }

    /// Marks the end of the source.
    pub fn end(&mut self) {
        self.is_ended = true;
        self.ends.clear();
        self.wanted = 0;
    }

    /// Returns the next document; `undefined` if more bytes are needed, or after the last one.
    pub fn next(&mut self) -> Result<Option<RawDocument>, JsValue> {
        if self.ends.is_empty() && self.buffer.len() >= self.wanted {
            self.search();
        }
        let Some(end) = self.ends.pop_front() else {
            return Ok(None);
        };
        let bytes = self.buffer[self.at..end].to_vec();
        self.at = end;
        RawDocument::read(bytes).map(Some).map_err(too_large)
    }
}

impl RawGames {
    /// Finds the ends of documents in the buffer.
    fn search(&mut self) {
        let rest = &self.buffer[self.at..];
        let found = ends_of_games(rest, self.is_ended);
        self.ends.extend(found.iter().map(|end| self.at + end));
        let last = found.last().map_or(0, |end| *end);
        let left = &rest[last..];
        if !self.is_ended {
            // Twice as much, so that a long game is not read again and again.
            self.wanted = self.buffer.len() + left.len().max(1);
            return;
        }
        self.wanted = usize::MAX;
        if !left.trim_ascii_start().is_empty() {
            self.ends.push_back(self.buffer.len());
        }
    }
}

/// Returns the offsets at which games end, with white space and another game after them. If more bytes may follow, the
/// result contains only those ends that do not depend on them.
fn ends_of_games(source: &[u8], is_whole: bool) -> Vec<usize> {
    let text = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
    let mut ends = Vec::new();
    if !text.trim_ascii_start().starts_with(b"(") {
        return ends;
    }
    let (source, limit) = if is_whole {
        (source, source.len())
    } else {
        let source = whole_characters(source);
        (source, last_bracket(source))
    };
    let mut reader = Reader::new(source);
    while let Some(event) = reader.next() {
        if !matches!(event, Event::Open) {
            continue;
        }
        let start = reader.offset();
        reader.skip_game();
        let end = reader.offset();
        let is_final = is_whole
            || end < limit
                && source[..end].ends_with(b")")
                && is_closed(Lexer::resume(source, start, reader.scheme()), end);
        if !is_final {
            break;
        }
        if source[end..].trim_ascii_start().starts_with(b"(") {
            ends.push(end);
        }
    }
    ends
}

/// Returns the source without an incomplete UTF-8 character at its end, with which it would not be UTF-8.
fn whole_characters(source: &[u8]) -> &[u8] {
    for back in 1..=source.len().min(3) {
        let at = source.len() - back;
        let len = match source[at] {
            0x80..=0xBF => continue,
            0xC0..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xFF => 4,
            0x00..=0x7F => 1,
        };
        return if len > back { &source[..at] } else { source };
    }
    source
}

/// Returns the offset of the last bracket that is a bracket in every charset, or 0. The end of a value can depend on what
/// follows it, but never on anything after the next bracket.
fn last_bracket(source: &[u8]) -> usize {
    let is_bracket = |pair: &[u8]| matches!(pair, [before, b'[' | b']'] if before.is_ascii() && *before != b'\\');
    source
        .windows(2)
        .rposition(is_bracket)
        .map_or(0, |at| at + 1)
}

/// Returns whether all values of a game up to an offset are closed. Where a value without `]` ends can depend on what
/// follows.
fn is_closed(mut tokens: Lexer<'_>, end: usize) -> bool {
    while tokens.offset() < end {
        if tokens.short_nodes(64).count > 0 {
            continue;
        }
        match tokens.next() {
            Some(token) if token.kind != TokenKind::Unclosed => {}
            _ => return false,
        }
    }
    true
}
