//! Points in groups: setup, marks and territory.

use std::collections::HashMap;

use kifu_core::{Color, Point};

use crate::codes;
use crate::json::Value;
use crate::list::List;
use crate::member::color_name;
use crate::object::{Cx, Member, repeated_names, short};
use crate::out::Out;
use crate::point::{Mark, is_point, read_mark, write_mark};
use crate::raw::{Members, Raw};
use crate::style::{Form, Profile};

/// Points of one kind: stones to set up, marks of a type, territory of a colour.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Group {
    /// The kind as it was read: `B`, `W` and `E` in version 1, `black`, `white` and
    /// `clear` in version 2; the type of marks.
    pub kind: Box<str>,
    /// The points in their order.
    pub points: List<Mark>,
    /// What stands among the points and is none.
    pub unread: List<Raw>,
    /// Members that the specification does not know; only version 2 has room for them.
    pub other: Members,
}

impl Group {
    /// Points of a kind, without labels.
    pub fn new(kind: &str, points: impl IntoIterator<Item = Point>) -> Group {
        Group {
            kind: kind.into(),
            points: points.into_iter().map(Mark::from).collect(),
            ..Group::default()
        }
    }

    /// The colour, if the kind is one.
    pub fn color(&self) -> Option<Color> {
        self.kind.parse().ok()
    }

    /// Whether the kind says that stones are taken away: `E`, `clear`, and `empty` of a
    /// draft.
    pub fn is_clear(&self) -> bool {
        ["E", "clear", "empty"]
            .iter()
            .any(|name| name.eq_ignore_ascii_case(&self.kind))
    }
}

/// What groups are for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Setup,
    Markup,
    Score,
}

impl Use {
    fn of(field: &str) -> Use {
        match field {
            "setup" => Use::Setup,
            "score" => Use::Score,
            _ => Use::Markup,
        }
    }
}

impl Member for List<Group> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut Cx<'_>) {
        *self = read_groups(key, value, cx);
        match Use::of(key) {
            Use::Score => contested_points(self, value, cx),
            Use::Setup => contested_setup(self, value, cx),
            Use::Markup => {}
        }
    }

    fn write(&self, field: &'static str, out: &mut Out) {
        write_groups(self, out, Use::of(field));
    }
}

/// Points that are territory twice.
fn contested_points(groups: &[Group], value: Value<'_>, cx: &mut Cx<'_>) {
    let mut owners: HashMap<Point, usize> = HashMap::new();
    for (group, mark) in groups
        .iter()
        .enumerate()
        .flat_map(|(at, group)| group.points.iter().map(move |mark| (at, mark)))
    {
        let Some(owner) = owners.insert(mark.at, group) else {
            continue;
        };
        let (col, row) = (mark.at.col, mark.at.row);
        if groups[owner].color() == groups[group].color() {
            let message = format!("column {col}, row {row} stands twice in a score");
            cx.found(&codes::DUPLICATE_POINT, value.span(), message);
        } else {
            let message = format!("column {col}, row {row} is territory of both sides");
            cx.found(&codes::CONTESTED_POINT, value.span(), message);
        }
    }
}

/// Points that a setup makes black, white and empty at once.
fn contested_setup(groups: &[Group], value: Value<'_>, cx: &mut Cx<'_>) {
    let mut stones: HashMap<Point, Option<Color>> = HashMap::new();
    for group in groups {
        let stone = group.color();
        if stone.is_none() && !group.is_clear() {
            continue;
        }
        for mark in &group.points {
            if stones
                .insert(mark.at, stone)
                .is_some_and(|other| other != stone)
            {
                let (col, row) = (mark.at.col, mark.at.row);
                let message = format!("the setup puts different stones on column {col}, row {row}");
                cx.found(&codes::CONTESTED_SETUP, value.span(), message);
            }
        }
    }
}

fn read_groups(key: &str, value: Value<'_>, cx: &mut Cx<'_>) -> List<Group> {
    let what = Use::of(key);
    let mut groups: List<Group> = List::new();
    if value.is_object() {
        repeated_names(value, cx);
        for (kind, points) in value.members() {
            let mut group = Group {
                kind: (&*kind).into(),
                ..Group::default()
            };
            read_points(&mut group, points, cx);
            known_kind(&group, what, points, cx);
            groups.push(group);
        }
    } else if value.is_array() {
        for element in value.elements() {
            groups.push(read_group(key, element, cx, what));
        }
    } else {
        cx.wrong_type(value, key, "an array or an object");
    }
    groups
}

