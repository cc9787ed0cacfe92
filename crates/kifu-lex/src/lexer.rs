use core::iter::FusedIterator;

use crate::grammar::InsideToken;
use crate::outside;
use crate::scheme::Scheme;
use crate::shortcuts::is_short_node;
use crate::sniff::Sniffer;
use crate::token::{Mode, Token, TokenKind};
use crate::value::{self, is_blank};

/// An iterator over the tokens of a source.
///
/// The lexer counts open parentheses to know where game trees end, and sets the [`Scheme`] at the
/// start of each game tree with a [`Sniffer`].
#[derive(Clone, Debug)]
pub struct Lexer<'s> {
    source: &'s [u8],
    offset: usize,
    /// The number of open parentheses; 0 outside the game trees.
    depth: usize,
    mode: Mode,
    sniffer: Option<Sniffer>,
    /// The offset where the next game tree starts, or the length of the source if there is none;
    /// `None` until the first search.
    game: Option<usize>,
}

/// Whether no lexer uses shortcuts.
const IS_GRAMMAR: bool = cfg!(kifu_lex_grammar);

impl<'s> Lexer<'s> {
    /// Creates a lexer that takes the scheme of each game tree from its `CA`.
    pub fn new(source: &'s [u8]) -> Lexer<'s> {
        Lexer {
            sniffer: Some(Sniffer::new(source)),
            ..Lexer::with_scheme(source, Scheme::AsciiSafe)
        }
    }

    /// Creates a lexer that uses this scheme until [`Lexer::set_scheme`] is called.
    pub fn with_scheme(source: &'s [u8], scheme: Scheme) -> Lexer<'s> {
        Lexer {
            source,
            offset: 0,
            depth: 0,
            mode: Mode {
                scheme,
                is_grammar: IS_GRAMMAR,
            },
            sniffer: None,
            game: None,
        }
    }

    /// Creates a lexer at `offset`, inside a game tree, to read a part of the source again. An
    /// offset past the end is treated as the end.
    pub fn resume(source: &'s [u8], offset: usize, scheme: Scheme) -> Lexer<'s> {
        Lexer {
            offset: offset.min(source.len()),
            depth: 1,
            ..Lexer::with_scheme(source, scheme)
        }
    }

    /// Finds the tokens of [`Lexer::next`](Iterator::next) by the grammar alone: by the tokens that logos recognizes,
    /// without the shortcuts for what is common. They are the same, but take more time; tests compare both.
    pub fn by_grammar(mut self) -> Lexer<'s> {
        self.mode.is_grammar = true;
        self
    }

    /// Returns the whole source.
    #[inline]
    pub fn source(&self) -> &'s [u8] {
        self.source
    }

    /// Returns the byte offset of the next token.
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the number of parentheses that are open before the next token; 0 outside game trees.
    #[inline]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the scheme in use.
    #[inline]
    pub fn scheme(&self) -> Scheme {
        self.mode.scheme
    }

    /// Sets the scheme for the next token and those after it.
    pub fn set_scheme(&mut self, scheme: Scheme) {
        self.mode.scheme = scheme;
    }

    /// Starts a game tree at the current offset: the next token is inside it.
    pub fn start_game(&mut self) {
        self.depth = 1;
    }

    /// Ends the game tree at the current offset, even if parentheses are open: the next token is
    /// outside all game trees.
    pub fn end_game(&mut self) {
        self.depth = 0;
    }

    /// Returns the byte offset where the next game tree starts, if there is one. Call this method
    /// only outside game trees.
    ///
    /// The lexer does not advance.
    pub fn next_game(&mut self) -> Option<usize> {
        match self.game {
            Some(game) if game >= self.offset => {}
            _ => {
                self.game =
                    Some(outside::next_game(self.source, self.offset).unwrap_or(self.source.len()))
            }
        }
        self.game.filter(|game| *game < self.source.len())
    }

    fn rest(&self) -> &'s [u8] {
        // The offset never passes the end.
        self.source.get(self.offset..).unwrap_or_default()
    }

    /// Takes the next `len` bytes as a token.
    #[inline]
    fn take(&mut self, kind: TokenKind, len: usize) -> Token {
        let start = self.offset;
        self.offset += len;
        Token {
            kind,
            start,
            end: self.offset,
        }
    }

