use core::ops::Range;

use crate::scheme::Scheme;

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

/// How the text of a value is read.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Mode {
    pub(crate) scheme: Scheme,
    /// Whether only the grammar is used, without the shortcuts.
    pub(crate) is_grammar: bool,
}
