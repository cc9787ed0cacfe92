//! A property: what it is called in the canonical form.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use kifu_span::{Diagnostic, Severity, Span};

use super::order::{Group, place};
use super::{Found, spell};
use crate::codes;
use crate::context::GameContext;
use crate::ident::Ident;
use crate::properties::{Kind, Merge, PropertyInfo};
use crate::property::{self, Value};
use crate::undecodable::{Decoder, Undecodable};
use crate::value;

/// A property on its way into its canonical form.
#[derive(Clone)]
pub(super) struct Property<'d> {
    pub(super) ident: Cow<'static, str>,
    pub(super) info: Option<&'static PropertyInfo>,
    /// Decoded, and as they are written between brackets.
    pub(super) values: Vec<Cow<'d, str>>,
    /// The values that keep their bytes since they do not decode, by their numbers. A property
    /// that has one keeps all its values as they are.
    pub(super) bytes: BTreeMap<usize, &'d [u8]>,
    /// Where it stands among others.
    pub(super) place: (Group, usize),
    pub(super) span: Option<Span>,
}

impl<'d> Property<'d> {
    /// A property by its own name; `None` if it has no value and an empty one would be
    /// a pass.
    pub(super) fn read(
        property: property::Property<'d>,
        decoder: &Decoder,
        undecodable: Undecodable,
        context: &GameContext,
        is_root: bool,
        found: &mut Found,
    ) -> Option<Property<'d>> {
        let ident = property.ident();
        let info = meaning(ident, context, is_root);
        let is_version = is_root && ident.is("FF");
        let mut bytes = BTreeMap::new();
        let mut decoded = |(at, value): (usize, Value<'d>)| {
            let (text, is_lost) = decoder.decode(value.raw());
            if is_lost {
                let says = decoder.diagnostic(ident, &value);
                match undecodable.help() {
                    None => found.lost.push(says),
                    Some(_) if is_version => {
                        let help = "it is left out: the output states `FF[4]`";
                        found.notes.push(says.with_help(help));
                    }
                    Some(help) => found.notes.push(says.with_help(help)),
                }
            }
            if is_lost && !is_version && undecodable == Undecodable::Keep {
                if !spell::ends_as_bytes(value.raw()) {
                    let message = format!(
                        "`{ident}`: these bytes cannot be kept: in UTF-8 the value would end elsewhere"
                    );
                    let span = value.span().unwrap_or_default();
                    found.lost.push(codes::UNDECODABLE_TEXT.at(span, message));
                }
                bytes.insert(at, value.raw());
            }
            text
        };
        let mut values: Vec<_> = match ident.is("CA") {
            // Whatever it says, it is to say something else.
            true => vec![Cow::Borrowed("")],
            false => property.values().enumerate().map(&mut decoded).collect(),
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
            bytes,
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
            bytes: BTreeMap::new(),
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

    /// Gives it a name that nobody knows.
    pub(super) fn call(&mut self, name: String) {
        self.place = place(&name, None);
        self.ident = Cow::Owned(name);
        self.info = None;
    }

    /// A property with these values of it, by a name that nobody knows.
    pub(super) fn apart(
        &self,
        values: Vec<Cow<'d, str>>,
        context: &GameContext,
        is_root: bool,
    ) -> Property<'d> {
        let name = unknown_name(&self.ident, context, is_root);
        Property {
            place: place(&name, None),
            ident: Cow::Owned(name),
            info: None,
            values,
            bytes: BTreeMap::new(),
            span: None,
        }
    }

    /// Adds the values of another.
    pub(super) fn append(&mut self, other: Property<'d>) {
        let before = self.values.len();
        self.values.extend(other.values);
        let bytes = other.bytes.into_iter();
        self.bytes
            .extend(bytes.map(|(at, bytes)| (before + at, bytes)));
    }

    /// What is known of it, unless it has values that keep their bytes.
    pub(super) fn readable_info(&self) -> Option<&'static PropertyInfo> {
        self.info.filter(|_| self.bytes.is_empty())
    }

    pub(super) fn is_move(&self) -> bool {
        matches!(self.ident.as_ref(), "B" | "W")
    }

    pub(super) fn is_setup(&self) -> bool {
        matches!(self.ident.as_ref(), "AB" | "AW" | "AE") && self.bytes.is_empty()
    }

    /// What several of it in a node come to.
    pub(super) fn merge(&self) -> Merge {
        self.readable_info().map_or(Merge::Keep, |info| info.merge)
    }

    /// Its first value as a number.
    pub(super) fn number(&self) -> Option<i64> {
        let first = self.values.first().filter(|_| self.bytes.is_empty())?;
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
        let as_read = meaning(Ident::new(self.ident.as_bytes()), context, is_root);
        if is_same(self.info, as_read) {
            self.info = as_read;
            return;
        }
        let name = unknown_name(&self.ident, context, is_root);
        // The code is in the catalogue of `kifu-check`.
        notes.extend(self.span.map(|span| {
            let message = format!("`{}` would mean something else in FF[4]", self.ident);
            Diagnostic::new("property/not-in-version", Severity::Info, span, message)
                .with_help(format!("the property is kept as `{name}`"))
        }));
        self.call(name);
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

/// A name that nobody knows, for what cannot stay by its own: `XKM` for `KM`.
pub(super) fn unknown_name(ident: &str, context: &GameContext, is_root: bool) -> String {
    let mut name = ident.to_string();
    while meaning(Ident::new(name.as_bytes()), context, is_root).is_some() {
        name.insert(0, 'X');
    }
    name
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