    fn outside(&mut self) -> Option<Token> {
        let game = self.next_game();
        let rest = self.rest();
        if game == Some(self.offset) {
            if let Some(sniffer) = &self.sniffer {
                self.mode.scheme = sniffer.scheme(self.source, self.offset).unwrap_or_default();
            }
            self.depth = 1;
            return match rest[0] {
                b'(' => Some(self.take(TokenKind::Open, 1)),
                _ => self.next(),
            };
        }
        let text = &rest[..game.unwrap_or(self.source.len()) - self.offset];
        let blanks = text.iter().take_while(|b| is_blank(**b)).count();
        match (blanks, text.len()) {
            (_, 0) => None,
            (0, len) => Some(self.take(TokenKind::Text, len)),
            (len, _) => Some(self.take(TokenKind::Whitespace, len)),
        }
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        if self.depth == 0 {
            return self.outside();
        }
        let mut inside = logos::Lexer::<InsideToken>::with_extras(self.rest(), self.mode);
        let kind = match inside.next()? {
            Ok(InsideToken::Open) => {
                self.depth += 1;
                TokenKind::Open
            }
            Ok(InsideToken::Close) => {
                self.depth -= 1;
                TokenKind::Close
            }
            Ok(InsideToken::Semicolon) => TokenKind::Semicolon,
            Ok(InsideToken::Ident) => TokenKind::Ident,
            Ok(InsideToken::Value(true)) => TokenKind::Value,
            Ok(InsideToken::Value(false)) => TokenKind::Unclosed,
            Ok(InsideToken::Whitespace) => TokenKind::Whitespace,
            // The patterns match every byte, so `Err` does not occur.
            Ok(InsideToken::Junk) | Err(()) => TokenKind::Junk,
        };
        Some(self.take(kind, inside.span().end))
    }
}

impl FusedIterator for Lexer<'_> {}

/// Shortcuts for common token sequences.
///
/// Each of these methods advances only if its token sequence comes next inside a game tree. It then
/// consumes exactly the bytes that [`Lexer::next`](Iterator::next) would return as the tokens named
/// in its documentation.
impl Lexer<'_> {
    /// Consumes a node with one short value, such as `;B[pd]`: `;`, a capital, and two ASCII
    /// letters or digits in brackets. Returns whether it did.
    ///
    /// Tokens: [`TokenKind::Semicolon`], [`TokenKind::Ident`], [`TokenKind::Value`].
    #[inline]
    pub fn short_node(&mut self) -> bool {
        let short = if IS_GRAMMAR {
            self.is_short_node()
        } else {
            self.depth > 0 && is_short_node(self.source, self.offset)
        };
        if short {
            self.offset += Lexer::SHORT_NODE;
        }
        short
    }

    /// Consumes up to `max` consecutive nodes of the form that [`Lexer::short_node`] accepts:
    /// either directly adjacent, or each followed by one line break, which is consumed too
    /// ([`TokenKind::Whitespace`]). White space after the last line break is not consumed.
    #[inline]
    pub fn short_nodes(&mut self, max: usize) -> ShortNodes {
        let rest = match self.depth {
            0 => &[],
            _ => self.rest(),
        };
        let line_break: &[u8] = match rest.get(Lexer::SHORT_NODE..) {
            Some([b'\n', ..]) => b"\n",
            Some([b'\r', b'\n', ..]) => b"\r\n",
            _ => b"",
        };
        let found = match line_break.len() {
            _ if IS_GRAMMAR => self.short_nodes_with(line_break, max),
            0 => ShortNodes::in_lines::<6>(rest, max),
            1 => ShortNodes::in_lines::<7>(rest, max),
            _ => ShortNodes::in_lines::<8>(rest, max),
        };
        self.offset += found.count * found.step;
        found
    }

    /// Consumes the start of a node, [`TokenKind::Semicolon`]. Returns whether it did.
    #[inline]
    pub fn semicolon(&mut self) -> bool {
        let starts = self.depth > 0 && self.source.get(self.offset) == Some(&b';');
        self.offset += usize::from(starts);
        starts
    }

    /// The number of bytes that [`Lexer::short_node`] consumes.
    pub const SHORT_NODE: usize = b";B[pd]".len();

    /// Consumes an identifier of one or two capitals and a value that [`Lexer::closed_value`]
    /// accepts, such as `BL[1791.5]`. Returns whether it did.
    ///
    /// Tokens: [`TokenKind::Ident`], [`TokenKind::Value`].
    #[inline]
    pub fn short_property(&mut self) -> bool {
        let Some(&[first, second, third]) = self.rest().first_chunk::<3>() else {
            return false;
        };
        let ident = match (second, third) {
            (b'[', _) => 1,
            (b'A'..=b'Z', b'[') => 2,
            _ => return false,
        };
        if !first.is_ascii_uppercase() || self.depth == 0 {
            return false;
        }
        self.value_after(ident)
    }

    /// Consumes a value that is closed and whose end is unambiguous, [`TokenKind::Value`]. Returns
    /// whether it did.
    #[inline]
    pub fn closed_value(&mut self) -> bool {
        self.depth > 0 && self.source.get(self.offset) == Some(&b'[') && self.value_after(0)
    }

    /// Consumes white space, [`TokenKind::Whitespace`]. Returns whether there was any.
    #[inline]
    pub fn blanks(&mut self) -> bool {
        let start = self.offset;
        while self.depth > 0 && self.source.get(self.offset).copied().is_some_and(is_blank) {
            self.offset += 1;
        }
        self.offset > start
    }

    #[inline(always)]
    fn value_after(&mut self, ident: usize) -> bool {
        let text = self.offset + ident + 1;
        match self
            .source
            .get(text..)
            .and_then(|rest| value::plain_end(rest, self.mode.scheme))
        {
            Some(bracket) => {
                self.offset = text + bracket + 1;
                true
            }
            None => false,
        }
    }

    /// Whether the next tokens are those that [`Lexer::short_node`] consumes.
    fn is_short_node(&self) -> bool {
        let mut tokens = self.clone();
        let mut is_next = |kind, is_short: fn(&[u8]) -> bool| {
            let token = tokens.next();
            token.is_some_and(|token| token.kind == kind && is_short(token.of(self.source)))
        };
        self.depth > 0
            && is_next(TokenKind::Semicolon, |_| true)
            && is_next(TokenKind::Ident, |ident| matches!(ident, [b'A'..=b'Z']))
            && is_next(
                TokenKind::Value,
                |value| matches!(value, [_, col, row, _] if col.is_ascii_alphanumeric() && row.is_ascii_alphanumeric()),
            )
    }

    /// Finds short nodes with this line break after each.
    fn short_nodes_with(&self, line_break: &[u8], max: usize) -> ShortNodes {
        let step = Lexer::SHORT_NODE + line_break.len();
        let mut at = self.clone();
        let mut count = 0;
        while count < max
            && at.is_short_node()
            && at.rest()[Lexer::SHORT_NODE..].starts_with(line_break)
        {
            at.offset += step;
            count += 1;
        }
        ShortNodes { count, step }
    }
}

