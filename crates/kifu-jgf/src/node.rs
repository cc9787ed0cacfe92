//! Nodes: what stands in the tree of a record, the same in both versions but for the
//! spelling.

use std::collections::HashMap;

use kifu_core::{Color, Move, Point};

use crate::codes;
use crate::json::{Kind, Value};
use crate::list::List;
use crate::member::{color_name, read_number};
use crate::number::Number;
use crate::object::{
    Cx, Member, Object, Out, Spelling, object, object_impl, read_object, repeated_names, short,
    write_object,
};
use crate::point::{
    Mark, form_of, is_point, on_board, read_mark, read_xy, write_mark, write_point, write_xy,
};
use crate::raw::{Members, Raw};
use crate::style::{Form, Profile};
use crate::tree::Shape;

/// A node: a move, a setup, comments, marks. All of it is optional.
///
/// ```
/// use kifu_core::{Color, Move, Point};
/// use kifu_jgf::{Comment, Node, Play};
///
/// let node = Node {
///     play: Some(Play::new(Color::Black, Move::Play(Point::new(15, 3)))),
///     comments: vec![Comment::from("The first corner.")].into(),
///     ..Node::default()
/// };
/// assert_eq!(node.play.unwrap().color, Color::Black);
/// ```
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Node {
    /// Whether the node calls itself the root; only version 1 has it. What counts is
    /// where the node stands.
    pub root: Option<bool>,
    /// The name of the node.
    pub name: Option<Box<str>>,
    /// Whether the node is part of the solution of a problem; see [`Node::is_solution`].
    pub solution: Option<bool>,
    /// The move, `move` in JSON.
    pub play: Option<Play>,
    /// Stones put and taken away: groups of the kinds `black`, `white` and `clear`.
    pub setup: List<Group>,
    /// Whose turn it is.
    pub turn: Option<Color>,
    /// Comments on the node.
    pub comments: List<Comment>,
    /// Marks: groups of the kinds `circle`, `triangle`, `square`, `mark`, `label`,
    /// `selected`, and any others.
    pub markup: List<Group>,
    /// Territory: groups of the kinds `black` and `white`.
    pub score: List<Group>,
    /// Members that the specification does not know, in their order.
    pub other: Members,
    /// How the node was spelled.
    pub spelling: Spelling,
    /// How the node stood in its tree.
    pub shape: Shape,
}

object_impl! {
    Node {
        root: Option<bool> = "root",
        name: Option<Box<str>> = "name",
        solution: Option<bool> = "solution",
        play: Option<Play> = "move",
        setup: List<Group> = "setup",
        turn: Option<Color> = "turn",
        comments: List<Comment> = "comments",
        markup: List<Group> = "markup",
        score: List<Group> = "score",
        shape: Shape = "variations",
    }
    begin |node: &mut Node, value: Value<'_>, cx: &mut Cx<'_>| node.shape.form = find_form(value, cx);
}

impl Node {
    /// The number of the field `variations`.
    pub(crate) const VARIATIONS: usize = 9;

    /// Whether the node is part of a solution: ngGo's records say so inside of the move.
    pub fn is_solution(&self) -> bool {
        let play = self.play.as_ref().and_then(|play| play.solution);
        self.solution.or(play) == Some(true)
    }

    /// Whether this is no node of the record, but the place of something else: a variation
    /// without nodes (`[]`, the game may end here), a list of variations without any, a
    /// root that is not written since the record begins with variations, or a value that
    /// is no node. It stops being one as soon as something is put into it.
    pub fn is_placeholder(&self) -> bool {
        self.shape.stands_for_something_else() && self.is_blank()
    }

    /// What stands in the place of the node, if that is a value that is no node.
    pub fn stray_value(&self) -> Option<&Raw> {
        self.spelling.odd().filter(|_| self.is_placeholder())
    }

    /// The value of a member as it was read, where that is not how it is written: a move
    /// of an unknown colour, a point with coordinates in quotation marks …
    pub fn as_read(&self, name: &str) -> Option<&Raw> {
        self.spelling.raw(name)
    }
}

/// The form in which a node is spelled, as far as it shows, else as the nodes before it.
pub(crate) fn find_form(value: Value<'_>, cx: &mut Cx<'_>) -> Form {
    let mut spelled = false;
    for (key, member) in value.members() {
        let form = match &*key {
            "move" => {
                spelled = true;
                form_of_move(member)
            }
            "setup" | "markup" | "score" if member.is_array() => Form::Objects,
            "setup" | "markup" | "score" => form_of_lists(member),
            "turn" => {
                spelled = true;
                Form::Auto
            }
            _ => Form::Auto,
        };
        if form != Form::Auto {
            cx.met.form(form);
            cx.style.form = form;
            return form;
        }
    }
    if spelled { cx.style.form } else { Form::Auto }
}

