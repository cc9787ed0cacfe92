//! Objects with fields: one way to read and write them all, so that what has no field, and
//! what is spelled in an unusual way, comes back as it was.

use std::borrow::Cow;
use std::collections::HashSet;

use kifu_core::Size;
use kifu_span::{Code, Limits, Span, TooLarge};
use smallvec::SmallVec;

use crate::codes;
use crate::findings::Findings;
use crate::json::{Kind, Value};
use crate::out::Out;
use crate::raw::{Members, Raw};
use crate::spelling::{Seen, Spelling};
use crate::style::{Met, Style};

/// What reading a record carries along.
pub(crate) struct Cx<'f> {
    pub(crate) findings: &'f mut Findings,
    /// The board, as far as the record says.
    pub(crate) size: Option<Size>,
    pub(crate) style: Style,
    pub(crate) met: Met,
    /// For JSON inside of a text.
    pub(crate) limits: Limits,
    /// How many nodes there may still be, in all records.
    pub(crate) nodes_left: usize,
    /// The first node beyond that; nothing behind it is read.
    pub(crate) beyond: Option<TooLarge>,
    /// Where the nodes stand, if somebody asks.
    pub(crate) nodes: Option<Vec<Span>>,
    /// Room for trial writings.
    scratch: String,
}

impl<'f> Cx<'f> {
    pub(crate) fn new(style: Style, findings: &'f mut Findings) -> Cx<'f> {
        Cx {
            findings,
            size: None,
            style,
            met: Met::default(),
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

    /// Tells that a member has a value of the wrong kind, unless it has none.
    pub(crate) fn wrong_type(&mut self, value: Value<'_>, key: &str, expected: &str) {
        if value.kind() != Kind::Null {
            let message = format!(
                "`{}` is {}, not {expected}",
                short(key),
                value.kind().name()
            );
            self.found(&codes::WRONG_TYPE, value.span(), message);
        }
    }

    /// What a value is written as.
    fn written<T>(&mut self, write: impl FnOnce(&mut Out) -> T) -> String {
        let mut out = Out::new(self.style);
        out.text = std::mem::take(&mut self.scratch);
        out.text.clear();
        write(&mut out);
        out.text
    }
}

/// So much of a text as a message shows.
pub(crate) fn short(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text.chars().take(MOST).collect();
    shown.retain(|char| !char.is_control());
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

/// What a field can hold.
pub(crate) trait Member: PartialEq {
    /// Whether what is read is written again token for token, so that nobody has to look.
    const EXACT: bool = false;

    fn is_absent(&self) -> bool;

    /// Takes over the value of a member; a second one overrides the first.
    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut Cx<'_>);

    /// Writes the value of the field with this name.
    fn write(&self, field: &'static str, out: &mut Out);
}

/// The names of a field.
pub(crate) struct Names {
    /// In the specification.
    pub(crate) spec: &'static str,
    /// In ngGo from 1.0 on.
    pub(crate) nggo: &'static str,
    /// In drafts.
    pub(crate) also: &'static [&'static str],
}

impl Names {
    /// The name that this key is.
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

    /// Looks at the value before its members are read.
    fn begin(&mut self, _value: Value<'_>, _cx: &mut Cx<'_>) {}
    fn is_exact(field: usize) -> bool;
    /// The fields that there are, as bits.
    fn present(&self) -> u32;
    fn read_field(&mut self, field: usize, key: &str, value: Value<'_>, cx: &mut Cx<'_>);
    fn write_field(&self, field: usize, out: &mut Out);
    fn is_same(&self, other: &Self, field: usize) -> bool;
    fn other(&self) -> &Members;
    fn other_mut(&mut self) -> &mut Members;
    fn spelling(&self) -> &Spelling;
    fn spelling_mut(&mut self) -> &mut Spelling;

    fn is_absent(&self, field: usize) -> bool {
        self.present() & 1 << field == 0
    }

    /// Whether it has no member.
    fn is_blank(&self) -> bool {
        self.other().is_empty() && self.present() == 0
    }
}

/// Reads an object. Anything else is kept as it is.
pub(crate) fn read_object<T: Object>(key: &str, value: Value<'_>, cx: &mut Cx<'_>) -> T {
    let mut object = T::default();
    if !value.is_object() {
        cx.wrong_type(value, key, "an object");
        object.spelling_mut().set_odd(value.to_raw());
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
                // Before version 1 was published, each player had a member.
                let joins = matches!(name, "black" | "white");
                again
                    && (!joins
                        || members
                            .iter()
                            .any(|(known, _)| *known == Some((field, name))))
            }
            None => {
                object.other_mut().push(&key, member.to_raw());
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
    let mut seen: SmallVec<[Seen; 6]> = SmallVec::new();
    for (field, member) in members {
        let Some((field, name)) = field else {
            next = T::FIELDS.len();
            seen.push(Seen::Other);
            continue;
        };
        let raw = if repeated & 1 << field != 0 {
            Some(member.to_raw())
        } else {
            unusual_spelling(&object, field, member, cx)
        };
        in_order &= field >= next && raw.is_none() && name == T::FIELDS[field].in_style(cx.style);
        next = field + 1;
        seen.push(Seen::Field(field as u8, name, raw));
    }
    if !in_order {
        object.spelling_mut().set_seen(seen.into_vec());
    }
    object
}

/// Tells of members of an object without fields that stand twice.
pub(crate) fn repeated_names(value: Value<'_>, cx: &mut Cx<'_>) {
    let mut names = NameSet::default();
    for (key, member) in value.members() {
        if !names.insert(key.clone()) {
            repeated_name(&key, member, cx);
        }
    }
}

fn repeated_name(key: &str, value: Value<'_>, cx: &mut Cx<'_>) {
    let message = format!(
        "`{}` stands here once more; the last one counts",
        short(key)
    );
    cx.found(&codes::DUPLICATE_MEMBER, value.span(), message);
}

/// The names of members, to find those that stand twice.
#[derive(Default)]
struct NameSet<'t> {
    few: SmallVec<[Cow<'t, str>; 8]>,
    many: HashSet<Cow<'t, str>>,
}

impl<'t> NameSet<'t> {
    /// Whether the name was not there yet.
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

/// How the value of a field is spelled, if it will not be written so.
fn unusual_spelling<T: Object>(
    object: &T,
    field: usize,
    value: Value<'_>,
    cx: &mut Cx<'_>,
) -> Option<Raw> {
    if object.is_absent(field) {
        return Some(value.to_raw());
    }
    if T::is_exact(field) {
        return None;
    }
    let written = cx.written(|out| object.write_field(field, out));
    let usual = value.is_written(&written);
    let raw = (!usual)
        .then(|| value.to_raw())
        .filter(|raw| raw.json() != written);
    cx.scratch = written;
    raw
}

/// Writes an object, or what stood in its place.
pub(crate) fn write_object<T: Object>(object: &T, out: &mut Out) {
    if let Some(odd) = object.spelling().odd().filter(|_| object.is_blank()) {
        return out.json(odd.json());
    }
    out.open('{');
    write_members(object, out, None);
    out.close('}');
}

/// Writes the members of an object. Returns where in the text the field `hole` has its
/// place, if it is there; that field is not written.
pub(crate) fn write_members<T: Object>(
    object: &T,
    out: &mut Out,
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
            still_said(object, seen, out.style)
        };
        let is_hole = |seen: &Seen| matches!(seen, Seen::Field(field, ..) if Some(usize::from(*field)) == hole);
        let hole_at = seen.iter().rposition(is_hole);
        for (at, seen) in seen.iter().enumerate() {
            match seen {
                Seen::Field(field, ..) if Some(at) == hole_at => {
                    place = Some(out.text.len());
                    done |= 1 << field;
                }
                Seen::Field(field, name, raw) => {
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
                Seen::Other => {
                    if let Some((name, value)) = other.next() {
                        out.member(name, value.json());
                    }
                }
            }
        }
    }
    // What is absent is only looked at where a value that was not understood may stand for it.
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
            // A list of variations, of which another one counted, would make a container of the node.
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

/// The value of a field that could not be understood.
fn not_understood<T: Object>(object: &T, field: usize) -> Option<&Raw> {
    object
        .spelling()
        .seen()
        .iter()
        .rev()
        .find_map(|seen| match seen {
            Seen::Field(known, _, raw) if usize::from(*known) == field => raw.as_ref(),
            _ => None,
        })
}

/// The fields whose unusual spelling still says what they hold, as bits.
fn still_said<T: Object>(object: &T, seen: &[Seen], style: Style) -> u32 {
    let mut silent = Findings::silent();
    let mut cx = Cx::new(style, &mut silent);
    let mut again = T::default();
    let mut spelled = 0u32;
    for seen in seen {
        if let Seen::Field(field, name, Some(raw)) = seen {
            let field = usize::from(*field);
            spelled |= 1 << field;
            raw.read(|value| again.read_field(field, name, value, &mut cx));
        }
    }
    (0..T::FIELDS.len())
        .filter(|field| spelled & 1 << field != 0 && object.is_same(&again, *field))
        .fold(0, |bits, field| bits | 1 << field)
}

/// Makes a struct an [`Object`]: its fields with their names in JSON, in the order in which
/// they are written.
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
            /// Members that the specification does not know, in their order.
            pub other: $crate::Members,
            /// How the object was spelled.
            pub spelling: $crate::Spelling,
        }

        impl $name {
            /// The value of a member as it was read, where that is not how it is written:
            /// a number in quotation marks, a truth value in place of a text …
            pub fn as_read(&self, name: &str) -> Option<&$crate::Raw> {
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
                self.is_blank() && !self.spelling.is_empty_object() && self.spelling.odd().is_none()
            }

            fn read(
                &mut self,
                key: &str,
                value: $crate::json::Value<'_>,
                cx: &mut $crate::object::Cx<'_>,
            ) {
                use $crate::object::Object;
                *self = $crate::object::read_object(key, value, cx);
                if self.is_blank() && self.spelling.odd().is_none() {
                    self.spelling.set_empty_object();
                }
            }

            fn write(&self, _: &'static str, out: &mut $crate::out::Out) {
                $crate::object::write_object(self, out);
            }
        }
    };
}

/// The second half of [`object!`].
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

            $(fn begin(&mut self, value: $crate::json::Value<'_>, cx: &mut $crate::object::Cx<'_>) {
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
                cx: &mut $crate::object::Cx<'_>,
            ) {
                let mut at = 0..;
                $(if at.next() == Some(field) {
                    return $crate::object::Member::read(&mut self.$field, key, value, cx);
                })*
            }

            fn write_field(&self, field: usize, out: &mut $crate::out::Out) {
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

/// The first of some.
macro_rules! first {
    ($first:expr, $($rest:expr,)*) => {
        $first
    };
}

pub(crate) use {first, object, object_impl};