/// A run of nodes with one short value each, at equal distances: the result of
/// [`Lexer::short_nodes`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShortNodes {
    /// The number of nodes.
    pub count: usize,
    /// The distance in bytes between the starts of consecutive nodes.
    pub step: usize,
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    /// Checks at each token that the shortcuts for nodes consume what the grammar says.
    fn short_nodes_are_those_of_the_grammar(source: &[u8]) {
        let mut lexer = Lexer::new(source);
        loop {
            let is_short = lexer.is_short_node();
            assert_eq!(
                lexer.clone().short_node(),
                is_short,
                "{}",
                source.escape_ascii()
            );
            for max in [0, 1, 2, 3, usize::MAX] {
                let mut all = lexer.clone();
                let found = all.short_nodes(max);
                let line_break: &[u8] = match found.step - Lexer::SHORT_NODE {
                    0 => b"",
                    1 => b"\n",
                    _ => b"\r\n",
                };
                assert_eq!(
                    found,
                    lexer.short_nodes_with(line_break, max),
                    "{}",
                    source.escape_ascii()
                );
                assert_eq!(all.offset, lexer.offset + found.count * found.step);
            }
            if lexer.next().is_none() {
                break;
            }
        }
    }

    #[test]
    fn the_grammar_and_the_shortcuts_agree_on_short_nodes() {
        let nodes = [
            ";B[aa]", ";W[zZ]", ";Z[09]", ";b[aa]", ";B[a]", ";B[aaa]", ";B[a-]", ";B[-a]",
            ";BB[aa]", "B[aa]", ";B(aa)", ";B[aa", ";;B[aa]", ";B [aa]", "; B[aa]",
        ];
        for node in nodes {
            for line_break in ["", "\n", "\r\n", " \n"] {
                for count in [0, 1, 2, 7] {
                    let moves = std::format!(";B[pd]{line_break}").repeat(count);
                    let source =
                        std::format!("{moves}(;GM[1]{moves}{node}{line_break}{moves}){moves}");
                    short_nodes_are_those_of_the_grammar(source.as_bytes());
                }
            }
        }
        let all: Vec<u8> = (0..=u8::MAX)
            .flat_map(|byte| [b';', b'B', b'[', byte, b'a', b']'])
            .collect();
        short_nodes_are_those_of_the_grammar(&[b"(;", &all[..]].concat());
    }
}
