//! Converts SGF to a game.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_core::{Color, Move, Point};
use kifu_tree::game::{
    Carried, CarriedRole, Converted, Details, Game, GameInfo, Loss, LossKind, LossPlace, Node,
};
use kifu_tree::{Forest, NodeId, Place};

use super::private::{self, Field, Private};
use super::{
    ContentView, FORMAT, NodeContent, PropertyText, ROOT_CAPACITY, Values, head, leaf, readable,
};
use crate::charset::Charset;
use crate::{Dialect, Document, GameContext, Ident, NodeRef, Property, PropertyInfo, text};

/// Converts a game tree to a game. Data that a [`Game`] cannot express is carried.
///
/// The following is lost: bytes that do not decode in the charset of the game, a second `CA`, and
/// private data that no longer agrees with the game because it was edited. If the rectangles of a
/// property have more points than [`MAX_POINTS_PER_BYTE`] for each byte of the properties so far,
/// which no real record has, the property is carried unchanged.
pub fn to_game(document: &Document, root: NodeId) -> Converted<Game> {
    let mut reader = Reader {
        charset: document.charset(root).charset,
        context: GameContext::of(document.node(root)),
        is_converted: false,
        points_left: INITIAL_POINTS / document.roots().take(MAX_SHARES).count().max(1),
        joined: Vec::new(),
        empty_variations: Vec::new(),
        losses: Vec::new(),
    };
    let mut info = GameInfo::default();
    let mut carried = Vec::new();
    let forest = document.forest();
    let mut nodes: Vec<Node> =
        Vec::with_capacity(NODE_CAPACITY.min(forest.id_count() - root.index()));
    // Variations still to visit.
    let mut variations = Vec::new();
    let mut here = root;
    loop {
        let last = if here == root {
            None
        } else {
            variations.extend(forest.next_sibling(here));
            reader.moves(document, here, &mut nodes)
        };
        let last = last.unwrap_or_else(|| {
            let at = NodeId::from_index(nodes.len())
                .expect("a game has no more nodes than its document");
            let head = (here == root).then_some((&mut info, &mut carried));
            nodes.push(reader.node(document.node(here), at, head));
            here
        });
        match forest.first_child(last).or_else(|| variations.pop()) {
            Some(next) => here = next,
            None => break,
        }
    }
    let mut nodes = forest.with_data(root, nodes);
    reader.put_empty_variations(&mut nodes);
    reader.join(&mut nodes);
    if document.has_number(root) {
        reader.losses.push(Loss {
            at: LossPlace::Game,
            what: "the number of the game".into(),
            kind: LossKind::Dropped,
        });
    }
    let game = Game {
        info,
        nodes,
        carried,
    };
    Converted {
        value: game,
        losses: reader.losses,
    }
}

/// The maximum number of points in the rectangles of a game for each byte of its properties, so
/// that a short text does not fill the memory. Forty-five bytes are enough for all points of a
/// 19×19 board in each node.
pub const MAX_POINTS_PER_BYTE: usize = 8;

/// The number of points that the rectangles of a document may have in addition to
/// [`MAX_POINTS_PER_BYTE`], shared by its games: four boards of the largest size.
const INITIAL_POINTS: usize = 4 * 52 * 52;

/// The maximum number of nodes to reserve before reading.
const NODE_CAPACITY: usize = 512;

/// The maximum number by which [`INITIAL_POINTS`] is divided. With more games than that, each still
/// gets enough points for a 19×19 board.
const MAX_SHARES: usize = 29;

struct Reader {
    charset: Charset,
    context: GameContext,
    /// Whether the record was written from a game that was not SGF.
    is_converted: bool,
    /// The number of points that rectangles may still have.
    points_left: usize,
    /// Nodes that continue the previous node.
    joined: Vec<NodeId>,
    /// Variations without a node: their parents, and their indices among the children.
    empty_variations: Vec<(NodeId, u32)>,
    losses: Vec<Loss>,
}

