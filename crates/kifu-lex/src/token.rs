use core::ops::Range;

use logos::Logos;

use crate::scheme::Scheme;
use crate::value::{self, End};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// `(`, which opens a game tree or a variation.
    Open,
    /// `)`, which closes one.
    Close,
    /// `;`, which begins a node.
    Semicolon,
    /// A property identifier: a letter, then letters and digits, in any case.
    Ident,
    /// A value with its brackets, escapes and all: `[a\]b]`.
    Value,
    /// A value whose `]` is missing: up to the end of the source, or to where the next node
    /// or property begins.
    Unclosed,
    /// Blanks, tabs and line breaks.
    Whitespace,
    /// Bytes inside a game tree that mean nothing there.
    Junk,
    /// Anything outside of the game trees.
    Text,
}

/// A piece of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
}

impl Token {
    /// Its bytes as a range of indices.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Its bytes in the source that was lexed.
    ///
    /// # Panics
    ///
    /// If the source is shorter than the token's end.
    pub fn of(self, source: &[u8]) -> &[u8] {
        &source[self.range()]
    }
}

/// The tokens inside a game tree, as logos cuts them.
#[derive(Logos, Clone, Copy, PartialEq, Debug)]
#[logos(utf8 = false, extras = Scheme)]
pub(crate) enum Inside {
    #[token(b"(")]
    Open,
    #[token(b")")]
    Close,
    #[token(b";")]
    Semicolon,
    #[regex(b"[A-Za-z][A-Za-z0-9]*")]
    Ident,
    /// Whether the closing bracket is there.
    #[token(b"[", value)]
    Value(bool),
    #[regex(b"[ \t\n\r\x0B\x0C]+")]
    Whitespace,
    #[regex(b"[^(); \t\n\r\x0B\x0CA-Za-z\\[]+", junk)]
    Junk,
}

fn value(lexer: &mut logos::Lexer<'_, Inside>) -> bool {
    let rest = lexer.remainder();
    let (len, closed) = match value::end(rest, lexer.extras) {
        Some(End::Bracket(bracket)) => (bracket + 1, true),
        Some(End::Missing(end)) => (end, false),
        None => (rest.len(), false),
    };
    lexer.bump(len);
    closed
}

/// Takes the second byte of a character along with the first, so that junk in
/// Shift-JIS does not open a value with the `[` in one of its characters.
fn junk(lexer: &mut logos::Lexer<'_, Inside>) {
    if let Some(&next) = lexer.remainder().first() {
        if lexer.extras.splits_character(lexer.slice(), next) {
            lexer.bump(1);
        }
    }
}
