//! Finds the content of one record that another does not have.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::fmt;

use kifu_charset::{Charset, DetectedCharset};
use kifu_core::{Move, Point, Size};
use kifu_sgf::properties::{PropertyClass, ValueKind};
use kifu_sgf::value::{self, western};
use kifu_sgf::{Address, Document, GameContext, NodeId, Property, PropertyInfo, Value};

use super::records::{NodeKey, key};
use super::words;

/// Content of a record that another record does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// A node and all nodes below it: the other record does not have this move or setup here.
    Nodes {
        /// The first missing node, in the first record.
        node: NodeId,
        /// The address of the node in the first record.
        address: Address,
        /// The number of missing nodes.
        count: usize,
    },
    /// Values of a property of a node.
    Values {
        /// The node of the first record that has the values.
        node: NodeId,
        /// The address of the node in the first record.
        address: Address,
        /// The identifier in FF\[4\], or the original identifier if FF\[4\] does not have the property.
        ident: String,
        /// The values as text.
        values: Vec<String>,
    },
}

impl Missing {
    /// The address of the node in the first record.
    pub fn address(&self) -> &Address {
        match self {
            Missing::Nodes { address, .. } | Missing::Values { address, .. } => address,
        }
    }

    /// Whether the missing content only describes how another format spelled the data, or in which arrays that format
    /// had the nodes. Conversion stores such content in `KX`; converting the record to that format writes the data
    /// again.
    pub fn is_spelling(&self) -> bool {
        let is_spelled = |value: &String| {
            let mut words = value.split(':');
            let (first, role, key) = (words.next(), words.nth(1), words.next());
            let is_shape = role == Some("raw") && key == Some("shape");
            first == Some("carried") && (is_shape || matches!(role, Some("spelled" | "order")))
        };
        match self {
            Missing::Values { ident, values, .. } => ident == "KX" && values.iter().all(is_spelled),
            Missing::Nodes { .. } => false,
        }
    }
}

/// Writes the missing content, shortened, such as `KM[6.5]`, `m12: C[Black is ahead]` or `m30:1: 12 nodes`.
impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The maximum number of values that are written, and of characters of each.
        const VALUES: usize = 8;
        const LONGEST: usize = 60;
        let address = self.address();
        if !address.is_start() {
            write!(f, "{address}: ")?;
        }
        match self {
            Missing::Nodes { count, .. } => f.write_str(&words::count(*count, "node")),
            Missing::Values { ident, values, .. } => {
                f.write_str(ident)?;
                values.iter().take(VALUES).try_for_each(|value| {
                    let end = value.char_indices().nth(LONGEST).map(|(end, _)| end);
                    let dots = if end.is_some() { "…" } else { "" };
                    write!(f, "[{}{dots}]", &value[..end.unwrap_or(value.len())])
                })
            }
        }
    }
}

/// Returns the nodes and values of the first record that the second does not have, in the order of the first record. If
/// nothing is missing, the first record can be deleted without a loss.
///
/// Both records must have the same orientation and colours. Nodes correspond if they have the same moves and setup, and
/// so do the nodes before them. Values are compared by their meaning: their spelling, their charset and the order of
/// properties make no difference.
///
/// * A text is not missing if the second record has its lines, optionally after `name` and a colon.
/// * Another value is not missing if a comment has a note of it, as [`merge`](super::merge) writes it: `KM in name:
///   6.5`.
/// * Game information may be in any node of the second record's main line.
/// * `CA` and `FF` are ignored, because these properties only describe the file.
///
/// ```
/// use kifu_compare::{Missing, missing};
/// use kifu_compare::sgf::Document;
///
/// let one = Document::parse("(;KM[6.50]PB[Sato];B[pd](;W[dd]C[!])(;W[dp]))")?;
/// let other = Document::parse("(;PlayerBlack[Sato]KM[6.5];B[pd];W[dd])")?;
/// let root = |document: &Document| document.roots().next().unwrap();
/// let found = missing((&one, root(&one)), (&other, root(&other)), "");
/// assert_eq!(found.len(), 2);
/// assert_eq!(found[0].to_string(), "m2: C[!]");
/// assert_eq!(found[1].to_string(), "m2:1: 1 node");
/// assert_eq!(missing((&other, root(&other)), (&one, root(&one)), ""), []);
/// # Ok::<(), kifu_compare::sgf::TooLarge>(())
/// ```
pub fn missing(
    first: (&Document, NodeId),
    second: (&Document, NodeId),
    name: &str,
) -> Vec<Missing> {
    missing_with(first, second, name, &BTreeMap::new())
}

