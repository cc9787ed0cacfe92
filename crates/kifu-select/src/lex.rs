//! Splits expressions into tokens.

use std::borrow::Cow;

use kifu_span::{Diagnostic, Span};

use crate::codes;
use crate::expr::Relation;

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Token<'t> {
    /// A name, a number, or a text without quotes.
    Word(&'t str),
    /// A text in quotes, without the quotes.
    Quoted(Cow<'t, str>),
    Relation(Relation),
    /// `~`
    Contains,
    /// `=~`
    Like,
    /// `..`
    To,
    /// One of `( ) [ ]`.
    Bracket(char),
    /// A sign that has no meaning in the language.
    Other(&'t str),
    End,
}

/// The tokens of a text, which must be shorter than 4 GiB.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0 }
    }

    /// Returns the next token and its span; at the end of the text, always [`Token::End`].
    pub(crate) fn next(&mut self) -> Result<(Token<'t>, Span), Diagnostic> {
        let rest = self.text[self.at..].trim_start();
        let start = self.text.len() - rest.len();
        let (token, len) = match rest.chars().next() {
            None => (Token::End, 0),
            Some(quote @ ('"' | '\'')) => self.quoted(start, quote)?,
            Some(first) => sign(rest).unwrap_or_else(|| word(rest, first)),
        };
        self.at = start + len;
        Ok((token, Span::new(start as u32, self.at as u32)))
    }

    fn quoted(&self, start: usize, quote: char) -> Result<(Token<'t>, usize), Diagnostic> {
        let inner = &self.text[start + 1..];
        let mut text = String::new();
        let mut copied = 0;
        let mut signs = inner.char_indices().peekable();
        while let Some((at, sign)) = signs.next() {
            match sign {
                // A backslash escapes only the quote and a backslash; before any other character,
                // it is literal.
                '\\' => {
                    if let Some((next, _)) = signs.next_if(|(_, c)| *c == quote || *c == '\\') {
                        text.push_str(&inner[copied..at]);
                        copied = next;
                    }
                }
                sign if sign == quote => {
                    let rest = &inner[copied..at];
                    let text = if text.is_empty() {
                        Cow::Borrowed(rest)
                    } else {
                        Cow::Owned(text + rest)
                    };
                    return Ok((Token::Quoted(text), at + 2));
                }
                _ => {}
            }
        }
        let span = Span::new(start as u32, self.text.len() as u32);
        let message = format!("unclosed quoted text: expected `{quote}` at its end");
        Err(codes::UNCLOSED_TEXT.at(span, message))
    }
}

/// The operator at the start of `rest`, and its length.
fn sign(rest: &str) -> Option<(Token<'_>, usize)> {
    use Relation::*;
    const SIGNS: [(&str, Token<'static>); 13] = [
        ("==", Token::Relation(Equal)),
        ("=~", Token::Like),
        ("!=", Token::Relation(NotEqual)),
        ("<=", Token::Relation(AtMost)),
        (">=", Token::Relation(AtLeast)),
        ("<", Token::Relation(Less)),
        (">", Token::Relation(Greater)),
        ("~", Token::Contains),
        ("..", Token::To),
        ("(", Token::Bracket('(')),
        (")", Token::Bracket(')')),
        ("[", Token::Bracket('[')),
        ("]", Token::Bracket(']')),
    ];
    let mut signs = SIGNS.into_iter();
    signs
        .find(|(sign, _)| rest.starts_with(sign))
        .map(|(sign, token)| (token, sign.len()))
}

/// Whether a character ends a word; `..` ends one too.
fn ends_word(c: char) -> bool {
    c.is_whitespace() || "()[]\"'<>=!~&|,;".contains(c)
}

/// The word at the start of `rest`, or an unknown sign, and its length.
fn word(rest: &str, first: char) -> (Token<'_>, usize) {
    if ends_word(first) {
        let others = |sign: &&str| rest.starts_with(sign);
        let sign = ["&&", "||"].into_iter().find(others);
        let len = sign.map_or(first.len_utf8(), str::len);
        return (Token::Other(&rest[..len]), len);
    }
    let end = rest.find(ends_word).unwrap_or(rest.len());
    let end = rest[..end].find("..").unwrap_or(end);
    (Token::Word(&rest[..end]), end)
}
