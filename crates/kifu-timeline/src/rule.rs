//! The effect of new values of a property, and the properties that exclude each other.

use std::collections::HashMap;

use kifu_core::{Point, Size};
use kifu_sgf::properties::{PropertyClass, ValueCount, ValueKind};
use kifu_sgf::value::{self, Area};
use kifu_sgf::{GameContext, PropertyInfo};

/// The effect of a new value of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    /// The last value is used.
    Replace,
    /// The texts are joined, as for comments.
    Join,
    /// A list of points and rectangles, without repeated points.
    Points { elist: bool },
    /// A list of texts on points, one for each point: labels.
    Labels,
    /// A list of different values.
    List { elist: bool },
    /// An unknown property: a single new value replaces all values; several new values are added to them.
    Private,
}

impl Rule {
    pub(crate) fn is_list(self) -> bool {
        !matches!(self, Rule::Replace | Rule::Join)
    }

    /// Whether an empty value replaces the whole list, and is replaced by the next value.
    pub(crate) fn is_elist(self) -> bool {
        matches!(
            self,
            Rule::Points { elist: true } | Rule::List { elist: true }
        )
    }
}

/// Groups of properties that exclude each other (FF\[4\]): a node has at most one property of a group. If the flag is
/// `true`, the properties are lists, and only each point is in at most one of them.
const EXCLUSIVE: [(&[&str], bool); 6] = [
    (&["AB", "AE", "AW"], true),
    (&["CR", "MA", "SL", "SQ", "TR"], true),
    (&["TB", "TW"], true),
    (&["B", "W"], false),
    (&["DM", "GB", "GW", "UC"], false),
    (&["BM", "DO", "IT", "TE"], false),
];

/// The group of properties that a property excludes, as the index of its row in [`EXCLUSIVE`].
pub(crate) fn group_of(name: &str) -> Option<u8> {
    let row = EXCLUSIVE
        .iter()
        .position(|(names, _)| names.contains(&name));
    row.map(|row| row as u8)
}

/// The information about an identifier.
#[derive(Debug)]
pub(crate) struct Meaning {
    pub(crate) name: Box<str>,
    pub(crate) rule: Rule,
    /// The group of properties that exclude one another, as the index of its row in [`EXCLUSIVE`].
    pub(crate) group: Option<u8>,
    /// The nodes that the property belongs in, if known.
    pub(crate) class: Option<PropertyClass>,
}

impl Meaning {
    pub(crate) fn of(name: &str, context: &GameContext) -> Meaning {
        let info = PropertyInfo::of_name(name, context);
        Meaning {
            name: name.into(),
            rule: rule(name, info),
            group: group_of(name),
            class: info.map(|info| info.class),
        }
    }

    /// Whether the property excludes others point by point, rather than as a whole.
    pub(crate) fn excludes_points(&self) -> bool {
        self.group
            .is_some_and(|group| EXCLUSIVE[usize::from(group)].1)
    }
}

fn rule(name: &str, info: Option<&PropertyInfo>) -> Rule {
    let Some(info) = info else {
        return Rule::Private;
    };
    let elist = info.values.count == ValueCount::EmptyOrList;
    let is_point = matches!(info.values.first, ValueKind::Point | ValueKind::Stone);
    let second = info.values.second;
    if name == "C" {
        Rule::Join
    } else if !info.values.is_list() {
        Rule::Replace
    } else if is_point && second.is_none() {
        Rule::Points { elist }
    } else if is_point && second.is_some_and(ValueKind::is_text) {
        Rule::Labels
    } else {
        Rule::List { elist }
    }
}

/// The identifiers of a timeline, by number.
#[derive(Debug)]
pub(crate) struct Idents {
    context: GameContext,
    known: Vec<Meaning>,
    /// The numbers of the names of one or two capitals, by [`short`], which nearly all names are.
    by_letters: Vec<Option<u32>>,
    by_name: HashMap<Box<str>, u32>,
}

/// The number of names of one or two capitals.
const SHORT: usize = 26 * 27;

/// The index of a name of one or two capitals.
fn short(name: &str) -> Option<usize> {
    let index = |capital: u8| usize::from(capital - b'A');
    match *name.as_bytes() {
        [first @ b'A'..=b'Z'] => Some(index(first)),
        [first @ b'A'..=b'Z', second @ b'A'..=b'Z'] => {
            Some(26 * (1 + index(first)) + index(second))
        }
        _ => None,
    }
}

impl Idents {
    pub(crate) fn new(context: GameContext) -> Idents {
        Idents {
            context,
            known: Vec::new(),
            by_letters: vec![None; SHORT],
            by_name: HashMap::new(),
        }
    }

    pub(crate) fn context(&self) -> GameContext {
        self.context
    }

