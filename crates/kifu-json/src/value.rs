//! The values of an index.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use kifu_span::Span;

use crate::lexeme::{quote, strict_number, unquote};
use crate::scan::{Index, Token};

/// The kind of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum ValueKind {
    /// `null`.
    Null,
    /// `false`.
    False,
    /// `true`.
    True,
    /// A number, perhaps not spelled as in JSON.
    Number,
    /// A string of strict JSON.
    Text,
    /// A string that is not strict JSON, or a word without quotation marks.
    Loose,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl ValueKind {
    pub(crate) const ALL: [ValueKind; 8] = [
        ValueKind::Null,
        ValueKind::False,
        ValueKind::True,
        ValueKind::Number,
        ValueKind::Text,
        ValueKind::Loose,
        ValueKind::Array,
        ValueKind::Object,
    ];

    /// The kind with its article, for messages.
    pub fn name(self) -> &'static str {
        match self {
            ValueKind::Null => "`null`",
            ValueKind::False | ValueKind::True => "a boolean",
            ValueKind::Number => "a number",
            ValueKind::Text | ValueKind::Loose => "a string",
            ValueKind::Array => "an array",
            ValueKind::Object => "an object",
        }
    }
}

/// A value of an index, or a key.
#[derive(Clone, Copy, Debug)]
pub struct Value<'t> {
    pub(crate) index: &'t Index<'t>,
    pub(crate) at: usize,
}

impl<'t> Value<'t> {
    #[inline]
    fn token(self) -> Token {
        self.index.tokens[self.at]
    }

    /// The kind of the value.
    #[inline]
    pub fn kind(self) -> ValueKind {
        self.token().kind()
    }

    /// Whether the value is an object.
    #[inline]
    pub fn is_object(self) -> bool {
        self.kind() == ValueKind::Object
    }

    /// Whether the value is an array.
    #[inline]
    pub fn is_array(self) -> bool {
        self.kind() == ValueKind::Array
    }

    /// The span of the value in the text; empty for a value that was added.
    #[inline]
    pub fn span(self) -> Span {
        self.token().span()
    }

    /// The text of the value in the source.
    #[inline]
    pub fn source(self) -> &'t str {
        &self.index.text[self.span().range()]
    }

    /// The text of a string.
    #[inline]
    pub fn text(self) -> Option<Cow<'t, str>> {
        match self.kind() {
            ValueKind::Text | ValueKind::Loose => Some(self.word()),
            _ => None,
        }
    }

    #[inline]
    fn word(self) -> Cow<'t, str> {
        let source = self.source();
        if self.kind() == ValueKind::Text {
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

    /// Whether the text of a key is this one.
    #[inline]
    fn is_word(self, word: &str) -> bool {
        let source = self.source();
        if self.kind() != ValueKind::Text {
            return self.word() == word;
        }
        let inner = &source.as_bytes()[1..source.len() - 1];
        // An escape sequence is longer than what it means.
        match inner.len().cmp(&word.len()) {
            Ordering::Less => false,
            Ordering::Equal => inner == word.as_bytes(),
            Ordering::Greater => inner.contains(&b'\\') && self.word() == word,
        }
    }

    /// A number, normalized to strict JSON.
    #[inline]
    pub fn number(self) -> Option<Cow<'t, str>> {
        match self.kind() {
            ValueKind::Number => strict_number(self.source()),
            _ => None,
        }
    }

    /// A boolean.
    pub fn bool(self) -> Option<bool> {
        match self.kind() {
            ValueKind::True => Some(true),
            ValueKind::False => Some(false),
            _ => None,
        }
    }

    /// The elements of an array; empty for other values.
    #[inline]
    pub fn elements(self) -> Elements<'t> {
        self.inner(ValueKind::Array)
    }

    /// The members of an object in order; empty for other values.
    #[inline]
    pub fn members(self) -> impl Iterator<Item = (Cow<'t, str>, Value<'t>)> {
        let mut all = self.inner(ValueKind::Object);
        core::iter::from_fn(move || {
            let key = all.next()?;
            let value = all.next().expect("a key has a value");
            Some((key.word(), value))
        })
    }

    /// The contents of a container of the given kind; empty for other values.
    #[inline]
    fn inner(self, kind: ValueKind) -> Elements<'t> {
        let end = if self.kind() == kind {
            self.token().next()
        } else {
            0
        };
        Elements {
            index: self.index,
            next: self.at as u32 + 1,
            end: end as u32,
        }
    }

    /// The last member with this key.
    #[inline]
    pub fn get(self, key: &str) -> Option<Value<'t>> {
        let mut all = self.inner(ValueKind::Object);
        let mut found = None;
        while let Some((name, value)) = all.next().zip(all.next()) {
            if name.is_word(key) {
                found = Some(value);
            }
        }
        found
    }

    /// The value as strict JSON without white space. Numbers and strings that are strict JSON already are
    /// copied as they are.
    pub fn to_json(self) -> String {
        if self.index.is_strict {
            return without_white_space(self.source());
        }
        let mut out = String::with_capacity(self.source().len());
        let end = self.token().next();
        // The end of each open container, and whether it is an object.
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
                return out;
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
                kind @ (ValueKind::Array | ValueKind::Object) => {
                    let object = kind == ValueKind::Object;
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
            ValueKind::Null => out.push_str("null"),
            ValueKind::Number => out.push_str(&self.number().expect("the value is a number")),
            ValueKind::Loose => quote(&self.word(), out),
            _ => out.push_str(self.source()),
        }
    }

    /// Whether the source of the value equals this JSON, apart from white space between values.
    pub fn is_written(self, compact: &str) -> bool {
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

/// Copies strict JSON without the white space between values.
fn without_white_space(json: &str) -> String {
    let bytes = json.as_bytes();
    let mut out = String::with_capacity(json.len());
    let (mut at, mut copied) = (0, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at += 1;
                while bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            b' ' | b'\t' | b'\n' | b'\r' => {
                out.push_str(&json[copied..at]);
                copied = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    out.push_str(&json[copied..]);
    out
}

/// An iterator over the elements of an array.
#[derive(Clone, Debug)]
pub struct Elements<'t> {
    index: &'t Index<'t>,
    /// Indices of tokens.
    next: u32,
    end: u32,
}

impl<'t> Iterator for Elements<'t> {
    type Item = Value<'t>;

    #[inline]
    fn next(&mut self) -> Option<Value<'t>> {
        if self.next >= self.end {
            return None;
        }
        let value = Value {
            index: self.index,
            at: self.next as usize,
        };
        self.next = value.token().next() as u32;
        Some(value)
    }
}
