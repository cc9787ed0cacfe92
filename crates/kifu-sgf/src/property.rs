use alloc::borrow::Cow;

use kifu_lex::{Kind, Lexer, Scheme};
use kifu_span::Span;

use crate::document::{EditedProperty, Piece};
use crate::ident::Ident;
use crate::text;

/// A property: an identifier and its values.
///
/// It is read from the source when asked, so looking at one costs nothing until
/// then.
#[derive(Clone, Copy, Debug)]
pub struct Property<'a> {
    source: &'a [u8],
    scheme: Scheme,
    from: From<'a>,
}

#[derive(Clone, Copy, Debug)]
enum From<'a> {
    /// In the source, from here up to the next piece of structure.
    Source(usize),
    Edited(&'a EditedProperty),
}

impl<'a> Property<'a> {
    pub(crate) fn in_source(source: &'a [u8], start: usize, scheme: Scheme) -> Property<'a> {
        Property {
            source,
            scheme,
            from: From::Source(start),
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
            from: From::Edited(property),
        }
    }

    /// The identifier; empty where the file has a value without one.
    #[inline]
    pub fn ident(&self) -> Ident<'a> {
        Ident::new(match self.from {
            From::Source(start) => {
                let rest = &self.source[start..];
                &rest[..ident_len(rest)]
            }
            From::Edited(property) => property.ident.of(self.source),
        })
    }

    /// Whether its identifier is the one with this name in capitals, as [`Ident::is`] says, and
    /// sooner.
    #[inline]
    pub fn is(&self, name: &str) -> bool {
        if let From::Source(start) = self.from {
            // Nearly all are written so.
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

    /// The values in order; none where the file has an identifier alone.
    pub fn values(&self) -> Values<'a> {
        Values(match self.from {
            From::Source(start) => {
                let values = start + self.ident().as_bytes().len();
                Each::Source(Lexer::resume(self.source, values, self.scheme))
            }
            From::Edited(property) => Each::Edited {
                source: self.source,
                values: property.values.iter(),
            },
        })
    }

    /// The first value.
    pub fn value(&self) -> Option<Value<'a>> {
        self.values().next()
    }

    /// What stands between the brackets of the only value, of a property in the usual spelling.
    #[cfg(feature = "charset")]
    pub(crate) fn only_value(&self) -> Option<&'a [u8]> {
        let From::Source(start) = self.from else {
            return None;
        };
        let mut lexer = Lexer::resume(self.source, start, self.scheme);
        if !lexer.short_property() {
            return None;
        }
        let (property, behind) = self.source[start..].split_at(lexer.offset() - start);
        let next = behind.iter().find(|byte| !byte.is_ascii_whitespace());
        // Anything else may belong to the property.
        let ends = matches!(next, Some(b';' | b'(' | b')' | b'A'..=b'Z'));
        let value = &property[ident_len(property)..];
        ends.then(|| &value[1..value.len() - 1])
    }

    /// Where the property stands in the document's text, up to the end of its last
    /// value; `None` if it was edited.
    pub fn span(&self) -> Option<Span> {
        match self.from {
            From::Source(start) => Some(Span::new(start as u32, self.end() as u32)),
            From::Edited(_) => None,
        }
    }

    /// Where its identifier stands in the document's text; `None` if it was edited.
    pub fn ident_span(&self) -> Option<Span> {
        let From::Source(start) = self.from else {
            return None;
        };
        let end = start + self.ident().as_bytes().len();
        Some(Span::new(start as u32, end as u32))
    }

    /// Where it starts in the text, edited or not, if it comes from there.
    pub(crate) fn start(&self, text: &[u8]) -> Option<u32> {
        match self.from {
            From::Source(start) if start < text.len() => u32::try_from(start).ok(),
            _ => None,
        }
    }

    /// In the source: the offset after the last value.
    pub(crate) fn end(&self) -> usize {
        let ident = || self.ident_span().map_or(0, |ident| ident.range().end);
        self.values()
            .last()
            .and_then(|value| value.at)
            .map_or_else(ident, |(_, end)| end)
    }
}

/// How many bytes of an identifier stand at the start.
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

/// The values of a property, in order.
#[derive(Clone, Debug)]
pub struct Values<'a>(Each<'a>);

#[derive(Clone, Debug)]
enum Each<'a> {
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
            Each::Source(lexer) => loop {
                let start = lexer.offset();
                if lexer.closed_value() {
                    let at = (start, lexer.offset());
                    return Some(Value {
                        written: &lexer.source()[at.0..at.1],
                        closed: true,
                        at: Some(at),
                    });
                }
                // Most properties have one value, and the next piece of structure behind it.
                if let Some(b';' | b'(' | b')' | b'A'..=b'Z') = lexer.source().get(start) {
                    self.0 = Each::Done;
                    return None;
                }
                let token = lexer.next()?;
                let closed = match token.kind {
                    Kind::Value => true,
                    Kind::Unclosed => false,
                    Kind::Whitespace | Kind::Junk => continue,
                    _ => {
                        self.0 = Each::Done;
                        return None;
                    }
                };
                return Some(Value {
                    written: token.of(lexer.source()),
                    closed,
                    at: Some((token.start, token.end)),
                });
            },
            Each::Done => None,
            Each::Edited { source, values } => {
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

/// A value as it is written, brackets included; decoded when asked.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    written: &'a [u8],
    closed: bool,
    at: Option<(usize, usize)>,
}

impl<'a> Value<'a> {
    /// The bytes between the brackets, as written: escaped, in the file's charset.
    pub fn raw(&self) -> &'a [u8] {
        let end = self.written.len() - usize::from(self.closed);
        &self.written[1..end]
    }

    /// Whether the closing `]` is there. Only the last value of a file can lack it.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Where it stands in the text it was read from, brackets included; `None` if it
    /// was edited, or lies past 4 GiB.
    pub fn span(&self) -> Option<Span> {
        let (start, end) = self.at?;
        Some(Span::new(
            u32::try_from(start).ok()?,
            u32::try_from(end).ok()?,
        ))
    }

    /// The value of a UTF-8 file read as *Text*: see [`text()`](crate::text()). It needs no table of
    /// charsets.
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
    /// If the bytes are not UTF-8.
    pub fn utf8_text(&self) -> Result<Cow<'a, str>, core::str::Utf8Error> {
        core::str::from_utf8(self.raw()).map(text::text)
    }

    /// The value read as *Text* in a charset. What does not decode is U+FFFD in it,
    /// and `malformed` says so.
    #[cfg(feature = "charset")]
    pub fn text(&self, charset: kifu_charset::Charset) -> kifu_charset::Decoded<'a> {
        self.decoded(charset, text::text)
    }

    /// The value read as *SimpleText* in a charset: on one line.
    #[cfg(feature = "charset")]
    pub fn simple_text(&self, charset: kifu_charset::Charset) -> kifu_charset::Decoded<'a> {
        self.decoded(charset, text::simple_text)
    }

    #[cfg(feature = "charset")]
    fn decoded(
        &self,
        charset: kifu_charset::Charset,
        read: impl Fn(&str) -> Cow<'_, str>,
    ) -> kifu_charset::Decoded<'a> {
        let decoded = charset.decode(self.raw());
        // A borrowed text stays borrowed unless it has something to unescape.
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