    /// The number of an identifier in capitals; adds it if necessary.
    pub(crate) fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.find(name) {
            return number;
        }
        let number = self.known.len() as u32;
        self.known.push(Meaning::of(name, &self.context));
        match short(name) {
            Some(index) => self.by_letters[index] = Some(number),
            None => drop(self.by_name.insert(name.into(), number)),
        }
        number
    }

    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        match short(name) {
            Some(index) => self.by_letters[index],
            None => self.by_name.get(name).copied(),
        }
    }

    pub(crate) fn get(&self, number: u32) -> &Meaning {
        &self.known[number as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// The numbers of the other identifiers that an identifier excludes.
    pub(crate) fn excluded(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        let group = self.get(number).group;
        let names = group.map_or(&[][..], |group| EXCLUSIVE[usize::from(group)].0);
        names
            .iter()
            .filter_map(|name| self.find(name))
            .filter(move |other| *other != number)
    }
}

/// Parses a value of a list of points, for a board of any size.
pub(crate) fn area(written: &str) -> Option<Area> {
    Some(value::area(written.as_bytes(), largest()?).ok()?.value)
}

/// Whether two rectangles share a point.
pub(crate) fn overlap(a: Area, b: Area) -> bool {
    let (af, at, bf, bt) = (a.from(), a.to(), b.from(), b.to());
    af.col <= bt.col && bf.col <= at.col && af.row <= bt.row && bf.row <= at.row
}

/// The number of points of a rectangle.
pub(crate) fn points_of(area: Area) -> usize {
    let (from, to) = (area.from(), area.to());
    usize::from(to.col - from.col + 1) * usize::from(to.row - from.row + 1)
}

/// The parts of a rectangle that are not in any of the others.
pub(crate) fn missing(area: Area, there: impl Iterator<Item = Area>) -> Vec<Area> {
    let row_of = |area: Area| {
        let width = area.to().col - area.from().col + 1;
        ((1u64 << width) - 1) << area.from().col
    };
    let mut rows = [0; Size::MAX as usize];
    let rows_of = |area: Area| usize::from(area.from().row)..=usize::from(area.to().row);
    for other in there {
        rows[rows_of(other)]
            .iter_mut()
            .for_each(|row| *row |= row_of(other));
    }
    let is_missing = |point: &Point| rows[usize::from(point.row)] & (1 << point.col) == 0;
    largest().map_or(Vec::new(), |largest| {
        value::cover(area.points().filter(is_missing), largest)
    })
}

/// The largest board, which has all points that SGF can write.
fn largest() -> Option<Size> {
    Size::new(Size::MAX, Size::MAX).ok()
}

/// The parts of a rectangle that another one does not cover: above, below, left and right of it.
pub(crate) fn minus(area: Area, without: Area) -> impl Iterator<Item = Area> {
    let (from, to) = (area.from(), area.to());
    let (cut_from, cut_to) = (without.from(), without.to());
    let top = from.row.max(cut_from.row);
    let bottom = to.row.min(cut_to.row);
    let part = |left: Option<u8>, upper: Option<u8>, right: Option<u8>, lower: Option<u8>| {
        let (left, upper, right, lower) = (left?, upper?, right?, lower?);
        (left <= right && upper <= lower)
            .then(|| Area::new(Point::new(left, upper), Point::new(right, lower)))?
    };
    let is_disjoint = !overlap(area, without);
    let parts = if is_disjoint {
        [Some(area), None, None, None]
    } else {
        let (left, right) = (Some(from.col), Some(to.col));
        [
            part(left, Some(from.row), right, top.checked_sub(1)),
            part(left, bottom.checked_add(1), right, Some(to.row)),
            part(left, Some(top), cut_from.col.checked_sub(1), Some(bottom)),
            part(cut_to.col.checked_add(1), Some(top), right, Some(bottom)),
        ]
    };
    parts.into_iter().flatten()
}

/// The point of a label: the part of its value before the `:`.
pub(crate) fn label_key(written: &str) -> &str {
    match value::split(written.as_bytes()) {
        Some((point, _)) => &written[..point.len()],
        None => written,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_are_subtracted() {
        let left = |area_: &str, without: &str| {
            let parts: Vec<String> = minus(area(area_).unwrap(), area(without).unwrap())
                .map(|part| part.to_string())
                .collect();
            parts.join(" ")
        };
        assert_eq!(left("aa:cc", "bb"), "aa:ca ac:cc ab cb");
        assert_eq!(left("aa:cc", "aa:zz"), "");
        assert_eq!(left("aa:cc", "dd"), "aa:cc");
        assert_eq!(left("bb:dd", "aa:bz"), "cb:dd");
        assert_eq!(left("aa:ca", "ba"), "aa ca");
    }

    #[test]
    fn rules_follow_the_table() {
        let mut idents = Idents::new(GameContext::default());
        let mut rule = |name: &str| {
            let number = idents.number(name);
            idents.get(number).rule
        };
        assert_eq!(rule("B"), Rule::Replace);
        assert_eq!(rule("C"), Rule::Join);
        assert_eq!(rule("AB"), Rule::Points { elist: false });
        assert_eq!(rule("DD"), Rule::Points { elist: true });
        assert_eq!(rule("LB"), Rule::Labels);
        assert_eq!(rule("AR"), Rule::List { elist: false });
        assert_eq!(rule("XYZ"), Rule::Private);
        assert_eq!(rule("LZ"), Rule::Replace);
        let [aw, ab] = ["AW", "AB"].map(|name| idents.number(name));
        assert_eq!(idents.excluded(aw).collect::<Vec<_>>(), [ab]);
        assert!(idents.get(ab).excludes_points());
    }
}
