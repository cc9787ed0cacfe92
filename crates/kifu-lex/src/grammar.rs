//! The grammar: the tokens inside a game tree, and those inside the text of a value in each [`Scheme`].
//!
//! These definitions say what the lexer does. The module `shortcuts` does the same faster for what is common; a law
//! compares both. Two decisions are not grammar, because they depend on what follows: which bracket ends a value that
//! contains brackets (`value`), and where a game begins in other text (`outside`).

use logos::Logos;

use crate::recovery::structure_follows;
use crate::scheme::Scheme;
use crate::token::Mode;
use crate::value::{self, End, Mark};

/// The tokens inside a game tree.
#[derive(Logos, Clone, Copy, PartialEq, Debug)]
#[logos(utf8 = false, extras = Mode)]
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
        if lexer.extras.scheme.splits_character(lexer.slice(), next) {
            lexer.bump(1);
        }
    }
}

/// The tokens of a text, without regard to its charset.
pub(crate) enum Piece {
    /// `[`
    Open,
    /// `]`
    Close,
    /// `\]`
    EscapedBracket,
    /// A character of two bytes.
    Pair,
    /// Anything else.
    Other,
}

/// Defines the tokens of a text in a charset. `$pair` matches the characters whose second byte can be ASCII.
macro_rules! text_tokens {
    ($(#[$doc:meta])* $name:ident $(, $pair:tt)?) => {
        $(#[$doc])*
        #[derive(Logos, Clone, Copy, PartialEq, Debug)]
        #[logos(utf8 = false)]
        pub(crate) enum $name {
            #[token(b"[")]
            Open,
            #[token(b"]")]
            Close,
            #[token(b"\\]")]
            EscapedBracket,
            /// A `\` and what it escapes, if that is ASCII; a `\` at the end of the text.
            #[regex(b"\\\\[\\x00-\\x5C\\x5E-\\x7F]?")]
            Escape,
            $(#[regex($pair)]
            Pair,)?
            #[regex(b"[^\\[\\]\\\\\\x80-\\xFF]+|[\\x80-\\xFF]")]
            Other,
        }

        impl From<$name> for Piece {
            fn from(token: $name) -> Piece {
                match token {
                    $name::Open => Piece::Open,
                    $name::Close => Piece::Close,
                    $name::EscapedBracket => Piece::EscapedBracket,
                    $($name::Pair => {
                        let _: &[u8] = $pair;
                        Piece::Pair
                    })?
                    $name::Escape | $name::Other => Piece::Other,
                }
            }
        }
    };
}

text_tokens! {
    /// Text in a charset in which every byte below 0x80 is an ASCII character.
    AsciiSafe
}
text_tokens! {
    /// Text in Shift-JIS.
    ShiftJis, b"[\\x81-\\x9F\\xE0-\\xFC][\\x40-\\x7E\\x80-\\xFC]"
}
text_tokens! {
    /// Text in GBK.
    Gbk, b"[\\x81-\\xFE][\\x40-\\x7E\\x80-\\xFE]"
}
text_tokens! {
    /// Text in Big5.
    Big5, b"[\\x81-\\xFE][\\x40-\\x7E\\xA1-\\xFE]"
}

/// Text in ISO-2022: escape sequences and shifts switch between single bytes and pairs of bytes. The extra is whether
/// pairs follow.
///
/// An escape sequence (ISO/IEC 2022) is intermediate bytes, then a final byte. No sequence of ISO-2022-JP, -KR or -CN has
/// `]` or `\` as its final byte: a sequence that reaches one was cut short.
#[derive(Logos, Clone, Copy, PartialEq, Debug)]
#[logos(utf8 = false, extras = bool)]
pub(crate) enum Iso2022 {
    /// `ESC $` and SO start pairs.
    #[regex(b"\\x1B\\$([ -\\(,-/][ -/]*)?[0-\\x5B\\x5E-~]?|\\x0E", |text| text.extras = true)]
    Pairs,
    /// `ESC (`, SI and the end of a line end them.
    #[regex(b"\\x1B\\([ -/]*[0-\\x5B\\x5E-~]?|[\\x0F\\n\\r]", |text| text.extras = false)]
    Singles,
    /// Other sequences; `ESC $ ) C` only designates the set that SO switches to.
    #[regex(b"\\x1B\\$[)*+][ -/]*[0-\\x5B\\x5E-~]?")]
    #[regex(b"\\x1B([ -#%-')-/][ -/]*)?[0-\\x5B\\x5E-~]?")]
    Designation,
    #[token(b"]")]
    Close,
    /// A `\` and the byte that it escapes, or a `\` that is a half of a pair.
    #[token(b"\\", escape)]
    Escape,
    #[regex(b"[^\\x1B\\x0E\\x0F\\n\\r\\]\\\\]+")]
    Other,
}

fn escape(text: &mut logos::Lexer<'_, Iso2022>) {
    if !text.extras && !text.remainder().is_empty() {
        text.bump(1);
    }
}

/// Finds the end of a value in ISO-2022.
pub(crate) fn switched(text: &[u8]) -> Option<usize> {
    let mut tokens = Iso2022::lexer(text);
    while let Some(token) = tokens.next() {
        let is_end = !tokens.extras || structure_follows(tokens.remainder());
        if token == Ok(Iso2022::Close) && is_end {
            return Some(tokens.span().start);
        }
    }
    None
}

/// The brackets of a text in a charset without shift sequences, with their offsets.
pub(crate) enum Marks<'t> {
    AsciiSafe(logos::Lexer<'t, AsciiSafe>),
    ShiftJis(logos::Lexer<'t, ShiftJis>),
    Gbk(logos::Lexer<'t, Gbk>),
    Big5(logos::Lexer<'t, Big5>),
}

impl<'t> Marks<'t> {
    pub(crate) fn new(text: &'t [u8], scheme: Scheme) -> Marks<'t> {
        match scheme {
            Scheme::AsciiSafe | Scheme::Iso2022 => Marks::AsciiSafe(AsciiSafe::lexer(text)),
            Scheme::ShiftJis => Marks::ShiftJis(ShiftJis::lexer(text)),
            Scheme::Gbk => Marks::Gbk(Gbk::lexer(text)),
            Scheme::Big5 => Marks::Big5(Big5::lexer(text)),
        }
    }
}

impl Iterator for Marks<'_> {
    type Item = (usize, Mark);

    fn next(&mut self) -> Option<(usize, Mark)> {
        match self {
            Marks::AsciiSafe(tokens) => next_mark(tokens),
            Marks::ShiftJis(tokens) => next_mark(tokens),
            Marks::Gbk(tokens) => next_mark(tokens),
            Marks::Big5(tokens) => next_mark(tokens),
        }
    }
}

fn next_mark<'t, T>(tokens: &mut logos::Lexer<'t, T>) -> Option<(usize, Mark)>
where
    T: Logos<'t, Source = [u8]> + Into<Piece>,
{
    loop {
        let piece = tokens.next()?.map_or(Piece::Other, T::into);
        let span = tokens.span();
        match piece {
            Piece::Open => return Some((span.start, Mark::Open)),
            Piece::Close => return Some((span.start, Mark::Close)),
            Piece::EscapedBracket => return Some((span.start, Mark::Escaped)),
            Piece::Pair => {
                let rest = tokens.remainder();
                match tokens.slice()[1] {
                    b']' if structure_follows(rest) => return Some((span.end - 1, Mark::Sure)),
                    // Programs that escape byte by byte double the second byte of a character; the backslash after
                    // that byte then escapes nothing.
                    b'\\' if rest.starts_with(b"\\]") && structure_follows(&rest[2..]) => {
                        return Some((span.end + 1, Mark::Sure));
                    }
                    _ => {}
                }
            }
            Piece::Other => {}
        }
    }
}
