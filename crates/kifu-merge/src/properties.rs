//! Three-way merges of the properties of a node.

use std::collections::{BTreeMap, BTreeSet};

use kifu_charset::Charset;
use kifu_sgf::properties::{PropertyClass, ValueKind};
use kifu_sgf::value::western::{area, label};
use kifu_sgf::{Dialect, Document, GameContext, NodeId, Point, PropertyInfo, Size};

use crate::lines;
use crate::{Labels, Unmergeable};

/// The properties of a node: identifiers in capitals, and their raw values.
pub(crate) type Properties = BTreeMap<String, Vec<Vec<u8>>>;

/// Returns the properties of a node.
///
/// # Errors
///
/// [`Unmergeable`] if the node has a property twice: which of them an edit means is not known.
pub(crate) fn of_node(document: &Document, id: NodeId) -> Result<Properties, Unmergeable> {
    let mut properties = Properties::new();
    for property in document.node(id).properties() {
        let ident = property.ident().significant().map(char::from).collect();
        let values = property
            .values()
            .map(|value| value.raw().to_vec())
            .collect();
        if properties.insert(ident, values).is_some() {
            return Err(Unmergeable);
        }
    }
    Ok(properties)
}

/// The facts about a game that the meaning of values depends on.
#[derive(Clone, Copy)]
pub(crate) struct Meaning {
    pub(crate) context: GameContext,
    pub(crate) charset: Charset,
    pub(crate) is_root: bool,
}

impl Meaning {
    fn info(&self, ident: &str) -> Option<&'static PropertyInfo> {
        let info = PropertyInfo::of_name(ident, &self.context)?;
        let is_head = matches!(info.class, PropertyClass::Root | PropertyClass::GameInfo);
        if self.is_root || info.alias.is_none() || !is_head {
            return Some(info);
        }
        // Below the root, the names of a dialect have their standard meaning.
        let mut standard = self.context;
        standard.dialect = Dialect::Standard;
        PropertyInfo::of_name(ident, &standard)
    }

    /// Whether values mean the same, although their bytes may differ.
    fn is_same(&self, ident: &str, one: &[Vec<u8>], other: &[Vec<u8>]) -> bool {
        if one == other {
            return true;
        }
        let info = self.info(ident);
        if let (Some(one), Some(other)) = (self.slots(info, one), self.slots(info, other)) {
            return one == other;
        }
        let texts = |values: &[Vec<u8>]| {
            values
                .iter()
                .map(|value| self.text(value))
                .collect::<Option<Vec<_>>>()
        };
        match (texts(one), texts(other)) {
            (Some(one), Some(other)) => one == other,
            _ => false,
        }
    }

    /// Whether two nodes have the same properties.
    pub(crate) fn are_same(&self, one: &Properties, other: &Properties) -> bool {
        one.len() == other.len()
            && one
                .iter()
                .zip(other)
                .all(|((ident, values), (other, there))| {
                    ident == other && self.is_same(ident, values, there)
                })
    }

    /// The text of a value; `None` if it cannot be decoded.
    fn text(&self, raw: &[u8]) -> Option<String> {
        let decoded = self.charset.decode(raw);
        (!decoded.malformed).then(|| kifu_sgf::text(&decoded.text).into_owned())
    }

    /// The elements of a list, each with its place in the list: a label has the place of its point, a point its own.
    /// `None` if the property is not a list, one of its values is unreadable, or a point has two labels.
    fn slots(
        &self,
        info: Option<&PropertyInfo>,
        values: &[Vec<u8>],
    ) -> Option<BTreeMap<Slot, Vec<u8>>> {
        let info = info.filter(|info| info.values.is_list())?;
        let mut slots = BTreeMap::new();
        for value in values {
            for (slot, element) in self.elements(info, value)? {
                let last = slots.insert(slot, element.clone());
                if last.is_some_and(|last| last != element) {
                    return None;
                }
            }
        }
        Some(slots)
    }

    fn elements(&self, info: &PropertyInfo, value: &[u8]) -> Option<Vec<(Slot, Vec<u8>)>> {
        let size = self.context.size;
        let is_point = matches!(info.values.first, ValueKind::Point | ValueKind::Stone);
        match info.values.second {
            None if is_point => {
                let area = area(value, size).ok()?.value;
                let letters =
                    |point: Point| Some((Slot::Point(point_key(point)), point.to_sgf()?.to_vec()));
                area.points().map(letters).collect()
            }
            Some(ValueKind::SimpleText | ValueKind::Text) if is_point => {
                let (point, text) = label(value, size).ok()?.value;
                Some(vec![(Slot::Point(point_key(point)), text.to_vec())])
            }
            // An empty value has a meaning of its own.
            _ if value.is_empty() => None,
            _ => Some(vec![(Slot::Value(value.to_vec()), Vec::new())]),
        }
    }
}

