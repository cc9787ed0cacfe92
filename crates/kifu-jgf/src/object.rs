//! Objects with fields, which are all read and written in the same way, so that members without a field and
//! members with an unusual spelling are written as they were read.

use std::borrow::Cow;
use std::collections::HashSet;

use kifu_core::Size;
use kifu_span::{Code, Limits, Span, TooLarge};
use smallvec::SmallVec;

use crate::codes;
use crate::findings::Findings;
use crate::json::{Value, ValueKind};
use crate::out::JsonBuffer;
use crate::raw::{Members, RawJson};
use crate::spelling::{SeenMember, Spelling};
use crate::style::{DialectEvidence, Style};

/// The state of a reader of a record.
pub(crate) struct ReadContext<'f> {
    pub(crate) findings: &'f mut Findings,
    /// The size of the board, as far as the record states it.
    pub(crate) size: Option<Size>,
    pub(crate) style: Style,
    pub(crate) evidence: DialectEvidence,
    /// The limits for JSON inside of a string.
    pub(crate) limits: Limits,
    /// The number of nodes that may still be read, over all records.
    pub(crate) nodes_left: usize,
    /// The first node over the limit; reading stops there.
    pub(crate) beyond: Option<TooLarge>,
    /// The spans of the nodes, if they are requested.
    pub(crate) nodes: Option<Vec<Span>>,
    /// A buffer for values that are written only to compare them.
    scratch: String,
}

impl<'f> ReadContext<'f> {
    pub(crate) fn new(style: Style, findings: &'f mut Findings) -> ReadContext<'f> {
        ReadContext {
            findings,
            size: None,
            style,
            evidence: DialectEvidence::default(),
            limits: Limits::default(),
            nodes_left: usize::MAX,
            beyond: None,
            nodes: None,
            scratch: String::new(),
        }
    }

    pub(crate) fn found(
        &mut self,
        code: &'static Code,
        span: Span,
        message: impl Into<Cow<'static, str>>,
    ) {
        self.findings.add(code, span, message);
    }

    /// Reports that the value of a member has the wrong type, unless it is `null`.
    pub(crate) fn wrong_type(&mut self, value: Value<'_>, key: &str, expected: &str) {
        if value.kind() != ValueKind::Null {
            let message = format!(
                "`{}` is {}, not {expected}",
                short(key),
                value.kind().name()
            );
            self.found(codes::WRONG_TYPE, value.span(), message);
        }
    }

    /// Writes a value in the style of the record.
    fn written<T>(&mut self, write: impl FnOnce(&mut JsonBuffer) -> T) -> String {
        let mut out = JsonBuffer::new(self.style);
        out.text = std::mem::take(&mut self.scratch);
        out.text.clear();
        write(&mut out);
        out.text
    }
}

/// Shortens a text for a message, and removes control characters.
pub(crate) fn short(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let mut shown: String = text.chars().take(MAX_CHARS).collect();
    shown.retain(|char| !char.is_control());
    if text.chars().nth(MAX_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

/// A type that a field can have.
pub(crate) trait Member: PartialEq {
    /// Whether a value that was read is always written with the same tokens, so that no comparison is needed.
    const EXACT: bool = false;

    fn is_absent(&self) -> bool;

    /// Reads the value of a member; a second member with the same name replaces the first.
    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut ReadContext<'_>);

    /// Writes the value of the field with this name.
    fn write(&self, field: &'static str, out: &mut JsonBuffer);
}

/// The names of a field.
pub(crate) struct Names {
    /// The name in the specification.
    pub(crate) spec: &'static str,
    /// The name in ngGo 1.0 and later.
    pub(crate) nggo: &'static str,
    /// The names in drafts.
    pub(crate) also: &'static [&'static str],
}

impl Names {
    /// Returns the name that equals `key`, if it is one of them.
    fn find(&self, key: &str) -> Option<&'static str> {
        if self.spec == key {
            return Some(self.spec);
        }
        if self.nggo == key {
            return Some(self.nggo);
        }
        self.also.iter().find(|name| **name == key).copied()
    }

    fn in_style(&self, style: Style) -> &'static str {
        if style.nggo_names {
            self.nggo
        } else {
            self.spec
        }
    }
}

/// An object with fields.
pub(crate) trait Object: Default + PartialEq {
    const FIELDS: &'static [Names];

