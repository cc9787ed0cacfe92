//! Objects taken apart into members, compared, and put together again.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use kifu_core::Color;
use kifu_span::Limits;

use crate::Raw;
use crate::findings::Findings;
use crate::json::scan;
use crate::out::Out;
use crate::style::Style;

/// A member by its place: the section that it stands in, and its name.
///
/// A section is an object in the outermost one, by its name; the outermost itself, which has
/// none; or an element of [`LIST`] by its colour, such as `players#black` or `game/players#white`.
pub(super) type Place = (String, String);

/// Members with their values, in order.
pub(super) type Parts = Vec<(Place, Raw)>;

/// The list whose elements are compared member by member: they are known by their colours.
const LIST: &str = "players";

/// Takes an object apart, and the sections of these names in it.
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
    let sections = Sections::of(parts);
    let mut done = HashSet::new();
    let mut out = Out::new(Style::V1);
    out.open('{');
    for ((section, name), value) in parts {
        let outer = section.split(['/', '#']).next().unwrap_or_default();
        if outer.is_empty() {
            out.member(name, value.json());
        } else if done.insert(outer) {
            out.key(outer);
            match outer {
                LIST => sections.write_list("", &mut out),
                _ => sections.write(outer, &mut out),
            }
        }
    }
    out.close('}');
    out.text
}

/// The members of each section, and the sections in their order.
struct Sections<'p>(IndexMap<&'p str, Vec<&'p (Place, Raw)>>);

impl<'p> Sections<'p> {
    fn of(parts: &'p [(Place, Raw)]) -> Sections<'p> {
        let mut members: IndexMap<&str, Vec<_>> = IndexMap::new();
        for part in parts {
            members.entry(part.0.0.as_str()).or_default().push(part);
        }
        Sections(members)
    }

    fn write_members(&self, section: &str, out: &mut Out) {
        for ((_, name), value) in self.0.get(section).into_iter().flatten() {
            out.member(name, value.json());
        }
    }

    /// The elements of the list in a section.
    fn elements(&self, around: &str) -> impl Iterator<Item = &'p str> {
        let list = element(around, "");
        let elements = self.0.keys().copied();
        elements.filter(move |section| section.starts_with(&list))
    }

    /// A section, with the list in it.
    fn write(&self, section: &str, out: &mut Out) {
        out.open('{');
        self.write_members(section, out);
        if self.elements(section).next().is_some() {
            out.key(LIST);
            self.write_list(section, out);
        }
        out.close('}');
    }

    fn write_list(&self, around: &str, out: &mut Out) {
        out.open('[');
        for element in self.elements(around) {
            out.open('{');
            self.write_members(element, out);
            out.close('}');
        }
        out.close(']');
    }
}

/// The section of an element of the list.
fn element(around: &str, color: &str) -> String {
    let slash = if around.is_empty() { "" } else { "/" };
    format!("{around}{slash}{LIST}#{color}")
}

/// The same with the members of each element of the list, and their colours: only if they are
/// objects of different colours.
fn spread(parts: &Parts) -> Option<(Parts, Vec<String>)> {
    let is_list = |(place, _): &(Place, Raw)| place.1 == LIST && matches!(&*place.0, "" | "game");
    let list = parts.iter().find(|part| is_list(part))?;
    let (elements, colors) = list.1.read(|value| {
        let mut parts = Parts::new();
        let mut colors = Vec::new();
        for value in value.elements() {
            let color = value.get("color")?.text()?;
            let color = match color.parse() {
                Ok(Color::Black) => "black".into(),
                Ok(Color::White) => "white".into(),
                Err(_) => color.into_owned(),
            };
            let section = element(&list.0.0, &color);
            for (name, value) in value.members() {
                parts.push(((section.clone(), name.into_owned()), value.to_raw()));
            }
            colors.push(color);
        }
        Some((parts, colors))
    })?;
    let plain =
        |color: &String| !color.is_empty() && color.bytes().all(|b| b.is_ascii_alphanumeric());
    let different: HashSet<&String> = colors.iter().collect();
    if different.len() < colors.len() || !colors.iter().all(plain) {
        return None;
    }
    let mut all = Parts::new();
    for part in parts {
        match is_list(part) {
            true => all.extend(elements.iter().cloned()),
            false => all.push(part.clone()),
        }
    }
    Some((all, colors))
}