/// Returns the missing content like [`missing`], for records of which some corresponding nodes are already known.
pub(super) fn missing_with(
    first: (&Document, NodeId),
    second: (&Document, NodeId),
    name: &str,
    pairs: &BTreeMap<NodeId, NodeId>,
) -> Vec<Missing> {
    let reader = Reader::of(first.0, first.1);
    let mut stations = Stations::of(second.0, second.1, name);
    let mut found = Vec::new();
    let main: BTreeSet<NodeId> = first.0.main_line(first.1).map(|node| node.id()).collect();
    let addresses = OnceCell::new();
    let address = |id| {
        let addresses = addresses.get_or_init(|| first.0.addresses(first.1));
        // An empty variation does not have an address, so use that of the closest ancestor with
        // one.
        let nodes = core::iter::once(id).chain(first.0.forest().ancestors(id));
        let mut nodes = nodes.filter_map(|id| addresses.get(id));
        nodes.next().unwrap_or(Address::of_move(0))
    };
    let mut todo = vec![(first.1, Stations::BASE)];
    while let Some((id, above)) = todo.pop() {
        let key = key(first.0.node(id), reader.context.size);
        let paired = pairs.get(&id).and_then(|our| stations.of.get(our)).copied();
        let Some(station) = paired.or_else(|| stations.below(above, &key)) else {
            let count = first.0.forest().preorder(id).count();
            found.push(Missing::Nodes {
                node: id,
                address: address(id),
                count,
            });
            continue;
        };
        for property in first.0.node(id).properties() {
            let known = reader.known(&property, id);
            let values = property.values();
            let is_missing = |value: &Value<'_>| {
                let is_head = known.is_head && main.contains(&id);
                !stations.has(station, is_head, &known, &reader, value)
            };
            let values: Vec<String> = values
                .filter(is_missing)
                .map(|value| one_line(&value, reader.charset()))
                .collect();
            if !values.is_empty() {
                found.push(Missing::Values {
                    node: id,
                    address: address(id),
                    ident: known.ident,
                    values,
                });
            }
        }
        let from = todo.len();
        let below = first.0.forest().children(id);
        todo.extend(below.map(|child| (child, station)));
        todo[from..].reverse();
    }
    found
}

/// Returns the text of a note which says that the record `name` has this value of a property.
pub(super) fn note(ident: &str, name: &str, value: &str) -> String {
    format!("{ident} in {name}: {value}")
}

/// A value on one line, as in notes.
pub(super) fn one_line(value: &Value<'_>, charset: Charset) -> String {
    let text = value.text(charset).text;
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// A reader of the values of a game.
pub(super) struct Reader {
    pub(super) context: GameContext,
    pub(super) found: DetectedCharset,
    root: NodeId,
}

/// A property and its definition, if it has one.
pub(super) struct Known {
    pub(super) ident: String,
    pub(super) info: Option<&'static PropertyInfo>,
    /// Whether the property is a root or game-info property.
    pub(super) is_head: bool,
}

/// A normalized value, which is the same for all spellings.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Normalized {
    Move(Option<(u8, u8)>),
    /// A point, and a text or another point.
    Pair((u8, u8), String),
    Number(String),
    Text(String),
    /// An undecodable value.
    Bytes(Vec<u8>),
}

