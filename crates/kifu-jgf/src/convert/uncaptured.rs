//! Finds content of a record that the game made from it does not hold.
//!
//! The module compares an object as it was read with the object that is written for its meaning, both in the
//! standard spelling. A value of the first without a counterpart in the second is content that only the record
//! has.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use kifu_core::Color;
use kifu_span::Limits;

use crate::RawJson;
use crate::findings::Findings;
use crate::json::{Value, ValueKind, scan};
use crate::out::JsonBuffer;
use crate::play::{Play, read_again};
use crate::point::mark;
use crate::style::Style;

/// The depth of nesting from which values are compared as a whole.
const DEPTH: usize = 8;

/// A piece of content of a record that the game does not hold.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Uncaptured {
    /// The JSON pointer of the member.
    pub(super) place: String,
    /// The JSON of the element, if it is a single element of a list.
    pub(super) element: Option<String>,
}

impl Uncaptured {
    fn member(place: String) -> Uncaptured {
        Uncaptured {
            place,
            element: None,
        }
    }

    /// The location and the element: `/setup/B "zz"`.
    pub(super) fn name(self) -> String {
        match self.element {
            Some(element) => format!("{} {element}", self.place),
            None => self.place,
        }
    }
}

/// Returns the content of `own` that `natural` does not have.
pub(super) fn uncaptured(own: &str, natural: &str) -> Vec<Uncaptured> {
    let natural = facts(natural);
    let mut places: HashSet<Cow<'_, str>> = HashSet::new();
    let mut values: HashMap<&str, HashSet<&str>> = HashMap::new();
    for fact in &natural {
        places.extend(outer(&fact.place).map(Cow::from));
        if fact.place.ends_with(ITEM) {
            places.insert(below(&fact.place, &fact.value).into());
        }
        values.entry(&fact.place).or_default().insert(&fact.value);
    }
    let own = facts(own);
    let mut own_values: HashMap<&str, HashSet<&str>> = HashMap::new();
    for fact in &own {
        own_values
            .entry(&fact.place)
            .or_default()
            .insert(&fact.value);
    }
    let mut uncaptured: Vec<Uncaptured> = Vec::new();
    let mut add = |one: Uncaptured| {
        if uncaptured.last() != Some(&one) {
            uncaptured.push(one);
        }
    };
    for fact in &own {
        let there = values.get(&*fact.place);
        // A single value has a single counterpart, which may only be spelled differently.
        let is_respelled = || {
            !fact.place.ends_with(ITEM)
                && there.is_some_and(|there| there.len() == 1)
                && own_values[&*fact.place].len() == 1
        };
        if there.is_some_and(|there| there.contains(&*fact.value)) || is_respelled() {
            continue;
        }
        // The outermost location that is missing.
        let both = outer(&fact.place).zip(outer(&fact.shown));
        let mut missing = both.filter(|(place, _)| !places.contains(*place));
        match missing.next() {
            Some((_, shown)) if !shown.contains("/-") => add(Uncaptured::member(shown.to_owned())),
            _ => match fact.shown.strip_suffix(ITEM) {
                Some(list) => add(Uncaptured {
                    place: list.to_owned(),
                    element: Some(fact.value.clone()),
                }),
                None => add(Uncaptured::member(fact.shown.clone())),
            },
        }
    }
    uncaptured
}

/// Returns the members of a move that the game does not hold: known members without which the move
/// reads the same.
pub(super) fn uncaptured_of_move(play: &RawJson) -> Vec<Uncaptured> {
    /// The known members of a move; unknown members are kept in any case.
    const KNOWN: [&str; 4] = ["color", "x", "y", "coords"];
    let Some(whole) = play.read(read_again) else {
        return Vec::new();
    };
    let without = |key: &str| -> Option<Play> {
        let mut out = JsonBuffer::new(Style::V1);
        out.open('{');
        play.read(|value| {
            for (other, member) in value.members().filter(|(other, _)| other != key) {
                out.member(&other, &member.to_json());
            }
        });
        out.close('}');
        RawJson::trusted(out.text).read(read_again)
    };
    let mut keys: Vec<String> = Vec::new();
    play.read(|value| {
        for (key, member) in value.members() {
            let is_known = KNOWN.contains(&&*key) || key.parse::<Color>().is_ok();
            if is_known
                && member.kind() != ValueKind::Null
                && !keys.iter().any(|known| *known == key)
            {
                keys.push(key.into_owned());
            }
        }
    });
    keys.retain(|key| without(key).as_ref() == Some(&whole));
    let places = keys.iter().map(|key| below("/move", key));
    places.map(Uncaptured::member).collect()
}

/// A value, with its location for comparison and for messages.
struct Fact {
    place: String,
    shown: String,
    value: String,
}

/// The last part of the location of a list element.
const ITEM: &str = "/-";

/// A location and the locations that contain it, the outermost first.
pub(super) fn outer(place: &str) -> impl Iterator<Item = &str> {
    let ends = place.match_indices('/').map(|(at, _)| at).skip(1);
    ends.chain([place.len()]).map(|end| &place[..end])
}

fn below(place: &str, key: &str) -> String {
    [place, "/", &key.replace('~', "~0").replace('/', "~1")].concat()
}