fn form_of_move(value: Value<'_>) -> Form {
    let mut found = Form::Auto;
    for (key, member) in value.members() {
        if key == "color" {
            return Form::Objects;
        }
        if found == Form::Auto && key.parse::<Color>().is_ok() && !is_pass(member) {
            found = form_of(member);
        }
    }
    found
}

fn form_of_lists(value: Value<'_>) -> Form {
    let points = value.members().flat_map(|(_, points)| points.elements());
    points
        .map(form_of)
        .find(|form| *form != Form::Auto)
        .unwrap_or_default()
}

// ---- moves ----

/// A move with what belongs to it: `move` in JSON.
#[derive(Clone, PartialEq, Debug)]
pub struct Play {
    /// Who plays.
    pub color: Color,
    /// Where, or a pass.
    pub at: Move,
    /// Whether the move is part of a solution. The specifications have this in the node;
    /// records of ngGo have it here.
    pub solution: Option<bool>,
    /// The clock after the move; only version 2 has it.
    pub clock: Option<Box<Clock>>,
    /// Members that the specification does not know, in their order. A second colour of
    /// version 1, as in `{"B": "aa", "W": "bb"}`, is one of them.
    pub other: Members,
}

/// The clock of a player after a move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    /// Seconds left.
    pub time_left: Option<Number>,
    /// Periods of overtime left.
    pub periods_left: Option<Number>,
}

impl Play {
    /// A move and nothing else.
    pub fn new(color: Color, at: Move) -> Play {
        Play {
            color,
            at,
            solution: None,
            clock: None,
            other: Members::default(),
        }
    }

    fn clock(&mut self) -> &mut Clock {
        self.clock.get_or_insert_default()
    }
}

impl Member for Option<Play> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut Cx<'_>) {
        *self = None;
        if !value.is_object() {
            return cx.wrong_type(value, key, "an object");
        }
        *self = plain_move(value, cx);
        if self.is_none() {
            repeated_names(value, cx);
            *self = read_play(value, cx);
        }
    }

    fn write(&self, _: &'static str, out: &mut Out) {
        let Some(play) = self else {
            return;
        };
        out.open('{');
        let form = out.style.form;
        let color = color_name(play.color, form);
        match (play.at, form == Form::Objects) {
            (at, false) => {
                out.key(color);
                match at {
                    Move::Play(at) => write_point(at, form, out),
                    Move::Pass => out.string("pass"),
                }
            }
            (Move::Play(at), true) => {
                out.key("color");
                out.string(color);
                write_xy(at, out);
            }
            (Move::Pass, true) => {
                out.key("color");
                out.string(color);
                out.member("pass", "true");
            }
        }
        if let Some(clock) = &play.clock {
            for (name, number) in [
                ("timeLeft", &clock.time_left),
                ("periodsLeft", &clock.periods_left),
            ] {
                if let Some(number) = number {
                    out.member(name, number.as_str());
                }
            }
        }
        if let Some(solution) = play.solution {
            out.member("solution", if solution { "true" } else { "false" });
        }
        for (name, value) in play.other.iter() {
            out.member(name, value.json());
        }
        out.close('}');
    }
}