/// A property of the document.
struct SourceProperty<'d> {
    /// The name of the property, and its name in the specifications, if that differs.
    ident: Cow<'static, str>,
    alias: Option<&'static str>,
    values: Values<'d>,
    /// Whether the game expresses the property.
    is_read: bool,
}

impl SourceProperty<'_> {
    #[inline]
    fn is(&self, ident: &str) -> bool {
        *self.ident == *ident
    }

    fn is_play(&self) -> bool {
        self.is("B") || self.is("W")
    }

    fn canonical(&self) -> &str {
        self.alias.unwrap_or(&self.ident)
    }
}

/// The names of properties visited so far.
#[derive(Default)]
struct Names {
    /// One bit for each name of one or two capitals, as nearly all names are.
    short: [u32; 27],
    others: BTreeSet<String>,
}

impl Names {
    /// Adds a name; returns whether it is new.
    fn insert(&mut self, name: &str) -> bool {
        let (row, column) = match *name.as_bytes() {
            [one @ b'A'..=b'Z'] => (one, b'A' - 1),
            [one @ b'A'..=b'Z', other @ b'A'..=b'Z'] => (one, other),
            _ => return self.others.insert(name.into()),
        };
        let bits = &mut self.short[usize::from(row - b'A')];
        let bit = 1 << (column - (b'A' - 1));
        let is_new = *bits & bit == 0;
        *bits |= bit;
        is_new
    }
}

impl Reader {
    /// Reads consecutive nodes of a line that contain only a move on the board, as most do,
    /// starting with this one; returns the last of them.
    fn moves(&self, document: &Document, from: NodeId, nodes: &mut Vec<Node>) -> Option<NodeId> {
        if self.context.game != crate::GameType::GO {
            return None;
        }
        let (text, step) = document.node(from).short_nodes();
        let run = document.forest().run_len(from, text.len() / step);
        let before = nodes.len();
        for node in text.chunks_exact(step).take(run) {
            let &[_, ident, _, col, row, ..] = node else {
                break;
            };
            let color = match ident {
                b'B' => Color::Black,
                b'W' => Color::White,
                _ => break,
            };
            let point = Point::from_sgf(&[col, row]);
            let Some(point) = point.filter(|point| self.context.size.contains(*point)) else {
                break;
            };
            debug_assert_eq!(
                NodeId::from_index(from.index() + nodes.len() - before)
                    .and_then(|id| document.node(id).only_move())
                    .map(|(color, letters, _)| (color, letters)),
                Some((color, [col, row])),
            );
            nodes.push(Node {
                play: Some((color, Move::Play(point))),
                ..Node::default()
            });
        }
        let more = (nodes.len() - before).checked_sub(1)?;
        NodeId::from_index(from.index() + more)
    }