impl Reader {
    pub(super) fn of(document: &Document, root: NodeId) -> Reader {
        Reader {
            context: GameContext::of(document.node(root)),
            found: document.charset(root),
            root,
        }
    }

    pub(super) fn charset(&self) -> Charset {
        self.found.charset
    }

    /// The text of a value, which is safe to write in another charset; `None` if it is malformed or not ASCII in a
    /// charset that is not [sure](DetectedCharset::is_sure).
    pub(super) fn sure_text(&self, value: &Value<'_>) -> Option<String> {
        let text = value.text(self.charset());
        let is_sure = self.found.is_sure() || value.raw().is_ascii();
        (is_sure && !text.malformed).then(|| text.text.into_owned())
    }

    pub(super) fn known(&self, property: &Property<'_>, node: NodeId) -> Known {
        let ident = property.ident();
        let info = if node == self.root {
            PropertyInfo::of(ident, &self.context)
        } else {
            PropertyInfo::below_root(ident, &self.context)
        };
        let own = || ident.significant().map(char::from).collect();
        let known = info.map(|info| info.alias.unwrap_or(info.ident));
        Known {
            ident: known.map_or_else(own, String::from),
            info,
            is_head: info.is_some_and(|info| {
                matches!(info.class, PropertyClass::Root | PropertyClass::GameInfo)
            }),
        }
    }

    /// The points of a value that consists only of points.
    pub(super) fn area(&self, value: &Value<'_>, known: &Known) -> Option<value::Area> {
        let values = known.info?.values;
        let is_area =
            matches!(values.first, ValueKind::Point | ValueKind::Stone) && values.second.is_none();
        is_area
            .then(|| western::area(value.raw(), self.context.size).ok())?
            .map(|read| read.value)
    }

    /// Normalizes a value.
    pub(super) fn plain(&self, value: &Value<'_>, known: &Known) -> Normalized {
        let decoded = value.text(self.charset());
        if decoded.malformed {
            return Normalized::Bytes(value.raw().to_vec());
        }
        let words = || {
            let words: Vec<&str> = decoded.text.split_whitespace().collect();
            words.join(" ")
        };
        let Some(info) = known.info else {
            return Normalized::Text(words());
        };
        let size = self.context.size;
        let point = |raw: &[u8]| {
            let point = western::point(raw, size).ok()?.value;
            Some((point.col, point.row))
        };
        match (info.values.first, info.values.second) {
            (ValueKind::Move, None) => {
                let of = |played: Move| played.point().map(|point| (point.col, point.row));
                match western::action(value.raw(), size) {
                    Ok(read) => Normalized::Move(of(read.value)),
                    Err(_) => Normalized::Text(words()),
                }
            }
            (ValueKind::Point | ValueKind::Stone, None) => match point(value.raw()) {
                Some((col, row)) => Normalized::Move(Some((col, row))),
                None => Normalized::Text(words()),
            },
            (ValueKind::Point | ValueKind::Stone, Some(second)) => {
                let pair = value::split(value.raw()).and_then(|(first, rest)| {
                    let first = point(first)?;
                    let rest = match second {
                        ValueKind::Point | ValueKind::Stone => format!("{:?}", point(rest)?),
                        _ => {
                            let text = words();
                            String::from(text.split_once(':')?.1.trim())
                        }
                    };
                    Some(Normalized::Pair(first, rest))
                });
                pair.unwrap_or_else(|| Normalized::Text(words()))
            }
            (
                ValueKind::Number
                | ValueKind::Real
                | ValueKind::Double
                | ValueKind::Komi
                | ValueKind::Handicap
                | ValueKind::Time,
                None,
            ) => {
                let text = words();
                match text.parse::<f64>() {
                    Ok(number) if number.is_finite() => {
                        Normalized::Number((number + 0.0).to_string())
                    }
                    _ => Normalized::Text(text),
                }
            }
            (ValueKind::Result, None) => {
                let text = words();
                match value::result(&text) {
                    Ok(read) if read.is_exact() => Normalized::Number(format!("{:?}", read.value)),
                    _ => Normalized::Text(text),
                }
            }
            (ValueKind::Text, None) => Normalized::Text(lines(&decoded.text)),
            _ => Normalized::Text(words()),
        }
    }
}

