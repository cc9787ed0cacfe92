use alloc::borrow::Cow;

use kifu_core::{Color, Point, Size};
use kifu_lex::{Lexer, Scheme, TokenKind};
use kifu_span::Span;

use crate::document::{EditedProperty, Piece};
use crate::ident::Ident;
use crate::text;

/// A property: an identifier and its values.
///
/// A property only refers to the source; its parts are parsed when they are requested.
#[derive(Clone, Copy, Debug)]
pub struct Property<'a> {
    source: &'a [u8],
    scheme: Scheme,
    origin: Origin<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Origin<'a> {
    /// The property is in the source, from this offset to the next `;`, parenthesis or identifier.
    Source(usize),
    Edited(&'a EditedProperty),
}

impl<'a> Property<'a> {
    pub(crate) fn in_source(source: &'a [u8], start: usize, scheme: Scheme) -> Property<'a> {
        Property {
            source,
            scheme,
            origin: Origin::Source(start),
        }
    }

    pub(crate) fn edited(
        source: &'a [u8],
        property: &'a EditedProperty,
        scheme: Scheme,
    ) -> Property<'a> {
        Property {
            source,
            scheme,
            origin: Origin::Edited(property),
        }
    }

    /// Returns the identifier; empty if the file has values without an identifier.
    #[inline]
    pub fn ident(&self) -> Ident<'a> {
        Ident::new(match self.origin {
            Origin::Source(start) => {
                let rest = &self.source[start..];
                &rest[..ident_len(rest)]
            }
            Origin::Edited(property) => property.ident.of(self.source),
        })
    }

    /// Returns whether [`Ident::is`] holds for the identifier and this name, but faster.
    #[inline]
    pub fn is(&self, name: &str) -> bool {
        if let Origin::Source(start) = self.origin {
            // Nearly all identifiers are written this way.
            match &self.source[start..] {
                [b'A'..=b'Z', b'[', ..] => return name.as_bytes() == &self.source[start..][..1],
                [b'A'..=b'Z', b'A'..=b'Z', b'[', ..] => {
                    return name.as_bytes() == &self.source[start..][..2];
                }
                _ => {}
            }
        }
        self.ident().is(name)
    }

    /// Returns the player and the point of a play whose first value is spelled like that of `B[dd]` and is a
    /// point of a board of this size. Nearly all moves are spelled this way; `None` says nothing about other
    /// spellings.
    #[inline]
    pub(crate) fn plain_play(&self, size: Size) -> Option<(Color, Point)> {
        let Origin::Source(start) = self.origin else {
            return None;
        };
        let [
            player @ (b'B' | b'W'),
            b'[',
            col @ b'a'..=b'z',
            row @ b'a'..=b'z',
            b']',
            ..,
        ] = &self.source[start..]
        else {
            return None;
        };
        let point = Point::new(col - b'a', row - b'a');
        let color = match player {
            b'B' => Color::Black,
            _ => Color::White,
        };
        size.contains(point).then_some((color, point))
    }

    /// Like [`plain_play`](Property::plain_play), for a property with only one value.
    #[inline]
    pub(crate) fn only_plain_play(&self, size: Size) -> Option<(Color, Point)> {
        const LEN: usize = "B[dd]".len();
        let Origin::Source(start) = self.origin else {
            return None;
        };
        let play = self.plain_play(size)?;
        let mut rest = self.source[start + LEN..].iter();
        let next = rest.find(|byte| !byte.is_ascii_whitespace());
        // Any other byte may belong to the property.
        matches!(next, Some(b';' | b'(' | b')' | b'A'..=b'Z')).then_some(play)
    }

    /// Whether the property can be a move or setup: `B`, `W`, `AB`, `AW` or `AE`, or a name that is not one or
    /// two capital letters.
    #[inline]
    pub(crate) fn may_change_the_board(&self) -> bool {
        let Origin::Source(start) = self.origin else {
            return true;
        };
        match &self.source[start..] {
            [name @ b'A'..=b'Z', b'[', ..] => matches!(name, b'B' | b'W'),
            [first @ b'A'..=b'Z', second @ b'A'..=b'Z', b'[', ..] => {
                *first == b'A' && matches!(second, b'B' | b'W' | b'E')
            }
            _ => true,
        }
    }

    /// Returns an iterator over the values in order; it is empty for an identifier without values.
    pub fn values(&self) -> Values<'a> {
        Values(match self.origin {
            Origin::Source(start) => {
                let values = start + self.ident().as_bytes().len();
                ValueSource::Source(Lexer::resume(self.source, values, self.scheme))
            }
            Origin::Edited(property) => ValueSource::Edited {
                source: self.source,
                values: property.values.iter(),
            },
        })
    }

    /// Returns the first value.
    pub fn value(&self) -> Option<Value<'a>> {
        self.values().next()
    }

    /// Returns the bytes between the brackets of the only value, if the property is spelled in the
    /// usual way.
    #[cfg(feature = "charset-backend")]
    pub(crate) fn only_value(&self) -> Option<&'a [u8]> {
        let Origin::Source(start) = self.origin else {
            return None;
        };
        let mut lexer = Lexer::resume(self.source, start, self.scheme);
        if !lexer.short_property() {
            return None;
        }
        let (property, rest) = self.source[start..].split_at(lexer.offset() - start);
        let next = rest.iter().find(|byte| !byte.is_ascii_whitespace());
        // Any other byte may belong to the property.
        let ends = matches!(next, Some(b';' | b'(' | b')' | b'A'..=b'Z'));
        let value = &property[ident_len(property)..];
        ends.then(|| &value[1..value.len() - 1])
    }

    /// Returns the span of the property in the document's text, up to the end of its last value;
    /// `None` if the property was edited.
    pub fn span(&self) -> Option<Span> {
        match self.origin {
            Origin::Source(start) => Some(Span::new(start as u32, self.end() as u32)),
            Origin::Edited(_) => None,
        }
    }

    /// Returns the span of the identifier in the document's text; `None` if the property was
    /// edited.
    pub fn ident_span(&self) -> Option<Span> {
        let Origin::Source(start) = self.origin else {
            return None;
        };
        let end = start + self.ident().as_bytes().len();
        Some(Span::new(start as u32, end as u32))
    }

    /// Returns the offset of the start of the property if it comes from `text`.
    pub(crate) fn start(&self, text: &[u8]) -> Option<u32> {
        match self.origin {
            Origin::Source(start) if start < text.len() => u32::try_from(start).ok(),
            _ => None,
        }
    }

    /// Returns the offset of the end of the last value in the source.
    pub(crate) fn end(&self) -> usize {
        if let Origin::Source(start) = self.origin {
            // Most properties have one value, directly followed by the next property, node or parenthesis.
            let mut lexer = Lexer::resume(self.source, start, self.scheme);
            if lexer.short_property() {
                if let Some(b';' | b'(' | b')' | b'A'..=b'Z') = self.source.get(lexer.offset()) {
                    return lexer.offset();
                }
            }
        }
        let ident = || self.ident_span().map_or(0, |ident| ident.range().end);
        self.values()
            .last()
            .and_then(|value| value.at)
            .map_or_else(ident, |(_, end)| end)
    }
}

