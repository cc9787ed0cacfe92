//! Writes the data that is carried for other formats as JSON, and reads it:
//! `{"raw": [["GW", "1"]], "spelled": [["KM", "6.50"]], "order": [["", "KM", "GW"]]}`.

use std::borrow::Cow;

use kifu_tree::game::{Carried, CarriedRole};

use crate::out::JsonBuffer;
use crate::style::Style;
use crate::{Members, RawJson};

/// The initial size of the text, enough for the carried data of most records.
const ROOM: usize = 256;

/// The formats that data can be carried for.
const FORMATS: [&str; 7] = ["sgf", "jgf1", "jgf2", "gib", "ngf", "ogs", "ugf"];

/// Removes the data that is carried for formats other than `own` from `members`, and returns it.
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

fn read(format: &'static str, raw: &RawJson) -> Option<Vec<Carried>> {
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

/// Returns the data that is carried for each format other than `own`, as members.
pub(super) fn members(carried: &[Carried], own: &str) -> Vec<(&'static str, RawJson)> {
    let format = |format| {
        let mut out = JsonBuffer::new(Style::V1);
        out.text.reserve(ROOM);
        write_format(carried, format, &mut out);
        (format, RawJson::trusted(out.text))
    };
    others(carried, own).map(format).collect()
}

/// Writes the data that is carried for each format other than `own`, as members.
pub(super) fn write(carried: &[Carried], own: &str, out: &mut JsonBuffer) {
    for format in others(carried, own) {
        out.name(format);
        write_format(carried, format, out);
    }
}

/// The formats other than `own` that data is carried for.
pub(super) fn others<'c>(
    carried: &'c [Carried],
    own: &'c str,
) -> impl Iterator<Item = &'static str> + 'c {
    let is_carried = move |format: &&str| carried.iter().any(|one| one.format == *format);
    let others = FORMATS.into_iter().filter(move |format| *format != own);
    others.filter(is_carried)
}

fn write_format(carried: &[Carried], format: &str, out: &mut JsonBuffer) {
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