    /// Called with the value before its members are read.
    fn begin(&mut self, _value: Value<'_>, _cx: &mut ReadContext<'_>) {}
    fn is_exact(field: usize) -> bool;
    /// The fields that are present, as bits.
    fn present(&self) -> u32;
    fn read_field(&mut self, field: usize, key: &str, value: Value<'_>, cx: &mut ReadContext<'_>);
    fn write_field(&self, field: usize, out: &mut JsonBuffer);
    fn is_same(&self, other: &Self, field: usize) -> bool;
    fn other(&self) -> &Members;
    fn other_mut(&mut self) -> &mut Members;
    fn spelling(&self) -> &Spelling;
    fn spelling_mut(&mut self) -> &mut Spelling;

    fn is_absent(&self, field: usize) -> bool {
        self.present() & 1 << field == 0
    }

    /// Whether the object has no members.
    fn is_blank(&self) -> bool {
        self.other().is_empty() && self.present() == 0
    }
}

/// Reads an object. Any other value is kept as it is.
pub(crate) fn read_object<T: Object>(key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) -> T {
    let mut object = T::default();
    if !value.is_object() {
        cx.wrong_type(value, key, "an object");
        object.spelling_mut().set_verbatim(RawJson::of(value));
        return object;
    }
    object.begin(value, cx);
    let mut members: SmallVec<[_; 6]> = SmallVec::new();
    let mut known = 0u32;
    let mut repeated = 0u32;
    let mut names = NameSet::default();
    for (key, member) in value.members() {
        let field = T::FIELDS
            .iter()
            .enumerate()
            .find_map(|(field, names)| Some((field, names.find(&key)?)));
        let again = match field {
            Some((field, name)) => {
                object.read_field(field, &key, member, cx);
                let again = known & 1 << field != 0;
                known |= 1 << field;
                repeated |= u32::from(again) << field;
                // Before version 1 was published, each player was a member of its own.
                let joins = matches!(name, "black" | "white");
                again
                    && (!joins
                        || members
                            .iter()
                            .any(|(known, _)| *known == Some((field, name))))
            }
            None => {
                object.other_mut().push(&key, RawJson::of(member));
                !names.insert(key.clone())
            }
        };
        if again {
            repeated_name(&key, member, cx);
        }
        members.push((field, member));
    }
    let mut in_order = true;
    let mut next = 0;
    let mut seen: SmallVec<[SeenMember; 6]> = SmallVec::new();
    for (field, member) in members {
        let Some((field, name)) = field else {
            next = T::FIELDS.len();
            seen.push(SeenMember::Other);
            continue;
        };
        let raw = if repeated & 1 << field != 0 {
            Some(RawJson::of(member))
        } else {
            unusual_spelling(&object, field, member, cx)
        };
        in_order &= field >= next && raw.is_none() && name == T::FIELDS[field].in_style(cx.style);
        next = field + 1;
        seen.push(SeenMember::Field(field as u8, name, raw));
    }
    if !in_order {
        object.spelling_mut().set_seen(seen.into_vec());
    }
    object
}

/// Reports duplicate members of an object that does not have fields.
pub(crate) fn repeated_names(value: Value<'_>, cx: &mut ReadContext<'_>) {
    let mut names = NameSet::default();
    for (key, member) in value.members() {
        if !names.insert(key.clone()) {
            repeated_name(&key, member, cx);
        }
    }
}

fn repeated_name(key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) {
    let message = format!("duplicate member `{}`; the last one is used", short(key));
    cx.found(codes::DUPLICATE_MEMBER, value.span(), message);
}

/// A set of member names, to find duplicates.
#[derive(Default)]
struct NameSet<'t> {
    few: SmallVec<[Cow<'t, str>; 8]>,
    many: HashSet<Cow<'t, str>>,
}

impl<'t> NameSet<'t> {
    /// Inserts a name; returns whether it is new.
    fn insert(&mut self, name: Cow<'t, str>) -> bool {
        if self.many.is_empty() && self.few.len() < self.few.inline_size() {
            let new = !self.few.contains(&name);
            if new {
                self.few.push(name);
            }
            return new;
        }
        self.many.extend(self.few.drain(..));
        self.many.insert(name)
    }
}

/// Returns the value of a field as it was read, if it will be written differently.
fn unusual_spelling<T: Object>(
    object: &T,
    field: usize,
    value: Value<'_>,
    cx: &mut ReadContext<'_>,
) -> Option<RawJson> {
    if object.is_absent(field) {
        return Some(RawJson::of(value));
    }
    if T::is_exact(field) {
        return None;
    }
    let written = cx.written(|out| object.write_field(field, out));
    let is_usual = value.is_written(&written);
    let raw = (!is_usual)
        .then(|| RawJson::of(value))
        .filter(|raw| raw.json() != written);
    cx.scratch = written;
    raw
}

/// Writes an object, or the value that was read in its place.
pub(crate) fn write_object<T: Object>(object: &T, out: &mut JsonBuffer) {
    if let Some(verbatim) = object.spelling().verbatim().filter(|_| object.is_blank()) {
        return out.json(verbatim.json());
    }
    out.open('{');
    write_members(object, out, None);
    out.close('}');
}

/// Writes the members of an object. The field `hole` is not written; if it is present, its offset in the text
/// is returned.
pub(crate) fn write_members<T: Object>(
    object: &T,
    out: &mut JsonBuffer,
    hole: Option<usize>,
) -> Option<usize> {
    let present = object.present();
    let hole = hole.filter(|hole| present & 1 << hole != 0);
    let mut place = None;
    let mut done = 0u32;
    let mut other = object.other().iter();
    if out.style.respell.is_none() {
        let seen = object.spelling().seen();
        let kept = if seen.is_empty() {
            0
        } else {
            still_valid(object, seen, out.style)
        };
        let is_hole = |seen: &SeenMember| matches!(seen, SeenMember::Field(field, ..) if Some(usize::from(*field)) == hole);
        let hole_at = seen.iter().rposition(is_hole);
        for (at, seen) in seen.iter().enumerate() {
            match seen {
                SeenMember::Field(field, ..) if Some(at) == hole_at => {
                    place = Some(out.text.len());
                    done |= 1 << field;
                }
                SeenMember::Field(field, name, raw) => {
                    let field = usize::from(*field);
                    let raw = raw.as_ref().filter(|_| kept & 1 << field != 0);
                    if let Some(raw) = raw {
                        out.member(name, raw.json());
                        done |= 1 << field;
                    } else if done & 1 << field == 0
                        && Some(field) != hole
                        && present & 1 << field != 0
                    {
                        out.name(name);
                        object.write_field(field, out);
                        done |= 1 << field;
                    }
                }
                SeenMember::Other => {
                    if let Some((name, value)) = other.next() {
                        out.member(name, value.json());
                    }
                }
            }
        }
    }
    // Absent fields matter only if a value that was not understood may have to be written for them.
    let mut todo = match out.style.respell {
        Some(_) => u32::MAX >> (u32::BITS as usize - T::FIELDS.len()),
        None => present,
    } & !done;
    while todo != 0 {
        let field = todo.trailing_zeros() as usize;
        todo &= todo - 1;
        let name = T::FIELDS[field].in_style(out.style);
        if Some(field) == hole {
            place = Some(out.text.len());
        } else if present & 1 << field != 0 {
            out.name(name);
            object.write_field(field, out);
        } else if let Some(raw) = not_understood(object, field) {
            // If another list of variations was used, this one would turn the node into a container.
            let is_container = name == "variations" && raw.json().starts_with('[');
            if !is_container {
                out.member(name, raw.json());
            }
        }
    }
    for (name, value) in other {
        out.member(name, value.json());
    }
    place
}

/// Returns the value of a field that could not be understood.
fn not_understood<T: Object>(object: &T, field: usize) -> Option<&RawJson> {
    object
        .spelling()
        .seen()
        .iter()
        .rev()
        .find_map(|seen| match seen {
            SeenMember::Field(known, _, raw) if usize::from(*known) == field => raw.as_ref(),
            _ => None,
        })
}

/// The fields whose unusual spelling still has the meaning of their values, as bits.
fn still_valid<T: Object>(object: &T, seen: &[SeenMember], style: Style) -> u32 {
    let mut silent = Findings::silent();
    let mut cx = ReadContext::new(style, &mut silent);
    let mut again = T::default();
    let mut spelled = 0u32;
    for seen in seen {
        if let SeenMember::Field(field, name, Some(raw)) = seen {
            let field = usize::from(*field);
            spelled |= 1 << field;
            raw.read(|value| again.read_field(field, name, value, &mut cx));
        }
    }
    (0..T::FIELDS.len())
        .filter(|field| spelled & 1 << field != 0 && object.is_same(&again, *field))
        .fold(0, |bits, field| bits | 1 << field)
}

/// Implements [`Object`] for a struct: its fields with their JSON names, in the order in which they are
/// written.
macro_rules! object {
    (
        $(#[$doc:meta])*
        pub struct $name:ident {
            $(
                $(#[$field_doc:meta])*
                pub $field:ident: $type:ty = $spec:literal $(/ $nggo:literal)? $(| $also:literal)*,
            )*
        }
        $(begin $begin:expr;)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Default, Debug)]
        pub struct $name {
            $(
                $(#[$field_doc])*
                pub $field: $type,
            )*
            /// Members that the specification does not define, in the order of the file.
            pub other: $crate::Members,
            /// The spelling of the object in its file.
            pub spelling: $crate::Spelling,
        }

        impl $name {
            /// The value of a member as it was read, if it is written differently: a number in quotation marks,
            /// a boolean in place of a string …
            pub fn as_read(&self, name: &str) -> Option<&$crate::RawJson> {
                self.spelling.raw(name)
            }
        }

        $crate::object::object_impl! {
            $name { $($field: $type = $spec $(/ $nggo)? $(| $also)*,)* }
            $(begin $begin;)?
        }

        impl $crate::object::Member for $name {
            const EXACT: bool = true;

            fn is_absent(&self) -> bool {
                use $crate::object::Object;
                self.is_blank() && !self.spelling.is_empty_object() && self.spelling.verbatim().is_none()
            }

            fn read(
                &mut self,
                key: &str,
                value: $crate::json::Value<'_>,
                cx: &mut $crate::object::ReadContext<'_>,
            ) {
                use $crate::object::Object;
                *self = $crate::object::read_object(key, value, cx);
                if self.is_blank() && self.spelling.verbatim().is_none() {
                    self.spelling.set_empty_object();
                }
            }

            fn write(&self, _: &'static str, out: &mut $crate::out::JsonBuffer) {
                $crate::object::write_object(self, out);
            }
        }
    };
}

/// The second part of [`object!`].
macro_rules! object_impl {
    (
        $name:ident {
            $($field:ident: $type:ty = $spec:literal $(/ $nggo:literal)? $(| $also:literal)*,)*
        }
        $(begin $begin:expr;)?
    ) => {
        impl $crate::object::Object for $name {
            const FIELDS: &'static [$crate::object::Names] = &[
                $($crate::object::Names {
                    spec: $spec,
                    nggo: $crate::object::first!($($nggo,)? $spec,),
                    also: &[$($also),*],
                },)*
            ];

            $(fn begin(&mut self, value: $crate::json::Value<'_>, cx: &mut $crate::object::ReadContext<'_>) {
                ($begin)(self, value, cx);
            })?

            fn is_exact(field: usize) -> bool {
                [$(<$type as $crate::object::Member>::EXACT),*][field]
            }

            #[inline]
            fn present(&self) -> u32 {
                let absent = [$($crate::object::Member::is_absent(&self.$field)),*];
                let bits = absent.iter().enumerate();
                bits.fold(0, |bits, (field, absent)| bits | u32::from(!absent) << field)
            }

            fn read_field(
                &mut self,
                field: usize,
                key: &str,
                value: $crate::json::Value<'_>,
                cx: &mut $crate::object::ReadContext<'_>,
            ) {
                let mut at = 0..;
                $(if at.next() == Some(field) {
                    return $crate::object::Member::read(&mut self.$field, key, value, cx);
                })*
            }

            fn write_field(&self, field: usize, out: &mut $crate::out::JsonBuffer) {
                let mut at = 0..;
                $(if at.next() == Some(field) {
                    return $crate::object::Member::write(&self.$field, $spec, out);
                })*
            }

            fn is_same(&self, other: &Self, field: usize) -> bool {
                let mut at = 0..;
                $(if at.next() == Some(field) {
                    return self.$field == other.$field;
                })*
                true
            }

            fn other(&self) -> &$crate::Members {
                &self.other
            }

            fn other_mut(&mut self) -> &mut $crate::Members {
                &mut self.other
            }

            fn spelling(&self) -> &$crate::Spelling {
                &self.spelling
            }

            fn spelling_mut(&mut self) -> &mut $crate::Spelling {
                &mut self.spelling
            }
        }
    };
}

/// The first of several expressions.
macro_rules! first {
    ($first:expr, $($rest:expr,)*) => {
        $first
    };
}

pub(crate) use {first, object, object_impl};
