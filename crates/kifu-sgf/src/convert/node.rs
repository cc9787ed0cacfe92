//! Reads and writes the properties of a node (FF\[4\], *Move*, *Setup*, *Node annotation*,
//! *Markup*, *Timing*).

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::ToString;
use alloc::vec::Vec;

use kifu_core::{Color, Point, Size};
use kifu_tree::game::{Label, MarkKind, Marks, Node, Stones, Territory};

use super::{PropertyText, Values, leaf};
use crate::text;
use crate::value::{self, western};

const MARKS: [(&str, MarkKind); 5] = [
    ("CR", MarkKind::Circle),
    ("TR", MarkKind::Triangle),
    ("SQ", MarkKind::Square),
    ("MA", MarkKind::Cross),
    ("SL", MarkKind::Selected),
];

const STONES: [(&str, Option<Color>); 3] = [
    ("AB", Some(Color::Black)),
    ("AW", Some(Color::White)),
    ("AE", None),
];

const TERRITORY: [(&str, Color); 2] = [("TB", Color::Black), ("TW", Color::White)];

/// Reads a property into a node, unless the node already has the data. Returns whether it was read.
pub(super) fn read(
    node: &mut Node,
    ident: &str,
    values: &[Cow<'_, str>],
    size: Size,
    is_go: bool,
) -> bool {
    read_texts(node, ident, values).is_some()
        || (is_go && read_points(node, ident, values, size).is_some())
}

fn read_texts(node: &mut Node, ident: &str, values: &[Cow<'_, str>]) -> Option<()> {
    let [value] = values else {
        return None;
    };
    let mover = node.play.map(|(color, _)| color);
    let mine = |black, white| match mover {
        Some(Color::Black) => ident == black,
        Some(Color::White) => ident == white,
        None => false,
    };
    match ident {
        "N" if node.name.is_none() => node.name = Some(leaf::simple(value)),
        "C" if node.comments.is_empty() => {
            node.comments.push(text::text(value).into_owned().into());
        }
        "BL" | "WL" if mine("BL", "WL") && node.clock.time_left.is_none() => {
            node.clock.time_left = Some(leaf::real(value)?);
        }
        "OB" | "OW" if mine("OB", "OW") && node.clock.periods_left.is_none() => {
            node.clock.periods_left = Some(leaf::count(value)?);
        }
        _ => return None,
    }
    Some(())
}

fn read_points(node: &mut Node, ident: &str, values: &[Cow<'_, str>], size: Size) -> Option<()> {
    match ident {
        "B" | "W" if node.play.is_none() => {
            let color = if ident == "B" {
                Color::Black
            } else {
                Color::White
            };
            let [value] = values else {
                return None;
            };
            node.play = Some((color, leaf::action(value, size)?));
        }
        "PL" if node.to_play.is_none() => {
            let [value] = values else {
                return None;
            };
            node.to_play = Some(leaf::color(value)?);
        }
        "AB" | "AW" | "AE" => {
            let (_, stone) = *STONES.iter().find(|(name, _)| *name == ident)?;
            if node.setup.iter().any(|group| group.stone == stone) {
                return None;
            }
            let points = leaf::points(values, size)?;
            node.setup.push(Stones { stone, points });
        }
        "TB" | "TW" => {
            let (_, color) = *TERRITORY.iter().find(|(name, _)| *name == ident)?;
            if node.territory.iter().any(|group| group.color == color) {
                return None;
            }
            let points = leaf::points(values, size)?;
            node.territory.push(Territory { color, points });
        }
        "LB" if node.labels.is_empty() => {
            let labels: Option<Vec<Label>> = values.iter().map(|raw| label(raw, size)).collect();
            node.labels = labels?;
        }
        _ => {
            let (_, kind) = MARKS.iter().find(|(name, _)| *name == ident)?;
            if node.marks.iter().any(|group| group.kind == *kind) {
                return None;
            }
            let points = leaf::points(values, size)?;
            node.marks.push(Marks {
                kind: kind.clone(),
                points,
            });
        }
    }
    Some(())
}

fn label(raw: &str, size: Size) -> Option<Label> {
    let (point, text) = western::label(raw.as_bytes(), size).ok()?.value;
    Some(Label {
        point,
        text: leaf::simple(core::str::from_utf8(text).ok()?),
    })
}

/// Writes a node as properties, as far as SGF can express it. If `is_strict`, each point is written
/// only once in each group of properties that exclude each other, and empty lists only where
/// FF\[4\] allows them.
pub(super) fn write<'n>(node: &'n Node, is_strict: bool, properties: &mut Vec<PropertyText<'n>>) {
    let mut put = |ident: &'static str, values: Values<'n>| {
        if !values.is_empty() {
            properties.push(PropertyText::new(ident, values));
        }
    };
    let perhaps = |value: Option<&'static str>| value.map(Cow::Borrowed).into_iter().collect();
    let one = |value: Cow<'n, str>| Values::One([value]);
    if let Some((color, to)) = node.play {
        let (play, time, periods) = match color {
            Color::Black => ("B", "BL", "OB"),
            Color::White => ("W", "WL", "OW"),
        };
        put(play, perhaps(leaf::write_action(to)));
        if let Some(left) = node.clock.time_left {
            put(time, one(value::write_real(left).to_string().into()));
        }
        if let Some(left) = node.clock.periods_left {
            put(periods, one(left.to_string().into()));
        }
    }
    if node.details.is_unset() {
        return;
    }
    // If several stones are set up on a point, the last one stays on the board.
    let mut setup = PointGroup::new(is_strict);
    let mut stones: Vec<Values<'n>> = Vec::with_capacity(node.setup.len());
    for group in node.setup.iter().rev() {
        stones.push(setup.points_from_the_end(&group.points));
    }
    for (group, points) in node.setup.iter().zip(stones.into_iter().rev()) {
        if let Some((ident, _)) = STONES.iter().find(|(_, stone)| *stone == group.stone) {
            put(ident, points);
        }
    }
    if let Some(color) = node.to_play {
        put("PL", one(color.letter().to_string().into()));
    }
    if let Some(name) = &node.name {
        put("N", one(text::escape(name)));
    }
    match node.joined_comment() {
        Some(Cow::Borrowed(comment)) => put("C", one(text::escape(comment))),
        Some(Cow::Owned(comment)) => put("C", one(text::escape(&comment).into_owned().into())),
        None => {}
    }
    let mut marks = PointGroup::new(is_strict);
    for group in &node.marks {
        if let Some((ident, _)) = MARKS.iter().find(|(_, kind)| *kind == group.kind) {
            put(ident, marks.points(&group.points));
        }
    }
    let mut labelled = PointGroup::new(is_strict);
    let labels = node
        .labels
        .iter()
        .filter(|label| labelled.is_new(label.point));
    let labels = labels.filter_map(|label| value::write_label(label.point, &label.text));
    put("LB", labels.map(|label| label.to_string().into()).collect());
    let mut owned = PointGroup::new(is_strict);
    for group in &node.territory {
        if let Some((ident, _)) = TERRITORY.iter().find(|(_, color)| *color == group.color) {
            match owned.points(&group.points) {
                // Unlike other lists, territory can be empty.
                points if points.is_empty() && group.points.is_empty() => {
                    put(ident, leaf::write_points(&[]));
                }
                points => put(ident, points),
            }
        }
    }
}

/// The points so far in a group of properties in which each point can occur only once.
struct PointGroup {
    is_strict: bool,
    seen: BTreeSet<(u8, u8)>,
}

impl PointGroup {
    fn new(is_strict: bool) -> PointGroup {
        PointGroup {
            is_strict,
            seen: BTreeSet::new(),
        }
    }

    fn is_new(&mut self, point: Point) -> bool {
        !self.is_strict || self.seen.insert((point.col, point.row))
    }

    /// Returns the values for points; in strict form without points that are already in the group.
    fn points<'w>(&mut self, points: &[Point]) -> Values<'w> {
        if !self.is_strict {
            return leaf::write_points(points);
        }
        let points: Vec<Point> = points
            .iter()
            .copied()
            .filter(|at| self.is_new(*at))
            .collect();
        write_group(&points)
    }

    /// Returns the points like [`PointGroup::points`], but keeps the last occurrence of each.
    fn points_from_the_end<'w>(&mut self, points: &[Point]) -> Values<'w> {
        if !self.is_strict {
            return leaf::write_points(points);
        }
        let points = points.iter().rev().copied();
        let mut points: Vec<Point> = points.filter(|at| self.is_new(*at)).collect();
        points.reverse();
        write_group(&points)
    }
}

/// Writes a list of points; an empty list has no values.
fn write_group<'w>(points: &[Point]) -> Values<'w> {
    if points.is_empty() {
        Values::default()
    } else {
        leaf::write_points(points)
    }
}
