//! Objects taken apart into members, compared, and put together again.

use std::collections::HashMap;

use kifu_span::Limits;

use crate::Raw;
use crate::findings::Findings;
use crate::json::{quote, scan};
use crate::out::Out;
use crate::style::Style;

/// A member by its place: the object that it stands in, empty for the outermost, and
/// its name.
pub(super) type Place = (String, String);

/// Members with their values, in order.
pub(super) type Parts = Vec<(Place, Raw)>;

/// Takes an object apart, and the objects of these names in it.
pub(super) fn apart(json: &str, sections: &[&str]) -> Parts {
    let mut parts = Parts::new();
    let tape = scan(json, &Limits::default(), &mut Findings::silent());
    let Ok(tape) = tape else {
        return parts;
    };
    for (name, value) in tape.roots().flat_map(|root| root.members()) {
        if !sections.contains(&&*name) || !value.is_object() || value.members().next().is_none() {
            parts.push(((String::new(), name.into_owned()), value.to_raw()));
            continue;
        }
        for (member, value) in value.members() {
            let place = (name.clone().into_owned(), member.into_owned());
            parts.push((place, value.to_raw()));
        }
    }
    parts
}

/// Puts members together as an object.
pub(super) fn together(parts: &[(Place, Raw)]) -> String {
    let mut out = Out::new(Style::V1);
    out.open('{');
    let mut done = vec![false; parts.len()];
    for at in 0..parts.len() {
        let ((section, name), value) = &parts[at];
        if done[at] {
            continue;
        }
        if section.is_empty() {
            out.member(name, value.json());
            continue;
        }
        out.key(section);
        out.open('{');
        for (at, ((other, name), value)) in parts.iter().enumerate() {
            if other == section {
                out.member(name, value.json());
                done[at] = true;
            }
        }
        out.close('}');
    }
    out.close('}');
    out.text
}

/// What of an object is not as another one, the natural one, has it.
#[derive(Default)]
pub(super) struct Difference {
    /// Members that the natural object has otherwise.
    pub(super) own: Parts,
    /// Members that it has not.
    pub(super) more: Parts,
    /// Members that only the natural object has.
    pub(super) absent: Vec<Place>,
}

impl Difference {
    pub(super) fn between(own: Parts, natural: &Parts) -> Difference {
        let has = |parts: &Parts, place: &Place| parts.iter().any(|(other, _)| other == place);
        let absent = natural
            .iter()
            .map(|(place, _)| place)
            .filter(|place| !has(&own, place))
            .cloned()
            .collect();
        let differs = own.into_iter().filter(|part| !natural.contains(part));
        let (own, more) = differs.partition(|(place, _)| has(natural, place));
        Difference { own, more, absent }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.own.is_empty() && self.more.is_empty() && self.absent.is_empty()
    }

    /// Puts what is different into a natural object, as far as it then still means the
    /// same. Returns the names of what does not, by then.
    pub(super) fn put_into(
        self,
        natural: Parts,
        means_the_same: impl Fn(&Parts) -> bool,
    ) -> (Parts, Vec<String>) {
        let changes = self
            .own
            .into_iter()
            .chain(self.more)
            .map(|(place, value)| (place, Some(value)));
        let changes: Vec<_> = changes
            .chain(self.absent.into_iter().map(|place| (place, None)))
            .collect();
        let all = changed(&natural, &changes);
        if means_the_same(&all) {
            return (all, Vec::new());
        }
        // One of them was edited since: each is tried alone, unless they are absurdly many.
        const MOST: usize = 256;
        let mut lost = Vec::new();
        let mut some = natural;
        for (at, change) in changes.into_iter().enumerate() {
            let with = changed(&some, std::slice::from_ref(&change));
            if at < MOST && means_the_same(&with) {
                some = with;
            } else if change.1.is_some() {
                let (section, name) = change.0;
                let slash = if section.is_empty() { "" } else { "/" };
                lost.push([&*section, slash, &*name].concat());
            }
        }
        (some, lost)
    }
}

/// A place and its new value, or none.
type Change = (Place, Option<Raw>);

fn changed(parts: &Parts, changes: &[Change]) -> Parts {
    let mut places: HashMap<&Place, usize> = HashMap::new();
    for (at, (place, _)) in parts.iter().enumerate() {
        places.insert(place, at);
    }
    let mut all: Vec<Option<(Place, Raw)>> = parts.iter().cloned().map(Some).collect();
    for (place, value) in changes {
        let new = value.clone().map(|value| (place.clone(), value));
        match places.get(place) {
            Some(at) => all[*at] = new,
            None => all.push(new),
        }
    }
    all.into_iter().flatten().collect()
}

/// A place as a JSON pointer.
pub(super) fn pointer((section, name): &Place) -> String {
    let part = |part: &str| ["/", &part.replace('~', "~0").replace('/', "~1")].concat();
    match section.as_str() {
        "" => part(name),
        _ => part(section) + &part(name),
    }
}

/// The place that a JSON pointer leads to.
pub(super) fn place(pointer: &str) -> Option<Place> {
    let part = |part: &str| part.replace("~1", "/").replace("~0", "~");
    let mut parts = pointer.strip_prefix('/')?.splitn(2, '/');
    let first = part(parts.next()?);
    Some(match parts.next() {
        Some(second) => (first, part(second)),
        None => (String::new(), first),
    })
}

/// A text as JSON.
pub(super) fn text(text: &str) -> Raw {
    let mut json = String::new();
    quote(text, &mut json);
    Raw::trusted(json)
}