    /// Reads a node, and for the root the data about the game.
    fn node(
        &mut self,
        node: NodeRef<'_>,
        at: NodeId,
        head: Option<(&mut GameInfo, &mut Vec<Carried>)>,
    ) -> Node {
        if node.is_empty_variation() {
            return Node {
                is_empty_variation: true,
                ..Node::default()
            };
        }
        let mut actual: Vec<SourceProperty<'_>> = Vec::with_capacity(match head {
            Some(_) => ROOT_CAPACITY,
            None => 4,
        });
        actual.extend(node.properties().map(|property| self.actual(property, at)));
        let mut content = NodeContent {
            info: head.is_some().then(GameInfo::default),
            node: Node::default(),
            size: self.context.size,
            is_go: self.context.game == crate::GameType::GO,
        };
        self.read(&mut actual, &mut content, at);
        let mut carried = Vec::new();
        let mut head_carried = Vec::new();
        let privates = private(&mut actual);
        self.is_converted |= privates.contains(&Private::Converted);
        let mut fields = Vec::new();
        for private in privates {
            match private {
                Private::Carried(one) => carried.push(one),
                Private::Head(one) => head_carried.push(one),
                Private::Field(field) => fields.push(field),
                Private::Joined => self.joined.push(at),
                Private::EmptyVariation(number) => self.empty_variations.push((at, number)),
                Private::Converted => {}
            }
        }
        let is_fox = self.context.dialect == Dialect::Fox && !self.is_converted;
        if let Some(info) = content.info.as_mut().filter(|_| is_fox) {
            head::rescale_fox_komi(info);
        }
        // Properties are compared with the content without private data.
        self.leftovers(actual, content.view(), at, &mut carried);
        self.put(fields, &mut content, at);
        if let (Some((info, carried)), Some(read)) = (head, content.info) {
            *info = read;
            *carried = head_carried;
        }
        let mut node = content.node;
        if !carried.is_empty() {
            node.carried = carried;
        }
        node
    }

    /// Reads the properties that the game can express.
    fn read(&mut self, actual: &mut [SourceProperty<'_>], content: &mut NodeContent, at: NodeId) {
        let mut seen = Names::default();
        // Properties of a move are read after the move.
        for plays in [true, false] {
            for actual in actual.iter_mut().filter(|actual| actual.is_play() == plays) {
                // The first of several properties with the same name counts; their order is
                // preserved.
                actual.is_read = seen.insert(&actual.ident)
                    && self.has_room(actual, at)
                    && content.read(actual.canonical(), &actual.values);
            }
        }
    }

    /// Whether the rectangles of a property may be expanded to points.
    fn has_room(&mut self, actual: &SourceProperty<'_>, at: NodeId) -> bool {
        let bytes: usize = actual.values.iter().map(|value| value.len() + 2).sum();
        self.points_left = self
            .points_left
            .saturating_add(bytes.saturating_mul(MAX_POINTS_PER_BYTE));
        let points = leaf::in_rectangles(&actual.values, self.context.size);
        let has_room = points <= self.points_left;
        if has_room {
            self.points_left -= points;
        } else {
            let how = "has too many points for the length of the record; its text is kept, but \
                       its points are not read";
            self.changed(&actual.ident, at, how);
        }
        has_room
    }

    fn actual<'d>(&mut self, property: Property<'d>, at: NodeId) -> SourceProperty<'d> {
        let name = property.ident();
        let info = PropertyInfo::of(name, &self.context);
        let ident = match info.filter(|info| info.ident.as_bytes() == name.as_bytes()) {
            Some(info) => info.ident.into(),
            None => capitals(name),
        };
        let alias = info.and_then(|info| info.alias);
        let only = property.only_value().filter(|raw| is_plain(raw));
        if let Some(Ok(only)) = only.map(core::str::from_utf8) {
            debug_assert!(
                property
                    .values()
                    .map(|value| value.raw())
                    .eq([only.as_bytes()])
            );
            debug_assert_eq!(self.charset.decode(only.as_bytes()).text, only);
            return SourceProperty {
                ident,
                alias,
                values: Values::One([only.into()]),
                is_read: false,
            };
        }
        let values = property.values().map(|value| {
            let decoded = self.charset.decode(value.raw());
            if decoded.malformed {
                let charset = self.charset.name();
                let how = format!("has bytes that are not valid {charset}");
                self.changed(&ident, at, how);
            }
            readable(decoded.text)
        });
        let mut values: Values<'d> = values.collect();
        if values.is_empty() {
            self.changed(&ident, at, "has no value; an empty value is added");
            values = Values::One(["".into()]);
        }
        SourceProperty {
            ident,
            alias,
            values,
            is_read: false,
        }
    }

    fn changed(&mut self, ident: &str, at: NodeId, how: impl Into<Cow<'static, str>>) {
        self.losses.push(Loss {
            at: LossPlace::Node(at),
            what: format!("property {ident}").into(),
            kind: LossKind::Changed(how.into()),
        });
    }

    /// Replaces flattened data by the private fields, if the data still agrees with them.
    fn put(&mut self, mut fields: Vec<Field>, content: &mut NodeContent, at: NodeId) {
        fields.sort_by_key(Field::kind);
        for group in fields.chunk_by(|a, b| a.kind() == b.kind()) {
            let mut candidate = content.clone();
            Field::put(group, &mut candidate);
            let flat = |content: &NodeContent| {
                let view = content.strict_view();
                NodeContent::of(&view.properties(), &[], view)
            };
            let flattened = flat(&candidate);
            if flattened.has_same_content(&flat(content)) {
                *content = candidate;
            } else if !Field::merge(group, &flattened, content) {
                self.losses.push(Loss {
                    at: LossPlace::Node(at),
                    what: group[0].what(),
                    kind: LossKind::Outdated,
                });
            }
        }
    }

    /// Inserts the variations without nodes in their places.
    fn put_empty_variations(&mut self, nodes: &mut Forest<Node>) {
        let mut all = core::mem::take(&mut self.empty_variations);
        all.sort();
        for of_parent in all.chunk_by(|(one, _), (other, _)| one == other) {
            let parent = of_parent[0].0;
            let (mut next, mut at) = (nodes.first_child(parent), 0);
            for (_, number) in of_parent {
                while let Some(child) = next.filter(|_| at < *number) {
                    next = nodes.next_sibling(child);
                    at += 1;
                }
                let place = next.map_or(Place::LastChild(parent), Place::Before);
                let variation = Node {
                    is_empty_variation: true,
                    ..Node::default()
                };
                let inserted = nodes.insert(place, variation);
                debug_assert!(inserted.is_ok());
                at += 1;
            }
        }
    }

    /// Joins two nodes that were one node originally, unless one of them has been edited.
    fn join(&mut self, nodes: &mut Forest<Node>) {
        for id in core::mem::take(&mut self.joined) {
            let parent = nodes.parent(id);
            let parent = parent
                .filter(|_| nodes.prev_sibling(id).is_none() && nodes.next_sibling(id).is_none());
            let is_setup = |node: &Node| {
                let details = Details {
                    setup: node.setup.clone(),
                    to_play: node.to_play,
                    carried: node.carried.clone(),
                    ..Details::default()
                };
                node.play.is_none() && !node.is_empty_variation && *node.details == details
            };
            let rest = &nodes[id];
            let is_rest = rest.setup.is_empty() && rest.to_play.is_none();
            let Some(parent) = parent.filter(|parent| is_rest && is_setup(&nodes[*parent])) else {
                self.losses.push(Loss {
                    at: LossPlace::Node(id),
                    what: "a node with both setup and a move".into(),
                    kind: LossKind::Outdated,
                });
                continue;
            };
            let mut rest = core::mem::take(&mut nodes[id]);
            let first = &mut nodes[parent];
            rest.setup = core::mem::take(&mut first.setup);
            rest.to_play = first.to_play.take();
            let mut carried = core::mem::take(&mut first.carried);
            carried.append(&mut rest.carried);
            if !carried.is_empty() {
                rest.carried = carried;
            }
            *first = rest;
            nodes.dissolve(id);
        }
    }

    /// Carries the properties that the game does not express, or would write differently.
    fn leftovers(
        &mut self,
        mut actual: Vec<SourceProperty<'_>>,
        content: ContentView<'_>,
        at: NodeId,
        carried: &mut Vec<Carried>,
    ) {
        let is_root = content.info.is_some();
        let properties = content.node_properties();
        let mut carry = |role, key: String, values| {
            carried.push(Carried {
                format: FORMAT.into(),
                role,
                key,
                values,
            });
        };
        let one_version = actual.iter().filter(|actual| actual.is("FF")).count() == 1;
        let mut charsets = 0;
        // Properties are written in the order of `properties`, followed by the others.
        let (mut in_order, mut next) = (true, 0);
        for actual in &mut actual {
            if is_root && actual.is("CA") {
                // The output is UTF-8.
                charsets += 1;
                continue;
            }
            if is_root && one_version && actual.is("FF") && *actual.values == ["4"] {
                // The output has the same `FF`, which is not data of the game.
                continue;
            }
            let canonical = actual.canonical();
            let place = if actual.is_read {
                properties
                    .iter()
                    .position(|property| property.ident == canonical)
            } else {
                None
            };
            in_order &= place.unwrap_or(usize::MAX) >= next;
            next = place.unwrap_or(usize::MAX);
            // Whether the property would be written in the same spelling, if it is written.
            let same = match place {
                Some(place) => Some(is_same(&properties[place], &actual.values)),
                None if actual.is_read => is_same_in_head(content, actual),
                None => None,
            };
            let (role, key) = match same {
                None => (CarriedRole::Raw, (*actual.ident).into()),
                Some(_) if actual.ident != canonical => (
                    CarriedRole::Spelled,
                    format!("{canonical}={}", actual.ident),
                ),
                Some(false) => (CarriedRole::Spelled, (*actual.ident).into()),
                Some(true) => continue,
            };
            carry(role, key, core::mem::take(&mut actual.values).into_owned());
        }
        for _ in 1..charsets {
            self.losses.push(Loss {
                at: LossPlace::Node(at),
                what: "a second CA".into(),
                kind: LossKind::Dropped,
            });
        }
        // The order has no meaning if the record was written from another format.
        if !self.is_converted && (is_root || !in_order) {
            let mut charsets = 0;
            let is_first = |actual: &SourceProperty<'_>| {
                charsets += usize::from(actual.is("CA"));
                !is_root || !actual.is("CA") || charsets == 1
            };
            let order = actual.into_iter().filter(is_first);
            let order = order.map(|actual| actual.ident).collect();
            carry(CarriedRole::Order, String::new(), order);
        }
    }
}

