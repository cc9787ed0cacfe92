//! Splits objects into members, compares these, and joins them again.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use kifu_core::Color;
use kifu_span::Limits;

use crate::RawJson;
use crate::findings::Findings;
use crate::json::scan;
use crate::out::JsonBuffer;
use crate::style::Style;

/// The location of a member: the section that contains it, and its name.
///
/// A section is an object within the outermost one, identified by its name; the outermost object, whose name is
/// empty; or an element of [`LIST`], identified by its colour, such as `players#black` or `game/players#white`.
pub(super) type MemberPath = (String, String);

/// Members with their values, in order.
pub(super) type MemberList = Vec<(MemberPath, RawJson)>;

/// The list whose elements are compared member by member; its elements are identified by their colours.
const LIST: &str = "players";

/// Splits an object into members; also splits the sections with the given names.
pub(super) fn split_members(json: &str, sections: &[&str]) -> MemberList {
    let mut parts = MemberList::new();
    let tape = scan(json, &Limits::default(), &mut Findings::silent());
    let Ok(tape) = tape else {
        return parts;
    };
    for (name, value) in tape.roots().flat_map(|root| root.members()) {
        if !sections.contains(&&*name) || !value.is_object() || value.members().next().is_none() {
            parts.push(((String::new(), name.into_owned()), RawJson::of(value)));
            continue;
        }
        for (member, value) in value.members() {
            let place = (name.clone().into_owned(), member.into_owned());
            parts.push((place, RawJson::of(value)));
        }
    }
    parts
}