/// Members by sections, as they are carried.
pub(super) fn carried(parts: &[(Place, Raw)]) -> String {
    let sections = Sections::of(parts);
    let mut done = HashSet::new();
    let mut out = Out::new(Style::V1);
    out.open('{');
    for ((section, name), value) in parts {
        if section.is_empty() {
            out.member(name, value.json());
        } else if done.insert(section) {
            out.key(section);
            out.open('{');
            sections.write_members(section, &mut out);
            out.close('}');
        }
    }
    out.close('}');
    out.text
}

/// Reads what [`carried`] wrote.
pub(super) fn of_carried(json: &str, sections: &[&str]) -> Parts {
    let mut parts = Parts::new();
    for ((section, name), value) in apart(json, sections) {
        let members = match section.is_empty() && name.contains('#') {
            true => apart(value.json(), &[]),
            false => Parts::new(),
        };
        if members.is_empty() {
            parts.push(((section, name), value));
            continue;
        }
        let members = members.into_iter();
        parts.extend(members.map(|((_, member), value)| ((name.clone(), member), value)));
    }
    parts
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
        match (spread(&own), spread(natural)) {
            (Some((own, colors)), Some((natural, others))) if colors == others => {
                Difference::of(own, &natural)
            }
            _ => Difference::of(own, natural),
        }
    }

    fn of(own: Parts, natural: &Parts) -> Difference {
        let in_own: HashSet<Place> = own.iter().map(|(place, _)| place.clone()).collect();
        let in_natural: HashMap<&Place, &Raw> = natural
            .iter()
            .map(|(place, value)| (place, value))
            .collect();
        let absent = natural.iter().map(|(place, _)| place);
        let absent = absent
            .filter(|place| !in_own.contains(*place))
            .cloned()
            .collect();
        let differs = |(place, value): &(Place, Raw)| in_natural.get(place) != Some(&value);
        let differs = own.into_iter().filter(differs);
        let (own, more) = differs.partition(|(place, _)| in_natural.contains_key(place));
        Difference { own, more, absent }
    }

    /// Whether it is about members of elements of the list.
    fn is_spread(&self) -> bool {
        let parts = self.own.iter().chain(&self.more).map(|(place, _)| place);
        parts
            .chain(&self.absent)
            .any(|(section, _)| section.contains('#'))
    }

    /// Whether it has members that say something, and not only lacks some.
    pub(super) fn has_content(&self) -> bool {
        !self.own.is_empty() || !self.more.is_empty()
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
        let natural = match self.is_spread().then(|| spread(&natural)) {
            Some(Some((spread, _))) => spread,
            _ => natural,
        };
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
        let mut some = natural;
        let mut put = |changes: Vec<Change>| {
            let (first, mut failed) = split_at_most(changes, MOST);
            for change in first {
                let with = changed(&some, std::slice::from_ref(&change));
                if means_the_same(&with) {
                    some = with;
                } else {
                    failed.push(change);
                }
            }
            failed
        };
        // A member can agree only beside another one, such as `date` beside `dates`.
        let failed = put(changes);
        let failed = put(failed);
        let lost = failed.into_iter().filter(|(_, value)| value.is_some());
        let lost = lost.map(|(place, _)| pointer(&place)[1..].to_string());
        let lost = lost.collect();
        (some, lost)
    }
}

/// The first of some, and the rest.
fn split_at_most<T>(mut all: Vec<T>, most: usize) -> (Vec<T>, Vec<T>) {
    let rest = all.split_off(most.min(all.len()));
    (all, rest)
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
    match section.split_once('#') {
        _ if section.is_empty() => part(name),
        Some((list, color)) => format!("/{list}/{color}{}", part(name)),
        None => part(section) + &part(name),
    }
}

/// The place that a JSON pointer leads to.
pub(super) fn place(pointer: &str) -> Option<Place> {
    let part = |part: &str| part.replace("~1", "/").replace("~0", "~");
    let parts: Vec<&str> = pointer.strip_prefix('/')?.split('/').collect();
    Some(match parts.as_slice() {
        [name] => (String::new(), part(name)),
        [section, name] => (part(section), part(name)),
        [LIST, color, name] => (element("", color), part(name)),
        [section, LIST, color, name] => (element(section, color), part(name)),
        _ => return None,
    })
}