/// Whether these bytes are printable ASCII without escapes, which reads the same in every charset
/// and text form.
fn is_plain(raw: &[u8]) -> bool {
    raw.iter()
        .all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'[' | b'\\' | b']'))
}

/// Returns the capitals of a name, or all of it if it has none.
fn capitals(ident: Ident<'_>) -> Cow<'static, str> {
    let capitals: String = ident.significant().map(char::from).collect();
    match capitals.bytes().next() {
        Some(b'A'..=b'Z') => capitals.into(),
        Some(_) => ident.as_str().to_owned().into(),
        // A value without an identifier needs one, because otherwise it would belong to the
        // property before it.
        None => "X".into(),
    }
}

/// Returns the values of the private property, and removes it, unless one of its values has another
/// form.
fn private(actual: &mut Vec<SourceProperty<'_>>) -> Vec<Private> {
    let mut all = Vec::new();
    if !actual.iter().any(|actual| actual.is(private::IDENT)) {
        return all;
    }
    actual.retain(|actual| {
        let read = |value: &Cow<'_, str>| Private::read(&text::text(value));
        let values: Option<Vec<Private>> = if actual.is(private::IDENT) {
            actual.values.iter().map(read).collect()
        } else {
            None
        };
        let is_private = values.is_some();
        all.extend(values.unwrap_or_default());
        !is_private
    });
    all
}

/// Whether a property of the game would be written in the same spelling, if it is written.
fn is_same_in_head(content: ContentView<'_>, actual: &SourceProperty<'_>) -> Option<bool> {
    let written = content.head_property(actual.canonical())?;
    Some(is_same(&written, &actual.values))
}

/// Whether values read the same regardless of escapes, and in text on one line also regardless of
/// the kind of white space.
fn is_same(written: &PropertyText<'_>, values: &[Cow<'_, str>]) -> bool {
    let one_line = || head::is_text(&written.ident) || matches!(&*written.ident, "N" | "LB");
    written.values.len() == values.len()
        && written.values.iter().zip(values).all(|(a, b)| {
            a == b
                || text::text(a) == text::text(b)
                || (one_line() && text::simple_text(a) == text::simple_text(b))
        })
}