/// Removes the spaces at the ends of lines, and the empty lines around a text.
pub(super) fn lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    String::from(lines.join("\n").trim())
}

/// The record in which content is searched. Equivalent nodes are combined into stations.
struct Stations<'d> {
    all: Vec<Station>,
    /// The station of each node.
    of: BTreeMap<NodeId, usize>,
    /// The root and game-info properties on the main line.
    head: BTreeMap<String, PropertyValues>,
    context: GameContext,
    name: &'d str,
}

/// The combination of all nodes with the same moves and setup on the path to them, including nodes without moves and
/// setup below them.
#[derive(Default)]
struct Station {
    said: BTreeMap<String, PropertyValues>,
    below: BTreeMap<NodeKey, usize>,
}

/// The values of all properties with one identifier.
#[derive(Default)]
pub(super) struct PropertyValues {
    values: BTreeSet<Normalized>,
    /// The first points of pairs, such as labels.
    labelled: BTreeSet<(u8, u8)>,
    points: Points,
    /// The texts, with a line feed before and after each.
    lines: String,
    /// The single lines of the texts, collected at the first search.
    each_line: BTreeSet<String>,
    /// The number of searches for texts of several lines.
    searches: usize,
}

/// A set of points, with one bit per point.
#[derive(Default)]
struct Points(Option<Box<[u64; Size::MAX as usize]>>);

impl Points {
    fn add(&mut self, area: value::Area) {
        let rows = self
            .0
            .get_or_insert_with(|| Box::new([0; Size::MAX as usize]));
        for row in &mut rows[usize::from(area.from().row)..=usize::from(area.to().row)] {
            *row |= mask(area);
        }
    }

    fn has_none(&self, area: value::Area) -> bool {
        self.0.as_ref().is_none_or(|rows| {
            let mut rows = rows[usize::from(area.from().row)..=usize::from(area.to().row)].iter();
            rows.all(|row| row & mask(area) == 0)
        })
    }

    fn has_point(&self, point: Point) -> bool {
        let rows = self.0.as_ref();
        rows.is_some_and(|rows| rows[usize::from(point.row)] >> point.col & 1 != 0)
    }

    fn has(&self, area: value::Area) -> bool {
        self.0.as_ref().is_some_and(|rows| {
            let mut rows = rows[usize::from(area.from().row)..=usize::from(area.to().row)].iter();
            rows.all(|row| row & mask(area) == mask(area))
        })
    }
}

/// The columns of an area.
fn mask(area: value::Area) -> u64 {
    let width = area.to().col - area.from().col + 1;
    ((1u64 << width) - 1) << area.from().col
}

impl Known {
    /// Whether the values are labels of points.
    fn has_labels(&self) -> bool {
        let values = self.info.map(|info| info.values);
        values.is_some_and(|values| {
            !matches!(values.second, Some(ValueKind::Point | ValueKind::Stone))
        })
    }
}

/// Whether the property has comments, to which lines can be added.
fn is_text(known: &Known) -> bool {
    matches!(known.ident.as_str(), "C" | "GC")
}

impl<'d> Stations<'d> {
    const BASE: usize = 0;

