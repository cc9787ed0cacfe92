//! A property: what it is called in the canonical form.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use kifu_charset::Charset;
use kifu_span::{Diagnostic, Severity, Span};

use super::order::{Group, place};
use super::{Found, spell};
use crate::codes;
use crate::context::GameContext;
use crate::ident::Ident;
use crate::properties::{Kind, Merge, PropertyInfo};
use crate::property::{self, Value};
use crate::value;

/// A property on its way into its canonical form.
#[derive(Clone)]
pub(super) struct Property<'d> {
    pub(super) ident: Cow<'static, str>,
    pub(super) info: Option<&'static PropertyInfo>,
    /// Decoded, and as they are written between brackets.
    pub(super) values: Vec<Cow<'d, str>>,
    /// Where it stands among others.
    pub(super) place: (Group, usize),
    span: Option<Span>,
}

impl<'d> Property<'d> {
    /// A property by its own name; `None` if it has no value and an empty one would be
    /// a pass.
    pub(super) fn read(
        property: property::Property<'d>,
        charset: Charset,
        context: &GameContext,
        is_root: bool,
        found: &mut Found,
    ) -> Option<Property<'d>> {
        let ident = property.ident();
        let info = meaning(ident, context, is_root);
        let mut values: Vec<_> = match ident.is("CA") {
            // Whatever it says, it is to say something else.
            true => vec![Cow::Borrowed("")],
            false => property
                .values()
                .map(|value| decoded(&value, charset, found))
                .collect(),
        };
        if values.is_empty() {
            if info.is_some_and(|info| info.values.first == Kind::Move) {
                found.notes.extend(property.span().map(|span| {
                    let message = format!("`{ident}` has no value");
                    codes::MISSING_VALUE
                        .at(span, message)
                        .with_help("the property is left out, since an empty value would be a pass")
                }));
                return None;
            }
            values.push(Cow::Borrowed(""));
        }
        let mut name = match info {
            Some(info) => Cow::Borrowed(info.ident),
            None => Cow::Owned(ident.significant().map(char::from).collect::<String>()),
        };
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            // Else its values would be those of what stands before it.
            name.to_mut().insert(0, 'X');
            found.notes.extend(property.span().map(|span| {
                let message = codes::MISSING_IDENTIFIER.summary;
                codes::MISSING_IDENTIFIER
                    .at(span, message)
                    .with_help(format!("the property is kept as `{name}`"))
            }));
        }
        Some(Property {
            place: place(&name, info),
            ident: name,
            info,
            values,
            span: property.span(),
        })
    }

    /// What FF\[4\] has by this name, with one value.
    pub(super) fn standard(ident: &'static str, value: String) -> Property<'d> {
        let info = standard(ident);
        Property {
            ident: ident.into(),
            info,
            values: vec![value.into()],
            place: place(ident, info),
            span: None,
        }
    }

    /// Gives it another name, one of FF\[4\].
    pub(super) fn rename(&mut self, ident: &'static str) {
        self.ident = ident.into();
        self.info = standard(ident);
        self.place = place(ident, self.info);
    }

    pub(super) fn is_move(&self) -> bool {
        matches!(self.ident.as_ref(), "B" | "W")
    }

    pub(super) fn is_setup(&self) -> bool {
        matches!(self.ident.as_ref(), "AB" | "AW" | "AE")
    }

    /// What several of it in a node come to.
    pub(super) fn merge(&self) -> Merge {
        self.info.map_or(Merge::Keep, |info| info.merge)
    }

    /// Its first value as a number.
    pub(super) fn number(&self) -> Option<i64> {
        let first = self.values.first()?;
        Some(value::number(first.as_bytes()).ok()?.value)
    }

    /// Gives it a name that nobody knows, if by its own it would be read as something else
    /// than what it was.
    pub(super) fn keep_its_meaning(
        &mut self,
        context: &GameContext,
        is_root: bool,
        notes: &mut Vec<Diagnostic>,
    ) {
        let read = |name: &str| meaning(Ident::new(name.as_bytes()), context, is_root);
        let as_read = read(&self.ident);
        if is_same(self.info, as_read) {
            self.info = as_read;
            return;
        }
        let mut name = self.ident.to_string();
        while read(&name).is_some() {
            name.insert(0, 'X');
        }
        // The code is in the catalogue of `kifu-check`.
        notes.extend(self.span.map(|span| {
            let message = format!("`{}` would mean something else in FF[4]", self.ident);
            Diagnostic::new("property/not-in-version", Severity::Info, span, message)
                .with_help(format!("the property is kept as `{name}`"))
        }));
        self.ident = Cow::Owned(name);
        self.info = None;
        self.place = place(&self.ident, None);
    }

    /// Notes that another property of its name stands before it, with another value.
    pub(super) fn note_repeated(&self, notes: &mut Vec<Diagnostic>) {
        notes.extend(self.span.map(|span| {
            let message = format!("`{}` stands twice in this node", self.ident);
            codes::DUPLICATE_PROPERTY
                .at(span, message)
                .with_help("both are kept, since their values differ")
        }));
    }

    /// Adds texts to a text: one after the other, on lines of their own.
    pub(super) fn join(&mut self, texts: Vec<Cow<'d, str>>) {
        let mut texts = texts.into_iter();
        if let (Some(first), Some(second)) = (self.values.first_mut(), texts.next()) {
            let text = first.to_mut();
            spell::close(text);
            text.extend(["\n", &second]);
        }
        self.values.extend(texts);
    }
}

/// The text of a value, escapes and all.
fn decoded<'d>(value: &Value<'d>, charset: Charset, found: &mut Found) -> Cow<'d, str> {
    let decoded = charset.decode(value.raw());
    if decoded.malformed {
        let message = format!("this text is not {charset}, the charset of its game");
        let span = value.span().unwrap_or_default();
        found.lost.push(codes::UNDECODABLE_TEXT.at(span, message));
    }
    decoded.text
}

/// What an identifier means in a node.
fn meaning(
    ident: Ident<'_>,
    context: &GameContext,
    is_root: bool,
) -> Option<&'static PropertyInfo> {
    match is_root {
        true => PropertyInfo::of(ident, context),
        false => PropertyInfo::below_root(ident, context),
    }
}

fn is_same(meant: Option<&PropertyInfo>, read: Option<&PropertyInfo>) -> bool {
    match (meant, read) {
        (None, None) => true,
        (Some(meant), Some(read)) => {
            (meant.name, meant.values, meant.merge) == (read.name, read.values, read.merge)
        }
        _ => false,
    }
}

/// What FF\[4\] has by a name.
pub(super) fn standard(ident: &str) -> Option<&'static PropertyInfo> {
    let context = GameContext {
        format: Some(4),
        ..GameContext::default()
    };
    PropertyInfo::of_name(ident, &context)
}
