//! What one record says and another does not.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use kifu_charset::{Charset, DetectedCharset};
use kifu_core::{Move, Point, Size};
use kifu_sgf::properties::{Class, Kind};
use kifu_sgf::value::{self, western};
use kifu_sgf::{Document, GameContext, NodeId, Property, PropertyInfo, Value};

use super::records::{Key, key};

/// Something that a record says and another one does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// A node, with all that is below it: the other record has no such move or setup there.
    Nodes {
        /// The first of them.
        node: NodeId,
        /// How many moves lead to the node, its own among them.
        number: usize,
        /// How many they are.
        count: usize,
    },
    /// Values of a property of a node.
    Values {
        /// The node.
        node: NodeId,
        /// How many moves lead to the node, its own among them.
        number: usize,
        /// The identifier that FF\[4\] has for the property, or its own.
        ident: String,
        /// The values, as text.
        values: Vec<String>,
    },
}

impl Missing {
    /// How many moves lead to the place, a move there among them.
    pub fn number(&self) -> usize {
        match self {
            Missing::Nodes { number, .. } | Missing::Values { number, .. } => *number,
        }
    }
}

/// What the first record says and the second does not, which lies the same way: nodes and values, in
/// the order of the first record. If nothing is missing, the first record can be deleted without a loss.
///
/// A node of the first record belongs to those of the second that have the same moves and setup, after
/// the same ones. Values are there if they say the same: how they are spelled, and in which charset, makes
/// no difference, nor does the order of properties. Texts are there if the second record has their lines, possibly
/// behind `name` and a colon; other values also if a text notes them, as [`merge`](super::merge) does: `KM in name: 6.5`. What is said of the game as a whole can stand in
/// any node of the second record's main line. `CA` and `FF` do not count: they say how a file is written.
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
/// assert!(matches!(&found[0], Missing::Values { ident, number: 2, .. } if ident == "C"));
/// assert!(matches!(found[1], Missing::Nodes { number: 2, count: 1, .. }));
/// assert_eq!(missing((&other, root(&other)), (&one, root(&one)), ""), []);
/// # Ok::<(), kifu_compare::sgf::TooLarge>(())
/// ```
pub fn missing(said: (&Document, NodeId), within: (&Document, NodeId), name: &str) -> Vec<Missing> {
    missing_with(said, within, name, &BTreeMap::new())
}

/// The same where it is known with which nodes of the second record some of the first one belong.
pub(super) fn missing_with(
    said: (&Document, NodeId),
    within: (&Document, NodeId),
    name: &str,
    pairs: &BTreeMap<NodeId, NodeId>,
) -> Vec<Missing> {
    let reader = Reader::of(said.0, said.1);
    let mut stations = Stations::of(within.0, within.1, name);
    let mut found = Vec::new();
    let main: BTreeSet<NodeId> = said.0.main_line(said.1).map(|node| node.id()).collect();
    let mut todo = vec![(said.1, Stations::BASE, 0)];
    while let Some((id, above, number)) = todo.pop() {
        let key = key(said.0.node(id), reader.context.size);
        let number = number + key.steps.iter().filter(|step| step.is_move()).count();
        let paired = pairs.get(&id).and_then(|our| stations.of.get(our)).copied();
        let Some(station) = paired.or_else(|| stations.below(above, &key)) else {
            let count = said.0.forest().preorder(id).count();
            found.push(Missing::Nodes {
                node: id,
                number,
                count,
            });
            continue;
        };
        for property in said.0.node(id).properties() {
            let known = reader.known(&property, id);
            let values = property.values();
            let lacks = |value: &Value<'_>| {
                let is_head = known.is_head && main.contains(&id);
                !stations.has(station, is_head, &known, &reader, value)
            };
            let values: Vec<String> = values
                .filter(lacks)
                .map(|value| one_line(&value, reader.charset()))
                .collect();
            if !values.is_empty() {
                found.push(Missing::Values {
                    node: id,
                    number,
                    ident: known.ident,
                    values,
                });
            }
        }
        let from = todo.len();
        let below = said.0.forest().children(id);
        todo.extend(below.map(|child| (child, station, number)));
        todo[from..].reverse();
    }
    found
}

/// A line that says what a property of a record of this name says.
pub(super) fn note(ident: &str, name: &str, value: &str) -> String {
    format!("{ident} in {name}: {value}")
}