fn point_key(point: Point) -> (u8, u8) {
    (point.col, point.row)
}

/// The place of an element in a list.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Point((u8, u8)),
    Value(Vec<u8>),
}

/// The versions of a property: `None` if a version does not have it.
#[derive(Clone, Copy)]
struct Versions<'p> {
    base: Option<&'p [Vec<u8>]>,
    ours: Option<&'p [Vec<u8>]>,
    theirs: Option<&'p [Vec<u8>]>,
}

/// A merged property.
enum MergedProperty {
    /// Our values stay.
    Ours,
    /// These values, or none.
    Values(Vec<Vec<u8>>),
    /// This text, and whether it contains a conflict.
    Text(String, bool),
    /// Both changed the property differently.
    Conflict,
}

/// The changes to our properties that merge theirs.
#[derive(Default)]
pub(crate) struct PropertyMerge {
    /// The new raw values by identifier; none if the property is removed.
    pub(crate) values: BTreeMap<String, Vec<Vec<u8>>>,
    /// The new texts by identifier.
    pub(crate) texts: BTreeMap<String, String>,
    /// The properties that both changed differently, and whose versions the comment shows.
    pub(crate) conflicts: BTreeSet<String>,
    /// The texts that contain conflicts.
    pub(crate) conflicting_texts: BTreeSet<String>,
}

/// Properties that exclude each other in a node: at most one of them, or moves and setup.
const GROUPS: [&[&str]; 3] = [
    &["B", "W", "AB", "AW", "AE"],
    &["BM", "DO", "IT", "TE"],
    &["GB", "GW", "UC", "DM"],
];

/// Merges three versions of the properties of a node.
///
/// # Errors
///
/// [`Unmergeable`] if a text that both changed cannot be decoded.
pub(crate) fn merge(
    base: &Properties,
    ours: &Properties,
    theirs: &Properties,
    meaning: &Meaning,
    labels: &Labels<'_>,
) -> Result<PropertyMerge, Unmergeable> {
    let mut merged = PropertyMerge::default();
    let idents: BTreeSet<&String> = base.keys().chain(theirs.keys()).collect();
    for ident in idents {
        let of = |version: &'_ Properties| -> Option<Vec<Vec<u8>>> { version.get(ident).cloned() };
        let (base, ours, theirs) = (of(base), of(ours), of(theirs));
        let versions = Versions {
            base: base.as_deref(),
            ours: ours.as_deref(),
            theirs: theirs.as_deref(),
        };
        match property(ident, versions, meaning, labels)? {
            MergedProperty::Ours => {}
            MergedProperty::Values(values) => {
                merged.values.insert(ident.clone(), values);
            }
            MergedProperty::Text(text, is_conflict) => {
                if is_conflict {
                    merged.conflicting_texts.insert(ident.clone());
                }
                merged.texts.insert(ident.clone(), text);
            }
            MergedProperty::Conflict => {
                merged.conflicts.insert(ident.clone());
                if ours.is_none() {
                    // Their value is not lost even if the note is deleted.
                    merged
                        .values
                        .insert(ident.clone(), theirs.unwrap_or_default());
                }
            }
        }
    }
    for group in GROUPS {
        if !group.iter().any(|ident| merged.values.contains_key(*ident)) {
            continue;
        }
        let result = |ident: &str| {
            merged
                .values
                .get(ident)
                .or_else(|| ours.get(ident))
                .cloned()
                .unwrap_or_default()
        };
        let result: Properties = group
            .iter()
            .map(|ident| ((*ident).to_owned(), result(ident)))
            .collect();
        let size = meaning.context.size;
        if is_consistent(group, ours, size)
            && is_consistent(group, theirs, size)
            && !is_consistent(group, &result, size)
        {
            for ident in group {
                if merged.values.remove(*ident).is_some() {
                    merged.conflicts.insert((*ident).to_owned());
                }
            }
        }
    }
    Ok(merged)
}

