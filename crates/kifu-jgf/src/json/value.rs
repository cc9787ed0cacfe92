//! Values of an index.

use std::borrow::Cow;

use kifu_span::Span;

use super::lexeme::{quote, strict_number, unquote};
use super::scan::{Tape, Token};
use crate::raw::Raw;

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Kind {
    Null,
    False,
    True,
    Number,
    /// A string of strict JSON.
    Text,
    /// A string in another spelling, or a word without quotation marks.
    Loose,
    Array,
    Object,
}

impl Kind {
    pub(super) const ALL: [Kind; 8] = [
        Kind::Null,
        Kind::False,
        Kind::True,
        Kind::Number,
        Kind::Text,
        Kind::Loose,
        Kind::Array,
        Kind::Object,
    ];

    /// With its article, for messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Null => "`null`",
            Kind::False | Kind::True => "a truth value",
            Kind::Number => "a number",
            Kind::Text | Kind::Loose => "a text",
            Kind::Array => "an array",
            Kind::Object => "an object",
        }
    }
}

/// A value of an index, or a key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<'t> {
    pub(super) tape: &'t Tape<'t>,
    pub(super) at: usize,
}

impl<'t> Value<'t> {
    fn token(self) -> Token {
        self.tape.tokens[self.at]
    }

    pub(crate) fn kind(self) -> Kind {
        self.token().kind()
    }

    pub(crate) fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    pub(crate) fn is_array(self) -> bool {
        self.kind() == Kind::Array
    }

    pub(crate) fn span(self) -> Span {
        self.token().span()
    }

    /// As it is written.
    pub(crate) fn source(self) -> &'t str {
        &self.tape.text[self.span().range()]
    }

    /// What a string says.
    pub(crate) fn text(self) -> Option<Cow<'t, str>> {
        match self.kind() {
            Kind::Text | Kind::Loose => Some(self.word()),
            _ => None,
        }
    }

    fn word(self) -> Cow<'t, str> {
        let source = self.source();
        if self.kind() == Kind::Text {
            let inner = &source[1..source.len() - 1];
            if !inner.as_bytes().contains(&b'\\') {
                return Cow::Borrowed(inner);
            }
        }
        if source.starts_with(['"', '\'']) {
            unquote(source)
        } else {
            Cow::Borrowed(source)
        }
    }

    /// A number, in a spelling of strict JSON.
    pub(crate) fn number(self) -> Option<Cow<'t, str>> {
        match self.kind() {
            Kind::Number => strict_number(self.source()),
            _ => None,
        }
    }

    pub(crate) fn bool(self) -> Option<bool> {
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// The elements of an array; nothing of other values.
    pub(crate) fn elements(self) -> Elements<'t> {
        self.inner(Kind::Array)
    }

    /// The members of an object in order; nothing of other values.
    pub(crate) fn members(self) -> impl Iterator<Item = (Cow<'t, str>, Value<'t>)> {
        let mut all = self.inner(Kind::Object);
        std::iter::from_fn(move || {
            let key = all.next()?;
            let value = all.next().expect("a key has a value");
            Some((key.word(), value))
        })
    }

    /// What a container of this kind holds.
    fn inner(self, kind: Kind) -> Elements<'t> {
        let end = if self.kind() == kind {
            self.token().next()
        } else {
            0
        };
        Elements {
            tape: self.tape,
            next: self.at as u32 + 1,
            end: end as u32,
        }
    }

    /// The last member with this key.
    pub(crate) fn get(self, key: &str) -> Option<Value<'t>> {
        self.members()
            .filter(|(name, _)| name == key)
            .map(|(_, value)| value)
            .last()
    }

    /// The value in strict JSON without white space. Numbers, and strings that are strict
    /// JSON, are copied as they are written.
    pub(crate) fn to_raw(self) -> Raw {
        let mut out = String::with_capacity(self.source().len());
        let end = self.token().next();
        // Where each container that is open ends, and whether it is an object.
        let mut open: Vec<(usize, bool)> = Vec::new();
        let mut at = self.at;
        let mut first = true;
        loop {
            while let Some(&(_, object)) = open.last().filter(|(end, _)| *end == at) {
                out.push(if object { '}' } else { ']' });
                open.pop();
                first = false;
            }
            if at == end {
                return Raw::trusted(out);
            }
            if !first {
                out.push(',');
            }
            if let Some((_, true)) = open.last() {
                quote(&Value { at, ..self }.word(), &mut out);
                out.push(':');
                at += 1;
            }
            let value = Value { at, ..self };
            match value.kind() {
                kind @ (Kind::Array | Kind::Object) => {
                    let object = kind == Kind::Object;
                    out.push(if object { '{' } else { '[' });
                    open.push((value.token().next(), object));
                    first = true;
                }
                _ => {
                    value.write_scalar(&mut out);
                    first = false;
                }
            }
            at += 1;
        }
    }

    fn write_scalar(self, out: &mut String) {
        match self.kind() {
            Kind::Null => out.push_str("null"),
            Kind::Number => out.push_str(&self.number().expect("it is one")),
            Kind::Loose => quote(&self.word(), out),
            _ => out.push_str(self.source()),
        }
    }

    /// Whether it is this JSON without white space, apart from white space.
    pub(crate) fn is_written(self, compact: &str) -> bool {
        let mut source = self.source().bytes();
        let mut in_text = false;
        let mut escaped = false;
        for want in compact.bytes() {
            let got = loop {
                match source.next() {
                    Some(b' ' | b'\t' | b'\n' | b'\r') if !in_text => {}
                    got => break got,
                }
            };
            if got != Some(want) {
                return false;
            }
            if want == b'"' && !escaped {
                in_text = !in_text;
            }
            escaped = want == b'\\' && !escaped;
        }
        source.next().is_none()
    }
}

/// The elements of an array.
#[derive(Clone, Debug)]
pub(crate) struct Elements<'t> {
    tape: &'t Tape<'t>,
    /// Numbers of tokens.
    next: u32,
    end: u32,
}

impl<'t> Iterator for Elements<'t> {
    type Item = Value<'t>;

    fn next(&mut self) -> Option<Value<'t>> {
        if self.next >= self.end {
            return None;
        }
        let value = Value {
            tape: self.tape,
            at: self.next as usize,
        };
        self.next = value.token().next() as u32;
        Some(value)
    }
}