/// Returns the length of the identifier at the start of `rest`.
#[inline]
pub(crate) fn ident_len(rest: &[u8]) -> usize {
    match rest {
        [first, b'[', ..] if first.is_ascii_alphanumeric() => 1,
        [first, second, b'[', ..]
            if first.is_ascii_alphanumeric() && second.is_ascii_alphanumeric() =>
        {
            2
        }
        _ => {
            let letters = rest.iter().take_while(|b| b.is_ascii_alphanumeric());
            letters.count()
        }
    }
}

/// An iterator over the values of a property.
#[derive(Clone, Debug)]
pub struct Values<'a>(ValueSource<'a>);

#[derive(Clone, Debug)]
enum ValueSource<'a> {
    Source(Lexer<'a>),
    Done,
    Edited {
        source: &'a [u8],
        values: core::slice::Iter<'a, crate::document::EditedValue>,
    },
}

impl<'a> Iterator for Values<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Value<'a>> {
        match &mut self.0 {
            ValueSource::Source(lexer) => loop {
                let start = lexer.offset();
                if lexer.closed_value() {
                    let at = (start, lexer.offset());
                    return Some(Value {
                        written: &lexer.source()[at.0..at.1],
                        closed: true,
                        at: Some(at),
                    });
                }
                // Most properties have one value, directly followed by the next property, node or
                // parenthesis.
                if let Some(b';' | b'(' | b')' | b'A'..=b'Z') = lexer.source().get(start) {
                    self.0 = ValueSource::Done;
                    return None;
                }
                let token = lexer.next()?;
                let closed = match token.kind {
                    TokenKind::Value => true,
                    TokenKind::Unclosed => false,
                    TokenKind::Whitespace | TokenKind::Junk => continue,
                    _ => {
                        self.0 = ValueSource::Done;
                        return None;
                    }
                };
                return Some(Value {
                    written: token.of(lexer.source()),
                    closed,
                    at: Some((token.start, token.end)),
                });
            },
            ValueSource::Done => None,
            ValueSource::Edited { source, values } => {
                let value = values.next()?;
                let written = value.text.of(source);
                Some(Value {
                    written,
                    closed: value.closed,
                    at: match value.text {
                        Piece::Source(span) => Some((span.start as usize, span.end as usize)),
                        Piece::New(_) => None,
                    },
                })
            }
        }
    }
}