/// The commonest shape, `{"B": "mm"}`, without anything that has to be looked into.
fn plain_move(value: Value<'_>, cx: &mut Cx<'_>) -> Option<Play> {
    let mut members = value.members();
    let (key, at) = members.next()?;
    let color = match &*key {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    let point = Point::from_sgf(at.text()?.as_bytes())?;
    if members.next().is_some() {
        return None;
    }
    on_board(point, at.span(), cx);
    Some(Play::new(color, Move::Play(point)))
}

fn read_play(value: Value<'_>, cx: &mut Cx<'_>) -> Option<Play> {
    let mut play = Play::new(Color::Black, Move::Pass);
    let mut color: Option<(Color, Value<'_>)> = None;
    // The place: of version 1 or in an array, or the coordinates of version 2.
    let mut point: Option<Value<'_>> = None;
    let (mut x, mut y, mut pass) = (None, None, None);
    let mut unread = None;
    let given = |value: &Value<'_>| value.kind() != Kind::Null;
    for (key, member) in value.members() {
        match &*key {
            "color" => match member.text().and_then(|text| text.parse().ok()) {
                Some(known) => color = Some((known, member)),
                None => unread = Some(member),
            },
            "x" => x = Some(member),
            "y" => y = Some(member),
            "pass" if member.bool().is_some() => pass = member.bool(),
            "coords" => point = Some(member),
            "timeLeft" => play.clock().time_left = read_number(&key, member, cx),
            "periodsLeft" => play.clock().periods_left = read_number(&key, member, cx),
            "solution" if member.bool().is_some() => play.solution = member.bool(),
            _ => match (key.parse::<Color>(), color) {
                (Ok(known), None) => {
                    color = Some((known, member));
                    point = Some(member);
                }
                (Ok(_), Some(_)) => {
                    let message = "a second colour in a move; the first one is the move";
                    cx.found(&codes::TWO_MOVES, member.span(), message);
                    play.other.push(&key, member.to_raw());
                }
                (Err(_), _) => play.other.push(&key, member.to_raw()),
            },
        }
    }
    let Some((color, _)) = color else {
        let (span, what) = match unread {
            Some(color) => (color.span(), short(color.source())),
            None => (value.span(), short(value.source())),
        };
        let message = format!("`{what}` names neither black nor white");
        cx.found(&codes::UNKNOWN_COLOR, span, message);
        return None;
    };
    play.color = color;
    let coordinates = x.filter(given).zip(y.filter(given));
    let pass = pass == Some(true);
    match (point, coordinates) {
        (Some(point), _) if !is_pass(point) && !pass => {
            play.at = Move::Play(read_mark(point, cx)?.at);
        }
        (None, Some((x, y))) if !pass => {
            play.at = Move::Play(read_xy(x, y, value.span(), cx)?);
        }
        (None, None) if !pass => {
            let message = "a move without a point; it is read as a pass";
            cx.found(&codes::IMPLIED_PASS, value.span(), message);
        }
        (point, coordinates) => {
            if coordinates.is_some() || (pass && point.is_some_and(|point| !is_pass(point))) {
                let message = "a pass with a point; it is read as a pass";
                cx.found(&codes::PASS_WITH_POINT, value.span(), message);
            }
        }
    }
    Some(play)
}

/// Whether the value of a colour in version 1 is a pass: `"pass"`, the empty text, nothing,
/// or the two NUL bytes that ngGo makes of a pass.
fn is_pass(value: Value<'_>) -> bool {
    let text = value.text();
    let text = text.as_deref();
    value.kind() == Kind::Null
        || text.is_some_and(|text| {
            text.is_empty() || text == "\0\0" || text.eq_ignore_ascii_case("pass")
        })
}

// ---- comments ----

/// A comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comment {
    /// A text.
    Text(Box<str>),
    /// A text with its author or its time, as version 1 has them.
    Signed(Box<Signed>),
    /// A value that is neither.
    Other(Raw),
}

object! {
    /// A comment with its author or its time.
    pub struct Signed {
        /// Who wrote it.
        pub name: Option<String> = "name",
        /// When, in any notation.
        pub timestamp: Option<String> = "timestamp",
        /// The text.
        pub comment: Option<String> = "comment",
    }
}

impl Eq for Signed {}

impl Comment {
    /// What it says.
    pub fn text(&self) -> Option<&str> {
        match self {
            Comment::Text(text) => Some(text),
            Comment::Signed(signed) => signed.comment.as_deref(),
            Comment::Other(_) => None,
        }
    }
}

impl From<&str> for Comment {
    fn from(text: &str) -> Comment {
        Comment::Text(text.into())
    }
}

impl Member for List<Comment> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut Cx<'_>) {
        *self = List::new();
        if let Some(text) = value.text() {
            let message = "comments are an array; this text is read as one of them";
            cx.found(&codes::WRONG_TYPE, value.span(), message);
            self.push(Comment::Text(text.into()));
        } else if !value.is_array() {
            cx.wrong_type(value, key, "an array");
        }
        for element in value.elements() {
            let comment = if let Some(text) = element.text() {
                Comment::Text(text.into())
            } else if element.is_object() {
                Comment::Signed(Box::new(read_object(key, element, cx)))
            } else {
                cx.wrong_type(element, key, "a text");
                Comment::Other(element.to_raw())
            };
            self.push(comment);
        }
    }

    fn write(&self, _: &'static str, out: &mut Out) {
        out.open('[');
        for comment in self {
            match comment {
                Comment::Text(text) => out.string(text),
                Comment::Signed(signed) => write_object(&**signed, out),
                Comment::Other(raw) => out.json(raw.json()),
            }
        }
        out.close(']');
    }
}

// ---- groups of points ----

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
        if Use::of(key) == Use::Score {
            contested_points(self, value, cx);
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