/// A group of version 2.
fn read_group(key: &str, value: Value<'_>, cx: &mut Cx<'_>, what: Use) -> Group {
    let mut group = Group::default();
    if !value.is_object() {
        cx.wrong_type(value, key, "an object");
        group.unread.push(value.to_raw());
        return group;
    }
    repeated_names(value, cx);
    for (name, member) in value.members() {
        match (&*name, member.text()) {
            ("type" | "color", Some(kind)) if group.kind.is_empty() => group.kind = kind.into(),
            ("coords" | "coordinates", _) => {
                cx.met.draft |= name == "coordinates";
                (group.points, group.unread) = (List::new(), List::new());
                read_points(&mut group, member, cx);
            }
            _ => group.other.push(&name, member.to_raw()),
        }
    }
    known_kind(&group, what, value, cx);
    group
}

fn known_kind(group: &Group, what: Use, value: Value<'_>, cx: &mut Cx<'_>) {
    let known = match what {
        Use::Setup => group.is_clear() || group.color().is_some(),
        Use::Score => group.color().is_some(),
        Use::Markup => true,
    };
    cx.met.draft |= *group.kind == *"empty";
    if !known {
        let message = format!("`{}` names neither black nor white", short(&group.kind));
        cx.found(&codes::UNKNOWN_COLOR, value.span(), message);
    }
}

/// A list of points, or a single one in place of a list.
fn read_points(group: &mut Group, value: Value<'_>, cx: &mut Cx<'_>) {
    // `[3, 3]` is a point, not a list of two.
    let numbers = value
        .elements()
        .next()
        .is_some_and(|first| first.number().is_some());
    let single = !value.is_array() || (numbers && is_point(value));
    let mut read = |value: Value<'_>| match read_mark(value, cx) {
        Some(mark) => group.points.push(mark),
        None => group.unread.push(value.to_raw()),
    };
    if single {
        read(value);
    } else {
        value.elements().for_each(read);
    }
}

fn write_groups(groups: &[Group], out: &mut Out, what: Use) {
    // Version 1 has no room for other members.
    let form = out.style.form;
    if form == Form::Objects || groups.iter().any(|group| !group.other.is_empty()) {
        out.style.form = Form::Objects;
        out.open('[');
        for group in groups {
            write_group(group, out, what);
        }
        out.close(']');
        out.style.form = form;
        return;
    }
    // Groups of one kind become one.
    let mut kinds: Vec<(&str, Vec<&Group>)> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for group in groups {
        let kind = kind_name(group, what, out);
        let at = *known.entry(kind).or_insert_with(|| {
            kinds.push((kind, Vec::new()));
            kinds.len() - 1
        });
        kinds[at].1.push(group);
    }
    out.open('{');
    for (kind, groups) in kinds {
        out.key(kind);
        out.open('[');
        for group in &groups {
            write_points(group, out);
        }
        out.close(']');
    }
    out.close('}');
}

/// The kind of a group as it is written.
fn kind_name<'g>(group: &'g Group, what: Use, out: &Out) -> &'g str {
    let objects = out.style.form == Form::Objects;
    match what {
        Use::Markup => match (out.style.respell, &*group.kind) {
            (Some(Profile::Spec), "select") => "selected",
            (Some(Profile::Seki | Profile::NgGo), "selected") => "select",
            (_, kind) => kind,
        },
        Use::Setup if group.is_clear() => {
            if objects {
                "clear"
            } else {
                "E"
            }
        }
        Use::Setup | Use::Score => group
            .color()
            .map_or(&group.kind, |color| color_name(color, out.style.form)),
    }
}

fn write_group(group: &Group, out: &mut Out, what: Use) {
    let bare = group.kind.is_empty() && group.points.is_empty() && group.other.is_empty();
    if let (true, [raw]) = (bare, &group.unread[..]) {
        return out.json(raw.json());
    }
    out.open('{');
    out.key(if what == Use::Score { "color" } else { "type" });
    out.string(kind_name(group, what, out));
    out.key("coords");
    out.open('[');
    write_points(group, out);
    out.close(']');
    for (name, value) in group.other.iter() {
        out.member(name, value.json());
    }
    out.close('}');
}

fn write_points(group: &Group, out: &mut Out) {
    for mark in &group.points {
        write_mark(mark, out.style.form, out);
    }
    for raw in &group.unread {
        out.json(raw.json());
    }
}
