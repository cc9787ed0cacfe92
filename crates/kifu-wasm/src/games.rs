//! The games of a source that arrives in pieces.

use kifu::sgf::event::{Event, Reader};
use wasm_bindgen::prelude::*;

use crate::data::too_large;
use crate::document::RawDocument;

/// Splits a source into documents of one game each, as it arrives.
///
/// A document ends where a game is closed and only white space separates it from the next game. A source that does not
/// begin with the `(` of a game is one document.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawGames {
    /// The bytes that arrived. Those before `at` are in documents.
    buffer: Vec<u8>,
    at: usize,
    /// The number of bytes that must have arrived before the next attempt to find the end of a game.
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
        self.at = 0;
        self.buffer.extend_from_slice(bytes);
    }

    /// Marks the end of the source.
    pub fn end(&mut self) {
        self.is_ended = true;
    }

    /// Returns the next document; `undefined` if more bytes are needed, or after the last one.
    pub fn next(&mut self) -> Result<Option<RawDocument>, JsValue> {
        let rest = &self.buffer[self.at..];
        let is_waiting = !self.is_ended && self.buffer.len() < self.wanted;
        if is_waiting || rest.trim_ascii_start().is_empty() {
            return Ok(None);
        }
        let len = match end_of_game(rest) {
            Some(len) => len,
            None if self.is_ended => rest.len(),
            None => {
                // Twice as much, so that a long game is not searched for its end again and again.
                self.wanted = self.wanted.max(self.at + 2 * rest.len());
                return Ok(None);
            }
        };
        self.wanted = 0;
        let bytes = rest[..len].to_vec();
        self.at += len;
        RawDocument::read(bytes).map(Some).map_err(too_large)
    }
}

/// Returns the length of the first games of a source, up to the first end of a game that is followed by white space and
/// another game.
fn end_of_game(source: &[u8]) -> Option<usize> {
    if !source.trim_ascii_start().starts_with(b"(") {
        return None;
    }
    let mut reader = Reader::new(source);
    while let Some(event) = reader.next() {
        if !matches!(event, Event::Open) {
            continue;
        }
        reader.skip_game();
        let end = reader.offset();
        if source.get(end..)?.trim_ascii_start().starts_with(b"(") {
            return Some(end);
        }
    }
    None
}