fn property(
    ident: &str,
    versions: Versions<'_>,
    meaning: &Meaning,
    labels: &Labels<'_>,
) -> Result<MergedProperty, Unmergeable> {
    let Versions { base, ours, theirs } = versions;
    let is_same = |one: Option<&[Vec<u8>]>, other: Option<&[Vec<u8>]>| match (one, other) {
        (Some(one), Some(other)) => meaning.is_same(ident, one, other),
        (None, None) => true,
        _ => false,
    };
    if is_same(base, theirs) || is_same(ours, theirs) {
        return Ok(MergedProperty::Ours);
    }
    if is_same(base, ours) {
        return Ok(MergedProperty::Values(theirs.unwrap_or_default().to_vec()));
    }
    let info = meaning.info(ident);
    let versions = [base, ours, theirs].map(Option::unwrap_or_default);
    let is_text =
        info.is_some_and(|info| info.values.first == ValueKind::Text && !info.values.is_list());
    if is_text && versions.iter().all(|values| values.len() <= 1) {
        let texts = versions.map(|values| match values.first() {
            Some(value) => meaning.text(value),
            None => Some(String::new()),
        });
        let [Some(base), Some(one), Some(other)] = texts else {
            return Err(Unmergeable);
        };
        let (text, is_conflict) = lines::merge_texts(&base, &one, &other, labels);
        return Ok(MergedProperty::Text(text, is_conflict));
    }
    let is_empty = |values: &&[Vec<u8>]| values.len() == 1 && values[0].is_empty();
    if !versions.iter().any(is_empty) {
        if let Some(values) = info.and_then(|info| list(info, versions, meaning)) {
            return Ok(MergedProperty::Values(values));
        }
    }
    Ok(MergedProperty::Conflict)
}

/// Merges three versions of a list as sets. `None` if a value is unreadable, or both changed a label differently.
fn list(
    info: &PropertyInfo,
    [base, ours, theirs]: [&[Vec<u8>]; 3],
    meaning: &Meaning,
) -> Option<Vec<Vec<u8>>> {
    let slots = |values| meaning.slots(Some(info), values);
    let (base, our_slots, their_slots) = (slots(base)?, slots(ours)?, slots(theirs)?);
    // The slots that get other elements, or none.
    let mut changes: BTreeMap<&Slot, Option<&Vec<u8>>> = BTreeMap::new();
    for slot in base.keys().chain(their_slots.keys()) {
        let (before, one, other) = (base.get(slot), our_slots.get(slot), their_slots.get(slot));
        if before == other || one == other {
            continue;
        }
        if before != one {
            return None;
        }
        changes.insert(slot, other);
    }
    let value = |slot: &Slot, element: &Vec<u8>| match (slot, info.values.second) {
        (Slot::Value(value), _) => Some(value.clone()),
        (Slot::Point(_), None) => Some(element.clone()),
        (Slot::Point((col, row)), Some(_)) => {
            let letters = Point::new(*col, *row).to_sgf()?;
            Some([&letters[..], b":", element].concat())
        }
    };
    let mut values = Vec::new();
    for old in ours {
        let elements = meaning.elements(info, old)?;
        if !elements.iter().any(|(slot, _)| changes.contains_key(slot)) {
            values.push(old.clone());
            continue;
        }
        for (slot, element) in &elements {
            match changes.remove(slot) {
                None => values.push(value(slot, element)?),
                Some(None) => {}
                Some(Some(new)) => values.push(value(slot, new)?),
            }
        }
    }
    for (slot, new) in changes {
        if let Some(new) = new {
            values.push(value(slot, new)?);
        }
    }
    Some(values)
}

/// Whether a node can have these properties of a group together.
fn is_consistent(group: &[&str], properties: &Properties, size: Size) -> bool {
    let has = |ident: &&&str| {
        properties
            .get(**ident)
            .is_some_and(|values| !values.is_empty())
    };
    let moves = group
        .iter()
        .filter(has)
        .filter(|ident| !ident.starts_with('A'))
        .count();
    let mut points = BTreeSet::new();
    let mut setup = group
        .iter()
        .filter(has)
        .filter(|ident| ident.starts_with('A'))
        .peekable();
    if moves > 1 || moves == 1 && setup.peek().is_some() {
        return false;
    }
    let areas = setup
        .flat_map(|ident| &properties[*ident])
        .filter_map(|value| area(value, size).ok());
    areas
        .flat_map(|area| area.value.points())
        .all(|point| points.insert(point_key(point)))
}

/// The values of a property in one line, for a note: `PB: Sato`, or `no PB`.
pub(crate) fn shown(ident: &str, values: Option<&Vec<Vec<u8>>>, charset: Charset) -> String {
    let Some(values) = values.filter(|values| !values.is_empty()) else {
        return format!("no {ident}");
    };
    let texts = values
        .iter()
        .map(|value| kifu_sgf::simple_text(&charset.decode(value).text).into_owned());
    format!("{ident}: {}", texts.collect::<Vec<_>>().join(", "))
}

/// Whether two versions of a node have the same bytes between their brackets.
pub(crate) fn are_equal(one: &Document, id: NodeId, other: &Document, there: NodeId) -> bool {
    let mut theirs = other.node(there).properties();
    for property in one.node(id).properties() {
        let Some(other) = theirs.next() else {
            return false;
        };
        let is_ident = property
            .ident()
            .significant()
            .eq(other.ident().significant());
        let values = property.values().map(|value| value.raw());
        if !is_ident || !values.eq(other.values().map(|value| value.raw())) {
            return false;
        }
    }
    theirs.next().is_none()
}