/// A value on one line, as notes have it.
pub(super) fn one_line(value: &Value<'_>, charset: Charset) -> String {
    let text = value.text(charset).text;
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// How the values of a game are read.
pub(super) struct Reader {
    pub(super) context: GameContext,
    pub(super) found: DetectedCharset,
    root: NodeId,
}

/// A property.
pub(super) struct Known {
    pub(super) ident: String,
    pub(super) info: Option<&'static PropertyInfo>,
    /// It is said of the game as a whole, or of the file.
    pub(super) is_head: bool,
}

/// A value, however it is spelled.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Plain {
    Move(Option<(u8, u8)>),
    /// A point, and a text or another point.
    Pair((u8, u8), String),
    Number(String),
    Text(String),
    /// What cannot be decoded.
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

    /// The text of a value that may be written in another charset; `None` if it does not decode, or
    /// only by a guess that is not [sure](DetectedCharset::is_sure).
    pub(super) fn sure_text(&self, value: &Value<'_>) -> Option<String> {
        let text = value.text(self.charset());
        let is_sure = self.found.is_sure() || value.raw().is_ascii();
        (is_sure && !text.malformed).then(|| text.text.into_owned())
    }

    pub(super) fn known(&self, property: &Property<'_>, node: NodeId) -> Known {
        let ident = property.ident();
        let info = match node == self.root {
            true => PropertyInfo::of(ident, &self.context),
            false => PropertyInfo::below_root(ident, &self.context),
        };
        let own = || ident.significant().map(char::from).collect();
        let known = info.map(|info| info.alias.unwrap_or(info.ident));
        Known {
            ident: known.map_or_else(own, String::from),
            info,
            is_head: info.is_some_and(|info| matches!(info.class, Class::Root | Class::GameInfo)),
        }
    }

    /// The points of a value that names nothing else.
    pub(super) fn area(&self, value: &Value<'_>, known: &Known) -> Option<value::Area> {
        let values = known.info?.values;
        let is_area = matches!(values.first, Kind::Point | Kind::Stone) && values.second.is_none();
        is_area
            .then(|| western::area(value.raw(), self.context.size).ok())?
            .map(|read| read.value)
    }

    pub(super) fn plain(&self, value: &Value<'_>, known: &Known) -> Plain {
        let decoded = value.text(self.charset());
        if decoded.malformed {
            return Plain::Bytes(value.raw().to_vec());
        }
        let words = || {
            let words: Vec<&str> = decoded.text.split_whitespace().collect();
            words.join(" ")
        };
        let Some(info) = known.info else {
            return Plain::Text(words());
        };
        let size = self.context.size;
        let point = |raw: &[u8]| {
            let point = western::point(raw, size).ok()?.value;
            Some((point.col, point.row))
        };
        match (info.values.first, info.values.second) {
            (Kind::Move, None) => {
                let of = |played: Move| played.point().map(|point| (point.col, point.row));
                match western::action(value.raw(), size) {
                    Ok(read) => Plain::Move(of(read.value)),
                    Err(_) => Plain::Text(words()),
                }
            }
            (Kind::Point | Kind::Stone, None) => match point(value.raw()) {
                Some((col, row)) => Plain::Move(Some((col, row))),
                None => Plain::Text(words()),
            },
            (Kind::Point | Kind::Stone, Some(second)) => {
                let pair = value::split(value.raw()).and_then(|(first, rest)| {
                    let first = point(first)?;
                    let rest = match second {
                        Kind::Point | Kind::Stone => format!("{:?}", point(rest)?),
                        _ => {
                            let text = words();
                            String::from(text.split_once(':')?.1.trim())
                        }
                    };
                    Some(Plain::Pair(first, rest))
                });
                pair.unwrap_or_else(|| Plain::Text(words()))
            }
            (
                Kind::Number | Kind::Real | Kind::Double | Kind::Komi | Kind::Handicap | Kind::Time,
                None,
            ) => {
                let text = words();
                match text.parse::<f64>() {
                    Ok(number) if number.is_finite() => Plain::Number((number + 0.0).to_string()),
                    _ => Plain::Text(text),
                }
            }
            (Kind::Result, None) => {
                let text = words();
                match value::result(&text) {
                    Ok(read) if read.is_exact() => Plain::Number(format!("{:?}", read.value)),
                    _ => Plain::Text(text),
                }
            }
            (Kind::Text, None) => Plain::Text(lines(&decoded.text)),
            _ => Plain::Text(words()),
        }
    }
}

/// A text without blanks at the ends of its lines, and without empty lines around it.
pub(super) fn lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    String::from(lines.join("\n").trim())
}

