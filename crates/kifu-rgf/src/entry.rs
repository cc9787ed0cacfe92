//! The nodes of an RGF file as they are written: properties in order, each with its time.

use kifu_sgf::charset::Charset;
use kifu_sgf::{Document, Ident, NodeRef, Property, Value};
use kifu_span::{Code, Diagnostic, Span};
use kifu_timeline::Stamp;

use crate::codes;
use crate::stamp::{ParsedStamp, parse_stamp};

/// A node and its properties.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    pub(crate) at: Timing,
    pub(crate) properties: Vec<Entry>,
}

/// A property with its time.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The identifier in capitals.
    pub(crate) ident: String,
    /// The values in the syntax of SGF, in UTF-8.
    pub(crate) values: Vec<String>,
    pub(crate) place: Span,
    pub(crate) at: Timing,
}

/// The time of a node or property, if it has one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Timing {
    pub(crate) stamp: Option<Stamp>,
    pub(crate) has_counter: bool,
    /// The span of the `TS`.
    pub(crate) place: Span,
    /// Whether there is a `TS`, even if it cannot be read.
    is_written: bool,
}

impl Entries {
    pub(crate) fn read(
        document: &Document,
        node: NodeRef<'_>,
        found: &mut Vec<Diagnostic>,
    ) -> Entries {
        let charset = document.charset(node.id()).charset;
        let mut entries = Entries::default();
        for property in node.properties() {
            let place = property.span().unwrap_or_default();
            if property.ident().is("TS") {
                let timed = match entries.properties.last_mut() {
                    Some(entry) => &mut entry.at,
                    None => &mut entries.at,
                };
                timed.read(property, place, found);
                continue;
            }
            let values = property.values().map(|value| written(value, charset));
            entries.properties.push(Entry {
                ident: name(property.ident()),
                values: values.collect(),
                place,
                at: Timing::default(),
            });
        }
        entries
    }
}

/// The identifier in capitals: without its lowercase letters, unless it would begin with a digit.
pub(crate) fn name(ident: Ident<'_>) -> String {
    let name: String = ident.significant().map(char::from).collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        ident.as_str().to_ascii_uppercase()
    } else {
        name
    }
}

/// A value in the syntax of SGF, in UTF-8.
pub(crate) fn written(value: Value<'_>, charset: Charset) -> String {
    charset.decode(value.raw()).text.into_owned()
}

impl Timing {
    fn read(&mut self, property: Property<'_>, place: Span, found: &mut Vec<Diagnostic>) {
        let mut report = |code: &Code, message: String| found.push(code.at(place, message));
        if self.is_written {
            report(
                &codes::REPEATED_TIME,
                codes::REPEATED_TIME.summary.to_owned(),
            );
        }
        (self.is_written, self.place) = (true, place);
        let count = property.values().count();
        if count != 1 {
            report(
                &codes::TIME_VALUES,
                format!("`TS` has {count} values; expected one"),
            );
        }
        let Some(value) = property.value() else {
            return;
        };
        let text = String::from_utf8_lossy(value.raw());
        match parse_stamp(&text) {
            Ok(read) => self.set(read, &text, report),
            Err(error) => report(&codes::BAD_TIME, format!("`{text}` is not a time: {error}")),
        }
    }

    fn set(&mut self, read: ParsedStamp, text: &str, mut report: impl FnMut(&Code, String)) {
        if read.is_unusual {
            report(
                &codes::TIME_SPELLING,
                format!("the time `{text}` is not written as a plain decimal number"),
            );
        }
        if read.is_rounded {
            let message = format!("`{text}` is read as {}", read.stamp.time);
            report(&codes::TIME_ROUNDED, message);
        }
        self.stamp = Some(read.stamp);
        self.has_counter = read.has_counter;
    }
}
