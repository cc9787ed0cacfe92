use core::ops::Range;

use logos::Logos;

use crate::scheme::Scheme;
use crate::value::{self, End};

/// The kind of a [`Token`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenKind {
    /// `(`, which opens a game tree or a variation.
    Open,
    /// `)`, which closes a game tree or a variation.
    Close,
    /// `;`, which starts a node.
    Semicolon,
    /// A property identifier: a letter, then letters and digits, in any case.
    Ident,
    /// A value, including its brackets and escapes: `[a\]b]`.
    Value,
    /// A value whose `]` is missing: it ends where the next node or property begins, or at the end
    /// of the source.
    Unclosed,
    /// Spaces, tabs and line breaks.
    Whitespace,
    /// Bytes inside a game tree that are not part of its syntax.
    Junk,
    /// Text outside the game trees.
    Text,
}

/// A token: a range of the source and its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The byte offset of the start of the token.
    pub start: usize,
    /// The byte offset of the end of the token (exclusive).
    pub end: usize,
}

impl Token {
    /// Returns the token's range of byte offsets.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the token's bytes in `source`, which must be the source that was lexed.
    ///
    /// # Panics
    ///
    /// Panics if `source` ends before the token does.
    pub fn of(self, source: &[u8]) -> &[u8] {
        &source[self.range()]
    }
}

/// The tokens inside a game tree, as logos recognizes them.
#[derive(Logos, Clone, Copy, PartialEq, Debug)]
#[logos(utf8 = false, extras = Scheme)]
pub(crate) enum InsideToken {
    #[token(b"(")]
    Open,
    #[token(b")")]
    Close,
    #[token(b";")]
    Semicolon,
    #[regex(b"[A-Za-z][A-Za-z0-9]*")]
    Ident,
    /// A value; `true` if its closing bracket is present.
    #[token(b"[", value)]
    Value(bool),
    #[regex(b"[ \t\n\r\x0B\x0C]+")]
    Whitespace,
    #[regex(b"[^(); \t\n\r\x0B\x0CA-Za-z\\[]+", junk)]
    Junk,
}

fn value(lexer: &mut logos::Lexer<'_, InsideToken>) -> bool {
    let rest = lexer.remainder();
    let (len, closed) = match value::end(rest, lexer.extras) {
        Some(End::Bracket(bracket)) => (bracket + 1, true),
        Some(End::Missing(end)) => (end, false),
        None => (rest.len(), false),
    };
    lexer.bump(len);
    closed
}

/// Extends junk by the second byte of a character, so that junk in Shift-JIS does not open a value
/// at a `[` that is half a character.
fn junk(lexer: &mut logos::Lexer<'_, InsideToken>) {
    if let Some(&next) = lexer.remainder().first() {
        if lexer.extras.splits_character(lexer.slice(), next) {
            lexer.bump(1);
        }
    }
}
