//! From SGF to a game.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use kifu_core::{Color, Move, Point};
use kifu_tree::game::{Carried, Converted, Details, Fate, Game, Info, Loss, Node, Role, Where};
use kifu_tree::{Forest, NodeId, Place};

use super::private::{self, Field, Private};
use super::{FORMAT, ROOM, Saying, Values, View, Words, head, leaf, readable};
use crate::charset::Charset;
use crate::{Dialect, Document, GameContext, Ident, NodeRef, Property, PropertyInfo, text};

/// Reads a game tree as a game; what a [`Game`] has no place for is carried.
///
/// What is lost: bytes that are no text in the charset of the game; a second `CA`; and
/// what was private and disagrees by now with what somebody edited. Rectangles that come to
/// more than [`POINTS_A_BYTE`] points for each byte of the properties so far, as no record has
/// them, are carried as they stand.
pub fn to_game(document: &Document, root: NodeId) -> Converted<Game> {
    let mut reader = Reader {
        charset: document.charset(root).charset,
        context: GameContext::of(document.node(root)),
        made: false,
        room: START / document.roots().take(SHARES).count().max(1),
        joined: Vec::new(),
        empty_variations: Vec::new(),
        losses: Vec::new(),
    };
    let mut info = Info::default();
    let mut carried = Vec::new();
    let forest = document.forest();
    let mut nodes: Vec<Node> = Vec::with_capacity(ROOM_OF_NODES.min(forest.made() - root.index()));
    // Variations that are still to come.
    let mut variations = Vec::new();
    let mut here = root;
    loop {
        let last = match here == root {
            true => None,
            false => {
                variations.extend(forest.next_sibling(here));
                reader.moves(document, here, &mut nodes)
            }
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
    let mut nodes = forest.like(root, nodes);
    reader.put_empty_variations(&mut nodes);
    reader.join(&mut nodes);
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

/// How many points the rectangles of a game can name for each byte of its properties, so that
/// a short text does not fill the memory. Forty-five bytes can say all of a 19×19 board, in each
/// node.
pub const POINTS_A_BYTE: usize = 8;

/// And for a start a few boards of the largest size, which the games of a document share.
const START: usize = 4 * 52 * 52;

/// How many nodes to make room for at once.
const ROOM_OF_NODES: usize = 512;

/// So many of them at most: what is left for one game of many is a 19×19 board.
const SHARES: usize = 29;

struct Reader {
    charset: Charset,
    context: GameContext,
    /// The record was written from a game that was no SGF.
    made: bool,
    /// How many points rectangles can still name.
    room: usize,
    /// Nodes that are the rest of the one before them.
    joined: Vec<NodeId>,
    /// Variations without a node: their parents, and their numbers among the children.
    empty_variations: Vec<(NodeId, u32)>,
    losses: Vec<Loss>,
}

/// A property of the document.
struct Actual<'d> {
    /// Its name, and the name that the specifications have for it, if that is another one.
    ident: Cow<'static, str>,
    alias: Option<&'static str>,
    values: Values<'d>,
    /// The game says it.
    is_read: bool,
}

impl Actual<'_> {
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

/// Names of properties that were met.
#[derive(Default)]
struct Names {
    /// One bit for each of one or two capitals, as nearly all are.
    short: [u32; 27],
    others: BTreeSet<String>,
}

impl Names {
    /// Whether a name was not met yet.
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
    /// Reads the nodes of a line that are moves on the board and nothing else, as most are, from this
    /// one on; returns the last of them.
    fn moves(&self, document: &Document, from: NodeId, nodes: &mut Vec<Node>) -> Option<NodeId> {
        if self.context.game != crate::Game::GO {
            return None;
        }
        let (text, step) = document.node(from).short_nodes();
        let run = document.forest().run(from, text.len() / step);
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

    /// A node, and for the root what is said of the game.
    fn node(
        &mut self,
        node: NodeRef<'_>,
        at: NodeId,
        head: Option<(&mut Info, &mut Vec<Carried>)>,
    ) -> Node {
        if node.is_empty_variation() {
            return Node {
                is_empty_variation: true,
                ..Node::default()
            };
        }
        let mut actual: Vec<Actual<'_>> = Vec::with_capacity(match head {
            Some(_) => ROOM,
            None => 4,
        });
        actual.extend(node.properties().map(|property| self.actual(property, at)));
        let mut saying = Saying {
            info: head.is_some().then(Info::default),
            node: Node::default(),
            size: self.context.size,
            is_go: self.context.game == crate::Game::GO,
        };
        self.read(&mut actual, &mut saying, at);
        let mut carried = Vec::new();
        let mut of_head = Vec::new();
        let privates = private(&mut actual);
        self.made |= privates.contains(&Private::Made);
        let mut fields = Vec::new();
        for private in privates {
            match private {
                Private::Carried(one) => carried.push(one),
                Private::Head(one) => of_head.push(one),
                Private::Field(field) => fields.push(field),
                Private::Joined => self.joined.push(at),
                Private::EmptyVariation(number) => self.empty_variations.push((at, number)),
                Private::Made => {}
            }
        }
        let is_fox = self.context.dialect == Dialect::Fox && !self.made;
        if let Some(info) = saying.info.as_mut().filter(|_| is_fox) {
            head::rescale_fox_komi(info);
        }
        // Properties are compared with what they say alone, without private words.
        self.leftovers(actual, saying.view(), at, &mut carried);
        self.put(fields, &mut saying, at);
        if let (Some((info, carried)), Some(said)) = (head, saying.info) {
            *info = said;
            *carried = of_head;
        }
        let mut node = saying.node;
        if !carried.is_empty() {
            node.carried = carried;
        }
        node
    }

    /// Reads what the game has words for.
    fn read(&mut self, actual: &mut [Actual<'_>], saying: &mut Saying, at: NodeId) {
        let mut seen = Names::default();
        // What is said of a move is said after it.
        for plays in [true, false] {
            for actual in actual.iter_mut().filter(|actual| actual.is_play() == plays) {
                // Of several of one name the first counts, so that their order tells which it is.
                actual.is_read = seen.insert(&actual.ident)
                    && self.has_room(actual, at)
                    && saying.read(actual.canonical(), &actual.values);
            }
        }
    }

    /// Whether the rectangles of a property may be taken apart.
    fn has_room(&mut self, actual: &Actual<'_>, at: NodeId) -> bool {
        let bytes: usize = actual.values.iter().map(|value| value.len() + 2).sum();
        self.room = self
            .room
            .saturating_add(bytes.saturating_mul(POINTS_A_BYTE));
        let points = leaf::in_rectangles(&actual.values, self.context.size);
        let has_room = points <= self.room;
        if has_room {
            self.room -= points;
        } else {
            let how = "has more points than fit a record of its length, and goes along unread";
            self.changed(&actual.ident, at, how);
        }
        has_room
    }

    fn actual<'d>(&mut self, property: Property<'d>, at: NodeId) -> Actual<'d> {
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
            return Actual {
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
                let how = format!("has bytes that are no text in {charset}");
                self.changed(&ident, at, how);
            }
            readable(decoded.text)
        });
        let mut values: Values<'d> = values.collect();
        if values.is_empty() {
            self.changed(&ident, at, "had no value, and gets an empty one");
            values = Values::One(["".into()]);
        }
        Actual {
            ident,
            alias,
            values,
            is_read: false,
        }
    }

    fn changed(&mut self, ident: &str, at: NodeId, how: impl Into<Cow<'static, str>>) {
        self.losses.push(Loss {
            at: Where::Node(at),
            what: format!("property {ident}").into(),
            fate: Fate::Changed(how.into()),
        });
    }

    /// Puts private fields in place of what they were flattened to, while that is so still.
    fn put(&mut self, mut fields: Vec<Field>, saying: &mut Saying, at: NodeId) {
        fields.sort_by_key(Field::kind);
        for group in fields.chunk_by(|a, b| a.kind() == b.kind()) {
            let mut candidate = saying.clone();
            Field::put(group, &mut candidate);
            let flat = |saying: &Saying| {
                let view = saying.strict_view();
                Saying::of(&view.words(), &[], view)
            };
            let flattened = flat(&candidate);
            if flattened.says_as_much_as(&flat(saying)) {
                *saying = candidate;
            } else if !Field::merge(group, &flattened, saying) {
                self.losses.push(Loss {
                    at: Where::Node(at),
                    what: group[0].what(),
                    fate: Fate::Outdated,
                });
            }
        }
    }

    /// Puts the variations without a node in their places.
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
                let made = nodes.insert(place, variation);
                debug_assert!(made.is_ok());
                at += 1;
            }
        }
    }

    /// Makes one node of two that were one, unless either was edited since.
    fn join(&mut self, nodes: &mut Forest<Node>) {
        for id in core::mem::take(&mut self.joined) {
            let parent = nodes.parent(id);
            let parent = parent
                .filter(|_| nodes.prev_sibling(id).is_none() && nodes.next_sibling(id).is_none());
            let is_setup = |node: &Node| {
                let more = Details {
                    setup: node.setup.clone(),
                    to_play: node.to_play,
                    carried: node.carried.clone(),
                    ..Details::default()
                };
                node.play.is_none() && !node.is_empty_variation && *node.more == more
            };
            let rest = &nodes[id];
            let is_rest = rest.setup.is_empty() && rest.to_play.is_none();
            let Some(parent) = parent.filter(|parent| is_rest && is_setup(&nodes[*parent])) else {
                self.losses.push(Loss {
                    at: Where::Node(id),
                    what: "a node with both setup and a move".into(),
                    fate: Fate::Outdated,
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

    /// What the game does not say, or in other words.
    fn leftovers(
        &mut self,
        mut actual: Vec<Actual<'_>>,
        saying: View<'_>,
        at: NodeId,
        carried: &mut Vec<Carried>,
    ) {
        let is_root = saying.info.is_some();
        let words = saying.node_words();
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
        // What is written comes in the order of `words`, and then what it has none for.
        let (mut in_order, mut next) = (true, 0);
        for actual in &mut actual {
            if is_root && actual.is("CA") {
                // What is written is UTF-8.
                charsets += 1;
                continue;
            }
            if is_root && one_version && actual.is("FF") && *actual.values == ["4"] {
                // That is what is written, and says nothing of the game.
                continue;
            }
            let canonical = actual.canonical();
            let place = match actual.is_read {
                true => words.iter().position(|words| words.ident == canonical),
                false => None,
            };
            in_order &= place.unwrap_or(usize::MAX) >= next;
            next = place.unwrap_or(usize::MAX);
            // Whether it is written in the same words, if it is.
            let same = match place {
                Some(place) => Some(is_same(&words[place], &actual.values)),
                None if actual.is_read => is_same_in_head(saying, actual),
                None => None,
            };
            let (role, key) = match same {
                None => (Role::Raw, (*actual.ident).into()),
                Some(_) if actual.ident != canonical => {
                    (Role::Spelled, format!("{canonical}={}", actual.ident))
                }
                Some(false) => (Role::Spelled, (*actual.ident).into()),
                Some(true) => continue,
            };
            carry(role, key, core::mem::take(&mut actual.values).into_owned());
        }
        for _ in 1..charsets {
            self.losses.push(Loss {
                at: Where::Node(at),
                what: "a second CA".into(),
                fate: Fate::Dropped,
            });
        }
        // The order of what is at home in another format says nothing.
        if !self.made && (is_root || !in_order) {
            let mut charsets = 0;
            let is_first = |actual: &Actual<'_>| {
                charsets += usize::from(actual.is("CA"));
                !is_root || !actual.is("CA") || charsets == 1
            };
            let order = actual.into_iter().filter(is_first);
            let order = order.map(|actual| actual.ident).collect();
            carry(Role::Order, String::new(), order);
        }
    }
}

/// Whether these bytes stand for themselves, one by one, wherever a text is read or written.
fn is_plain(raw: &[u8]) -> bool {
    raw.iter()
        .all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'[' | b'\\' | b']'))
}

/// The capitals of a name, or else all of it.
fn capitals(ident: Ident<'_>) -> Cow<'static, str> {
    let capitals: String = ident.significant().map(char::from).collect();
    match capitals.bytes().next() {
        Some(b'A'..=b'Z') => capitals.into(),
        Some(_) => ident.as_str().to_owned().into(),
        // A value without an identifier needs one, or it would be its neighbour's.
        None => "X".into(),
    }
}

/// The values of the private property, unless one of them is not ours.
fn private(actual: &mut Vec<Actual<'_>>) -> Vec<Private> {
    let mut all = Vec::new();
    if !actual.iter().any(|actual| actual.is(private::IDENT)) {
        return all;
    }
    actual.retain(|actual| {
        let read = |value: &Cow<'_, str>| Private::read(&text::text(value));
        let values: Option<Vec<Private>> = match actual.is(private::IDENT) {
            true => actual.values.iter().map(read).collect(),
            false => None,
        };
        let is_ours = values.is_some();
        all.extend(values.unwrap_or_default());
        !is_ours
    });
    all
}

/// Whether a property of the head is written in the same words, if it is.
fn is_same_in_head(saying: View<'_>, actual: &Actual<'_>) -> Option<bool> {
    let said = saying.head_word(actual.canonical())?;
    Some(is_same(&said, &actual.values))
}

/// Whether values read the same, whatever is escaped in them; of texts on one line also
/// whatever white space they have.
fn is_same(said: &Words<'_>, values: &[Cow<'_, str>]) -> bool {
    let one_line = || head::is_text(&said.ident) || matches!(&*said.ident, "N" | "LB");
    said.values.len() == values.len()
        && said.values.iter().zip(values).all(|(a, b)| {
            a == b
                || text::text(a) == text::text(b)
                || (one_line() && text::simple_text(a) == text::simple_text(b))
        })
}