fn facts(json: &str) -> Vec<Fact> {
    let mut facts = Facts(Vec::new());
    let tape = scan(json, &Limits::default(), &mut Findings::silent());
    let Some(root) = tape.as_ref().ok().and_then(|tape| tape.roots().next()) else {
        return facts.0;
    };
    for (key, value) in root.members() {
        let place = below("", &key);
        match &*key {
            "setup" | "markup" | "score" if value.is_object() => {
                for (kind, points) in value.members() {
                    let (place, shown) = (below(&place, &kind_of(&kind)), below(&place, &kind));
                    facts.points(points, &place, &shown);
                }
            }
            "setup" | "markup" | "score" if value.is_array() => {
                value
                    .elements()
                    .for_each(|group| facts.group(group, &place));
            }
            "comments" if value.is_array() => {
                value
                    .elements()
                    .for_each(|comment| facts.comment(comment, &place));
            }
            _ => facts.any(value, &place, &place, 1),
        }
    }
    facts.0
}

/// Normalizes the names of the colours.
fn kind_of(key: &str) -> String {
    match key.parse() {
        Ok(Color::Black) => "black".into(),
        Ok(Color::White) => "white".into(),
        Err(_) if key == "E" => "clear".into(),
        Err(_) => key.into(),
    }
}

struct Facts(Vec<Fact>);

impl Facts {
    fn add(&mut self, place: &str, shown: &str, value: String) {
        if place == "/board/size" {
            // A square board has one member for both sides.
            for side in ["/board/width", "/board/height"] {
                self.add(side, shown, value.clone());
            }
            return;
        }
        let place = match place {
            // A solution can be marked in the move, and a single date can be in a member of its own.
            "/move/solution" => "/solution",
            "/game/date" => "/game/dates/-",
            place => place,
        };
        self.0.push(Fact {
            place: place.into(),
            shown: shown.into(),
            value,
        });
    }

    fn any(&mut self, value: Value<'_>, place: &str, shown: &str, depth: usize) {
        let is_deep = depth >= DEPTH;
        if value.is_object() && !is_deep {
            for (key, member) in value.members() {
                let (place, shown) = (below(place, &kind_of(&key)), below(shown, &key));
                self.any(member, &place, &shown, depth + 1);
            }
        } else if value.is_array() && !is_deep {
            for element in value.elements() {
                let (at, shown) = match label(element) {
                    Some((_, label)) => (below(place, &kind_of(&label)), below(shown, &label)),
                    None => ([place, ITEM].concat(), [shown, ITEM].concat()),
                };
                self.any(element, &at, &shown, depth + 1);
            }
        } else {
            self.add(place, shown, leaf(value));
        }
    }

    /// Adds a group of points of one kind.
    fn points(&mut self, points: Value<'_>, place: &str, shown: &str) {
        // The group itself is content, even without points.
        self.add(place, shown, String::new());
        let (place, shown) = ([place, ITEM].concat(), [shown, ITEM].concat());
        for point in points.elements() {
            let Some(mark) = mark(point) else {
                self.add(&place, &shown, leaf(point));
                continue;
            };
            // Points are compared independently of their form.
            let at = format!("({}, {})", mark.at.col, mark.at.row);
            self.add(&place, &shown, at.clone());
            let (place, shown) = (below(&place, &at), below(&shown, &at));
            if let Some(text) = mark.text.filter(|text| !text.is_empty()) {
                self.add(&below(&place, "text"), &below(&shown, "text"), text.into());
            }
            for (key, member) in mark.other.iter() {
                let (place, shown) = (below(&place, key), below(&shown, key));
                self.add(&place, &shown, member.json().to_owned());
            }
        }
    }

    /// Adds a group of version 2.
    fn group(&mut self, group: Value<'_>, place: &str) {
        let Some((key, kind)) = label(group) else {
            let at = [place, ITEM].concat();
            return self.add(&at, &at, leaf(group));
        };
        let (at, shown) = (below(place, &kind_of(&kind)), below(place, &kind));
        for (name, member) in group.members() {
            match &*name {
                name if name == key => {}
                "coords" => self.points(member, &at, &shown),
                name => self.any(member, &below(&at, name), &below(&shown, name), 3),
            }
        }
    }

    fn comment(&mut self, comment: Value<'_>, place: &str) {
        let at = [place, ITEM].concat();
        if !comment.is_object() {
            return self.add(&at, &at, leaf(comment));
        }
        for (key, member) in comment.members() {
            match &*key {
                "comment" if member.text().is_some() => self.add(&at, &at, leaf(member)),
                key => self.any(member, &below(&at, key), &below(&at, key), 3),
            }
        }
    }
}

/// The member that identifies a list element, and its text.
fn label(value: Value<'_>) -> Option<(String, String)> {
    let mut members = value.is_object().then(|| value.members())?;
    members.find_map(|(key, label)| match &*key {
        "type" | "color" => Some((key.into_owned(), label.text()?.into_owned())),
        _ => None,
    })
}

/// A value that is compared as a whole: numbers by their value, all others by their JSON.
fn leaf(value: Value<'_>) -> String {
    if let Some(number) = value.number() {
        let real: f64 = number.parse().unwrap_or(f64::INFINITY);
        return if real.is_finite() {
            real.to_string()
        } else {
            number.into_owned()
        };
    }
    value.to_json()
}
