use core::iter::FusedIterator;

use crate::outside;
use crate::scheme::Scheme;
use crate::sniff::Sniffer;
use crate::token::{Inside, Kind, Token};
use crate::value::is_blank;

/// Cuts a source into tokens; an iterator over them.
///
/// It keeps count of the parentheses, to know where game trees end, and sets the
/// [`Scheme`] at the start of each game tree by a [`Sniffer`].
#[derive(Clone, Debug)]
pub struct Lexer<'s> {
    inside: logos::Lexer<'s, Inside>,
    /// How many parentheses are open; 0 outside of the game trees.
    depth: usize,
    /// Where the next game tree starts; known once it was looked for.
    game: Option<usize>,
    sniffer: Option<Sniffer>,
}

impl<'s> Lexer<'s> {
    /// A lexer at the start of the source, which takes each game tree's scheme
    /// from its `CA`.
    pub fn new(source: &'s [u8]) -> Lexer<'s> {
        Lexer {
            sniffer: Some(Sniffer::new(source)),
            ..Lexer::with_scheme(source, Scheme::AsciiSafe)
        }
    }

    /// A lexer that uses this scheme until [`Lexer::set_scheme`] is called.
    pub fn with_scheme(source: &'s [u8], scheme: Scheme) -> Lexer<'s> {
        Lexer {
            inside: logos::Lexer::with_extras(source, scheme),
            depth: 0,
            game: None,
            sniffer: None,
        }
    }

    /// A lexer inside a game tree at `offset`, for reading a part again.
    ///
    /// # Panics
    ///
    /// If the offset is past the end of the source.
    pub fn resume(source: &'s [u8], offset: usize, scheme: Scheme) -> Lexer<'s> {
        let mut lexer = Lexer::with_scheme(source, scheme);
        lexer.inside.bump(offset);
        lexer.depth = 1;
        lexer
    }

    /// The source, whole.
    pub fn source(&self) -> &'s [u8] {
        self.inside.source()
    }

    /// The offset of the next token.
    #[inline]
    pub fn offset(&self) -> usize {
        self.inside.span().end
    }

    /// How many parentheses are open at the next token; 0 outside of game trees.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The scheme in use.
    pub fn scheme(&self) -> Scheme {
        self.inside.extras
    }

    /// Uses another scheme from the next token on.
    pub fn set_scheme(&mut self, scheme: Scheme) {
        self.inside.extras = scheme;
    }

    /// Outside of the game trees: the offset where the next one starts, if any does.
    ///
    /// The lexer stays where it is.
    pub fn next_game(&mut self) -> Option<usize> {
        let at = self.offset();
        match self.game {
            Some(game) if game >= at => {}
            _ => {
                self.game =
                    Some(outside::next_game(self.source(), at).unwrap_or(self.source().len()))
            }
        }
        self.game.filter(|game| *game < self.source().len())
    }

    /// Takes the commonest node of all whole, if it stands next inside a game
    /// tree: `;`, one capital, and a value of two ASCII letters or digits, as in
    /// `;B[pd]`.
    ///
    /// These are six bytes that [`Iterator::next`] would cut into the tokens
    /// [`Kind::Semicolon`], [`Kind::Ident`] and [`Kind::Value`].
    #[inline]
    pub fn short_node(&mut self) -> bool {
        let short = self.depth > 0 && is_short_node(self.inside.remainder());
        if short {
            self.inside.bump(SHORT_NODE);
        }
        short
    }

    fn outside(&mut self) -> Option<Token> {
        let start = self.offset();
        let game = self.next_game();
        let rest = self.inside.remainder();
        if game == Some(start) {
            if let Some(sniffer) = &self.sniffer {
                self.inside.extras = sniffer.scheme(self.source(), start).unwrap_or_default();
            }
            let kind = if rest[0] == b'(' {
                Kind::Open
            } else {
                Kind::Semicolon
            };
            self.inside.bump(1);
            self.depth = 1;
            return Some(Token {
                kind,
                start,
                end: start + 1,
            });
        }
        let end = game.unwrap_or(self.source().len());
        let blanks = rest
            .iter()
            .take(end - start)
            .take_while(|b| is_blank(**b))
            .count();
        let (kind, len) = match blanks {
            0 => (Kind::Text, end - start),
            _ => (Kind::Whitespace, blanks),
        };
        self.inside.bump(len);
        (len > 0).then_some(Token {
            kind,
            start,
            end: start + len,
        })
    }
}

/// How many bytes `;B[pd]` has.
const SHORT_NODE: usize = 6;

#[inline]
fn is_short_node(rest: &[u8]) -> bool {
    let Some(&[semicolon, ident, open, col, row, close]) = rest.first_chunk::<SHORT_NODE>() else {
        return false;
    };
    (semicolon == b';') & (open == b'[') & (close == b']')
        && ident.is_ascii_uppercase() & col.is_ascii_alphanumeric() & row.is_ascii_alphanumeric()
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        if self.depth == 0 {
            return self.outside();
        }
        let kind = match self.inside.next()? {
            Ok(Inside::Open) => {
                self.depth += 1;
                Kind::Open
            }
            Ok(Inside::Close) => {
                self.depth -= 1;
                Kind::Close
            }
            Ok(Inside::Semicolon) => Kind::Semicolon,
            Ok(Inside::Ident) => Kind::Ident,
            Ok(Inside::Value(true)) => Kind::Value,
            Ok(Inside::Value(false)) => Kind::Unclosed,
            Ok(Inside::Whitespace) => Kind::Whitespace,
            // The patterns cover every byte; if one did not, it would be junk.
            Ok(Inside::Junk) | Err(()) => Kind::Junk,
        };
        let span = self.inside.span();
        Some(Token {
            kind,
            start: span.start,
            end: span.end,
        })
    }
}

impl FusedIterator for Lexer<'_> {}
