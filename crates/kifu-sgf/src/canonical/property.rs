//! A property and its name in the canonical form.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use kifu_span::{Diagnostic, Span};

use super::order::{Group, place};
use super::{Findings, spell};
use crate::codes;
use crate::context::{GameContext, Statement};
use crate::ident::Ident;
use crate::properties::{MergeRule, PropertyInfo, ValueKind};
use crate::property::{self, Value};
use crate::undecodable::{Decoder, Undecodable};
use crate::value;

/// A property during the conversion to canonical form.
#[derive(Clone)]
pub(super) struct Property<'d> {
    pub(super) ident: Cow<'static, str>,
    pub(super) info: Option<&'static PropertyInfo>,
    /// The decoded values, with escapes.
    pub(super) values: Vec<Cow<'d, str>>,
    /// The values that keep their bytes because they do not decode, by index. A property with such
    /// a value keeps all its values unchanged.
    pub(super) bytes: BTreeMap<usize, &'d [u8]>,
    /// The position among other properties.
    pub(super) place: (Group, usize),
    pub(super) span: Option<Span>,
}

impl<'d> Property<'d> {
    /// Reads a property under its own name; `None` if it has no value and an empty value would be a
    /// pass.
    pub(super) fn read(
        property: property::Property<'d>,
        decoder: &Decoder,
        undecodable: Undecodable,
        context: &GameContext,
        is_root: bool,
        found: &mut Findings,
    ) -> Option<Property<'d>> {
        let ident = property.ident();
        let info = meaning(ident, context, is_root);
        let is_version = is_root && ident.is("FF");
        let mut bytes = BTreeMap::new();
        let mut decoded = |(at, value): (usize, Value<'d>)| {
            let (text, is_lost) = decoder.decode(value.raw());
            if is_lost {
                let finding = decoder.diagnostic(ident, &value);
                match undecodable.help() {
                    None => found.lost.push(finding),
                    Some(_) if is_version => {
                        let help = "left out: the output declares `FF[4]`";
                        found.notes.push(finding.with_help(help));
                    }
                    Some(help) => found.notes.push(finding.with_help(help)),
                }
            }
            if is_lost && !is_version && undecodable == Undecodable::Keep {
                if !spell::ends_as_bytes(value.raw()) {
                    let message = format!(
                        "`{ident}`: these bytes cannot be kept, because in UTF-8 the value would \
                         end at another place"
                    );
                    let span = value.span().unwrap_or_default();
                    found.lost.push(codes::UNDECODABLE_TEXT.at(span, message));
                }
                bytes.insert(at, value.raw());
            }
            text
        };
        let mut values: Vec<_> = if ident.is("CA") {
            // The value is replaced later.
            vec![Cow::Borrowed("")]
        } else {
            property.values().enumerate().map(&mut decoded).collect()
        };
        if values.is_empty() {
            if info.is_some_and(|info| info.values.first == ValueKind::Move) {
                found.notes.extend(property.span().map(|span| {
                    let message = format!("`{ident}` has no value");
                    codes::MISSING_VALUE
                        .at(span, message)
                        .with_help("left out, because an empty value would be a pass")
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
            // Without a name, the values would belong to the previous property.
            name.to_mut().insert(0, 'X');
            found.notes.extend(property.span().map(|span| {
                let message = codes::MISSING_IDENTIFIER.summary;
                codes::MISSING_IDENTIFIER
                    .at(span, message)
                    .with_help(format!("kept as `{name}`"))
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

    /// Creates the FF\[4\] property of this name with one value.
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

    /// Renames the property to a name in FF\[4\].
    pub(super) fn rename(&mut self, ident: &'static str) {
        self.ident = ident.into();
        self.info = standard(ident);
        self.place = place(ident, self.info);
    }

    /// Renames the property to an unknown name.
    pub(super) fn rename_to_unknown(&mut self, name: String) {
        self.place = place(&name, None);
        self.ident = Cow::Owned(name);
        self.info = None;
    }

    /// Creates a property for some of the values, under an unknown name.
    pub(super) fn split_off(
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

    /// Appends the values of another property.
    pub(super) fn append(&mut self, other: Property<'d>) {
        let before = self.values.len();
        self.values.extend(other.values);
        let bytes = other.bytes.into_iter();
        self.bytes
            .extend(bytes.map(|(at, bytes)| (before + at, bytes)));
    }

    /// Returns the table entry of the property, unless it has values that keep their bytes.
    pub(super) fn readable_info(&self) -> Option<&'static PropertyInfo> {
        self.info.filter(|_| self.bytes.is_empty())
    }

    pub(super) fn is_move(&self) -> bool {
        matches!(self.ident.as_ref(), "B" | "W")
    }

    pub(super) fn is_setup(&self) -> bool {
        matches!(self.ident.as_ref(), "AB" | "AW" | "AE") && self.bytes.is_empty()
    }

    /// Returns how several properties of this name in a node are merged.
    pub(super) fn merge(&self) -> MergeRule {
        self.readable_info()
            .map_or(MergeRule::Keep, |info| info.merge)
    }

    /// Returns the first value as a number.
    pub(super) fn number(&self) -> Option<i64> {
        let first = self.values.first().filter(|_| self.bytes.is_empty())?;
        Some(value::number(first.as_bytes()).ok()?.value)
    }

    /// Renames the property to an unknown name if its own name would change its meaning.
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
        notes.extend(self.span.map(|span| {
            let message = format!("`{}` has another meaning in FF[4]", self.ident);
            codes::NOT_IN_VERSION
                .at(span, message)
                .with_help(format!("kept as `{name}`"))
        }));
        self.rename_to_unknown(name);
    }

    /// Appends texts to the first value, each on a new line.
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

impl<'p> Statement<'p> for &'p Property<'_> {
    fn ident(&self) -> Ident<'p> {
        Ident::new(self.ident.as_bytes())
    }

    fn values(&self) -> impl Iterator<Item = &'p [u8]> {
        self.values.iter().map(|value| value.as_bytes())
    }
}

/// Returns an unknown name for data that cannot keep its own: `XKM` for `KM`.
pub(super) fn unknown_name(ident: &str, context: &GameContext, is_root: bool) -> String {
    let mut name = ident.to_string();
    while meaning(Ident::new(name.as_bytes()), context, is_root).is_some() {
        name.insert(0, 'X');
    }
    name
}

/// Returns the meaning of an identifier in a node.
fn meaning(
    ident: Ident<'_>,
    context: &GameContext,
    is_root: bool,
) -> Option<&'static PropertyInfo> {
    if is_root {
        PropertyInfo::of(ident, context)
    } else {
        PropertyInfo::below_root(ident, context)
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

/// Returns the FF\[4\] property with this name.
pub(super) fn standard(ident: &str) -> Option<&'static PropertyInfo> {
    let context = GameContext {
        format: Some(4),
        ..GameContext::default()
    };
    PropertyInfo::of_name(ident, &context)
}