/// A value as written, including its brackets. Methods decode or parse it.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    written: &'a [u8],
    closed: bool,
    at: Option<(usize, usize)>,
}

impl<'a> Value<'a> {
    /// Returns the bytes between the brackets as written: with escapes, in the charset of the file.
    pub fn raw(&self) -> &'a [u8] {
        let end = self.written.len() - usize::from(self.closed);
        &self.written[1..end]
    }

    /// Returns whether the closing `]` is present.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns the span of the value in the text from which it was read, including its brackets;
    /// `None` if it was edited, or is past 4 GiB.
    pub fn span(&self) -> Option<Span> {
        let (start, end) = self.at?;
        Some(Span::new(
            u32::try_from(start).ok()?,
            u32::try_from(end).ok()?,
        ))
    }

    /// Decodes the value as *Text* in UTF-8: see [`text()`](crate::text()). This method needs no
    /// charset tables.
    ///
    /// ```
    /// let document = kifu_sgf::Document::parse("(;C[one\\\nline \\] two])").unwrap();
    /// let root = document.node(document.roots().next().unwrap());
    /// let comment = root.get("C").and_then(|comment| comment.value()).unwrap();
    /// assert_eq!(comment.utf8_text().unwrap(), "oneline ] two");
    /// ```
    ///
    /// # Errors
    ///
    /// [`Utf8Error`](core::str::Utf8Error) if the bytes are not valid UTF-8.
    pub fn utf8_text(&self) -> Result<Cow<'a, str>, core::str::Utf8Error> {
        core::str::from_utf8(self.raw()).map(text::text)
    }

    /// Decodes the value as *Text* in a charset. Undecodable bytes become U+FFFD, and `malformed`
    /// is then `true`.
    #[cfg(feature = "charset-backend")]
    pub fn text(&self, charset: kifu_charset::Charset) -> kifu_charset::Decoded<'a> {
        self.decoded(charset, text::text)
    }

    /// Decodes the value as *SimpleText*, which is on one line, in a charset.
    #[cfg(feature = "charset-backend")]
    pub fn simple_text(&self, charset: kifu_charset::Charset) -> kifu_charset::Decoded<'a> {
        self.decoded(charset, text::simple_text)
    }

    #[cfg(feature = "charset-backend")]
    fn decoded(
        &self,
        charset: kifu_charset::Charset,
        read: impl Fn(&str) -> Cow<'_, str>,
    ) -> kifu_charset::Decoded<'a> {
        let decoded = charset.decode(self.raw());
        // Borrowed text stays borrowed unless it contains escapes.
        let text = match decoded.text {
            Cow::Borrowed(text) => match read(text) {
                Cow::Borrowed(_) => Cow::Borrowed(text),
                Cow::Owned(text) => Cow::Owned(text),
            },
            Cow::Owned(text) => Cow::Owned(read(&text).into_owned()),
        };
        kifu_charset::Decoded {
            text,
            malformed: decoded.malformed,
        }
    }
}