/// Joins members to an object.
pub(super) fn join_members(parts: &[(MemberPath, RawJson)]) -> String {
    let sections = Sections::of(parts);
    let mut done = HashSet::new();
    let mut out = JsonBuffer::new(Style::V1);
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

/// The members of each section, in the order of the sections.
struct Sections<'p>(IndexMap<&'p str, Vec<&'p (MemberPath, RawJson)>>);

impl<'p> Sections<'p> {
    fn of(parts: &'p [(MemberPath, RawJson)]) -> Sections<'p> {
        let mut members: IndexMap<&str, Vec<_>> = IndexMap::new();
        for part in parts {
            members.entry(part.0.0.as_str()).or_default().push(part);
        }
        Sections(members)
    }

    fn write_members(&self, section: &str, out: &mut JsonBuffer) {
        for ((_, name), value) in self.0.get(section).into_iter().flatten() {
            out.member(name, value.json());
        }
    }

    /// The sections of the list elements in a section.
    fn elements(&self, around: &str) -> impl Iterator<Item = &'p str> {
        let list = element(around, "");
        let elements = self.0.keys().copied();
        elements.filter(move |section| section.starts_with(&list))
    }

    /// Writes a section, including its list.
    fn write(&self, section: &str, out: &mut JsonBuffer) {
        out.open('{');
        self.write_members(section, out);
        if self.elements(section).next().is_some() {
            out.key(LIST);
            self.write_list(section, out);
        }
        out.close('}');
    }

    fn write_list(&self, around: &str, out: &mut JsonBuffer) {
        out.open('[');
        for element in self.elements(around) {
            out.open('{');
            self.write_members(element, out);
            out.close('}');
        }
        out.close(']');
    }
}

/// The section of a list element.
fn element(around: &str, color: &str) -> String {
    let slash = if around.is_empty() { "" } else { "/" };
    format!("{around}{slash}{LIST}#{color}")
}

/// Splits the elements of the list into members, and also returns their colours. Returns `None` unless the
/// elements are objects with different colours.
fn spread(parts: &MemberList) -> Option<(MemberList, Vec<String>)> {
    let is_list =
        |(place, _): &(MemberPath, RawJson)| place.1 == LIST && matches!(&*place.0, "" | "game");
    let list = parts.iter().find(|part| is_list(part))?;
    let (elements, colors) = list.1.read(|value| {
        let mut parts = MemberList::new();
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
                parts.push(((section.clone(), name.into_owned()), RawJson::of(value)));
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
    let mut all = MemberList::new();
    for part in parts {
        if is_list(part) {
            all.extend(elements.iter().cloned());
        } else {
            all.push(part.clone());
        }
    }
    Some((all, colors))
}

/// Writes members grouped by section, in the form in which they are carried.
pub(super) fn carried(parts: &[(MemberPath, RawJson)]) -> String {
    let sections = Sections::of(parts);
    let mut done = HashSet::new();
    let mut out = JsonBuffer::new(Style::V1);
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

/// Reads the result of [`carried`].
pub(super) fn of_carried(json: &str, sections: &[&str]) -> MemberList {
    let mut parts = MemberList::new();
    for ((section, name), value) in split_members(json, sections) {
        let members = if section.is_empty() && name.contains('#') {
            split_members(value.json(), &[])
        } else {
            MemberList::new()
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

/// The difference of an object from the natural one, which is written for the same meaning.
#[derive(Default)]
pub(super) struct Difference {
    /// Members that have another value in the natural object.
    pub(super) own: MemberList,
    /// Members that the natural object does not have.
    pub(super) more: MemberList,
    /// Members that only the natural object has.
    pub(super) absent: Vec<MemberPath>,
}

impl Difference {
    pub(super) fn between(own: MemberList, natural: &MemberList) -> Difference {
        match (spread(&own), spread(natural)) {
            (Some((own, colors)), Some((natural, others))) if colors == others => {
                Difference::of(own, &natural)
            }
            _ => Difference::of(own, natural),
        }
    }

    fn of(own: MemberList, natural: &MemberList) -> Difference {
        let in_own: HashSet<MemberPath> = own.iter().map(|(place, _)| place.clone()).collect();
        let in_natural: HashMap<&MemberPath, &RawJson> = natural
            .iter()
            .map(|(place, value)| (place, value))
            .collect();
        let absent = natural.iter().map(|(place, _)| place);
        let absent = absent
            .filter(|place| !in_own.contains(*place))
            .cloned()
            .collect();
        let differs =
            |(place, value): &(MemberPath, RawJson)| in_natural.get(place) != Some(&value);
        let differs = own.into_iter().filter(differs);
        let (own, more) = differs.partition(|(place, _)| in_natural.contains_key(place));
        Difference { own, more, absent }
    }

    /// Whether the difference is about members of list elements.
    fn is_spread(&self) -> bool {
        let parts = self.own.iter().chain(&self.more).map(|(place, _)| place);
        parts
            .chain(&self.absent)
            .any(|(section, _)| section.contains('#'))
    }

    /// Whether the difference adds or changes members, rather than only omitting some.
    pub(super) fn has_content(&self) -> bool {
        !self.own.is_empty() || !self.more.is_empty()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.own.is_empty() && self.more.is_empty() && self.absent.is_empty()
    }

    /// Applies the difference to the members that a conversion writes by default, as far as the meaning stays the same.
    /// Returns the members, and the names of those that could not be applied.
    pub(super) fn put_into(
        self,
        natural: MemberList,
        means_the_same: impl Fn(&MemberList) -> bool,
    ) -> (MemberList, Vec<String>) {
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
        // A member was edited since. Each is tried separately, unless there are absurdly many.
        const MAX_TRIED: usize = 256;
        let mut some = natural;
        let mut put = |changes: Vec<Change>| {
            let (first, mut failed) = split_at_most(changes, MAX_TRIED);
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
        // Some members are consistent only together with others, such as `date` with `dates`.
        let failed = put(changes);
        let failed = put(failed);
        let lost = failed.into_iter().filter(|(_, value)| value.is_some());
        let lost = lost.map(|(place, _)| pointer(&place)[1..].to_string());
        let lost = lost.collect();
        (some, lost)
    }
}

/// Splits off everything after the first `max` elements.
fn split_at_most<T>(mut all: Vec<T>, max: usize) -> (Vec<T>, Vec<T>) {
    let rest = all.split_off(max.min(all.len()));
    (all, rest)
}

/// A location with its new value; `None` removes the member.
type Change = (MemberPath, Option<RawJson>);

fn changed(parts: &MemberList, changes: &[Change]) -> MemberList {
    let mut places: HashMap<&MemberPath, usize> = HashMap::new();
    for (at, (place, _)) in parts.iter().enumerate() {
        places.insert(place, at);
    }
    let mut all: Vec<Option<(MemberPath, RawJson)>> = parts.iter().cloned().map(Some).collect();
    for (place, value) in changes {
        let new = value.clone().map(|value| (place.clone(), value));
        match places.get(place) {
            Some(at) => all[*at] = new,
            None => all.push(new),
        }
    }
    all.into_iter().flatten().collect()
}

/// The JSON pointer of a location.
pub(super) fn pointer((section, name): &MemberPath) -> String {
    let part = |part: &str| ["/", &part.replace('~', "~0").replace('/', "~1")].concat();
    match section.split_once('#') {
        _ if section.is_empty() => part(name),
        Some((list, color)) => format!("/{list}/{color}{}", part(name)),
        None => part(section) + &part(name),
    }
}

/// The location of a JSON pointer.
pub(super) fn place(pointer: &str) -> Option<MemberPath> {
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