    fn of(document: &Document, root: NodeId, name: &'d str) -> Stations<'d> {
        let reader = Reader::of(document, root);
        let mut stations = Stations {
            all: vec![Station::default()],
            of: BTreeMap::new(),
            head: BTreeMap::new(),
            context: reader.context,
            name,
        };
        let main: BTreeSet<NodeId> = document.main_line(root).map(|node| node.id()).collect();
        let mut todo = vec![(root, Stations::BASE)];
        while let Some((id, above)) = todo.pop() {
            let node = document.node(id);
            let key = key(node, reader.context.size);
            let station = match stations.below(above, &key) {
                Some(station) => station,
                None => {
                    stations.all.push(Station::default());
                    let station = stations.all.len() - 1;
                    stations.all[above].below.insert(key, station);
                    station
                }
            };
            stations.of.insert(id, station);
            for property in node.properties() {
                let known = reader.known(&property, id);
                if known.is_head && main.contains(&id) {
                    let head = stations.head.entry(known.ident.clone()).or_default();
                    head.add(&property, &known, &reader);
                }
                let said = stations.all[station].said.entry(known.ident.clone());
                said.or_default().add(&property, &known, &reader);
            }
            let below = document.forest().children(id);
            todo.extend(below.map(|child| (child, station)));
        }
        stations
    }

    /// Returns the station for this key below another station.
    fn below(&self, above: usize, key: &NodeKey) -> Option<usize> {
        if key.is_empty() {
            Some(above)
        } else {
            self.all[above].below.get(key).copied()
        }
    }

    fn has(
        &mut self,
        station: usize,
        is_head: bool,
        known: &Known,
        reader: &Reader,
        value: &Value<'_>,
    ) -> bool {
        if is_head && self.is_implied(known, value) {
            return true;
        }
        let said = self.all[station].said.get(&known.ident);
        let head = self.head.get(&known.ident).filter(|_| is_head);
        if let Some(area) = reader.area(value, known) {
            if said.is_some_and(|said| said.points.has(area)) {
                return true;
            }
        }
        let plain = reader.plain(value, known);
        let has = |said: &PropertyValues| said.values.contains(&plain);
        if said.is_some_and(has) || head.is_some_and(has) {
            return true;
        }
        if matches!(plain, Normalized::Bytes(_)) {
            return false;
        }
        let name = self.name;
        let texts = match &plain {
            Normalized::Text(text) if is_text(known) && text.is_empty() => return true,
            Normalized::Text(text) if is_text(known) => {
                let named = format!("{name}: {text}");
                [text.clone(), named]
            }
            _ => [
                note(&known.ident, name, &one_line(value, reader.charset())),
                String::new(),
            ],
        };
        let mut texts = texts.iter().filter(|text| !text.is_empty());
        let station = &mut self.all[station];
        texts.any(|text| {
            has_comment(&mut station.said, text) || is_head && has_comment(&mut self.head, text)
        })
    }

    /// Whether the other record has the value of a root property by default, so that the property is not missing.
    fn is_implied(&self, known: &Known, value: &Value<'_>) -> bool {
        match known.ident.as_str() {
            "CA" | "FF" => true,
            "SZ" => value::size(value.raw()).is_ok_and(|read| read.value == self.context.size),
            "GM" => {
                let number = core::str::from_utf8(value.raw()).ok();
                let number = number.and_then(|text| text.trim().parse().ok());
                number == Some(self.context.game.0)
            }
            _ => false,
        }
    }
}

/// Whether the comments contain a text as whole lines.
fn has_comment(said: &mut BTreeMap<String, PropertyValues>, text: &str) -> bool {
    let mut comments = ["C", "GC"].into_iter();
    comments.any(|ident| said.get_mut(ident).is_some_and(|said| said.has_lines(text)))
}

/// The maximum number of searches for texts of several lines in a property. Each takes time linear in the length of its
/// texts.
const MAX_SEARCHES: usize = 64;

impl PropertyValues {
    /// Adds the values of a property.
    pub(super) fn add(&mut self, property: &Property<'_>, known: &Known, reader: &Reader) {
        for value in property.values() {
            self.add_value(&value, known, reader);
        }
    }