/// The record that something can be missing in, as the positions of its tree.
struct Stations<'d> {
    all: Vec<Station>,
    /// The station of each node.
    of: BTreeMap<NodeId, usize>,
    /// What is said of the game as a whole, on the main line.
    head: BTreeMap<String, Said>,
    context: GameContext,
    name: &'d str,
}

/// All nodes of a record that have the same moves and setup after the same ones, and those below them that
/// have none.
#[derive(Default)]
struct Station {
    said: BTreeMap<String, Said>,
    below: BTreeMap<Key, usize>,
}

/// What the properties of one identifier say.
#[derive(Default)]
pub(super) struct Said {
    values: BTreeSet<Plain>,
    /// The points that pairs begin with.
    labelled: BTreeSet<(u8, u8)>,
    points: Points,
    /// Texts with a line feed before and behind each.
    lines: String,
    /// Each line of those, once one was looked for.
    each_line: BTreeSet<String>,
    /// How often texts of several lines were looked for.
    searched: usize,
}

/// A bit for each point, row by row.
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
        values.is_some_and(|values| !matches!(values.second, Some(Kind::Point | Kind::Stone)))
    }
}

/// Whether lines are joined to texts of this property.
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

    /// The station of a node with this key, below a node of another one.
    fn below(&self, above: usize, key: &Key) -> Option<usize> {
        match key.is_empty() {
            true => Some(above),
            false => self.all[above].below.get(key).copied(),
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
        if is_head && self.is_meant(known, value) {
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
        let has = |said: &Said| said.values.contains(&plain);
        if said.is_some_and(has) || head.is_some_and(has) {
            return true;
        }
        if matches!(plain, Plain::Bytes(_)) {
            return false;
        }
        let name = self.name;
        let texts = match &plain {
            Plain::Text(text) if is_text(known) && text.is_empty() => return true,
            Plain::Text(text) if is_text(known) => {
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
        texts.any(|text| says(&mut station.said, text) || is_head && says(&mut self.head, text))
    }

    /// Whether a property of the root says what holds for the other record anyway.
    fn is_meant(&self, known: &Known, value: &Value<'_>) -> bool {
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

/// Whether the comments have a text as whole lines.
fn says(said: &mut BTreeMap<String, Said>, text: &str) -> bool {
    let mut comments = ["C", "GC"].into_iter();
    comments.any(|ident| said.get_mut(ident).is_some_and(|said| said.has_lines(text)))
}

/// So many texts of several lines are looked for in the texts of a property, which takes as long as these are.
const MOST_SEARCHED: usize = 64;

impl Said {
    /// Adds the values of a property.
    pub(super) fn add(&mut self, property: &Property<'_>, known: &Known, reader: &Reader) {
        for value in property.values() {
            self.add_value(&value, known, reader);
        }
    }

    /// Whether a text is there as whole lines.
    fn has_lines(&mut self, text: &str) -> bool {
        if text.contains('\n') {
            self.searched += 1;
            return self.searched <= MOST_SEARCHED && self.lines.contains(&format!("\n{text}\n"));
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
        if let Plain::Text(text) = &plain {
            if is_text(known) {
                if self.lines.is_empty() {
                    self.lines.push('\n');
                }
                self.lines.push_str(text);
                self.lines.push('\n');
            }
        }
        if let Plain::Pair(point, _) = &plain {
            self.labelled.insert(*point);
        }
        self.values.insert(plain);
    }

    /// Adds a value of a list if the list can have it besides what is there, and says what of it is new: all of it, or some
    /// of its points.
    pub(super) fn unite(
        &mut self,
        value: &Value<'_>,
        known: &Known,
        reader: &Reader,
    ) -> Option<New> {
        if let Some(area) = reader.area(value, known) {
            if self.values.contains(&Plain::Text(String::new())) {
                return None;
            }
            let new = match self.points.has_none(area) {
                true => New::Value,
                false => {
                    let is_new = |point: &Point| !self.points.has_point(*point);
                    New::Points(area.points().filter(is_new).collect())
                }
            };
            self.points.add(area);
            return Some(new);
        }
        let plain = reader.plain(value, known);
        let can_be = match &plain {
            Plain::Bytes(_) => false,
            // None at all, beside some.
            Plain::Text(text) if text.is_empty() => false,
            // A point has one label.
            Plain::Pair(point, _) if known.has_labels() => !self.labelled.contains(point),
            _ => {
                !self.values.contains(&plain) && !self.values.contains(&Plain::Text(String::new()))
            }
        };
        can_be.then(|| {
            self.add_value(value, known, reader);
            New::Value
        })
    }
}

/// What of a value is new.
pub(super) enum New {
    Value,
    Points(Vec<Point>),
}
