//! The nodes of an RGF file as they are written: properties in order, each with its time.

use std::borrow::Cow;
use std::ops::Range;

use kifu_sgf::charset::Charset;
use kifu_sgf::{Document, Ident, NodeRef, Property, Value};
use kifu_span::{Code, Diagnostic, Span};
use kifu_timeline::Stamp;

use crate::codes;
use crate::stamp::{ParsedStamp, parse_stamp};

/// A node and its properties. The memory is used again for the next node.
#[derive(Debug, Default)]
pub(crate) struct Entries<'d> {
    pub(crate) at: Timing<'d>,
    pub(crate) properties: Vec<Entry<'d>>,
    values: Vec<Cow<'d, str>>,
}

/// A property with its time.
#[derive(Debug)]
pub(crate) struct Entry<'d> {
    /// The identifier in capitals.
    pub(crate) ident: Cow<'d, str>,
    values: Range<usize>,
    pub(crate) place: Span,
    pub(crate) at: Timing<'d>,
}

/// The time of a node or property, if it has one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Timing<'d> {
    pub(crate) stamp: Option<Stamp>,
    pub(crate) has_counter: bool,
    /// The last `TS`, even if it cannot be read.
    written: Option<Property<'d>>,
}

impl<'d> Entries<'d> {
    /// Reads a node in place of the previous one, and the values of the properties that are `wanted`.
    pub(crate) fn read(
        &mut self,
        document: &'d Document,
        node: NodeRef<'d>,
        wanted: impl Fn(Property<'d>) -> bool,
        found: &mut Vec<Diagnostic>,
    ) {
        let charset = document.charset(node.id()).charset;
        self.at = Timing::default();
        self.properties.clear();
        self.values.clear();
        for property in node.properties() {
            if property.is("TS") {
                let timed = match self.properties.last_mut() {
                    Some(entry) => &mut entry.at,
                    None => &mut self.at,
                };
                timed.read(property, found);
                continue;
            }
            let start = self.values.len();
            let place = if wanted(property) {
                let mut place = property.ident_span().unwrap_or_default();
                for value in property.values() {
                    self.values.push(charset.decode(value.raw()).text);
                    place.end = value.span().map_or(place.end, |value| value.end);
                }
                place
            } else {
                property.span().unwrap_or_default()
            };
            self.properties.push(Entry {
                ident: name(property.ident()),
                values: start..self.values.len(),
                place,
                at: Timing::default(),
            });
        }
    }

    /// The values of a property in the syntax of SGF, in UTF-8.
    pub(crate) fn values(&self, entry: &Entry<'d>) -> &[Cow<'d, str>] {
        &self.values[entry.values.clone()]
    }
}

/// The identifier in capitals: without its lowercase letters, unless it would begin with a digit.
pub(crate) fn name(ident: Ident<'_>) -> Cow<'_, str> {
    if ident.as_bytes().iter().all(u8::is_ascii_uppercase) {
        return Cow::Borrowed(ident.as_str());
    }
    let name: String = ident.significant().map(char::from).collect();
    Cow::Owned(if name.starts_with(|c: char| c.is_ascii_digit()) {
        ident.as_str().to_ascii_uppercase()
    } else {
        name
    })
}

/// A value in the syntax of SGF, in UTF-8.
pub(crate) fn written(value: Value<'_>, charset: Charset) -> String {
    charset.decode(value.raw()).text.into_owned()
}

impl<'d> Timing<'d> {
    /// The span of the `TS`.
    pub(crate) fn place(self) -> Span {
        let place = self.written.and_then(|written| written.span());
        place.unwrap_or_default()
    }

    fn read(&mut self, property: Property<'d>, found: &mut Vec<Diagnostic>) {
        let mut report = |code: &'static Code, message: String| {
            let place = property.span().unwrap_or_default();
            found.push(code.at(place, message));
        };
        if self.written.replace(property).is_some() {
            report(
                codes::REPEATED_TIME,
                codes::REPEATED_TIME.summary.to_owned(),
            );
        }
        let mut values = property.values();
        let value = values.next();
        let count = usize::from(value.is_some()) + values.count();
        if count != 1 {
            report(
                codes::TIME_VALUES,
                format!("`TS` has {count} values; expected one"),
            );
        }
        let Some(value) = value else {
            return;
        };
        let text = match core::str::from_utf8(value.raw()) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(value.raw()),
        };
        match parse_stamp(&text) {
            Ok(read) => self.set(read, &text, report),
            Err(error) => report(codes::BAD_TIME, format!("`{text}` is not a time: {error}")),
        }
    }

    fn set(
        &mut self,
        read: ParsedStamp,
        text: &str,
        mut report: impl FnMut(&'static Code, String),
    ) {
        if read.is_unusual {
            report(
                codes::TIME_SPELLING,
                format!("the time `{text}` is not written as a plain decimal number"),
            );
        }
        if read.is_rounded {
            let message = format!("`{text}` is read as {}", read.stamp.time);
            report(codes::TIME_ROUNDED, message);
        }
        self.stamp = Some(read.stamp);
        self.has_counter = read.has_counter;
    }
}
