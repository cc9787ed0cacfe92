//! What is carried for other formats, as JSON:
//! `{"raw": [["GW", "1"]], "spelled": [["KM", "6.50"]], "order": [["", "KM", "GW"]]}`.

use std::borrow::Cow;

use kifu_tree::game::{Carried, CarriedRole};

use crate::out::Out;
use crate::style::Style;
use crate::{Members, Raw};

/// What is carried of most records takes less.
const ROOM: usize = 256;

/// The formats that something is carried for.
const FORMATS: [&str; 3] = ["sgf", "jgf1", "jgf2"];

/// Takes out what members carry for formats other than `own`.
pub(super) fn take(members: &mut Members, own: &str) -> Vec<Carried> {
    let mut all = Vec::new();
    for format in FORMATS.into_iter().filter(|format| *format != own) {
        let carried = members.get(format).and_then(|raw| read(format, raw));
        if let Some(carried) = carried {
            all.extend(carried);
            members.remove(format);
        }
    }
    all
}

fn read(format: &'static str, raw: &Raw) -> Option<Vec<Carried>> {
    raw.read(|value| {
        let mut all = Vec::new();
        for (role, entries) in value.is_object().then(|| value.members())? {
            let role = CarriedRole::ALL
                .into_iter()
                .find(|known| known.name() == role)?;
            if !entries.is_array() {
                return None;
            }
            for entry in entries.elements() {
                let texts = entry.elements().map(|text| Some(text.text()?.into_owned()));
                let mut texts = texts.collect::<Option<Vec<String>>>()?.into_iter();
                all.push(Carried {
                    format: format.into(),
                    role,
                    key: texts.next()?,
                    values: texts.map(Cow::Owned).collect(),
                });
            }
        }
        (!all.is_empty()).then_some(all)
    })
}

/// What is carried for each other format, as a member.
pub(super) fn members(carried: &[Carried], own: &str) -> Vec<(&'static str, Raw)> {
    let format = |format| {
        let mut out = Out::new(Style::V1);
        out.text.reserve(ROOM);
        write_format(carried, format, &mut out);
        (format, Raw::trusted(out.text))
    };
    others(carried, own).map(format).collect()
}

/// Writes the same.
pub(super) fn write(carried: &[Carried], own: &str, out: &mut Out) {
    for format in others(carried, own) {
        out.name(format);
        write_format(carried, format, out);
    }
}

/// The formats other than `own` that something is carried for.
pub(super) fn others<'c>(
    carried: &'c [Carried],
    own: &'c str,
) -> impl Iterator<Item = &'static str> + 'c {
    let is_carried = move |format: &&str| carried.iter().any(|one| one.format == *format);
    let others = FORMATS.into_iter().filter(move |format| *format != own);
    others.filter(is_carried)
}

fn write_format(carried: &[Carried], format: &str, out: &mut Out) {
    out.open('{');
    for role in CarriedRole::ALL {
        let entries = carried
            .iter()
            .filter(|one| one.format == format && one.role == role);
        let mut entries = entries.peekable();
        if entries.peek().is_none() {
            continue;
        }
        out.name(role.name());
        out.open('[');
        for Carried { key, values, .. } in entries {
            out.open('[');
            out.string(key);
            for value in values {
                out.string(value);
            }
            out.close(']');
        }
        out.close(']');
    }
    out.close('}');
}