    /// Whether the texts contain a text as whole lines.
    fn has_lines(&mut self, text: &str) -> bool {
        if text.contains('\n') {
            self.searches += 1;
            return self.searches <= MAX_SEARCHES && self.lines.contains(&format!("\n{text}\n"));
        }
        if self.each_line.is_empty() {
            self.each_line = self.lines.lines().map(String::from).collect();
        }
        self.each_line.contains(text)
    }

    fn add_value(&mut self, value: &Value<'_>, known: &Known, reader: &Reader) {
        if let Some(area) = reader.area(value, known) {
            self.points.add(area);
            return;
        }
        let plain = reader.plain(value, known);
        if let Normalized::Text(text) = &plain {
            if is_text(known) {
                if self.lines.is_empty() {
                    self.lines.push('\n');
                }
                self.lines.push_str(text);
                self.lines.push('\n');
            }
        }
        if let Normalized::Pair(point, _) = &plain {
            self.labelled.insert(*point);
        }
        self.values.insert(plain);
    }

    /// Adds a value of a list, if it is compatible with the existing values. Returns the new part: the value, or some
    /// of its points.
    pub(super) fn unite(
        &mut self,
        value: &Value<'_>,
        known: &Known,
        reader: &Reader,
    ) -> Option<NewPart> {
        if let Some(area) = reader.area(value, known) {
            if self.values.contains(&Normalized::Text(String::new())) {
                return None;
            }
            let new = if self.points.has_none(area) {
                NewPart::Value
            } else {
                let is_new = |point: &Point| !self.points.has_point(*point);
                NewPart::Points(area.points().filter(is_new).collect())
            };
            self.points.add(area);
            return Some(new);
        }
        let plain = reader.plain(value, known);
        let can_be = match &plain {
            Normalized::Bytes(_) => false,
            // An empty value is not compatible with other values.
            Normalized::Text(text) if text.is_empty() => false,
            // A point can have only one label.
            Normalized::Pair(point, _) if known.has_labels() => !self.labelled.contains(point),
            _ => {
                !self.values.contains(&plain)
                    && !self.values.contains(&Normalized::Text(String::new()))
            }
        };
        can_be.then(|| {
            self.add_value(value, known, reader);
            NewPart::Value
        })
    }
}

/// The new part of a value.
pub(super) enum NewPart {
    Value,
    Points(Vec<Point>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_spelling_is_true_only_for_carried_spelling() {
        let document = Document::parse("(;)").unwrap();
        let node = document.roots().next().unwrap();
        let is_spelling = |ident: &str, values: &[&str]| {
            let values = values.iter().map(ToString::to_string).collect();
            let missing = Missing::Values {
                node,
                address: Address::of_move(0),
                ident: ident.to_string(),
                values,
            };
            missing.is_spelling()
        };
        assert!(is_spelling(
            "KX",
            &["carried:2:spelled:a", "carried:2:order:b"]
        ));
        assert!(is_spelling("KX", &["carried:2:raw:shape"]));
        assert!(!is_spelling(
            "KX",
            &["carried:2:spelled:a", "carried:2:raw:name"]
        ));
        assert!(!is_spelling("C", &["carried:2:spelled:a"]));
    }

    #[test]
    fn missing_content_is_shortened() {
        let source = "(;KM[6.5];B[aa]C[0123456789012345678901234567890123456789012345678901234567890];W[bb];B[cc])";
        let [one, other] = [source, "(;;B[aa])"].map(|source| Document::parse(source).unwrap());
        let root = |document: &Document| document.roots().next().unwrap();
        let missing = missing((&one, root(&one)), (&other, root(&other)), "");
        let written: Vec<String> = missing.iter().map(ToString::to_string).collect();
        let comment = "m1: C[012345678901234567890123456789012345678901234567890123456789…]";
        assert_eq!(written, ["KM[6.5]", comment, "m2: 2 nodes"]);
    }
}
