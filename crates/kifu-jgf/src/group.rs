//! Groups of points: setup, marks and territory.

use std::collections::HashMap;

use kifu_core::{Color, Point};

use crate::codes;
use crate::json::Value;
use crate::list::List;
use crate::member::color_name;
use crate::object::{Member, ReadContext, repeated_names, short};
use crate::out::JsonBuffer;
use crate::point::{Mark, is_point, read_mark, write_mark};
use crate::raw::{Members, RawJson};
use crate::style::{Form, Profile};

/// A group of points of one kind: stones of a setup, marks of one type, or territory of one colour.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PointGroup {
    /// The kind, as it was read: `B`, `W` and `E` in version 1 and `black`, `white` and `clear` in version 2,
    /// or the type of the marks.
    pub kind: Box<str>,
    /// The points, in the order of the file.
    pub points: List<Mark>,
    /// Values among the points that are not points.
    pub unread: List<RawJson>,
    /// Members that the specification does not define; only version 2 can have them.
    pub other: Members,
}

impl PointGroup {
    /// Creates a group of points of one kind, without labels.
    pub fn new(kind: &str, points: impl IntoIterator<Item = Point>) -> PointGroup {
        PointGroup {
            kind: kind.into(),
            points: points.into_iter().map(Mark::from).collect(),
            ..PointGroup::default()
        }
    }

    /// The colour, if the kind is a colour.
    pub fn color(&self) -> Option<Color> {
        self.kind.parse().ok()
    }

    /// Whether the kind removes stones: `E`, `clear`, or `empty` in a draft of version 2.
    pub fn is_clear(&self) -> bool {
        ["E", "clear", "empty"]
            .iter()
            .any(|name| name.eq_ignore_ascii_case(&self.kind))
    }
}

/// The purpose of a list of groups.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GroupUse {
    Setup,
    Markup,
    Score,
}

impl GroupUse {
    fn of(field: &str) -> GroupUse {
        match field {
            "setup" => GroupUse::Setup,
            "score" => GroupUse::Score,
            _ => GroupUse::Markup,
        }
    }
}

impl Member for List<PointGroup> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) {
        *self = read_groups(key, value, cx);
        match GroupUse::of(key) {
            GroupUse::Score => contested_points(self, value, cx),
            GroupUse::Setup => contested_setup(self, value, cx),
            GroupUse::Markup => {}
        }
    }

    fn write(&self, field: &'static str, out: &mut JsonBuffer) {
        write_groups(self, out, GroupUse::of(field));
    }
}

/// Reports points that are in a score more than once.
fn contested_points(groups: &[PointGroup], value: Value<'_>, cx: &mut ReadContext<'_>) {
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
            let message = format!("column {col}, row {row} occurs twice in a score");
            cx.found(codes::DUPLICATE_POINT, value.span(), message);
        } else {
            let message = format!("column {col}, row {row} is territory of both sides");
            cx.found(codes::CONTESTED_POINT, value.span(), message);
        }
    }
}

/// Reports points that a setup gives different stones.
fn contested_setup(groups: &[PointGroup], value: Value<'_>, cx: &mut ReadContext<'_>) {
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
                cx.found(codes::CONTESTED_SETUP, value.span(), message);
            }
        }
    }
}

fn read_groups(key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) -> List<PointGroup> {
    let what = GroupUse::of(key);
    let mut groups: List<PointGroup> = List::new();
    if value.is_object() {
        repeated_names(value, cx);
        for (kind, points) in value.members() {
            let mut group = PointGroup {
                kind: (&*kind).into(),
                ..PointGroup::default()
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

/// Reads a group of version 2.
fn read_group(key: &str, value: Value<'_>, cx: &mut ReadContext<'_>, what: GroupUse) -> PointGroup {
    let mut group = PointGroup::default();
    if !value.is_object() {
        cx.wrong_type(value, key, "an object");
        group.unread.push(RawJson::of(value));
        return group;
    }
    repeated_names(value, cx);
    for (name, member) in value.members() {
        match (&*name, member.text()) {
            ("type" | "color", Some(kind)) if group.kind.is_empty() => group.kind = kind.into(),
            ("coords" | "coordinates", _) => {
                cx.evidence.draft |= name == "coordinates";
                (group.points, group.unread) = (List::new(), List::new());
                read_points(&mut group, member, cx);
            }
            _ => group.other.push(&name, RawJson::of(member)),
        }
    }
    known_kind(&group, what, value, cx);
    group
}

fn known_kind(group: &PointGroup, what: GroupUse, value: Value<'_>, cx: &mut ReadContext<'_>) {
    let known = match what {
        GroupUse::Setup => group.is_clear() || group.color().is_some(),
        GroupUse::Score => group.color().is_some(),
        GroupUse::Markup => true,
    };
    cx.evidence.draft |= *group.kind == *"empty";
    if !known {
        let message = format!("`{}` is neither black nor white", short(&group.kind));
        cx.found(codes::UNKNOWN_COLOR, value.span(), message);
    }
}

/// Reads a list of points, or a single point in place of a list.
fn read_points(group: &mut PointGroup, value: Value<'_>, cx: &mut ReadContext<'_>) {
    // `[3, 3]` is a point, not a list of two.
    let numbers = value
        .elements()
        .next()
        .is_some_and(|first| first.number().is_some());
    let single = !value.is_array() || (numbers && is_point(value));
    let mut read = |value: Value<'_>| match read_mark(value, cx) {
        Some(mark) => group.points.push(mark),
        None => group.unread.push(RawJson::of(value)),
    };
    if single {
        read(value);
    } else {
        value.elements().for_each(read);
    }
}

fn write_groups(groups: &[PointGroup], out: &mut JsonBuffer, what: GroupUse) {
    // Version 1 cannot express other members.
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
    // Groups of the same kind are joined.
    let mut kinds: Vec<(&str, Vec<&PointGroup>)> = Vec::new();
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

/// The kind of a group, as it is written.
fn kind_name<'g>(group: &'g PointGroup, what: GroupUse, out: &JsonBuffer) -> &'g str {
    let objects = out.style.form == Form::Objects;
    match what {
        GroupUse::Markup => match (out.style.respell, &*group.kind) {
            (Some(Profile::Spec), "select") => "selected",
            (Some(Profile::Seki | Profile::NgGo), "selected") => "select",
            (_, kind) => kind,
        },
        GroupUse::Setup if group.is_clear() => {
            if objects {
                "clear"
            } else {
                "E"
            }
        }
        GroupUse::Setup | GroupUse::Score => group
            .color()
            .map_or(&group.kind, |color| color_name(color, out.style.form)),
    }
}

fn write_group(group: &PointGroup, out: &mut JsonBuffer, what: GroupUse) {
    let bare = group.kind.is_empty() && group.points.is_empty() && group.other.is_empty();
    if let (true, [raw]) = (bare, &group.unread[..]) {
        return out.json(raw.json());
    }
    out.open('{');
    out.key(if what == GroupUse::Score {
        "color"
    } else {
        "type"
    });
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

fn write_points(group: &PointGroup, out: &mut JsonBuffer) {
    for mark in &group.points {
        write_mark(mark, out.style.form, out);
    }
    for raw in &group.unread {
        out.json(raw.json());
    }
}
